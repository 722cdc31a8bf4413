/* user-opener.h: the user's kernel that is open in the window: has it read and compiled, reports
 * the outcome, and reloads it when its file changes.
 *
 * A source with a main() runs as a whole program if the user permits it: then the job is one of its
 * launches. Otherwise, its launches are inferred from the source. */
#pragma once

#include "kernel/user-kernel.h"
#include "program/program.h"

G_BEGIN_DECLS

#define WS_TYPE_USER_OPENER (ws_user_opener_get_type ())
G_DECLARE_FINAL_TYPE (WsUserOpener, ws_user_opener, WS, USER_OPENER, GObject)

/* Signals: "made" (WsJob *): there is a job to record; "failed" (const char *): why there is none,
 * as a sentence; "unread" (const char *): why a file was not opened: what was open stays so;
 * "changed": another program has written the file; "reading" (GFile *): a file is being read, or,
 * of %NULL, none any more; "opening" (GFile *): it is read, and takes the place of what is open
 * unless a handler returns %TRUE; "opened" (GFile *, const char *): it has, with this text; "ran":
 * its main() has, see ws_user_program_get_run(); "making": whether it is being made has changed. */
WsUserOpener *ws_user_opener_new (GSettings *settings);
void ws_user_opener_open (WsUserOpener *self, GFile *file);
void ws_user_opener_cancel (WsUserOpener *self);
void ws_user_opener_choose (WsUserOpener *self, const char *kernel);
void ws_user_opener_make (WsUserOpener *self);
void ws_user_opener_stop (WsUserOpener *self);
void ws_user_opener_close (WsUserOpener *self);
GFile *ws_user_opener_get_file (WsUserOpener *self);
WsUserKernel *ws_user_opener_get_kernel (WsUserOpener *self);
void ws_user_opener_take_text (WsUserOpener *self, const char *text);
gboolean ws_user_opener_has_typed (WsUserOpener *self);
GPtrArray *ws_user_opener_get_diagnostics (WsUserOpener *self);
const WsUserBracket *ws_user_opener_get_bracket (WsUserOpener *self);
WsClient *ws_user_opener_get_client (WsUserOpener *self);
void ws_user_opener_again (WsUserOpener *self);
gboolean ws_user_opener_lacks_compiler (WsUserOpener *self);
const char *ws_user_opener_get_refused (WsUserOpener *self);
void ws_user_opener_allow (WsUserOpener *self);
void ws_user_opener_renew (WsUserOpener *self);
gboolean ws_user_opener_is_busy (WsUserOpener *self);

void ws_user_opener_set_spec (WsUserOpener *self, const WsSpec *spec);
void ws_user_opener_set_architecture (WsUserOpener *self, guint architecture);
gboolean ws_user_opener_is_outdated (WsUserOpener *self);
gboolean ws_user_opener_asks (WsUserOpener *self);
void ws_user_opener_permit (WsUserOpener *self);
void ws_user_opener_keep_permit (WsUserOpener *self, const char *text);
gboolean ws_user_opener_runs_main (WsUserOpener *self);
gboolean ws_user_opener_makes (WsUserOpener *self);
WsUserProgram *ws_user_opener_get_program (WsUserOpener *self);
const char *ws_user_opener_get_unable (WsUserOpener *self);

G_END_DECLS
