/* picture-write.c: a picture is written in a thread: a large one takes a while, and so may a disk.
 */
#include "export/picture.h"

typedef struct {
  WsPicture *picture;
  WsExportForm form;
  char *path;
} Writing;

static void
writing_free (Writing *self)
{
  ws_picture_free (self->picture);
  g_free (self->path);
  g_free (self);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Writing *writing = data;
  GError *error = NULL;

  if (ws_picture_write (writing->picture, &writing->form, writing->path, cancellable, &error))
    g_task_return_pointer (task, g_strdup (writing->path), g_free);
  else
    g_task_return_error (task, error);
}

/**
 * ws_picture_write_async:
 * @self: a picture; what there is to see of it now is copied
 * @form: theme, size and scale
 * @path: where to; its suffix determines the format
 * @cancellable: (nullable): cancelling keeps the old file
 * @callback: is told when it is done
 *
 * As ws_picture_write().
 */
void
ws_picture_write_async (const WsPicture *self, const WsExportForm *form, const char *path,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Writing *writing;

  g_return_if_fail (self != NULL && form != NULL && path != NULL);

  writing = g_new0 (Writing, 1);
  writing->picture = ws_picture_copy (self);
  writing->form = *form;
  writing->path = g_strdup (path);
  g_task_set_check_cancellable (task, FALSE); /* writing cannot be cancelled */
  g_task_set_task_data (task, writing, (GDestroyNotify)writing_free);
  g_task_run_in_thread (task, write_thread);
}

/**
 * ws_picture_write_finish:
 * @result: as the callback has it
 *
 * Returns: (transfer full) (nullable): the path that was written; %NULL if it was not
 */
char *
ws_picture_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
