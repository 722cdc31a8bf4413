#include "window/lessons.h"

#include "dialog/chooser.h"
#include "lecture/lecture.h"
#include "lesson/lesson-store.h"
#include "player/course-page.h"
#include "player/lesson-bar.h"
#include "window/actions.h"
#include "words/words.h"

#include <glib/gi18n.h>

struct _WsLessons {
  GObject parent_instance;

  GtkWindow *window;
  GSettings *settings;
  WsLessonBar *lesson_bar;
  WsCatalog *catalog;
  WsSession *session;
  WsPlayhead *playhead;
  WsNotices *notices;
  WsPresentation *presentation;
  WsCoursePage *course_page;
  WsSidebar *sidebar;
  WsCourse *course; /* NULL until the lessons are loaded */
  guint lessons_idle;
  gboolean lesson_is_bundled;    /* its runs come from a bundle, not from this session */
  GCancellable *lecture_opening; /* of the bundle being opened; NULL for none */
  WsSign *lecture_sign;
  WsLessonExporter *lesson_exporter;
  WsSign *lesson_sign; /* says that steps are run for what will be written */
};

enum { SIGNAL_EXPORTED, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsLessons, ws_lessons, G_TYPE_OBJECT)

/* (nullable): of the open lesson */
static WsLessonDeck *
get_deck (WsLessons *self)
{
  return ws_presentation_get_lesson (self->presentation);
}

/* ---- begin ---- */

static void
run_wanted_cb (WsLessons *self, WsRun *run, guint launch, guint block)
{
  const WsRunPlace place = { .launch = launch, .block = block };

  ws_session_show (self->session, run, WS_SHOWN_LESSON, &place);
}

/* Saves the progress in the lesson. */
static void
note_step (WsLessons *self)
{
  if (get_deck (self) != NULL && self->course != NULL)
    ws_course_note_seen (self->course, ws_lesson_deck_get_lesson (get_deck (self))->id,
                         ws_deck_get_step (WS_DECK (get_deck (self))) + 1);
}

/* Answers are stored, too, once revealed. */
static void
note_answers (WsLessons *self)
{
  WsDeckScore score;

  if (get_deck (self) == NULL)
    return;
  ws_deck_count (WS_DECK (get_deck (self)), &score);
  ws_actions_enable (self->window, "answer-again", score.n_answered > 0);
  if (self->course != NULL)
    ws_course_keep_answers (self->course, ws_lesson_deck_get_lesson (get_deck (self))->id,
                            ws_lesson_deck_save_answers (get_deck (self)));
}

/* To be called before any progress of @deck is stored. */
static void
restore_answers (WsLessons *self, WsLessonDeck *deck)
{
  g_autoptr (GVariant) marks = NULL;

  if (deck == NULL || self->course == NULL)
    return;
  marks = ws_course_dup_answers (self->course, ws_lesson_deck_get_lesson (deck)->id);
  ws_lesson_deck_restore_answers (deck, marks);
}

static void
changed_cb (WsLessons *self)
{
  note_step (self);
  note_answers (self);
}

/* The card at the end links to the next lesson of the course. */
static void
offer_next (WsLessons *self)
{
  const WsLesson *next = NULL;

  if (get_deck (self) == NULL)
    return;
  if (self->course != NULL)
    next = ws_course_get_next (self->course, ws_lesson_deck_get_lesson (get_deck (self))->id);
  ws_lesson_score_set_next (ws_lesson_bar_get_score (self->lesson_bar), next);
}

/* Shows a step of @lesson, and runs what it still needs. */
static void
begin (WsLessons *self, const WsLesson *lesson, WsLessonRuns *runs, guint step)
{
  g_autoptr (WsLessonDeck) deck = NULL;

  g_return_if_fail (WS_IS_LESSONS (self) && lesson != NULL);

  ws_presentation_close_lesson (self->presentation);
  deck = ws_lesson_deck_new (self->session, lesson, runs, self->playhead);
  g_signal_connect_object (deck, "run-wanted", G_CALLBACK (run_wanted_cb), self, G_CONNECT_SWAPPED);
  restore_answers (self, deck);
  g_signal_connect_object (deck, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  self->lesson_is_bundled = runs != NULL;
  ws_actions_enable (self->window, "record-lesson", self->lesson_is_bundled);
  ws_presentation_show_lesson (self->presentation, deck, step);
  offer_next (self);
  changed_cb (self);
  ws_sidebar_select (self->sidebar, WS_LESSON_ACTION, lesson->id);
}

void
ws_lessons_begin_named (WsLessons *self, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLesson) lesson = ws_lesson_store_load (self->catalog, name, &error);

  if (lesson != NULL)
    begin (self, lesson, NULL, 0);
  else
    ws_notices_show_error (self->notices, error->message);
}

