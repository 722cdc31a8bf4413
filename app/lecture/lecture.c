#include "lecture/lecture-private.h"

#include "exercise/exercise-store.h"
#include "lesson/lesson-slide.h"
#include "scenarios/scenario-store.h"
#include "words/date.h"

#include <glib/gi18n.h>

G_DEFINE_QUARK (ws - lecture - error - quark, ws_lecture_error)

static void
entry_free (gpointer data)
{
  WsLectureEntry *self = data;

  g_free (self->key);
  g_free (self->note);
  g_clear_pointer (&self->scene, ws_scene_unref);
  g_clear_pointer (&self->run, ws_run_unref);
  g_clear_pointer (&self->sweep, ws_sweep_unref);
  g_clear_pointer (&self->results, g_variant_unref);
  g_clear_pointer (&self->exercise, g_bytes_unref);
  g_free (self);
}

/**
 * ws_lecture_new_empty:
 * @id: of the lesson; copied
 * @text: of its file
 *
 * Returns: (transfer full): a bundle of nothing that was run
 */
WsLecture *
ws_lecture_new_empty (const char *id, GBytes *text)
{
  WsLecture *self = g_new0 (WsLecture, 1);

  self->id = g_strdup (id);
  self->text = g_bytes_ref (text);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  g_atomic_ref_count_init (&self->refs);
  return self;
}

/**
 * ws_lecture_add_entry:
 * @kind: of the job
 * @key: of the job; copied
 * @note: (nullable): why it ran elsewhere than the lesson asks for; copied
 *
 * Returns: (transfer none): what came out of the job: nothing yet
 */
WsLectureEntry *
ws_lecture_add_entry (WsLecture *self, guint kind, const char *key, const char *note)
{
  WsLectureEntry *entry = g_new0 (WsLectureEntry, 1);

  entry->kind = kind;
  entry->key = g_strdup (key);
  entry->note = g_strdup (note);
  g_ptr_array_add (self->entries, entry);
  return entry;
}

/* ---- of a lesson ---- */

static void
add_job (WsLecture *self, const WsLessonJob *job, WsLessonRuns *runs)
{
  WsLectureEntry *entry =
      ws_lecture_add_entry (self, job->kind, job->key, ws_lesson_runs_get_note (runs, job->key));
  WsRun *run = ws_lesson_runs_get_run (runs, job->key);
  WsSweep *sweep = ws_lesson_runs_get_sweep (runs, job->key);
  WsScenario *scenario = ws_lesson_runs_get_scenario (runs, job->key);

  if (run != NULL)
    entry->run = ws_run_ref (run);
  if (sweep != NULL)
    entry->sweep = ws_sweep_ref (sweep);
  if (scenario != NULL && scenario->device != NULL)
    entry->results = g_variant_ref_sink (ws_scenario_results_to_variant (scenario));
}

/* Returns: (transfer full): of the entry that has an exercise */
char *
ws_lecture_make_exercise_key (const char *name)
{
  return g_strconcat ("exercise ", name, NULL);
}

/* An exercise that this computer does not have is left out. */
static void
add_exercise (WsLecture *self, const WsLesson *lesson, const char *name, GHashTable *seen)
{
  g_autoptr (GBytes) text = ws_exercise_store_load_text (lesson, name, NULL);
  g_autofree char *key = ws_lecture_make_exercise_key (name);

  if (text != NULL && g_bytes_get_size (text) <= WS_EXERCISE_MAX_BYTES
      && g_hash_table_add (seen, g_strdup (key)))
    ws_lecture_add_entry (self, WS_LECTURE_EXERCISE, key, NULL)->exercise = g_bytes_ref (text);
}

/**
 * ws_lecture_new:
 * @runs: what its steps were run for: all of it
 * @error: return location: %WS_LECTURE_ERROR_NOT_RUN
 *
 * Returns: (transfer full) (nullable): lesson and runs as a bundle, which may be written in another
 * thread
 */
WsLecture *
ws_lecture_new (const WsLesson *lesson, WsLessonRuns *runs, GError **error)
{
  g_autoptr (WsLecture) self = ws_lecture_new_empty (lesson->id, lesson->text);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, i);

      if (!ws_lesson_step_is_ready (lesson, i, runs))
        {
          g_set_error (error, WS_LECTURE_ERROR, WS_LECTURE_ERROR_NOT_RUN,
                       _ ("Step %u of the lesson has not been run."), i + 1);
          return NULL;
        }
      for (guint k = 0; k < jobs->len; k++)
        {
          const WsLessonJob *job = g_ptr_array_index (jobs, k);

          if (g_hash_table_add (seen, g_strdup (job->key)))
            add_job (self, job, runs);
        }
      if (ws_lesson_get_step (lesson, i)->exercise != NULL)
        add_exercise (self, lesson, ws_lesson_get_step (lesson, i)->exercise, seen);
    }
  return g_steal_pointer (&self);
}

void
ws_lecture_unref (WsLecture *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->id);
  g_bytes_unref (self->text);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

/* ---- and back ---- */

