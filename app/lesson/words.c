#include "lesson/words.h"
#include "lesson/instant.h"
#include "lesson/lesson-private.h"

#include "pen/paint.h"
#include "pen/quantity.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* What a figure is of. */
typedef struct {
  const WsCatalogKernel *kernel;
  const WsRun *run;
  const WsLaunch *launch;
  const WsScene *scene;
  const WsStage *stage; /* of those of stages */
  guint stage_number;   /* from 0 */
  const WsMemoryRequest *request;
  const WsFinding *finding; /* of those of what went wrong */
  const WsSweepPoint *point;
  const WsSweepPoint *first; /* of its sweep */
  const WsSweepPoint *before;
} Source;

/* @text is NULL, where nothing is known */
typedef struct {
  char *text;
  double number; /* NAN where it is none */
} Value;

typedef void (*Get) (const Source *source, Value *value);

typedef struct {
  const char *name;
  Get get;
} Name;

/* ---- values ---- */

static void
set_count (Value *self, guint64 n)
{
  self->text = ws_format_count (n);
  self->number = (double)n;
}

static void
set_text (Value *self, const char *text)
{
  self->text = g_strdup (text);
}

static void
set_quantity (Value *self, WsQuantity quantity, double number)
{
  self->text = isfinite (number) ? ws_quantity_format (quantity, number) : NULL;
  self->number = number;
}

/* ---- of runs ---- */

static void
get_kernel (const Source *source, Value *value)
{
  set_text (value, ws_words_translate (source->run->title));
}

static void
get_idea (const Source *source, Value *value)
{
  set_text (value, ws_words_translate (source->kernel->idea));
}

static void
get_defect (const Source *source, Value *value)
{
  set_text (value, ws_words_translate (source->kernel->defect));
}

static void
get_device (const Source *source, Value *value)
{
  set_text (value, source->run->device_name);
}

static void
get_elements (const Source *source, Value *value)
{
  set_quantity (value, WS_QUANTITY_COUNT, (double)source->launch->n_elements);
}

static void
get_results (const Source *source, Value *value)
{
  set_count (value, source->launch->n_results);
}

static void
get_block (const Source *source, Value *value)
{
  set_count (value, ws_launch_get_n_threads (source->launch));
}

static void
get_threads (const Source *source, Value *value)
{
  set_count (value,
             ws_launch_get_n_threads (source->launch) * ws_launch_get_n_blocks (source->launch));
}

static void
get_warps (const Source *source, Value *value)
{
  set_count (value, ws_launch_get_n_warps (source->launch));
}

static void
get_blocks (const Source *source, Value *value)
{
  set_count (value, ws_launch_get_n_blocks (source->launch));
}

static void
get_launch (const Source *source, Value *value)
{
  set_count (value, (guint64)(source->launch - source->run->launches) + 1);
}

static void
get_launches (const Source *source, Value *value)
{
  set_count (value, source->run->n_launches);
}

static void
get_stages (const Source *source, Value *value)
{
  if (source->scene != NULL && source->scene->stages != NULL)
    set_count (value, source->scene->stages->n_stages);
}

static void
set_result (const Source *source, guint64 bits, Value *value)
{
  if (!source->run->has_result)
    return;
  value->text = ws_value_format (source->run->value_type, bits, 0);
  value->number = ws_value_to_double (source->run->value_type, bits);
}

static void
get_result (const Source *source, Value *value)
{
  set_result (source, source->run->result, value);
}

static void
get_host (const Source *source, Value *value)
{
  set_result (source, source->run->expected, value);
}

static void
get_sms (const Source *source, Value *value)
{
  set_count (value, source->run->spec->n_sms);
}

/* Number of waves, as shown at the SMs: the last one may be partial. */
static void
get_waves (const Source *source, Value *value)
{
  double room;

  if (source->scene == NULL)
    return;
  room = (double)ws_residency_get_resident (source->run, source->scene->launch)
         * source->run->spec->n_sms;
  value->number = (double)ws_launch_get_n_blocks (source->launch) / room;
  value->text = ws_quantity_format_in_unit (value->number, NULL);
}

static void
get_resident (const Source *source, Value *value)
{
  if (source->scene != NULL)
    set_count (value, ws_residency_get_resident (source->run, source->scene->launch));
}

static void
get_registers (const Source *source, Value *value)
{
  if (source->launch->registers_from != WS_REGISTERS_UNKNOWN)
    set_count (value, source->launch->registers_per_thread);
}

