#include "wire/protocol.h"

#include "files/normal.h"
#include "wire/squeeze.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAGIC          "WSF1"
#define SQUEEZED_MAGIC "WSZ1"
#define HEADER_BYTES   8
#define PIECE_BYTES    (1 << 20) /* of one read */

G_DEFINE_QUARK (ws - protocol - error - quark, ws_protocol_error)

/* (transfer full) (nullable): what a frame holds */
static GVariant *
make_payload (const char *message, GVariant *body, GError **error)
{
  g_autoptr (GVariant) payload = g_variant_ref_sink (
      g_variant_new ("(sv)", message, body != NULL ? body : g_variant_new_tuple (NULL, 0)));

  if (G_BYTE_ORDER == G_BIG_ENDIAN)
    {
      GVariant *swapped = g_variant_byteswap (payload);

      g_variant_unref (payload);
      payload = swapped;
    }
  if (g_variant_get_size (payload) <= WS_PROTOCOL_MAX_BYTES)
    return g_steal_pointer (&payload);
  g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE,
                       g_str_equal (message, "run")
                           ? _ ("The run exceeds the 2 GiB of a message: record fewer blocks.")
                           : _ ("The job exceeds the 2 GiB of a message: take fewer elements."));
  return NULL;
}

static void
make_header (const char *magic, gsize size, guint8 header[HEADER_BYTES])
{
  guint32 length = GUINT32_TO_LE ((guint32)size);

  memcpy (header, magic, 4);
  memcpy (header + 4, &length, 4);
}

/**
 * ws_protocol_write:
 * @stream: where to
 * @message: name of the message
 * @body: (nullable) (transfer floating): what it says
 *
 * Writes one frame. To be called by one thread at a time.
 *
 * Returns: whether it was written
 */
gboolean
ws_protocol_write (GOutputStream *stream, const char *message, GVariant *body,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (GVariant) payload = make_payload (message, body, error);
  guint8 header[HEADER_BYTES];

  if (payload == NULL)
    return FALSE;
  make_header (MAGIC, g_variant_get_size (payload), header);
  return g_output_stream_write_all (stream, header, sizeof header, NULL, cancellable, error)
         && g_output_stream_write_all (stream, g_variant_get_data (payload),
                                       g_variant_get_size (payload), NULL, cancellable, error)
         && g_output_stream_flush (stream, cancellable, error);
}

static GBytes *
pack_payload (GVariant *payload, GError **error)
{
  gsize size = g_variant_get_size (payload);
  guint8 *frame;

  frame = g_try_malloc (HEADER_BYTES + size);
  if (frame == NULL)
    {
      g_set_error_literal (
          error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
          _ ("Not enough memory on this computer to send the job: take fewer elements."));
      return NULL;
    }
  make_header (MAGIC, size, frame);
  g_variant_store (payload, frame + HEADER_BYTES);
  return g_bytes_new_take (frame, HEADER_BYTES + size);
}

/**
 * ws_protocol_pack:
 * @message: name of the message
 * @body: (nullable) (transfer floating): what it says
 *
 * Returns: (transfer full) (nullable): a whole frame, to be written by others
 */
GBytes *
ws_protocol_pack (const char *message, GVariant *body, GError **error)
{
  g_autoptr (GVariant) payload = make_payload (message, body, error);

  return payload != NULL ? pack_payload (payload, error) : NULL;
}

/**
 * ws_protocol_pack_squeezed:
 * @message: name of the message
 * @body: (nullable) (transfer floating): what it says
 *
 * As ws_protocol_pack(), for a line that may be slow.
 *
 * Returns: (transfer full) (nullable): a whole frame, squeezed where that makes it smaller
 */
GBytes *
ws_protocol_pack_squeezed (const char *message, GVariant *body, GError **error)
{
  g_autoptr (GVariant) payload = make_payload (message, body, error);
  guint8 *frame = NULL;
  gsize size;

  if (payload == NULL)
    return NULL;
  frame =
      ws_squeeze (g_variant_get_data (payload), g_variant_get_size (payload), HEADER_BYTES, &size);
  if (frame == NULL)
    return pack_payload (payload, error);
  make_header (SQUEEZED_MAGIC, size - HEADER_BYTES, frame);
  return g_bytes_new_take (frame, size);
}

/* Returns: (transfer full) (nullable): what it says */
static GVariant *
parse (GBytes *payload, char **message, GError **error)
{
  g_autoptr (GVariant) frame = NULL;
  GVariant *body = NULL;

  frame = ws_variant_new_normal (G_VARIANT_TYPE ("(sv)"), payload);
  if (frame == NULL)
    {
      g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE,
                           _ ("The contents of a message do not match its type."));
      return NULL;
    }
  g_variant_ref_sink (frame);
  if (G_BYTE_ORDER == G_BIG_ENDIAN)
    {
      GVariant *swapped = g_variant_byteswap (frame);

      g_variant_unref (frame);
      frame = swapped;
    }
  g_variant_get (frame, "(sv)", message, &body);
  return body;
}

/* @data: (transfer full): as it came */
static GBytes *
take_payload (guint8 *data, gsize size, gboolean is_squeezed, GError **error)
{
  g_autofree guint8 *squeezed = is_squeezed ? data : NULL;
  guint8 *payload = data;
  gsize length = size;

  if (is_squeezed)
    payload = ws_unsqueeze (squeezed, size, WS_PROTOCOL_MAX_BYTES, &length);
  if (payload != NULL)
    return g_bytes_new_take (payload, length);
  g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE,
                       _ ("A squeezed message is damaged, or too large."));
  return NULL;
}

