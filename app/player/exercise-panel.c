#include "player/exercise-panel.h"

#include "compile/compile.h"
#include "editor/code-editor.h"
#include "exercise/attempt-store.h"
#include "exercise/examiner.h"
#include "exercise/exercise-store.h"
#include "gate/gate.h"
#include "toolkit/wrap-layout.h"
#include "words/words.h"

#include <glib/gi18n.h>

#define FILE_NAME   "exercise.cu" /* as the compiler calls it */
#define KEEP_MILLIS 1000          /* after which what is typed is kept, at most */

struct _WsExercisePanel {
  GtkWidget parent_instance;

  WsLessonDeck *deck; /* nullable */
  GSignalGroup *deck_signals;
  WsExercise *exercise;  /* nullable: of the step */
  WsAttemptKey *key;     /* nullable: of it */
  WsExaminer *examiner;  /* of that; knows what must come out once it has tried something */
  GHashTable *texts;     /* char * -> char *: what the user has made of exercises, by their keys */
  WsAttemptStore *store; /* the same, for the next time */
  guint keeping;         /* what is typed will be kept */
  GtkSourceBuffer *document;
  GCancellable *running; /* nullable: while the code is tried */
  guint n_hints;         /* that are seen */

  GtkWidget *box; /* disposed of with the template: it is the only child */
  GtkLabel *title;
  GtkLabel *words;
  WsCodeEditor *editor;
  WsCodeView *view;
  GtkButton *run_button;
  GtkButton *hint_button;
  GtkToggleButton *solution_button;
  GtkButton *again_button;
  GtkWidget *picture_row;        /* seen where something that was tried has a picture */
  GtkToggleButton *tried_button; /* one of the two is active */
  GtkToggleButton *slide_button;
  GtkLabel *verdict;
  GtkLabel *results;
  GtkLabel *hints;
};

enum { LEFT, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsExercisePanel, ws_exercise_panel, GTK_TYPE_WIDGET)

/* A label that has nothing to say takes no room. */
static void
say (GtkLabel *label, const char *markup)
{
  gtk_label_set_markup (label, markup != NULL ? markup : "");
  gtk_widget_set_visible (GTK_WIDGET (label), markup != NULL && *markup != '\0');
}

/* What may have anything in it. */
static void
say_plain (GtkLabel *label, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  say (label, markup);
}

/* (transfer full) */
static char *
dup_code (WsExercisePanel *self)
{
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->document), &begin, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->document), &begin, &end, TRUE);
}

static void
set_code (WsExercisePanel *self, const char *code)
{
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->document), code, -1);
}

/* As if it were typed: Ctrl+Z takes it back. */
static void
replace_code (WsExercisePanel *self, const char *code)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->document);
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  gtk_text_buffer_delete (buffer, &begin, &end);
  gtk_text_buffer_insert (buffer, &begin, code, -1);
  gtk_text_buffer_end_user_action (buffer);
}

/* ---- what is typed is kept ---- */

/* Two lessons may bring exercises of one name along. (transfer full) */
static char *
make_name (const WsAttemptKey *key)
{
  return key->lesson != NULL ? g_strconcat (key->lesson, "/", key->mark, "/", key->id, NULL)
                             : g_strdup (key->id);
}

/* Of the user's own code; what is the exercise's need not be, unless older code is found without.
 */
static void
keep_text (WsExercisePanel *self)
{
  g_autofree char *code = dup_code (self);
  gboolean is_given = g_str_equal (code, self->exercise->blocks[WS_EXERCISE_CODE]);

  g_hash_table_replace (self->texts, make_name (self->key), g_strdup (code));
  ws_attempt_store_keep (self->store, self->key,
                         is_given && self->key->lesson == NULL ? NULL : code);
}

static gboolean
keep_cb (gpointer data)
{
  WsExercisePanel *self = data;

  self->keeping = 0;
  keep_text (self);
  return G_SOURCE_REMOVE;
}

