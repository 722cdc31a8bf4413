#include "window/editing.h"

#include "dialog/compiler-dialog.h"
#include "dialog/user-dialog.h"
#include "kernel/user-copy.h"
#include "window/actions.h"
#include "window/verifier.h"
#include "window/version-pair.h"

#include <glib/gi18n.h>

struct _WsEditing {
  GObject parent_instance;

  GtkWindow *window;
  GSettings *settings;
  WsSession *session;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsNotices *notices;
  const WsStart *start;
  WsPresentation *presentation;
  WsFields *fields;
  WsUserOpener *opener;     /* the user's kernel that is open, */
  WsUserEditor *editor;     /* its text, */
  WsUserVersions *versions; /* its versions that ran */
  WsVersionPair *version_pair;
  WsVerifier *verifier;
  GFile *to_open;         /* nullable: opened once the edited source is saved */
  WsSign *reading_sign;   /* shown if reading a source takes a while */
  gboolean is_unrunnable; /* the open source could not be made a job, or run */
  char *unread;           /* nullable: why another file was not opened */
};

enum { SIGNAL_OPENED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsEditing, ws_editing, G_TYPE_OBJECT)

/* ---- the source and the run shown ---- */

/**
 * ws_editing_shows_no_run:
 * @self: the user's source in a window
 *
 * Returns: whether the code pane shows the user's source, which has never run
 */
gboolean
ws_editing_shows_no_run (WsEditing *self)
{
  return self->editor != NULL && ws_user_editor_is_shown (self->editor)
         && !ws_user_editor_has_run (self->editor, ws_playhead_get_run (self->playhead));
}

static gboolean
can_copy (WsEditing *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);

  return run != NULL && ws_user_copy_is_possible (run) && !ws_user_editor_is_shown (self->editor);
}

/* Its name, whether it is saved, and when the shown version ran. */
static void
edited_cb (WsEditing *self)
{
  gboolean stale;
  gboolean modified;
  g_autofree char *title = NULL;
  g_autofree char *whole = NULL;

  if (self->editor == NULL)
    return;
  stale = ws_user_editor_is_stale (self->editor);
  modified = ws_user_editor_is_modified (self->editor);
  title = ws_user_editor_dup_title (self->editor);
  ws_panes_set_stale (self->panes, stale);
  ws_panes_offer_edit (self->panes, ws_user_editor_is_shown (self->editor) ? title : NULL,
                       can_copy (self), modified && ws_user_editor_is_shown (self->editor));
  ws_actions_enable (self->window, "edit-copy", can_copy (self));
  ws_actions_enable (self->window, "save-source", modified);
  whole = title != NULL ? g_strdup_printf ("%s – Warpstage", title) : g_strdup (_ ("Warpstage"));
  gtk_window_set_title (self->window, whole);
}

/* Returns the focus to the window. */
static void
leave_editor (WsEditing *self)
{
  GtkWidget *tree = ws_pane_get_child (ws_panes_get_pane (self->panes, WS_PANE_TREE));

  if (!gtk_widget_get_mapped (tree) || !gtk_widget_grab_focus (tree))
    gtk_window_set_focus (self->window, NULL);
}

/* ---- how it runs ---- */

static guint
count_guesses (const WsUserPlan *plan)
{
  guint n = 0;

  for (guint i = 0; i < plan->launches->len; i++)
    {
      const WsUserLaunch *launch = ws_user_plan_get_launch (plan, i);

      n += (launch->grid.why != NULL) + (launch->block.why != NULL) + (launch->shared.why != NULL);
      for (guint j = 0; j < launch->arguments->len; j++)
        n += ws_user_launch_get_argument (launch, j)->value.why != NULL;
    }
  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (plan, i);

      n += (buffer->length.why != NULL) + (buffer->contents.why != NULL);
    }
  return n;
}

/* (transfer full) (element-type utf8) */
static GPtrArray *
copy_choices (WsUserKernel *kernel)
{
  const WsUserOutline *outline = ws_user_kernel_get_outline (kernel);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < outline->choices->len; i++)
    g_ptr_array_add (names, g_strdup (g_ptr_array_index (outline->choices, i)));
  return names;
}

/* Whether the launch plan is read from the source, so that the user can change it. */
static gboolean
has_plan (WsEditing *self)
{
  return ws_user_opener_get_kernel (self->opener) != NULL
         && !ws_user_opener_runs_main (self->opener);
}

