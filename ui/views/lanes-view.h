/* lanes-view.h: the warps' lanes in a widget: choose a warp, move the playhead to an instruction.
 * */
#pragma once

#include "playback/canvas.h"

#include "view/figure.h"

G_BEGIN_DECLS

#define WS_TYPE_LANES_VIEW (ws_lanes_view_get_type ())
G_DECLARE_FINAL_TYPE (WsLanesView, ws_lanes_view, WS, LANES_VIEW, WsCanvas)

/* Signal: warp-chosen (guint). */
GtkWidget *ws_lanes_view_new (void);
void ws_lanes_view_get_options (WsLanesView *self, WsLanesOptions *options);
char *ws_lanes_view_dup_subtitle (WsLanesView *self);

G_END_DECLS