/* Not at each letter. */
static void
typed_cb (WsExercisePanel *self)
{
  if (self->exercise != NULL && self->keeping == 0
      && !gtk_toggle_button_get_active (self->solution_button))
    self->keeping = g_timeout_add (KEEP_MILLIS, keep_cb, self);
}

/* What is not kept yet. */
static void
keep_now (WsExercisePanel *self)
{
  if (self->keeping == 0)
    return;
  g_clear_handle_id (&self->keeping, g_source_remove);
  keep_text (self);
}

/* Before the solution takes its place: the button is active by then. */
static void
keep_own (WsExercisePanel *self)
{
  g_clear_handle_id (&self->keeping, g_source_remove);
  keep_text (self);
}

/* Once a session it is read from the file. (transfer none) (nullable) */
static const char *
find_kept (WsExercisePanel *self)
{
  g_autofree char *name = make_name (self->key);

  if (!g_hash_table_contains (self->texts, name))
    g_hash_table_insert (self->texts, g_strdup (name),
                         ws_attempt_store_load (self->store, self->key));
  return g_hash_table_lookup (self->texts, name);
}

/* ---- trying ---- */

static void
show_running (WsExercisePanel *self)
{
  gtk_button_set_label (self->run_button, self->running != NULL ? _ ("_Stop") : _ ("_Run"));
}

static void
stop (WsExercisePanel *self)
{
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  show_running (self);
}

static void
clear_results (WsExercisePanel *self)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  say (self->verdict, NULL);
  say (self->results, NULL);
  ws_code_editor_set_problems (self->editor, none);
}

static void
show_problems (WsExercisePanel *self, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify)ws_code_problem_free);

  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (diagnostics, i);
      gboolean is_here = g_strcmp0 (one->file, FILE_NAME) == 0;

      if (one->severity != WS_SEVERITY_NOTE)
        g_ptr_array_add (problems, ws_code_problem_new (one->severity == WS_SEVERITY_ERROR
                                                            ? WS_PROBLEM_ERROR
                                                            : WS_PROBLEM_WARNING,
                                                        is_here ? one->line : 0,
                                                        is_here ? one->column : 0, one->text));
    }
  ws_code_editor_set_problems (self->editor, problems);
}

/* A line for each requirement: whether it holds, and what was found. */
static void
show_results (WsExercisePanel *self, const WsAttempt *attempt)
{
  g_autoptr (GString) markup = g_string_new (NULL);

  for (guint i = 0; i < attempt->results->len; i++)
    {
      const WsGateResult *result = g_ptr_array_index (attempt->results, i);
      g_autofree char *text = g_markup_escape_text (result->text, -1);
      g_autofree char *found = g_markup_escape_text (result->words, -1);

      g_string_append_printf (markup, "%s%s <tt>%s</tt> (%s)", i > 0 ? "\n" : "",
                              result->holds ? "✓" : "✗", text, found);
    }
  say (self->results, markup->str);
}

/* ---- its picture, in place of the slide's ---- */

/* Whose code ran: above its picture, and on the button that goes to it. */
static const struct {
  const char *heading;
  const char *label;
} owners[] = {
  { N_ ("Your code"), N_ ("_Your Code") },
  { N_ ("The solution"), N_ ("The Solutio_n") },
};

/* @run: (nullable): what was recorded of the code; without it the slide has its own picture */
static void
take_run (WsExercisePanel *self, WsRun *run)
{
  gboolean owner = gtk_toggle_button_get_active (self->solution_button);

  gtk_button_set_label (GTK_BUTTON (self->tried_button), _ (owners[owner].label));
  ws_lesson_deck_take_tried (
      self->deck,
      run != NULL ? ws_tried_new (run, _ (owners[owner].heading), self->exercise->view) : NULL);
}

/* The deck's picture is another. */
static void
show_picture (WsExercisePanel *self)
{
  const WsTried *tried = ws_lesson_deck_get_tried (self->deck);
  gboolean is_seen = tried != NULL && tried->scene != NULL;

  if (is_seen)
    gtk_toggle_button_set_active (ws_lesson_deck_get_shows_tried (self->deck) ? self->tried_button
                                                                              : self->slide_button,
                                  TRUE);
  gtk_widget_set_visible (self->picture_row, is_seen);
}

