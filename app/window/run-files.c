#include "window/run-files.h"

#include "dialog/chooser.h"
#include "record/file.h"
#include "window/actions.h"

#include <glib/gi18n.h>

struct _WsRunFiles {
  GObject parent_instance;

  GtkWindow *window;
  WsSession *session;
  WsPlayhead *playhead;
  WsNotices *notices;
  WsStart *start;
  WsSign *opening_sign; /* shown if opening a file takes a while */
  GCancellable *saving; /* of the run being saved; NULL if there is none */
  WsSign *saving_sign;
};

enum { SIGNAL_CHOSEN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsRunFiles, ws_run_files, G_TYPE_OBJECT)

/* ---- opening a run ---- */

static void
open_chosen (GFile *file, gpointer data)
{
  g_signal_emit (data, signals[SIGNAL_CHOSEN], 0, file);
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_chooser_ask (WS_RUN_FILES (data)->window, WS_CHOOSER_OPEN_RUN, NULL, NULL, open_chosen, data);
}

/* A picture dragged from this program is not a run, and GTK 4.8 fails if the window closes while it
 * waits for one. */
static gboolean
accept_cb (GtkDropTarget *target, GdkDrop *drop)
{
  return gdk_drop_get_drag (drop) == NULL
         && gdk_content_formats_match (gdk_drop_get_formats (drop),
                                       gtk_drop_target_get_formats (target));
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, WsRunFiles *self)
{
  GFile *file = g_value_get_object (value);

  /* an empty list is a drop, too */
  if (file != NULL)
    g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, file);
  return file != NULL;
}

/* Where a run can be dropped. */
static void
add_drop_target (WsRunFiles *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_FILE, GDK_ACTION_COPY);

  g_signal_connect (target, "accept", G_CALLBACK (accept_cb), NULL);
  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self->window), GTK_EVENT_CONTROLLER (target));
}

static void
cancel_opening_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsRunFiles *self = data;

  if (ws_session_get_state (self->session) == WS_SESSION_OPENS)
    ws_session_cancel (self->session);
}

static void
state_cb (WsRunFiles *self)
{
  if (ws_session_get_state (self->session) != WS_SESSION_OPENS)
    g_clear_pointer (&self->opening_sign, ws_sign_end);
}

/**
 * ws_run_files_open:
 * @self: the files of a window
 * @file: a .wsrun file
 *
 * Reads @file in the background and shows it; for a damaged file it shows an error and keeps the
 * current run. Cancels the opening of another file.
 */
void
ws_run_files_open (WsRunFiles *self, GFile *file)
{
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *sentence = NULL;
  WsRunPlace place;

  g_return_if_fail (WS_IS_RUN_FILES (self) && G_IS_FILE (file));

  name = g_file_get_basename (file);
  shown = g_filename_display_name (name);
  sentence = g_strdup_printf (_ ("Opening %s…"), shown);
  ws_start_get_place (self->start, &place);
  ws_session_open (self->session, file, &place);
  g_clear_pointer (&self->opening_sign, ws_sign_end);
  self->opening_sign = ws_notices_add_work (self->notices, sentence, "win.cancel-opening");
}

/* ---- saving the run, in a thread: a disk may be slow ---- */

static void
update_action (WsRunFiles *self)
{
  ws_actions_enable (self->window, "save-run",
                     ws_playhead_get_run (self->playhead) != NULL && self->saving == NULL);
}

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
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  G_GNUC_UNUSED g_autoptr (GtkWindow) window = data; /* and with it @self */
  WsRunFiles *self = WS_RUN_FILES (source);
  const Saving *saving = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = g_file_get_basename (saving->file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *sentence = g_strdup_printf (_ ("Saved %s"), shown);
  g_autoptr (GError) error = NULL;
  gboolean saved = g_task_propagate_boolean (G_TASK (result), &error);

  g_application_release (saving->application);
  g_clear_object (&self->saving);
  g_clear_pointer (&self->saving_sign, ws_sign_end);
  update_action (self);
  if (saved)
    ws_notices_tell (self->notices, sentence);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_notices_show_error (self->notices, error->message);
}

static void
save_chosen (GFile *file, gpointer data)
{
  WsRunFiles *self = data;
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *sentence = g_strdup_printf (_ ("Saving %s…"), shown);
  g_autoptr (GTask) task = NULL;
  Saving *saving;

  if (run == NULL || self->saving != NULL)
    return;
  saving = g_new0 (Saving, 1);
  saving->run = ws_run_ref (run);
  saving->file = g_object_ref (file);
  self->saving = g_cancellable_new ();
  self->saving_sign = ws_notices_add_work (self->notices, sentence, "win.cancel-saving");
  update_action (self);
  /* the file is whole even if the window is closed meanwhile */
  saving->application = g_object_ref (G_APPLICATION (gtk_window_get_application (self->window)));
  g_application_hold (saving->application);
  task = g_task_new (self, self->saving, saved_cb, g_object_ref (self->window));
  g_task_set_check_cancellable (task, FALSE); /* writing cannot be cancelled */
  g_task_set_task_data (task, saving, (GDestroyNotify)saving_free);
  g_task_run_in_thread (task, save_thread);
}

static void
save_run_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsRunFiles *self = data;
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *name = run != NULL ? g_strdup_printf ("%s.wsrun", run->id) : NULL;

  if (run != NULL)
    ws_chooser_ask (self->window, WS_CHOOSER_SAVE_RUN, NULL, name, save_chosen, self);
}

static void
cancel_saving_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_cancellable_cancel (WS_RUN_FILES (data)->saving); /* does nothing if NULL */
}

static const GActionEntry entries[] = {
  { "open", open_cb },
  { "save-run", save_run_cb },
  { "cancel-opening", cancel_opening_cb },
  { "cancel-saving", cancel_saving_cb },
};

static void
ws_run_files_class_init (WsRunFilesClass *klass)
{
  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
}

static void
ws_run_files_init (WsRunFiles *self)
{
}

WsRunFiles *
ws_run_files_new (const WsContext *context)
{
  WsRunFiles *self = g_object_new (WS_TYPE_RUN_FILES, NULL);

  self->window = context->window;
  self->session = context->session;
  self->playhead = context->playhead;
  self->notices = context->notices;
  self->start = context->start;
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  add_drop_target (self);
  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update_action), self,
                           G_CONNECT_SWAPPED);
  update_action (self);
  return self;
}
