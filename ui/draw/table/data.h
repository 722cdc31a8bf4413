/* data.h: the figures behind a view, as a table. */
#pragma once

#include "record/run.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WsData:
 *
 * A table with a head of common facts (device, driver, date, measured or modelled, n, block ...),
 * then columns and rows. Cells are numbers, words or nothing.
 */
typedef struct _WsData WsData;

WsData *ws_data_new (const char *name);
WsData *ws_data_ref (WsData *self);
void ws_data_unref (WsData *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsData, ws_data_unref)

/* the head */
void ws_data_set_text (WsData *self, const char *key, const char *value);
void ws_data_set_number (WsData *self, const char *key, double value);
/* columns, then rows: each a number of cells; missing ones are unknown */
void ws_data_add_column (WsData *self, const char *name);
void ws_data_add_row (WsData *self);
void ws_data_put_text (WsData *self, const char *value);
void ws_data_put_number (WsData *self, double value); /* NAN: not known */

guint ws_data_get_n_rows (const WsData *self);

char *ws_data_format_date (gint64 unix_seconds);

G_END_DECLS
