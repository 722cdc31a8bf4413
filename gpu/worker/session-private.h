/* session-private.h: a plan under way, for the sources that record, time and count it. */
#pragma once

#include "worker/session.h"

G_BEGIN_DECLS

typedef struct {
  WsDevice *device;
  WsCatalog *catalog;
  const WsPlan *plan;
  guint64 buffers[2]; /* from which a launch reads, and to which it writes; they change places */
  guint64 buffer_bytes;
  guint64 out_bytes; /* of the second, which has to hold more than a tiny input */
} WsSession;

/* Loads the plan's PTX, and puts the input into memory of the device. */
gboolean ws_session_begin (WsSession *self, GBytes *input, GError **error);
/* Loads the plan's PTX, and frees all memory of the device. */
gboolean ws_session_load (WsSession *self, GError **error);
/* The parameters of a launch that reads from @buffers[0] and writes to @buffers[1]. */
#define WS_SESSION_PARAMS_BYTES 20
void ws_session_make_request (WsSession *self, const WsPlanLaunch *plan,
                              guint8 params[WS_SESSION_PARAMS_BYTES], WsLaunchRequest *request);
/* One launch; the buffers change places. */
gboolean ws_session_launch (WsSession *self, const WsPlanLaunch *plan,
                            const WsRecordRequest *record, WsLaunchResult *result,
                            GCancellable *cancellable, GError **error);
/* What the last launch left, combined on the host where more than one value is. */
gboolean ws_session_read_result (WsSession *self, guint64 *result, GError **error);
/* Runs all launches without recording. @durations_ns: (nullable) (array): of each launch; @failed:
 * (nullable) (out): which launch failed */
gboolean ws_session_run_plan (WsSession *self, guint64 *durations_ns, guint *failed,
                              GCancellable *cancellable, GError **error);

G_END_DECLS
