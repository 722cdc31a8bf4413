#include "lesson/lesson-private.h"

#include "scenarios/scenario-store.h"
#include "sweeps/published.h"
#include "words/words.h"

#include <glib/gi18n.h>

/* Every character of a megabyte may be an error. */
#define MAX_PROBLEMS 500
#define MAX_WARNINGS 250

G_DEFINE_QUARK (ws - lesson - error - quark, ws_lesson_error)

/* ---- problems ---- */

static void
problem_free (WsLessonProblem *self)
{
  g_free (self->sentence);
  g_free (self);
}

/* Without duplicates: an error in a key for all steps is reported once. */
static void
add_problem (GPtrArray *problems, WsLessonPlace place, gboolean is_warning, const char *format,
             va_list arguments)
{
  g_autofree char *sentence = NULL;
  WsLessonProblem *problem;

  if (problems->len >= (is_warning ? MAX_WARNINGS : MAX_PROBLEMS))
    return;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* checked where it is said */
  sentence = g_strdup_vprintf (format, arguments);
#pragma GCC diagnostic pop
  for (guint i = 0; i < problems->len; i++)
    {
      const WsLessonProblem *other = g_ptr_array_index (problems, i);

      if (other->place.line == place.line && other->place.column == place.column
          && g_str_equal (other->sentence, sentence))
        return;
    }
  problem = g_new0 (WsLessonProblem, 1);
  problem->place = place;
  problem->is_warning = is_warning;
  problem->sentence = g_steal_pointer (&sentence);
  g_ptr_array_set_free_func (problems, (GDestroyNotify)problem_free);
  g_ptr_array_add (problems, problem);
}

/**
 * ws_lesson_problem_add:
 * @problems: (element-type WsLessonProblem): receives an error
 * @place: where
 * @format: a sentence, as of printf()
 */
void
ws_lesson_problem_add (GPtrArray *problems, WsLessonPlace place, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  add_problem (problems, place, FALSE, format, arguments);
  va_end (arguments);
}

/**
 * ws_lesson_problem_warn:
 * @problems: (element-type WsLessonProblem): receives a warning: the lesson can still be shown
 * @place: where
 * @format: a sentence, as of printf()
 */
void
ws_lesson_problem_warn (GPtrArray *problems, WsLessonPlace place, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  add_problem (problems, place, TRUE, format, arguments);
  va_end (arguments);
}

/**
 * ws_lesson_problems_count:
 * @problems: (element-type WsLessonProblem): of a lesson
 * @warnings: whether warnings are counted, or errors
 */
guint
ws_lesson_problems_count (GPtrArray *problems, gboolean warnings)
{
  guint n = 0;

  for (guint i = 0; i < problems->len; i++)
    n += ((const WsLessonProblem *)g_ptr_array_index (problems, i))->is_warning == warnings;
  return n;
}

/**
 * ws_lesson_problem_format:
 * @file: name of the lesson's file, as typed
 *
 * Returns: (transfer full): as compilers say it: "divergence.lesson:12:9: There is no kernel…"
 */
char *
ws_lesson_problem_format (const WsLessonProblem *self, const char *file)
{
  /* Translators: a file, a line, a column, a sentence: as compilers write them */
  return self->is_warning ? g_strdup_printf (_ ("%1$s:%2$u:%3$u: warning: %4$s"), file,
                                             self->place.line, self->place.column, self->sentence)
                          : g_strdup_printf ("%s:%u:%u: %s", file, self->place.line,
                                             self->place.column, self->sentence);
}

/**
 * ws_lesson_problems_dup_error:
 * @problems: (element-type WsLessonProblem): in their order
 * @file: name of their file, as typed
 *
 * Returns: (transfer full) (nullable): the first error, as from ws_lesson_problem_format()
 */
char *
ws_lesson_problems_dup_error (GPtrArray *problems, const char *file)
{
  for (guint i = 0; i < problems->len; i++)
    if (!((const WsLessonProblem *)g_ptr_array_index (problems, i))->is_warning)
      return ws_lesson_problem_format (g_ptr_array_index (problems, i), file);
  return NULL;
}

/* ---- parts ---- */

/**
 * ws_lesson_text_new:
 * @text: a paragraph; copied
 * @place: of its first character
 */
