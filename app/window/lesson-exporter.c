#include "window/lesson-exporter.h"

#include "dialog/export-progress.h"
#include "handout/handout.h"
#include "lecture/lecture.h"

#include <glib/gi18n.h>

struct _WsLessonExporter {
  GObject parent_instance;

  GtkWindow *window;  /* weak */
  WsLessonDeck *deck; /* whose steps are run for what comes; NULL while nothing waits */
  GSignalGroup *runner_signals;
  WsLessonExportKind kind;
  GFile *file;
};

enum { EXPORTED, FAILED, N_SIGNALS };
enum { PROP_BUSY = 1, N_PROPS };

static guint signals[N_SIGNALS];
static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsLessonExporter, ws_lesson_exporter, G_TYPE_OBJECT)

/* ---- each kind ---- */

/* (transfer full): what is written: gathered here, written in a thread */
static gpointer
gather_handout (WsLessonDeck *deck)
{
  WsHandout *handout = ws_handout_new ();

  ws_handout_add_lesson (handout, ws_lesson_deck_get_lesson (deck),
                         ws_lesson_runner_get_runs (ws_lesson_deck_get_runner (deck)), NULL);
  return handout;
}

static gboolean
write_handout (gpointer what, GFile *file, GCancellable *cancellable, gpointer progress,
               GError **error)
{
  return ws_handout_write (what, ws_paper_get_usual (), file, cancellable,
                           ws_export_progress_report, progress, error);
}

static void
free_handout (gpointer what)
{
  ws_handout_free (what);
}

static gpointer
gather_bundle (WsLessonDeck *deck)
{
  return ws_lecture_new (ws_lesson_deck_get_lesson (deck),
                         ws_lesson_runner_get_runs (ws_lesson_deck_get_runner (deck)), NULL);
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

static const struct {
  const char *title;
  gpointer (*gather) (WsLessonDeck *deck);
  gboolean (*write) (gpointer what, GFile *file, GCancellable *cancellable, gpointer progress,
                     GError **error);
  void (*free) (gpointer what);
} kinds[WS_LESSON_N_EXPORTS] = {
  [WS_LESSON_EXPORT_HANDOUT] = { N_ ("Writing the hand-out"), gather_handout, write_handout,
                                 free_handout },
  [WS_LESSON_EXPORT_BUNDLE] = { N_ ("Writing the lecture bundle"), gather_bundle, write_bundle,
                                free_bundle },
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

/* Nothing waits any more. (transfer full): the deck */
static WsLessonDeck *
stop_waiting (WsLessonExporter *self)
{
  WsLessonDeck *deck = g_steal_pointer (&self->deck);

  g_signal_group_set_target (self->runner_signals, NULL);
  if (deck != NULL)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  return deck;
}

static void
write_file (WsLessonExporter *self)
{
  g_autoptr (WsLessonDeck) deck = stop_waiting (self);
  WsExportProgress *progress;
  Job *job;

  if (self->window == NULL)
    return;
  job = g_new0 (Job, 1);
  job->kind = self->kind;
  job->what = kinds[self->kind].gather (deck);
  job->file = g_object_ref (self->file);
  progress =
      ws_export_progress_new (self->window, _ (kinds[self->kind].title), write_cb, job, job_free);
  g_object_set_data_full (G_OBJECT (progress), "path",
                          g_file_peek_path (self->file) != NULL ? g_file_get_path (self->file)
                                                                : g_file_get_uri (self->file),
                          g_free);
  g_signal_connect_object (progress, "ended", G_CALLBACK (ended_cb), self, 0);
  gtk_window_present (GTK_WINDOW (progress));
}

/* ---- running what is missing ---- */

/* Asks for what is missing. Returns: whether nothing is */
static gboolean
prepare (WsLessonExporter *self)
{
  WsLessonRunner *runner = ws_lesson_deck_get_runner (self->deck);
  const WsLesson *lesson = ws_lesson_deck_get_lesson (self->deck);
  gboolean ready = TRUE;

  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      ws_lesson_runner_prepare (runner, i);
      ready = ready && ws_lesson_step_is_ready (lesson, i, ws_lesson_runner_get_runs (runner));
    }
  return ready;
}

static void
changed_cb (WsLessonExporter *self)
{
  WsLessonRunner *runner = ws_lesson_deck_get_runner (self->deck);

  if (prepare (self))
    write_file (self);
  else if (!ws_lesson_runner_is_busy (runner))
    {
      const char *sentence = ws_lesson_runner_get_sentence (runner);
      g_autofree char *said =
          g_strdup (sentence != NULL ? sentence : _ ("Not all of the lesson could be run."));

      g_object_unref (stop_waiting (self));
      g_signal_emit (self, signals[FAILED], 0, said);
    }
}

/* ---- the object ---- */

static void
ws_lesson_exporter_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_BUSY)
    g_value_set_boolean (value, WS_LESSON_EXPORTER (object)->deck != NULL);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
