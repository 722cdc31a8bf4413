/* life.h: for how long a worker has been silent, and for how long it has made no progress. Times
 * are summed over regular checks, each of which counts for at most twice its interval: a program
 * that was itself suspended, or whose main loop was blocked, does not take a worker for dead. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsLife:
 * @waited_us: since ws_life_begin()
 * @silent_us: since a byte was heard
 * @still_us: since the last progress
 *
 * All other fields are private.
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
