/* step-copy.c: asynchronous copies from global to shared memory, and the mbarriers that signal
 * their completion and the arrival of threads.
 *
 * A copy reads its source when it is issued. Its write is delayed until its thread waits for it, or
 * an mbarrier that tracks it is read: code that does not wait sees the old contents.
 */
#include "vm/vm-private.h"

#include "vm/types.h"
#include "vm/sanitizer.h"

#include <string.h>

/* An mbarrier that tracks the earlier copies of a thread. */
typedef struct {
  guint64 barrier;
  guint32 warp;
  guint32 lane;
  guint32 n_copies; /* of the warp */
} Tracker;

/* ---- copies ---- */

static GArray *
get_copies (WsWarp *warp)
{
  if (warp->copies == NULL)
    warp->copies = g_array_new (FALSE, FALSE, sizeof (WsCopy));
  return warp->copies;
}

/* @is_own: its own thread waits for it; else an mbarrier signals others. */
static void
finish_copy (WsBlockRun *block, const WsWarp *warp, WsCopy *copy, gboolean is_own)
{
  guint8 *to = block->shared + copy->to;

  if (copy->done)
    return;
  copy->done = TRUE;
  memcpy (to, copy->data, copy->n_bytes);
  ws_sanitizer_finish_copy (block, warp, copy, is_own);
}

/* Drops completed ones at the front. */
static void
forget_done (WsBlockRun *block, WsWarp *warp)
{
  guint n = 0;

  if (warp->copies == NULL || (block->trackers != NULL && block->trackers->len > 0))
    return;
  while (n < warp->copies->len && g_array_index (warp->copies, WsCopy, n).done)
    n++;
  g_array_remove_range (warp->copies, 0, n);
}

/* Completes all copies of @lane in groups before @end. */
static void
finish_groups (WsBlockRun *block, WsWarp *warp, guint lane, guint32 end)
{
  for (guint i = 0; warp->copies != NULL && i < warp->copies->len; i++)
    {
      WsCopy *copy = &g_array_index (warp->copies, WsCopy, i);

      if (copy->lane == lane && copy->group < end)
        finish_copy (block, warp, copy, TRUE);
    }
}

/* Source of a copy; NULL for a fault, or if it reads nothing. */
static const guint8 *
find_source (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint lane, guint n_bytes,
             gboolean *ok)
{
  const guint8 *at;

  *ok = TRUE;
  if (n_bytes == 0)
    return NULL;
  at = WS_OWN (ws_step_find) (block, warp, op, lane,
                              &(WsMemoryOperand){ .offset = op->offset,
                                                  .space = op->space,
                                                  .align = (guint)op->width * op->vector,
                                                  .bytes = n_bytes });
  *ok = at != NULL;
  return at;
}

static gboolean
copy_lane (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint lane, guint64 *moved)
{
  guint bytes = (guint)op->width * op->vector;
  guint n = op->n_source > 3 ? (guint)MIN (get (warp->rows, op, 3, lane), bytes) : bytes;
  WsCopy copy = { .lane = lane,
                  .group = warp->copy_groups[lane],
                  .n_bytes = bytes,
                  .op = (guint32)(op - block->ops),
                  .tick = ws_sanitizer_get_issue (block) };
  const guint8 *from;
  const guint8 *to;
  gboolean ok;

  from = find_source (block, warp, op, lane, n, &ok);
  if (!ok)
    return FALSE;
  to = WS_OWN (ws_step_find) (block, warp, op, lane,
                              &(WsMemoryOperand){ .source = 1,
                                                  .offset = op->offset2,
                                                  .space = WS_SPACE_SHARED,
                                                  .align = bytes,
                                                  .bytes = bytes });
  if (to == NULL)
    return FALSE;
  if (from != NULL)
    memcpy (copy.data, from, n);
  copy.to = (guint64)(to - block->shared);
  g_array_append_val (get_copies (warp), copy);
  for (guint e = 0; e < op->vector; e++)
    {
      guint32 word;

      memcpy (&word, copy.data + 4 * e, 4);
      moved[e] = word;
    }
  return TRUE;
}

