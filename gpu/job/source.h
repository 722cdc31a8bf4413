/* source.h: where a job comes from: created on demand, in any thread. */
#pragma once

#include "job/job.h"

G_BEGIN_DECLS

typedef struct _WsJobSource WsJobSource;
/* (transfer full) (nullable): the job; called in any thread, in one at a time */
typedef WsJob *(*WsJobMake) (gpointer data, GError **error);

WsJobSource *ws_job_source_new (WsJobMake make, gpointer data, GDestroyNotify free_data);
WsJobSource *ws_job_source_new_for_job (WsJob *job);
WsJobSource *ws_job_source_new_for_run (const WsRun *run);
WsJobSource *ws_job_source_ref (WsJobSource *self);
void ws_job_source_unref (WsJobSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsJobSource, ws_job_source_unref)
WsJob *ws_job_source_make (WsJobSource *self, GError **error);

G_END_DECLS
