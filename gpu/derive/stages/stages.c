#include "accesses/memory-request.h"
#include "record/bounds.h"
#include "stages/stages-private.h"

#include <stdlib.h>

/* How far a lane has come: block barriers passed, and warp barriers and shuffles passed since, in
 * the high and the low half. */
typedef struct {
  guint64 key[WS_WARP_SIZE];
  gboolean apart; /* not all lanes have the same */
} Progress;

static gboolean
is_exchange (const WsSite *site)
{
  return site->op_class == WS_OP_SHUFFLE || site->op_class == WS_OP_REDUX;
}

static void
advance (Progress *self, guint32 lanes, guint32 warp_mask, gboolean of_block)
{
  self->apart = self->apart || lanes != warp_mask;
  for (; lanes != 0; lanes &= lanes - 1)
    {
      guint64 *key = &self->key[__builtin_ctz (lanes)];
      *key = of_block ? ((*key >> 32) + 1) << 32 : *key + 1;
    }
}

static guint64
get_key (const Progress *self, guint32 active)
{
  guint64 key = self->key[__builtin_ctz (active)];

  if (self->apart)
    for (; active != 0; active &= active - 1)
      key = MAX (key, self->key[__builtin_ctz (active)]);
  return key;
}

/* The key of every event: (transfer full) */
static guint64 *
find_keys (const WsLaunch *launch, const WsSite *sites, const WsEvent *events, guint n_events)
{
  g_autofree Progress *warps = g_new0 (Progress, WS_MAX_WARPS);
  guint64 *keys = g_new (guint64, n_events + 1);

  for (guint i = 0; i < n_events; i++)
    {
      const WsEvent *event = &events[i];
      const WsSite *site = &sites[event->site];
      Progress *progress = &warps[event->warp];
      guint32 warp_mask = ws_launch_get_warp_mask (launch, event->warp);

      if (is_exchange (site))
        advance (progress, event->taken, warp_mask, FALSE);
      keys[i] = get_key (progress, event->active);
      if (site->op_class == WS_OP_BARRIER || site->op_class == WS_OP_WARP_BARRIER)
        advance (progress, event->taken, warp_mask, site->op_class == WS_OP_BARRIER);
    }
  return keys;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *)a;
  guint64 y = *(const guint64 *)b;

  return (x > y) - (x < y);
}

