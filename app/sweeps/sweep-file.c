#include "sweeps/sweep-file.h"

#include "files/envelope.h"

#include <glib/gi18n.h>

#define MAGIC   "WSSWP\0\0\1"
#define VERSION 1

/* Returns: (transfer full): what stands in its file */
GBytes *
ws_sweep_file_to_bytes (const WsSweep *sweep)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = ws_envelope_pack (MAGIC, VERSION, ws_sweep_to_variant (sweep), &error);

  /* a few thousand bytes */
  if (bytes == NULL)
    g_error ("%s", error->message);
  return bytes;
}

/**
 * ws_sweep_file_from_bytes:
 * @bytes: what stands in a file
 * @error: return location: %WS_RECORD_ERROR_DAMAGED or %WS_RECORD_ERROR_VERSION
 *
 * Returns: (transfer full) (nullable): the sweep
 */
WsSweep *
ws_sweep_file_from_bytes (GBytes *bytes, GError **error)
{
  g_autoptr (GVariant) variant = NULL;
  guint32 version;
  WsEnvelopeState state = ws_envelope_look (bytes, MAGIC, &version);

  if (state == WS_ENVELOPE_SHORT || state == WS_ENVELOPE_OTHER)
    {
      g_set_error_literal (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED,
                           _ ("Damaged sweep: not a sweep file"));
      return NULL;
    }
  if (version != VERSION)
    {
      g_set_error (
          error, WS_RECORD_ERROR, WS_RECORD_ERROR_VERSION,
          _ ("The sweep was saved in format version %1$u; this program reads version %2$u"),
          version, VERSION);
      return NULL;
    }
  variant = ws_envelope_open (bytes, G_VARIANT_TYPE_VARDICT);
  return ws_sweep_new_from_variant (variant, error);
}
