/* version-pair.h: the versions of the user's kernel, two of which can be shown side by side with
 * their runs. */
#pragma once

#include "edit/user-editor.h"
#include "edit/user-versions.h"
#include "window/presentation.h"

G_BEGIN_DECLS

#define WS_TYPE_VERSION_PAIR (ws_version_pair_get_type ())
G_DECLARE_FINAL_TYPE (WsVersionPair, ws_version_pair, WS, VERSION_PAIR, GObject)

WsVersionPair *ws_version_pair_new (const WsContext *context, WsPresentation *presentation,
                                    WsUserEditor *editor, WsUserVersions *versions);

G_END_DECLS
