/* error.h: what is wrong with catalog.ini, or with what the user chooses. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_CATALOG_PATH "kernels/catalog.ini"

#define WS_CATALOG_ERROR (ws_catalog_error_quark ())
GQuark ws_catalog_error_quark (void);
typedef enum {
  WS_CATALOG_ERROR_DAMAGED,
  WS_CATALOG_ERROR_UNKNOWN_KERNEL,
  WS_CATALOG_ERROR_BAD_N,
  WS_CATALOG_ERROR_BAD_BLOCK,
  WS_CATALOG_ERROR_BAD_PARAMETER,
  WS_CATALOG_ERROR_BAD_REPEATS,
  WS_CATALOG_ERROR_BAD_OPTION,
} WsCatalogError;

gboolean ws_catalog_damaged (GError **error, const char *section, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
gboolean ws_catalog_refuse (GError **error, WsCatalogError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

G_END_DECLS
