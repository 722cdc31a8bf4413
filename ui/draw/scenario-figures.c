/* scenario-figures.c: the figures of a cell, from what was recorded of it. */
#include "draw/scenario-private.h"

#include "record/residency.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  guint64 start;
  guint64 end;
  guint sm;
} Stay;

static int
compare_stays (gconstpointer a, gconstpointer b)
{
  const Stay *x = a;
  const Stay *y = b;

  if (x->sm != y->sm)
    return x->sm < y->sm ? -1 : 1;
  return x->start < y->start ? -1 : x->start > y->start;
}

/* Adds what of [start, end) falls into each step, as cycles. */
static void
add_span (double *steps, double step_cycles, guint64 start, guint64 end)
{
  guint first = MIN ((guint)(start / step_cycles), WS_SCENARIO_PROFILE - 1);

  for (guint i = first; i < WS_SCENARIO_PROFILE && i * step_cycles < end; i++)
    {
      double from = MAX ((double)start, i * step_cycles);
      double to = MIN ((double)end, (i + 1) * step_cycles);

      if (to > from)
        steps[i] += to - from;
    }
}

static void
add_warps (double *steps, double step_cycles, const WsRun *run, const WsLaunch *launch, guint block)
{
  const WsResidency *residency = &run->residencies[launch->first_residency + block];
  guint n_warps = ws_launch_get_n_warps (launch);

  for (guint w = 0; w < n_warps; w++)
    if (launch->first_warp_span == WS_NONE)
      add_span (steps, step_cycles, residency->start, residency->end);
    else
      {
        const WsWarpSpan *span =
            &run->warp_spans[launch->first_warp_span + (gsize)block * n_warps + w];

        add_span (steps, step_cycles, residency->start + span->start, residency->start + span->end);
      }
}

static void
fill_profile (WsScenarioResult *result, const WsRun *run, const WsLaunch *launch, guint64 elapsed)
{
  double warps[WS_SCENARIO_PROFILE] = { 0 };
  double sms[WS_SCENARIO_PROFILE] = { 0 };
  double step_cycles = (double)elapsed / WS_SCENARIO_PROFILE;
  guint n = launch->n_residencies;
  g_autofree Stay *stays = g_new (Stay, n);
  guint64 until = 0;

  for (guint i = 0; i < n; i++)
    {
      const WsResidency *residency = &run->residencies[launch->first_residency + i];

      stays[i] = (Stay){ residency->start, residency->end, residency->sm };
      add_warps (warps, step_cycles, run, launch, i);
    }
  qsort (stays, n, sizeof *stays, compare_stays);
  result->n_used_sms = 0;
  for (guint i = 0; i < n; i++)
    {
      if (i == 0 || stays[i].sm != stays[i - 1].sm)
        {
          until = 0;
          result->n_used_sms++;
        }
      if (stays[i].end > until)
        add_span (sms, step_cycles, MAX (stays[i].start, until), stays[i].end);
      until = MAX (until, stays[i].end);
    }
  for (guint i = 0; i < WS_SCENARIO_PROFILE; i++)
    {
      double room = step_cycles * run->spec->n_sms;

      result->warps[i] = (float)MIN (warps[i] / room / run->spec->max_warps_per_sm, 1);
      result->sms[i] = (float)MIN (sms[i] / room, 1);
    }
  result->known |= 1u << WS_SCENARIO_PROFILE_COLUMN;
}

static void
set (WsScenarioResult *result, WsScenarioColumn column, double value)
{
  result->value[column] = value;
  result->known |= 1u << column;
}

/* (transfer full) (nullable): what the first limiter of the launch says */
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

/* @run has a launch, and its result is right. */
void
ws_scenario_result_fill (WsScenarioResult *result, const WsRun *run)
{
  const WsLaunch *launch = &run->launches[0];
  WsResidencySummary summary;
  WsOccupancy occupancy;

  result->state = WS_SCENARIO_DONE;
  result->threads = ws_launch_get_n_threads (launch);
  result->blocks = ws_launch_get_n_blocks (launch);
  result->origin = launch->origin;
  result->n_sms = run->spec->n_sms;
  result->repeats = get_repeats (run);
  result->known |= 1u << WS_SCENARIO_LAUNCH;
  if (ws_residency_compute_occupancy (run, 0, &occupancy))
    {
      result->is_bound = launch->registers_from == WS_REGISTERS_UNKNOWN;
      result->explanation = explain (run, &occupancy);
      set (result, WS_SCENARIO_RESIDENT, occupancy.blocks);
      set (result, WS_SCENARIO_THEORETICAL, occupancy.occupancy * 100);
    }
  if (launch->driver_blocks > 0)
    set (result, WS_SCENARIO_DRIVER, launch->driver_blocks);
  if (ws_residency_summarise (run, 0, &summary) && summary.active_cycles > 0)
    {
      set (result, WS_SCENARIO_SM_EFFICIENCY, summary.sm_efficiency * 100);
      set (result, WS_SCENARIO_ACHIEVED, summary.achieved_occupancy * 100);
      fill_profile (result, run, launch, summary.elapsed_cycles);
    }
  if (launch->has_duration && launch->duration_ns > 0)
    {
      set (result, WS_SCENARIO_TIME, (double)launch->duration_ns / 1e9);
      set (result, WS_SCENARIO_RATE,
           (double)launch->n_elements / ((double)launch->duration_ns / 1e9));
    }
}