ws_lesson_exporter_dispose (GObject *object)
{
  WsLessonExporter *self = WS_LESSON_EXPORTER (object);

  g_clear_object (&self->runner_signals);
  g_clear_object (&self->deck);
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
  g_signal_group_connect_swapped (self->runner_signals, "changed", G_CALLBACK (changed_cb), self);
}

/**
 * ws_lesson_exporter_new:
 * @window: (transfer none): that waits
 *
 * Returns: (transfer full): an exporter
 */
WsLessonExporter *
ws_lesson_exporter_new (GtkWindow *window)
{
  WsLessonExporter *self = g_object_new (WS_TYPE_LESSON_EXPORTER, NULL);

  g_set_weak_pointer (&self->window, window);
  return self;
}

/**
 * ws_lesson_exporter_begin:
 * @self: an exporter
 * @kind: what is written
 * @deck: (transfer none): of the lesson
 * @file: (transfer none): where to
 *
 * Runs what the lesson's steps need, and writes it. What waited before is given up.
 */
void
ws_lesson_exporter_begin (WsLessonExporter *self, WsLessonExportKind kind, WsLessonDeck *deck,
                          GFile *file)
{
  WsLessonRunner *runner;

  g_return_if_fail (WS_IS_LESSON_EXPORTER (self) && WS_IS_LESSON_DECK (deck) && G_IS_FILE (file));

  ws_lesson_exporter_cancel (self);
  runner = ws_lesson_deck_get_runner (deck);
  self->kind = kind;
  g_set_object (&self->file, file);
  self->deck = g_object_ref (deck);
  ws_lesson_runner_retry (runner);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
  if (prepare (self))
    write_file (self);
  else
    g_signal_group_set_target (self->runner_signals, runner);
}

/**
 * ws_lesson_exporter_cancel:
 * @self: an exporter
 *
 * Nothing will be written that waits for steps to be run; those under way are given up, but for
 * what the lesson itself shows.
 */
void
ws_lesson_exporter_cancel (WsLessonExporter *self)
{
  g_autoptr (WsLessonDeck) deck = NULL;

  g_return_if_fail (WS_IS_LESSON_EXPORTER (self));

  deck = stop_waiting (self);
  if (deck == NULL)
    return;
  ws_lesson_runner_cancel (ws_lesson_deck_get_runner (deck));
  ws_lesson_runner_prepare (ws_lesson_deck_get_runner (deck), ws_deck_get_step (WS_DECK (deck)));
}

/**
 * ws_lesson_exporter_is_busy:
 * @self: an exporter
 *
 * Returns: whether steps are run for what will be written
 */
gboolean
ws_lesson_exporter_is_busy (WsLessonExporter *self)
{
  g_return_val_if_fail (WS_IS_LESSON_EXPORTER (self), FALSE);
  return self->deck != NULL;
}
