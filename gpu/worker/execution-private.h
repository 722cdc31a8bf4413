/* execution-private.h: a running job, for the sources that record, time and count it. */
#pragma once

#include "worker/execution.h"

G_BEGIN_DECLS

/**
 * WsExecution:
 * @device: what runs it
 * @job: what is run
 * @contents: (array) (nullable): what each buffer holds before the first launch; %NULL of those
 * that hold what happens to be there. %NULL of all: it is made whenever it is needed
 * @buffers: (array): addresses of the job's buffers
 * @handed: (array): what kernels are handed for them: the same, or a texture's object
 */
typedef struct {
  WsDevice *device;
  const WsJob *job;
  GBytes **contents;
  guint64 *buffers;
  guint64 *handed;
} WsExecution;

gboolean ws_execution_init (WsExecution *self, WsDevice *device, const WsJob *job,
                            GBytes **contents, GError **error);
void ws_execution_clear (WsExecution *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WsExecution, ws_execution_clear)

GBytes **ws_execution_make_contents (WsDevice *device, const WsJob *job, GError **error);
void ws_execution_free_contents (GBytes **contents, guint n);
gboolean ws_execution_begin (WsExecution *self, GError **error);
gboolean ws_execution_place (WsExecution *self, guint index, GError **error);
gboolean ws_execution_load (WsExecution *self, GError **error);
guint32 ws_execution_find_registers (WsExecution *self, guint entry, WsRegistersFrom *from);
guint32 ws_execution_get_shared_bytes (const WsExecution *self, const WsJobLaunch *launch);
void ws_execution_make_request (WsExecution *self, const WsJobLaunch *launch, guint8 *params,
                                WsLaunchRequest *request);
gboolean ws_execution_launch (WsExecution *self, const WsJobLaunch *launch,
                              const WsRecordRequest *record, WsLaunchResult *result,
                              GCancellable *cancellable, GError **error);
gboolean ws_execution_judge (WsExecution *self, WsVerdict *verdict, GError **error);
gboolean ws_execution_run_all (WsExecution *self, guint64 *durations_ns, guint *failed,
                               GCancellable *cancellable, GError **error);
const char *ws_execution_answer (GError **error);

G_END_DECLS