/* Offers the kernels of the open file and their launch plan: none if it cannot run yet, or runs as
 * a program. */
static void
list_own (WsEditing *self)
{
  static const char *const none[] = { NULL };
  WsUserKernel *kernel = ws_user_opener_get_kernel (self->opener);
  g_autoptr (GPtrArray) names = NULL;
  const char *asked;
  guint chosen = 0;

  ws_actions_enable (self->window, "own-settings", has_plan (self));
  if (!has_plan (self))
    {
      ws_fields_set_kernels (self->fields, none, 0);
      return;
    }
  asked = ws_user_kernel_get_plan (kernel)->kernel;
  names = copy_choices (kernel);
  if (asked != NULL && !g_ptr_array_find_with_equal_func (names, asked, g_str_equal, &chosen))
    {
      /* an instance that was typed in */
      chosen = names->len;
      g_ptr_array_add (names, g_strdup (asked));
    }
  if (names->len > 0 && *(const char *)g_ptr_array_index (names, 0) == '\0')
    {
      g_free (g_ptr_array_index (names, 0));
      g_ptr_array_index (names, 0) = g_strdup (_ ("All launches"));
    }
  g_ptr_array_add (names, NULL);
  ws_fields_set_kernels (self->fields, (const char *const *)names->pdata, chosen);
}

static void
kernel_chosen_cb (WsEditing *self)
{
  WsUserKernel *kernel = ws_user_opener_get_kernel (self->opener);
  GPtrArray *names;
  guint chosen = ws_fields_get_own_kernel (self->fields);

  if (kernel == NULL)
    return;
  names = ws_user_kernel_get_outline (kernel)->choices;
  if (chosen < names->len)
    ws_user_opener_choose (self->opener, g_ptr_array_index (names, chosen));
  if (ws_user_editor_is_modified (self->editor))
    ws_user_editor_run (self->editor);
}

/* Says why main() did not run, although allowed to. */
static void
tell_unable (WsEditing *self, const char *why)
{
  g_autofree char *text =
      /* Translators: why a program's main() did not run, as a sentence */
      g_strdup_printf (_ ("main() did not run: %s The launches are read from the source."), why);

  ws_notices_tell (self->notices, text);
}

static void
tell_guesses (WsEditing *self)
{
  WsUserKernel *kernel = ws_user_opener_get_kernel (self->opener);
  g_autofree char *name = g_file_get_basename (ws_user_kernel_get_file (kernel));
  g_autofree char *shown = g_filename_display_name (name);
  guint n = count_guesses (ws_user_kernel_get_plan (kernel));
  g_autofree char *text =
      g_strdup_printf (ngettext ("%s runs with %u guess", "%s runs with %u guesses", n), shown, n);

  ws_notices_tell_and_offer (self->notices, text, _ ("_How It Runs"), "win.own-settings", NULL);
}

/* The current place in the edited source, if @job has it; otherwise its beginning. */
static void
make_same_place (WsEditing *self, WsJob *job, WsRunPlace *place)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  guint launch = ws_playhead_get_launch (self->playhead);
  guint block = ws_playhead_get_block (self->playhead);
  const WsJobLaunch *same;

  ws_start_get_place (self->start, place);
  if (run == NULL || g_strcmp0 (run->id, job->words.id) != 0 || launch >= job->launches->len)
    return;
  same = ws_job_get_launch (job, launch);
  if (block >= (guint64)same->grid[0] * same->grid[1] * same->grid[2])
    return;
  *place = (WsRunPlace){ .launch = launch, .block = block, .keeps = TRUE };
  job->blocks = g_strdup_printf ("0,mid,last,%u", block);
}

/* Whether the shown error explains why another file was not opened. */
static gboolean
tells_of_other (WsEditing *self)
{
  return self->unread != NULL && g_str_equal (ws_notices_get_error (self->notices), self->unread);
}

static void
made_cb (WsEditing *self, WsJob *job)
{
  g_autoptr (WsJobSource) source = NULL;
  WsRunPlace place;

  /* typing does not affect an error about another file */
  if (!tells_of_other (self) || !ws_user_opener_has_typed (self->opener))
    ws_notices_hide_error (self->notices);
  self->is_unrunnable = FALSE;
  list_own (self);
  if (ws_user_opener_has_typed (self->opener))
    make_same_place (self, job, &place);
  else
    {
      ws_start_get_place (self->start, &place);
      if (has_plan (self))
        tell_guesses (self);
    }
  if (ws_user_opener_get_unable (self->opener) != NULL)
    tell_unable (self, ws_user_opener_get_unable (self->opener));
  ws_user_editor_take_made (self->editor);
  ws_verifier_take_job (self->verifier, job);
  source = ws_job_source_new_for_job (job);
  ws_session_record (self->session, source, &place);
}

