#include "program/program-files.h"

#include "files/new-folder.h"
#include "files/replacement.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_DEPTH 8

void
ws_program_file_free (WsProgramFile *self)
{
  g_free (self->name);
  g_free (self);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const WsProgramFile *const *)a)->name,
                 (*(const WsProgramFile *const *)b)->name);
}

/* What is no file and no folder the program may have meant otherwise: a link leads elsewhere. */
static void
look (GPtrArray *files, const char *folder, const char *prefix, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry;

  while (dir != NULL && files->len < WS_PROGRAM_MAX_FILES
         && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, entry, NULL);
      g_autofree char *name = g_strconcat (prefix, entry, NULL);
      struct stat status;

      if (lstat (path, &status) != 0)
        continue;
      if (S_ISREG (status.st_mode))
        {
          WsProgramFile *file = g_new (WsProgramFile, 1);

          *file = (WsProgramFile){ g_steal_pointer (&name), (guint64)status.st_size };
          g_ptr_array_add (files, file);
        }
      else if (S_ISDIR (status.st_mode) && depth < MAX_DEPTH)
        {
          g_autofree char *below = g_strconcat (name, "/", NULL);

          look (files, path, below, depth + 1);
        }
    }
}

/**
 * ws_program_files_list:
 * @folder: of a program that has ended
 *
 * Returns: (transfer full) (element-type WsProgramFile): the files in it and below, by their names
 */
GPtrArray *
ws_program_files_list (const char *folder)
{
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_program_file_free);

  look (files, folder, "", 0);
  g_ptr_array_sort (files, compare);
  return files;
}

static gboolean
save (const char *folder, const char *name, GFile *to, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) from = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (from, NULL, error);
  g_autoptr (WsReplacement) replacement =
      stream != NULL ? ws_replacement_new (to, WS_REPLACE_NONE, NULL, error) : NULL;

  return replacement != NULL
         && g_output_stream_splice (ws_replacement_get_stream (replacement),
                                    G_INPUT_STREAM (stream), G_OUTPUT_STREAM_SPLICE_NONE, NULL,
                                    error)
                >= 0
         && ws_replacement_commit (replacement, NULL, error);
}

static gboolean
save_all (GPtrArray *files, const char *folder, const char *to, GError **error)
{
  for (guint i = 0; i < files->len; i++)
    {
      const char *name = ((const WsProgramFile *)g_ptr_array_index (files, i))->name;
      g_autofree char *path = g_build_filename (to, name, NULL);
      g_autofree char *parent = g_path_get_dirname (path);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      g_mkdir_with_parents (parent, 0777);
      if (!save (folder, name, file, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_program_files_save:
 * @files: (element-type WsProgramFile): of ws_program_files_list()
 * @to: path of a folder that is not there, or empty
 * @error: return location for a #GError
 *
 * Returns: whether all of them are there; else none is
 */
gboolean
ws_program_files_save (GPtrArray *files, const char *folder, const char *to, GError **error)
{
  g_autoptr (WsNewFolder) made = ws_new_folder_begin (to, error);

  return made != NULL && save_all (files, folder, ws_new_folder_get_path (made), error)
         && ws_new_folder_commit (made, NULL, error);
}

typedef struct {
  char *folder;
  char *name;
  GFile *to;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *self = data;

  g_object_unref (self->to);
  g_free (self->folder);
  g_free (self->name);
  g_free (self);
}

static void
save_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *self = data;
  GError *error = NULL;

  if (save (self->folder, self->name, self->to, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * ws_program_file_save_async:
 * @folder: where it is
 * @name: of one of its files
 * @to: what it is saved as; what is there is replaced
 */
void
ws_program_file_save_async (const char *folder, const char *name, GFile *to,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  Saving *self = g_new (Saving, 1);

  *self = (Saving){ g_strdup (folder), g_strdup (name), g_object_ref (to) };
  g_task_set_task_data (task, self, saving_free);
  g_task_run_in_thread (task, save_in_thread);
}

/* Returns: whether it is there, whole */
gboolean
ws_program_file_save_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
