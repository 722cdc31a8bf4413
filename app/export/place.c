#include "export/place.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_STEM  120   /* bytes */
#define MAX_TRIES 10000 /* then the search is given up */

static gboolean
can_write (const char *folder)
{
  return folder != NULL && *folder != '\0' && g_file_test (folder, G_FILE_TEST_IS_DIR)
         && g_access (folder, W_OK | X_OK) == 0;
}

/**
 * ws_place_get_folder:
 * @remembered: (nullable) (type filename): where the last file went
 *
 * Returns: (transfer full) (type filename): that, if it is a writable folder; else the user's
 * pictures folder, else the home folder
 */
char *
ws_place_get_folder (const char *remembered)
{
  const char *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);

  if (can_write (remembered))
    return g_strdup (remembered);
  return g_strdup (can_write (pictures) ? pictures : g_get_home_dir ());
}

/**
 * ws_place_find_free:
 * @folder: (type filename): where the file goes
 * @stem: its name, without suffix
 * @suffix: as in "png"; empty for a folder
 *
 * Returns: (transfer full) (type filename): "FOLDER/ladder.png", "FOLDER/ladder (2).png" ...: the
 * first unused one
 */
char *
ws_place_find_free (const char *folder, const char *stem, const char *suffix)
{
  const char *dot = *suffix != '\0' ? "." : "";

  for (guint i = 1;; i++)
    {
      g_autofree char *name =
          i == 1          ? g_strdup_printf ("%s%s%s", stem, dot, suffix)
          : i < MAX_TRIES ? g_strdup_printf ("%s (%u)%s%s", stem, i, dot, suffix)
                          : g_strdup_printf ("%s (%08x)%s%s", stem, g_random_int (), dot, suffix);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      /* a dangling link counts as existing, too */
      if (!g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        return g_steal_pointer (&path);
    }
}

/**
 * ws_place_remove_folder:
 * @folder: (type filename): a folder of files
 *
 * Removes the files, and the folder; folders in it stay, and then the folder, too.
 */
void
ws_place_remove_folder (const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_rmdir (folder);
}

/**
 * ws_place_make_stem:
 * @text: what the file is of
 *
 * Returns: (transfer full): a name for a file: letters, digits, hyphens, underscores, and dots
 * within; "picture" if nothing is left
 */
char *
ws_place_make_stem (const char *text)
{
  char *stem = g_strndup (text, MAX_STEM);
  char *last;

  g_strcanon (stem, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_.", '-');
  for (char *p = stem; *p == '.'; p++)
    *p = '-';
  for (last = stem + strlen (stem); last > stem && (last[-1] == '.' || last[-1] == '-'); last--)
    last[-1] = '\0';
  if (*stem == '\0')
    {
      g_free (stem);
      return g_strdup ("picture");
    }
  return stem;
}
