/* Frames: what is written comes back, and what is damaged is refused. */
#include "wire/protocol.h"

#include <string.h>

static GBytes *
make_frame (const char *message, GVariant *body)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  ws_protocol_write (out, message, body, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (out, NULL, NULL);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

static GVariant *
read_frame (const guint8 *data, gsize size, char **message, GError **error)
{
  g_autoptr (GInputStream) in =
      g_memory_input_stream_new_from_data (g_memdup2 (data, size), (gssize)size, g_free);

  return ws_protocol_read (in, message, NULL, error);
}

static void
test_round_trip (void)
{
  g_autoptr (GBytes) frame = make_frame ("progress", g_variant_new ("(ds)", 0.5, "half"));
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) body = NULL;
  double fraction;
  gsize size;
  const guint8 *data = g_bytes_get_data (frame, &size);

  body = read_frame (data, size, &message, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (message, ==, "progress");
  g_variant_get (body, "(d&s)", &fraction, NULL);
  g_assert_cmpfloat (fraction, ==, 0.5);
}

static void
test_truncated (void)
{
  g_autoptr (GBytes) frame = make_frame ("progress", g_variant_new ("(ds)", 0.5, "half"));
  gsize size;
  const guint8 *data = g_bytes_get_data (frame, &size);

  for (gsize n = 0; n < size; n++)
    {
      g_autofree char *message = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_null (read_frame (data, n, &message, &error));
      g_assert_error (error, WS_PROTOCOL_ERROR,
                      (int)(n == 0 ? WS_PROTOCOL_ERROR_CLOSED : WS_PROTOCOL_ERROR_NONSENSE));
    }
}

static void
test_flipped (void)
{
  g_autoptr (GBytes) frame = make_frame ("progress", g_variant_new ("(ds)", 0.5, "half"));
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  gsize size;
  const guint8 *data = g_bytes_get_data (frame, &size);
  guint refused = 0;

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree guint8 *copy = g_memdup2 (data, size);
      g_autofree char *message = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) body = NULL;

      /* lengths of gigabytes are refused or found missing; they are not tried here, for the sake of
       * the machine */
      copy[8 + g_rand_int_range (random, 0, (gint32)size - 8)] ^=
          (guint8)(1 << g_rand_int_range (random, 0, 8));
      copy[g_rand_int_range (random, 0, 5)] ^= i % 3 == 0;
      body = read_frame (copy, size, &message, &error);
      g_assert_true ((body == NULL) == (error != NULL));
      refused += body == NULL;
    }
  g_assert_cmpuint (refused, >, 1000);
}

static void
test_oversized (void)
{
  guint8 header[8] = { 'W', 'S', 'F', '1', 0xff, 0xff, 0xff, 0xff };
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (read_frame (header, sizeof header, &message, &error));
  g_assert_error (error, WS_PROTOCOL_ERROR, WS_PROTOCOL_ERROR_NONSENSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/protocol/round-trip", test_round_trip);
  g_test_add_func ("/protocol/truncated", test_truncated);
  g_test_add_func ("/protocol/flipped", test_flipped);
  g_test_add_func ("/protocol/oversized", test_oversized);
  return g_test_run ();
}