static void
picture_cb (WsExercisePanel *self)
{
  if (self->deck != NULL)
    ws_lesson_deck_set_shows_tried (self->deck, gtk_toggle_button_get_active (self->tried_button));
}

/* ---- what came of it ---- */

static const char *const verdicts[WS_ATTEMPT_N_STATES] = {
  [WS_ATTEMPT_PASSED] = N_ ("Solved: all that is required holds."),
  [WS_ATTEMPT_FAILED] = N_ ("Not solved yet."),
  [WS_ATTEMPT_NOT_COMPILED] = N_ ("It cannot be run."),
  [WS_ATTEMPT_STOPPED] = N_ ("It was stopped."),
};

static void
show_attempt (WsExercisePanel *self, const WsAttempt *attempt)
{
  gboolean passed = attempt->state == WS_ATTEMPT_PASSED;
  g_autofree char *message =
      g_markup_escape_text (attempt->message != NULL ? attempt->message : "", -1);
  const char *title = _ (verdicts[attempt->state]);
  /* a requirement that does not hold stands below */
  g_autofree char *markup = passed || attempt->results->len > 0
                                ? g_strdup_printf ("<b>%s</b>", title)
                                : g_strdup_printf ("<b>%s</b>\n%s", title, message);

  show_problems (self, attempt->diagnostics);
  show_results (self, attempt);
  say (self->verdict, markup);
  if (passed)
    gtk_widget_add_css_class (GTK_WIDGET (self->verdict), "success");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->verdict), "success");
  take_run (self, attempt->run);
}

static void
tried_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsExercisePanel) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsAttempt) attempt = ws_examiner_try_finish (WS_EXAMINER (source), result, &error);

  /* it was stopped, or another has begun */
  if (self->running == NULL || g_task_get_cancellable (G_TASK (result)) != self->running)
    return;
  g_clear_object (&self->running);
  show_running (self);
  if (attempt != NULL)
    show_attempt (self, attempt);
  else
    {
      say_plain (self->verdict, error->message);
      take_run (self, NULL);
    }
}

static void
begin (WsExercisePanel *self)
{
  g_autofree char *code = dup_code (self);

  clear_results (self);
  self->running = g_cancellable_new ();
  show_running (self);
  say (self->verdict, _ ("Compiling and running…"));
  ws_examiner_try_async (self->examiner, FILE_NAME, code, self->running, tried_cb,
                         g_object_ref (self));
}

static void
run (WsExercisePanel *self)
{
  if (self->examiner == NULL)
    return;
  if (self->running == NULL)
    {
      begin (self);
      return;
    }
  stop (self);
  clear_results (self);
}

static gboolean
run_shortcut (GtkWidget *widget, GVariant *parameter, gpointer data)
{
  run (WS_EXERCISE_PANEL (widget));
  return GDK_EVENT_STOP;
}

/* ---- hints and the solution ---- */

static void
show_hints (WsExercisePanel *self)
{
  guint n = self->exercise != NULL ? self->exercise->hints->len : 0;
  g_autoptr (GString) markup = g_string_new (NULL);

  for (guint i = 0; i < MIN (self->n_hints, n); i++)
    {
      g_autofree char *hint = ws_exercise_dup_hint (self->exercise, i);

      /* Translators: a hint of several: its number, and what it says */
      g_string_append_printf (markup, _ ("%1$s<b>Hint %2$u.</b> %3$s"), i > 0 ? "\n" : "", i + 1,
                              hint);
    }
  say (self->hints, markup->str);
  gtk_widget_set_sensitive (GTK_WIDGET (self->hint_button), self->n_hints < n);
}

static void
hint_cb (WsExercisePanel *self)
{
  self->n_hints++;
  show_hints (self);
}

