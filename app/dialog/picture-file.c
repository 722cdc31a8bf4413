#include "dialog/picture-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define URI_LIST "text/uri-list"
#define PNG      "image/png"

struct _WsPictureFile {
  GdkContentProvider parent_instance;

  WsPicture *picture;
  WsExportForm form;
  char *path;
  gboolean written;
};

G_DEFINE_FINAL_TYPE (WsPictureFile, ws_picture_file, GDK_TYPE_CONTENT_PROVIDER)

static GdkContentFormats *
ws_picture_file_ref_formats (GdkContentProvider *provider)
{
  GdkContentFormatsBuilder *builder = gdk_content_formats_builder_new ();

  /* not as a GFile: GTK would ask for that to draw what hangs on the pointer */
  gdk_content_formats_builder_add_mime_type (builder, URI_LIST);
  gdk_content_formats_builder_add_mime_type (builder, PNG);
  return gdk_content_formats_builder_free_to_formats (builder);
}

/* ---- offered as a file, and as its content ---- */

typedef struct {
  GOutputStream *stream;
  int priority;
  gboolean wants_picture; /* and not its place */
  GBytes *bytes;          /* what is told; NULL until the file is there */
} Answer;

static void
answer_free (Answer *self)
{
  g_object_unref (self->stream);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self);
}

/* (transfer full) (nullable) */
static GBytes *
make_bytes (WsPictureFile *self, gboolean wants_picture, GError **error)
{
  g_autofree char *uri = NULL;
  char *data = NULL;
  gsize size;

  if (wants_picture)
    return g_file_get_contents (self->path, &data, &size, error) ? g_bytes_new_take (data, size)
                                                                 : NULL;
  uri = g_filename_to_uri (self->path, NULL, error);
  if (uri == NULL)
    return NULL;
  data = g_strconcat (uri, "\r\n", NULL);
  return g_bytes_new_take (data, strlen (data));
}

static void
told_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
tell (GTask *task)
{
  Answer *answer = g_task_get_task_data (task);
  GError *error = NULL;

  answer->bytes = make_bytes (g_task_get_source_object (task), answer->wants_picture, &error);
  if (answer->bytes == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_output_stream_write_all_async (answer->stream, g_bytes_get_data (answer->bytes, NULL),
                                   g_bytes_get_size (answer->bytes), answer->priority,
                                   g_task_get_cancellable (task), told_cb, g_object_ref (task));
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WsPictureFile *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autofree char *path = ws_picture_write_finish (result, &error);

  if (path == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->written = TRUE;
  tell (task);
}

static void
ws_picture_file_write_mime_type_async (GdkContentProvider *provider, const char *mime_type,
                                       GOutputStream *stream, int io_priority,
                                       GCancellable *cancellable, GAsyncReadyCallback callback,
                                       gpointer user_data)
{
  WsPictureFile *self = WS_PICTURE_FILE (provider);
  g_autoptr (GTask) task = g_task_new (provider, cancellable, callback, user_data);
  Answer *answer;

  if (!g_str_equal (mime_type, URI_LIST) && !g_str_equal (mime_type, PNG))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                               _ ("A dragged picture is a PNG file, not %s."), mime_type);
      return;
    }
  answer = g_new0 (Answer, 1);
  answer->stream = g_object_ref (stream);
  answer->priority = io_priority;
  answer->wants_picture = g_str_equal (mime_type, PNG);
  g_task_set_task_data (task, answer, (GDestroyNotify)answer_free);
  if (self->written)
    tell (task);
  else
    ws_picture_write_async (self->picture, &self->form, self->path, cancellable, written_cb,
                            g_object_ref (task));
}

static gboolean
ws_picture_file_write_mime_type_finish (GdkContentProvider *provider, GAsyncResult *result,
                                        GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* ---- the object ---- */

static void
ws_picture_file_finalize (GObject *object)
{
  WsPictureFile *self = WS_PICTURE_FILE (object);

  ws_picture_free (self->picture);
  g_free (self->path);

  G_OBJECT_CLASS (ws_picture_file_parent_class)->finalize (object);
}

static void
ws_picture_file_class_init (WsPictureFileClass *klass)
{
  GdkContentProviderClass *provider_class = GDK_CONTENT_PROVIDER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ws_picture_file_finalize;
  provider_class->ref_formats = ws_picture_file_ref_formats;
  provider_class->write_mime_type_async = ws_picture_file_write_mime_type_async;
  provider_class->write_mime_type_finish = ws_picture_file_write_mime_type_finish;
}

static void
ws_picture_file_init (WsPictureFile *self)
{
}

/**
 * ws_picture_file_new:
 * @picture: what it shows now; copied
 * @form: theme, size and scale
 * @path: where it will be
 *
 * Returns: (transfer full): what a drag takes along
 */
GdkContentProvider *
ws_picture_file_new (const WsPicture *picture, const WsExportForm *form, const char *path)
{
  WsPictureFile *self;

  g_return_val_if_fail (picture != NULL && form != NULL && path != NULL, NULL);

  self = g_object_new (WS_TYPE_PICTURE_FILE, NULL);
  self->picture = ws_picture_copy (picture);
  self->form = *form;
  self->path = g_strdup (path);
  return GDK_CONTENT_PROVIDER (self);
}
