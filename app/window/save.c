/* save.c: the run shown goes into a file, in a thread: a disk may take its time. */
#include "dialog/chooser.h"
#include "record/file.h"
#include "window/private.h"

typedef struct {
  WsRun *run;
  GFile *file;
  GApplication *application; /* held until it is done */
} Saving;

static void
saving_free (Saving *self)
{
  ws_run_unref (self->run);
  g_object_unref (self->file);
  g_object_unref (self->application);
  g_free (self);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  GError *error = NULL;

  if (ws_run_save (saving->run, saving->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
allow_saving (WsWindow *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.save",
                                 self->saving == NULL
                                     && ws_playhead_get_run (self->playhead) != NULL);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsWindow) self = data;
  const Saving *saving = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = g_file_get_basename (saving->file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *sentence = g_strdup_printf ("Saved %s", shown);
  g_autoptr (GError) error = NULL;
  gboolean saved = g_task_propagate_boolean (G_TASK (result), &error);

  g_application_release (saving->application);
  g_clear_object (&self->saving);
  g_clear_pointer (&self->saving_sign, ws_sign_end);
  allow_saving (self);
  if (saved)
    ws_window_tell (self, sentence);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_window_show_error (self, error->message);
}

static void
save_chosen (GFile *file, gpointer window)
{
  WsWindow *self = window;
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *sentence = g_strdup_printf ("Saving %s…", shown);
  g_autoptr (GTask) task = NULL;
  Saving *saving;

  if (run == NULL || self->saving != NULL)
    return;
  saving = g_new0 (Saving, 1);
  saving->run = ws_run_ref (run);
  saving->file = g_object_ref (file);
  self->saving = g_cancellable_new ();
  self->saving_sign = ws_sign_new_work (self->signs, sentence, "win.cancel-saving");
  allow_saving (self);
  /* who closes the window meanwhile has a whole file all the same */
  saving->application = g_object_ref (G_APPLICATION (gtk_window_get_application (window)));
  g_application_hold (saving->application);
  task = g_task_new (NULL, self->saving, saved_cb, g_object_ref (self));
  g_task_set_check_cancellable (task, FALSE); /* what is written is written */
  g_task_set_task_data (task, saving, (GDestroyNotify)saving_free);
  g_task_run_in_thread (task, save_thread);
}

static void
save_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsRun *run = ws_playhead_get_run (WS_WINDOW (widget)->playhead);
  g_autofree char *name = run != NULL ? g_strdup_printf ("%s.wsrun", run->id) : NULL;

  if (run != NULL)
    ws_chooser_ask (GTK_WINDOW (widget), WS_CHOOSER_SAVE_RUN, NULL, name, save_chosen);
}

static void
cancel_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  g_cancellable_cancel (WS_WINDOW (widget)->saving); /* does nothing to NULL */
}

void
ws_window_save_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.save", NULL, save_cb);
  gtk_widget_class_install_action (widget_class, "win.cancel-saving", NULL, cancel_cb);
}

void
ws_window_save_init (WsWindow *self)
{
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (allow_saving), self,
                           G_CONNECT_SWAPPED);
  allow_saving (self);
}
