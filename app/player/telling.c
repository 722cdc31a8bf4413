#include "player/telling.h"

#include "accesses/memory-request.h"

#define MOST_EVENTS 50000 /* that are looked at: in a few milliseconds */

/* How bad an event is, by the view's measure; 0 if nothing is wrong. */
typedef guint (*Rate) (const WsScene *scene, guint event);

static const WsEvent *
get_event (const WsScene *scene, guint event)
{
  return &scene->run->events[scene->record->first_event + event];
}

/* What a check has found there. */
static guint
rate_finding (const WsScene *scene, guint event)
{
  return (get_event (scene, event)->flags & WS_EVENT_FOUND) != 0;
}

/* Passes and sectors beyond those that its bytes need. */
static guint
rate_access (const WsScene *scene, guint event)
{
  const WsEvent *what = get_event (scene, event);
  WsAccessCost cost = { 0 };
  guint ideal;

  if (!ws_memory_request_get_cost (
          scene->run, ws_run_get_site (scene->run, scene->launch, what->site), what, &cost))
    return 0;
  if (what->space == WS_SPACE_SHARED)
    return cost.wavefronts - cost.ideal_wavefronts;
  ideal = (cost.bytes + WS_MEMORY_REQUEST_SECTOR_BYTES - 1) / WS_MEMORY_REQUEST_SECTOR_BYTES;
  return cost.sectors - MIN (ideal, cost.sectors);
}

/* If no access is inefficient: one of many lanes, preferring shared memory. */
static guint
rate_whole_access (const WsScene *scene, guint event)
{
  const WsEvent *what = get_event (scene, event);
  guint n_lanes = (guint)__builtin_popcount (what->taken);
  WsAccessCost cost = { 0 };

  if (!ws_memory_request_get_cost (
          scene->run, ws_run_get_site (scene->run, scene->launch, what->site), what, &cost))
    return 0;
  return 2 * n_lanes + (what->space == WS_SPACE_SHARED);
}

/* Its index among the warp's own. */
static guint
find_own (const WsWarpTrace *trace, guint event)
{
  guint low = 0;
  guint high = trace->n_events;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (trace->events[middle] < event)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Idle lanes of the warp that wait for the executing ones. */
static guint
rate_divergence (const WsScene *scene, guint event)
{
  const WsWarpTrace *trace = g_ptr_array_index (scene->warps, get_event (scene, event)->warp);
  guint own = find_own (trace, event);
  guint32 all;
  guint32 active;

  if (own >= trace->n_events || trace->depth[own] < 2)
    return 0;
  all = trace->paths[trace->first_path[own]].mask;
  active = trace->paths[trace->first_path[own + 1] - 1].mask;
  return (guint)__builtin_popcount (all & ~active);
}

/* Of the views that show what happens at one instant, what is wrong there, and what they are about
 * where nothing is; a tree shows all that has happened. */
static const struct {
  Rate wrong;
  Rate right;
} rates[WS_N_VIEWS] = {
  [WS_VIEW_CODE] = { rate_finding, NULL },
  [WS_VIEW_LANES] = { rate_divergence, NULL },
  [WS_VIEW_MEMORY] = { rate_access, rate_whole_access },
};

/* The first with the highest rating; %WS_NONE if there is none. */
static guint
find_most (const WsScene *scene, Rate rate)
{
  guint n = MIN (ws_scene_get_n_events (scene), MOST_EVENTS);
  guint found = WS_NONE;
  guint most = 0;

  for (guint i = 0; i < n; i++)
    {
      guint rating = rate (scene, i);

      if (rating > most)
        {
          most = rating;
          found = i;
        }
    }
  return found;
}

/**
 * ws_telling_find:
 * @scene: that has a block
 * @view: that shows it
 * @moment: (inout): goes to where something is wrong, and follows the warp that does it; else to
 * what the view is about
 *
 * What a check has found comes first, then what the view is about: accesses that take more than
 * they need, lanes that wait. An access that takes no more than it needs is one of all lanes.
 *
 * Returns: whether this view shows something of the kind at an instant; otherwise @moment stays
 */
gboolean
ws_telling_find (const WsScene *scene, WsView view, WsMoment *moment)
{
  guint event;

  g_return_val_if_fail (scene->record != NULL, FALSE);

  if (rates[view].wrong == NULL)
    return FALSE;
  event = find_most (scene, rate_finding);
  if (event == WS_NONE)
    event = find_most (scene, rates[view].wrong);
  if (event == WS_NONE && rates[view].right != NULL)
    event = find_most (scene, rates[view].right);
  if (event == WS_NONE)
    return FALSE;
  moment->position = event;
  moment->time = ws_scene_time_at (scene, event);
  moment->warp = get_event (scene, event)->warp;
  return TRUE;
}
