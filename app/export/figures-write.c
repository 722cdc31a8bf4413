/* figures-write.c: the folder: written beside where it will stand, and moved there when it is
 * whole. */
#include "export/figures-private.h"

#include "export/place.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

const char *const ws_figures_pictures[WS_FIGURES_N_PICTURES] = { "png", "svg", "pdf" };
const char *const ws_figures_tables[2] = { "csv", "json" };

typedef struct {
  WsFigureFolder *figures;
  const char *folder; /* that is written into */
  GCancellable *cancellable;
  WsFiguresProgress progress;
  gpointer user_data;
  guint done;
  guint n;
} Work;

static gboolean
fail_errno (GError **error, const char *path)
{
  int code = errno;
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "“%s” cannot be made: %s.", name,
               g_strerror (code));
  return FALSE;
}

/* Counts what was written, and stops where that is wanted. */
static gboolean
go_on (Work *self, GError **error)
{
  self->done++;
  if (self->progress != NULL)
    self->progress (self->done, self->n, self->user_data);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static gboolean
write_bytes (const char *path, GBytes *bytes, GError **error)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  return g_file_set_contents (path, data, (gssize)size, error);
}

static gboolean
write_item (Work *self, const WsFigureItem *item, GError **error)
{
  const WsExportForm *form = &self->figures->form;
  g_autoptr (WsData) made = NULL;
  const WsData *data = item->data;

  for (guint i = 0; i < G_N_ELEMENTS (ws_figures_pictures); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("%s/%s.%s", self->folder, item->name, ws_figures_pictures[i]);

      if (item->drawn[i] != NULL ? !write_bytes (path, item->drawn[i], error)
                                 : !ws_picture_write (item->picture, form, path, error))
        return FALSE;
      if (!go_on (self, error))
        return FALSE;
    }
  if (!item->has_data)
    return TRUE;
  if (data == NULL)
    data = made = ws_picture_make_data (item->picture);
  for (guint i = 0; data != NULL && i < G_N_ELEMENTS (ws_figures_tables); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("%s/%s.%s", self->folder, item->name, ws_figures_tables[i]);

      if (!ws_data_write (data, path, error) || !go_on (self, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_metrics (Work *self, GError **error)
{
  g_autoptr (WsData) data = NULL;

  if (self->figures->run == NULL)
    return TRUE;
  data = ws_data_new_for_metrics (self->figures->run, self->figures->launch);
  for (guint i = 0; i < G_N_ELEMENTS (ws_figures_tables); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/metrics.%s", self->folder, ws_figures_tables[i]);

      if (!ws_data_write (data, path, error) || !go_on (self, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_all (Work *self, GError **error)
{
  g_autofree char *page = ws_figures_make_page (self->figures);
  g_autofree char *path = g_build_filename (self->folder, "index.html", NULL);

  for (guint i = 0; i < self->figures->items->len; i++)
    if (!write_item (self, self->figures->items->pdata[i], error))
      return FALSE;
  return write_metrics (self, error) && g_file_set_contents (path, page, -1, error)
         && go_on (self, error);
}

static guint
count_files (const WsFigureFolder *self)
{
  guint n = 1 + (self->run != NULL ? G_N_ELEMENTS (ws_figures_tables) : 0);

  for (guint i = 0; i < self->items->len; i++)
    {
      const WsFigureItem *item = self->items->pdata[i];

      n += G_N_ELEMENTS (ws_figures_pictures);
      n += item->has_data ? G_N_ELEMENTS (ws_figures_tables) : 0;
    }
  return n;
}

/* ---- the folder ---- */

/**
 * ws_figures_check_folder:
 * @folder: a local folder
 * @error: return location
 *
 * What is in a folder is somebody's, and stays.
 *
 * Returns: whether it is not there, or empty
 */
gboolean
ws_figures_check_folder (const char *folder, GError **error)
{
  g_autofree char *name = g_filename_display_name (folder);
  GDir *dir;
  gboolean empty;

  if (!g_file_test (folder, G_FILE_TEST_EXISTS))
    return TRUE;
  dir = g_dir_open (folder, 0, NULL);
  empty = dir != NULL && g_dir_read_name (dir) == NULL;
  g_clear_pointer (&dir, g_dir_close);
  if (!empty)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                 "“%s” is there already, and is not an empty folder: name a new one.", name);
  return empty;
}

/* (transfer full) (nullable): a new folder beside it, so that it can be moved there */
static char *
make_sibling (const char *folder, GError **error)
{
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autofree char *base = g_path_get_basename (folder);

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *sibling = g_strdup_printf ("%s/.%s.%08x", parent, base, g_random_int ());

      if (g_mkdir (sibling, 0777) == 0)
        return g_steal_pointer (&sibling);
      if (errno != EEXIST)
        break;
    }
  fail_errno (error, folder);
  return NULL;
}

/**
 * ws_figures_write:
 * @self: figures
 * @folder: a local folder that is not there, or empty
 * @cancellable: (nullable): to stop it: G_IO_ERROR_CANCELLED
 * @progress: (nullable): is told of each file, in this thread
 * @user_data: for @progress
 * @error: return location
 *
 * Writes the folder; takes a while. It appears when all of it is written, and not before. May run
 * in a thread of its own: what may change was drawn when it was added.
 *
 * Returns: whether it was written
 */
gboolean
ws_figures_write (WsFigureFolder *self, const char *folder, GCancellable *cancellable,
                  WsFiguresProgress progress, gpointer user_data, GError **error)
{
  g_autofree char *plain = NULL;
  g_autofree char *sibling = NULL;
  Work work = {
    .figures = self, .cancellable = cancellable, .progress = progress, .user_data = user_data
  };

  g_return_val_if_fail (self != NULL && folder != NULL, FALSE);

  plain = g_canonicalize_filename (folder, NULL); /* without a slash at its end */
  if (!ws_figures_check_folder (plain, error))
    return FALSE;
  sibling = make_sibling (plain, error);
  if (sibling == NULL)
    return FALSE;
  work.folder = sibling;
  work.n = count_files (self);
  if (write_all (&work, error) && (g_rename (sibling, plain) == 0 || fail_errno (error, plain)))
    return TRUE;
  ws_place_remove_folder (sibling);
  return FALSE;
}
