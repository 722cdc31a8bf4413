/* open.c: a run comes out of a file. It is read, checked and derived in a thread; the window
 * goes on with what it shows until all of that is done, and keeps what was opened until the user
 * runs something. */
#include "record/file.h"
#include "window/private.h"

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

static void
end_opening (WsWindow *self)
{
  g_clear_pointer (&self->opening_sign, ws_sign_end);
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
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *sentence = NULL;
  Request *request;

  g_return_if_fail (WS_IS_WINDOW (self) && G_IS_FILE (file));

  ws_window_cancel_opening (self);
  self->opening = g_cancellable_new ();
  name = g_file_get_basename (file);
  shown = g_filename_display_name (name);
  sentence = g_strdup_printf ("Opening %s…", shown);
  self->opening_sign = ws_sign_new_work (self->signs, sentence, "win.cancel-opening");
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

/* ---- another launch or block, which is large ---- */

static void
deriving_cb (WsWindow *self)
{
  gboolean derives = ws_playhead_is_deriving (self->playhead);

  if (derives && self->deriving_sign == NULL)
    self->deriving_sign =
        ws_sign_new_work (self->signs, "Reading what the block did…", "win.stop-deriving");
  else if (!derives)
    g_clear_pointer (&self->deriving_sign, ws_sign_end);
}

static void
stop_deriving_cb (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  ws_playhead_stop_deriving (WS_WINDOW (widget)->playhead);
}

void
ws_window_open_init (WsWindow *self)
{
  g_signal_connect_object (self->playhead, "notify::deriving", G_CALLBACK (deriving_cb), self,
                           G_CONNECT_SWAPPED);
}

void
ws_window_open_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.stop-deriving", NULL, stop_deriving_cb);
  gtk_widget_class_install_action (widget_class, "win.cancel-opening", NULL, cancel_cb);
}