/* What the user has written is kept while the solution is seen. */
static void
solution_cb (WsExercisePanel *self)
{
  gboolean shows = gtk_toggle_button_get_active (self->solution_button);
  const char *kept;

  if (self->exercise == NULL)
    return;
  if (shows)
    keep_own (self);
  kept = find_kept (self);
  set_code (self, shows          ? self->exercise->blocks[WS_EXERCISE_SOLUTION]
                  : kept != NULL ? kept
                                 : self->exercise->blocks[WS_EXERCISE_CODE]);
  gtk_widget_set_sensitive (GTK_WIDGET (self->again_button), !shows);
}

static void
again_cb (WsExercisePanel *self)
{
  stop (self);
  clear_results (self);
  take_run (self, NULL);
  replace_code (self, self->exercise->blocks[WS_EXERCISE_CODE]);
}

/* ---- the step ---- */

/* What the user has made of the exercise is kept, for when its step is shown again. */
static void
leave_exercise (WsExercisePanel *self)
{
  if (self->exercise == NULL)
    return;
  stop (self);
  keep_now (self);
  g_clear_object (&self->examiner);
  g_clear_pointer (&self->exercise, ws_exercise_unref);
  g_clear_pointer (&self->key, ws_attempt_key_free);
  gtk_toggle_button_set_active (self->solution_button, FALSE);
}

/* @exercise: (transfer full) */
static void
show_exercise (WsExercisePanel *self, WsExercise *exercise)
{
  const WsLesson *lesson = ws_lesson_deck_get_lesson (self->deck);
  g_autofree char *words = ws_exercise_dup_words (exercise);
  g_autoptr (GError) error = NULL;
  const char *kept;

  self->key = ws_attempt_key_new (lesson, exercise->id);
  kept = find_kept (self);
  self->examiner = ws_examiner_new (exercise, lesson->catalog, &error);
  self->n_hints = 0;
  gtk_label_set_text (self->title, ws_words_translate (exercise->title));
  say (self->words, words);
  set_code (self, kept != NULL ? kept : exercise->blocks[WS_EXERCISE_CODE]);
  self->exercise = exercise; /* what is changed from now on is typed */
  gtk_widget_set_sensitive (GTK_WIDGET (self->again_button), TRUE);
  clear_results (self);
  if (self->examiner == NULL)
    say_plain (self->verdict, error->message);
  show_hints (self);
}

static void
changed_cb (WsExercisePanel *self)
{
  const WsLesson *lesson = ws_lesson_deck_get_lesson (self->deck);
  const char *name = ws_lesson_get_step (lesson, ws_deck_get_step (WS_DECK (self->deck)))->exercise;
  WsExercise *exercise;

  show_picture (self);
  if (g_strcmp0 (name, self->exercise != NULL ? self->exercise->id : NULL) == 0)
    return;
  leave_exercise (self);
  exercise = name != NULL ? ws_exercise_store_load_of (lesson, name, NULL) : NULL;
  if (exercise != NULL)
    show_exercise (self, exercise);
  gtk_widget_set_visible (GTK_WIDGET (self), exercise != NULL);
}

/**
 * ws_exercise_panel_set_deck:
 * @deck: (nullable): the lesson of which it shows the exercises
 *
 * It is seen at the steps that have one.
 */
