#include "lanes/private.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ws_lanes_get_warp:
 * @scene: of a block that has warps
 * @moment: which warp is chosen
 *
 * Returns: that warp, brought inside the block
 */
guint
ws_lanes_get_warp (const WsScene *scene, const WsMoment *moment)
{
  return MIN (moment->warp, scene->warps->len - 1);
}

/**
 * ws_lanes_get_instruction:
 * @event: of the block
 *
 * Returns: instruction of the trace that the warp is at then; %WS_NONE before its first
 */
guint32
ws_lanes_get_instruction (const WsWarpTrace *trace, guint event)
{
  guint low = 0;
  guint high = trace->n_events;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (trace->events[middle] <= event)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : WS_NONE;
}

/* Of a branch whose one side leads straight to where the lanes meet again, the other side is where
 * there is something to do. Where both sides lead somewhere, those that jump are meant. Returns: of
 * the lanes of the event's path, those that stay active */
static guint32
get_working (const WsKernel *kernel, const WsEvent *event)
{
  const WsSite *site = &kernel->sites[event->site];

  if (site->op_class != WS_OP_BRANCH)
    return event->taken;
  if ((site->flags & WS_SITE_GUARDED) == 0 && event->taken == event->active)
    return event->active;
  if (site->reconverge != WS_NONE && site->target == site->reconverge)
    return event->active & ~event->taken;
  /* they all go on: none waits */
  if (event->taken == 0)
    return event->active;
  return event->taken;
}

/* Lanes that have not exited. */
static guint32
get_alive (const WsWarpTrace *trace, guint32 instruction)
{
  guint32 alive = 0;

  for (guint32 i = trace->first_path[instruction]; i < trace->first_path[instruction + 1]; i++)
    alive |= trace->paths[i].mask;
  return alive;
}

/**
 * ws_lanes_get_paths:
 * @paths: (out caller-allocates) (array length=WS_LANES_MAX_PATHS): bottom first
 *
 * The divergence stack of the chosen warp at its moment. Lanes that have just ended are on no path.
 *
 * Returns: how many paths there are; 0 before its first instruction, and after its last
 */
guint
ws_lanes_get_paths (const WsLanes *self, WsPath paths[])
{
  guint now = ws_scene_event_at (self->scene, self->moment->position);
  const WsEvent *event;
  guint32 gone;
  guint n = 0;

  if (self->instruction == WS_NONE)
    return 0;
  event = &self->events[self->trace->events[self->instruction]];
  gone = self->kernel->sites[event->site].op_class == WS_OP_EXIT
                 && self->trace->events[self->instruction] < now
             ? event->taken
             : 0;
  for (guint32 i = self->trace->first_path[self->instruction];
       i < self->trace->first_path[self->instruction + 1] && n < WS_LANES_MAX_PATHS; i++)
    {
      paths[n] = self->trace->paths[i];
      paths[n].mask &= ~gone;
      n += paths[n].mask != 0;
    }
  return n;
}

/**
 * ws_lanes_get_states:
 * @warp: a warp of its block
 * @position: of a playhead
 * @states: (out): one per lane
 *
 * States of a warp's lanes at a position, from the current instruction.
 *
 * Returns: the event of the block that the warp executed last, %WS_NONE before its first
 */
