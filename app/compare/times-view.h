/* times-view.h: the durations of two runs as bars on one axis: a strip below them. */
#pragma once

#include "beside/beside.h"
#include "toolkit/drawing.h"

G_BEGIN_DECLS

#define WS_TYPE_TIMES_VIEW (ws_times_view_get_type ())
G_DECLARE_FINAL_TYPE (WsTimesView, ws_times_view, WS, TIMES_VIEW, WsDrawing)

GtkWidget *ws_times_view_new (void);
void ws_times_view_show (WsTimesView *self, WsBeside *beside, const WsMoment *left,
                         gboolean over_time);

G_END_DECLS
