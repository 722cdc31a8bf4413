#include "files/envelope.h"

#include "files/normal.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  char magic[WS_MAGIC_BYTES];
  guint32 version; /* little-endian */
  guint32 padding; /* 0 */
} Header;

G_STATIC_ASSERT (sizeof (Header) == WS_ENVELOPE_BYTES);

/**
 * ws_envelope_swap:
 * @variant: (transfer floating): in the host's byte order, or in a file's
 *
 * Returns: (transfer full): the same in the other of the two
 */
GVariant *
ws_envelope_swap (GVariant *variant)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (variant);

  return G_BYTE_ORDER == G_BIG_ENDIAN ? g_variant_byteswap (owned) : g_steal_pointer (&owned);
}

/**
 * ws_envelope_pack:
 * @magic: (array fixed-size=8): what the file is
 * @version: of its format
 * @variant: (transfer floating): what stands in it
 * @error: return location: where there is not enough memory
 *
 * Returns: (transfer full) (nullable): the bytes of the file
 */
GBytes *
ws_envelope_pack (const char *magic, guint32 version, GVariant *variant, GError **error)
{
  g_autoptr (GVariant) stored = ws_envelope_swap (variant);
  gsize size = WS_ENVELOPE_BYTES + g_variant_get_size (stored);
  Header header = { .version = GUINT32_TO_LE (version) };
  /* memory of our own: g_variant_get_data() would keep a second copy for as long as it lives */
  char *contents = g_try_malloc (size);

  if (contents == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                   _ ("Not enough memory to save %zu bytes"), size);
      return NULL;
    }
  memcpy (header.magic, magic, WS_MAGIC_BYTES);
  memcpy (contents, &header, WS_ENVELOPE_BYTES);
  g_variant_store (stored, contents + WS_ENVELOPE_BYTES);
  return g_bytes_new_take (contents, size);
}

/**
 * ws_envelope_look:
 * @bytes: of a file; any bytes
 * @magic: (array fixed-size=8): what it should be
 * @version: (out): of its format; 0 if it is too short, or something else
 *
 * Returns: whether it begins as such a file does
 */
WsEnvelopeState
ws_envelope_look (GBytes *bytes, const char *magic, guint32 *version)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);
  Header header;

  *version = 0;
  if (size < WS_ENVELOPE_BYTES)
    return WS_ENVELOPE_SHORT;
  memcpy (&header, data, WS_ENVELOPE_BYTES);
  if (memcmp (header.magic, magic, WS_MAGIC_BYTES) != 0)
    return WS_ENVELOPE_OTHER;
  *version = GUINT32_FROM_LE (header.version);
  return header.padding == 0 ? WS_ENVELOPE_GOOD : WS_ENVELOPE_PADDED;
}

/**
 * ws_envelope_open:
 * @bytes: of a file that ws_envelope_look() has looked at, and that is not too short
 * @type: of what stands in it
 *
 * Returns: (transfer full): what stands in it, in normal form or not; it keeps @bytes
 */
GVariant *
ws_envelope_open (GBytes *bytes, const GVariantType *type)
{
  g_autoptr (GBytes) payload = NULL;
  GVariant *variant;

  g_return_val_if_fail (g_bytes_get_size (bytes) >= WS_ENVELOPE_BYTES, NULL);

  payload = g_bytes_new_from_bytes (bytes, WS_ENVELOPE_BYTES,
                                    g_bytes_get_size (bytes) - WS_ENVELOPE_BYTES);
  variant = ws_variant_new_normal (type, payload);
  return ws_envelope_swap (variant != NULL ? variant
                                           : g_variant_new_from_bytes (type, payload, FALSE));
}