static void
offer_folder (WsEditing *self)
{
  ws_notices_offer (self->notices, WS_REMEDY_ALLOW_FOLDER,
                    ws_user_opener_get_refused (self->opener) != NULL);
}

static void
allow_folder_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsEditing *self = data;

  ws_notices_hide_error (self->notices);
  ws_user_opener_allow (self->opener);
}

/* A source without a run has no pictures: a hint replaces those of the previous kernel. Nothing
 * changes while it is read or compiled. */
static void
update_waits (WsEditing *self)
{
  const char *sentence = NULL;
  gboolean has_form = self->opener != NULL && has_plan (self);

  if (self->is_unrunnable && ws_editing_shows_no_run (self))
    sentence = has_form ? _ ("This kernel has not run yet. Its form says how it is launched.")
                        : _ ("This source does not run yet. The list below the code says why.");
  ws_panes_set_waits (self->panes, sentence, has_form && sentence != NULL);
}

/* While the user types, an error is shown at its line. */
static void
opener_failed_cb (WsEditing *self, const char *sentence)
{
  gboolean lacks_compiler = ws_user_opener_lacks_compiler (self->opener);

  self->is_unrunnable = TRUE;
  list_own (self);
  update_waits (self);
  ws_user_editor_take_failure (self->editor, sentence);
  if (ws_user_opener_has_typed (self->opener) && !lacks_compiler
      && ws_user_opener_get_refused (self->opener) == NULL)
    return;
  ws_notices_show_error (self->notices, sentence);
  offer_folder (self);
  ws_notices_offer (self->notices, WS_REMEDY_GET_COMPILER, lacks_compiler && ws_fetch_check (NULL));
}

/* A message about a file other than the open one, which stays open; shown until closed. */
static void
unread_cb (WsEditing *self, const char *sentence)
{
  ws_notices_show_error (self->notices, sentence);
  offer_folder (self);
  g_free (self->unread);
  self->unread = g_strdup (sentence);
}

/* ---- the form ---- */

typedef struct {
  WsEditing *editing;
  GtkWindow *window;
  char *chosen; /* nullable: another kernel to run */
} Accepted;

static void
accepted_free (Accepted *self)
{
  g_object_unref (self->editing);
  g_object_unref (self->window);
  g_free (self->chosen);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Accepted, accepted_free)

/* The text may have changed while the form was open: its values are in the .wsjob file. */
static void
plan_saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Accepted) accepted = data;
  WsEditing *self = accepted->editing;
  WsUserKernel *kernel = WS_USER_KERNEL (source);
  g_autoptr (GError) error = NULL;
  gboolean is_saved = ws_user_kernel_save_plan_finish (kernel, result, &error);

  /* the window may have been closed meanwhile, or another file opened */
  if (self->opener == NULL || ws_user_opener_get_kernel (self->opener) == NULL
      || !g_file_equal (ws_user_opener_get_file (self->opener), ws_user_kernel_get_file (kernel)))
    return;
  if (!is_saved)
    ws_notices_tell (self->notices, error->message);
  if (accepted->chosen != NULL)
    ws_user_opener_choose (self->opener, accepted->chosen);
  else if (ws_user_opener_get_kernel (self->opener) == kernel)
    ws_user_opener_make (self->opener);
  else if (ws_user_editor_get_document (self->editor) != NULL)
    ws_user_editor_run (self->editor);
}

static void
accepted_cb (WsEditing *self, WsUserDialog *dialog)
{
  Accepted *accepted;

  if (ws_user_opener_get_kernel (self->opener) == NULL)
    return;
  ws_user_opener_stop (self->opener);
  accepted = g_new0 (Accepted, 1);
  accepted->editing = g_object_ref (self);
  accepted->window = g_object_ref (self->window);
  accepted->chosen = g_strdup (ws_user_dialog_get_chosen (dialog));
  ws_user_kernel_save_plan_async (ws_user_dialog_get_kernel (dialog), plan_saved_cb, accepted);
}

