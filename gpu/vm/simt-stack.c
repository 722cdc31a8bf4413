#include "vm/simt-stack.h"

#include <string.h>

#define FIRST_ROOM 8

static void
push_path (WsWarp *warp, guint32 pc, guint32 mask, guint32 join)
{
  if (mask == 0)
    return;
  if (warp->n_paths == warp->paths_room)
    {
      warp->paths_room = MAX (warp->paths_room * 2, FIRST_ROOM);
      warp->paths = g_renew (WsPath, warp->paths, warp->paths_room);
    }
  warp->paths[warp->n_paths++] = (WsPath){ .pc = pc, .mask = mask, .join = join };
}

/* Removes path @i from the waiting ones. */
static WsPath
take_path (WsWarp *warp, guint i)
{
  WsPath path = warp->paths[i];

  warp->n_paths--;
  memmove (&warp->paths[i], &warp->paths[i + 1], (warp->n_paths - i) * sizeof path);
  return path;
}

static void
run_path (WsWarp *warp, guint32 pc, guint32 mask, guint32 join)
{
  warp->pc = pc;
  warp->mask = mask;
  warp->join = join;
  warp->rpc = join != WS_NONE && !warp->joins[join].of_call ? warp->joins[join].pc : WS_NONE;
}

/* Returns: a new join of @mask at @pc, reusing a finished one if possible */
static guint32
push_join (WsWarp *warp, guint32 pc, gboolean ends, guint32 mask, guint32 outer)
{
  const WsJoin join = { .pc = pc, .mask = mask, .outer = outer, .ends = ends };

  for (guint32 i = warp->n_joins; i-- > 0 && warp->n_joins > warp->n_used_joins;)
    if (warp->joins[i].mask == 0)
      {
        warp->joins[i] = join;
        warp->n_used_joins++;
        return i;
      }
  if (warp->n_joins == warp->joins_room)
    {
      warp->joins_room = MAX (warp->joins_room * 2, FIRST_ROOM);
      warp->joins = g_renew (WsJoin, warp->joins, warp->joins_room);
    }
  warp->joins[warp->n_joins] = join;
  warp->n_used_joins++;
  return warp->n_joins++;
}

static void
drop_join (WsWarp *warp, guint32 join)
{
  warp->joins[join] = (WsJoin){ .outer = WS_NONE };
  warp->n_used_joins--;
  while (warp->n_joins > 0 && warp->joins[warp->n_joins - 1].mask == 0)
    warp->n_joins--;
}

/**
 * ws_simt_stack_reset:
 * @warp: a warp that begins
 *
 * All its lanes on one path, at the first operation.
 */
void
ws_simt_stack_reset (WsWarp *warp)
{
  warp->apart = FALSE;
  warp->n_paths = 0;
  warp->n_joins = warp->n_used_joins = 0;
  run_path (warp, 0, warp->all, WS_NONE);
}

/**
 * ws_simt_stack_part:
 * @warp: a warp that begins
 *
 * Puts each lane on its own path. They never reconverge by themselves; when one has to wait for
 * others, the next one runs.
 */
void
ws_simt_stack_part (WsWarp *warp)
{
  warp->apart = TRUE;
  for (guint lane = WS_LANES; lane-- > 1;)
    push_path (warp, 0, warp->all & 1u << lane, WS_NONE);
  run_path (warp, 0, 1, WS_NONE);
}

/* The active path has reached its join: the last to arrive continues with all lanes. */
static void
arrive (WsWarp *warp)
{
  guint32 index = warp->join;
  WsJoin *join = &warp->joins[index];

  join->arrived |= warp->mask;
  if (join->arrived != join->mask)
    {
      warp->mask = 0;
      return;
    }
  run_path (warp, join->pc, join->mask, join->outer);
  drop_join (warp, index);
}

/* The join of the active path's lanes for reconvergence at @pc: their current one, a new one, or
 * none. */
static guint32
find_join (WsWarp *warp, guint32 pc, gboolean ends)
{
  if (pc == WS_NONE)
    return WS_NONE;
  if (pc == warp->rpc)
    return warp->join;
  return push_join (warp, pc, ends, warp->mask, warp->join);
}