WsLessonText *
ws_lesson_text_new (const char *text, WsLessonPlace place)
{
  WsLessonText *self = g_new0 (WsLessonText, 1);

  self->text = g_strdup (text);
  self->place = place;
  return self;
}

void
ws_lesson_text_free (WsLessonText *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self);
}

/**
 * ws_lesson_answer_new:
 * @text: what is offered; copied
 * @place: of its first character
 * @is_right: whether it is the one
 */
WsLessonAnswer *
ws_lesson_answer_new (const char *text, WsLessonPlace place, gboolean is_right)
{
  WsLessonAnswer *self = g_new0 (WsLessonAnswer, 1);

  self->text = (WsLessonText){ place, g_strdup (text) };
  self->is_right = is_right;
  return self;
}

static void
answer_free (WsLessonAnswer *self)
{
  g_free (self->text.text);
  g_free (self);
}

/**
 * ws_lesson_step_new:
 * @title: of the step; copied
 * @place: of its heading
 *
 * Returns: (transfer full): a step that shows nothing yet
 */
WsLessonStep *
ws_lesson_step_new (const char *title, WsLessonPlace place)
{
  WsLessonStep *self = g_new0 (WsLessonStep, 1);

  self->title = g_strdup (title);
  self->place = place;
  self->work.block = self->work.warp = WS_NONE;
  self->beside = self->work;
  self->words = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_text_free);
  self->answers = g_ptr_array_new_with_free_func ((GDestroyNotify)answer_free);
  self->reveal = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_text_free);
  self->notes = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_text_free);
  return self;
}

void
ws_lesson_step_free (WsLessonStep *self)
{
  g_free (self->title);
  for (guint i = 0; i < WS_LESSON_MAX_VIEWS; i++)
    g_clear_pointer (&self->views[i].scenario, ws_scenario_unref);
  g_ptr_array_unref (self->words);
  ws_lesson_text_free (self->question);
  g_ptr_array_unref (self->answers);
  g_ptr_array_unref (self->reveal);
  g_ptr_array_unref (self->notes);
  g_free (self->exercise);
  g_free (self);
}

/**
 * ws_lesson_new:
 * @id: of files and command lines; copied
 * @catalog: with its kernels
 *
 * Returns: (transfer full): a lesson without a step
 */
WsLesson *
ws_lesson_new (const char *id, WsCatalog *catalog)
{
  WsLesson *self = g_new0 (WsLesson, 1);

  self->id = g_strdup (id);
  self->catalog = ws_catalog_ref (catalog);
  self->order = G_MAXUINT;
  self->scenarios =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)ws_scenario_unref);
  self->exercises =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_lesson_step_free);
  g_atomic_ref_count_init (&self->refs);
  return self;
}

/**
 * ws_lesson_bring_exercise:
 * @name: of an exercise, as a step names it; copied
 * @text: its file; any bytes
 *
 * From now on it replaces any exercise of that name on this computer.
 */
void
ws_lesson_bring_exercise (WsLesson *self, const char *name, GBytes *text)
{
  g_hash_table_insert (self->exercises, g_strdup (name), g_bytes_ref (text));
}

/* Returns: (transfer none) (nullable): the file of an exercise bundled with the lesson */
GBytes *
ws_lesson_get_exercise (const WsLesson *self, const char *name)
{
  return g_hash_table_lookup (self->exercises, name);
}

/* They are loaded on demand, as few lessons use them. Thread-safe.
 *
 * Returns: (transfer none) (element-type WsSweep): the published sweeps */
GPtrArray *
ws_lesson_get_published (const WsLesson *self)
{
  WsLesson *lesson = (WsLesson *)self;

  if (g_once_init_enter (&lesson->published))
    {
      GPtrArray *all = ws_published_load_all (NULL);

      g_once_init_leave (&lesson->published, all != NULL ? all : g_ptr_array_new ());
    }
  return lesson->published;
}

/**
 * ws_lesson_find_scenario:
 * @self: (inout): a lesson that is read
 * @error: return location: %WS_SCENARIO_ERROR_UNKNOWN
 *
 * Returns: (transfer none) (nullable): the scenario, without results; each is read once
 */