static void
settings_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsEditing *self = data;
  WsUserKernel *kernel = ws_user_opener_get_kernel (self->opener);
  GtkWidget *dialog;

  if (kernel == NULL)
    return;
  dialog = ws_user_dialog_new (self->window, kernel);
  g_signal_connect_object (dialog, "accepted", G_CALLBACK (accepted_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- the compiler ---- */

static void
compiler_installed_cb (WsEditing *self)
{
  ws_notices_hide_error (self->notices);
  ws_machine_coder_find_tools (ws_panes_get_coder (self->panes));
  ws_notices_tell (self->notices, _ ("NVIDIA's compiler is there."));
  ws_user_opener_renew (self->opener);
}

static void
get_compiler_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsEditing *self = data;
  g_autoptr (GError) error = NULL;
  WsWheels *wheels = ws_fetch_check (&error) ? ws_wheels_load (&error) : NULL;
  g_autoptr (WsFetch) fetch = NULL;
  WsFetchPlaces places;
  GtkWidget *dialog;

  if (wheels == NULL)
    {
      ws_notices_show_error (self->notices, error->message);
      return;
    }
  ws_fetch_places_init (&places);
  fetch = ws_fetch_new (wheels, &places);
  ws_fetch_places_clear (&places);
  dialog = ws_compiler_dialog_new (self->window, fetch);
  g_signal_connect_object (dialog, "installed", G_CALLBACK (compiler_installed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- opening one ---- */

static void
stop_reading_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_user_opener_cancel (WS_EDITING (data)->opener);
}

/* @file: (nullable): the file being read; %NULL when done */
static void
reading_cb (WsEditing *self, GFile *file)
{
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *shown = name != NULL ? g_filename_display_name (name) : NULL;
  g_autofree char *sentence = NULL;

  g_clear_pointer (&self->reading_sign, ws_sign_end);
  if (file == NULL)
    return;
  /* Translators: a file's name */
  sentence = g_strdup_printf (_ ("Reading %s…"), shown);
  self->reading_sign = ws_notices_add_work (self->notices, sentence, "win.stop-reading");
}

static void
opened_cb (WsEditing *self, GFile *file, const char *text)
{
  g_clear_pointer (&self->unread, g_free);
  self->is_unrunnable = FALSE;
  list_own (self);
  ws_user_versions_clear (self->versions);
  ws_user_editor_load (self->editor, file, text);
  update_waits (self);
  g_signal_emit (self, signals[SIGNAL_OPENED], 0);
}

static void
open_waiting (gpointer data)
{
  WsEditing *self = data;
  g_autoptr (GFile) file = g_steal_pointer (&self->to_open);

  if (file != NULL)
    ws_user_opener_open (self->opener, file);
}

/**
 * ws_editing_open:
 * @self: the user's source in a window
 * @file: a source
 *
 * Opens @file, after asking about unsaved changes.
 */
void
ws_editing_open (WsEditing *self, GFile *file)
{
  g_set_object (&self->to_open, file);
  if (!ws_user_editor_ask (self->editor, self->window, open_waiting, self))
    open_waiting (self);
}

/* Text typed while it was read is not lost either. */
static gboolean
opening_cb (WsEditing *self, GFile *file)
{
  if (!ws_user_editor_ask (self->editor, self->window, open_waiting, self))
    return FALSE;
  g_set_object (&self->to_open, file);
  return TRUE;
}

/* ---- the keyboard, and Ctrl+S ---- */

/* Moves the focus into the text; for a kernel of the list, into a copy. */
static void
edit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsEditing *self = data;
  GtkWidget *editor = GTK_WIDGET (ws_panes_get_editor (self->panes));

  if (!ws_user_editor_is_shown (self->editor))
    {
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.edit-copy", NULL);
      return;
    }
  ws_panes_show_figures (self->panes, FALSE);
  if (!gtk_widget_get_mapped (editor))
    ws_presentation_fill (self->presentation, WS_PANE_CODE);
  ws_code_editor_take_keyboard (ws_panes_get_editor (self->panes));
}

static void
save_source_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsEditing *self = data;
  g_autoptr (GError) error = NULL;

  if (ws_user_editor_get_document (self->editor) != NULL
      && !ws_user_editor_save (self->editor, &error))
    ws_notices_show_error (self->notices, error->message);
}

/* Whether Ctrl+S saves the source: while the user edits it. */
static gboolean
saves_source (WsEditing *self)
{
  return ws_user_editor_is_shown (self->editor)
         && (ws_user_editor_is_modified (self->editor)
             || ws_code_editor_has_keyboard (ws_panes_get_editor (self->panes)));
}

/* Ctrl+S. */
static void
save_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsEditing *self = data;

  gtk_widget_activate_action (GTK_WIDGET (self->window),
                              saves_source (self) ? "win.save-source" : "win.save-run", NULL);
}

