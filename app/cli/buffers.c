/* buffers.c: writes the final contents of a job's buffers to files. */
#include "cli/cli.h"

#include "files/replacement.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

typedef struct {
  GMainLoop *loop;
  GPtrArray *outputs; /* of GBytes */
  GError *error;
} Computing;

static void
computed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Computing *self = data;

  self->outputs = ws_client_compute_finish (WS_CLIENT (source), result, &self->error);
  g_main_loop_quit (self->loop);
}

/* (transfer full) (nullable) */
static GPtrArray *
compute (WsClient *client, const char *device, WsJobSource *source, GError **error)
{
  Computing self = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_compute_async (client, &(WsClientJob){ device, source }, NULL, computed_cb, &self);
  g_main_loop_run (self.loop);
  g_main_loop_unref (self.loop);
  if (self.error != NULL)
    g_propagate_error (error, self.error);
  return self.outputs;
}

/* A buffer is named by its source, which may be untrusted: its file must be inside the folder. */
static gboolean
write_one (const char *folder, const char *name, GBytes *bytes, GError **error)
{
  g_autofree char *file = g_strconcat (name, ".bin", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);

  if (*name == '\0' || *name == '.' || strchr (name, '/') != NULL)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _ ("The buffer “%s” has no name that a file can have."), name);
      return FALSE;
    }
  return ws_file_replace_path (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                               WS_REPLACE_PRIVATE, error);
}

/**
 * cli_write_buffers:
 * @client: asks its worker
 * @device: id, as in "vm:h200"
 * @source: of the job, which is run again without recording
 * @folder: is created if missing
 * @error: return location for a #GError: a #WsClientError, an error of the worker, or a #GFileError
 *
 * Writes NAME.bin of each buffer that the job writes to: its elements in sequence, as laid out on
 * the device.
 *
 * Returns: whether all of them were written
 */
gboolean
cli_write_buffers (WsClient *client, const char *device, WsJobSource *source, const char *folder,
                   GError **error)
{
  g_autoptr (WsJob) job = ws_job_source_make (source, error);
  g_autoptr (GPtrArray) outputs = job != NULL ? compute (client, device, source, error) : NULL;

  if (outputs == NULL)
    return FALSE;
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", folder,
                   g_strerror (errno));
      return FALSE;
    }
  for (guint i = 0; i < job->buffers->len && i < outputs->len; i++)
    if (g_bytes_get_size (outputs->pdata[i]) > 0
        && !write_one (folder, ws_job_get_buffer (job, i)->name, outputs->pdata[i], error))
      return FALSE;
  return TRUE;
}