static void
get_shared (const Source *source, Value *value)
{
  set_count (value,
             (guint64)source->launch->static_shared_bytes + source->launch->dynamic_shared_bytes);
}

static void
get_warp_size (const Source *source, Value *value)
{
  set_count (value, WS_WARP_SIZE);
}

static void
get_banks (const Source *source, Value *value)
{
  set_count (value, source->run->spec->shared_banks);
}

static const Name run_names[] = {
  { "kernel", get_kernel },       { "idea", get_idea },
  { "defect", get_defect },       { "device", get_device },
  { "elements", get_elements },   { "results", get_results },
  { "block", get_block },         { "threads", get_threads },
  { "warps", get_warps },         { "blocks", get_blocks },
  { "launch", get_launch },       { "launches", get_launches },
  { "stages", get_stages },       { "result", get_result },
  { "host", get_host },           { "sms", get_sms },
  { "waves", get_waves },         { "resident-blocks", get_resident },
  { "registers", get_registers }, { "shared-bytes", get_shared },
  { "warp-size", get_warp_size }, { "banks", get_banks },
};

/* ---- of stages ---- */

static void
get_stage_number (const Source *source, Value *value)
{
  set_count (value, source->stage_number + 1);
}

static void
get_stage_title (const Source *source, Value *value)
{
  set_text (value, source->stage->title);
}

static void
get_stage_stride (const Source *source, Value *value)
{
  if (source->stage->has_stride)
    set_count (value, (guint64)ABS (source->stage->stride));
}

static void
get_stage_threads (const Source *source, Value *value)
{
  set_count (value, source->stage->n_threads);
}

static void
get_stage_idle (const Source *source, Value *value)
{
  set_count (value, ws_launch_get_n_threads (source->launch) - source->stage->n_threads);
}

static void
get_stage_vain (const Source *source, Value *value)
{
  set_count (value, source->stage->n_threads_in_vain);
}

static void
get_stage_values (const Source *source, Value *value)
{
  set_count (value, source->stage->n_nodes);
}

static void
get_stage_inputs (const Source *source, Value *value)
{
  set_count (value, source->stage->n_inputs);
}

static void
get_stage_working (const Source *source, Value *value)
{
  set_count (value, source->stage->n_warps_working);
}

static void
get_stage_resting (const Source *source, Value *value)
{
  set_count (value, ws_launch_get_n_warps (source->launch) - source->stage->n_warps_working);
}

static void
get_stage_divergent (const Source *source, Value *value)
{
  set_count (value, source->stage->n_warps_divergent);
}

static void
get_lanes_working (const Source *source, Value *value)
{
  if (source->stage->lanes_working > 0)
    set_count (value, source->stage->lanes_working);
}

static void
get_lanes_waiting (const Source *source, Value *value)
{
  if (source->stage->lanes_working > 0)
    set_count (value, source->stage->lanes_waiting);
}

/* Share of active lanes in active warps. */
static void
get_stage_share (const Source *source, Value *value)
{
  const WsStage *stage = source->stage;

  if (stage->n_warps_working == 0)
    return;
  value->number = 100. * stage->n_threads / (stage->n_warps_working * (double)WS_WARP_SIZE);
  value->text = g_strdup_printf (fmod (value->number, 1) > 0 ? "%.1f\u00a0%%" : "%.0f\u00a0%%",
                                 value->number);
}

static void
get_stage_ways (const Source *source, Value *value)
{
  if (source->stage->ways > 0)
    set_count (value, source->stage->ways);
}

static void
get_stage_cycles (const Source *source, Value *value)
{
  set_count (value, source->stage->end - source->stage->start);
}

static const Name stage_names[] = {
  { "number", get_stage_number },
  { "title", get_stage_title },
  { "stride", get_stage_stride },
  { "threads", get_stage_threads },
  { "idle-threads", get_stage_idle },
  { "vain-threads", get_stage_vain },
  { "values", get_stage_values },
  { "inputs", get_stage_inputs },
  { "warps-working", get_stage_working },
  { "warps-idle", get_stage_resting },
  { "warps-divergent", get_stage_divergent },
  { "lanes-working", get_lanes_working },
  { "lanes-waiting", get_lanes_waiting },
  { "share", get_stage_share },
  { "ways", get_stage_ways },
  { "cycles", get_stage_cycles },
};