/**
 * ws_step_copy:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: a cp.async
 * @lanes: mask of the executing lanes
 * @space: (out): of the lanes' reads
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
WS_OWN (ws_step_copy) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes,
                       WsSpace *space)
{
  guint n = 0;

  *space = op->space;
  EACH (lane, lanes)
  {
    if (!copy_lane (block, warp, op, lane, &block->moved[n * op->vector]))
      return FALSE;
    block->scratch[n++] = get (warp->rows, op, 0, lane) + (guint64)op->offset;
  }
  block->reach =
      (WsReach){ .space = (guint8)(n == 0 ? WS_SPACE_NONE : *space), .n_lanes = (guint8)n };
  return TRUE;
}

/**
 * ws_step_copy_group:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: cp.async.commit_group, wait_group or wait_all
 * @lanes: mask of the executing lanes
 *
 * Groups of a thread complete in order; waiting for all but the last n waits for those before.
 */
void
WS_OWN (ws_step_copy_group) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  EACH (lane, lanes)
  {
    guint32 closed = warp->copy_groups[lane];

    if (op->opcode == WS_PTX_CP_ASYNC_COMMIT_GROUP)
      warp->copy_groups[lane]++;
    else if (op->opcode == WS_PTX_CP_ASYNC_WAIT_ALL)
      finish_groups (block, warp, lane, G_MAXUINT32);
    else
      finish_groups (block, warp, lane,
                     closed - (guint32)MIN (get (warp->rows, op, 0, lane), closed));
  }
  forget_done (block, warp);
}

/* ---- mbarriers ---- */

/* The representation in memory, which PTX leaves open: expected arrivals per phase, pending
 * arrivals and bytes of the current one, and its parity. */
typedef struct {
  guint32 expected;
  guint32 pending;
  gint32 bytes;
  guint32 phase; /* 0 or 1 */
} Barrier;

#define COUNT_BITS 20
#define COUNT_MASK ((1u << COUNT_BITS) - 1)
#define BYTES_BITS 22

static Barrier
read_barrier (const guint8 *at)
{
  guint64 bits;

  memcpy (&bits, at, sizeof bits);
  return (Barrier){
    .expected = (guint32)bits & COUNT_MASK,
    .pending = (guint32)(bits >> COUNT_BITS) & COUNT_MASK,
    .bytes = (gint32)((gint64)(bits << 1) >> (64 - BYTES_BITS)),
    .phase = (guint32)(bits >> 63),
  };
}

static guint64
bits_of (const Barrier *self)
{
  guint64 bytes = (guint64)self->bytes & ((1u << BYTES_BITS) - 1);

  return self->expected | (guint64)self->pending << COUNT_BITS | bytes << (63 - BYTES_BITS)
         | (guint64)self->phase << 63;
}

static void
write_barrier (guint8 *at, Barrier *self)
{
  guint64 bits;

  if (self->pending == 0 && self->bytes == 0)
    {
      self->phase ^= 1;
      self->pending = self->expected;
    }
  bits = bits_of (self);
  memcpy (at, &bits, sizeof bits);
}

static void
arrive (guint8 *at, guint32 count)
{
  Barrier barrier = read_barrier (at);

  barrier.pending -= MIN (count, barrier.pending);
  write_barrier (at, &barrier);
}

/* Completes the copies that the mbarrier at @address tracks, as it is being read. */
static void
finish_tracked (WsBlockRun *block, guint64 address)
{
  guint kept = 0;

  if (block->trackers == NULL)
    return;
  for (guint i = 0; i < block->trackers->len; i++)
    {
      const Tracker tracker = g_array_index (block->trackers, Tracker, i);
      WsWarp *warp = &block->warps[tracker.warp];

      if (tracker.barrier != address)
        {
          g_array_index (block->trackers, Tracker, kept++) = tracker;
          continue;
        }
      for (guint k = 0; k < tracker.n_copies; k++)
        if (g_array_index (warp->copies, WsCopy, k).lane == tracker.lane)
          finish_copy (block, warp, &g_array_index (warp->copies, WsCopy, k), FALSE);
      arrive (block->shared + address, 1);
    }
  g_array_set_size (block->trackers, kept);
}

/* An arrival triggered by the completion of the lane's copies. */
static void
track (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint lane, guint8 *at)
{
  Tracker tracker = { .barrier = (guint64)(at - block->shared),
                      .warp = warp->index,
                      .lane = lane,
                      .n_copies = get_copies (warp)->len };
  Barrier barrier = read_barrier (at);

  if (op->kind != WS_PTX_MOD_NOINC)
    {
      barrier.pending++;
      write_barrier (at, &barrier);
    }
  if (block->trackers == NULL)
    block->trackers = g_array_new (FALSE, FALSE, sizeof (Tracker));
  g_array_append_val (block->trackers, tracker);
}

