/* part.h: a piece of a drawing that changes on its own.
 *
 * A drawing that moves can say which of its pieces are what they were: who shows frame after frame
 * keeps those, and asks only for the others. Drawn one over the other, in their order, the parts of
 * a drawing are the drawing.
 */
#pragma once

#include "draw/paint.h"

G_BEGIN_DECLS

/**
 * WsPart:
 * @key: two parts of one key look alike; of everything that the part shows
 * @bounds: nothing of it is outside; whole units
 */
typedef struct {
  guint64 key;
  WsBox bounds;
} WsPart;

/* Draws the part @i on @cr. */
typedef void (*WsPartFunc) (gpointer data, guint i, cairo_t *cr);

WsPart ws_part (gconstpointer key, gsize key_size, const WsBox *box, double width, double height);

G_END_DECLS
