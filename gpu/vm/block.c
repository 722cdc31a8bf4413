/* block.c: one block: its warps, their registers and barriers. */
#include "vm/sanitizer.h"
#include "vm/simt-stack.h"

#include <stdlib.h>
#include <string.h>

static void
fill (guint8 *rows, guint32 row, guint64 bits, gboolean wide)
{
  guint8 *at = rows + (gsize)row * WS_ROW_BYTES;

  for (guint i = 0; i < WS_LANES; i++)
    {
      guint32 word = (guint32)bits;

      if (wide)
        memcpy (at + i * 8, &bits, 8);
      else
        memcpy (at + i * 4, &word, 4);
    }
}

/* Long because it is a table. */
static guint32
special_value (const WsBlockRun *self, const WsWarp *warp, WsPtxSpecial special, guint lane)
{
  const WsLaunchState *launch = self->launch;
  const guint32 *block = launch->request->block;
  const guint32 *grid = launch->request->grid;
  guint thread = warp->index * WS_LANES + lane;

  switch (special)
    {
    case WS_PTX_SREG_TID_X:
      return thread % block[0];
    case WS_PTX_SREG_TID_Y:
      return thread / block[0] % block[1];
    case WS_PTX_SREG_TID_Z:
      return thread / block[0] / block[1];
    case WS_PTX_SREG_NTID_X:
      return block[0];
    case WS_PTX_SREG_NTID_Y:
      return block[1];
    case WS_PTX_SREG_NTID_Z:
      return block[2];
    case WS_PTX_SREG_CTAID_X:
      return self->ctaid[0];
    case WS_PTX_SREG_CTAID_Y:
      return self->ctaid[1];
    case WS_PTX_SREG_CTAID_Z:
      return self->ctaid[2];
    case WS_PTX_SREG_NCTAID_X:
      return grid[0];
    case WS_PTX_SREG_NCTAID_Y:
      return grid[1];
    case WS_PTX_SREG_NCTAID_Z:
      return grid[2];
    case WS_PTX_SREG_LANEID:
      return lane;
    case WS_PTX_SREG_WARPID:
      return warp->index;
    case WS_PTX_SREG_NWARPID:
      return launch->spec->max_warps_per_sm;
    case WS_PTX_SREG_SMID:
      return self->block % launch->spec->n_sms;
    case WS_PTX_SREG_NSMID:
      return launch->spec->n_sms;
    case WS_PTX_SREG_LANEMASK_EQ:
      return 1u << lane;
    case WS_PTX_SREG_LANEMASK_LE:
      return (2u << lane) - 1;
    case WS_PTX_SREG_LANEMASK_LT:
      return (1u << lane) - 1;
    case WS_PTX_SREG_LANEMASK_GE:
      return ~((1u << lane) - 1);
    case WS_PTX_SREG_LANEMASK_GT:
      return lane == 31 ? 0 : ~((2u << lane) - 1);
    case WS_PTX_SREG_DYNAMIC_SMEM_SIZE:
      return launch->request->dynamic_shared_bytes;
    case WS_PTX_SREG_ENVREG1:
      return (guint32)(launch->grid_workspace >> 32);
    case WS_PTX_SREG_ENVREG2:
      return (guint32)launch->grid_workspace;
    case WS_PTX_SREG_CLUSTERID_X:
      return self->ctaid[0];
    case WS_PTX_SREG_CLUSTERID_Y:
      return self->ctaid[1];
    case WS_PTX_SREG_CLUSTERID_Z:
      return self->ctaid[2];
    case WS_PTX_SREG_NCLUSTERID_X:
      return grid[0];
    case WS_PTX_SREG_NCLUSTERID_Y:
      return grid[1];
    case WS_PTX_SREG_NCLUSTERID_Z:
      return grid[2];
    case WS_PTX_SREG_CLUSTER_NCTAID_X:
    case WS_PTX_SREG_CLUSTER_NCTAID_Y:
    case WS_PTX_SREG_CLUSTER_NCTAID_Z:
    case WS_PTX_SREG_CLUSTER_NCTARANK:
      /* a cluster of one block */
      return 1;
    case WS_PTX_SREG_TOTAL_SMEM_SIZE:
      return launch->allocated_shared_bytes;
    default:
      return 0;
    }
}

