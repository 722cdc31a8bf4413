#include "scene/scene.h"
#include "scene/planes.h"
#include "scene/tree-model.h"
#include "lines/lines.h"
#include "dataflow/pyramid.h"
#include "words/words.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

G_DEFINE_BOXED_TYPE (WsScene, ws_scene, ws_scene_ref, ws_scene_unref)

#define MAX_LISTED 64 /* blocks in a sentence: the maximum that is recorded */

static char *
list_blocks (const WsRun *run, guint launch)
{
  GString *list = g_string_new (NULL);
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (run, launch, &n);

  for (gsize i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      g_autofree char *block = g_strdup_printf ("%u", blocks[i].block);

      ws_words_add_item (list, block);
    }
  if (n > MAX_LISTED)
    {
      g_autofree char *some = g_strdup (list->str);

      g_string_printf (list, _ ("%1$s and %2$u more"), some, (guint)(n - MAX_LISTED));
    }
  return g_string_free (list, FALSE);
}

static void
metric_array_unref (GArray *metrics)
{
  g_array_unref (metrics);
}

static WsTimeline *
get_timeline (WsRun *run, guint launch, WsTimeline *timeline)
{
  return timeline != NULL ? ws_timeline_ref (timeline) : ws_timeline_new (run, launch);
}

/**
 * ws_scene_new:
 * @block: linear index of a block that was recorded in full
 *
 * Derives all that drawings need.
 *
 * Returns: (transfer full): a scene, or %NULL with %G_IO_ERROR_NOT_FOUND if there is no such
 * launch or its block was not recorded
 */
WsScene *
ws_scene_new (WsRun *run, guint launch, guint block, GError **error)
{
  return ws_scene_new_with_timeline (run, launch, block, NULL, error);
}

static WsScene *
new_without_block (WsRun *run, guint launch)
{
  WsScene *self = g_new0 (WsScene, 1);

  g_atomic_ref_count_init (&self->refs);
  self->run = ws_run_ref (run);
  self->launch = launch;
  self->block = WS_NONE;
  self->warps = g_ptr_array_new ();
  return self;
}

/**
 * ws_scene_new_for_launch:
 * @timeline: (nullable) (transfer none): the launch's, if already derived
 *
 * Returns: (transfer full) (nullable): a scene without a block; %NULL if there is no such launch or
 * the residencies of its blocks are unknown
 */
WsScene *
ws_scene_new_for_launch (WsRun *run, guint launch, WsTimeline *timeline)
{
  WsScene *self;

  g_return_val_if_fail (run != NULL, NULL);

  if (launch >= run->n_launches || run->launches[launch].n_residencies == 0)
    return NULL;
  self = new_without_block (run, launch);
  self->timeline = get_timeline (run, launch, timeline);
  return self;
}

/**
 * ws_scene_new_with_timeline:
 * @block: linear index of a block that was recorded in full
 * @timeline: (nullable) (transfer none): the launch's, if already derived
 *
 * As ws_scene_new().
 *
 * Returns: (transfer full): a scene, or %NULL
 */
