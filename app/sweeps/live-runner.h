/* live-runner.h: times one job again and again, until it is told to stop; on a virtual GPU, where
 * every run is alike, once. */
#pragma once

#include "session/queue.h"
#include "timing/live.h"

G_BEGIN_DECLS

#define WS_TYPE_LIVE_RUNNER (ws_live_runner_get_type ())
G_DECLARE_FINAL_TYPE (WsLiveRunner, ws_live_runner, WS, LIVE_RUNNER, GObject)

/* Signals: samples (WsLive *): some were appended: at most once for each turn of the main loop,
 * however many came; failed (GError *). Property running. */
WsLiveRunner *ws_live_runner_new (WsQueue *queue);
void ws_live_runner_start (WsLiveRunner *self, WsLive *live, WsJobSource *source,
                           const WsClientDevice *device);
void ws_live_runner_stop (WsLiveRunner *self);
gboolean ws_live_runner_is_running (WsLiveRunner *self);

G_END_DECLS