static gboolean
changes_with_block (WsPtxSpecial special)
{
  return special == WS_PTX_SREG_CTAID_X || special == WS_PTX_SREG_CTAID_Y
         || special == WS_PTX_SREG_CTAID_Z || special == WS_PTX_SREG_SMID
         || special == WS_PTX_SREG_CLUSTERID_X || special == WS_PTX_SREG_CLUSTERID_Y
         || special == WS_PTX_SREG_CLUSTERID_Z;
}

static void
fill_specials (WsBlockRun *self, WsWarp *warp, gboolean of_block)
{
  const WsCode *code = self->launch->code;

  for (guint i = 0; i < code->specials->len; i++)
    {
      const WsSpecialRow *entry = &g_array_index (code->specials, WsSpecialRow, i);
      guint8 *at = warp->rows + (gsize)entry->row * WS_ROW_BYTES;

      if (changes_with_block (entry->special) != of_block)
        continue;
      if (of_block)
        {
          fill (warp->rows, entry->row, special_value (self, warp, entry->special, 0), FALSE);
          continue;
        }
      for (guint lane = 0; lane < WS_LANES; lane++)
        {
          guint32 value = special_value (self, warp, entry->special, lane);

          memcpy (at + lane * 4, &value, 4);
        }
    }
}

/* FALSE if out of memory. */
static gboolean
init_warp (WsBlockRun *self, guint index)
{
  const WsLaunchState *launch = self->launch;
  const WsCode *code = launch->code;
  WsWarp *warp = &self->warps[index];
  guint threads = MIN (launch->n_threads - index * WS_LANES, WS_LANES);
  gsize n_rows = MAX (code->n_rows, 1);

  warp->index = (guint16)index;
  warp->all = threads == WS_LANES ? WS_ALL_LANES : (1u << threads) - 1;
  warp->n_all = (guint8)threads;
  warp->rows = aligned_alloc (WS_VECTOR_ALIGN, n_rows * WS_ROW_BYTES);
  warp->local = g_try_malloc0 (MAX ((gsize)launch->local_bytes * WS_LANES, 1));
  warp->kept = g_new0 (WsKeptWords, WS_N_KEPT);
  if (warp->rows == NULL || warp->local == NULL)
    return FALSE;
  memset (warp->rows, 0, n_rows * WS_ROW_BYTES);
  if (code->has_stack)
    {
      warp->tops = g_new0 (guint32, WS_LANES);
      warp->stacks = g_new0 (WsCallStack, WS_LANES);
    }
  for (guint i = 0; i < code->constants->len; i++)
    {
      const WsConstantRow *constant = &g_array_index (code->constants, WsConstantRow, i);

      fill (warp->rows, constant->row, constant->bits, constant->wide);
    }
  fill_specials (self, warp, FALSE);
  return TRUE;
}

/* Aligned so that rows span as few host cache lines as possible. (transfer full) (nullable) */
static guint8 *
new_shared (guint32 n_bytes)
{
  gsize size = (MAX (n_bytes, 1) + WS_VECTOR_ALIGN - 1) / WS_VECTOR_ALIGN * WS_VECTOR_ALIGN;
  guint8 *shared = aligned_alloc (WS_VECTOR_ALIGN, size);

  if (shared != NULL)
    memset (shared, 0, size);
  return shared;
}

/**
 * ws_block_run_new:
 * @counts: whether to count per site
 *
 * Returns: (transfer full) (nullable): the state of a host thread that runs blocks of @launch, one
 * after another; %NULL if out of memory
 */
WsBlockRun *
ws_block_run_new (const WsLaunchState *launch, gboolean counts)
{
  WsBlockRun *self = g_new0 (WsBlockRun, 1);
  const WsCode *code = launch->code;
  gboolean ok;

  self->launch = launch;
  self->ops = (const WsOp *)(const void *)code->ops->data;
  self->n_warps = launch->n_warps;
  self->warps = g_new0 (WsWarp, launch->n_warps);
  self->shared = new_shared (launch->shared_bytes);
  self->events.width = sizeof (WsEvent);
  self->lanes.width = sizeof (WsLane);
  ok = self->shared != NULL;
  if (counts)
    {
      self->counts = g_try_new0 (WsSiteCount, MAX (code->n_sites, 1));
      self->tallies = g_try_new0 (WsTally, code->ops->len + 1);
      ok &= self->counts != NULL && self->tallies != NULL;
    }
  for (guint w = 0; ok && w < self->n_warps; w++)
    ok = init_warp (self, w);
  if (ok)
    return self;
  ws_block_run_free (self);
  return NULL;
}