/**
 * ws_simt_stack_diverge:
 * @warp: a warp whose path diverges at a branch
 * @join_pc: reconvergence point; %WS_NONE: none; may equal that of the path
 * @ends: whether all lanes end there
 * @target: of the branch
 * @jump: the lanes that take it
 *
 * One path continues, the other waits.
 */
void
ws_simt_stack_diverge (WsWarp *warp, guint32 join_pc, gboolean ends, guint32 target, guint32 jump,
                       guint32 stay)
{
  guint32 join = find_join (warp, join_pc, ends);
  guint32 next = warp->pc + 1;

  if (join != WS_NONE && target == join_pc)
    {
      warp->joins[join].arrived |= jump;
      run_path (warp, next, stay, join);
    }
  else
    {
      push_path (warp, target, jump, join);
      run_path (warp, next, stay, join);
    }
  ws_simt_stack_settle (warp);
}

/**
 * ws_simt_stack_branch:
 * @warp: a warp whose path reaches a branch with several targets
 * @join_pc: as of ws_simt_stack_diverge()
 * @ends: whether all lanes end there
 * @targets: (array length=n): the targets
 * @masks: (array length=n): the lanes for each; together all of the path's, disjoint
 * @n: of them; the last one runs first
 */
void
ws_simt_stack_branch (WsWarp *warp, guint32 join_pc, gboolean ends, const guint32 *targets,
                      const guint32 *masks, guint n)
{
  guint32 join = find_join (warp, join_pc, ends);

  for (guint i = 0; i + 1 < n; i++)
    push_path (warp, targets[i], masks[i], join);
  run_path (warp, targets[n - 1], masks[n - 1], join);
  ws_simt_stack_settle (warp);
}

/**
 * ws_simt_stack_call:
 * @warp: a warp whose path calls functions
 * @targets: (array length=n): the functions
 * @masks: (array length=n): the lanes that call each; together all of the path's, disjoint
 * @n: of them; the last one runs first
 *
 * All lanes reconverge after the call, once each has returned.
 */
void
ws_simt_stack_call (WsWarp *warp, const guint32 *targets, const guint32 *masks, guint n)
{
  guint32 join = push_join (warp, warp->pc + 1, FALSE, warp->mask, warp->join);

  warp->joins[join].of_call = TRUE;
  for (guint i = 0; i + 1 < n; i++)
    push_path (warp, targets[i], masks[i], join);
  run_path (warp, targets[n - 1], masks[n - 1], join);
  ws_simt_stack_settle (warp);
}

/**
 * ws_simt_stack_return:
 * @warp: a warp whose path has reached the end of a function
 *
 * Its lanes wait after the call for those that are still in it.
 */
void
ws_simt_stack_return (WsWarp *warp)
{
  g_return_if_fail (warp->join != WS_NONE && warp->joins[warp->join].of_call);
  arrive (warp);
  ws_simt_stack_settle (warp);
}

/* Among paths with the same join, merges one that waits at the current place, and lets one that is
 * further back go first, because it may still arrive here. So lanes that continue a loop reconverge
 * with those that ran its body even if others leave the loop there, and lanes of different cases of
 * a switch reconverge as early as possible even if some exit. The hardware's convergence barriers,
 * which a break removes lanes from, do the same. FALSE if there is nothing to do. */
static gboolean
meet (WsWarp *warp)
{
  guint furthest = warp->n_paths;
  guint32 pc = warp->pc;
  WsPath *other;
  WsPath swap;

  if (warp->apart)
    return FALSE;
  for (guint i = warp->n_paths; i-- > 0;)
    {
      const WsPath *path = &warp->paths[i];

      if (path->join != warp->join || path->state != WS_PATH_READY)
        continue;
      if (path->pc == warp->pc)
        {
          warp->mask |= path->mask;
          take_path (warp, i);
          return TRUE;
        }
      if (path->pc < pc && !path->spins)
        {
          pc = path->pc;
          furthest = i;
        }
    }
  if (furthest == warp->n_paths)
    return FALSE;
  other = &warp->paths[furthest];
  swap = *other;
  *other = (WsPath){ .pc = warp->pc, .mask = warp->mask, .join = warp->join };
  run_path (warp, swap.pc, swap.mask, swap.join);
  return TRUE;
}

