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
 * @kind: which part it is: the drawing's own number
 * @first: of several of a kind: of what it is
 * @end: up to what
 */
typedef struct {
  guint64 key;
  WsBox bounds;
  guint kind;
  guint first;
  guint end;
} WsPart;

/* Draws the part @i on @cr. */
typedef void (*WsPartFunc) (gpointer data, guint i, cairo_t *cr);

GArray *ws_parts_new (void);
void ws_parts_add (GArray *self, WsPart part, gconstpointer key, gsize key_size, double width,
                   double height);
const WsPart *ws_parts_get (const GArray *self, guint *n_parts);

G_END_DECLS
