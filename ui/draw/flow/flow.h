/* flow.h: the dataflow of a block, drawn in the layout of its pattern, or of the user's choice. A
 * table here has a row per pattern, which draws, picks and describes the dataflow.
 */
#pragma once

#include "tree/tree.h"
#include "look/look.h"

G_BEGIN_DECLS

void ws_draw_flow (cairo_t *cr, const WsFrame *frame, const WsTreeOptions *options);
WsPainter *ws_flow_painter_new (cairo_t *cr);
void ws_flow_painter_set (WsPainter *painter, const WsFrame *frame, const WsTreeOptions *options);
gboolean ws_flow_pick (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
                       WsTreeHit *hit);
void ws_flow_clamp_options (const WsFrame *frame, WsTreeOptions *options);
guint ws_flow_get_n_elements (const WsScene *scene, const WsTreeOptions *options);

WsPattern ws_flow_get_pattern (const WsScene *scene, const WsTreeOptions *options);
const char *ws_flow_get_pattern_title (WsPattern pattern);
const char *ws_flow_get_title (const WsScene *scene, const WsTreeOptions *options);
char *ws_flow_hit_describe (const WsScene *scene, const WsMoment *moment,
                            const WsTreeOptions *options, const WsTreeHit *hit);
char *ws_flow_summarise (const WsScene *scene, const WsTreeOptions *options);
char *ws_flow_subtitle (const WsFrame *frame, const WsTreeOptions *options);

extern const WsViewClass ws_view_of_tree;

G_END_DECLS
