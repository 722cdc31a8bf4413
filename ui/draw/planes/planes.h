/* planes.h: the dataflow of a block that is not a tree: a plane for each buffer and array, with its
 * values; one value is highlighted, with all its sources. Scattered values stack up at their
 * targets. Two-dimensional planes are side by side from input to output; others are above each
 * other, aligned by element.
 *
 * Pure cairo: no widget, no state.
 */
#pragma once

#include "tree/tree.h"

G_BEGIN_DECLS

WsPainter *ws_planes_painter_new (cairo_t *cr);
void ws_planes_painter_set (WsPainter *painter, const WsFrame *frame, const WsTreeOptions *options);
gboolean ws_planes_pick (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
                         WsTreeHit *hit);
void ws_planes_clamp_options (const WsFrame *frame, WsTreeOptions *options);
guint ws_planes_get_n_elements (const WsScene *scene);
char *ws_planes_subtitle (const WsFrame *frame, const WsTreeOptions *options);

G_END_DECLS
