#include "window/program-control.h"

#include "edit/program-question.h"
#include "dialog/chooser.h"
#include "edit/program-strip.h"

#include <glib/gi18n.h>
#include <string.h>

#define WORK_AFTER_MS 1000 /* only work longer than this is shown and can be stopped */
#define LONGER        6    /* factor by which its kernels may take longer, on request */

struct _WsProgramControl {
  GObject parent_instance;

  WsCatalog *catalog;
  WsSession *session;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsNotices *notices;
  WsPresentation *presentation;
  WsFields *fields;
  WsEditing *editing;
  WsUserOpener *opener;
  WsUserEditor *editor;
  WsProgramQuestion *question; /* a weak pointer */
  WsProgramStrip *strip;
  GtkWindow *window;  /* this is a part of it */
  char *saved;        /* nullable: name of the file to save */
  gboolean is_closed; /* the user closed the question about the open file */
  guint wait;
  WsSign *sign; /* nullable: shown while it runs */
};

G_DEFINE_FINAL_TYPE (WsProgramControl, ws_program_control, G_TYPE_OBJECT)

/* ---- the device ---- */

/**
 * ws_program_control_follow_device:
 * @self: the program of a window
 *
 * To be called when another device is chosen: the next run uses it, and kernels are compiled for
 * it. A launch captured on a virtual GPU can be recorded on a real one.
 */
void
ws_program_control_follow_device (WsProgramControl *self)
{
  const char *id = ws_session_get_device_id (self->session);
  const WsSpec *own = ws_session_get_spec (self->session);
  const WsSpec *spec = id != NULL && g_str_has_prefix (id, "vm:")
                           ? ws_catalog_find_spec (self->catalog, id + strlen ("vm:"), NULL)
                           : NULL;

  if (spec == NULL)
    spec = ws_catalog_find_nearest_spec (self->catalog, own);
  ws_user_opener_set_spec (self->opener, spec);
  ws_user_opener_set_architecture (self->opener,
                                   ws_compile_get_architecture (ws_spec_get_capability (own)));
}

/* ---- the question ---- */

static void
update_question (WsProgramControl *self)
{
  if (self->question != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self->question),
                            !self->is_closed && ws_user_editor_is_shown (self->editor)
                                && ws_user_opener_asks (self->opener));
}

/* Moves the focus from the text to what is shown. */
static void
leave_question (WsProgramControl *self)
{
  ws_panes_focus_picture (self->panes);
  update_question (self);
}

static void
run_cb (WsProgramControl *self)
{
  if (ws_user_opener_asks (self->opener))
    ws_user_opener_permit (self->opener);
  leave_question (self);
}

static void
closed_cb (WsProgramControl *self)
{
  self->is_closed = TRUE;
  leave_question (self);
}

/* ---- its steps ---- */

/* The strip is only shown above a run of the program. */
static void
update_strip (WsProgramControl *self)
{
  gboolean is_shown = ws_program_strip_get_story (self->strip) != NULL
                      && ws_editing_has_run (self->editing, ws_playhead_get_run (self->playhead))
                      && !ws_presentation_get_presenting (self->presentation)
                      && !ws_presentation_shows_slides (self->presentation)
                      && !ws_presentation_shows_course (self->presentation);

  gtk_widget_set_visible (GTK_WIDGET (self->strip), is_shown);
}

/* Marks the strip as stale: its text has changed, or main() has not yet run with the shown
 * kernels. */
static void
update_stale (WsProgramControl *self)
{
  WsUserProgram *program = ws_user_opener_get_program (self->opener);

  if (ws_user_editor_is_stale (self->editor)
      || (program != NULL && ws_user_program_is_behind (program)))
    gtk_widget_add_css_class (GTK_WIDGET (self->strip), "stale");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->strip), "stale");
}

static void
editor_changed_cb (WsProgramControl *self)
{
  update_question (self);
  update_stale (self);
}

