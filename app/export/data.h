/* data.h: tables, written as CSV or JSON. */
#pragma once

#include "table/data.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* CSV as in RFC 4180, its head as lines that begin with "#"; JSON with the head as members and
 * "rows". The suffix says which */
gboolean ws_data_write (const WsData *self, const char *path, GCancellable *cancellable,
                        GError **error);
/* whether its suffix is .csv or .json */
gboolean ws_data_is_path (const char *path);
/* (transfer full) */
char *ws_data_to_csv (const WsData *self);
char *ws_data_to_json (const WsData *self);

G_END_DECLS
