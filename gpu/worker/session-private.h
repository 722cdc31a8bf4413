/* session-private.h: a job under way, for the sources that record, time and count it. */
#pragma once

#include "worker/session.h"

G_BEGIN_DECLS

/**
 * WsSession:
 * @device: what runs it
 * @job: what is run
 * @contents: (array) (nullable): what each buffer holds before the first launch; %NULL of those
 * that hold what happens to be there
 * @buffers: (array): addresses of the job's buffers
 */
typedef struct {
  WsDevice *device;
  const WsJob *job;
  GBytes **contents;
  guint64 *buffers;
} WsSession;

/* @contents: (nullable): (transfer full): see ws_session_make_contents(), which is asked otherwise
 */
gboolean ws_session_init (WsSession *self, WsDevice *device, const WsJob *job, GBytes **contents,
                          GError **error);
void ws_session_clear (WsSession *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WsSession, ws_session_clear)

/* (transfer full) (nullable): of each buffer; an error says what they would take */
GBytes **ws_session_make_contents (WsDevice *device, const WsJob *job, GError **error);
void ws_session_free_contents (GBytes **contents, guint n);
/* Loads the program, and puts what the buffers hold into memory of the device. */
gboolean ws_session_begin (WsSession *self, GError **error);
/* Loads the program, and frees all memory of the device. */
gboolean ws_session_load (WsSession *self, GError **error);
/* Registers per thread, of the device's own compiler or as the job says; 0 where they are not
 * known.
 */
guint32 ws_session_find_registers (WsSession *self, guint entry, WsRegistersFrom *from);
guint32 ws_session_get_shared_bytes (const WsSession *self, const WsJobLaunch *launch);
/* A launch on @buffers. @params: %WS_JOB_PARAMS_BYTES of room */
void ws_session_make_request (WsSession *self, const WsJobLaunch *launch, guint8 *params,
                              WsLaunchRequest *request);
gboolean ws_session_launch (WsSession *self, const WsJobLaunch *launch,
                            const WsRecordRequest *record, WsLaunchResult *result,
                            GCancellable *cancellable, GError **error);
/* Holds what the launches left against what must have come out. */
gboolean ws_session_judge (WsSession *self, WsVerdict *verdict, GError **error);
/* Runs all launches without recording. @durations_ns: (nullable) (array): of each launch; @failed:
 * (nullable) (out): which launch failed */
gboolean ws_session_run_all (WsSession *self, guint64 *durations_ns, guint *failed,
                             GCancellable *cancellable, GError **error);

G_END_DECLS
