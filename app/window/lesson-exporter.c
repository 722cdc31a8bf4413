#include "window/lesson-exporter.h"

#include "dialog/export-progress.h"
#include "handout/handout.h"
#include "lecture/lecture.h"
#include "page/web-page.h"
#include "words/words.h"

#include <glib/gi18n.h>

struct _WsLessonExporter {
  GObject parent_instance;

  GtkWindow *window; /* weak */
  WsLessonExportKind kind;
  GFile *file;

  /* while steps run for an export */
  WsSession *session;     /* for a course: whose devices run it */
  WsLessonDeck *deck;     /* for one lesson: whose steps run; NULL for a course */
  GPtrArray *lessons;     /* WsLesson: the lessons to write; NULL while idle */
  guint at;               /* index of the one whose steps are running */
  WsLessonRunner *runner; /* the runs of that lesson */
  GSignalGroup *runner_signals;
  gpointer what; /* what has been gathered to write */
};

enum { EXPORTED, FAILED, N_SIGNALS };
enum { PROP_BUSY = 1, N_PROPS };

static guint signals[N_SIGNALS];
static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsLessonExporter, ws_lesson_exporter, G_TYPE_OBJECT)

/* ---- each kind ---- */

/* @what: (inout): what to write: gathered here, lesson by lesson, and written in a thread */
static void
gather_handout (gpointer *what, GPtrArray *lessons, const WsLesson *lesson, WsLessonRuns *runs)
{
  if (*what == NULL)
    *what = lessons->len > 1 ? ws_handout_new_course (lessons) : ws_handout_new ();
  ws_handout_add_lesson (*what, lesson, runs, NULL);
}

static gboolean
write_handout (gpointer what, GFile *file, GCancellable *cancellable, gpointer progress,
               GError **error)
{
  return ws_handout_write (what, ws_paper_get_usual (), file,
                           &(WsHandoutWatch){ ws_export_progress_report, progress, cancellable },
                           error);
}

static void
free_handout (gpointer what)
{
  ws_handout_free (what);
}

static void
gather_bundle (gpointer *what, GPtrArray *lessons, const WsLesson *lesson, WsLessonRuns *runs)
{
  *what = ws_lecture_new (lesson, runs, NULL);
}

static gboolean
write_bundle (gpointer what, GFile *file, GCancellable *cancellable, gpointer progress,
              GError **error)
{
  return ws_lecture_save (what, file, cancellable, error);
}

static void
free_bundle (gpointer what)
{
  ws_lecture_unref (what);
}

static void
gather_page (gpointer *what, GPtrArray *lessons, const WsLesson *lesson, WsLessonRuns *runs)
{
  *what = ws_web_page_new ();
  ws_web_page_add_lesson (*what, lesson, runs, NULL);
}

static gboolean
write_page (gpointer what, GFile *file, GCancellable *cancellable, gpointer progress,
            GError **error)
{
  return ws_web_page_write (
      what, file, &(WsWebPageWatch){ ws_export_progress_report, progress, cancellable }, error);
}

static void
free_page (gpointer what)
{
  ws_web_page_free (what);
}

static const struct {
  const char *title;
  void (*gather) (gpointer *what, GPtrArray *lessons, const WsLesson *lesson, WsLessonRuns *runs);
  gboolean (*write) (gpointer what, GFile *file, GCancellable *cancellable, gpointer progress,
                     GError **error);
  void (*free) (gpointer what);
} kinds[WS_LESSON_N_EXPORTS] = {
  [WS_LESSON_EXPORT_HANDOUT] = { N_ ("Writing the handout"), gather_handout, write_handout,
                                 free_handout },
  [WS_LESSON_EXPORT_COURSE] = { N_ ("Writing the course handout"), gather_handout, write_handout,
                                free_handout },
  [WS_LESSON_EXPORT_BUNDLE] = { N_ ("Writing the lecture bundle"), gather_bundle, write_bundle,
                                free_bundle },
  [WS_LESSON_EXPORT_PAGE] = { N_ ("Writing the web page"), gather_page, write_page, free_page },
};

/* ---- writing ---- */

typedef struct {
  WsLessonExportKind kind;
  gpointer what;
  GFile *file;
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  kinds[self->kind].free (self->what);
  g_object_unref (self->file);
  g_free (self);
}

static gboolean
write_cb (gpointer data, GCancellable *cancellable, gpointer progress, GError **error)
{
  const Job *self = data;

  return kinds[self->kind].write (self->what, self->file, cancellable, progress, error);
}

static void
ended_cb (WsExportProgress *progress, GError *error, WsLessonExporter *self)
{
  const char *path = g_object_get_data (G_OBJECT (progress), "path");

  if (error == NULL)
    g_signal_emit (self, signals[EXPORTED], 0, path);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (self, signals[FAILED], 0, error->message);
}

