#include "files/folder.h"

#include <glib/gstdio.h>

/**
 * ws_folder_remove:
 * @path: (type filename): a folder, a file, or nothing
 *
 * Removes it, with all that is in it. Of a link only the link is removed. What cannot be removed
 * stays.
 */
void
ws_folder_remove (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_file_test (path, G_FILE_TEST_IS_SYMLINK) || !g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      g_unlink (path);
      return;
    }
  dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      ws_folder_remove (child);
    }
  g_rmdir (path);
}
