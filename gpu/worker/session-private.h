/* session-private.h: a plan under way, for the sources that record, time and count it. */
#pragma once

#include "worker/session.h"

G_BEGIN_DECLS

typedef struct {
  WsDevice *device;
  WsCatalog *catalog;
  const WsPlan *plan;
  /* what a launch reads and writes, in the plan's order; of a reduction the two change places */
  guint64 buffers[WS_PLAN_MAX_ARGUMENTS];
  guint64 buffer_bytes; /* of one input */
  guint64 out_bytes;    /* of an output, which of a reduction has to hold more than a tiny input */
} WsSession;

/* (transfer full) (nullable): the elements; an error says what they would take */
GBytes *ws_session_make_input (WsDevice *device, const WsPlan *plan, GError **error);
/* Loads the plan's PTX, and puts the input into memory of the device. */
gboolean ws_session_begin (WsSession *self, GBytes *input, GError **error);
/* Loads the plan's PTX, and frees all memory of the device. */
gboolean ws_session_load (WsSession *self, GError **error);
/* Registers per thread, of the device's own compiler or of ptxas; 0 where they are not known. */
guint32 ws_session_find_registers (WsSession *self, const char *entry, WsRegistersFrom *from);
/* A launch on @buffers. */
void ws_session_make_request (WsSession *self, const WsPlanLaunch *plan,
                              guint8 params[WS_PLAN_PARAMS_BYTES], WsLaunchRequest *request);
/* One launch; the buffers of a reduction change places. */
gboolean ws_session_launch (WsSession *self, const WsPlanLaunch *plan,
                            const WsRecordRequest *record, WsLaunchResult *result,
                            GCancellable *cancellable, GError **error);
/* (transfer full) (nullable): what the last launch left: the plan's remaining values */
GBytes *ws_session_read_output (WsSession *self, GError **error);
/* Runs all launches without recording. @durations_ns: (nullable) (array): of each launch; @failed:
 * (nullable) (out): which launch failed */
gboolean ws_session_run_plan (WsSession *self, guint64 *durations_ns, guint *failed,
                              GCancellable *cancellable, GError **error);

G_END_DECLS
