/* install.h: copies this computer's worker to another one, by the remote's command. */
#pragma once

#include "remote/remote.h"

G_BEGIN_DECLS

WsRemote *ws_install_worker (WsRemote *way, GCancellable *cancellable, GError **error);
void ws_install_worker_async (WsRemote *way, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data);
WsRemote *ws_install_worker_finish (GAsyncResult *result, GError **error);

G_END_DECLS
