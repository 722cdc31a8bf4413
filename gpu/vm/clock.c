/* clock.c: when and where each block would have run: the first clock.
 *
 * A block's own time comes from block.c: each scheduler of its SM issues one warp instruction a
 * cycle. Here blocks are placed as the hardware's block scheduler does: in order, on the SM with
 * the fewest resident blocks (the lowest such SM), as soon as warps, threads, block slots and
 * shared memory allow. Blocks that share an SM share its schedulers: where they ask together for
 * more than it can issue, all of them are stretched by the same factor, taken once for the launch.
 *
 * Left out: latencies, caches, DRAM, registers per thread, the rate at which blocks are launched.
 * So it orders kernels by the instructions they issue and by how blocks fill the SMs, and by
 * nothing else.
 */
#include "vm/vm-private.h"

static guint
round_up (guint value, guint unit)
{
  return (value + unit - 1) / unit * unit;
}

/**
 * ws_clock_blocks_per_sm:
 * @spec: the device
 * @n_threads: threads of a block
 * @shared_bytes: shared memory of a block, static and dynamic
 *
 * As in the CUDA occupancy calculator (cuda_occupancy.h), but for registers, which the virtual GPU
 * does not allocate.
 *
 * Returns: resident blocks of one SM, at least 1 for a launch that ws_device_check_launch() admits
 */
guint
ws_clock_blocks_per_sm (const WsSpec *spec, guint n_threads, guint32 shared_bytes)
{
  guint warps = (n_threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
  guint shared_unit = spec->cc_major >= 8   ? 128
                      : spec->cc_major >= 3 ? 256
                      : spec->cc_major == 2 ? 128
                                            : 512;
  guint shared = round_up (shared_bytes + spec->shared_reserved_bytes, shared_unit);
  guint n = MIN (spec->max_blocks_per_sm, spec->max_warps_per_sm / MAX (warps, 1));

  n = MIN (n, spec->max_threads_per_sm / MAX (warps * WS_WARP_SIZE, 1));
  if (shared > 0)
    n = MIN (n, spec->shared_per_sm_bytes / shared);
  return MAX (n, 1);
}

/* A binary heap of the slots by (end, SM, slot). */
typedef struct {
  guint64 end;
  guint32 sm;
  guint32 slot;
} Slot;

static gboolean
sooner (const Slot *a, const Slot *b)
{
  if (a->end != b->end)
    return a->end < b->end;
  return a->sm != b->sm ? a->sm < b->sm : a->slot < b->slot;
}

static void
sift_down (Slot *heap, guint n, guint at)
{
  for (;;)
    {
      guint least = at;
      guint child = 2 * at + 1;
      Slot swap;

      for (guint i = child; i < n && i < child + 2; i++)
        if (sooner (&heap[i], &heap[least]))
          least = i;
      if (least == at)
        return;
      swap = heap[at];
      heap[at] = heap[least];
      heap[least] = swap;
      at = least;
    }
}

/**
 * ws_clock_schedule:
 * @spec: the device
 * @n_threads: threads of a block
 * @shared_bytes: shared memory of a block
 * @durations: (array length=n_blocks): cycles of each block alone on an SM
 * @issues: (array length=n_blocks): warp instructions of each block
 * @n_blocks: blocks of the grid
 * @residencies: (nullable) (out caller-allocates) (array length=n_blocks): where and when each ran
 * @schedule: (out): the stretch and the length of the launch
 *
 * Places the blocks. O(n log slots).
 */
void
ws_clock_schedule (const WsSpec *spec, guint n_threads, guint32 shared_bytes,
                   const guint32 *durations, const guint32 *issues, guint32 n_blocks,
                   WsResidency *residencies, WsSchedule *schedule)
{
  guint per_sm = ws_clock_blocks_per_sm (spec, n_threads, shared_bytes);
  guint32 n_slots = (guint32)MIN ((guint64)per_sm * spec->n_sms, n_blocks);
  guint together = MIN (per_sm, (n_blocks + spec->n_sms - 1) / spec->n_sms);
  guint64 all_issues = 0;
  guint64 all_cycles = 0;
  g_autofree Slot *heap = g_new (Slot, MAX (n_slots, 1));

  for (guint32 b = 0; b < n_blocks; b++)
    {
      all_issues += issues[b];
      all_cycles += durations[b];
    }
  schedule->numerator = all_issues * together;
  schedule->denominator = all_cycles * spec->schedulers_per_sm;
  if (schedule->numerator <= schedule->denominator || schedule->denominator == 0)
    schedule->numerator = schedule->denominator = 1;
  schedule->duration_cycles = 0;
  for (guint32 i = 0; i < n_slots; i++)
    heap[i] = (Slot){ .end = 0, .sm = i % spec->n_sms, .slot = i / spec->n_sms };
  for (guint32 b = 0; b < n_blocks; b++)
    {
      /* at the start the heap's order is not breadth first, so the first slots are taken by number
       */
      Slot *slot = b < n_slots ? &heap[b] : &heap[0];
      guint64 start = slot->end;

      slot->end = start
                  + MAX (1, (guint64)((unsigned __int128)durations[b] * schedule->numerator
                                      / schedule->denominator));
      if (residencies != NULL)
        residencies[b] = (WsResidency){ .block = b,
                                        .sm = (guint16)slot->sm,
                                        .slot = (guint16)slot->slot,
                                        .start = start,
                                        .end = slot->end };
      schedule->duration_cycles = MAX (schedule->duration_cycles, slot->end);
      if (b + 1 == n_slots)
        for (guint i = n_slots / 2 + 1; i-- > 0;)
          sift_down (heap, n_slots, i);
      else if (b >= n_slots)
        sift_down (heap, n_slots, 0);
    }
}