void
ws_block_run_free (WsBlockRun *self)
{
  ws_records_clear (&self->events);
  ws_records_clear (&self->lanes);
  for (guint w = 0; w < self->n_warps; w++)
    {
      free (self->warps[w].rows);
      g_free (self->warps[w].local);
      g_free (self->warps[w].kept);
      g_free (self->warps[w].paths);
      g_free (self->warps[w].joins);
      for (guint lane = 0; self->warps[w].stacks != NULL && lane < WS_LANES; lane++)
        g_free (self->warps[w].stacks[lane].data);
      g_free (self->warps[w].stacks);
      g_free (self->warps[w].tops);
      g_clear_pointer (&self->warps[w].copies, g_array_unref);
    }
  g_clear_pointer (&self->trackers, g_array_unref);
  g_free (self->warps);
  free (self->shared);
  g_free (self->counts);
  if (self->printed != NULL)
    g_string_free (self->printed, TRUE);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self->tallies);
  ws_fault_clear (&self->fault);
  ws_sanitizer_block_free (self->watched);
  g_free (self);
}

/* Initialises local memory; frames are cleared when allocated. */
static void
clear_local (const WsLaunchState *launch, WsWarp *warp)
{
  const WsCode *code = launch->code;

  if (!code->has_stack)
    {
      memset (warp->local, 0, (gsize)launch->local_bytes * WS_LANES);
      return;
    }
  for (guint lane = 0; lane < WS_LANES; lane++)
    {
      memset (warp->local + (gsize)lane * launch->local_bytes, 0, code->fixed_bytes);
      warp->tops[lane] = code->fixed_bytes;
      warp->stacks[lane].len = 0;
    }
}

/**
 * ws_block_reset:
 * @self: a host thread's block, with self->block set
 *
 * Resets it to the state in which a block begins.
 */
void
ws_block_reset (WsBlockRun *self)
{
  const WsLaunchState *launch = self->launch;
  const guint32 *grid = launch->request->grid;
  const WsCode *code = launch->code;

  self->ctaid[0] = self->block % grid[0];
  self->ctaid[1] = self->block / grid[0] % grid[1];
  self->ctaid[2] = self->block / grid[0] / grid[1];
  self->now = 0;
  self->issued = 0;
  self->work = 0;
  self->n_live = launch->n_threads;
  self->began_s = 0;
  self->looked_at = 0;
  self->abandoned = FALSE;
  self->woke = FALSE;
  self->sleeps = 0;
  self->n_rounds = 0;
  self->n_writes = 0;
  self->began = 0;
  self->n_streams = 0;
  g_clear_pointer (&self->children, g_ptr_array_unref);
  memset (self->barriers, 0, sizeof self->barriers);
  memset (self->shared, 0, launch->shared_bytes);
  g_clear_pointer (&self->trackers, g_array_unref);
  for (guint w = 0; w < self->n_warps; w++)
    {
      WsWarp *warp = &self->warps[w];

      /* unwritten registers read as 0 in every block, so that a run does not depend on which thread
       * ran it */
      memset (warp->rows, 0, (gsize)code->function->registers->len * WS_ROW_BYTES);
      clear_local (launch, warp);
      fill_specials (self, warp, TRUE);
      warp->live = warp->all;
      ws_simt_stack_reset (warp);
      if (launch->order == WS_ORDER_LANES && launch->independent)
        ws_simt_stack_part (warp);
      warp->carry = 0;
      g_clear_pointer (&warp->copies, g_array_unref);
      memset (warp->copy_groups, 0, sizeof warp->copy_groups);
      warp->barrier = 0;
      warp->path = 0;
      warp->rounds = 0;
    }
  ws_sanitizer_block_reset (self);
}