static void
ran_cb (WsProgramControl *self)
{
  WsUserProgram *program = ws_user_opener_get_program (self->opener);

  ws_program_strip_set_story (self->strip,
                              ws_program_story_new (ws_user_program_get_run (program)));
  ws_program_strip_set_shown (self->strip, ws_user_program_get_launch (program));
  update_stale (self);
  update_strip (self);
}

static void
made_cb (WsProgramControl *self, WsJob *job)
{
  gboolean runs_main = ws_user_opener_runs_main (self->opener);

  if (runs_main)
    ws_program_strip_set_shown (
        self->strip, ws_user_program_get_launch (ws_user_opener_get_program (self->opener)));
  else
    ws_program_strip_set_story (self->strip, NULL);
  ws_program_strip_set_job (self->strip, runs_main ? job : NULL);
  update_stale (self);
  ws_fields_set_program (
      self->fields,
      runs_main ? ws_user_program_get_arguments (ws_user_opener_get_program (self->opener)) : NULL);
  update_strip (self);
}

/* It is no longer known which launch an earlier run was of. */
static void
shown_cb (WsProgramControl *self)
{
  if (ws_session_get_shown (self->session) == WS_SHOWN_AGAIN)
    ws_program_strip_set_shown (self->strip, G_MAXUINT);
  update_strip (self);
}

static void
chosen_cb (WsProgramControl *self, guint launch)
{
  WsUserProgram *program = ws_user_opener_get_program (self->opener);

  if (program == NULL || !ws_user_opener_runs_main (self->opener))
    return;
  ws_user_program_set_launch (program, launch);
  ws_user_opener_make (self->opener);
}

static void
longer_cb (WsProgramControl *self)
{
  WsUserProgram *program = ws_user_opener_get_program (self->opener);

  if (program == NULL || !ws_user_opener_runs_main (self->opener))
    return;
  ws_user_program_set_seconds (program, LONGER * ws_user_program_get_seconds (program));
  ws_user_opener_make (self->opener);
}

/* ---- its files ---- */

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsProgramControl) self = data;
  g_autoptr (GError) error = NULL;

  if (!ws_program_file_save_finish (result, &error))
    ws_notices_tell (self->notices, error->message);
}

/* The program may have run again by now and rewritten the file. */
static void
save_chosen_cb (GFile *file, gpointer owner)
{
  WsProgramControl *self = owner;
  WsUserProgram *program = ws_user_opener_get_program (self->opener);
  const WsProgramRun *run = program != NULL ? ws_user_program_get_run (program) : NULL;

  if (run == NULL || run->folder == NULL || self->saved == NULL)
    return;
  ws_program_file_save_async (run->folder, self->saved, file, saved_cb, g_object_ref (self));
}

static void
save_file_cb (WsProgramControl *self, const char *name)
{
  g_autofree char *plain = g_path_get_basename (name);
  g_autofree char *shown = g_filename_display_name (plain);

  g_free (self->saved);
  self->saved = g_strdup (name);
  ws_chooser_ask (self->window, WS_CHOOSER_SAVE_FILE, NULL, shown, save_chosen_cb, self);
}

/* ---- arguments of main() ---- */

static void
arguments_cb (WsProgramControl *self, const char *arguments)
{
  WsUserProgram *program = ws_user_opener_get_program (self->opener);
  g_autoptr (GError) error = NULL;

  if (program == NULL || !ws_user_opener_runs_main (self->opener))
    return;
  if (ws_user_program_set_arguments (program, arguments, &error))
    ws_user_opener_make (self->opener);
  ws_fields_set_problem (self->fields, error);
}

/* ---- while it runs ---- */

static gboolean
wait_cb (gpointer data)
{
  WsProgramControl *self = data;
  g_autofree char *name = g_file_get_basename (ws_user_opener_get_file (self->opener));
  g_autofree char *shown = g_filename_display_name (name);
  /* Translators: a file's name */
  g_autofree char *sentence = g_strdup_printf (_ ("Compiling and running %s…"), shown);

  self->wait = 0;
  self->sign = ws_notices_add_work (self->notices, sentence, "win.stop-program");
  return G_SOURCE_REMOVE;
}

