#include "stages/divergence.h"

#include "record/bounds.h"

#include <string.h>

/* The masks of the stack are nested or disjoint and all different, so there are at most 2 x 32 - 1
 * of them. */
#define MAX_PATHS 64

/* The reconvergence stack of a warp, bottom first: a path waits at its pc for those above it whose
 * reconvergence that pc is. */
typedef struct {
  WsPath paths[MAX_PATHS];
  guint n;
} Stack;

static void
remove_path (Stack *self, guint i)
{
  memmove (&self->paths[i], &self->paths[i + 1], (self->n - i - 1) * sizeof (WsPath));
  self->n--;
}

static void
push (Stack *self, guint32 mask, guint32 pc, guint32 reconverge)
{
  if (self->n < MAX_PATHS)
    self->paths[self->n++] = (WsPath){ .mask = mask, .pc = pc, .reconverge = reconverge };
}

/* A path without lanes is none, and one that waits only for lanes that are on a path
 * above it is theirs. */
static void
tidy (Stack *self)
{
  for (guint i = self->n; i-- > 0;)
    {
      guint twin = i + 1;

      while (twin < self->n && self->paths[twin].mask != self->paths[i].mask)
        twin++;
      if (twin < self->n)
        self->paths[twin].reconverge = self->paths[i].reconverge;
      if (twin < self->n || self->paths[i].mask == 0)
        remove_path (self, i);
    }
}

/* Takes @lanes off the paths that hold them, but for those that hold all of @but. */
static void
drop_lanes (Stack *self, guint32 lanes, guint32 but)
{
  for (guint i = 0; i < self->n; i++)
    if (but == 0 || (but & ~self->paths[i].mask) != 0)
      self->paths[i].mask &= ~lanes;
  tidy (self);
}

/* Paths of only some of the lanes of @mask have met in it, or the device would not run them as one.
 */
static void
merge_into (Stack *self, guint32 mask)
{
  for (guint i = self->n; i-- > 0;)
    if ((self->paths[i].mask & ~mask) == 0 && self->paths[i].mask != mask)
      remove_path (self, i);
}