/* As g_input_stream_read_all(). Returns: how many bytes there were; -1 if it failed */
static gssize
read_all (GInputStream *stream, guint8 *data, gsize size, gsize *n_read, GCancellable *cancellable,
          GError **error)
{
  gsize n = 0;
  gssize more = 1;

  for (; n < size && more > 0; n += (gsize)MAX (more, 0))
    {
      more =
          g_input_stream_read (stream, data + n, MIN (size - n, PIECE_BYTES), cancellable, error);
      if (more > 0 && n_read != NULL)
        g_atomic_pointer_add (n_read, more);
    }
  return more >= 0 ? (gssize)n : -1;
}

/* As read_all(). Newlines may stand before it. */
static gssize
read_header (GInputStream *stream, guint8 header[HEADER_BYTES], gsize *n_read,
             GCancellable *cancellable, GError **error)
{
  gssize n;

  do
    n = read_all (stream, header, 1, n_read, cancellable, error);
  while (n == 1 && header[0] == '\n');
  if (n < 1)
    return n;
  n = read_all (stream, header + 1, HEADER_BYTES - 1, n_read, cancellable, error);
  return n < 0 ? n : n + 1;
}

static GVariant *
fail_cut (GError **error)
{
  g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_CUT, _ ("Truncated message."));
  return NULL;
}

/**
 * ws_protocol_read_counted:
 * @stream: where from
 * @n_read: (nullable): bytes that have come so far, of all messages
 * @message: (out) (transfer full): name of the message
 * @error: return location: %WS_PROTOCOL_ERROR_CLOSED at the end of the stream,
 * %WS_PROTOCOL_ERROR_CUT where that is within a frame
 *
 * Reads one frame, blocking. Every byte that comes is added to @n_read, atomically: other threads
 * may see so that a large message is on its way.
 *
 * Returns: (transfer full) (nullable): what it says
 */
GVariant *
ws_protocol_read_counted (GInputStream *stream, gsize *n_read, char **message,
                          GCancellable *cancellable, GError **error)
{
  guint8 header[HEADER_BYTES];
  g_autofree guint8 *data = NULL;
  g_autoptr (GBytes) payload = NULL;
  gboolean is_squeezed;
  guint32 length;
  gssize n = read_header (stream, header, n_read, cancellable, error);

  if (n < 0)
    return NULL;
  if (n == 0)
    {
      g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_CLOSED,
                           _ ("The connection was closed."));
      return NULL;
    }
  if (n < (gssize)sizeof header)
    return fail_cut (error);
  is_squeezed = memcmp (header, SQUEEZED_MAGIC, 4) == 0;
  if (!is_squeezed && memcmp (header, MAGIC, 4) != 0)
    {
      g_set_error_literal (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE,
                           _ ("Not a Warpstage message."));
      return NULL;
    }
  memcpy (&length, header + 4, 4);
  length = GUINT32_FROM_LE (length);
  if (length <= WS_PROTOCOL_MAX_BYTES)
    data = g_try_malloc (MAX (length, 1));
  if (data == NULL)
    {
      g_set_error (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE,
                   _ ("Message too large: %u bytes."), length);
      return NULL;
    }
  n = read_all (stream, data, length, n_read, cancellable, error);
  if (n < 0)
    return NULL;
  if (n < length)
    return fail_cut (error);
  payload = take_payload (g_steal_pointer (&data), length, is_squeezed, error);
  return payload != NULL ? parse (payload, message, error) : NULL;
}

/**
 * ws_protocol_read:
 * @stream: where from
 * @message: (out) (transfer full): name of the message
 * @error: return location: %WS_PROTOCOL_ERROR_CLOSED at the end of the stream
 *
 * Reads one frame, blocking.
 *
 * Returns: (transfer full) (nullable): what it says
 */
GVariant *
ws_protocol_read (GInputStream *stream, char **message, GCancellable *cancellable, GError **error)
{
  return ws_protocol_read_counted (stream, NULL, message, cancellable, error);
}

/**
 * ws_protocol_error_to_variant:
 * @error: what went wrong
 *
 * Returns: (transfer floating): domain, code and sentence
 */
GVariant *
ws_protocol_error_to_variant (const GError *error)
{
  return g_variant_new ("(sis)", g_quark_to_string (error->domain), error->code, error->message);
}

/**
 * ws_protocol_error_from_variant:
 * @variant: of ws_protocol_error_to_variant()
 *
 * A domain that is not known here, as that of a library that only the worker has, becomes
 * %WS_PROTOCOL_ERROR_REMOTE; the sentence stays.
 *
 * Returns: (transfer full) (nullable): the error; %NULL if @variant is none
 */
GError *
ws_protocol_error_from_variant (GVariant *variant)
{
  const char *domain;
  const char *sentence;
  int code;
  GQuark quark;

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE ("(sis)")))
    return NULL;
  g_variant_get (variant, "(&si&s)", &domain, &code, &sentence);
  quark = g_quark_try_string (domain);
  return quark != 0 ? g_error_new_literal (quark, code, sentence)
                    : g_error_new_literal (WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_REMOTE, sentence);
}
