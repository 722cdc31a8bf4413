/* figures-write.c: the folder: written next to its destination, and moved there when complete. */
#include "export/figures-private.h"

#include "files/new-folder.h"
#include "files/replacement.h"

#include <string.h>

#define PAGE "index.html"

typedef struct {
  WsFigureFolder *figures;
  const char *folder; /* that is written into */
  GCancellable *cancellable;
  WsFiguresProgress progress;
  gpointer user_data;
  guint done;
  guint n;
} Work;

/* Counts written files, and stops if cancelled. */
static gboolean
go_on (Work *self, GError **error)
{
  self->done++;
  if (self->progress != NULL)
    self->progress (self->done, self->n, self->user_data);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static gboolean
write_picture (const WsFigureItem *item, const WsExportForm *form, const char *path,
               GCancellable *cancellable, GError **error)
{
  if (item->picture != NULL)
    return ws_picture_write (item->picture, form, path, cancellable, error);
  return ws_export_drawing (item->draw, item->subject, form, path, cancellable, error);
}

static gboolean
write_item (Work *self, const WsFigureItem *item, GError **error)
{
  const WsExportForm *form = &self->figures->form;
  g_autoptr (WsData) data = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ws_figures_pictures); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("%s/%s.%s", self->folder, item->name, ws_figures_pictures[i]);

      if (!write_picture (item, form, path, self->cancellable, error) || !go_on (self, error))
        return FALSE;
    }
  if (!ws_figures_item_has_data (item))
    return TRUE;
  data = ws_picture_make_data (item->picture);
  for (guint i = 0; data != NULL && i < G_N_ELEMENTS (ws_figures_tables); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("%s/%s.%s", self->folder, item->name, ws_figures_tables[i]);

      if (!ws_data_write (data, path, self->cancellable, error) || !go_on (self, error))
        return FALSE;
    }
  return TRUE;
}

/* @data: (transfer full) */
static gboolean
write_table (Work *self, WsData *made, const char *name, GError **error)
{
  g_autoptr (WsData) data = made;

  for (guint i = 0; i < G_N_ELEMENTS (ws_figures_tables); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("%s/%s.%s", self->folder, name, ws_figures_tables[i]);

      if (!ws_data_write (data, path, self->cancellable, error) || !go_on (self, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_metrics (Work *self, GError **error)
{
  const WsFigureFolder *figures = self->figures;

  if (figures->run == NULL)
    return TRUE;
  return write_table (self, ws_data_new_for_metrics (figures->run, figures->launch), "metrics",
                      error)
         && (figures->launch == WS_NONE
             || write_table (self, ws_data_new_for_causes (figures->run, figures->launch), "causes",
                             error));
}

static gboolean
write_all (Work *self, GError **error)
{
  g_autofree char *page = ws_figures_make_page (self->figures);
  g_autofree char *path = g_build_filename (self->folder, PAGE, NULL);

  for (guint i = 0; i < self->figures->items->len; i++)
    if (!write_item (self, self->figures->items->pdata[i], error))
      return FALSE;
  return write_metrics (self, error)
         && ws_file_replace_path (path, page, strlen (page), WS_REPLACE_NONE, error)
         && go_on (self, error);
}

static guint
count_files (const WsFigureFolder *self)
{
  guint n_tables = (self->run != NULL) + (self->run != NULL && self->launch != WS_NONE);
  guint n = 1 + n_tables * G_N_ELEMENTS (ws_figures_tables);

  for (guint i = 0; i < self->items->len; i++)
    {
      const WsFigureItem *item = self->items->pdata[i];

      n += G_N_ELEMENTS (ws_figures_pictures);
      n += ws_figures_item_has_data (item) ? G_N_ELEMENTS (ws_figures_tables) : 0;
    }
  return n;
}

/* ---- the folder ---- */

/**
 * ws_figures_check_folder:
 * @folder: a local folder
 *
 * Returns: whether figures can be written to it: it is missing or empty
 */
gboolean
ws_figures_check_folder (const char *folder, GError **error)
{
  return ws_new_folder_check (folder, error);
}

/**
 * ws_figures_write:
 * @folder: a local folder, missing or empty
 * @cancellable: (nullable): to stop it: G_IO_ERROR_CANCELLED
 * @progress: (nullable): is told of each file, in this thread
 * @user_data: for @progress
 *
 * Writes the folder; takes a while. It appears only once complete; an existing folder is kept, and
 * its files appear then. May run in a separate thread.
 *
 * Returns: whether it was written
 */
gboolean
ws_figures_write (WsFigureFolder *self, const char *folder, GCancellable *cancellable,
                  WsFiguresProgress progress, gpointer user_data, GError **error)
{
  g_autoptr (WsNewFolder) new_folder = NULL;
  Work work = {
    .figures = self, .cancellable = cancellable, .progress = progress, .user_data = user_data
  };

  g_return_val_if_fail (self != NULL && folder != NULL, FALSE);

  new_folder = ws_new_folder_begin (folder, error);
  if (new_folder == NULL)
    return FALSE;
  work.folder = ws_new_folder_get_path (new_folder);
  work.n = count_files (self);
  return write_all (&work, error) && ws_new_folder_commit (new_folder, PAGE, error);
}