static void
lesson_closing_cb (WsLessons *self)
{
  /* the handout of the course does not depend on the open lesson */
  if (ws_lesson_exporter_get_kind (self->lesson_exporter) != WS_LESSON_EXPORT_COURSE)
    ws_lesson_exporter_cancel (self->lesson_exporter);
}

/* ---- opening a lecture bundle, in a thread: it may be large ---- */

static void
lecture_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  WsLecture *lecture = ws_lecture_load (data, cancellable, &error);

  if (lecture != NULL)
    g_task_return_pointer (task, lecture, (GDestroyNotify)ws_lecture_unref);
  else
    g_task_return_error (task, error);
}

static void
lecture_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  G_GNUC_UNUSED g_autoptr (GtkWindow) window = data; /* and with it @self */
  WsLessons *self = WS_LESSONS (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLecture) lecture = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (WsLessonRuns) runs = NULL;
  g_autoptr (WsLesson) lesson = NULL;

  /* another bundle was opened instead, or the window was closed */
  if (g_task_get_cancellable (G_TASK (result)) != self->lecture_opening)
    return;
  g_clear_object (&self->lecture_opening);
  g_clear_pointer (&self->lecture_sign, ws_sign_end);
  if (lecture != NULL)
    lesson = ws_lecture_open (lecture, self->catalog, &runs, &error);
  if (lesson != NULL)
    begin (self, lesson, runs, 0);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ws_notices_show_error (self->notices, error->message);
}

static void
cancel_lecture (WsLessons *self)
{
  g_cancellable_cancel (self->lecture_opening); /* does nothing if NULL */
  g_clear_object (&self->lecture_opening);
  g_clear_pointer (&self->lecture_sign, ws_sign_end);
}

static void
cancel_lecture_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cancel_lecture (WS_LESSONS (data));
}

/**
 * ws_lessons_open_lecture:
 * @self: the lessons of a window
 * @file: a lecture bundle
 *
 * Reads @file in a thread, and begins its lesson.
 */
void
ws_lessons_open_lecture (WsLessons *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *sentence = g_strdup_printf (_ ("Opening %s…"), shown);
  g_autoptr (GTask) task = NULL;

  cancel_lecture (self);
  self->lecture_opening = g_cancellable_new ();
  self->lecture_sign = ws_notices_add_work (self->notices, sentence, "win.cancel-lecture");
  task = g_task_new (self, self->lecture_opening, lecture_cb, g_object_ref (self->window));
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, lecture_thread);
}

/* ---- actions ---- */

/* Reruns the lesson of a bundle on the available devices, from the current step on. */
static void
record_lesson_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsLessons *self = data;
  g_autoptr (WsLesson) lesson = NULL;

  if (get_deck (self) == NULL)
    return;
  lesson = ws_lesson_ref ((WsLesson *)ws_lesson_deck_get_lesson (get_deck (self)));
  begin (self, lesson, NULL, ws_deck_get_step (WS_DECK (get_deck (self))));
}

static void
answer_again_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsLessons *self = data;

  if (get_deck (self) != NULL)
    ws_lesson_deck_answer_again (get_deck (self));
}

static void
lesson_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_lessons_begin_named (WS_LESSONS (data), g_variant_get_string (parameter, NULL));
}

/* Shows the contents of the course instead of the panes. */
static void
course_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsLessons *self = data;

  if (ws_presentation_get_presenting (self->presentation) || self->course == NULL)
    return;
  ws_presentation_show_course (self->presentation);
  ws_sidebar_select (self->sidebar, WS_COURSE_ACTION, "");
  ws_course_page_focus (self->course_page);
}

/* ---- exporting a lesson ---- */

static void
export_lesson (WsLessons *self, WsLessonExportKind kind, GFile *file)
{
  if (get_deck (self) != NULL)
    ws_lesson_exporter_begin (self->lesson_exporter, kind, get_deck (self), file);
}

static void
handout_chosen (GFile *file, gpointer data)
{
  export_lesson (data, WS_LESSON_EXPORT_HANDOUT, file);
}

static void
course_chosen (GFile *file, gpointer data)
{
  WsLessons *self = data;

  ws_lesson_exporter_begin_course (self->lesson_exporter, self->session,
                                   ws_course_get_lessons (self->course), file);
}

static void
bundle_chosen (GFile *file, gpointer data)
{
  export_lesson (data, WS_LESSON_EXPORT_BUNDLE, file);
}

