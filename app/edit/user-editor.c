#include "edit/user-editor.h"

#include "files/replacement.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#define PAUSE_MS 200 /* without a key: then it is compiled */

struct _WsUserEditor {
  GObject parent_instance;

  WsCodeEditor *view; /* nullable; a weak pointer */
  WsPlayhead *playhead;
  WsUserOpener *opener;
  GtkSourceBuffer *document; /* nullable */
  GFile *file;               /* of it */
  char *saved;               /* its text, as it was read or written last */
  gboolean is_shown;
  gboolean is_stale; /* the run shown is of another text */
  gboolean fails;    /* of the text that was compiled last there is no run */
  guint pause;
  GCancellable *looking; /* nullable: of the file, which is being read */
  GPtrArray *said;       /* nullable: WsCodeProblem: what the compiler says of the text */
};

enum { CHANGED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsUserEditor, ws_user_editor, G_TYPE_OBJECT)

/* ---- the text ---- */

static char *
dup_text (WsUserEditor *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* Bytes that @a and @b begin with, whole characters of them. */
static gsize
count_common (const char *a, const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  while (n > 0 && ((guchar)a[n] & 0xc0) == 0x80)
    n--;
  return n;
}

/* Bytes that @a and @b end with, whole characters of them, behind the first @front. */
static gsize
count_common_end (const char *a, const char *b, gsize front)
{
  gsize n_a = strlen (a), n_b = strlen (b);
  gsize most = MIN (n_a, n_b) - front;
  gsize n = 0;

  while (n < most && a[n_a - n - 1] == b[n_b - n - 1])
    n++;
  while (n > 0 && ((guchar)a[n_a - n] & 0xc0) == 0x80)
    n--;
  return n;
}

/**
 * ws_user_editor_set_text:
 * @self: an editor with a document
 * @text: another text
 *
 * Puts it in the place of the document's: one step that can be undone, and of it only what differs,
 * so that the cursor stays.
 */
void
ws_user_editor_set_text (WsUserEditor *self, const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  g_autofree char *before = NULL;
  gsize front;
  gsize back;
  GtkTextIter start;
  GtkTextIter end;

  g_return_if_fail (WS_IS_USER_EDITOR (self) && self->document != NULL && text != NULL);
  before = dup_text (self);
  if (g_str_equal (before, text))
    return;
  front = count_common (before, text);
  back = count_common_end (before, text, front);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_iter_at_offset (buffer, &start, (int)g_utf8_strlen (before, (gssize)front));
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_iter_backward_chars (&end,
                                (int)g_utf8_strlen (before + strlen (before) - back, (gssize)back));
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text + front, (int)(strlen (text) - front - back));
  gtk_text_buffer_end_user_action (buffer);
}

/* ---- what is shown of it ---- */

static gboolean
is_own (WsUserEditor *self, const WsRun *run)
{
  g_autofree char *name = NULL;

  if (run == NULL || self->document == NULL || !g_str_has_prefix (run->id, WS_USER_PREFIX)
      || run->n_launches == 0)
    return FALSE;
  name = g_file_get_basename (self->file);
  return g_strcmp0 (ws_run_get_kernel (run, 0)->file, name) == 0;
}

static char *
format_time (const WsRun *run)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (run->date);

  return time != NULL ? g_date_time_format (time, "%X") : NULL;
}

/* In a few words; empty where the text is what runs. */
static char *
describe_state (WsUserEditor *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *time = is_own (self, run) ? format_time (run) : NULL;

  if (time == NULL)
    return g_strdup (self->fails ? _ ("This text does not run yet") : _ ("Compiling…"));
  if (!self->is_stale && run->has_result)
    /* Translators: the time at which the text that is edited was run, and what came out */
    return g_strdup_printf (run->correct ? _ ("Ran at %s. The result is right.")
                                         : _ ("Ran at %s. The result is wrong."),
                            time);
  if (!self->is_stale)
    /* Translators: the time at which the text that is edited was run, as in "Ran at 12:03:11" */
    return g_strdup_printf (_ ("Ran at %s"), time);
  /* Translators: what is shown was recorded at this time, of an older text */
  return g_strdup_printf (_ ("Last good run: %s"), time);
}

