/* figures.c: the figures of a cell, from its recording. */
#include "scenario/private.h"

#include "metrics/metrics.h"
#include "schedule/timeline.h"

static guint
count_used_sms (const WsTimeline *timeline)
{
  guint n = 0;

  for (guint sm = 0; sm < timeline->n_sms; sm++)
    n += timeline->first_stay[sm * timeline->n_slots]
         < timeline->first_stay[(sm + 1) * timeline->n_slots];
  return n;
}

static void
fill_profile (WsScenarioResult *result, const WsTimeline *timeline, const WsSpec *spec)
{
  double warps[WS_SCENARIO_PROFILE];
  double sms[WS_SCENARIO_PROFILE];

  ws_steps_sample (&timeline->warps, 0, (double)timeline->end, WS_SCENARIO_PROFILE, warps);
  ws_steps_sample (&timeline->sms, 0, (double)timeline->end, WS_SCENARIO_PROFILE, sms);
  for (guint i = 0; i < WS_SCENARIO_PROFILE; i++)
    {
      result->warps[i] = (float)MIN (warps[i] / spec->n_sms / spec->max_warps_per_sm, 1);
      result->sms[i] = (float)MIN (sms[i] / spec->n_sms, 1);
    }
  result->n_used_sms = count_used_sms (timeline);
  result->known |= 1u << WS_SCENARIO_PROFILE_COLUMN;
}

static void
set (WsScenarioResult *result, WsScenarioColumn column, double value)
{
  result->value[column] = value;
  result->known |= 1u << column;
}

/* (transfer full) (nullable): the first limiter of the launch */
static char *
explain (const WsRun *run, const WsOccupancy *occupancy)
{
  const WsOccupancyLimits *limits =
      ws_occupancy_limits_find (run->spec->cc_major, run->spec->cc_minor);
  WsOccupancyLaunch asked;

  ws_residency_describe_launch (&run->launches[0], &asked);
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    if ((occupancy->limiters & 1u << i) != 0)
      return ws_occupancy_explain (limits, &asked, i);
  return NULL;
}

static guint64
get_repeats (const WsRun *run)
{
  guint32 repeats = 0;

  if (run->parameters != NULL)
    g_variant_lookup (run->parameters, "repeats", "u", &repeats);
  return repeats;
}

/* The metrics of the launch. */
static void
fill_metrics (WsScenarioResult *result, const WsRun *run)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);

  for (guint column = 0; column < WS_SCENARIO_N_COLUMNS; column++)
    {
      double factor;
      const char *id = ws_scenario_column_get_metric (column, &factor);
      const WsMetric *metric = id != NULL ? ws_metrics_find (metrics, id) : NULL;

      if (metric != NULL && metric->valid)
        set (result, column, metric->value * factor);
    }
}

/**
 * ws_scenario_result_fill:
 * @result: an empty result; receives the known figures of the run's first launch
 * @run: with a launch, and a correct result
 */
void
ws_scenario_result_fill (WsScenarioResult *result, WsRun *run)
{
  const WsLaunch *launch = &run->launches[0];
  g_autoptr (WsTimeline) timeline = ws_timeline_new (run, 0);
  WsOccupancy occupancy;

  result->state = WS_SCENARIO_DONE;
  result->threads = ws_launch_get_n_threads (launch);
  result->blocks = ws_launch_get_n_blocks (launch);
  result->origin = launch->origin;
  result->n_sms = run->spec->n_sms;
  result->repeats = get_repeats (run);
  result->known |= 1u << WS_SCENARIO_LAUNCH;
  fill_metrics (result, run);
  if (ws_residency_compute_occupancy (run, 0, &occupancy))
    {
      result->is_bound = launch->registers_from == WS_REGISTERS_UNKNOWN;
      result->explanation = explain (run, &occupancy);
      set (result, WS_SCENARIO_RESIDENT, occupancy.blocks);
      set (result, WS_SCENARIO_THEORETICAL, occupancy.occupancy * 100);
    }
  if (launch->driver_blocks > 0)
    set (result, WS_SCENARIO_DRIVER, launch->driver_blocks);
  if (timeline != NULL && timeline->summary.active_cycles > 0)
    {
      set (result, WS_SCENARIO_SM_EFFICIENCY, timeline->summary.sm_efficiency * 100);
      set (result, WS_SCENARIO_ACHIEVED, timeline->summary.achieved_occupancy * 100);
      fill_profile (result, timeline, run->spec);
    }
  if (launch->has_duration && launch->duration_ns > 0)
    {
      set (result, WS_SCENARIO_TIME, (double)launch->duration_ns / 1e9);
      set (result, WS_SCENARIO_RATE,
           (double)launch->n_elements / ((double)launch->duration_ns / 1e9));
    }
}
