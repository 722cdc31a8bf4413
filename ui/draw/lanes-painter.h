/* lanes-painter.h: the lanes' drawing in parts, for who shows it frame after frame: warps that
 * stand still stay, and the weave fills bit by bit.
 *
 * A painter is set to a moment; then it has parts, which drawn in their order are what
 * ws_draw_lanes() draws.
 */
#pragma once

#include "draw/lanes.h"
#include "draw/part.h"

G_BEGIN_DECLS

typedef struct _WsLanesPainter WsLanesPainter;

/* @cr: nullable: where all is drawn; else what each part is drawn on has a scale of 1 */
WsLanesPainter *ws_lanes_painter_new (cairo_t *cr);
void ws_lanes_painter_free (WsLanesPainter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsLanesPainter, ws_lanes_painter_free)

/* @options: nullable */
void ws_lanes_painter_set (WsLanesPainter *self, const WsScene *scene, const WsMoment *moment,
                           const WsLanesOptions *options, const WsTheme *theme, double width,
                           double height);
void ws_lanes_painter_forget (WsLanesPainter *self);
const WsPart *ws_lanes_painter_get_parts (const WsLanesPainter *self, guint *n_parts);
/* a WsPartFunc */
void ws_lanes_painter_draw (gpointer painter, guint i, cairo_t *cr);

G_END_DECLS