static gboolean
find_path (const Stack *self, guint32 mask, guint *index)
{
  for (guint i = self->n; i-- > 0;)
    if (self->paths[i].mask == mask)
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

static void
raise_to_top (Stack *self, guint i)
{
  WsPath path = self->paths[i];

  remove_path (self, i);
  self->paths[self->n++] = path;
}

/* Brings to the top the path that the device in truth ran next. What the branches foretold holds on
 * a device with one stack; one that schedules threads independently changes between paths as it
 * likes. */
static void
select_path (Stack *self, guint32 active, guint32 site)
{
  guint i;

  merge_into (self, active);
  if (!find_path (self, active, &i))
    {
      guint32 reconverge = WS_NONE;
      guint smallest = MAX_PATHS;

      /* a split that no branch announced: the rest of the smallest path that has all these lanes
       * waits */
      for (guint k = 0; k < self->n; k++)
        {
          guint32 mask = self->paths[k].mask;
          if ((active & ~mask) == 0
              && (smallest == MAX_PATHS
                  || __builtin_popcount (mask) < __builtin_popcount (self->paths[smallest].mask)))
            smallest = k;
        }
      if (smallest < MAX_PATHS)
        reconverge = self->paths[smallest].reconverge;
      /* lanes of several paths at once have left those paths */
      drop_lanes (self, active, active);
      push (self, active, site, reconverge);
      i = self->n - 1;
    }
  raise_to_top (self, i);
  self->paths[self->n - 1].pc = site;
}

static void
branch (Stack *self, const WsEvent *event, const WsSite *site)
{
  WsPath *top = &self->paths[self->n - 1];
  guint32 outer = top->reconverge;
  guint32 others = event->active & ~event->taken;
  guint32 meet = site->reconverge;

  if (event->taken == 0)
    {
      top->pc = event->site + 1;
      return;
    }
  if (others == 0)
    {
      top->pc = site->target;
      return;
    }
  if (meet == WS_NONE || meet == outer)
    {
      /* no lane waits here: the lanes meet where the path itself was going, or never */
      self->n--;
      meet = outer;
    }
  else
    top->pc = meet;
  if (event->site + 1 != meet || meet == WS_NONE)
    push (self, others, event->site + 1, meet);
  if (site->target != meet || meet == WS_NONE)
    push (self, event->taken, site->target, meet);
}

/* The path on top has come to where it meets the one below it. */
static void
reconverge (Stack *self)
{
  while (self->n > 1 && self->paths[self->n - 1].pc != WS_NONE
         && self->paths[self->n - 1].pc == self->paths[self->n - 1].reconverge)
    self->n--;
}

static void
advance (Stack *self, const WsEvent *event, const WsSite *site)
{
  if (site->op_class == WS_OP_BRANCH)
    branch (self, event, site);
  else
    self->paths[self->n - 1].pc = event->site + 1;
  if (site->op_class == WS_OP_EXIT)
    drop_lanes (self, event->taken, 0);
  if (self->n > 0)
    reconverge (self);
}

static guint
count_events (const WsEvent *events, guint n_events, guint warp)
{
  guint n = 0;

  for (guint i = 0; i < n_events; i++)
    n += events[i].warp == warp;
  return n;
}

/**
 * ws_warp_trace_new:
 * @block: linear index of a block that was recorded in full
 * @warp: a warp of the block
 *
 * Rebuilds the reconvergence stack of a warp at each of its events, from what its branches did: the
 * lanes that wait at the point of reconvergence, those that wait for their turn on the other path,
 * and on top those that run. On a device that schedules otherwise than by a stack, the masks of the
 * events overrule it. Lanes that have exited are on no path.
 *
 * Returns: (transfer full): the trace; of no events where the block was not recorded in full
 */
WsWarpTrace *
ws_warp_trace_new (const WsRun *run, guint launch, guint block, guint warp)
{
  WsWarpTrace *self;
  const WsBlockRecord *record;
  const WsEvent *events;
  const WsSite *sites;
  g_autoptr (GArray) paths = NULL;
  Stack stack = { 0 };
  guint n = 0;
  guint kept;
  guint64 most;

  g_return_val_if_fail (run != NULL && launch < run->n_launches, NULL);

  self = g_new0 (WsWarpTrace, 1);
  self->warp = warp;
  record = ws_run_find_block (run, launch, block);
  events = record != NULL && record->n_events > 0 ? run->events + record->first_event : NULL;
  self->n_events = record != NULL ? count_events (events, record->n_events, warp) : 0;
  self->events = g_new (guint32, self->n_events + 1);
  self->depth = g_new0 (guint8, self->n_events + 1);
  self->first_path = g_new0 (guint32, self->n_events + 1);
  paths = g_array_new (FALSE, FALSE, sizeof (WsPath));
  if (self->n_events == 0)
    return self;

  most = ws_bound_get (WS_BOUND_PATHS_PER_EVENT) * self->n_events;
  sites = ws_run_get_kernel (run, launch)->sites;
  push (&stack, ws_launch_get_warp_mask (&run->launches[launch], warp), 0, WS_NONE);
  for (guint i = 0; i < record->n_events; i++)
    {
      const WsEvent *event = &events[i];

      if (event->warp != warp)
        continue;
      select_path (&stack, event->active, event->site);
      self->events[n] = i;
      /* of a stack that stays impossibly deep, the top alone */
      kept = paths->len < most ? stack.n : 1;
      self->depth[n] = kept;
      self->max_depth = MAX (self->max_depth, kept);
      self->first_path[n++] = paths->len;
      g_array_append_vals (paths, stack.paths + stack.n - kept, kept);
      advance (&stack, event, &sites[event->site]);
    }
  self->first_path[n] = paths->len;
  self->n_paths = paths->len;
  self->paths = (WsPath *)g_array_free (g_steal_pointer (&paths), FALSE);
  return self;
}

void
ws_warp_trace_free (WsWarpTrace *self)
{
  g_free (self->events);
  g_free (self->depth);
  g_free (self->first_path);
  g_free (self->paths);
  g_free (self);
}
