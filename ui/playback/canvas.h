/* canvas.h: base of the views: a drawing of a scene at the playhead's moment.
 *
 * It holds the playhead, and redraws when that moves. A subclass that shows a view of view.h names
 * it and supplies its options; others draw by themselves.
 */
#pragma once

#include "view/view.h"
#include "toolkit/drawing.h"
#include "playback/playhead.h"

G_BEGIN_DECLS

#define WS_TYPE_CANVAS (ws_canvas_get_type ())
G_DECLARE_DERIVABLE_TYPE (WsCanvas, ws_canvas, WS, CANVAS, WsDrawing)

/**
 * WsCanvasClass:
 * @view: (nullable): the view shown, which caches its parts between frames if it has a painter, and
 * handles the pointer
 * @get_options: (nullable): options of the view; @options: initialised with defaults
 * @draw: without a view: draws; called only with a scene
 * @tooltip: (nullable): without a view: text for a place, or %NULL
 * @describe: (nullable): one sentence that describes the contents
 * @scene_changed: (nullable): called when another run, launch or block is shown
 * @follows_launch: without a view: it follows the launch's time, and needs no block
 */
struct _WsCanvasClass {
  WsDrawingClass parent_class;

  const WsViewClass *view;
  void (*get_options) (WsCanvas *self, WsFigureOptions *options);
  void (*draw) (WsCanvas *self, cairo_t *cr, const WsFrame *frame);
  char *(*tooltip) (WsCanvas *self, const WsFrame *frame, double x, double y);
  char *(*describe) (WsCanvas *self, const WsScene *scene, const WsMoment *moment);
  void (*scene_changed) (WsCanvas *self);
  gboolean follows_launch;

  gpointer padding[3];
};

WsPlayhead *ws_canvas_get_playhead (WsCanvas *self);
void ws_canvas_set_playhead (WsCanvas *self, WsPlayhead *playhead);
void ws_canvas_set_is_beside (WsCanvas *self, gboolean is_beside);
const WsScene *ws_canvas_get_beside (WsCanvas *self);
void ws_canvas_set_source (WsCanvas *self, WsCanvas *source);
guint32 ws_canvas_find_lanes (WsCanvas *self, WsBox boxes[WS_WARP_SIZE]);
char *ws_canvas_dup_figure (WsCanvas *self);
gboolean ws_canvas_get_moment (WsCanvas *self, const WsScene **scene, WsMoment *moment);

G_END_DECLS