/* ---- of requests ---- */

static void
get_request_lanes (const Source *source, Value *value)
{
  set_count (value, (guint)__builtin_popcount (source->request->lanes));
}

static void
get_request_transactions (const Source *source, Value *value)
{
  if (source->request->n_pieces > 0)
    set_count (value, source->request->n_pieces);
}

static void
get_request_moved (const Source *source, Value *value)
{
  if (source->request->n_pieces > 0)
    set_count (value, source->request->moved_bytes);
}

static void
get_request_used (const Source *source, Value *value)
{
  if (source->request->n_pieces > 0)
    set_count (value, source->request->used_bytes);
}

/* Share of requested bytes in the bytes moved. */
static void
get_request_efficiency (const Source *source, Value *value)
{
  const WsMemoryRequest *request = source->request;

  if (request->n_pieces == 0)
    return;
  value->number = 100. * request->used_bytes / request->moved_bytes;
  value->text = ws_quantity_format_in_unit (value->number, "%");
}

static void
get_request_passes (const Source *source, Value *value)
{
  if (source->request->banks > 0)
    set_count (value, source->request->n_passes);
}

static const Name request_names[] = {
  { "lanes", get_request_lanes },           { "transactions", get_request_transactions },
  { "moved-bytes", get_request_moved },     { "used-bytes", get_request_used },
  { "efficiency", get_request_efficiency }, { "passes", get_request_passes },
};

/* ---- of what went wrong ---- */

static void
get_fault_line (const Source *source, Value *value)
{
  const WsFinding *finding = source->finding;
  const WsSite *site = finding->site != WS_NONE
                           ? ws_run_get_site (source->run, finding->launch, finding->site)
                           : NULL;

  if (site != NULL && site->line != WS_NONE && site->line > 0)
    set_count (value, site->line);
}

static void
get_fault_block (const Source *source, Value *value)
{
  if (source->finding->block != WS_NONE)
    set_count (value, source->finding->block);
}

static void
get_fault_warp (const Source *source, Value *value)
{
  if (source->finding->warp != WS_NONE)
    set_count (value, source->finding->warp);
}

static void
get_fault_lane (const Source *source, Value *value)
{
  if (source->finding->lane != WS_NONE)
    set_count (value, source->finding->lane);
}

static void
get_fault_thread (const Source *source, Value *value)
{
  if (source->finding->warp != WS_NONE && source->finding->lane != WS_NONE)
    set_count (value, (guint64)source->finding->warp * WS_WARP_SIZE + source->finding->lane);
}

static const Name fault_names[] = {
  { "line", get_fault_line }, { "block", get_fault_block },   { "warp", get_fault_warp },
  { "lane", get_fault_lane }, { "thread", get_fault_thread },
};

/* ---- of charts ---- */

static void
get_time (const Source *source, Value *value)
{
  set_quantity (value, WS_QUANTITY_TIME, (double)source->point->time.median_ns);
}

static void
get_bandwidth (const Source *source, Value *value)
{
  set_quantity (value, WS_QUANTITY_BANDWIDTH, ws_sweep_point_get_bandwidth (source->point));
}

static void
get_speedup (const Source *source, Value *value)
{
  const WsSweepPoint *point = source->point;

  set_quantity (value, WS_QUANTITY_FACTOR,
                point->has_gain ? point->speedup
                : source->first != NULL
                    ? (double)source->first->time.median_ns / (double)MAX (point->time.median_ns, 1)
                    : NAN);
}

static void
get_step (const Source *source, Value *value)
{
  const WsSweepPoint *point = source->point;

  set_quantity (value, WS_QUANTITY_FACTOR,
                point->has_gain          ? point->step
                : source->before != NULL ? (double)source->before->time.median_ns
                                               / (double)MAX (point->time.median_ns, 1)
                                         : NAN);
}

static void
get_point_elements (const Source *source, Value *value)
{
  set_quantity (value, WS_QUANTITY_ELEMENTS, (double)source->point->n);
}

static void
get_point_block (const Source *source, Value *value)
{
  set_count (value, source->point->block);
}

static void
get_point_grid (const Source *source, Value *value)
{
  if (source->point->grid > 0)
    set_count (value, source->point->grid);
}

static void
get_point_occupancy (const Source *source, Value *value)
{
  if (source->point->has_occupancy)
    set_quantity (value, WS_QUANTITY_SHARE, source->point->theoretical);
}

