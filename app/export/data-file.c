/* data-file.c: where a table is written to. */
#include "export/data.h"

#include "export/export.h"
#include "files/replacement.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean
has_suffix (const char *path, const char *suffix)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, suffix);
}

/**
 * ws_data_is_path:
 * @path: (type filename): of a file
 *
 * Whether its suffix is .csv or .json.
 */
gboolean
ws_data_is_path (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);
  return has_suffix (path, ".csv") || has_suffix (path, ".json");
}

/**
 * ws_data_write:
 * @path: a local file; its suffix, .csv or .json, says the format
 * @cancellable: (nullable): cancelling keeps the old file
 *
 * Writes it. An existing file is only replaced once the new one is complete. CSV as in RFC 4180,
 * its head as lines that begin with "#"; JSON with the head as members and "rows".
 *
 * Returns: whether it was written; %WS_EXPORT_ERROR or %G_IO_ERROR says why not
 */
gboolean
ws_data_write (const WsData *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GFile) file = NULL;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (!ws_data_is_path (path))
    {
      g_autofree char *base = g_path_get_basename (path);

      g_set_error (error, WS_EXPORT_ERROR, WS_EXPORT_ERROR_FORMAT,
                   _ ("\"%s\" has no known data format: use the suffix .csv or .json."), base);
      return FALSE;
    }
  text = has_suffix (path, ".json") ? ws_data_to_json (self) : ws_data_to_csv (self);
  file = g_file_new_for_path (path);
  return ws_file_replace (file, text, strlen (text), WS_REPLACE_NONE, cancellable, error);
}
