/* atomics.h: the value of a word before and after each lane's atomic, in the order in which they
 * were served. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WsAtomicStep:
 * @before: what the lane's atomic returned
 * @after: what it left
 * @has_after: whether that is known
 */
typedef struct {
  guint64 before;
  guint64 after;
  gboolean has_after;
} WsAtomicStep;

gboolean ws_atomics_find_first (const WsAtomicStep *steps, guint n, guint64 *value);
gboolean ws_atomics_find_last (const WsAtomicStep *steps, guint n, guint64 *value);

G_END_DECLS
