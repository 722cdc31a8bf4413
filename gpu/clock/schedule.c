/* schedule.c: when and on which SM each block would have run among the others.
 *
 * A block's own time, alone on an SM, comes from clock.c. Here blocks are placed like by the
 * hardware's block scheduler: in order, at the spec's rate, on the SM with the fewest resident
 * blocks (the lowest such SM), as soon as the occupancy allows, and not before the spec's gap after
 * a block has left.
 *
 * Blocks that share an SM are all stretched by one factor, which depends on their number
 * (contention.c), until one leaves or another arrives. If resources shared by all SMs make the
 * whole launch longer, all times are stretched once more.
 *
 * Not modelled: instruction caches; dual issue of Kepler's schedulers; registers, except for their
 * effect on occupancy.
 */
#include "clock/schedule.h"

#include "clock/min-tree.h"
#include "occupancy/occupancy.h"

#include <string.h>

#define TICKS         WS_CONTENTION_ONE /* of a cycle: times are kept in them */
#define NEVER         G_MAXUINT64
#define CANCEL_BLOCKS 4096 /* blocks placed between two checks for cancellation */
#define PICO          G_GUINT64_CONSTANT (1000000000)

/* From @own on, in cycles of a block alone on the SM, a cycle takes @factor ticks. */
typedef struct {
  guint64 own;
  guint64 ticks;
  guint64 factor;
} Point;

G_STATIC_ASSERT (WS_SCHEDULE_BLOCK_BYTES >= sizeof (guint64) + 2 * 3 * sizeof (Point));

typedef struct {
  guint32 block;
  guint64 start;      /* cycles of the launch */
  guint64 end;        /* own cycles of the SM; NEVER: the slot is free */
  gboolean has_ended; /* in the gap before the next block */
} Slot;

typedef struct {
  Slot *slots;
  guint64 own;
  guint64 ticks;
  guint64 factor;
  GArray *points; /* Point */
} Sm;

struct _WsSchedule {
  const WsBlockUse *uses;
  /* NULL if only the duration is wanted */
  WsResidency *residencies;
  guint64 *begun; /* per block: own cycles of its SM */
  Sm *sms;
  WsMinTree *next_end;   /* per SM: ticks; NEVER while it is empty */
  WsMinTree *n_resident; /* per SM */
  guint n_sms;
  guint per_sm;
  guint gap; /* cycles */
  const WsContention *contention;
  guint64 duration; /* cycles, without the second stretch */
  guint64 numerator;
  guint64 denominator;
};

/**
 * ws_schedule_blocks_per_sm:
 * @registers: per thread, 0 if unknown
 * @shared_bytes: shared memory of a block, static and dynamic
 *
 * Returns: resident blocks of one SM, by the occupancy calculator; at least 1 for a launch that
 *   ws_device_check_launch() admits
 */
