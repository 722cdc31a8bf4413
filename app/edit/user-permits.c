#include "edit/user-permits.h"

#define KEY  "run-main"
#define TYPE "a(ays)" /* a source, and the SHA-256 of its text: paths may be no UTF-8 */
#define MOST 256      /* that are remembered: of more the oldest are forgotten */

/* (transfer full) */
static char *
hash_text (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/**
 * ws_user_permits_have:
 * @settings: the program's
 * @file: a source
 * @text: of it
 *
 * Returns: whether the user has said that this program runs, and it is the same since
 */
gboolean
ws_user_permits_have (GSettings *settings, GFile *file, const char *text)
{
  g_autoptr (GVariant) pairs = g_settings_get_value (settings, KEY);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *hash = hash_text (text);
  GVariantIter iter;
  const char *of, *known;

  g_variant_iter_init (&iter, pairs);
  while (g_variant_iter_next (&iter, "(^&ay&s)", &of, &known))
    if (g_strcmp0 (of, path) == 0 && g_str_equal (known, hash))
      return TRUE;
  return FALSE;
}

/**
 * ws_user_permits_add:
 * @settings: the program's
 * @file: a source
 * @text: of it
 *
 * The user has said that this program runs. What was known of the file is forgotten: its text was
 * another one.
 */
void
ws_user_permits_add (GSettings *settings, GFile *file, const char *text)
{
  g_autoptr (GVariant) pairs = g_settings_get_value (settings, KEY);
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *hash = hash_text (text);
  gsize n = g_variant_n_children (pairs);
  GVariantBuilder builder;

  if (path == NULL)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE (TYPE));
  for (gsize i = n >= MOST ? n - MOST + 1 : 0; i < n; i++)
    {
      g_autoptr (GVariant) pair = g_variant_get_child_value (pairs, i);
      const char *of;

      g_variant_get (pair, "(^&ay&s)", &of, NULL);
      if (!g_str_equal (of, path))
        g_variant_builder_add_value (&builder, pair);
    }
  g_variant_builder_add (&builder, "(^ays)", path, hash);
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}
