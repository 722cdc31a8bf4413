/* residency.c: what residencies add up to. */
#include "record/residency.h"

#include <stdlib.h>

typedef struct {
  guint64 start;
  guint64 end;
  guint16 sm;
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

/* The block's stay as its warps saw it, and what they were there in all. */
static guint64
add_warps (const WsRun *run, const WsLaunch *launch, guint block, Stay *stay)
{
  const WsResidency *residency = &run->residencies[launch->first_residency + block];
  guint n_warps = ws_launch_get_n_warps (launch);
  guint64 sum = 0;
  guint32 first = G_MAXUINT32;
  guint32 last = 0;

  *stay = (Stay){ residency->start, residency->end, residency->sm };
  if (launch->first_warp_span == WS_NONE)
    return (residency->end - residency->start) * n_warps;
  for (guint w = 0; w < n_warps; w++)
    {
      const WsWarpSpan *span =
          &run->warp_spans[launch->first_warp_span + (gsize)block * n_warps + w];

      sum += span->end - span->start;
      first = MIN (first, span->start);
      last = MAX (last, span->end);
    }
  stay->start = residency->start + first;
  stay->end = residency->start + last;
  return sum;
}

gboolean
ws_residency_summarise (const WsRun *run, guint launch, WsResidencySummary *summary)
{
  const WsLaunch *record;
  g_autofree Stay *stays = NULL;
  guint64 until = 0;

  g_return_val_if_fail (run != NULL && launch < run->n_launches, FALSE);

  record = &run->launches[launch];
  *summary = (WsResidencySummary){ .warps_known = record->first_warp_span != WS_NONE };
  if (record->n_residencies == 0)
    return FALSE;
  stays = g_new (Stay, record->n_residencies);
  for (guint i = 0; i < record->n_residencies; i++)
    {
      summary->warp_cycles += add_warps (run, record, i, &stays[i]);
      summary->elapsed_cycles = MAX (summary->elapsed_cycles, stays[i].end);
    }
  /* a launch takes a while before its first block begins */
  summary->elapsed_cycles = MAX (summary->elapsed_cycles, record->duration_cycles);
  qsort (stays, record->n_residencies, sizeof *stays, compare_stays);
  for (guint i = 0; i < record->n_residencies; i++)
    {
      if (i == 0 || stays[i].sm != stays[i - 1].sm)
        until = 0;
      summary->active_cycles +=
          stays[i].end > until ? stays[i].end - MAX (stays[i].start, until) : 0;
      until = MAX (until, stays[i].end);
    }
  if (summary->active_cycles > 0)
    {
      summary->sm_efficiency =
          (double)summary->active_cycles / (double)summary->elapsed_cycles / run->spec->n_sms;
      summary->achieved_occupancy = (double)summary->warp_cycles / (double)summary->active_cycles
                                    / run->spec->max_warps_per_sm;
    }
  return TRUE;
}

void
ws_residency_describe_launch (const WsLaunch *launch, WsOccupancyLaunch *asked)
{
  *asked = (WsOccupancyLaunch){
    .threads = ws_launch_get_n_threads (launch),
    .registers = launch->registers_from != WS_REGISTERS_UNKNOWN ? launch->registers_per_thread : 0,
    .static_shared_bytes = launch->static_shared_bytes,
    .dynamic_shared_bytes = launch->dynamic_shared_bytes,
    .carve_out = -1,
    .barriers = 1,
  };
}

gboolean
ws_residency_compute_occupancy (const WsRun *run, guint launch, WsOccupancy *occupancy)
{
  const WsOccupancyLimits *limits =
      ws_occupancy_limits_find (run->spec->cc_major, run->spec->cc_minor);
  WsOccupancyLaunch asked;

  if (limits == NULL)
    return FALSE;
  ws_residency_describe_launch (&run->launches[launch], &asked);
  ws_occupancy_compute (limits, &asked, occupancy);
  return TRUE;
}
