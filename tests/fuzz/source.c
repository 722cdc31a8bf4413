/* source.c: any text as a CUDA source: its items and kernels are found, how each is run is guessed,
 * and jobs are made of that; and as what a program was, or has become, by an edit. No header is
 * there. */
#include "fuzz.h"

#include "reader/device-edit.h"
#include "tokens.h"
#include "user-look.h"

static const char ptx[] = ".version 8.0\n.target sm_75\n.address_size 64\n"
                          ".visible .global .align 4 .b8 table[16];\n"
                          ".visible .entry _Z5scaleIfEvPT_i (.param .u64 a, .param .u32 n)\n"
                          "{\n  ret;\n}\n";

/* (transfer floating) */
static GVariant *
ask (const char *before, const char *after)
{
  static const char *const headers[] = { "a.h", "int a;\n", NULL };
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "file", "s", "k.cu");
  g_variant_dict_insert (&dict, "before", "s", before);
  g_variant_dict_insert (&dict, "source", "s", after);
  g_variant_dict_insert (&dict, "ptx", "s", ptx);
  g_variant_dict_insert (&dict, "architecture", "u", 90);
  g_variant_dict_insert_value (&dict, "headers", g_variant_new_strv (headers, -1));
  return g_variant_dict_end (&dict);
}

/* Its halves, one for the other: that is hardly ever an edit of kernels alone. It itself always is.
 */
static void
edit (const char *text, gboolean is_source)
{
  g_autofree char *half = g_utf8_substring (text, 0, g_utf8_strlen (text, -1) / 2);
  g_autoptr (GVariant) same = g_variant_ref_sink (ask (text, text));
  g_autoptr (GVariant) other = g_variant_ref_sink (ask (text, half));
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) problem = NULL;
  g_autoptr (WsDeviceEdit) to_same = ws_device_edit_new (same, &error);
  g_autoptr (WsDeviceEdit) to_half = ws_device_edit_new (other, &problem);

  g_assert_true ((to_same == NULL) == (error != NULL));
  g_assert_true ((to_half == NULL) == (problem != NULL));
  g_assert_true (is_source == (to_same != NULL));
  if (problem != NULL)
    ws_fuzz_hear (g_strdup (problem->message));
}

void
ws_fuzz_source (const guint8 *data, gsize size)
{
  g_autofree char *text = ws_fuzz_read_text (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsUserSource) source = NULL;
  guint64 before = ws_work_get_total ();

  if (text == NULL)
    return;
  source = ws_user_source_new ("k.cu", text, NULL, &error);
  g_assert_true ((source == NULL) == (error != NULL));
  ws_fuzz_check_work (before, size);
  if (source == NULL)
    ws_fuzz_hear (g_strdup (error->message));
  else
    ws_fuzz_look_at_source (source, size);
  ws_fuzz_ask_about ("k.cu", text);
  if (g_utf8_validate (text, -1, NULL))
    edit (text, source != NULL);
}

gsize
ws_fuzz_source_mutate (guint8 *data, gsize size, gsize max_size, guint32 seed)
{
  return ws_fuzz_mutate_tokens (data, size, max_size, seed, NULL, 0);
}
