/* Frames: what is written comes back, and what is damaged is refused. */
#include "wire/protocol.h"
#include "wire/squeeze.h"

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
                      (int)(n == 0 ? WS_PROTOCOL_ERROR_CLOSED : WS_PROTOCOL_ERROR_CUT));
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

/* ---- squeezed ---- */

#define N_BYTES 100000

/* As a run has them: few values, in an order that is not simple. */
static GVariant *
make_values (guint n)
{
  g_autofree guint8 *values = g_malloc (n);

  for (guint i = 0; i < n; i++)
    values[i] = (guint8)((i * i) % 17);
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, values, n, 1);
}

/* What is large comes as fewer bytes, and is the same; what is small comes as it is. */
static void
test_squeezed (void)
{
  static const guint sizes[] = { 0, 1, 4000, 5000, N_BYTES };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GVariant) values = g_variant_ref_sink (make_values (sizes[i]));
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) plain = ws_protocol_pack ("computed", values, &error);
      g_autoptr (GBytes) squeezed = ws_protocol_pack_squeezed ("computed", values, &error);
      g_autofree char *message = NULL;
      g_autoptr (GVariant) body = NULL;

      g_assert_no_error (error);
      if (sizes[i] < 4096)
        g_assert_true (g_bytes_equal (plain, squeezed));
      else
        g_assert_cmpuint (g_bytes_get_size (squeezed), <, g_bytes_get_size (plain) / 4);
      body = read_frame (g_bytes_get_data (squeezed, NULL), g_bytes_get_size (squeezed), &message,
                         &error);
      g_assert_no_error (error);
      g_assert_cmpstr (message, ==, "computed");
      g_assert_cmpvariant (body, values);
    }
}

/* What cannot be made fewer stays as it is. */
static void
test_random_bytes (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree guint32 *values = g_new (guint32, N_BYTES / 4);
  gsize size;

  for (guint i = 0; i < N_BYTES / 4; i++)
    values[i] = g_rand_int (random);
  g_assert_null (ws_squeeze (values, N_BYTES, 0, &size));
}

static void
test_squeezed_damaged (void)
{
  g_autoptr (GVariant) values = g_variant_ref_sink (make_values (N_BYTES));
  g_autoptr (GBytes) frame = ws_protocol_pack_squeezed ("computed", values, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  gsize size;
  const guint8 *data = g_bytes_get_data (frame, &size);

  for (gsize n = 0; n < size; n += 1 + size / 500)
    {
      g_autofree char *message = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_null (read_frame (data, n, &message, &error));
      g_assert_error (error, WS_PROTOCOL_ERROR,
                      (int)(n == 0 ? WS_PROTOCOL_ERROR_CLOSED : WS_PROTOCOL_ERROR_CUT));
    }
  for (guint i = 0; i < 3000; i++)
    {
      g_autofree guint8 *copy = g_memdup2 (data, size);
      g_autofree char *message = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) body = NULL;

      copy[g_rand_int_range (random, 8, (gint32)size)] ^=
          (guint8)(1 << g_rand_int_range (random, 0, 8));
      body = read_frame (copy, size, &message, &error);
      g_assert_true ((body == NULL) == (error != NULL));
    }
}

/* A few bytes ask for no gigabytes, and say no other length than they have. */
static void
test_bombs (void)
{
  /* RFC 8878: the magic; a content size of four bytes, in one segment; the size; a last block of
   * one byte repeated, or with nothing in it */
  static const struct {
    guint64 says;
    guint32 block; /* its header */
    gsize most;
  } bombs[] = {
    { 512u << 20, (1u << 3) | 3, 2u << 30 }, /* far more than there is, */
    { 17u << 20, (1u << 3) | 3, 2u << 30 },  /* more than is free, */
    { 100, (101u << 3) | 3, 2u << 30 },      /* less than there is, */
    { 100, (99u << 3) | 3, 2u << 30 },       /* more than there is, */
    { 100, (100u << 3) | 3, 99 },            /* more than is taken */
  };
  gsize size;

  for (guint i = 0; i <= G_N_ELEMENTS (bombs); i++)
    {
      gboolean is_right = i == G_N_ELEMENTS (bombs);
      guint32 says = GUINT32_TO_LE (is_right ? 100 : (guint32)bombs[i].says);
      guint32 block = GUINT32_TO_LE (is_right ? (100u << 3) | 3 : bombs[i].block);
      guint8 frame[13] = { 0x28, 0xb5, 0x2f, 0xfd, 0xa0 };
      g_autofree guint8 *made = NULL;

      memcpy (frame + 5, &says, 4);
      memcpy (frame + 9, &block, 3);
      frame[12] = 'x';
      made = ws_unsqueeze (frame, sizeof frame, is_right ? 100 : bombs[i].most, &size);
      g_assert_true ((made != NULL) == is_right);
    }
  g_assert_cmpuint (size, ==, 100);
  g_assert_null (ws_unsqueeze ("", 0, 100, &size));
}

/* What would be a bomb is not made. */
static void
test_no_bomb (void)
{
  gsize length = (gsize)64 << 20;
  g_autofree guint8 *zeros = g_malloc0 (length);
  gsize size;

  g_assert_null (ws_squeeze (zeros, length, 0, &size));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/protocol/round-trip", test_round_trip);
  g_test_add_func ("/protocol/truncated", test_truncated);
  g_test_add_func ("/protocol/flipped", test_flipped);
  g_test_add_func ("/protocol/oversized", test_oversized);
  g_test_add_func ("/protocol/squeezed", test_squeezed);
  g_test_add_func ("/protocol/random-bytes", test_random_bytes);
  g_test_add_func ("/protocol/squeezed-damaged", test_squeezed_damaged);
  g_test_add_func ("/protocol/bombs", test_bombs);
  g_test_add_func ("/protocol/no-bomb", test_no_bomb);
  return g_test_run ();
}
