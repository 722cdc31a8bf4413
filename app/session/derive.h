/* derive.h: derives what the views need from a run in a thread, so that the window stays responsive
 * with a large one. */
#pragma once

#include "scene/scene.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void ws_derive_async (WsRun *run, guint launch, guint block, GAsyncReadyCallback callback,
                      gpointer user_data);
WsScene *ws_derive_finish (GAsyncResult *result);

G_END_DECLS