static void
page_chosen (GFile *file, gpointer data)
{
  export_lesson (data, WS_LESSON_EXPORT_PAGE, file);
}

/* The exports of a lesson, one action each. */
static const struct {
  const char *action;
  WsChooserKind chooser;
  const char *suffix;
  WsChosenFunc chosen;
} lesson_exports[WS_LESSON_N_EXPORTS] = {
  [WS_LESSON_EXPORT_HANDOUT] = { "handout", WS_CHOOSER_SAVE_HANDOUT, ".pdf", handout_chosen },
  [WS_LESSON_EXPORT_COURSE] = { "course-handout", WS_CHOOSER_SAVE_HANDOUT, ".pdf", course_chosen },
  [WS_LESSON_EXPORT_BUNDLE] = { "bundle", WS_CHOOSER_SAVE_LECTURE, WS_LECTURE_SUFFIX,
                                bundle_chosen },
  [WS_LESSON_EXPORT_PAGE] = { "lesson-page", WS_CHOOSER_SAVE_PAGE, ".html", page_chosen },
};

static void
export_lesson_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  WsLessons *self = data;
  WsLessonExportKind kind = 0;
  g_autofree char *name = NULL;

  while (!g_str_equal (lesson_exports[kind].action, g_action_get_name (G_ACTION (action))))
    kind++;
  if (get_deck (self) == NULL && kind != WS_LESSON_EXPORT_COURSE)
    return;
  name = g_strconcat (
      kind == WS_LESSON_EXPORT_COURSE ? "course" : ws_lesson_deck_get_lesson (get_deck (self))->id,
      lesson_exports[kind].suffix, NULL);
  ws_chooser_ask (self->window, lesson_exports[kind].chooser, NULL, name,
                  lesson_exports[kind].chosen, self);
}

static void
cancel_lesson_export_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ws_lesson_exporter_cancel (WS_LESSONS (data)->lesson_exporter);
}

static void
lesson_export_busy_cb (WsLessons *self)
{
  g_autofree char *sentence = NULL;

  if (!ws_lesson_exporter_is_busy (self->lesson_exporter))
    {
      g_clear_pointer (&self->lesson_sign, ws_sign_end);
      return;
    }
  sentence = ws_lesson_exporter_dup_sentence (self->lesson_exporter);
  if (self->lesson_sign == NULL)
    self->lesson_sign = ws_notices_add_work (self->notices, sentence, "win.cancel-lesson-export");
  else
    ws_sign_set_sentence (self->lesson_sign, sentence);
}

static void
exported_cb (WsLessons *self, const char *path)
{
  g_signal_emit (self, signals[SIGNAL_EXPORTED], 0, path);
}

/* ---- the course ---- */

/* They precede the kernels, and the contents of the course precede them. */
static void
fill_lessons (WsLessons *self)
{
  g_autoptr (GListStore) items = g_list_store_new (WS_TYPE_SIDE_ITEM);
  g_autoptr (GPtrArray) sentences = NULL;
  GPtrArray *lessons = ws_lesson_store_load_all (self->catalog, &sentences);
  g_autoptr (WsSideItem) contents =
      ws_side_item_new (_ ("Lessons"), _ ("Course"),
                        _ ("All lessons in their order: how long each takes, what to know before"),
                        WS_COURSE_ACTION, "");

  self->course = ws_course_new (lessons, self->settings);
  ws_course_page_set_course (self->course_page, self->course);
  g_list_store_append (items, contents);
  for (guint i = 0; i < lessons->len; i++)
    {
      const WsLesson *lesson = g_ptr_array_index (lessons, i);
      g_autoptr (WsSideItem) item =
          ws_side_item_new (_ ("Lessons"), ws_words_translate (lesson->title),
                            lesson->about != NULL ? ws_words_translate (lesson->about->text) : NULL,
                            WS_LESSON_ACTION, lesson->id);

      g_list_store_append (items, item);
    }
  ws_sidebar_add_section (self->sidebar, 0, G_LIST_MODEL (items));
  if (get_deck (self) != NULL)
    ws_sidebar_select (self->sidebar, WS_LESSON_ACTION,
                       ws_lesson_deck_get_lesson (get_deck (self))->id);
  restore_answers (self, get_deck (self));
  offer_next (self);
  changed_cb (self);
}

static gboolean
fill_lessons_cb (gpointer data)
{
  WsLessons *self = data;

  self->lessons_idle = 0;
  fill_lessons (self);
  return G_SOURCE_REMOVE;
}

