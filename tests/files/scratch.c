#include "scratch.h"

char *
scratch_get_path (const Scratch *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

void
scratch_set_up (Scratch *self, gconstpointer name)
{
  self->folder = g_dir_make_tmp ("warpstage-files-XXXXXX", NULL);
  self->path = scratch_get_path (self, name);
}

void
scratch_tear_down (Scratch *self, gconstpointer name)
{
  const char *argv[] = { "rm", "-rf", self->folder, NULL };

  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, NULL, NULL));
  g_free (self->folder);
  g_free (self->path);
}

guint
scratch_count_entries (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_dir_close (dir);
  return n;
}
