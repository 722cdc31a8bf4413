/* verifier.h: further checks of the user's runs: for errors and, after a run on a real GPU, for
 * agreement with the virtual one. */
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