guint
ws_schedule_blocks_per_sm (const WsSpec *spec, guint n_threads, guint registers,
                           guint32 shared_bytes)
{
  const WsOccupancyLimits *limits = ws_occupancy_limits_find (spec->cc_major, spec->cc_minor);
  const WsOccupancyLaunch launch = {
    .threads = n_threads,
    .registers = registers,
    .dynamic_shared_bytes = shared_bytes,
    .carve_out = -1,
    .barriers = 1,
  };
  WsOccupancy occupancy;
  guint warps = (n_threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE;

  if (limits == NULL)
    return MAX (MIN (spec->max_blocks_per_sm, spec->max_warps_per_sm / MAX (warps, 1)), 1);
  ws_occupancy_compute (limits, &launch, &occupancy);
  return MAX (occupancy.blocks, 1);
}

/* ---- an SM ---- */

/* How many ticks a cycle of blocks alone on the SM takes now. */
static guint64
factor_of (const WsSchedule *self, const Sm *sm)
{
  guint n = 0;

  for (guint i = 0; i < self->per_sm; i++)
    n += sm->slots[i].end != NEVER && !sm->slots[i].has_ended;
  return n == 0 ? TICKS : self->contention->factors[n - 1];
}

/* Updates it after blocks have arrived or left. */
static void
settle (WsSchedule *self, guint index)
{
  Sm *sm = &self->sms[index];
  guint64 soonest = NEVER;
  Point point;

  sm->factor = factor_of (self, sm);
  for (guint i = 0; i < self->per_sm; i++)
    soonest = MIN (soonest, sm->slots[i].end);
  ws_min_tree_set (self->next_end, index,
                   soonest == NEVER ? NEVER : sm->ticks + (soonest - sm->own) * sm->factor);
  if (self->residencies == NULL)
    return;
  point = (Point){ .own = sm->own, .ticks = sm->ticks, .factor = sm->factor };
  g_array_append_val (sm->points, point);
}

static void
arrive (WsSchedule *self, guint index, guint32 block, guint64 ticks)
{
  Sm *sm = &self->sms[index];
  const WsBlockUse *use = &self->uses[block];
  guint64 n_resident = ws_min_tree_get (self->n_resident, index);
  guint slot = 0;

  if (n_resident > 0)
    sm->own += (ticks - sm->ticks) / sm->factor;
  sm->ticks = ticks;
  while (sm->slots[slot].end != NEVER)
    slot++;
  sm->slots[slot] = (Slot){
    .block = block,
    .start = ticks / TICKS,
    .end = sm->own + MAX (use->duration, 1),
  };
  ws_min_tree_set (self->n_resident, index, n_resident + 1);
  if (self->residencies != NULL)
    {
      self->begun[block] = sm->own;
      self->residencies[block] = (WsResidency){
        .block = block, .sm = (guint16)index, .slot = (guint16)slot, .start = ticks / TICKS
      };
    }
  settle (self, index);
}

/* Removes the blocks that end next, and frees the slots of those that have left. */
static void
leave (WsSchedule *self, guint index)
{
  Sm *sm = &self->sms[index];
  guint64 ticks = ws_min_tree_get (self->next_end, index);
  guint64 n_resident = ws_min_tree_get (self->n_resident, index);

  sm->own += (ticks - sm->ticks) / sm->factor;
  sm->ticks = ticks;
  for (guint i = 0; i < self->per_sm; i++)
    {
      Slot *slot = &sm->slots[i];
      guint64 end = MAX (ticks / TICKS, slot->start + 1);

      if (slot->end > sm->own)
        continue;
      if (!slot->has_ended)
        {
          if (self->residencies != NULL)
            self->residencies[slot->block].end = end;
          self->duration = MAX (self->duration, end);
          slot->has_ended = TRUE;
          slot->end = sm->own + self->gap;
        }
      if (slot->end > sm->own)
        continue;
      slot->end = NEVER;
      n_resident--;
    }
  ws_min_tree_set (self->n_resident, index, n_resident);
  settle (self, index);
}

/* ---- the device ---- */

static void
leave_until (WsSchedule *self, guint64 ticks)
{
  for (;;)
    {
      guint first = ws_min_tree_find (self->next_end);
      guint64 end = ws_min_tree_get (self->next_end, first);

      if (end > ticks || end == NEVER)
        return;
      leave (self, first);
    }
}

/* FALSE where it was cancelled. */
static gboolean
place_all (WsSchedule *self, guint32 n_blocks, guint64 launch_ticks, WsDevice *device,
           GCancellable *cancellable)
{
  guint64 ticks = 0;

  for (guint32 b = 0; b < n_blocks; b++)
    {
      guint sm;

      if (b % CANCEL_BLOCKS == 0)
        {
          ws_device_step (device);
          if (g_cancellable_is_cancelled (cancellable))
            return FALSE;
        }
      leave_until (self, ticks);
      sm = ws_min_tree_find (self->n_resident);
      while (ws_min_tree_get (self->n_resident, sm) == self->per_sm)
        {
          ticks = MAX (ticks, ws_min_tree_get (self->next_end, ws_min_tree_find (self->next_end)));
          leave_until (self, ticks);
          sm = ws_min_tree_find (self->n_resident);
        }
      arrive (self, sm, b, ticks);
      ticks += launch_ticks;
    }
  leave_until (self, NEVER);
  return TRUE;
}

/**
 * ws_schedule_new:
 * @device: that runs them, and whose steps are counted
 * @contention: of the blocks; borrowed for the life of the schedule
 * @uses: (array length=n_blocks): use of each block alone; borrowed for the life of the schedule
 * @n_blocks: blocks of the grid
 * @residencies: (out caller-allocates) (optional) (array length=n_blocks): where and when each ran;
 * %NULL to compute only the duration, with no state per block
 *
 * Places the blocks. O(n (log SMs + resident blocks of an SM)).
 *
 * Returns: (transfer full) (nullable): the schedule; %NULL if cancelled
 */
WsSchedule *
ws_schedule_new (WsDevice *device, const WsContention *contention, const WsBlockUse *uses,
                 guint32 n_blocks, WsResidency *residencies, GCancellable *cancellable)
{
  WsSchedule *self = g_new0 (WsSchedule, 1);
  const WsSpec *spec = device->spec;
  guint64 least = contention->least;

  self->uses = uses;
  self->residencies = residencies;
  if (residencies != NULL)
    self->begun = g_new0 (guint64, MAX (n_blocks, 1));
  self->n_sms = spec->n_sms;
  self->per_sm = contention->blocks_per_sm;
  self->gap = spec->block_gap;
  self->contention = contention;
  self->sms = g_new0 (Sm, self->n_sms);
  self->next_end = ws_min_tree_new (self->n_sms, NEVER);
  self->n_resident = ws_min_tree_new (self->n_sms, 0);
  for (guint i = 0; i < self->n_sms; i++)
    {
      self->sms[i].slots = g_new (Slot, self->per_sm);
      for (guint k = 0; k < self->per_sm; k++)
        self->sms[i].slots[k].end = NEVER;
      self->sms[i].factor = TICKS;
      self->sms[i].points = g_array_new (FALSE, FALSE, sizeof (Point));
    }
  if (!place_all (self, n_blocks,
                  MAX ((guint64)spec->block_launch_ps * spec->clock_khz * TICKS / PICO, 1), device,
                  cancellable))
    {
      ws_schedule_free (self);
      return NULL;
    }
  self->numerator = self->denominator = 1;
  if (least > self->duration && self->duration > 0)
    {
      self->numerator = least;
      self->denominator = self->duration;
    }
  for (guint32 b = 0; residencies != NULL && b < n_blocks; b++)
    {
      residencies[b].start = residencies[b].start * self->numerator / self->denominator;
      residencies[b].end = residencies[b].end * self->numerator / self->denominator;
    }
  return self;
}

void
ws_schedule_free (WsSchedule *self)
{
  for (guint i = 0; i < self->n_sms; i++)
    {
      g_free (self->sms[i].slots);
      g_array_unref (self->sms[i].points);
    }
  g_free (self->sms);
  ws_min_tree_free (self->next_end);
  ws_min_tree_free (self->n_resident);
  g_free (self->begun);
  g_free (self);
}

/* Returns: cycles from the first block's start to the last one's end, stretched if limited by
 * memory bandwidth */
guint64
ws_schedule_get_duration (const WsSchedule *self)
{
  return self->duration * self->numerator / self->denominator + self->contention->delay;
}

/**
 * ws_schedule_get_time:
 * @residency: of one of its blocks
 * @cycles: cycles since that block's start, alone on its SM
 *
 * Returns: cycles since the launch began: within the block's stay
 */
guint64
ws_schedule_get_time (const WsSchedule *self, const WsResidency *residency, guint64 cycles)
{
  const GArray *points = self->sms[residency->sm].points;
  guint64 own = self->begun[residency->block] + cycles;
  guint low = 0;
  guint high = points->len;
  const Point *point;
  guint64 time;

  if (cycles == 0)
    return residency->start;
  /* the last point before it: while the SM was empty, own time stood still */
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (points, Point, middle).own < own)
        low = middle;
      else
        high = middle;
    }
  point = &g_array_index (points, Point, low);
  time = (point->ticks + (own - point->own) * point->factor) / TICKS * self->numerator
         / self->denominator;
  return CLAMP (time, residency->start, residency->end);
}
