/* canvas.h: base of the views: a drawing of a scene at the playhead's moment.
 *
 * It keeps the playhead, and redraws when that moves. A view overrides draw, and where it has
 * something to say, tooltip and describe.
 */
#pragma once

#include "draw/painter.h"
#include "ui/drawing.h"
#include "ui/playhead.h"

G_BEGIN_DECLS

#define WS_TYPE_CANVAS (ws_canvas_get_type ())
G_DECLARE_DERIVABLE_TYPE (WsCanvas, ws_canvas, WS, CANVAS, WsDrawing)

/**
 * WsCanvasClass:
 * @draw: draws the view, unless it has a painter; called only where there is a scene
 * @new_painter: (nullable): makes a painter, whose parts are kept from frame to frame
 * @set_painter: sets it to what is to be shown
 * @tooltip: (nullable): text for a place, or %NULL
 * @describe: (nullable): one sentence that says what is shown
 * @scene_changed: (nullable): another run, launch or block is shown
 * @follows_launch: shows the whole launch: it follows the launch's time, and needs no block
 */
struct _WsCanvasClass {
  WsDrawingClass parent_class;

  void (*draw) (WsCanvas *self, cairo_t *cr, const WsScene *scene, const WsMoment *moment,
                const WsTheme *theme, double width, double height);
  WsPainter *(*new_painter) (cairo_t *cr);
  void (*set_painter) (WsCanvas *self, WsPainter *painter, const WsScene *scene,
                       const WsMoment *moment, const WsTheme *theme, double width, double height);
  char *(*tooltip) (WsCanvas *self, const WsScene *scene, const WsMoment *moment,
                    const WsTheme *theme, double x, double y, double width, double height);
  char *(*describe) (WsCanvas *self, const WsScene *scene, const WsMoment *moment);
  void (*scene_changed) (WsCanvas *self);
  gboolean follows_launch;

  gpointer padding[3];
};

WsPlayhead *ws_canvas_get_playhead (WsCanvas *self);
void ws_canvas_set_playhead (WsCanvas *self, WsPlayhead *playhead);
gboolean ws_canvas_get_moment (WsCanvas *self, const WsScene **scene, WsMoment *moment);

G_END_DECLS
