/* derive.h: what the views need to know of a run, found out in a thread: a large one takes its
 * time, and the window goes on meanwhile. */
#pragma once

#include "scene/scene.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void ws_derive_async (WsRun *run, guint launch, guint block, GAsyncReadyCallback callback,
                      gpointer user_data);
WsScene *ws_derive_finish (GAsyncResult *result);

G_END_DECLS
