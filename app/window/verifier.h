/* verifier.h: what of the user's kernel ran is looked at further: for mistakes, and, where a real
 * GPU ran it, for whether the virtual one does the same. */
#pragma once

#include "edit/user-editor.h"
#include "window/context.h"

G_BEGIN_DECLS

#define WS_TYPE_VERIFIER (ws_verifier_get_type ())
G_DECLARE_FINAL_TYPE (WsVerifier, ws_verifier, WS, VERIFIER, GObject)

WsVerifier *ws_verifier_new (const WsContext *context, WsUserEditor *editor);
void ws_verifier_end (WsVerifier *self);
void ws_verifier_take_job (WsVerifier *self, WsJob *job);
gboolean ws_verifier_is_busy (WsVerifier *self);

G_END_DECLS
