/* tree.h: the reduction tree of one block, as on lecture slides: a row per step, a cell per
 * element, and the combining threads as circles between them; below it the whole block in one
 * strip.
 *
 * It is drawn from the dataflow alone, so the same code draws scans and shuffles; a dataflow
 * without rows is drawn as planes (see flow/). Pure cairo: no widget, no state.
 */
#pragma once

#include "scene/painter.h"
#include "tree/options.h"

G_BEGIN_DECLS

void ws_draw_tree (cairo_t *cr, const WsFrame *frame, const WsTreeOptions *options);
WsPainter *ws_tree_painter_new (cairo_t *cr);
void ws_tree_painter_set (WsPainter *painter, const WsFrame *frame, const WsTreeOptions *options);
gboolean ws_tree_pick (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
                       WsTreeHit *hit);
guint32 ws_tree_find_lanes (const WsFrame *frame, const WsTreeOptions *options,
                            WsBox boxes[WS_WARP_SIZE]);
char *ws_tree_hit_describe (const WsScene *scene, const WsMoment *moment, const WsTreeHit *hit);

void ws_tree_clamp_options (const WsFrame *frame, WsTreeOptions *options);
guint ws_tree_get_n_elements (const WsScene *scene);

char *ws_tree_subtitle (const WsFrame *frame, const WsTreeOptions *options);

G_END_DECLS
