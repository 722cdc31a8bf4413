#include "lesson/job.h"
#include "lesson/lesson-private.h"

#include "words/words.h"

#include <glib/gi18n.h>

#define USUAL_DEVICE "vm:h200"
#define VIRTUAL      "vm:"
#define USUAL_BLOCKS "0,mid,last" /* that are recorded in any case */

static void
free_job (WsLessonJob *self)
{
  g_free (self->key);
  g_clear_pointer (&self->source, ws_job_source_unref);
  g_free (self->scenario);
  g_free (self);
}

/* ---- what is run ---- */

/* (transfer none) (nullable): a new job of that key; %NULL if there is one */
static WsLessonJob *
add_job (GPtrArray *jobs, WsLessonJobKind kind, char *key, const WsLessonDevice *device)
{
  g_autofree char *owned = key;
  WsLessonJob *job;

  for (guint i = 0; i < jobs->len; i++)
    if (g_str_equal (((const WsLessonJob *)g_ptr_array_index (jobs, i))->key, key))
      return NULL;
  job = g_new0 (WsLessonJob, 1);
  job->kind = kind;
  job->key = g_steal_pointer (&owned);
  job->device = *device;
  g_ptr_array_add (jobs, job);
  return job;
}

static void
add_work (GPtrArray *jobs, const WsLesson *lesson, const WsLessonWork *work)
{
  WsLessonJob *job =
      add_job (jobs, WS_LESSON_JOB_RUN, ws_lesson_work_make_key (work), &work->device);
  g_autofree char *blocks =
      work->block != WS_NONE ? g_strdup_printf (USUAL_BLOCKS ",%u", work->block) : NULL;

  if (job == NULL)
    return;
  job->kernel = work->kernel;
  job->parameters = work->parameters;
  job->outcome = work->outcome;
  job->source = ws_catalog_choose (lesson->catalog, work->kernel, &work->parameters, blocks, FALSE);
}

/* The device that the step requests; by default, a scenario runs on its own model. */
static WsLessonDevice
get_device (const WsLessonView *view, const WsLessonStep *step)
{
  WsLessonDevice device = step->work.device;

  if (device.kind == WS_LESSON_DEVICE_ANY && view->kind == WS_LESSON_VIEW_OF_SCENARIO
      && view->scenario->spec != NULL)
    device = (WsLessonDevice){ WS_LESSON_DEVICE_SPEC, view->scenario->spec };
  return device;
}

/**
 * ws_lesson_view_make_key:
 * @self: a chart or a scenario of @step
 *
 * Returns: (transfer full): key under which its result is stored
 */
char *
ws_lesson_view_make_key (const WsLessonView *self, const WsLessonStep *step)
{
  const WsSweepRequest *chart = &step->chart;
  const WsLessonDevice at = get_device (self, step);
  const char *device = ws_lesson_device_get_name (&at);

  if (self->kind == WS_LESSON_VIEW_OF_SCENARIO)
    return g_strdup_printf ("scenario %s %s", self->scenario->id, device);
  return g_strdup_printf (
      "chart %s %s %" G_GUINT64_FORMAT " %u %s", ws_sweep_kind_get_name (self->chart),
      chart->kernel != NULL ? chart->kernel : "", chart->n, chart->block, device);
}

static void
add_view (GPtrArray *jobs, const WsLesson *lesson, const WsLessonStep *step,
          const WsLessonView *view)
{
  WsLessonDevice device = get_device (view, step);
  WsLessonJob *job;

  if (view->kind == WS_LESSON_VIEW_OF_RUN)
    {
      add_work (jobs, lesson, &step->work);
      return;
    }
  if (device.spec != NULL) /* the job may outlive the scenario */
    device.spec = ws_catalog_find_spec (lesson->catalog, device.spec, NULL)->id;
  job = add_job (
      jobs, view->kind == WS_LESSON_VIEW_OF_SWEEP ? WS_LESSON_JOB_SWEEP : WS_LESSON_JOB_SCENARIO,
      ws_lesson_view_make_key (view, step), &device);
  if (job == NULL)
    return;
  job->request = step->chart;
  if (view->scenario != NULL)
    job->scenario = g_strdup (view->scenario->id);
}

static void
add_figures (GPtrArray *jobs, const WsLesson *lesson, const WsLessonStep *step,
             const WsLessonText *text)
{
  const char *at = text->text;

  while (*at != '\0')
    {
      g_autofree char *name = ws_lesson_text_next_figure (&at);
      g_autofree char *wrong = NULL;
      WsLessonExpression expression;
      WsLessonWork work;

      if (name == NULL)
        return;
      wrong = ws_lesson_expression_parse (lesson, step, name, &expression);
      for (guint i = 0; i < expression.n && wrong == NULL; i++)
        if (ws_lesson_figure_get_work (&expression.figures[i], step, &work))
          add_work (jobs, lesson, &work);
    }
}

static void
add_texts (GPtrArray *jobs, const WsLesson *lesson, const WsLessonStep *step, GPtrArray *texts)
{
  for (guint i = 0; i < texts->len; i++)
    add_figures (jobs, lesson, step, g_ptr_array_index (texts, i));
}

/**
 * ws_lesson_step_list_jobs:
 * @step: of it, from 0
 *
 * Lists what must run before the step can be shown, for its views and the figures in its text. A
 * result already stored under the same key, from another step, need not be run again.
 *
 * Returns: (transfer full) (element-type WsLessonJob): the jobs, those of views first
 */
