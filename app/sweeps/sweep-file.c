#include "sweeps/sweep-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAGIC      "WSSWP\0\0\1"
#define MAGIC_SIZE 8
#define VERSION    1

/* What stands before the sweep. */
typedef struct {
  char magic[MAGIC_SIZE];
  guint32 version; /* little-endian */
  guint32 padding; /* 0 */
} Header;

G_STATIC_ASSERT (sizeof (Header) == 16);

/* @variant, floating or not, in the other byte order where the host has it. (transfer full) */
static GVariant *
in_file_order (GVariant *variant)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (variant);

  return G_BYTE_ORDER == G_BIG_ENDIAN ? g_variant_byteswap (owned) : g_steal_pointer (&owned);
}

/**
 * ws_sweep_file_to_bytes:
 * @sweep: a sweep
 *
 * Returns: (transfer full): what stands in its file
 */
GBytes *
ws_sweep_file_to_bytes (const WsSweep *sweep)
{
  g_autoptr (GVariant) variant = in_file_order (ws_sweep_to_variant (sweep));
  gsize size = sizeof (Header) + g_variant_get_size (variant);
  guint8 *data = g_malloc (size);
  Header header = { .version = GUINT32_TO_LE (VERSION) };

  memcpy (header.magic, MAGIC, MAGIC_SIZE);
  memcpy (data, &header, sizeof header);
  g_variant_store (variant, data + sizeof header);
  return g_bytes_new_take (data, size);
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
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  g_autoptr (GBytes) payload = NULL;
  g_autoptr (GVariant) variant = NULL;
  Header header;

  if (size < sizeof header || memcmp (data, MAGIC, MAGIC_SIZE) != 0)
    {
      g_set_error_literal (error, WS_RECORD_ERROR, WS_RECORD_ERROR_DAMAGED,
                           _ ("Damaged sweep: the file does not begin as one does"));
      return NULL;
    }
  memcpy (&header, data, sizeof header);
  if (GUINT32_FROM_LE (header.version) != VERSION)
    {
      g_set_error (
          error, WS_RECORD_ERROR, WS_RECORD_ERROR_VERSION,
          _ ("The sweep was saved in version %1$u of the format; this program reads version %2$u"),
          GUINT32_FROM_LE (header.version), VERSION);
      return NULL;
    }
  payload = g_bytes_new_from_bytes (bytes, sizeof header, size - sizeof header);
  variant = in_file_order (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, payload, FALSE));
  return ws_sweep_new_from_variant (variant, error);
}