static const GActionEntry entries[] = {
  { "answer-again", answer_again_cb },
  { "bundle", export_lesson_cb },
  { "cancel-lecture", cancel_lecture_cb },
  { "cancel-lesson-export", cancel_lesson_export_cb },
  { "course", course_cb, "s" },
  { "course-handout", export_lesson_cb },
  { "handout", export_lesson_cb },
  { "lesson", lesson_cb, "s" },
  { "lesson-page", export_lesson_cb },
  { "record-lesson", record_lesson_cb },
};

static void
ws_lessons_finalize (GObject *object)
{
  WsLessons *self = WS_LESSONS (object);

  ws_lessons_end (self);
  g_clear_object (&self->lesson_exporter);
  g_clear_object (&self->course);

  G_OBJECT_CLASS (ws_lessons_parent_class)->finalize (object);
}

static void
ws_lessons_class_init (WsLessonsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_lessons_finalize;
  signals[SIGNAL_EXPORTED] = g_signal_new ("exported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ws_lessons_init (WsLessons *self)
{
}

static void
begin_exporter (WsLessons *self)
{
  self->lesson_exporter = ws_lesson_exporter_new (self->window);
  g_signal_connect_object (self->lesson_exporter, "exported", G_CALLBACK (exported_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lesson_exporter, "failed", G_CALLBACK (ws_notices_show_error),
                           self->notices, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lesson_exporter, "notify::busy",
                           G_CALLBACK (lesson_export_busy_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ws_lessons_new:
 * @context: of the window
 * @presentation: shows the lesson
 *
 * The lessons of the course are loaded soon after.
 *
 * Returns: (transfer full): the lessons of a window, which has their actions by now
 */
WsLessons *
ws_lessons_new (const WsContext *context, WsPresentation *presentation)
{
  WsLessons *self = g_object_new (WS_TYPE_LESSONS, NULL);

  self->window = context->window;
  self->settings = context->settings;
  self->lesson_bar = ws_context_get_child (context, "lesson_bar");
  self->catalog = context->catalog;
  self->session = context->session;
  self->playhead = context->playhead;
  self->notices = context->notices;
  self->presentation = presentation;
  self->course_page = ws_context_get_child (context, "course_page");
  self->sidebar = ws_context_get_child (context, "sidebar");
  g_action_map_add_action_entries (G_ACTION_MAP (self->window), entries, G_N_ELEMENTS (entries),
                                   self);
  begin_exporter (self);
  g_signal_connect_object (presentation, "lesson-closing", G_CALLBACK (lesson_closing_cb), self,
                           G_CONNECT_SWAPPED);
  /* loading them deserves its own iteration of the main loop; before the first frame */
  self->lessons_idle = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_lessons_cb, self, NULL);
  return self;
}

/**
 * ws_lessons_end:
 * @self: the lessons of a window
 *
 * To be called when the window closes.
 */
void
ws_lessons_end (WsLessons *self)
{
  g_return_if_fail (WS_IS_LESSONS (self));
  ws_lesson_exporter_cancel (self->lesson_exporter);
  cancel_lecture (self);
  g_clear_handle_id (&self->lessons_idle, g_source_remove);
}

/**
 * ws_lessons_get_course:
 * @self: the lessons of a window
 *
 * Returns: (transfer none) (nullable): the course; %NULL until the lessons are loaded
 */
WsCourse *
ws_lessons_get_course (WsLessons *self)
{
  g_return_val_if_fail (WS_IS_LESSONS (self), NULL);
  return self->course;
}

/**
 * ws_lessons_is_bundled:
 * @self: the lessons of a window
 *
 * Returns: whether the runs of the lesson come from a bundle, not from this session
 */
gboolean
ws_lessons_is_bundled (WsLessons *self)
{
  g_return_val_if_fail (WS_IS_LESSONS (self), FALSE);
  return self->lesson_is_bundled;
}

/**
 * ws_lessons_get_opening:
 * @self: the lessons of a window
 *
 * Returns: (transfer none) (nullable): the sign shown while a bundle is opened
 */
WsSign *
ws_lessons_get_opening (WsLessons *self)
{
  g_return_val_if_fail (WS_IS_LESSONS (self), NULL);
  return self->lecture_sign;
}

/**
 * ws_lessons_get_export:
 * @self: the lessons of a window
 *
 * Returns: (transfer none) (nullable): the sign shown while steps run for an export
 */
WsSign *
ws_lessons_get_export (WsLessons *self)
{
  g_return_val_if_fail (WS_IS_LESSONS (self), NULL);
  return self->lesson_sign;
}

WsLessonExporter *
ws_lessons_get_exporter (WsLessons *self)
{
  g_return_val_if_fail (WS_IS_LESSONS (self), NULL);
  return self->lesson_exporter;
}