WsScene *
ws_scene_new_with_timeline (WsRun *run, guint launch, guint block, WsTimeline *timeline,
                            GError **error)
{
  const WsBlockRecord *record;
  WsScene *self;
  guint n_warps;

  g_return_val_if_fail (run != NULL, NULL);

  if (launch >= run->n_launches)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   ngettext ("The run has %1$u launch; there is no launch %2$u.",
                             "The run has %1$u launches; there is no launch %2$u.",
                             run->n_launches),
                   (guint)run->n_launches, launch);
      return NULL;
    }
  record = ws_run_find_block (run, launch, block);
  if (record == NULL || record->n_events == 0)
    {
      g_autofree char *blocks = list_blocks (run, launch);
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
          _ ("Block %1$u of launch %2$u was not recorded step by step; recorded are: %3$s."), block,
          launch, *blocks != '\0' ? blocks : _ ("none"));
      return NULL;
    }

  self = g_new0 (WsScene, 1);
  g_atomic_ref_count_init (&self->refs);
  self->run = ws_run_ref (run);
  self->launch = launch;
  self->block = block;
  self->record = record;
  self->timeline = get_timeline (run, launch, timeline);
  self->dataflow = ws_dataflow_new (run, launch, block);
  self->stages = ws_stages_new (run, launch, block, self->dataflow);
  self->metrics = ws_metrics_new (run, launch);
  self->line_use = ws_line_use_new (run, launch);
  n_warps = ws_launch_get_n_warps (&run->launches[launch]);
  self->warps = g_ptr_array_new_full (n_warps, (GDestroyNotify)ws_warp_trace_free);
  for (guint warp = 0; warp < n_warps; warp++)
    g_ptr_array_add (self->warps, ws_warp_trace_new (run, launch, block, warp));
  self->memory = ws_memory_use_new (run, launch, block);
  self->hazards = ws_hazards_new (run, launch, block, self->dataflow);
  self->tree = ws_tree_model_new (run, launch, self->dataflow, self->stages);
  self->planes = ws_planes_new (run, launch, self->dataflow);
  self->pyramid = ws_pyramid_new (run);
  return self;
}

/* The first view of a launch. May be called in any thread.
 *
 * Returns: (transfer full) (nullable): a scene of its first block that was recorded in full;
 * without a block, where there is none; %NULL if nothing can be drawn */
WsScene *
ws_scene_new_first (WsRun *run, guint launch)
{
  WsScene *self;

  g_return_val_if_fail (run != NULL, NULL);

  self = ws_scene_new (run, launch, ws_run_get_first_block (run, launch), NULL);
  return self != NULL ? self : ws_scene_new_for_launch (run, launch, NULL);
}

/* For a launch that never began, such as a rejected one, only its source can be shown.
 *
 * Returns: (transfer full) (nullable): a scene without a block and without a timeline; %NULL if
 * there is no such launch */
WsScene *
ws_scene_new_for_source (WsRun *run, guint launch)
{
  g_return_val_if_fail (run != NULL, NULL);

  return launch < run->n_launches ? new_without_block (run, launch) : NULL;
}

/* Computed on first use, in any thread: times a block again.
 *
 * Returns: (transfer none): where the cycles of its launch went */
const WsLaunchStalls *
ws_scene_get_stalls (const WsScene *self)
{
  static GMutex mutex;
  WsScene *scene = (WsScene *)self;
  const WsLaunchStalls *stalls;

  g_mutex_lock (&mutex);
  stalls = scene->stalls;
  if (stalls == NULL)
    {
      stalls = ws_launch_stalls_new (self->run, self->launch);
      g_atomic_pointer_set (&scene->stalls, (WsLaunchStalls *)stalls);
    }
  g_mutex_unlock (&mutex);
  return stalls;
}

/* Never blocks: drawings in a window call ws_scene_get_stalls() in a thread.
 *
 * Returns: (transfer none) (nullable): the result of ws_scene_get_stalls(); %NULL until then */
const WsLaunchStalls *
ws_scene_peek_stalls (const WsScene *self)
{
  return g_atomic_pointer_get (&((WsScene *)self)->stalls);
}

WsScene *
ws_scene_ref (WsScene *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_scene_unref (WsScene *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->tree, ws_tree_model_free);
  g_clear_pointer (&self->planes, ws_planes_free);
  g_clear_pointer (&self->pyramid, ws_pyramid_free);
  g_clear_pointer (&self->memory, ws_memory_use_free);
  g_clear_pointer (&self->hazards, ws_hazards_free);
  g_clear_pointer (&self->timeline, ws_timeline_unref);
  g_clear_pointer (&self->stages, ws_stages_free);
  g_clear_pointer (&self->dataflow, ws_dataflow_free);
  g_clear_pointer (&self->metrics, metric_array_unref);
  g_clear_pointer (&self->line_use, g_array_unref);
  g_clear_pointer (&self->stalls, ws_launch_stalls_free);
  g_ptr_array_unref (self->warps);
  ws_run_unref (self->run);
  g_free (self);
}

