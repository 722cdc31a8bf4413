#include "catalog/error.h"

G_DEFINE_QUARK (ws - catalog - error - quark, ws_catalog_error)

/**
 * ws_catalog_damaged:
 * @section: of catalog.ini
 * @format: what is wrong with it, as of printf()
 *
 * Sets a %WS_CATALOG_ERROR_DAMAGED that names the section.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_catalog_damaged (GError **error, const char *section, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, "%s: [%s]: %s", WS_CATALOG_PATH,
               section, what);
  return FALSE;
}

/**
 * ws_catalog_refuse:
 * @code: what is wrong
 * @format: a sentence, as of printf()
 *
 * Sets a #WsCatalogError.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_catalog_refuse (GError **error, WsCatalogError code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (error != NULL)
    *error = g_error_new_valist (WS_CATALOG_ERROR, code, format, args);
  va_end (args);
  return FALSE;
}