/* Whether the path waits for @key, with lanes of @members. */
static gboolean
waits_with (const WsPath *path, guint32 key, guint32 members)
{
  return path->state == WS_PATH_WAITS && path->key == key && (path->mask & members) != 0;
}

/* Whether @lanes, which wait for @members by @key, form a complete group, transitively through the
 * paths of these members. Other groups of lanes may wait at the same instruction. */
static gboolean
is_complete (const WsWarp *warp, guint32 key, guint32 lanes, guint32 members)
{
  guint32 there = 0;

  while (there != lanes)
    {
      there = lanes;
      for (guint i = 0; i < warp->n_paths; i++)
        if (waits_with (&warp->paths[i], key, members))
          {
            lanes |= warp->paths[i].mask;
            members |= warp->paths[i].members;
          }
    }
  return (members & warp->live & ~lanes) == 0;
}

/* Activates a waiting path whose members have all arrived or exited. FALSE if there is none. */
static gboolean
run_complete (WsWarp *warp)
{
  for (guint i = warp->n_paths; i-- > 0;)
    {
      WsPath path = warp->paths[i];

      if (path.state != WS_PATH_WAITS || !is_complete (warp, path.key, path.mask, path.members))
        continue;
      take_path (warp, i);
      run_path (warp, path.pc, path.mask, path.join);
      return TRUE;
    }
  return FALSE;
}

/* Releases the lanes that wait at the innermost join, if @is_waited_for or other paths wait at an
 * instruction; if these only wait at a block barrier, at the innermost join where all lanes end.
 * FALSE if there is none. */
static gboolean
release_join (WsWarp *warp, gboolean is_waited_for)
{
  gboolean at_barrier = FALSE;

  for (guint i = 0; i < warp->n_paths; i++)
    {
      gboolean waits = warp->paths[i].state == WS_PATH_WAITS;

      is_waited_for |= waits && !warp->paths[i].at_barrier;
      at_barrier |= waits && warp->paths[i].at_barrier;
    }
  for (guint32 i = warp->n_joins; i-- > 0;)
    {
      WsJoin *join = &warp->joins[i];
      guint32 lanes = join->arrived;

      if (lanes == 0 || !(is_waited_for || (at_barrier && join->ends)))
        continue;
      join->mask &= ~lanes;
      join->arrived = 0;
      run_path (warp, join->pc, lanes, join->outer);
      return TRUE;
    }
  return FALSE;
}

/* Activates the runnable path that was pushed last. FALSE if there is none. */
static gboolean
next_path (WsWarp *warp)
{
  for (guint i = warp->n_paths; i-- > 0;)
    if (warp->paths[i].state == WS_PATH_READY)
      {
        WsPath path = take_path (warp, i);

        run_path (warp, path.pc, path.mask, path.join);
        return TRUE;
      }
  return warp->live != 0 && (run_complete (warp) || release_join (warp, FALSE));
}

/* See ws_simt_stack_settle(). If no path can run, the warp has no active lane afterwards. */
void
ws_simt_stack_settle_slowly (WsWarp *warp)
{
  for (;;)
    if (warp->mask == 0)
      {
        if (!next_path (warp))
          return;
      }
    else if (warp->pc == warp->rpc)
      arrive (warp);
    else if (!meet (warp))
      return;
}

/**
 * ws_simt_stack_leave:
 * @lanes: of the active path, that exit
 *
 * No lane waits for them any more.
 */
void
ws_simt_stack_leave (WsWarp *warp, guint32 lanes)
{
  warp->live &= ~lanes;
  warp->mask &= ~lanes;
  for (guint32 i = warp->n_joins; i-- > 0;)
    {
      const WsJoin join = i < warp->n_joins ? warp->joins[i] : (WsJoin){ 0 };

      if ((join.mask & lanes) == 0)
        continue;
      warp->joins[i].mask &= ~lanes;
      if (join.arrived != warp->joins[i].mask)
        continue;
      push_path (warp, join.pc, join.arrived, join.outer);
      drop_join (warp, i);
    }
}