static void
get_point_achieved (const Source *source, Value *value)
{
  if (source->point->has_occupancy)
    set_quantity (value, WS_QUANTITY_SHARE, source->point->achieved);
}

static const Name point_names[] = {
  { "time", get_time },
  { "bandwidth", get_bandwidth },
  { "speed-up", get_speedup },
  { "step", get_step },
  { "elements", get_point_elements },
  { "block", get_point_block },
  { "grid", get_point_grid },
  { "occupancy", get_point_occupancy },
  { "achieved", get_point_achieved },
};

/* ---- names ---- */

static const struct {
  const Name *names;
  guint n;
} tables[] = {
  [WS_LESSON_FIGURE_OF_RUN] = { run_names, G_N_ELEMENTS (run_names) },
  [WS_LESSON_FIGURE_OF_STAGE] = { stage_names, G_N_ELEMENTS (stage_names) },
  [WS_LESSON_FIGURE_OF_REQUEST] = { request_names, G_N_ELEMENTS (request_names) },
  [WS_LESSON_FIGURE_OF_FAULT] = { fault_names, G_N_ELEMENTS (fault_names) },
  [WS_LESSON_FIGURE_OF_POINT] = { point_names, G_N_ELEMENTS (point_names) },
  [WS_LESSON_FIGURE_OF_PUBLISHED] = { point_names, G_N_ELEMENTS (point_names) },
};

/**
 * ws_lesson_figure_find_name:
 * @kind: of a run, a stage, a request, a fault, or a point
 * @name: perhaps of a figure
 *
 * Returns: its index among those of the kind, G_MAXUINT if there is none
 */
guint
ws_lesson_figure_find_name (WsLessonFigureKind kind, const char *name)
{
  for (guint i = 0; i < tables[kind].n; i++)
    if (g_str_equal (tables[kind].names[i].name, name))
      return i;
  return G_MAXUINT;
}

/**
 * ws_lesson_figure_is_time:
 * @self: a figure of a point
 *
 * Returns: whether it is a duration
 */
gboolean
ws_lesson_figure_is_time (const WsLessonFigure *self)
{
  Get get = point_names[self->index].get;

  return get == get_time || get == get_bandwidth || get == get_speedup || get == get_step;
}

/**
 * ws_lesson_figure_list_names:
 * @kind: of a run, a stage, a request, a fault, or a point
 *
 * Returns: (transfer full): all names of the kind, as a list
 */
char *
ws_lesson_figure_list_names (WsLessonFigureKind kind)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < tables[kind].n; i++)
    g_ptr_array_add (names, (gpointer)tables[kind].names[i].name);
  return ws_words_list ((const char *const *)names->pdata, names->len);
}

/* ---- figures ---- */

/* A step whose text is being made. */
typedef struct {
  const WsLesson *lesson;
  const WsLessonStep *step;
  WsLessonRuns *runs;
} Maker;

/* The value of an element at the moment: the last one stored. */
static void
get_element (const WsScene *scene, guint element, double position, Value *value)
{
  const WsDataflow *flow = scene->dataflow;
  const WsNode *found = NULL;

  for (guint i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];
      guint64 at = node->space == WS_SPACE_SHARED && flow->element_bytes > 0
                       ? (node->address - flow->shared_base) / flow->element_bytes
                       : node->address;

      if ((node->space == WS_SPACE_SHARED || node->space == WS_SPACE_NONE) && at == element
          && node->event != WS_NONE && node->told <= position && node->has_value)
        found = node;
    }
  if (found == NULL)
    return;
  value->text = ws_value_format (found->value_type, found->value, 0);
  value->number = ws_value_to_double (found->value_type, found->value);
}

/* (transfer none) (nullable) */
static WsScene *
get_scene (const Maker *self, const WsLessonWork *work)
{
  g_autofree char *key = ws_lesson_work_make_key (work);

  return ws_lesson_runs_get_scene (self->runs, key, work->launch, work->block);
}