guint32
ws_lanes_get_states (const WsScene *scene, guint warp, double position,
                     WsLaneState states[WS_WARP_SIZE])
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  guint now = ws_scene_event_at (scene, position);
  const WsWarpTrace *trace;
  const WsEvent *event;
  guint32 instruction;
  guint32 index;
  guint32 working;
  guint32 alive;
  WsOpClass op_class;

  g_return_val_if_fail (warp < scene->warps->len, WS_NONE);

  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    states[lane] = WS_LANE_NONE;
  trace = g_ptr_array_index (scene->warps, warp);
  instruction = ws_lanes_get_instruction (trace, now);
  if (instruction == WS_NONE)
    return WS_NONE;
  index = trace->events[instruction];
  event = &scene->run->events[scene->record->first_event + index];
  op_class = kernel->sites[event->site].op_class;
  working = get_working (kernel, event);
  alive = get_alive (trace, instruction) | event->active;
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      guint32 bit = 1u << lane;

      if ((alive & bit) == 0)
        continue;
      if ((event->active & bit) == 0)
        states[lane] = WS_LANE_WAITS;
      else if (op_class == WS_OP_EXIT && index < now)
        states[lane] = (event->taken & bit) != 0 ? WS_LANE_NONE : WS_LANE_PASSES;
      else if ((working & bit) == 0)
        states[lane] = WS_LANE_PASSES;
      else
        states[lane] = op_class == WS_OP_BARRIER && index < now ? WS_LANE_PARKED : WS_LANE_WORKS;
    }
  return index;
}

/**
 * ws_lanes_get_source_line:
 * @kernel: what is run
 * @line: 1-based
 *
 * Returns: (transfer full) (nullable): that line of its source, without indentation; %NULL if it
 * has none
 */
char *
ws_lanes_get_source_line (const WsKernel *kernel, guint line)
{
  const char *at = kernel->source;

  if (at == NULL || line == 0)
    return NULL;
  for (guint i = 1; i < line && at != NULL; i++)
    {
      at = strchr (at, '\n');
      if (at != NULL)
        at++;
    }
  if (at == NULL || *at == '\0')
    return NULL;
  return g_strstrip (g_strndup (at, strcspn (at, "\n")));
}

/* What an instruction does, in words; NULL of one that its source line says best. */
static const struct {
  WsOpClass op_class;
  const char *what;
} deeds[] = {
  { WS_OP_BRANCH, N_ ("branch") },
  { WS_OP_LOAD, N_ ("load") },
  { WS_OP_STORE, N_ ("store") },
  { WS_OP_ATOMIC, N_ ("atomic") },
  { WS_OP_BARRIER, N_ ("barrier") },
  { WS_OP_SHUFFLE, N_ ("shuffle") },
  { WS_OP_REDUX, N_ ("warp reduction") },
  { WS_OP_VOTE, N_ ("vote") },
  { WS_OP_WARP_BARRIER, N_ ("warp barrier") },
  { WS_OP_FENCE, N_ ("fence") },
  { WS_OP_CALL, N_ ("call") },
  { WS_OP_EXIT, N_ ("end") },
};

static const char *
get_deed (WsOpClass op_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (deeds); i++)
    if (deeds[i].op_class == op_class)
      return _ (deeds[i].what);
  return NULL;
}

/**
 * ws_lanes_subtitle:
 * @moment: when
 *
 * Returns: (transfer full): what the chosen warp does, as in "branch at line 19: if (tid % (2 * s)
 * == 0)"
 */
char *
ws_lanes_subtitle (const WsScene *scene, const WsMoment *moment)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  guint warp = ws_lanes_get_warp (scene, moment);
  guint32 index = ws_scene_warp_event_at (scene, warp, moment->position);
  const WsSite *site;
  g_autofree char *source = NULL;
  const char *what;

  if (index == WS_NONE)
    return g_strdup_printf (_ ("warp %u has not started"), warp);
  site = &kernel->sites[scene->run->events[scene->record->first_event + index].site];
  what = get_deed (site->op_class);
  if (site->line == 0 || site->line == WS_NONE)
    return g_strdup (what != NULL ? what : _ ("arithmetic"));
  source = ws_lanes_get_source_line (kernel, site->line);
  if (source == NULL || *source == '\0')
    return what != NULL ? g_strdup_printf (_ ("%1$s at line %2$u"), what, site->line)
                        : g_strdup_printf (_ ("line %u"), site->line);
  return what != NULL ? g_strdup_printf (_ ("%1$s at line %2$u: %3$s"), what, site->line, source)
                      : g_strdup_printf (_ ("line %1$u: %2$s"), site->line, source);
}
