/* launches.h: a plan of several launches: a row for each, a box for each block with its result, and
 * a line to the block of a later launch that reads it. Blocks without room, or without data, fold
 * into marks with their number.
 *
 * Pure cairo: no widget, no state.
 */
#pragma once

#include "table/data.h"
#include "tree/tree.h"

G_BEGIN_DECLS

WsPainter *ws_launches_painter_new (cairo_t *cr);
void ws_launches_painter_set (WsPainter *painter, const WsFrame *frame,
                              const WsTreeOptions *options);
gboolean ws_launches_pick (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
                           WsTreeHit *hit);
void ws_launches_clamp_options (const WsFrame *frame, WsTreeOptions *options);
guint ws_launches_get_n_elements (const WsScene *scene);
char *ws_launches_subtitle (const WsFrame *frame, const WsTreeOptions *options);
char *ws_launches_hit_describe (const WsScene *scene, const WsMoment *moment, const WsTreeHit *hit);
char *ws_launches_summarise (const WsScene *scene, const WsTreeOptions *options);

WsData *ws_data_new_for_launches (const WsScene *scene);

G_END_DECLS
