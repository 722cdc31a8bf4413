/* What files of this program's own begin with, byte for byte, and what is none of them. */
#include "files/envelope.h"

#include <string.h>

#define MAGIC "WSTEST\0\1"

/* magic, version 3, zeros; 7, padded to the text's own place */
static const guint8 file[] = {
  'W', 'S', 'T', 'E', 'S', 'T', 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 1, 0, 0, 'a', 'b', 0,
};

static void
test_bytes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ws_envelope_pack (
      MAGIC, 3, g_variant_new ("(tms)", G_GUINT64_CONSTANT (0x10000000007), "ab"), &error);
  g_autoptr (GVariant) inside = NULL;
  guint32 version;
  guint64 number;
  const char *text;
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  g_assert_no_error (error);
  g_assert_cmpmem (data, MIN (size, sizeof file), file, sizeof file);
  g_assert_cmpint (ws_envelope_look (bytes, MAGIC, &version), ==, WS_ENVELOPE_GOOD);
  g_assert_cmpuint (version, ==, 3);
  inside = ws_envelope_open (bytes, G_VARIANT_TYPE ("(tms)"));
  g_assert_true (g_variant_is_normal_form (inside));
  g_variant_get (inside, "(tm&s)", &number, &text);
  g_assert_cmpuint (number, ==, 0x10000000007);
  g_assert_cmpstr (text, ==, "ab");
  /* nothing was copied */
  g_assert_true ((const guint8 *)g_variant_get_data (inside) == data + WS_ENVELOPE_BYTES);
}

static void
test_others (void)
{
  static const struct {
    guint at;
    guint8 value;
    WsEnvelopeState state;
    guint32 version;
  } cases[] = {
    { 0, 'V', WS_ENVELOPE_OTHER, 0 },       { 6, 1, WS_ENVELOPE_OTHER, 0 },
    { 7, 2, WS_ENVELOPE_OTHER, 0 },         { 8, 4, WS_ENVELOPE_GOOD, 4 },
    { 11, 1, WS_ENVELOPE_GOOD, 0x1000003 }, { 12, 1, WS_ENVELOPE_PADDED, 3 },
    { 15, 9, WS_ENVELOPE_PADDED, 3 },       { 16, 9, WS_ENVELOPE_GOOD, 3 },
  };
  guint32 version;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint8 copy[sizeof file];
      g_autoptr (GBytes) bytes = NULL;

      memcpy (copy, file, sizeof file);
      copy[cases[i].at] = cases[i].value;
      bytes = g_bytes_new (copy, sizeof copy);
      g_assert_cmpint (ws_envelope_look (bytes, MAGIC, &version), ==, cases[i].state);
      g_assert_cmpuint (version, ==, cases[i].version);
    }
  for (gsize size = 0; size <= WS_ENVELOPE_BYTES; size++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (file, size);

      g_assert_cmpint (ws_envelope_look (bytes, MAGIC, &version), ==,
                       size < WS_ENVELOPE_BYTES ? WS_ENVELOPE_SHORT : WS_ENVELOPE_GOOD);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/files/envelope/bytes", test_bytes);
  g_test_add_func ("/files/envelope/others", test_others);
  return g_test_run ();
}