/* (transfer full): "recorded on NVIDIA H200, 2026-11-23", behind what was said of it before */
static char *
make_note (const WsLectureEntry *entry, const char *device, gint64 date)
{
  g_autofree char *day = date > 0 ? ws_date_format (date, WS_DATE_DAY) : NULL;
  g_autofree char *where = day != NULL
                               /* Translators: a device, a day; in a line of such facts */
                               ? g_strdup_printf (_ ("recorded on %1$s, %2$s"), device, day)
                               : g_strdup_printf (_ ("recorded on %s"), device);

  return entry->note != NULL ? g_strdup_printf ("%s · %s", entry->note, where)
                             : g_steal_pointer (&where);
}

/* The day of what was run last. */
static gint64
find_date (const WsScenario *scenario)
{
  gint64 date = 0;

  for (guint i = 0; i < ws_scenario_get_n_cells (scenario); i++)
    date = MAX (date, scenario->device->results[i].date);
  return date;
}

static gboolean
open_scenario (const WsLectureEntry *entry, const WsLessonJob *job, WsCatalog *catalog,
               WsLessonRuns *runs, GError **error)
{
  g_autoptr (WsScenario) scenario = ws_scenario_store_load (catalog, job->scenario, error);
  g_autofree char *note = NULL;

  if (scenario == NULL || !ws_scenario_take_results (scenario, entry->results, error))
    return FALSE;
  note = make_note (entry, scenario->device->name, find_date (scenario));
  ws_lesson_runs_set_scenario (runs, entry->key, scenario);
  ws_lesson_runs_set_note (runs, entry->key, note);
  return TRUE;
}

/* What the job asks for, or nothing of it. */
static gboolean
open_entry (const WsLectureEntry *entry, const WsLessonJob *job, WsCatalog *catalog,
            WsLessonRuns *runs, GError **error)
{
  g_autofree char *note = NULL;

  if (entry->kind != job->kind)
    return TRUE;
  if (entry->results != NULL)
    return open_scenario (entry, job, catalog, runs, error);
  if (entry->run != NULL)
    {
      note = make_note (entry, entry->run->device_name, entry->run->date);
      ws_lesson_runs_set_run (runs, entry->key, entry->run);
      if (entry->scene != NULL)
        ws_lesson_runs_set_scene (runs, entry->key, entry->scene);
    }
  if (entry->sweep != NULL && entry->sweep->kind == job->request.kind)
    {
      note = make_note (entry, entry->sweep->device_name, entry->sweep->date);
      ws_lesson_runs_set_sweep (runs, entry->key, entry->sweep);
    }
  ws_lesson_runs_set_note (runs, entry->key, note);
  return TRUE;
}

static const WsLectureEntry *
find_entry (const WsLecture *self, const char *key)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const WsLectureEntry *entry = g_ptr_array_index (self->entries, i);

      if (g_str_equal (entry->key, key))
        return entry;
    }
  return NULL;
}

/* A lesson that cannot be read says its first mistake. */
static WsLesson *
read_lesson (const WsLecture *self, WsCatalog *catalog, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  gsize size;
  const char *data = g_bytes_get_data (self->text, &size);
  WsLesson *lesson = ws_lesson_new_from_data (self->id, data, size, catalog, &problems);

  for (guint i = 0; lesson == NULL && i < problems->len; i++)
    {
      const WsLessonProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *said = NULL;

      if (problem->is_warning)
        continue;
      said = ws_lesson_problem_format (problem, self->id);
      g_set_error_literal (error, WS_LECTURE_ERROR, WS_LECTURE_ERROR_DAMAGED, said);
      return NULL;
    }
  return lesson;
}

static void
open_exercise (const WsLecture *self, WsLesson *lesson, const char *name)
{
  g_autofree char *key = ws_lecture_make_exercise_key (name);
  const WsLectureEntry *entry = find_entry (self, key);

  if (entry != NULL && entry->exercise != NULL)
    ws_lesson_bring_exercise (lesson, name, entry->exercise);
}

/**
 * ws_lecture_open:
 * @catalog: with its kernels
 * @runs: (out) (transfer full): what was run for its steps, each with a note of where and when
 * @error: return location: %WS_LECTURE_ERROR_DAMAGED with the lesson's first mistake, or what its
 * results refuse
 *
 * To be called in the main thread. What the bundle does not have, or has for a lesson of another
 * version of this program, is not in @runs, and can be run.
 *
 * Returns: (transfer full) (nullable): the lesson
 */
WsLesson *
ws_lecture_open (WsLecture *self, WsCatalog *catalog, WsLessonRuns **runs, GError **error)
{
  g_autoptr (WsLesson) lesson = read_lesson (self, catalog, error);
  g_autoptr (WsLessonRuns) read = ws_lesson_runs_new ();

  *runs = NULL;
  if (lesson == NULL)
    return NULL;
  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      g_autoptr (GPtrArray) jobs = ws_lesson_step_list_jobs (lesson, i);

      for (guint k = 0; k < jobs->len; k++)
        {
          const WsLessonJob *job = g_ptr_array_index (jobs, k);
          const WsLectureEntry *entry = find_entry (self, job->key);

          if (entry != NULL && !ws_lesson_runs_has (read, job->key)
              && !open_entry (entry, job, catalog, read, error))
            return NULL;
        }
      if (ws_lesson_get_step (lesson, i)->exercise != NULL)
        open_exercise (self, lesson, ws_lesson_get_step (lesson, i)->exercise);
    }
  *runs = g_steal_pointer (&read);
  return g_steal_pointer (&lesson);
}