/* Returns: number of events of its block; positions are below it */
guint
ws_scene_get_n_events (const WsScene *self)
{
  return self->record != NULL ? self->record->n_events : 0;
}

/**
 * ws_scene_event_at:
 * @position: of a playhead
 *
 * Returns: the last event that has been executed
 */
guint
ws_scene_event_at (const WsScene *self, double position)
{
  if (!(position > 0))
    return 0;
  return MIN ((guint)MIN (floor (position), G_MAXUINT / 2), self->record->n_events - 1);
}

/**
 * ws_scene_stage_at:
 * @position: of a playhead
 *
 * Warps may be in different stages at one time (one continues alone, the others exit): returns the
 * latest stage begun by a warp that works in it, so that it never goes back as time advances.
 */
guint
ws_scene_stage_at (const WsScene *self, double position)
{
  guint event = ws_scene_event_at (self, position);
  guint found = 0;

  for (guint i = 0; i < self->stages->n_stages; i++)
    if (self->stages->stages[i].begin_event <= event)
      found = i;
  return found;
}

/* The stop position of the stage, best for a picture: the instant that its caption describes.
 *
 * Returns: a position */
double
ws_scene_stage_moment (const WsScene *self, guint stage)
{
  g_return_val_if_fail (stage < self->stages->n_stages, 0);
  return self->stages->stages[stage].telling_event;
}

/**
 * ws_scene_warp_event_at:
 * @warp: of its block
 * @position: of a playhead
 *
 * Returns: the block's event that @warp executed last, %WS_NONE before its first
 */
guint
ws_scene_warp_event_at (const WsScene *self, guint warp, double position)
{
  const WsWarpTrace *trace;
  guint event = ws_scene_event_at (self, position);
  guint low = 0;
  guint high;

  g_return_val_if_fail (warp < self->warps->len, WS_NONE);

  trace = g_ptr_array_index (self->warps, warp);
  high = trace->n_events;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (trace->events[middle] <= event)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? trace->events[low - 1] : WS_NONE;
}

/**
 * ws_scene_time_at:
 * @position: of a playhead
 *
 * Returns: cycles since the launch began; 0 if there is no block
 */
double
ws_scene_time_at (const WsScene *self, double position)
{
  const WsEvent *events;
  guint event;
  double time;

  if (self->record == NULL)
    return 0;
  events = self->run->events + self->record->first_event;
  event = ws_scene_event_at (self, position);
  time = (double)events[event].time;
  if (event + 1 < self->record->n_events && position > event)
    time += (position - event) * ((double)events[event + 1].time - time);
  return time;
}

/**
 * ws_scene_position_at:
 * @time: cycles since the launch began
 *
 * Returns: the position at @time: 0 before the block's first event, the end after its last
 */
double
ws_scene_position_at (const WsScene *self, double time)
{
  const WsEvent *events;
  guint low = 0;
  guint high;

  if (self->record == NULL)
    return 0;
  events = self->run->events + self->record->first_event;
  high = self->record->n_events;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if ((double)events[middle].time <= time)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || low == self->record->n_events)
    return low > 0 ? low - 1 : 0;
  return low - 1
         + (time - (double)events[low - 1].time)
               / ((double)events[low].time - (double)events[low - 1].time);
}

/* Returns: nanoseconds per cycle of the device's SMs */
double
ws_scene_get_cycle_ns (const WsScene *self)
{
  return 1e6 / self->run->spec->clock_khz;
}

/**
 * ws_scene_convert_time:
 * @time: cycles of @self since its launch began
 * @other: of a launch that began at the same instant, possibly on a device with another clock rate
 *
 * Returns: the cycles of @other after the same number of nanoseconds
 */
