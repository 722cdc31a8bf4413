/* options.h: how a window is asked to begin, read and judged. */
#pragma once

#include "catalog/catalog.h"
#include "window/window.h"

G_BEGIN_DECLS

gboolean ws_window_options_apply (const WsWindowOptions *self, WsPlanParameters *parameters,
                                  GError **error);
gboolean ws_window_options_check (const WsWindowOptions *self, WsCatalog *catalog, GError **error);

G_END_DECLS
