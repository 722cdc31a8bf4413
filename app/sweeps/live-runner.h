/* live-runner.h: times one job again and again, until it is told to stop. */
#pragma once

#include "client/client.h"
#include "timing/live.h"

G_BEGIN_DECLS

#define WS_TYPE_LIVE_RUNNER (ws_live_runner_get_type ())
G_DECLARE_FINAL_TYPE (WsLiveRunner, ws_live_runner, WS, LIVE_RUNNER, GObject)

/* Signals: samples (WsLive *): some were appended: at most once for each turn of the main loop,
 * however many came; failed (GError *). Property running. */
WsLiveRunner *ws_live_runner_new (void);
/* @live: is filled; its device ... are set from @device where they are not.
 * Starting anew with the same one goes on where it stopped. */
void ws_live_runner_start (WsLiveRunner *self, WsLive *live, WsJobSource *source,
                           const WsClientDevice *device);
/* Stops soon; what was measured stays. */
void ws_live_runner_stop (WsLiveRunner *self);
gboolean ws_live_runner_is_running (WsLiveRunner *self);
/* (transfer none): who talks to the worker for it, to be watched for signs of life */
WsClient *ws_live_runner_get_client (WsLiveRunner *self);

G_END_DECLS