static void
making_cb (WsProgramControl *self)
{
  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_pointer (&self->sign, ws_sign_end);
  if (ws_user_opener_makes (self->opener) && ws_user_opener_runs_main (self->opener))
    self->wait = g_timeout_add (WORK_AFTER_MS, wait_cb, self);
  update_question (self);
}

static void
stop_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsProgramControl *self = data;

  if (!ws_user_opener_makes (self->opener))
    return;
  ws_user_opener_stop (self->opener);
  ws_editing_take_failure (self->editing, _ ("The program was stopped."));
}

static void
opened_cb (WsProgramControl *self)
{
  self->is_closed = FALSE;
  ws_program_strip_set_story (self->strip, NULL);
  ws_fields_set_program (self->fields, NULL);
  update_question (self);
  update_strip (self);
}

/* ---- the object ---- */

static const GActionEntry entries[] = { { "stop-program", stop_cb } };

static void
ws_program_control_finalize (GObject *object)
{
  ws_program_control_end (WS_PROGRAM_CONTROL (object));

  G_OBJECT_CLASS (ws_program_control_parent_class)->finalize (object);
}

static void
ws_program_control_class_init (WsProgramControlClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_program_control_finalize;
}

static void
ws_program_control_init (WsProgramControl *self)
{
}

static void
follow_opener (WsProgramControl *self)
{
  g_signal_connect_object (self->opener, "making", G_CALLBACK (making_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "opened", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "failed", G_CALLBACK (update_question), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "ran", G_CALLBACK (ran_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "made", G_CALLBACK (made_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ws_program_control_new:
 * @context: of the window
 * @presentation: the main area of the window
 * @editing: whose source may be a program
 *
 * Returns: (transfer full): the program of the window, which has its action by now
 */
WsProgramControl *
ws_program_control_new (const WsContext *context, WsPresentation *presentation, WsEditing *editing)
{
  WsProgramControl *self = g_object_new (WS_TYPE_PROGRAM_CONTROL, NULL);

  self->window = context->window;
  self->catalog = context->catalog;
  self->session = context->session;
  self->playhead = context->playhead;
  self->panes = context->panes;
  self->notices = context->notices;
  self->presentation = presentation;
  self->editing = editing;
  self->fields = ws_context_get_child (context, "fields");
  self->strip = ws_context_get_child (context, "program_strip");
  self->opener = g_object_ref (ws_editing_get_opener (editing));
  self->editor = g_object_ref (ws_editing_get_editor (editing));
  g_set_weak_pointer (&self->question, ws_program_question_new ());
  ws_code_editor_add_above (ws_panes_get_editor (self->panes), GTK_WIDGET (self->question));
  g_action_map_add_action_entries (G_ACTION_MAP (context->window), entries, G_N_ELEMENTS (entries),
                                   self);
  g_signal_connect_object (self->question, "run", G_CALLBACK (run_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->question, "closed", G_CALLBACK (closed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->strip, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->strip, "longer", G_CALLBACK (longer_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->strip, "save-file", G_CALLBACK (save_file_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "arguments-given", G_CALLBACK (arguments_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "changed", G_CALLBACK (editor_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "shown", G_CALLBACK (shown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update_strip), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (presentation, "changed", G_CALLBACK (update_strip), self,
                           G_CONNECT_SWAPPED);
  follow_opener (self);
  ws_program_control_follow_device (self);
  return self;
}

/**
 * ws_program_control_end:
 * @self: the program of a window
 *
 * To be called when the window closes.
 */
void
ws_program_control_end (WsProgramControl *self)
{
  g_return_if_fail (WS_IS_PROGRAM_CONTROL (self));

  g_clear_handle_id (&self->wait, g_source_remove);
  g_clear_pointer (&self->sign, ws_sign_end);
  g_clear_weak_pointer (&self->question);
  if (self->opener != NULL)
    g_signal_handlers_disconnect_by_data (self->opener, self);
  g_clear_object (&self->opener);
  g_clear_object (&self->editor);
  g_clear_pointer (&self->saved, g_free);
}
