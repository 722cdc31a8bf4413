/* data.h: tables, written as CSV or JSON. */
#pragma once

#include "table/data.h"

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean ws_data_write (const WsData *self, const char *path, GCancellable *cancellable,
                        GError **error);
gboolean ws_data_is_path (const char *path);
char *ws_data_to_csv (const WsData *self);
char *ws_data_to_json (const WsData *self);

G_END_DECLS