WsScenario *
ws_lesson_find_scenario (WsLesson *self, const char *id, GError **error)
{
  WsScenario *scenario = g_hash_table_lookup (self->scenarios, id);

  if (scenario != NULL)
    return scenario;
  scenario = ws_scenario_store_load (self->catalog, id, error);
  if (scenario != NULL)
    g_hash_table_insert (self->scenarios, g_strdup (id), scenario);
  return scenario;
}

WsLesson *
ws_lesson_ref (WsLesson *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_lesson_unref (WsLesson *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->id);
  g_free (self->title);
  g_free (self->before);
  g_clear_pointer (&self->text, g_bytes_unref);
  ws_lesson_text_free (self->about);
  g_ptr_array_unref (self->steps);
  g_clear_pointer (&self->published, g_ptr_array_unref);
  g_hash_table_unref (self->scenarios);
  g_hash_table_unref (self->exercises);
  ws_catalog_unref (self->catalog);
  g_free (self);
}

/* Returns: number of its steps, at least one */
guint
ws_lesson_get_n_steps (const WsLesson *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->steps->len;
}

/**
 * ws_lesson_get_step:
 * @step: from 0
 */
const WsLessonStep *
ws_lesson_get_step (const WsLesson *self, guint step)
{
  g_return_val_if_fail (self != NULL && step < self->steps->len, NULL);
  return g_ptr_array_index (self->steps, step);
}

/* Returns: (transfer full): its duration and prerequisites, if given: "30 min · 14 steps ·
 * Requires: Seven reductions" */
char *
ws_lesson_describe (const WsLesson *self)
{
  guint n = ws_lesson_get_n_steps (self);
  GString *string = g_string_new (NULL);

  if (self->minutes > 0)
    /* Translators: minutes that a lesson takes; what follows stands behind it */
    g_string_append_printf (string, _ ("%u min · "), self->minutes);
  g_string_append_printf (string, ngettext ("%u step", "%u steps", n), n);
  if (self->before != NULL)
    /* Translators: prerequisites of a lesson; follows other facts */
    g_string_append_printf (string, _ (" · Requires: %s"), ws_words_translate (self->before));
  return g_string_free (string, FALSE);
}

/**
 * ws_lesson_describe_course:
 * @lessons: (element-type WsLesson): of a course
 *
 * Returns: (transfer full): their number and total duration, if given: "8 lessons · 3 h 45 min"
 */
char *
ws_lesson_describe_course (GPtrArray *lessons)
{
  guint n = lessons->len;
  guint minutes = 0;
  g_autofree char *count = g_strdup_printf (ngettext ("%u lesson", "%u lessons", n), n);
  g_autofree char *time = NULL;

  for (guint i = 0; i < n; i++)
    minutes += ((const WsLesson *)g_ptr_array_index (lessons, i))->minutes;
  if (minutes == 0)
    return g_steal_pointer (&count);
  if (minutes < 120)
    time = g_strdup_printf (_ ("%u min"), minutes);
  else if (minutes % 60 == 0)
    time = g_strdup_printf (_ ("%u h"), minutes / 60);
  else
    time = g_strdup_printf (_ ("%1$u h %2$u min"), minutes / 60, minutes % 60);
  return g_strdup_printf ("%s · %s", count, time);
}

/* Returns: whether it is shown twice: first with its question and hidden parts, then revealed */
gboolean
ws_lesson_step_can_reveal (const WsLessonStep *self)
{
  return self->question != NULL || self->emphasis.hide != 0 || self->reveal->len > 0;
}

/**
 * ws_lesson_step_find_view:
 * @kind: what is looked at
 *
 * Returns: (transfer none) (nullable): its first view of that kind
 */
const WsLessonView *
ws_lesson_step_find_view (const WsLessonStep *self, WsLessonViewKind kind)
{
  for (guint i = 0; i < self->n_views; i++)
    if (self->views[i].kind == kind)
      return &self->views[i];
  return NULL;
}

/* Returns: whether none of its views needs a block */
gboolean
ws_lesson_step_is_of_launch (const WsLessonStep *self)
{
  for (guint i = 0; i < self->n_views; i++)
    if (self->views[i].kind == WS_LESSON_VIEW_OF_RUN
        && ws_view_get_class (self->views[i].view)->needs == WS_VIEW_OF_BLOCK)
      return FALSE;
  return TRUE;
}
