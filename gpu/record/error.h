/* error.h: errors of a run or a spec. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_RECORD_ERROR (ws_record_error_quark ())
GQuark ws_record_error_quark (void);
typedef enum {
  WS_RECORD_ERROR_DAMAGED, /* not a valid run: what is wrong, and where */
  WS_RECORD_ERROR_VERSION, /* made by another version */
  WS_RECORD_ERROR_SPEC,    /* a spec that lacks something */
} WsRecordError;

gboolean ws_record_damaged (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
