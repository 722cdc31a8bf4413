/* live-runner.h: times one job repeatedly until stopped; only once on a virtual GPU, where all runs
 * are identical. */
#pragma once

#include "session/queue.h"
#include "timing/live.h"

G_BEGIN_DECLS

#define WS_TYPE_LIVE_RUNNER (ws_live_runner_get_type ())
G_DECLARE_FINAL_TYPE (WsLiveRunner, ws_live_runner, WS, LIVE_RUNNER, GObject)

/* Signals: samples (WsLive *): samples were appended; at most once per iteration of the main loop;
 * failed (GError *). Property running. */
WsLiveRunner *ws_live_runner_new (WsQueue *queue);
void ws_live_runner_start (WsLiveRunner *self, WsLive *live, WsJobSource *source,
                           const WsClientDevice *device);
void ws_live_runner_stop (WsLiveRunner *self);
gboolean ws_live_runner_is_running (WsLiveRunner *self);

G_END_DECLS
