/* twin.h: makes a virtual twin of a GPU: measures it, with a dialog that says how far it is, and
 * puts the spec file into the user's folder. */
#pragma once

#include "window/context.h"

G_BEGIN_DECLS

void ws_twin_make (const WsClientDevice *device, GtkWindow *parent, WsSession *session,
                   WsNotices *notices);

G_END_DECLS
