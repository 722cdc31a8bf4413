/* contention.c: how much co-resident blocks slow each other down.
 *
 * Traced blocks are timed again with co-resident ones: at full residency, at half, and alone; other
 * numbers are interpolated. Resources shared by all SMs set a lower bound on the launch's time: the
 * bandwidth of device memory, and the serialisation of atomics in an L2 slice.
 */
#include "clock/contention.h"

#include "record/cache.h"

#define TENTHS 10

/**
 * ws_contention_new_none:
 * @blocks_per_sm: resident at once
 *
 * Returns: (transfer full): contention of blocks that do not affect each other
 */
WsContention *
ws_contention_new_none (guint blocks_per_sm)
{
  WsContention *self = g_new0 (WsContention, 1);

  self->blocks_per_sm = blocks_per_sm;
  self->factors = g_new (guint64, blocks_per_sm);
  for (guint i = 0; i < blocks_per_sm; i++)
    self->factors[i] = WS_CONTENTION_ONE;
  return self;
}

void
ws_contention_free (WsContention *self)
{
  g_free (self->factors);
  g_free (self);
}

/* Share, of 256, of the sectors first touched by a block that no other block has touched. */
static guint
find_new_share (const WsTraffic *traffic, guint64 missed)
{
  guint64 n = ws_traffic_get_new_sectors (traffic);

  return n >= missed ? WS_ALL_NEW : (guint)(n * WS_ALL_NEW / missed);
}

/* Minimum cycles in which device memory transfers so many sectors. */
static guint64
memory_cycles (const WsSpec *spec, guint64 sectors)
{
  return (guint64)((unsigned __int128)sectors * WS_CACHE_SECTOR_BYTES * spec->clock_khz * 1000
                   / ws_spec_get_rate (spec));
}

static void
fill (WsContention *self, guint from, guint to, double low, double high)
{
  for (guint r = from; r <= to; r++)
    self->factors[r - 1] = (guint64)MAX (
        (from == to ? high : low + (high - low) * (r - from) / (to - from)) * WS_CONTENTION_ONE, 1);
}

static void
time_beside (WsContention *self, const WsSm *sm, guint new_share)
{
  guint per_sm = (sm->n_blocks + sm->spec->n_sms - 1) / sm->spec->n_sms;
  guint most = CLAMP (per_sm, 1, self->blocks_per_sm);
  guint half = (most + 1) / 2;
  double times[3];

  times[0] = ws_sm_find_stretch (sm, 1, new_share);
  times[1] = half > 1 ? ws_sm_find_stretch (sm, half, new_share) : times[0];
  times[2] = most > half ? ws_sm_find_stretch (sm, most, new_share) : times[1];
  if (times[0] <= 0 || times[1] <= 0 || times[2] <= 0)
    return;
  fill (self, 1, half, times[0], times[1]);
  fill (self, half, most, times[1], times[2]);
  fill (self, most, self->blocks_per_sm, times[2], times[2]);
}

/**
 * ws_contention_new:
 * @sm: the launch, with traces of some of its blocks
 * @traffic: of its timed blocks
 * @uses: (array): use of each block alone
 * @n_timed: blocks that were timed
 *
 * Returns: (transfer full): the contention of its blocks
 */
WsContention *
ws_contention_new (const WsSm *sm, const WsTraffic *traffic, const WsBlockUse *uses,
                   guint32 n_timed)
{
  WsContention *self = ws_contention_new_none (sm->blocks_per_sm);
  guint64 missed = 0;
  guint64 atomics;
  guint new_share;

  for (guint32 b = 0; b < sm->n_blocks; b++)
    missed += uses[b].missed;
  new_share = find_new_share (traffic, missed);
  if (sm->traces->len > 0)
    time_beside (self, sm, new_share);
  atomics = ws_traffic_get_atomic_tenths (traffic) * sm->n_blocks / MAX (n_timed, 1);
  self->least = MAX (memory_cycles (sm->spec, missed * new_share / WS_ALL_NEW
                                                  + ws_traffic_get_written_back (traffic, missed)),
                     atomics / TENTHS);
  /* each SM translates pages that it has not accessed before, one at a time */
  self->delay = ws_traffic_get_new_pages (traffic) * sm->spec->page_cycles
                * MIN (sm->n_blocks, sm->spec->n_sms);
  return self;
}