/* ---- results of a run ---- */

static void
shown_cb (WsEditing *self, WsRun *run)
{
  if (ws_session_get_shown (self->session) == WS_SHOWN_RECORDED
      && ws_user_editor_has_run (self->editor, run))
    ws_user_versions_take (self->versions, run);
}

static void
failed_cb (WsEditing *self)
{
  self->is_unrunnable = TRUE;
  update_waits (self);
}

/**
 * ws_editing_is_typing:
 * @self: the user's source in a window
 *
 * Returns: whether the run is of text being typed: its errors are then shown at their lines
 */
gboolean
ws_editing_is_typing (WsEditing *self)
{
  return ws_user_editor_is_shown (self->editor) && ws_user_opener_has_typed (self->opener)
         && (ws_user_opener_get_kernel (self->opener) != NULL
             || ws_user_opener_runs_main (self->opener));
}

/**
 * ws_editing_run_source:
 * @self: the user's source in a window
 *
 * Retries a source that has not run yet, with its current text.
 *
 * Returns: whether there is one
 */
gboolean
ws_editing_run_source (WsEditing *self)
{
  if (!ws_editing_shows_no_run (self))
    return FALSE;
  if (ws_user_editor_is_modified (self->editor))
    ws_user_editor_run (self->editor);
  else
    ws_user_opener_again (self->opener);
  return TRUE;
}

/**
 * ws_editing_run_change:
 * @self: the user's source in a window
 *
 * Runs the text if it differs from what is shown, or would now be compiled differently: see
 * ws_user_opener_is_outdated().
 *
 * Returns: whether it does
 */
gboolean
ws_editing_run_change (WsEditing *self)
{
  g_return_val_if_fail (WS_IS_EDITING (self), FALSE);

  if (ws_user_editor_is_stale (self->editor))
    ws_user_editor_run (self->editor);
  else if (ws_user_editor_is_shown (self->editor) && ws_user_opener_is_outdated (self->opener))
    {
      if (ws_user_opener_runs_main (self->opener))
        ws_user_program_renew (ws_user_opener_get_program (self->opener));
      ws_user_opener_make (self->opener);
    }
  else
    return FALSE;
  return TRUE;
}

/* ---- the object ---- */

static const GActionEntry entries[] = {
  { "allow-folder", allow_folder_cb }, { "edit", edit_cb }, { "get-compiler", get_compiler_cb },
  { "own-settings", settings_cb },     { "save", save_cb }, { "save-source", save_source_cb },
  { "stop-reading", stop_reading_cb },
};

static void
ws_editing_finalize (GObject *object)
{
  WsEditing *self = WS_EDITING (object);

  ws_editing_end (self);
  g_free (self->unread);

  G_OBJECT_CLASS (ws_editing_parent_class)->finalize (object);
}

