/* painter.h: a drawing in parts, each of which changes on its own.
 *
 * An animated drawing can tell which of its parts are unchanged: code that shows frames caches
 * those and redraws only the others. Drawn on top of each other in order, the parts make up the
 * drawing.
 *
 * tree.h, lanes.h and sms.h make painters, and set them to a moment.
 */
#pragma once

#include "pen/paint.h"
#include "scene/scene.h"

G_BEGIN_DECLS

/**
 * WsPart:
 * @key: parts of one painter with equal keys look alike
 * @bounds: encloses all of it; whole units
 * @kind: which part it is: the painter's own number
 * @first: of several of a kind: beginning of its range
 * @end: end of its range
 */
typedef struct {
  guint64 key;
  WsBox bounds;
  guint kind;
  guint first;
  guint end;
} WsPart;

typedef struct _WsPainter WsPainter;

void ws_painter_free (WsPainter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsPainter, ws_painter_free)

const WsPart *ws_painter_get_parts (const WsPainter *self, guint *n_parts);
void ws_painter_draw (WsPainter *self, guint i, cairo_t *cr);
void ws_painter_draw_all (WsPainter *self, cairo_t *cr);
void ws_painter_forget (WsPainter *self);

G_END_DECLS
