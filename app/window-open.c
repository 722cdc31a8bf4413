/* window-open.c: a run comes out of a file. It is read, checked and derived in a thread; the window
 * goes on with what it shows until all of that is done, and keeps what was opened until the user
 * runs something. */
#include "record/file.h"
#include "window-private.h"

#define SIGN_AFTER_MS 200 /* a run that is there sooner needs no word */

/* What a thread makes of a file. */
typedef struct {
  WsRun *run;
  WsScene *scene; /* NULL where nothing of it can be drawn */
} Opened;

static void
opened_free (Opened *self)
{
  g_clear_pointer (&self->scene, ws_scene_unref);
  ws_run_unref (self->run);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opened, opened_free)

/* Which file, and what of it is looked at first. */
typedef struct {
  GFile *file;
  guint launch;
} Request;

static void
request_free (Request *self)
{
  g_object_unref (self->file);
  g_free (self);
}

static void
open_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  GError *error = NULL;
  WsRun *run = ws_run_load (request->file, cancellable, &error);
  Opened *opened;

  if (run == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  opened = g_new0 (Opened, 1);
  opened->run = run;
  if (!g_cancellable_is_cancelled (cancellable))
    opened->scene =
        ws_scene_new_first (run, request->launch < run->n_launches ? request->launch : 0);
  g_task_return_pointer (task, opened, (GDestroyNotify)opened_free);
}

/* ---- what is seen of it ---- */

static gboolean
show_sign_cb (gpointer data)
{
  WsWindow *self = data;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *spinner = gtk_spinner_new ();
  g_autofree char *text = g_strdup_printf ("Opening %s…", self->opening_name);
  GtkWidget *label = gtk_label_new (text);

  self->opening_timeout = 0;
  gtk_spinner_start (GTK_SPINNER (spinner));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append (GTK_BOX (box), spinner);
  gtk_box_append (GTK_BOX (box), label);
  self->opening_toast = g_object_ref_sink (adw_toast_new (""));
  adw_toast_set_custom_title (self->opening_toast, box);
  adw_toast_set_timeout (self->opening_toast, 0);
  adw_toast_set_priority (self->opening_toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_set_button_label (self->opening_toast, "_Cancel");
  adw_toast_set_action_name (self->opening_toast, "win.cancel-opening");
  adw_toast_overlay_add_toast (self->toasts, g_object_ref (self->opening_toast));
  return G_SOURCE_REMOVE;
}

static void
end_opening (WsWindow *self)
{
  g_clear_handle_id (&self->opening_timeout, g_source_remove);
  if (self->opening_toast != NULL)
    adw_toast_dismiss (self->opening_toast);
  g_clear_object (&self->opening_toast);
  g_clear_pointer (&self->opening_name, g_free);
  g_clear_object (&self->opening);
}

/**
 * ws_window_cancel_opening:
 * @self: a window
 *
 * Gives up the file that is being opened, if any. What is shown stays.
 *
 * Returns: whether there was one
 */
gboolean
ws_window_cancel_opening (WsWindow *self)
{
  if (self->opening == NULL)
    return FALSE;
  g_cancellable_cancel (self->opening);
  end_opening (self);
  return TRUE;
}

/* ---- from the beginning to the end ---- */

static void
show (WsWindow *self, const Opened *opened)
{
  ws_window_follow_run (self, opened->run);
  ws_fields_forget_change (self->fields);
  if (self->scenarios != NULL)
    ws_scenario_page_leave (self->scenarios);
  self->opened = TRUE;
  self->run_waits = FALSE;
  self->keep_place = FALSE;
  self->start_unless_opened = FALSE;
  gtk_info_bar_set_revealed (self->info_bar, FALSE);
  ws_playhead_set_run_and_scene (self->playhead, opened->run, opened->scene);
  ws_window_apply_start (self);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Opened) opened = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *sentence = NULL;

  /* whoever gave it up has told the user */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  end_opening (self);
  if (opened != NULL)
    {
      show (self, opened);
      return;
    }
  if (self->start_unless_opened)
    ws_window_start_unasked (self);
  sentence = g_strdup_printf ("The run could not be opened: %s", error->message);
  ws_window_show_error (self, sentence);
}

/**
 * ws_window_open_run:
 * @self: a window
 * @file: a .wsrun file
 *
 * Reads @file in the background and shows it; a damaged one gives a sentence, and what was shown
 * stays. A file that was being opened is given up for this one.
 */
void
ws_window_open_run (WsWindow *self, GFile *file)
{
  g_autoptr (GTask) task = NULL;
  Request *request;

  g_return_if_fail (WS_IS_WINDOW (self) && G_IS_FILE (file));

  ws_window_cancel_opening (self);
  self->opening = g_cancellable_new ();
  self->opening_name = g_file_get_basename (file);
  self->opening_timeout = g_timeout_add (SIGN_AFTER_MS, show_sign_cb, self);
  /* the thread may be the last to let the task go: the window may not be the task's */
  task = g_task_new (NULL, self->opening, opened_cb, g_object_ref (self));
  request = g_new0 (Request, 1);
  request->file = g_object_ref (file);
  request->launch = self->start.launch > 1 ? (guint)self->start.launch - 1 : 0;
  g_task_set_task_data (task, request, (GDestroyNotify)request_free);
  g_task_run_in_thread (task, open_thread);
}

static void
cancel_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  WsWindow *self = WS_WINDOW (widget);

  if (ws_window_cancel_opening (self) && self->start_unless_opened)
    ws_window_start_unasked (self);
}

void
ws_window_open_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.cancel-opening", NULL, cancel_cb);
}
