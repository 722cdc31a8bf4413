#include "window/twin.h"

#include "dialog/export-progress.h"
#include "files/replacement.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#define PARTS       100 /* steps of the dialog's progress */
#define MOST_OF_ONE 1000

/* A measurement, made by the device's worker on the main thread in its turn; the dialog's thread
 * waits for it. */
typedef struct {
  grefcount refs; /* shared by the main thread and the dialog's: under lock */
  GMutex lock;
  GCond cond;
  gboolean has_ended;
  GError *error;
  gpointer progress;
  GCancellable *cancellable;
  char *device;
  char *name;
  char *path; /* nullable: path of the spec file, once written */
  WsSession *session;
  WsNotices *notices;
} Twin;

static void
twin_unref (gpointer data)
{
  Twin *self = data;
  gboolean is_last;

  g_mutex_lock (&self->lock);
  is_last = g_ref_count_dec (&self->refs);
  g_mutex_unlock (&self->lock);
  if (!is_last)
    return;
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->cond);
  g_clear_error (&self->error);
  g_clear_object (&self->cancellable);
  g_free (self->device);
  g_free (self->name);
  g_free (self->path);
  g_object_unref (self->session);
  g_object_unref (self->notices);
  g_free (self);
}

static Twin *
twin_ref (Twin *self)
{
  g_mutex_lock (&self->lock);
  g_ref_count_inc (&self->refs);
  g_mutex_unlock (&self->lock);
  return self;
}

/* "nvidia-h200" of "NVIDIA H200". */
static char *
make_stem (const char *name)
{
  g_autofree char *ascii = g_str_to_ascii (name, "C");
  g_autofree char *small = g_ascii_strdown (ascii, -1);
  GString *stem = g_string_new (NULL);

  for (const char *at = small; *at != '\0'; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (stem, *at);
    else if (stem->len > 0 && stem->str[stem->len - 1] != '-')
      g_string_append_c (stem, '-');
  g_string_append (stem, stem->len > 0 && stem->str[stem->len - 1] != '-' ? "-twin" : "twin");
  return g_string_free (stem, FALSE);
}

/* (transfer full): an unused file name */
static char *
choose_path (const char *folder, const char *name)
{
  g_autofree char *stem = make_stem (name);
  g_autofree char *first = g_strconcat (stem, ".ini", NULL);
  char *path = g_build_filename (folder, first, NULL);

  for (guint i = 2; i < MOST_OF_ONE && g_file_test (path, G_FILE_TEST_EXISTS); i++)
    {
      g_autofree char *next = g_strdup_printf ("%s-%u.ini", stem, i);

      g_free (path);
      path = g_build_filename (folder, next, NULL);
    }
  return path;
}

static gboolean
write_spec (Twin *self, const char *text, GError **error)
{
  g_autofree char *folder = ws_spec_file_dup_folder ();
  g_autofree char *path = choose_path (folder, self->name);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (WsSpec) spec = ws_spec_file_parse (bytes, self->name, error);

  if (spec == NULL)
    return FALSE;
  g_mkdir_with_parents (folder, 0700); /* if that fails, the file's error tells why */
  if (!ws_file_replace_path (path, text, strlen (text), WS_REPLACE_NONE, error))
    return FALSE;
  self->path = g_steal_pointer (&path);
  return TRUE;
}

static void
progress_cb (double fraction, const char *sentence, gpointer data)
{
  Twin *self = data;

  ws_export_progress_report ((guint)(fraction * PARTS), PARTS, self->progress);
}

static void
ask (WsClient *client, GCancellable *cancellable, GAsyncReadyCallback callback,
     gpointer callback_data, gpointer data)
{
  Twin *self = data;
  const WsClientWatch watch = { progress_cb, self };

  ws_client_calibrate_async (client, self->device, &watch, cancellable, callback, callback_data);
}

static void
measured_cb (GObject *client, GAsyncResult *result, gpointer data)
{
  Twin *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ws_client_calibrate_finish (WS_CLIENT (client), result, &error);

  if (text != NULL)
    write_spec (self, text, &error);
  g_mutex_lock (&self->lock);
  self->error = g_steal_pointer (&error);
  self->has_ended = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);
  twin_unref (self);
}

static gboolean
begin_cb (gpointer data)
{
  Twin *self = data;
  const WsRequest request = {
    .device = self->device,
    .priority = WS_PRIORITY_RECORD,
    .ask = ask,
    .done = measured_cb,
    .user_data = twin_ref (self),
  };

  ws_queue_add (ws_session_get_queue (self->session), &request, self->cancellable);
  twin_unref (self);
  return G_SOURCE_REMOVE;
}

/* Runs in the dialog's thread: waits. */
static gboolean
measure (gpointer data, GCancellable *cancellable, gpointer progress, GError **error)
{
  Twin *self = data;
  gboolean ok;

  self->progress = progress;
  self->cancellable = g_object_ref (cancellable);
  g_idle_add (begin_cb, twin_ref (self));
  g_mutex_lock (&self->lock);
  while (!self->has_ended)
    g_cond_wait (&self->cond, &self->lock);
  ok = self->error == NULL;
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&self->error));
  g_mutex_unlock (&self->lock);
  return ok;
}

/* Workers started from now on find it. */
static void
list_again (Twin *self)
{
  ws_client_end_worker (ws_queue_get_client (ws_session_get_queue (self->session), NULL));
  ws_session_list_devices (self->session);
}

static void
ended_cb (WsExportProgress *progress, const GError *error, gpointer data)
{
  Twin *self = data;

  if (error == NULL)
    {
      g_autofree char *sentence =
          g_strdup_printf (_ ("The virtual twin of the %s is in the list of devices."), self->name);

      ws_catalog_add_user_specs (ws_session_get_catalog (self->session), NULL);
      list_again (self);
      ws_notices_tell (self->notices, sentence);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_notices_show_error (self->notices, error->message);
}

static void
twin_closure_unref (gpointer data, GClosure *closure)
{
  twin_unref (data);
}

/**
 * ws_twin_make:
 * @device: a real GPU that can run
 * @parent: parent of the dialog
 *
 * Begins; nothing else runs on @device in the meantime.
 */
void
ws_twin_make (const WsClientDevice *device, GtkWindow *parent, WsSession *session,
              WsNotices *notices)
{
  Twin *self = g_new0 (Twin, 1);
  WsExportProgress *progress;

  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  g_ref_count_init (&self->refs);
  self->device = g_strdup (device->id);
  self->name = g_strdup (device->name);
  self->session = g_object_ref (session);
  self->notices = g_object_ref (notices);
  twin_ref (self); /* one of the dialog, one of its signal */
  progress =
      ws_export_progress_new (parent, _ ("Making a Virtual Twin"), measure, self, twin_unref);
  g_signal_connect_data (progress, "ended", G_CALLBACK (ended_cb), self, twin_closure_unref, 0);
  gtk_window_present (GTK_WINDOW (progress));
}