/* An arrival of a lane; returns the previous state, whose phase it waits for. */
static guint64
arrive_lane (const WsWarp *warp, const WsOp *op, guint lane, guint8 *at)
{
  Barrier barrier = read_barrier (at);
  guint64 state = bits_of (&barrier);
  guint64 number = op->n_source > 1 ? get (warp->rows, op, 1, lane) : 1;
  gboolean of_bytes = op->kind == WS_PTX_MOD_EXPECT_TX;
  guint32 count = of_bytes ? 1 : (guint32)number;

  if (of_bytes)
    barrier.bytes += (gint32)number;
  if (op->opcode == WS_PTX_MBARRIER_ARRIVE_DROP)
    barrier.expected -= MIN (count, barrier.expected);
  barrier.pending -= MIN (count, barrier.pending);
  write_barrier (at, &barrier);
  return state;
}

/* Whether the phase that the lane waits for has completed. */
static gboolean
is_over (const WsWarp *warp, const WsOp *op, guint lane, const guint8 *at)
{
  guint64 number = get (warp->rows, op, 1, lane);
  guint32 phase = op->kind == WS_PTX_MOD_PARITY ? (guint32)number & 1 : (guint32)(number >> 63);

  return read_barrier (at).phase != phase;
}

static void
count_bytes (guint8 *at, gint32 bytes)
{
  Barrier barrier = read_barrier (at);

  barrier.bytes += bytes;
  write_barrier (at, &barrier);
}

/**
 * ws_step_mbarrier:
 * @block: the block that is run
 * @warp: one of its warps
 * @op: an mbarrier instruction, or cp.async.mbarrier.arrive
 * @lanes: mask of the executing lanes; one after another
 *
 * PTX ISA, "mbarrier": a phase completes when all expected arrivals and bytes are in.
 *
 * Returns: %FALSE if a lane faulted, with the block's fault set
 */
gboolean
WS_OWN (ws_step_mbarrier) (WsBlockRun *block, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint32 over = 0;

  EACH (lane, lanes)
  {
    guint8 *at;
    Barrier fresh;

    if (op->opcode == WS_PTX_MBARRIER_PENDING_COUNT)
      {
        guint64 state = get (warp->rows, op, 0, lane);

        put (warp->rows, op, 0, lane, read_barrier ((const guint8 *)&state).pending);
        continue;
      }
    at = WS_OWN (ws_step_find) (
        block, warp, op, lane,
        &(WsMemoryOperand){ .offset = op->offset, .space = op->space, .align = 8, .bytes = 8 });
    if (at == NULL || at < block->shared || at >= block->shared + block->launch->shared_bytes)
      return at == NULL ? FALSE : ws_block_fault (block, warp, op, WS_FINDING_OUT_OF_BOUNDS, lane);
    switch (op->opcode)
      {
      case WS_PTX_MBARRIER_INIT:
        fresh.expected = fresh.pending = (guint32)get (warp->rows, op, 1, lane) & COUNT_MASK;
        fresh.bytes = 0;
        fresh.phase = 0;
        write_barrier (at, &fresh);
        break;
      case WS_PTX_MBARRIER_EXPECT_TX:
        count_bytes (at, (gint32)get (warp->rows, op, 1, lane));
        break;
      case WS_PTX_MBARRIER_COMPLETE_TX:
        count_bytes (at, -(gint32)get (warp->rows, op, 1, lane));
        break;
      case WS_PTX_MBARRIER_ARRIVE:
      case WS_PTX_MBARRIER_ARRIVE_DROP:
        put (warp->rows, op, 0, lane, arrive_lane (warp, op, lane, at));
        break;
      case WS_PTX_MBARRIER_TEST_WAIT:
      case WS_PTX_MBARRIER_TRY_WAIT:
        finish_tracked (block, (guint64)(at - block->shared));
        over |= (guint32)is_over (warp, op, lane, at) << lane;
        break;
      case WS_PTX_CP_ASYNC_MBARRIER_ARRIVE:
        track (block, warp, op, lane, at);
        break;
      default:
        break;
      }
  }
  if (op->opcode == WS_PTX_MBARRIER_TEST_WAIT || op->opcode == WS_PTX_MBARRIER_TRY_WAIT)
    put_predicate (warp->rows, op->d[0], lanes, over);
  forget_done (block, warp);
  return TRUE;
}
