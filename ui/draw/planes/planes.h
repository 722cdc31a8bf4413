/* planes.h: the dataflow of a block where no tree is: a plane for each buffer and each array, with
 * its values; one value stands out, with all that flows into it. Values that choose their places
 * pile up on them. Where data has rows, planes stand beside each other from input to output; else
 * above each other, place above place.
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