double
ws_scene_convert_time (const WsScene *self, double time, const WsScene *other)
{
  guint32 ours = self->run->spec->clock_khz;
  guint32 theirs = other->run->spec->clock_khz;

  return ours == theirs ? time : time * theirs / ours;
}

/**
 * ws_scene_get_end_beside:
 * @self: a scene with a timeline
 * @beside: (nullable): a scene whose launch shares the time axis with that of @self
 *
 * Returns: the end of that axis, in cycles of @self: the end of the longer launch
 */
double
ws_scene_get_end_beside (const WsScene *self, const WsScene *beside)
{
  double end = (double)self->timeline->end;

  if (beside == NULL || beside->timeline == NULL)
    return end;
  return MAX (end, ws_scene_convert_time (beside, (double)beside->timeline->end, self));
}

/* Returns: (transfer full) (nullable): the result of the run and its check by the host, as in
 * "1046920, the same on the host ✓"; %NULL for a run without a single result */
char *
ws_scene_say_host (const WsScene *self)
{
  const WsRun *run = self->run;
  g_autofree char *result = NULL;
  g_autofree char *expected = NULL;

  if (!run->has_result || run->words.result == NULL)
    return NULL;
  result = ws_value_format (run->value_type, run->result, 0);
  expected = ws_value_format (run->value_type, run->expected, 0);
  if (!run->correct)
    return g_strdup_printf (_ ("%1$s, but %2$s on the host ✗"), result, expected);
  return g_str_equal (result, expected)
             ? g_strdup_printf (_ ("%s, equal on the host ✓"), result)
             : g_strdup_printf (_ ("%1$s, %2$s on the host: within the bound ✓"), result, expected);
}

/* (nullable): the first finding of the stage */
static char *
say_findings (const WsScene *self, guint stage)
{
  const WsHazards *hazards = self->hazards;
  const WsFinding *first = NULL;
  guint n = 0;

  for (guint i = 0; hazards != NULL && i < hazards->n_instants; i++)
    if (ws_scene_stage_at (self, hazards->instants[i].event) == stage)
      {
        if (n++ == 0)
          first = g_ptr_array_index (self->run->findings, hazards->instants[i].finding);
      }
  if (n < 2)
    return first != NULL ? g_strdup (first->message) : NULL;
  return g_strdup_printf (
      ngettext ("%1$s And %2$u finding more.", "%1$s And %2$u findings more.", n - 1),
      first->message, n - 1);
}

/**
 * ws_scene_caption:
 * @self: a scene of a block
 * @stage: index of one of its stages
 * @tells_findings: whether to include its findings
 *
 * Returns: (transfer full): a description of the stage, in plain sentences
 */
char *
ws_scene_caption (const WsScene *self, guint stage, gboolean tells_findings)
{
  g_autofree char *caption =
      ws_stages_caption (self->stages, self->run, self->launch, self->block, stage);
  g_autofree char *findings = tells_findings ? say_findings (self, stage) : NULL;

  return findings != NULL ? g_strdup_printf ("%s %s", caption, findings)
                          : g_steal_pointer (&caption);
}

/* Returns: (transfer none) (nullable): the kind of mistake marked in its block, for a legend; %NULL
 * if none */
const char *
ws_scene_say_hazards (const WsScene *self)
{
  gboolean races = FALSE;
  gboolean unwritten = FALSE;

  for (guint i = 0; self->hazards != NULL && i < self->hazards->n_items; i++)
    {
      const WsFinding *finding =
          g_ptr_array_index (self->run->findings, self->hazards->items[i].finding);

      races |= finding->kind == WS_FINDING_RACE;
      unwritten |= finding->kind == WS_FINDING_UNINITIALISED;
    }
  if (races)
    return unwritten
               ? _ ("in a race, or from uninitialised memory: another run may give another value")
               : _ ("in a race: another run may give another value");
  return unwritten ? _ ("from uninitialised memory: another run may give another value") : NULL;
}