/* Becomes idle. */
static void
stop_waiting (WsLessonExporter *self)
{
  gboolean waited = self->lessons != NULL;

  g_signal_group_set_target (self->runner_signals, NULL);
  if (self->what != NULL)
    kinds[self->kind].free (self->what);
  self->what = NULL;
  g_clear_object (&self->runner);
  g_clear_object (&self->deck);
  g_clear_object (&self->session);
  g_clear_pointer (&self->lessons, g_ptr_array_unref);
  if (waited)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static void
write_file (WsLessonExporter *self)
{
  gpointer what = g_steal_pointer (&self->what);
  WsExportProgress *progress;
  Job *job;

  stop_waiting (self);
  job = g_new0 (Job, 1);
  job->kind = self->kind;
  job->what = what;
  job->file = g_object_ref (self->file);
  if (self->window == NULL)
    {
      job_free (job);
      return;
    }
  progress =
      ws_export_progress_new (self->window, _ (kinds[self->kind].title), write_cb, job, job_free);
  g_object_set_data_full (G_OBJECT (progress), "path",
                          g_file_peek_path (self->file) != NULL ? g_file_get_path (self->file)
                                                                : g_file_get_uri (self->file),
                          g_free);
  g_signal_connect_object (progress, "ended", G_CALLBACK (ended_cb), self, 0);
  gtk_window_present (GTK_WINDOW (progress));
}

/* ---- missing runs ---- */

static const WsLesson *
get_lesson (WsLessonExporter *self)
{
  return g_ptr_array_index (self->lessons, self->at);
}

/* Requests the missing runs of the current lesson. Returns: whether none is missing */
static gboolean
prepare (WsLessonExporter *self)
{
  const WsLesson *lesson = get_lesson (self);
  gboolean ready = TRUE;

  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      ws_lesson_runner_prepare (self->runner, i);
      ready =
          ready && ws_lesson_step_is_ready (lesson, i, ws_lesson_runner_get_runs (self->runner));
    }
  return ready;
}

static void
begin_lesson (WsLessonExporter *self)
{
  g_clear_object (&self->runner);
  self->runner = self->deck != NULL ? g_object_ref (ws_lesson_deck_get_runner (self->deck))
                                    : ws_lesson_runner_new (self->session, get_lesson (self), NULL);
  ws_lesson_runner_retry (self->runner);
}

/* Tells why a missing run could not be made. */
static void
give_up (WsLessonExporter *self)
{
  const char *sentence = ws_lesson_runner_get_sentence (self->runner);
  const char *why = sentence != NULL ? sentence : _ ("Not all of the lesson could be run.");
  g_autofree char *said =
      self->deck != NULL
          ? g_strdup (why)
          /* Translators: a lesson, and why it could not be run */
          : g_strdup_printf (_ ("%1$s: %2$s"), ws_words_translate (get_lesson (self)->title), why);

  stop_waiting (self);
  g_signal_emit (self, signals[FAILED], 0, said);
}

/* Gathers lesson by lesson, until one must run first, or all are complete and can be written. */
static void
go_on (WsLessonExporter *self)
{
  /* immediate failures arrive by the same signal */
  g_signal_group_set_target (self->runner_signals, NULL);
  while (prepare (self))
    {
      kinds[self->kind].gather (&self->what, self->lessons, get_lesson (self),
                                ws_lesson_runner_get_runs (self->runner));
      if (++self->at == self->lessons->len)
        {
          write_file (self);
          return;
        }
      begin_lesson (self);
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
    }
  if (ws_lesson_runner_is_busy (self->runner))
    g_signal_group_set_target (self->runner_signals, self->runner);
  else
    give_up (self);
}

/* ---- the object ---- */

static void
ws_lesson_exporter_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BUSY)
    g_value_set_boolean (value, WS_LESSON_EXPORTER (object)->lessons != NULL);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ws_lesson_exporter_dispose (GObject *object)
{
  WsLessonExporter *self = WS_LESSON_EXPORTER (object);

  if (self->lessons != NULL)
    stop_waiting (self);
  g_clear_object (&self->runner_signals);
  g_clear_object (&self->file);
  g_clear_weak_pointer (&self->window);

  G_OBJECT_CLASS (ws_lesson_exporter_parent_class)->dispose (object);
}