/* Findings are of the text only while it is what ran. */
static void
add_findings (WsUserEditor *self, GPtrArray *problems)
{
  WsRun *run = ws_playhead_get_run (self->playhead);

  if (self->is_stale || !is_own (self, run))
    return;
  for (guint i = 0; i < run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (run->findings, i);
      const WsSite *site =
          finding->site != WS_NONE ? ws_run_get_site (run, finding->launch, finding->site) : NULL;

      g_ptr_array_add (problems,
                       ws_code_problem_new (ws_finding_is_remark (finding) ? WS_PROBLEM_REMARK
                                                                           : WS_PROBLEM_FINDING,
                                            site != NULL ? site->line : 0, 0, finding->message));
    }
}

static void
show_problems (WsUserEditor *self)
{
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify)ws_code_problem_free);

  for (guint i = 0; self->said != NULL && i < self->said->len; i++)
    {
      const WsCodeProblem *one = g_ptr_array_index (self->said, i);

      g_ptr_array_add (problems,
                       ws_code_problem_new (one->kind, one->line, one->column, one->text));
    }
  add_findings (self, problems);
  ws_code_editor_set_problems (self->view, problems);
}

static gboolean
find_stale (WsUserEditor *self)
{
  WsRun *run = ws_playhead_get_run (self->playhead);
  g_autofree char *text = NULL;

  if (self->document == NULL)
    return FALSE;
  if (!is_own (self, run))
    return TRUE;
  text = dup_text (self);
  return g_strcmp0 (ws_run_get_kernel (run, 0)->source, text) != 0;
}