static guint
find_rank (const guint64 *sorted, guint n, guint64 key)
{
  guint low = 0;
  guint high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (sorted[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Numbers the keys that the block has; those between two synchronisations in which no node was made
 * join the next. Sets stage_of_event and the number of stages. */
static void
cut (WsStages *self, guint64 *keys, const WsDataflow *dataflow, gboolean all_nodes)
{
  g_autofree guint64 *sorted = g_memdup2 (keys, sizeof *keys * (self->n_events + 1));
  g_autofree guint *stage_of_rank = NULL;
  g_autofree gboolean *makes = NULL;
  guint n_ranks = 0;

  qsort (sorted, self->n_events, sizeof *sorted, compare_keys);
  for (guint i = 0; i < self->n_events; i++)
    if (i == 0 || sorted[i] != sorted[i - 1])
      sorted[n_ranks++] = sorted[i];
  makes = g_new0 (gboolean, n_ranks + 1);
  for (guint i = 0; i < dataflow->n_nodes; i++)
    if (ws_stages_cares (&dataflow->nodes[i], all_nodes))
      makes[find_rank (sorted, n_ranks, keys[dataflow->nodes[i].event])] = TRUE;

  stage_of_rank = g_new0 (guint, n_ranks + 1);
  for (guint rank = 0; rank < n_ranks; rank++)
    {
      stage_of_rank[rank] = self->n_stages;
      if (makes[rank] && self->n_stages < ws_bound_get (WS_BOUND_STAGES))
        self->n_stages++;
    }
  if (self->n_stages == 0 && n_ranks > 0)
    self->n_stages = 1;
  for (guint i = 0; i < self->n_events; i++)
    self->stage_of_event[i] =
        MIN (stage_of_rank[find_rank (sorted, n_ranks, keys[i])], self->n_stages - 1);
}

static void
count_ways (WsStage *stage, const WsRun *run, const WsSite *site, const WsEvent *event)
{
  guint ways = ws_stages_get_ways (run, site, event);
  gboolean of_atomic = site->op_class == WS_OP_ATOMIC;

  if (ways > stage->ways)
    stage->ways_of_atomic = of_atomic;
  else if (ways == stage->ways)
    stage->ways_of_atomic = stage->ways_of_atomic && of_atomic;
  stage->ways = MAX (stage->ways, ways);
}

/* An access to global memory that touches far more than it needs. */
static void
count_pieces (WsStage *stage, const WsRun *run, const WsSite *site, const WsEvent *event)
{
  guint needed;
  guint pieces = ws_stages_get_pieces (run, site, event, &needed);

  if (pieces > stage->pieces && pieces >= 2 * needed)
    {
      stage->pieces = pieces;
      stage->pieces_needed = needed;
    }
}

static void
count_events (WsStages *self, const WsRun *run, const WsSite *sites, const WsEvent *events,
              WsStageTally *tallies)
{
  for (guint i = 0; i < self->n_stages; i++)
    self->stages[i].first_event = WS_NONE;
  for (guint i = 0; i < self->n_events; i++)
    {
      const WsEvent *event = &events[i];
      const WsSite *site = &sites[event->site];
      WsStage *stage = &self->stages[self->stage_of_event[i]];
      WsStageTally *tally = &tallies[self->stage_of_event[i]];

      if (stage->first_event == WS_NONE)
        {
          stage->first_event = i;
          stage->start = event->time;
        }
      stage->last_event = i;
      stage->end = event->time;
      tally->warps_active |= 1u << event->warp;
      if (site->op_class == WS_OP_BRANCH && event->taken != 0 && event->taken != event->active)
        tally->warps_divergent |= 1u << event->warp;
      if (ws_stages_is_shared_access (site, event))
        count_ways (stage, run, site, event);
      else
        count_pieces (stage, run, site, event);
    }
  for (guint i = 0; i < self->n_stages; i++)
    {
      self->stages[i].n_warps_active = __builtin_popcount (tallies[i].warps_active);
      self->stages[i].n_warps_divergent = __builtin_popcount (tallies[i].warps_divergent);
    }
}

static void
count_nodes (WsStages *self, WsDataflow *dataflow, WsStageTally *tallies, gboolean all_nodes)
{
  for (guint i = 0; i < dataflow->n_nodes; i++)
    {
      WsNode *node = &dataflow->nodes[i];
      WsStageTally *tally;
      guint32 *last;

      if (node->event == WS_NONE)
        continue;
      node->stage = self->stage_of_event[node->event];
      tally = &tallies[node->stage];
      if (!ws_stages_cares (node, all_nodes))
        {
          tally->vain[node->thread / WS_WARP_SIZE] |= 1u << node->thread % WS_WARP_SIZE;
          continue;
        }
      tally->made[node->thread / WS_WARP_SIZE] |= 1u << node->thread % WS_WARP_SIZE;
      last = &tally->last_made[node->thread / WS_WARP_SIZE];
      *last = *last == WS_NONE ? node->event : MAX (*last, node->event);
      self->stages[node->stage].n_nodes++;
    }
}

/* How many lanes work and wait in the warps that diverge, if they all agree. */
static void
count_lanes (WsStage *stage, const WsLaunch *launch, const WsEvent *events,
             const WsStageTally *tally)
{
  guint first = WS_NONE;

  for (guint warp = 0; warp < WS_MAX_WARPS; warp++)
    {
      stage->n_threads += __builtin_popcount (tally->made[warp]);
      stage->n_threads_in_vain += __builtin_popcount (tally->vain[warp] & ~tally->made[warp]);
      stage->n_warps_working += tally->made[warp] != 0;
    }
  for (guint32 left = tally->warps_divergent; left != 0; left &= left - 1)
    {
      guint warp = __builtin_ctz (left);
      guint32 made = tally->last_made[warp];
      guint working = made != WS_NONE ? __builtin_popcount (events[made].taken) : 0;
      guint all = __builtin_popcount (ws_launch_get_warp_mask (launch, warp));

      if (first == WS_NONE)
        {
          first = warp;
          stage->lanes_working = working;
          stage->lanes_waiting = all - working;
        }
      else if (working != stage->lanes_working || all - working != stage->lanes_waiting)
        {
          stage->lanes_working = 0;
          stage->lanes_waiting = 0;
          return;
        }
    }
}

/**
 * ws_stages_new:
 * @block: linear index of a block that was recorded in full
 * @dataflow: the block's dataflow; the stages of its nodes are set
 *
 * Cuts the block's events into stages. Where no value leaves the block (it faulted, say), all that
 * it stored counts instead.
 *
 * Returns: (transfer full): the stages; none where the block has no events
 */
WsStages *
ws_stages_new (const WsRun *run, guint launch, guint block, WsDataflow *dataflow)
{
  WsStages *self;
  const WsBlockRecord *record;
  const WsEvent *events;
  const WsSite *sites;
  gboolean all_nodes;
  g_autofree WsStageTally *tallies = NULL;
  g_autofree guint64 *keys = NULL;

  g_return_val_if_fail (run != NULL && launch < run->n_launches, NULL);
  g_return_val_if_fail (dataflow != NULL, NULL);

  self = g_new0 (WsStages, 1);
  record = ws_run_find_block (run, launch, block);
  if (record == NULL || record->n_events == 0)
    return self;
  events = run->events + record->first_event;
  sites = ws_run_get_kernel (run, launch)->sites;
  all_nodes = dataflow->n_results == 0;
  self->n_events = record->n_events;
  self->stage_of_event = g_new (guint, self->n_events);
  keys = find_keys (&run->launches[launch], sites, events, self->n_events);
  cut (self, keys, dataflow, all_nodes);

  self->stages = g_new0 (WsStage, self->n_stages);
  tallies = g_new0 (WsStageTally, self->n_stages);
  for (guint i = 0; i < self->n_stages; i++)
    for (guint warp = 0; warp < WS_MAX_WARPS; warp++)
      tallies[i].last_made[warp] = WS_NONE;
  count_events (self, run, sites, events, tallies);
  count_nodes (self, dataflow, tallies, all_nodes);
  for (guint i = 0; i < self->n_stages; i++)
    count_lanes (&self->stages[i], &run->launches[launch], events, &tallies[i]);
  ws_stages_find_telling (self, run, launch, events, dataflow, tallies);
  ws_stages_describe (self, run, launch, dataflow, all_nodes);
  return self;
}

void
ws_stages_free (WsStages *self)
{
  for (guint i = 0; i < self->n_stages; i++)
    {
      g_free (self->stages[i].label);
      g_free (self->stages[i].title);
    }
  g_free (self->stages);
  g_free (self->stage_of_event);
  g_free (self);
}
