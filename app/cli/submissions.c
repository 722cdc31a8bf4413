/* submissions.c: finds a class's submissions: the sources in a folder and its direct subfolders, as
 * learning platforms export them. */
#include "cli/grade.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#define SUFFIX          ".cu"
#define MAX_SUBMISSIONS 10000

static void
submission_free (gpointer data)
{
  CliSubmission *self = data;

  g_free (self->name);
  g_free (self->path);
  g_free (self->page);
  g_clear_pointer (&self->attempt, ws_attempt_free);
  g_free (self);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Links are skipped: they may point to another submission.
 *
 * (transfer full) (element-type filename) */
static GPtrArray *
list_names (const char *folder, GFileTest kind)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (*name != '.' && g_file_test (path, kind) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK)
          && (kind == G_FILE_TEST_IS_DIR || g_str_has_suffix (name, SUFFIX)))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* @name: (transfer full): in the encoding of file names */
static void
add (GPtrArray *all, char *name, char *path)
{
  CliSubmission *self = g_new0 (CliSubmission, 1);

  self->name = g_filename_display_name (name);
  self->path = path;
  g_ptr_array_add (all, self);
  g_free (name);
}

static char *
strip (const char *name)
{
  return g_strndup (name, strlen (name) - strlen (SUFFIX));
}

/* A single file in a folder is named after the folder; if there are several, the file's own name is
 * added. */
static void
add_folder (GPtrArray *all, const char *base, const char *folder)
{
  g_autofree char *path = g_build_filename (base, folder, NULL);
  g_autoptr (GPtrArray) names = list_names (path, G_FILE_TEST_IS_REGULAR);

  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *plain = strip (name);

      add (all, names->len == 1 ? g_strdup (folder) : g_build_filename (folder, plain, NULL),
           g_build_filename (folder, name, NULL));
    }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const CliSubmission *x = *(CliSubmission *const *)a;
  const CliSubmission *y = *(CliSubmission *const *)b;
  int order = strcmp (x->name, y->name);

  return order != 0 ? order : strcmp (x->path, y->path);
}

/* All pages are in one folder, whatever the names. */
static void
name_pages (GPtrArray *all)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < all->len; i++)
    {
      CliSubmission *self = g_ptr_array_index (all, i);
      g_autofree char *plain = g_strdelimit (g_strdup (self->name), "/", '-');

      self->page = g_strconcat (plain, ".html", NULL);
      for (guint n = 2; g_hash_table_contains (taken, self->page); n++)
        {
          g_free (self->page);
          self->page = g_strdup_printf ("%s-%u.html", plain, n);
        }
      g_hash_table_add (taken, g_strdup (self->page));
    }
}

/**
 * cli_submissions_list:
 * @folder: a class's folder, or one source
 * @base: (out) (transfer full): the folder their paths are relative to
 * @error: return location for a #GError: no submission was found
 *
 * Returns: (transfer full) (element-type CliSubmission) (nullable): the submissions, sorted by name
 */
GPtrArray *
cli_submissions_list (const char *folder, GFile **base, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (submission_free);
  g_autoptr (GPtrArray) files = list_names (folder, G_FILE_TEST_IS_REGULAR);
  g_autoptr (GPtrArray) folders = list_names (folder, G_FILE_TEST_IS_DIR);
  g_autofree char *parent = g_path_get_dirname (folder);
  gboolean is_one = g_str_has_suffix (folder, SUFFIX) && !g_file_test (folder, G_FILE_TEST_IS_DIR);

  *base = g_file_new_for_path (is_one ? parent : folder);
  if (is_one)
    {
      g_autofree char *name = g_path_get_basename (folder);

      add (all, strip (name), g_strdup (name));
    }
  for (guint i = 0; i < files->len; i++)
    add (all, strip (g_ptr_array_index (files, i)), g_strdup (g_ptr_array_index (files, i)));
  for (guint i = 0; i < folders->len; i++)
    add_folder (all, folder, g_ptr_array_index (folders, i));
  if (all->len == 0 || all->len > MAX_SUBMISSIONS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   all->len == 0
                       ? _ ("“%1$s” has no source of a submission: NAME.cu, or NAME/*.cu.")
                       : _ ("“%1$s” has more than %2$d submissions."),
                   folder, MAX_SUBMISSIONS);
      return NULL;
    }
  g_ptr_array_sort (all, compare);
  name_pages (all);
  return g_steal_pointer (&all);
}