static void
update (WsUserEditor *self)
{
  g_autofree char *sentence = NULL;

  if (self->view == NULL)
    return;
  self->is_stale = find_stale (self);
  ws_code_editor_set_document (self->view, self->is_shown ? self->document : NULL);
  if (self->is_shown)
    {
      sentence = describe_state (self);
      ws_code_editor_set_state (self->view, sentence, self->is_stale);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Another run is shown: of the document or of something else, which is read then. */
static void
run_cb (WsUserEditor *self)
{
  gboolean was_shown = self->is_shown;

  if (self->document == NULL)
    return;
  self->is_shown = is_own (self, ws_playhead_get_run (self->playhead));
  update (self);
  if (self->is_shown && (!self->fails || !was_shown))
    show_problems (self);
}

/* ---- typing ---- */

/**
 * ws_user_editor_run:
 * @self: an editor with a document
 *
 * Hands the text to the opener now, without a pause.
 */
void
ws_user_editor_run (WsUserEditor *self)
{
  g_autofree char *text = NULL;

  g_return_if_fail (WS_IS_USER_EDITOR (self) && self->document != NULL);
  g_clear_handle_id (&self->pause, g_source_remove);
  text = dup_text (self);
  ws_user_opener_take_text (self->opener, text);
}

static gboolean
pause_cb (gpointer data)
{
  WsUserEditor *self = data;

  self->pause = 0;
  ws_user_editor_run (self);
  return G_SOURCE_REMOVE;
}

static void
typed_cb (WsUserEditor *self)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  self->pause = g_timeout_add (PAUSE_MS, pause_cb, self);
  update (self);
}

static void
modified_cb (WsUserEditor *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* ---- what came of it ---- */

static void
say (WsUserEditor *self, WsProblemKind kind, guint line, guint column, const char *text)
{
  g_ptr_array_add (self->said, ws_code_problem_new (kind, line, column, text));
}

/* What stands in the document has its line; of a header its file and line are said. */
static void
say_diagnostic (WsUserEditor *self, const WsDiagnostic *diagnostic, const char *name)
{
  WsProblemKind kind =
      diagnostic->severity == WS_SEVERITY_ERROR ? WS_PROBLEM_ERROR : WS_PROBLEM_WARNING;

  if (diagnostic->severity == WS_SEVERITY_NOTE)
    return;
  if (g_strcmp0 (diagnostic->file, name) == 0)
    say (self, kind, diagnostic->line, diagnostic->column, diagnostic->text);
  else
    {
      g_autofree char *text = ws_diagnostic_format (diagnostic);

      say (self, kind, 0, 0, text);
    }
}

static void
take_diagnostics (WsUserEditor *self)
{
  GPtrArray *diagnostics = ws_user_opener_get_diagnostics (self->opener);
  g_autofree char *name = g_file_get_basename (self->file);

  g_clear_pointer (&self->said, g_ptr_array_unref);
  self->said = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_code_problem_free);
  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    say_diagnostic (self, g_ptr_array_index (diagnostics, i), name);
}

static gboolean
is_error (gconstpointer problem, gconstpointer data)
{
  return ((const WsCodeProblem *)problem)->kind == WS_PROBLEM_ERROR;
}

/* Behind errors, what a compiler warns of is mostly their consequence. */
static void
keep_errors (GPtrArray *said)
{
  for (guint i = said->len; i-- > 0;)
    if (!is_error (g_ptr_array_index (said, i), NULL))
      g_ptr_array_remove_index (said, i);
}

/* Where brackets do not meet, nothing behind them is what it seems. */
static gboolean
say_bracket (WsUserEditor *self)
{
  const WsUserBracket *bracket = ws_user_opener_get_bracket (self->opener);
  g_autofree char *sentence = NULL;

  if (bracket == NULL)
    return FALSE;
  sentence = g_strdup_printf (strchr ("([{", *bracket->text) != NULL ? _ ("“%s” is not closed.")
                                                                     : _ ("“%s” closes nothing."),
                              bracket->text);
  say (self, WS_PROBLEM_ERROR, bracket->line, 0, sentence);
  return TRUE;
}

/* "sum.cu:3: …" is of line 3. */
static void
say_sentence (WsUserEditor *self, WsProblemKind kind, const char *sentence)
{
  g_autofree char *name = g_file_get_basename (self->file);
  const char *rest = sentence;
  guint64 line = 0;

  if (g_str_has_prefix (sentence, name) && sentence[strlen (name)] == ':')
    {
      char *end;

      line = g_ascii_strtoull (sentence + strlen (name) + 1, &end, 10);
      rest = line > 0 && line <= G_MAXINT && *end == ':' ? end + 1 : sentence;
    }
  if (rest == sentence)
    line = 0;
  say (self, kind, (guint)line, 0, rest + strspn (rest, " "));
}

static void
say_skipped (WsUserEditor *self)
{
  const WsUserPlan *plan = ws_user_kernel_get_plan (ws_user_opener_get_kernel (self->opener));

  for (guint i = 0; i < plan->skipped->len; i++)
    say_sentence (self, WS_PROBLEM_WARNING, g_ptr_array_index (plan->skipped, i));
}

/**
 * ws_user_editor_take_made:
 * @self: an editor
 *
 * The opener has compiled the document: what it says stands there, and a run may come.
 */
void
ws_user_editor_take_made (WsUserEditor *self)
{
  g_return_if_fail (WS_IS_USER_EDITOR (self));
  if (self->document == NULL)
    return;
  self->fails = FALSE;
  take_diagnostics (self);
  if (!ws_user_opener_runs_main (self->opener))
    say_skipped (self);
  update (self);
  if (self->is_shown)
    show_problems (self);
}

/**
 * ws_user_editor_take_failure:
 * @self: an editor
 * @sentence: why there is no job of the document
 *
 * What the compiler says stands at its lines, or else @sentence does.
 */
void
ws_user_editor_take_failure (WsUserEditor *self, const char *sentence)
{
  g_return_if_fail (WS_IS_USER_EDITOR (self));
  if (self->document == NULL)
    return;
  self->fails = TRUE;
  take_diagnostics (self);
  if (g_ptr_array_find_with_equal_func (self->said, NULL, is_error, NULL))
    keep_errors (self->said);
  else if (ws_user_opener_get_diagnostics (self->opener) != NULL || !say_bracket (self))
    say_sentence (self, WS_PROBLEM_ERROR, sentence);
  update (self);
  if (self->is_shown)
    show_problems (self);
}

/* ---- the file ---- */

static void
take_saved (WsUserEditor *self, const char *text)
{
  char *copy = g_strdup (text);

  g_free (self->saved);
  self->saved = copy;
  gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (self->document), FALSE);
  if (self->view != NULL)
    ws_code_editor_set_notice (self->view, NULL);
}