static void
ws_editing_class_init (WsEditingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_editing_finalize;
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ws_editing_init (WsEditing *self)
{
}

static void
begin (WsEditing *self)
{
  self->opener = ws_user_opener_new (self->settings);
  g_signal_connect_object (self->opener, "made", G_CALLBACK (made_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "failed", G_CALLBACK (opener_failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "unread", G_CALLBACK (unread_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "reading", G_CALLBACK (reading_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "opening", G_CALLBACK (opening_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->opener, "opened", G_CALLBACK (opened_cb), self, G_CONNECT_SWAPPED);
  ws_actions_enable (self->window, "own-settings", FALSE);
  ws_actions_enable (self->window, "save-source", FALSE);
  self->editor =
      ws_user_editor_new (ws_panes_get_editor (self->panes), self->playhead, self->opener);
  g_signal_connect_object (self->editor, "changed", G_CALLBACK (edited_cb), self,
                           G_CONNECT_SWAPPED);
  self->versions = ws_user_versions_new ();
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (edited_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->playhead, "notify::run", G_CALLBACK (update_waits), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ws_panes_get_editor (self->panes), "left", G_CALLBACK (leave_editor),
                           self, G_CONNECT_SWAPPED);
}

/**
 * ws_editing_new:
 * @context: of the window
 * @presentation: with the panes
 *
 * Returns: (transfer full): the user's source in a window, none yet; the window has its actions by
 * now
 */
WsEditing *
ws_editing_new (const WsContext *context, WsPresentation *presentation)
{
  WsEditing *self = g_object_new (WS_TYPE_EDITING, NULL);

  self->window = context->window;
  self->settings = context->settings;
  self->session = context->session;
  self->playhead = context->playhead;
  self->panes = context->panes;
  self->notices = context->notices;
  self->start = context->start;
  self->presentation = presentation;
  self->fields = ws_context_get_child (context, "fields");
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  begin (self);
  self->version_pair = ws_version_pair_new (context, presentation, self->editor, self->versions);
  self->verifier = ws_verifier_new (context, self->editor);
  g_signal_connect_object (self->session, "shown", G_CALLBACK (shown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->fields, "kernel-chosen", G_CALLBACK (kernel_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * ws_editing_end:
 * @self: the user's source in a window
 *
 * To be called when the window closes.
 */
void
ws_editing_end (WsEditing *self)
{
  g_return_if_fail (WS_IS_EDITING (self));

  g_clear_pointer (&self->reading_sign, ws_sign_end);
  if (self->verifier != NULL)
    ws_verifier_end (self->verifier);
  g_clear_object (&self->verifier);
  g_clear_object (&self->version_pair);
  g_clear_object (&self->versions);
  g_clear_object (&self->editor);
  g_clear_object (&self->to_open);
  if (self->opener != NULL)
    ws_user_opener_close (self->opener);
  g_clear_object (&self->opener);
}

/**
 * ws_editing_cancel_opening:
 * @self: the user's source in a window
 *
 * Stops reading a source; the open one is kept.
 */
void
ws_editing_cancel_opening (WsEditing *self)
{
  g_return_if_fail (WS_IS_EDITING (self));
  ws_user_opener_cancel (self->opener);
}

/**
 * ws_editing_has_source:
 * @self: the user's source in a window
 *
 * Returns: whether a source is open, or being opened
 */
gboolean
ws_editing_has_source (WsEditing *self)
{
  g_return_val_if_fail (WS_IS_EDITING (self), FALSE);
  return ws_user_opener_get_file (self->opener) != NULL || ws_user_opener_is_busy (self->opener);
}

gboolean
ws_editing_has_run (WsEditing *self, const WsRun *run)
{
  g_return_val_if_fail (WS_IS_EDITING (self), FALSE);
  return ws_user_editor_has_run (self->editor, run);
}

void
ws_editing_take_failure (WsEditing *self, const char *sentence)
{
  g_return_if_fail (WS_IS_EDITING (self));
  ws_user_editor_take_failure (self->editor, sentence);
}

/**
 * ws_editing_is_checking:
 * @self: the user's source in a window
 *
 * Returns: whether it is running or being checked
 */
gboolean
ws_editing_is_checking (WsEditing *self)
{
  g_return_val_if_fail (WS_IS_EDITING (self), FALSE);
  return ws_verifier_is_busy (self->verifier);
}

/**
 * ws_editing_ask:
 * @self: the user's source in a window
 * @go_on: called when it is safe to proceed
 * @data: for @go_on
 *
 * Asks what to do with unsaved changes.
 *
 * Returns: whether there is anything to ask
 */
gboolean
ws_editing_ask (WsEditing *self, WsUserEditorFunc go_on, gpointer data)
{
  g_return_val_if_fail (WS_IS_EDITING (self), FALSE);
  return ws_user_editor_ask (self->editor, self->window, go_on, data);
}

/**
 * ws_editing_get_opener:
 * @self: the user's source in a window
 *
 * Returns: (transfer none) (nullable): its opener; %NULL once the window closes
 */
WsUserOpener *
ws_editing_get_opener (WsEditing *self)
{
  g_return_val_if_fail (WS_IS_EDITING (self), NULL);
  return self->opener;
}

/**
 * ws_editing_get_editor:
 * @self: the user's source in a window
 *
 * Returns: (transfer none) (nullable): its editor; %NULL once the window closes
 */
WsUserEditor *
ws_editing_get_editor (WsEditing *self)
{
  g_return_val_if_fail (WS_IS_EDITING (self), NULL);
  return self->editor;
}

/**
 * ws_editing_get_versions:
 * @self: the user's source in a window
 *
 * Returns: (transfer none) (nullable): the versions that ran; %NULL once the window closes
 */
WsUserVersions *
ws_editing_get_versions (WsEditing *self)
{
  g_return_val_if_fail (WS_IS_EDITING (self), NULL);
  return self->versions;
}
