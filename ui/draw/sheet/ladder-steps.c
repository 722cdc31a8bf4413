/* ladder-steps.c: what a kernel of a ladder gains. */
#include "sheet/ladder.h"

#include <math.h>

/**
 * ws_ladder_get_kernel:
 * @i: index of a kernel
 *
 * Returns: (transfer none): its first point in the sweep shown
 */
const WsSweepPoint *
ws_ladder_get_kernel (const WsLadder *self, guint i)
{
  return self->kernels->pdata[i];
}

/**
 * ws_ladder_find:
 * @s: index of a sweep
 * @i: index of a kernel
 *
 * Returns: (transfer none) (nullable): what the sweep has of the kernel; %NULL if it has no time
 * that counts
 */
const WsSweepPoint *
ws_ladder_find (const WsLadder *self, guint s, guint i)
{
  const WsSweepPoint *point =
      ws_sheet_find_point (self->sweeps[s], ws_ladder_get_kernel (self, i)->kernel, 0);

  return point != NULL && ws_sheet_is_ranked (point) ? point : NULL;
}

/* What was published goes before what its rounded times would give, if it is against the same
 * kernel. A point's step is against the one before it in its own sweep, its speed-up against the
 * first. */
static gboolean
is_published (const WsSweep *sweep, const WsSweepPoint *point, const WsSweepPoint *against,
              gboolean first)
{
  guint at = 0;

  if (!point->has_gain || (!first && !g_ptr_array_find (sweep->points, (gpointer)point, &at)))
    return FALSE;
  return (first || at > 0) && ws_sweep_get_point (sweep, first ? 0 : at - 1) == against;
}

/**
 * ws_ladder_get_speedup:
 * @s: index of a sweep
 * @i: index of a kernel
 *
 * Returns: how many times as fast as the first kernel it is, as published where others published
 * that; NAN where either is not known
 */
double
ws_ladder_get_speedup (const WsLadder *self, guint s, guint i)
{
  const WsSweepPoint *point = ws_ladder_find (self, s, i);
  const WsSweepPoint *base =
      self->base != NULL ? ws_sheet_find_point (self->sweeps[s], self->base->kernel, 0) : NULL;

  if (point == NULL || base == NULL || !ws_sheet_is_ranked (base))
    return NAN;
  if (is_published (self->sweeps[s], point, base, TRUE))
    return point->speedup;
  return ws_sheet_get_time (base) / ws_sheet_get_time (point);
}

/**
 * ws_ladder_get_step:
 * @s: index of a sweep
 * @i: index of a kernel
 *
 * Returns: how many times as fast as the kernel before it is, as published where others published
 * that; NAN where either is not known
 */
double
ws_ladder_get_step (const WsLadder *self, guint s, guint i)
{
  const WsSweepPoint *point = ws_ladder_find (self, s, i);
  const WsSweepPoint *before = i > 0 ? ws_ladder_find (self, s, i - 1) : NULL;

  if (point == NULL || before == NULL)
    return NAN;
  if (is_published (self->sweeps[s], point, before, FALSE))
    return point->step;
  return ws_sheet_get_time (before) / ws_sheet_get_time (point);
}
