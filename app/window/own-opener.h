/* own-opener.h: the user's kernel that is open in the window: has it read, compiles it,
 * says what became of it, and takes it up again where its file changes. */
#pragma once

#include "kernel/own-kernel.h"

G_BEGIN_DECLS

#define WS_TYPE_OWN_OPENER (ws_own_opener_get_type ())
G_DECLARE_FINAL_TYPE (WsOwnOpener, ws_own_opener, WS, OWN_OPENER, GObject)

/* Signals: "made" (WsJob *): there is a job to record; "failed" (const char *): why there is none,
 * as a sentence; "unread" (const char *): why a file was not opened: what was open stays so;
 * "changed": another program has written the file; "reading" (GFile *): a file is being read, or,
 * of %NULL, none any more; "opening" (GFile *): it is read, and takes the place of what is open
 * unless a handler returns %TRUE; "opened" (GFile *, const char *): it has, with this text. */
WsOwnOpener *ws_own_opener_new (GSettings *settings);
void ws_own_opener_open (WsOwnOpener *self, GFile *file);
void ws_own_opener_cancel (WsOwnOpener *self);
void ws_own_opener_choose (WsOwnOpener *self, const char *kernel);
void ws_own_opener_make (WsOwnOpener *self);
void ws_own_opener_stop (WsOwnOpener *self);
void ws_own_opener_close (WsOwnOpener *self);
GFile *ws_own_opener_get_file (WsOwnOpener *self);
WsOwnKernel *ws_own_opener_get_kernel (WsOwnOpener *self);
void ws_own_opener_take_text (WsOwnOpener *self, const char *text);
gboolean ws_own_opener_has_typed (WsOwnOpener *self);
GPtrArray *ws_own_opener_get_diagnostics (WsOwnOpener *self);
const WsOwnBracket *ws_own_opener_get_bracket (WsOwnOpener *self);
WsClient *ws_own_opener_get_client (WsOwnOpener *self);
void ws_own_opener_again (WsOwnOpener *self);
gboolean ws_own_opener_lacks_compiler (WsOwnOpener *self);
const char *ws_own_opener_get_refused (WsOwnOpener *self);
void ws_own_opener_allow (WsOwnOpener *self);
void ws_own_opener_renew (WsOwnOpener *self);
gboolean ws_own_opener_is_busy (WsOwnOpener *self);

G_END_DECLS
