/* program.h: a program of the user's: its source, the history of its run, and the launch shown.
 *
 * It is compiled when its text has changed, and run when it was recompiled or its arguments have
 * changed. The launch shown is captured during the run: then it is a job like any other. To capture
 * another launch, it runs again.
 *
 * If only kernels were edited and main() is slow, the same launch is shown with the new kernels,
 * and main() runs afterwards.
 */
#pragma once

#include "client/client.h"
#include "program/program-run.h"

G_BEGIN_DECLS

#define WS_TYPE_USER_PROGRAM (ws_user_program_get_type ())
G_DECLARE_FINAL_TYPE (WsUserProgram, ws_user_program, WS, USER_PROGRAM, GObject)

/* Default limit of the processor time of all launches together, after which the program is stopped.
 * */
#define WS_PROGRAM_SECONDS 10

WsUserProgram *ws_user_program_new (GFile *file);
WsUserProgram *ws_user_program_new_for_command (const char *const *argv);
GFile *ws_user_program_get_file (WsUserProgram *self);
void ws_user_program_set_text (WsUserProgram *self, const char *text);
void ws_user_program_set_device (WsUserProgram *self, const WsSpec *spec);
void ws_user_program_set_cudart (WsUserProgram *self, const char *cudart);
gboolean ws_user_program_set_arguments (WsUserProgram *self, const char *line, GError **error);
const char *ws_user_program_get_arguments (WsUserProgram *self);
void ws_user_program_set_seconds (WsUserProgram *self, double seconds);
double ws_user_program_get_seconds (WsUserProgram *self);
void ws_user_program_renew (WsUserProgram *self);
void ws_user_program_set_launch (WsUserProgram *self, guint launch);
guint ws_user_program_get_launch (WsUserProgram *self);
gboolean ws_user_program_is_behind (WsUserProgram *self);
const WsProgramRun *ws_user_program_get_run (WsUserProgram *self);
GPtrArray *ws_user_program_get_diagnostics (WsUserProgram *self);
gboolean ws_user_program_cannot_run (WsUserProgram *self, const GError *error);
void ws_user_program_make_async (WsUserProgram *self, WsClient *reader, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
WsJob *ws_user_program_make_finish (WsUserProgram *self, GAsyncResult *result, GError **error);

G_END_DECLS
