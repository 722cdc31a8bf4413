/* recorder.h: runs a kernel on a device through the worker, one recording at a time, and says how
 * it goes. */
#pragma once

#include "catalog/catalog.h"
#include "client/client.h"
#include "scene/scene.h"

G_BEGIN_DECLS

#define WS_TYPE_RECORDER (ws_recorder_get_type ())
G_DECLARE_FINAL_TYPE (WsRecorder, ws_recorder, WS, RECORDER, GObject)

/* Signals: recorded (WsRun *, WsScene * or NULL), failed (GError *, WsRun *partial or NULL),
 * counted (WsRun *, guint launch, GPtrArray of WsCounter), devices (GPtrArray of WsClientDevice);
 * properties busy, fraction, sentence. */
WsRecorder *ws_recorder_new (void);
void ws_recorder_start (WsRecorder *self, const char *device, WsJobSource *source, guint launch,
                        guint block);
void ws_recorder_count (WsRecorder *self, WsRun *run, WsJobSource *source, guint launch);
void ws_recorder_list_devices (WsRecorder *self);
void ws_recorder_cancel (WsRecorder *self);
guint ws_recorder_get_worker_pid (WsRecorder *self);
gboolean ws_recorder_is_busy (WsRecorder *self);
/* (transfer none): who talks to the worker for it, to be watched for signs of life */
WsClient *ws_recorder_get_client (WsRecorder *self);

G_END_DECLS