/* Of the instant, or the requested one. */
static gboolean
find_stage (const Maker *self, const WsLessonFigure *figure, Source *source, WsMoment *moment,
            GError **error)
{
  WsLessonInstant at = self->step->at;
  WsScene *sides[WS_BESIDE_N_SIDES] = { NULL };

  if (self->step->has_beside && figure->kernel == NULL && figure->stage == 0)
    {
      sides[WS_BESIDE_LEFT] = get_scene (self, &self->step->work);
      sides[WS_BESIDE_RIGHT] = get_scene (self, &self->step->beside);
    }
  if (figure->stage > 0)
    at = (WsLessonInstant){ .kind = WS_LESSON_AT_STAGE, .number = figure->stage };
  if (source->scene == NULL || source->scene->record == NULL
      || source->scene->stages->n_stages == 0)
    {
      g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_FIGURE,
                   _ ("No block of this launch was recorded step by step."));
      return FALSE;
    }
  if (!(sides[WS_BESIDE_LEFT] != NULL && sides[WS_BESIDE_RIGHT] != NULL
            ? ws_lesson_instant_find_beside (
                &at, sides, figure->is_beside ? WS_BESIDE_RIGHT : WS_BESIDE_LEFT,
                ws_lesson_step_is_of_launch (self->step), moment, error)
            : ws_lesson_instant_find (&at, source->scene, ws_lesson_step_is_of_launch (self->step),
                                      moment, error)))
    {
      /* another kernel's: the step's "at" is not at fault */
      if (figure->stage > 0 || figure->is_beside || figure->kernel != NULL)
        (*error)->code = WS_LESSON_ERROR_FIGURE;
      return FALSE;
    }
  source->stage_number = ws_scene_stage_at (source->scene, moment->position);
  source->stage = &source->scene->stages->stages[source->stage_number];
  return TRUE;
}

/* Of the first warp, at the moment or last before it, as in its picture; for a warp without any
 * request so far, its first. */
static gboolean
find_request (const Source *source, const WsMoment *moment, WsMemoryRequest *request)
{
  const WsScene *scene = source->scene;
  const WsEvent *event;
  guint32 found;

  if (scene->memory == NULL)
    return FALSE;
  found = ws_memory_use_find_access (scene->memory, 0,
                                     ws_scene_warp_event_at (scene, 0, moment->position));
  if (found == WS_NONE)
    return FALSE;
  event = &scene->run->events[scene->record->first_event + found];
  return ws_memory_request_init (request, scene->run,
                                 &ws_run_get_kernel (scene->run, scene->launch)->sites[event->site],
                                 event);
}

static void
get_metric (const WsLessonFigure *figure, const Source *source, Value *value)
{
  guint launch = figure->of_plan ? WS_NONE : (guint)(source->launch - source->run->launches);
  g_autoptr (GArray) metrics = !figure->of_plan && source->scene != NULL
                                   ? g_array_ref (source->scene->metrics)
                                   : ws_metrics_new (source->run, launch);
  const WsMetric *metric = ws_metrics_find (metrics, figure->metric);

  if (metric == NULL || !metric->valid)
    return;
  value->text = ws_quantity_format_in_unit (metric->value, metric->unit);
  value->number = metric->value;
}

/* Of the launch that is shown. */
static void
get_of_fault (const WsLessonFigure *figure, Source *source, Value *value)
{
  source->finding =
      ws_run_find_finding (source->run, (guint)(source->launch - source->run->launches));
  if (source->finding != NULL)
    fault_names[figure->index].get (source, value);
}

/* Returns: %FALSE if it has not run, or @error is set */
static gboolean
get_of_run (const Maker *self, const WsLessonFigure *figure, Value *value, GError **error)
{
  WsLessonWork work;
  g_autofree char *key = NULL;
  Source source = { 0 };
  WsMoment moment;
  WsMemoryRequest request;

  if (!ws_lesson_figure_get_work (figure, self->step, &work))
    return FALSE;
  key = ws_lesson_work_make_key (&work);
  source.kernel = work.kernel;
  source.run = ws_lesson_runs_get_run (self->runs, key);
  if (source.run == NULL || source.run->n_launches == 0)
    return FALSE;
  source.launch = &source.run->launches[MIN (work.launch, source.run->n_launches - 1)];
  if (figure->kind == WS_LESSON_FIGURE_OF_METRIC)
    {
      get_metric (figure, &source, value);
      return TRUE;
    }
  if (figure->kind == WS_LESSON_FIGURE_OF_FAULT)
    {
      get_of_fault (figure, &source, value);
      return TRUE;
    }
  source.scene = ws_lesson_runs_get_scene (self->runs, key, work.launch, work.block);
  if (figure->kind == WS_LESSON_FIGURE_OF_RUN)
    {
      tables[figure->kind].names[figure->index].get (&source, value);
      return TRUE;
    }
  if (!find_stage (self, figure, &source, &moment, error))
    return FALSE;
  source.request = &request;
  if (figure->kind == WS_LESSON_FIGURE_OF_VALUE)
    get_element (source.scene, figure->index, moment.position, value);
  else if (figure->kind == WS_LESSON_FIGURE_OF_REQUEST
           && !find_request (&source, &moment, &request))
    ;
  else
    tables[figure->kind].names[figure->index].get (&source, value);
  return TRUE;
}