/* What was asked of the file: its text, or else why it has none. */
typedef void (*FileFunc) (WsUserEditor *self, char *text, const GError *error);

/* One look at the file; it lives until its thread has an answer. */
typedef struct {
  WsUserEditor *editor;
  FileFunc take;
} Look;

static void
stop_looking (WsUserEditor *self)
{
  g_cancellable_cancel (self->looking); /* does nothing if NULL */
  g_clear_object (&self->looking);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Look *look = data;
  g_autoptr (WsUserEditor) self = look->editor;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ws_user_kernel_load_finish (result, &error);

  /* looked at again meanwhile, or closed, or written */
  if (g_task_get_cancellable (G_TASK (result)) != self->looking)
    return;
  g_clear_object (&self->looking);
  if (text != NULL && !g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("The file is not in UTF-8 any more."));
      g_clear_pointer (&text, g_free);
    }
  look->take (self, text, error);
}

/* Reads the file in a thread; the newest look wins. */
static void
look (WsUserEditor *self, FileFunc take)
{
  Look *one;

  if (self->document == NULL)
    return;
  stop_looking (self);
  self->looking = g_cancellable_new ();
  one = g_new (Look, 1);
  *one = (Look){ g_object_ref (self), take };
  ws_user_kernel_load_async (self->file, self->looking, looked_cb, one);
}

static void
notify (WsUserEditor *self, const char *sentence)
{
  if (self->view != NULL)
    ws_code_editor_set_notice (self->view, sentence);
}

/* The opener reads it, too: nobody has typed it. */
static void
take_over (WsUserEditor *self, const char *text)
{
  ws_user_opener_again (self->opener);
  ws_user_editor_set_text (self, text);
  g_clear_handle_id (&self->pause, g_source_remove);
  take_saved (self, text);
}

static void
take_theirs (WsUserEditor *self, char *text, const GError *error)
{
  if (text == NULL)
    notify (self, error->message);
  else
    take_over (self, text);
}

static void
reload_cb (WsUserEditor *self)
{
  look (self, take_theirs);
}

/* The file is as it is: what is saved next takes its place. */
static void
take_kept (WsUserEditor *self, char *text, const GError *error)
{
  if (text == NULL)
    return;
  g_free (self->saved);
  self->saved = g_strdup (text);
}

static void
keep_cb (WsUserEditor *self)
{
  look (self, take_kept);
}

/* Another program has written the file: it is taken up, unless that would lose what was typed. A
 * file that is not there is about to come: programs write so. */
static void
take_change (WsUserEditor *self, char *text, const GError *error)
{
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *sentence = NULL;

  if (text == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    notify (self, error->message);
  if (text == NULL || g_str_equal (text, self->saved))
    return;
  if (!ws_user_editor_is_modified (self))
    {
      take_over (self, text);
      return;
    }
  name = g_file_get_basename (self->file);
  shown = g_filename_display_name (name);
  sentence = g_strdup_printf (_ ("Another program has changed “%s”."), shown);
  notify (self, sentence);
}

static void
file_changed_cb (WsUserEditor *self)
{
  look (self, take_change);
}

/**
 * ws_user_editor_save:
 * @self: an editor with a document
 * @error: return location for a #GError
 *
 * Writes the text into its file.
 *
 * Returns: whether it is written
 */
gboolean
ws_user_editor_save (WsUserEditor *self, GError **error)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (WS_IS_USER_EDITOR (self) && self->document != NULL, FALSE);
  text = dup_text (self);
  if (!ws_file_replace (self->file, text, strlen (text), WS_REPLACE_NONE, NULL, error))
    return FALSE;
  ws_user_opener_keep_permit (self->opener, text);
  stop_looking (self); /* it would see what was there before */
  take_saved (self, text);
  return TRUE;
}