/**
 * ws_simt_stack_split:
 * @warp: a warp whose path reaches an instruction for some of its lanes
 * @lanes: those
 *
 * They stay here; the others continue on a separate path after it.
 */
void
ws_simt_stack_split (WsWarp *warp, guint32 lanes)
{
  push_path (warp, warp->pc + 1, warp->mask & ~lanes, warp->join);
  warp->mask = lanes;
}

/**
 * ws_simt_stack_wait:
 * @warp: a warp whose path reaches an instruction that other lanes must execute, too
 * @key: identifies what they wait for
 * @members: the expected lanes
 * @at_barrier: whether it is a barrier of the block
 *
 * Lets another path run until all @members that have not exited have arrived. If none can run, the
 * warp has no active lane afterwards.
 *
 * Returns: whether all have arrived: then it does not wait, and ws_simt_stack_take() returns the
 * others
 */
gboolean
ws_simt_stack_wait (WsWarp *warp, guint32 key, guint32 members, gboolean at_barrier)
{
  WsPath *path;

  if (is_complete (warp, key, warp->mask, members))
    return TRUE;
  push_path (warp, warp->pc, warp->mask, warp->join);
  path = &warp->paths[warp->n_paths - 1];
  path->state = WS_PATH_WAITS;
  path->key = key;
  path->members = members;
  path->at_barrier = at_barrier;
  warp->mask = 0;
  ws_simt_stack_settle (warp);
  return FALSE;
}

/**
 * ws_simt_stack_take:
 * @key: that paths wait for
 * @members: (inout): members of the released paths; adds those of this path
 * @pc: (out): pc of the next released path
 * @mask: (out): its lanes
 *
 * Lets it continue after its place.
 *
 * Returns: whether there was one
 */
gboolean
ws_simt_stack_take (WsWarp *warp, guint32 key, guint32 *members, guint32 *pc, guint32 *mask)
{
  for (guint i = 0; i < warp->n_paths; i++)
    {
      WsPath *path = &warp->paths[i];

      if (!waits_with (path, key, *members))
        continue;
      *members |= path->members;
      *pc = path->pc;
      *mask = path->mask;
      *path = (WsPath){ .pc = path->pc + 1, .mask = path->mask, .join = path->join };
      return TRUE;
    }
  return FALSE;
}

/**
 * ws_simt_stack_yield:
 * @warp: a warp whose path spins until another thread writes
 *
 * Lets another path run: the runnable one that has waited longest; or the lanes that have left the
 * loop, and wait after it for the others.
 */
void
ws_simt_stack_yield (WsWarp *warp)
{
  const WsPath self = { .pc = warp->pc, .mask = warp->mask, .join = warp->join, .spins = TRUE };
  gboolean found = FALSE;

  for (guint i = 0; i < warp->n_paths && !found; i++)
    if (warp->paths[i].state == WS_PATH_READY)
      {
        WsPath path = take_path (warp, i);

        run_path (warp, path.pc, path.mask, path.join);
        found = TRUE;
      }
  if (!found && !release_join (warp, TRUE))
    return;
  push_path (warp, self.pc, self.mask, self.join);
  warp->paths[warp->n_paths - 1].spins = TRUE;
  ws_simt_stack_settle (warp);
}

/**
 * ws_simt_stack_get_stuck:
 * @warp: a warp without a runnable path, though some lanes have not exited
 * @mask: (out): the lanes that wait
 *
 * Returns: pc of the path that has waited longest; %WS_NONE if none waits
 */
guint32
ws_simt_stack_get_stuck (const WsWarp *warp, guint32 *mask)
{
  for (guint i = 0; i < warp->n_paths; i++)
    if (warp->paths[i].state == WS_PATH_WAITS)
      {
        *mask = warp->paths[i].mask;
        return warp->paths[i].pc;
      }
  return WS_NONE;
}