/* Of several points of a kernel, that with the most elements, and of those the fastest. */
static gboolean
get_of_point (const Maker *self, const WsLessonFigure *figure, Value *value)
{
  const WsLessonView *view = ws_lesson_step_find_view (self->step, WS_LESSON_VIEW_OF_SWEEP);
  g_autofree char *key = ws_lesson_view_make_key (view, self->step);
  const WsSweep *sweep = ws_lesson_runs_get_sweep (self->runs, key);
  Source source = { 0 };

  for (guint i = 0; sweep != NULL && i < ws_sweep_get_n_points (sweep); i++)
    {
      const WsSweepPoint *point = ws_sweep_get_point (sweep, i);

      if (point->state != WS_SWEEP_DONE || !g_str_equal (point->kernel, figure->kernel->id)
          || (source.point != NULL
              && (point->n < source.point->n
                  || (point->n == source.point->n
                      && point->time.median_ns >= source.point->time.median_ns))))
        continue;
      source.point = point;
      source.before = i > 0 ? ws_sweep_get_point (sweep, i - 1) : NULL;
    }
  if (source.point == NULL)
    return sweep != NULL && ws_sweep_is_finished (sweep);
  source.first = ws_sweep_get_point (sweep, 0);
  point_names[figure->index].get (&source, value);
  return TRUE;
}

static void
get_published (const WsLessonFigure *figure, Value *value)
{
  const Source source = { .point = figure->point, .first = figure->first };

  point_names[figure->index].get (&source, value);
}

static gboolean
get_of_cell (const Maker *self, const WsLessonFigure *figure, Value *value)
{
  const WsLessonView *view = ws_lesson_step_find_view (self->step, WS_LESSON_VIEW_OF_SCENARIO);
  g_autofree char *key = ws_lesson_view_make_key (view, self->step);
  const WsScenario *scenario = ws_lesson_runs_get_scenario (self->runs, key);
  const WsScenarioResult *result;

  if (scenario == NULL)
    return FALSE;
  result = ws_scenario_get_result (scenario, figure->row, figure->group);
  if (result->state != WS_SCENARIO_DONE)
    return result->state == WS_SCENARIO_FAILED;
  value->text = ws_scenario_format (scenario, figure->row, figure->group, figure->column, 1);
  if ((result->known & 1u << figure->column) != 0)
    value->number = result->value[figure->column];
  return TRUE;
}

static void
get_published_cell (const Maker *self, const WsLessonFigure *figure, Value *value)
{
  const WsScenario *scenario =
      ws_lesson_step_find_view (self->step, WS_LESSON_VIEW_OF_SCENARIO)->scenario;

  value->text = ws_scenario_format_published (scenario, figure->row, figure->group, figure->column);
  value->number =
      ws_scenario_get_cell (scenario, figure->row, figure->group)->published[figure->column].value;
}

/* Returns: %FALSE if it has not run, or @error is set */
static gboolean
get_value (const Maker *self, const WsLessonFigure *figure, Value *value, GError **error)
{
  *value = (Value){ NULL, NAN };
  switch (figure->kind)
    {
    case WS_LESSON_FIGURE_OF_POINT:
      return get_of_point (self, figure, value);
    case WS_LESSON_FIGURE_OF_PUBLISHED:
      get_published (figure, value);
      return TRUE;
    case WS_LESSON_FIGURE_OF_CELL:
      return get_of_cell (self, figure, value);
    case WS_LESSON_FIGURE_OF_PUBLISHED_CELL:
      get_published_cell (self, figure, value);
      return TRUE;
    case WS_LESSON_FIGURE_OF_RUN:
    case WS_LESSON_FIGURE_OF_STAGE:
    case WS_LESSON_FIGURE_OF_REQUEST:
    case WS_LESSON_FIGURE_OF_FAULT:
    case WS_LESSON_FIGURE_OF_VALUE:
    case WS_LESSON_FIGURE_OF_METRIC:
    default:
      return get_of_run (self, figure, value, error);
    }
}