void
ws_exercise_panel_set_deck (WsExercisePanel *self, WsLessonDeck *deck)
{
  g_return_if_fail (WS_IS_EXERCISE_PANEL (self));

  if (!g_set_object (&self->deck, deck))
    return;
  leave_exercise (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_group_set_target (self->deck_signals, deck);
  if (deck != NULL)
    changed_cb (self);
}

/**
 * ws_exercise_panel_set_theme:
 * @theme: of the editor
 */
void
ws_exercise_panel_set_theme (WsExercisePanel *self, WsThemeKind theme)
{
  g_return_if_fail (WS_IS_EXERCISE_PANEL (self));
  ws_code_view_set_theme (self->view, theme);
}

/* ---- the object ---- */

static void
left_cb (WsExercisePanel *self)
{
  g_signal_emit (self, signals[LEFT], 0);
}

static void
ws_exercise_panel_dispose (GObject *object)
{
  WsExercisePanel *self = WS_EXERCISE_PANEL (object);

  keep_now (self);
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
  g_clear_object (&self->examiner);
  g_clear_object (&self->store); /* which waits until all is written */
  g_clear_object (&self->deck_signals);
  g_clear_object (&self->deck);
  gtk_widget_dispose_template (GTK_WIDGET (self), WS_TYPE_EXERCISE_PANEL);

  G_OBJECT_CLASS (ws_exercise_panel_parent_class)->dispose (object);
}

static void
ws_exercise_panel_finalize (GObject *object)
{
  WsExercisePanel *self = WS_EXERCISE_PANEL (object);

  g_clear_pointer (&self->exercise, ws_exercise_unref);
  g_clear_pointer (&self->key, ws_attempt_key_free);
  g_clear_object (&self->document);
  g_hash_table_unref (self->texts);

  G_OBJECT_CLASS (ws_exercise_panel_parent_class)->finalize (object);
}

static void
ws_exercise_panel_class_init (WsExercisePanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (WS_TYPE_CODE_EDITOR);
  g_type_ensure (WS_TYPE_CODE_VIEW);
  g_type_ensure (WS_TYPE_WRAP_LAYOUT);
  object_class->dispose = ws_exercise_panel_dispose;
  object_class->finalize = ws_exercise_panel_finalize;
  signals[LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "exercise");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/warpstage/ui/exercise-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, box);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, title);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, words);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, editor);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, view);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, run_button);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, hint_button);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, solution_button);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, again_button);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, picture_row);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, tried_button);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, slide_button);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, verdict);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, results);
  gtk_widget_class_bind_template_child (widget_class, WsExercisePanel, hints);
  gtk_widget_class_bind_template_callback (widget_class, run);
  gtk_widget_class_bind_template_callback (widget_class, hint_cb);
  gtk_widget_class_bind_template_callback (widget_class, solution_cb);
  gtk_widget_class_bind_template_callback (widget_class, again_cb);
  gtk_widget_class_bind_template_callback (widget_class, picture_cb);
  gtk_widget_class_bind_template_callback (widget_class, left_cb);
}

/* Before the editor makes a new line of it. */
static void
add_shortcut (WsExercisePanel *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Return, GDK_CONTROL_MASK),
                        gtk_callback_action_new (run_shortcut, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
ws_exercise_panel_init (WsExercisePanel *self)
{
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->store = ws_attempt_store_new (NULL);
  self->document = gtk_source_buffer_new (NULL);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (typed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_init_template (GTK_WIDGET (self));
  ws_code_editor_set_document (self->editor, self->document);
  ws_code_view_hide_uses (self->view);
  add_shortcut (self);
  self->deck_signals = g_signal_group_new (WS_TYPE_LESSON_DECK);
  g_signal_group_connect_swapped (self->deck_signals, "changed", G_CALLBACK (changed_cb), self);
}

/* Returns: (transfer none): the code as the user writes it */
GtkSourceBuffer *
ws_exercise_panel_get_document (WsExercisePanel *self)
{
  g_return_val_if_fail (WS_IS_EXERCISE_PANEL (self), NULL);
  return self->document;
}

/* Returns: whether the code is being tried */
gboolean
ws_exercise_panel_is_running (WsExercisePanel *self)
{
  g_return_val_if_fail (WS_IS_EXERCISE_PANEL (self), FALSE);
  return self->running != NULL;
}

/* Returns: what came of the code, in a sentence; empty where nothing has yet */
const char *
ws_exercise_panel_get_verdict (WsExercisePanel *self)
{
  g_return_val_if_fail (WS_IS_EXERCISE_PANEL (self), NULL);
  return gtk_label_get_text (self->verdict);
}

/* Returns: a line for each requirement; empty where nothing ran yet */
const char *
ws_exercise_panel_get_results (WsExercisePanel *self)
{
  g_return_val_if_fail (WS_IS_EXERCISE_PANEL (self), NULL);
  return gtk_label_get_text (self->results);
}