/* ---- what is not saved ---- */

typedef struct {
  WsUserEditor *editor;
  GtkWindow *parent; /* nullable; a weak pointer */
  WsUserEditorFunc go_on;
  gpointer data;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_clear_weak_pointer (&self->parent);
  g_object_unref (self->editor);
  g_free (self);
}

static void
tell_failure (GtkWindow *parent, const char *sentence)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("It could not be saved"), sentence);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
response_cb (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  const Question *question = data;
  g_autoptr (GError) error = NULL;

  if (question->parent == NULL || g_str_equal (response, "cancel"))
    return;
  if (g_str_equal (response, "save") && !ws_user_editor_save (question->editor, &error))
    {
      tell_failure (question->parent, error->message);
      return;
    }
  if (g_str_equal (response, "discard"))
    gtk_text_buffer_set_modified (GTK_TEXT_BUFFER (question->editor->document), FALSE);
  question->go_on (question->data);
}

/**
 * ws_user_editor_ask:
 * @self: an editor
 * @parent: above which it is asked
 * @go_on: called when the text is saved, or is not to be
 * @data: for @go_on; lives as long as @parent
 *
 * Asks whether what is not saved is to be saved. Where all is, nothing is asked, and nothing
 * called.
 *
 * Returns: whether it is asked
 */
gboolean
ws_user_editor_ask (WsUserEditor *self, GtkWindow *parent, WsUserEditorFunc go_on, gpointer data)
{
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *heading = NULL;
  AdwMessageDialog *dialog;
  Question *question;

  g_return_val_if_fail (WS_IS_USER_EDITOR (self), FALSE);
  if (!ws_user_editor_is_modified (self))
    return FALSE;
  name = g_file_get_basename (self->file);
  shown = g_filename_display_name (name);
  heading = g_strdup_printf (_ ("Save the changes to “%s”?"), shown);
  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      parent, heading, _ ("What is not saved is lost when the kernel is closed.")));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "discard", _ ("_Discard"),
                                    "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");
  question = g_new0 (Question, 1);
  question->editor = g_object_ref (self);
  g_set_weak_pointer (&question->parent, parent);
  question->go_on = go_on;
  question->data = data;
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), question);
  g_object_set_data_full (G_OBJECT (dialog), "ws-question", question, question_free);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}

/* ---- life ---- */

static void
close_document (WsUserEditor *self)
{
  stop_looking (self);
  g_clear_handle_id (&self->pause, g_source_remove);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  if (self->view != NULL)
    ws_code_editor_set_document (self->view, NULL);
  g_clear_object (&self->document);
  g_clear_object (&self->file);
  g_clear_pointer (&self->saved, g_free);
  g_clear_pointer (&self->said, g_ptr_array_unref);
  self->is_shown = FALSE;
  self->is_stale = FALSE;
  self->fails = FALSE;
}

static void
ws_user_editor_dispose (GObject *object)
{
  WsUserEditor *self = WS_USER_EDITOR (object);

  close_document (self);
  g_clear_weak_pointer (&self->view);
  g_clear_object (&self->playhead);
  g_clear_object (&self->opener);
  G_OBJECT_CLASS (ws_user_editor_parent_class)->dispose (object);
}

