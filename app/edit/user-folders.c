#include "edit/user-folders.h"

#define KEY "allowed-folders"
#define TYPE \
  "a(ayay)"     /* the folder of sources, and one that they may name: paths may be no UTF-8 */
#define MOST 64 /* that are remembered: of more the oldest are forgotten */

/* (transfer full) (nullable) */
static char *
get_folder (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);

  return folder != NULL ? g_file_get_path (folder) : NULL;
}

/**
 * ws_user_folders_list:
 * @settings: the program's
 * @file: a source
 *
 * Returns: (transfer full) (array zero-terminated=1): paths of the folders that it may name files
 * of
 */
char **
ws_user_folders_list (GSettings *settings, GFile *file)
{
  g_autoptr (GVariant) pairs = g_settings_get_value (settings, KEY);
  g_autofree char *of = get_folder (file);
  GPtrArray *folders = g_ptr_array_new ();
  GVariantIter iter;
  const char *source, *folder;

  g_variant_iter_init (&iter, pairs);
  while (g_variant_iter_next (&iter, "(^&ay^&ay)", &source, &folder))
    if (g_strcmp0 (source, of) == 0)
      g_ptr_array_add (folders, g_strdup (folder));
  g_ptr_array_add (folders, NULL);
  return (char **)g_ptr_array_free (folders, FALSE);
}

/**
 * ws_user_folders_allow:
 * @settings: the program's
 * @file: a source
 * @folder: path of a folder that it may name files of, from now on; so may others beside it
 */
void
ws_user_folders_allow (GSettings *settings, GFile *file, const char *folder)
{
  g_autoptr (GVariant) pairs = g_settings_get_value (settings, KEY);
  g_autofree char *of = get_folder (file);
  gsize n = g_variant_n_children (pairs);
  GVariantBuilder builder;

  if (of == NULL)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE (TYPE));
  for (gsize i = n >= MOST ? n - MOST + 1 : 0; i < n; i++)
    {
      g_autoptr (GVariant) pair = g_variant_get_child_value (pairs, i);

      g_variant_builder_add_value (&builder, pair);
    }
  g_variant_builder_add (&builder, "(^ay^ay)", of, folder);
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}