/* (transfer full): the figure, or its placeholder; @error: why there is none */
static char *
make_figure (const Maker *self, const char *name, GError **error)
{
  g_autofree char *wrong = NULL;
  WsLessonExpression expression;
  Value values[G_N_ELEMENTS (expression.figures)] = { { NULL, NAN }, { NULL, NAN } };
  gboolean has_run = TRUE;
  char *text = NULL;

  wrong = ws_lesson_expression_parse (self->lesson, self->step, name, &expression);
  if (wrong != NULL)
    {
      g_set_error_literal (error, WS_LESSON_ERROR, WS_LESSON_ERROR_FIGURE, wrong);
      return g_strdup (WS_LESSON_NONE);
    }
  for (guint i = 0; i < expression.n && has_run; i++)
    has_run = get_value (self, &expression.figures[i], &values[i], error);
  if (!has_run)
    text = g_strdup (*error != NULL ? WS_LESSON_NONE : WS_LESSON_NOT_RUN);
  else if (expression.n == 1)
    text = g_strdup (values[0].text);
  else if (isfinite (values[0].number / values[1].number))
    text = ws_quantity_format (WS_QUANTITY_FACTOR, values[0].number / values[1].number);
  for (guint i = 0; i < expression.n; i++)
    g_free (values[i].text);
  if (text != NULL)
    return text;
  g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_FIGURE, _ ("The run has no figure “%s”."),
               name);
  return g_strdup (WS_LESSON_NONE);
}

/* ---- words ---- */

/* (transfer full): in the user's language if po/ has a translation; its lines are joined */
static char *
translate (const WsLessonText *text)
{
  g_auto (GStrv) lines = g_strsplit (text->text, "\n", -1);
  g_autofree char *joined = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    g_strstrip (lines[i]);
  joined = g_strjoinv (" ", lines);
  return g_strdup (ws_words_translate (joined));
}

/* The figure's place in the file: counts braces, as a translation has other places. */
static WsLessonPlace
find_place (const WsLessonText *text, guint figure)
{
  WsLessonCursor cursor = { text->text, text->place };

  for (; *cursor.at != '\0'; ws_lesson_cursor_next (&cursor))
    if (cursor.at[0] == '{' && cursor.at[1] == '{')
      ws_lesson_cursor_next (&cursor);
    else if (*cursor.at == '{' && figure-- == 0)
      return cursor.place;
  return text->place;
}

/**
 * ws_lesson_words_make:
 * @step: of it, from 0
 * @text: a paragraph of the step
 * @runs: what was run
 * @problems: (nullable) (element-type WsLessonProblem): receives each figure missing from the
 * results
 *
 * Returns: (transfer full): the paragraph as Pango markup, in the user's language, with its
 * figures; %WS_LESSON_NOT_RUN for those whose run is missing
 */
char *
ws_lesson_words_make (const WsLesson *lesson, guint step, const WsLessonText *text,
                      WsLessonRuns *runs, GPtrArray *problems)
{
  const Maker self = { lesson, ws_lesson_get_step (lesson, step), runs };
  g_autofree char *source = translate (text);
  GString *words = g_string_new (NULL);
  const char *at = source;

  for (guint i = 0; *at != '\0'; i++)
    {
      const char *begin = at;
      g_autofree char *name = ws_lesson_text_next_figure (&at);
      g_autofree char *before =
          g_strndup (begin, (gsize)(at - begin) - (name != NULL ? strlen (name) + 2 : 0));
      g_autofree char *figure = NULL;
      g_autofree char *escaped = NULL;
      g_auto (GStrv) braces = g_strsplit (before, "{{", -1);
      g_autofree char *plain = g_strjoinv ("{", braces);
      g_autoptr (GError) error = NULL;

      g_string_append (words, plain);
      if (name == NULL)
        break;
      figure = make_figure (&self, name, &error);
      escaped = g_markup_escape_text (figure, -1);
      g_string_append (words, escaped);
      if (error != NULL && problems != NULL)
        ws_lesson_problem_add (problems,
                               error->code == WS_LESSON_ERROR_INSTANT ? self.step->at.place
                                                                      : find_place (text, i),
                               "%s", error->message);
    }
  return g_string_free (words, FALSE);
}