GPtrArray *
ws_lesson_step_list_jobs (const WsLesson *lesson, guint step)
{
  const WsLessonStep *self = ws_lesson_get_step (lesson, step);
  GPtrArray *jobs = g_ptr_array_new_with_free_func ((GDestroyNotify)free_job);

  for (guint i = 0; i < self->n_views; i++)
    add_view (jobs, lesson, self, &self->views[i]);
  if (self->has_beside)
    add_work (jobs, lesson, &self->beside);
  add_texts (jobs, lesson, self, self->words);
  if (self->question != NULL)
    add_figures (jobs, lesson, self, self->question);
  for (guint i = 0; i < self->answers->len; i++)
    add_figures (jobs, lesson, self,
                 &((const WsLessonAnswer *)g_ptr_array_index (self->answers, i))->text);
  add_texts (jobs, lesson, self, self->reveal);
  add_texts (jobs, lesson, self, self->notes);
  return jobs;
}

/* ---- what came of it ---- */

/**
 * ws_lesson_job_judge:
 * @run: (nullable): what was recorded
 * @partial: (nullable): after a failure: the run recorded up to it, with the finding
 * @failure: (nullable): why there is no @run
 * @error: return location: @failure; %WS_LESSON_ERROR_OUTCOME if the outcome differs from the
 * lesson's
 *
 * Returns: (transfer full) (nullable): the run that the lesson shows
 */
WsRun *
ws_lesson_job_judge (const WsLessonJob *self, WsRun *run, WsRun *partial, const GError *failure,
                     GError **error)
{
  WsLessonOutcome outcome = failure == NULL                      ? WS_LESSON_OUTCOME_RIGHT
                            : ws_client_error_is_fault (failure) ? WS_LESSON_OUTCOME_FAULT
                                                                 : WS_LESSON_OUTCOME_REFUSAL;
  WsRun *shown = outcome == WS_LESSON_OUTCOME_RIGHT ? run : partial;

  if (outcome == self->outcome && shown != NULL)
    return ws_run_ref (shown);
  if (failure != NULL)
    g_propagate_error (error, g_error_copy (failure));
  else
    g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_OUTCOME,
                 self->outcome == WS_LESSON_OUTCOME_FAULT
                     ? _ ("%s was expected to fail, but finished.")
                     : _ ("%s was expected to be refused, but finished."),
                 ws_words_translate (self->kernel->title));
  return NULL;
}

/* ---- where ---- */

/* Whether a usable device meets the requirements of the job's kernel. */
static gboolean
can_run (const WsLessonJob *self, const WsClientDevice *device)
{
  const WsSpec *spec = device->spec;

  if (self->kernel == NULL || spec == NULL)
    return TRUE;
  return spec->cc_major > self->kernel->cc_min_major
         || (spec->cc_major == self->kernel->cc_min_major
             && spec->cc_minor >= self->kernel->cc_min_minor);
}

static const WsClientDevice *
find_device (GPtrArray *devices, const char *id)
{
  for (guint i = 0; devices != NULL && id != NULL && i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (g_str_equal (device->id, id))
        return device;
    }
  return NULL;
}

/* The preferred one, or the first real one. */
static const WsClientDevice *
find_real (GPtrArray *devices, const char *preferred)
{
  const WsClientDevice *device = find_device (devices, preferred);

  if (device != NULL && device->usable && device->origin == WS_ORIGIN_MEASURED)
    return device;
  for (guint i = 0; devices != NULL && i < devices->len; i++)
    {
      device = g_ptr_array_index (devices, i);
      if (device->usable && device->origin == WS_ORIGIN_MEASURED)
        return device;
    }
  return NULL;
}

/* (transfer full): @device, or the virtual GPU if it does not meet the kernel's requirements */
static char *
settle (const WsLessonJob *self, const WsClientDevice *device, char **note)
{
  if (can_run (self, device))
    return g_strdup (device->id);
  *note = g_strdup_printf (_ ("%1$s has no %2$s: using the virtual GPU."), device->name,
                           self->kernel->cc_for);
  return g_strdup (USUAL_DEVICE);
}

/**
 * ws_lesson_job_choose_device:
 * @devices: (nullable) (element-type WsClientDevice): those there are
 * @preferred: (nullable): id of the current device, from the window or the command line
 * @note: (out) (transfer full) (nullable): a sentence if it is not the device requested by the
 * lesson
 *
 * Returns: (transfer full): id of the device for the job; a virtual GPU if the request cannot be
 * met
 */
char *
ws_lesson_job_choose_device (const WsLessonJob *self, GPtrArray *devices, const char *preferred,
                             char **note)
{
  const WsClientDevice *real = find_real (devices, preferred);
  const WsClientDevice *at_hand = find_device (devices, preferred);
  gboolean prefers_virtual = preferred != NULL && g_str_has_prefix (preferred, VIRTUAL);

  *note = NULL;
  switch (self->device.kind)
    {
    case WS_LESSON_DEVICE_SPEC:
      return g_strconcat (VIRTUAL, self->device.spec, NULL);
    case WS_LESSON_DEVICE_REAL:
      if (real != NULL)
        return settle (self, real, note);
      *note = g_strdup (_ ("No GPU found: using the virtual GPU."));
      return g_strdup (prefers_virtual ? preferred : USUAL_DEVICE);
    case WS_LESSON_DEVICE_VIRTUAL:
      if (at_hand != NULL && prefers_virtual)
        return settle (self, at_hand, note);
      return g_strdup (prefers_virtual ? preferred : USUAL_DEVICE);
    case WS_LESSON_DEVICE_ANY:
    default:
      if (at_hand == NULL && preferred == NULL)
        at_hand = real;
      if (at_hand != NULL && at_hand->usable)
        return settle (self, at_hand, note);
      return g_strdup (prefers_virtual ? preferred : USUAL_DEVICE);
    }
}
