/* life.h: for how long a worker has shown no sign of life, and for how long its work has not gone
 * on. Times are what was seen at looks, and a look counts for no more than its turn: a program that
 * was stopped itself, or whose main loop was held, takes no worker for dead. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsLife:
 * @waited_us: since ws_life_begin()
 * @silent_us: since a byte was heard
 * @still_us: since the work went on
 *
 * All but these is its own.
 */
typedef struct {
  gint64 waited_us;
  gint64 silent_us;
  gint64 still_us;
  gint64 looked_us;
  gsize heard;
  guint32 steps;
  gboolean goes_on;
} WsLife;

void ws_life_begin (WsLife *self);
void ws_life_go_on (WsLife *self);
void ws_life_take_steps (WsLife *self, guint32 steps);
void ws_life_look (WsLife *self, gsize heard, gint64 now_us, gint64 turn_us);

G_END_DECLS
