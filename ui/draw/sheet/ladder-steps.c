/* ladder-steps.c: the gains of a ladder's kernels. */
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
 * Returns: (transfer none) (nullable): the kernel's point in the sweep; %NULL if it has no valid
 * time
 */
const WsSweepPoint *
ws_ladder_find (const WsLadder *self, guint s, guint i)
{
  const WsSweepPoint *point =
      ws_sheet_find_point (self->sweeps[s], ws_ladder_get_kernel (self, i)->kernel, 0);

  return point != NULL && ws_sheet_is_ranked (point) ? point : NULL;
}

/* Published factors take precedence over those from rounded times, if relative to the same kernel.
 * A point's step is relative to the previous one in its own sweep, its speed-up to the first. */
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
 * Returns: its speed-up over the first kernel, as published if it was; NAN if either is unknown
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
 * Returns: its speed-up over the previous kernel, as published if it was; NAN if either is unknown
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
