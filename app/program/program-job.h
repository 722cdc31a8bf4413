/* program-job.h: makes a job of a launch that was captured while a program ran. */
#pragma once

#include "client/client.h"
#include "program/program-run.h"

G_BEGIN_DECLS

/**
 * WsProgramCapture:
 * @run: one with a captured launch
 * @file: name of the program's source
 * @source: its text
 * @code: (nullable): its kernels, if edited since
 */
typedef struct {
  const WsProgramRun *run;
  const char *file;
  const char *source;
  const WsProgramCode *code;
} WsProgramCapture;

void ws_program_make_job_async (const WsProgramCapture *capture, WsClient *client,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
WsJob *ws_program_make_job_finish (GAsyncResult *result, GError **error);

G_END_DECLS
