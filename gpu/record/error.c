#include "record/error.h"

#include <glib/gi18n.h>

G_DEFINE_QUARK (ws - record - error - quark, ws_record_error)

/**
 * ws_record_damaged:
 * @format: what is wrong and where, as for printf()
 *
 * Sets a %WS_RECORD_ERROR_DAMAGED.
 *
 * Returns: always %FALSE, to be returned
 */
gboolean
ws_record_damaged (GError **error, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED, _ ("Damaged run: %s"), what);
  return FALSE;
}
