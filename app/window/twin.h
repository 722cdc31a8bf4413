/* twin.h: makes a virtual twin of a GPU: measures it, with a progress dialog, and saves the spec
 * file to the user's folder. */
#pragma once

#include "window/context.h"

G_BEGIN_DECLS

void ws_twin_make (const WsClientDevice *device, GtkWindow *parent, WsSession *session,
                   WsNotices *notices);

G_END_DECLS