static void
ws_lesson_exporter_class_init (WsLessonExporterClass *klass)
{
  static const char *const names[N_SIGNALS] = { "exported", "failed" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ws_lesson_exporter_get_property;
  object_class->dispose = ws_lesson_exporter_dispose;
  props[PROP_BUSY] =
      g_param_spec_boolean ("busy", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], WS_TYPE_LESSON_EXPORTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ws_lesson_exporter_init (WsLessonExporter *self)
{
  self->runner_signals = g_signal_group_new (WS_TYPE_LESSON_RUNNER);
  g_signal_group_connect_swapped (self->runner_signals, "changed", G_CALLBACK (go_on), self);
}

WsLessonExporter *
ws_lesson_exporter_new (GtkWindow *window)
{
  WsLessonExporter *self = g_object_new (WS_TYPE_LESSON_EXPORTER, NULL);

  g_set_weak_pointer (&self->window, window);
  return self;
}

static void
begin (WsLessonExporter *self, WsLessonExportKind kind, GPtrArray *lessons, GFile *file)
{
  self->kind = kind;
  g_set_object (&self->file, file);
  self->lessons = lessons;
  self->at = 0;
  begin_lesson (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  go_on (self);
}

/**
 * ws_lesson_exporter_begin:
 * @self: an exporter
 * @kind: what to write
 * @deck: (transfer none): the lesson's deck
 * @file: (transfer none): the destination
 *
 * Runs what the lesson's steps need, and writes it. Cancels a previous request.
 */
void
ws_lesson_exporter_begin (WsLessonExporter *self, WsLessonExportKind kind, WsLessonDeck *deck,
                          GFile *file)
{
  GPtrArray *lessons;

  g_return_if_fail (WS_IS_LESSON_EXPORTER (self) && WS_IS_LESSON_DECK (deck) && G_IS_FILE (file));
  g_return_if_fail (kind != WS_LESSON_EXPORT_COURSE);

  ws_lesson_exporter_cancel (self);
  lessons = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_unref);
  g_ptr_array_add (lessons, ws_lesson_ref ((WsLesson *)ws_lesson_deck_get_lesson (deck)));
  self->deck = g_object_ref (deck);
  begin (self, kind, lessons, file);
}

/**
 * ws_lesson_exporter_begin_course:
 * @self: an exporter
 * @session: (transfer none): whose devices run it
 * @lessons: (element-type WsLesson) (transfer none): at least one
 * @file: (transfer none): the destination
 *
 * Runs what the steps of all lessons need, one lesson after the other, and writes a handout of
 * them. Cancels a previous request.
 */
void
ws_lesson_exporter_begin_course (WsLessonExporter *self, WsSession *session, GPtrArray *lessons,
                                 GFile *file)
{
  g_return_if_fail (WS_IS_LESSON_EXPORTER (self) && WS_IS_SESSION (session) && G_IS_FILE (file));
  g_return_if_fail (lessons != NULL && lessons->len > 0);

  ws_lesson_exporter_cancel (self);
  self->session = g_object_ref (session);
  begin (self, WS_LESSON_EXPORT_COURSE, g_ptr_array_ref (lessons), file);
}

/**
 * ws_lesson_exporter_cancel:
 * @self: an exporter
 *
 * Cancels an export that waits for steps to run, and these runs, except those that the lesson
 * itself shows.
 */
void
ws_lesson_exporter_cancel (WsLessonExporter *self)
{
  g_autoptr (WsLessonDeck) deck = NULL;
  g_autoptr (WsLessonRunner) runner = NULL;

  g_return_if_fail (WS_IS_LESSON_EXPORTER (self));

  if (self->lessons == NULL)
    return;
  deck = g_steal_pointer (&self->deck);
  runner = g_object_ref (self->runner);
  stop_waiting (self);
  ws_lesson_runner_cancel (runner);
  if (deck != NULL)
    ws_lesson_runner_prepare (runner, ws_deck_get_step (WS_DECK (deck)));
}

gboolean
ws_lesson_exporter_is_busy (WsLessonExporter *self)
{
  g_return_val_if_fail (WS_IS_LESSON_EXPORTER (self), FALSE);
  return self->lessons != NULL;
}

/**
 * ws_lesson_exporter_dup_sentence:
 * @self: an exporter that is busy
 *
 * Returns: (transfer full): what it waits for, as in "Running lesson 3 of 21…"
 */
char *
ws_lesson_exporter_dup_sentence (WsLessonExporter *self)
{
  g_return_val_if_fail (WS_IS_LESSON_EXPORTER (self) && self->lessons != NULL, NULL);

  if (self->deck != NULL)
    return g_strdup (_ ("Running all steps of the lesson…"));
  return g_strdup_printf (_ ("Running lesson %1$u of %2$u…"), self->at + 1, self->lessons->len);
}

/**
 * ws_lesson_exporter_get_kind:
 * @self: an exporter
 *
 * Returns: what it writes, or wrote last
 */
WsLessonExportKind
ws_lesson_exporter_get_kind (WsLessonExporter *self)
{
  g_return_val_if_fail (WS_IS_LESSON_EXPORTER (self), 0);
  return self->kind;
}