static void
ws_user_editor_class_init (WsUserEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_user_editor_dispose;
  signals[CHANGED] = g_signal_new ("changed", WS_TYPE_USER_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
ws_user_editor_init (WsUserEditor *self)
{
}

/**
 * ws_user_editor_new:
 * @view: (transfer none): where it is edited
 * @playhead: (transfer none): whose run is shown
 * @opener: (transfer none): compiles it
 *
 * Returns: (transfer full): an editor of nothing yet
 */
WsUserEditor *
ws_user_editor_new (WsCodeEditor *view, WsPlayhead *playhead, WsUserOpener *opener)
{
  WsUserEditor *self = g_object_new (WS_TYPE_USER_EDITOR, NULL);

  g_set_weak_pointer (&self->view, view);
  self->playhead = g_object_ref (playhead);
  self->opener = g_object_ref (opener);
  g_signal_connect_object (playhead, "notify::run", G_CALLBACK (run_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (opener, "changed", G_CALLBACK (file_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "reload", G_CALLBACK (reload_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "keep", G_CALLBACK (keep_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * ws_user_editor_load:
 * @self: an editor
 * @file: that is open in its opener
 * @text: its text
 *
 * Edits it from now on. What was edited before is gone: see ws_user_editor_ask(). A text that is
 * not in UTF-8 cannot be edited.
 */
void
ws_user_editor_load (WsUserEditor *self, GFile *file, const char *text)
{
  GtkTextIter start;

  g_return_if_fail (WS_IS_USER_EDITOR (self) && G_IS_FILE (file) && text != NULL);

  close_document (self);
  if (!g_utf8_validate (text, -1, NULL))
    return;
  self->file = g_object_ref (file);
  self->document = gtk_source_buffer_new (NULL);
  self->is_shown = TRUE;
  gtk_text_buffer_begin_irreversible_action (GTK_TEXT_BUFFER (self->document));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->document), text, -1);
  gtk_text_buffer_end_irreversible_action (GTK_TEXT_BUFFER (self->document));
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->document), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->document), &start);
  take_saved (self, text);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (typed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "modified-changed", G_CALLBACK (modified_cb), self,
                           G_CONNECT_SWAPPED);
  update (self);
}

/**
 * ws_user_editor_has_run:
 * @self: an editor
 * @run: (nullable): a run
 *
 * Returns: whether @run is of the document, as it is or was
 */
gboolean
ws_user_editor_has_run (WsUserEditor *self, const WsRun *run)
{
  g_return_val_if_fail (WS_IS_USER_EDITOR (self), FALSE);
  return is_own (self, run);
}

/**
 * ws_user_editor_is_shown:
 * @self: an editor
 *
 * Returns: whether what is edited stands in the view
 */
gboolean
ws_user_editor_is_shown (WsUserEditor *self)
{
  g_return_val_if_fail (WS_IS_USER_EDITOR (self), FALSE);
  return self->document != NULL && self->is_shown;
}

/**
 * ws_user_editor_is_modified:
 * @self: an editor
 *
 * Returns: whether there is anything to be saved
 */
gboolean
ws_user_editor_is_modified (WsUserEditor *self)
{
  g_return_val_if_fail (WS_IS_USER_EDITOR (self), FALSE);
  return self->document != NULL && gtk_text_buffer_get_modified (GTK_TEXT_BUFFER (self->document));
}

/**
 * ws_user_editor_is_stale:
 * @self: an editor
 *
 * Returns: whether the text stands there and what is shown is of another
 */
gboolean
ws_user_editor_is_stale (WsUserEditor *self)
{
  g_return_val_if_fail (WS_IS_USER_EDITOR (self), FALSE);
  return ws_user_editor_is_shown (self) && self->is_stale;
}

/**
 * ws_user_editor_get_document:
 * @self: an editor
 *
 * Returns: (transfer none) (nullable): the text that is edited
 */
GtkSourceBuffer *
ws_user_editor_get_document (WsUserEditor *self)
{
  g_return_val_if_fail (WS_IS_USER_EDITOR (self), NULL);
  return self->document;
}

/**
 * ws_user_editor_dup_title:
 * @self: an editor
 *
 * Returns: (transfer full) (nullable): the name of the file, with a bullet before it while it is
 * not saved; %NULL if nothing is edited
 */
char *
ws_user_editor_dup_title (WsUserEditor *self)
{
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (WS_IS_USER_EDITOR (self), NULL);
  if (self->document == NULL)
    return NULL;
  name = g_file_get_basename (self->file);
  shown = g_filename_display_name (name);
  return g_strconcat (ws_user_editor_is_modified (self) ? "• " : "", shown, NULL);
}