/**
 * ws_block_get_path:
 * @self: a block that has ended
 *
 * Returns: a hash of the paths of all warps: blocks with equal hashes have executed the same
 * instructions
 */
guint64
ws_block_get_path (const WsBlockRun *self)
{
  guint64 path = 0;

  for (guint w = 0; w < self->n_warps; w++)
    path = path * G_GUINT64_CONSTANT (0xff51afd7ed558ccd) + self->warps[w].path;
  return path;
}

/* ---- barriers ---- */

static void
answer (WsWarp *warp, const WsOp *op, const WsBarrier *barrier, guint threads)
{
  guint32 *row;

  if (op->kind != WS_PTX_MOD_RED || op->d[0] == WS_NO_ROW)
    return;
  row = (guint32 *)(void *)(warp->rows + op->d[0]);
  if (op->kind2 == WS_PTX_MOD_POPC)
    for (guint i = 0; i < WS_LANES; i++)
      row[i] = barrier->votes;
  else if (op->kind2 == WS_PTX_MOD_AND)
    *row = barrier->votes == threads ? WS_ALL_LANES : 0;
  else
    *row = barrier->votes > 0 ? WS_ALL_LANES : 0;
}

static void
release (WsBlockRun *self, guint id)
{
  WsBarrier *barrier = &self->barriers[id];

  for (guint w = 0; w < self->n_warps; w++)
    {
      WsWarp *warp = &self->warps[w];

      if (warp->barrier != id + 1)
        continue;
      answer (warp, warp->barrier_op, barrier, barrier->arrived);
      warp->barrier = 0;
      self->woke = TRUE;
    }
  *barrier = (WsBarrier){ 0 };
}

static gboolean
is_complete (const WsBlockRun *self, const WsBarrier *barrier)
{
  return barrier->used
         && barrier->arrived >= (barrier->expected > 0 ? barrier->expected : self->n_live);
}

/**
 * ws_block_arrive:
 * @warp: a warp of it that executes @op with all its lanes
 * @lanes: those lanes
 *
 * Returns: %FALSE for a barrier that does not exist
 */
gboolean
ws_block_arrive (WsBlockRun *self, WsWarp *warp, const WsOp *op, guint32 lanes)
{
  guint lane = (guint)__builtin_ctz (lanes);
  const guint32 *ids = (const guint32 *)(const void *)(warp->rows + op->s[0]);
  guint n_numbers = op->kind == WS_PTX_MOD_RED ? op->n_source - 1u : op->n_source;
  guint id = ids[lane];
  WsBarrier *barrier;

  if (id >= WS_N_BARRIERS)
    return ws_block_fault (self, warp, op, WS_FINDING_DIVERGENT_BARRIER, lane);
  barrier = &self->barriers[id];
  barrier->used = TRUE;
  if (n_numbers > 1)
    barrier->expected = ((const guint32 *)(const void *)(warp->rows + op->s[1]))[lane];
  /* a barrier counts warps: exited threads of a live warp count as arrived */
  /* what the release looks through */
  self->work += self->n_warps / 2;
  barrier->arrived +=
      n_numbers > 1 || lanes == warp->all ? warp->n_all : (guint)__builtin_popcount (lanes);
  if (op->kind == WS_PTX_MOD_RED)
    {
      guint32 p = *(const guint32 *)(const void *)(warp->rows + op->s[n_numbers]);

      barrier->votes +=
          (guint)__builtin_popcount ((op->negated & (1u << n_numbers) ? ~p : p) & lanes);
    }
  if (op->kind != WS_PTX_MOD_ARRIVE)
    {
      warp->barrier = (guint16)(id + 1);
      warp->barrier_op = op;
    }
  if (is_complete (self, barrier))
    release (self, id);
  return TRUE;
}

/**
 * ws_block_check_barriers:
 * @self: a block, a thread of which has ended
 *
 * Barriers no longer wait for exited threads.
 */
void
ws_block_check_barriers (WsBlockRun *self)
{
  for (guint id = 0; id < WS_N_BARRIERS; id++)
    if (is_complete (self, &self->barriers[id]))
      release (self, id);
}
