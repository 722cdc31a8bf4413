/* step-record.c: the event of an operation that has been executed, and its counts. */
#include "vm/vm-private.h"

#include "vm/types.h"

#include <string.h>

/* Whether an access passes parameters of a child grid: these belong to the launch, like the
 * parameters of a call. */
static gboolean
is_hidden (const WsBlockRun *block, const WsOp *op, WsSpace space)
{
  if (op->hidden)
    return TRUE;
  return op->exec == WS_X_ST && space == WS_SPACE_GLOBAL && block->launch->code->launches
         && block->last != NULL && block->last->is_parameters;
}

/* Accesses with the same pattern have the same cost. */
static void
keep_wavefronts (const WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint wavefronts)
{
  if (op->kept > 0 && block->counts_at_once && warp->kept[op->kept - 1].looker == op->looker)
    warp->kept[op->kept - 1].wavefronts = (guint8)wavefronts;
}

/**
 * ws_step_count_access:
 * @block: the block, which notes and counts its accesses
 * @op: a load, store or atomic of a site, that was just executed
 * @space: that it reached
 * @n: number of lanes that executed it
 */
void
ws_step_count_access (WsBlockRun *block, const WsWarp *warp, const WsOp *op, WsSpace space, guint n)
{
  WsSiteCount *count = &block->counts[op->site];
  const guint banks = block->launch->spec->shared_banks;
  WsAccessCost cost = { 0 };
  guint bytes = (guint)op->width * op->vector;

  if (n == 0 || is_hidden (block, op, space))
    return;
  count->requests++;
  if (space == WS_SPACE_SHARED && op->exec == WS_X_ATOM)
    ws_access_cost_shared_atomic (n == WS_LANES ? G_MAXUINT32 : (1u << n) - 1, block->scratch,
                                  bytes, banks, &cost);
  else if (ws_reach_find_cost (&block->reach, banks, &cost))
    ;
  else if (space == WS_SPACE_SHARED)
    ws_access_cost_shared (block->scratch, n, bytes, banks, &cost);
  else if (space == WS_SPACE_GLOBAL || space == WS_SPACE_LOCAL)
    ws_access_cost_global (block->scratch, n, bytes, &cost);
  if (space == WS_SPACE_SHARED)
    keep_wavefronts (block, warp, op, cost.wavefronts);
  count->sectors += cost.sectors;
  count->segments += cost.segments;
  count->wavefronts += cost.wavefronts;
  count->ideal_wavefronts += cost.ideal_wavefronts;
  count->bytes += (guint64)bytes * n;
}

/**
 * ws_block_add_tallies:
 * @self: a host thread's block, which counts
 *
 * Adds the tallies since the last call to the counts of each site.
 */
void
ws_block_add_tallies (WsBlockRun *self)
{
  const guint n = self->launch->code->ops->len;
  guint64 executed = 0;
  guint64 active_lanes = 0;

  for (guint i = 0; i < n; i++)
    {
      WsTally *tally = &self->tallies[i];
      WsTally *end = tally + self->ops[i].straight;

      /* all of them lie before it, so that what is left here is complete */
      executed += tally->executed - tally->left;
      active_lanes += tally->active_lanes - tally->left_lanes;
      end->left += tally->executed;
      end->left_lanes += tally->active_lanes;
      if (self->ops[i].site != WS_NONE)
        {
          WsSiteCount *count = &self->counts[self->ops[i].site];

          count->executed += executed;
          count->active_lanes += active_lanes;
          count->taken_lanes += active_lanes - tally->idle_lanes;
        }
    }
  memset (self->tallies, 0, (n + 1) * sizeof *self->tallies);
}

/* Bytes that records may take without checking free memory. */
#define MODEST_BYTES (1u << 24)
/* A block's records are copied to the run, to a file or message, and by its reader. */
#define COPIES 4

/* Frees them; the struct can be filled anew. */
void
ws_records_clear (WsRecords *self)
{
  g_clear_pointer (&self->data, g_free);
  self->len = self->room = 0;
}

/* Makes room for @n more. FALSE if out of memory. */
static gboolean
make_room (WsRecords *self, guint n, const WsHostMemory *host)
{
  guint room = MAX (self->room * 2, 1024);
  guint8 *data;

  if (n <= self->room - self->len)
    return TRUE;
  if ((guint64)room * self->width > MODEST_BYTES
      && (guint64)room * self->width * COPIES > ws_host_memory_get_free (host))
    return FALSE;
  data = g_try_realloc_n (self->data, room, self->width);
  if (data == NULL)
    return FALSE;
  self->data = data;
  self->room = room;
  return TRUE;
}

/* Whether there is room for another event with all its lanes. Once there was none, no more are
 * kept. */
static gboolean
keeps_more (WsBlockRun *block)
{
  const WsHostMemory *host = block->launch->memory->host;

  if (block->cut)
    return FALSE;
  block->cut = block->events.len >= block->most || block->lanes.len >= block->most
               || !make_room (&block->events, 1, host)
               || !make_room (&block->lanes, WS_LANES * WS_MAX_VECTOR, host);
  return !block->cut;
}

static void
record_lane (WsBlockRun *block, guint64 address, guint64 value)
{
  ((WsLane *)(void *)block->lanes.data)[block->lanes.len++] =
      (WsLane){ .address = address, .value = value };
}

/* Records what the lanes moved: addresses are in block->scratch; @old: what an atomic read. */
static void
record_access (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes,
               const guint64 *old)
{
  guint n = 0;

  EACH (lane, lanes)
  {
    for (guint e = 0; e < op->vector; e++)
      {
        guint64 value;

        if (op->exec == WS_X_COPY || is_matrix_access (op))
          value = block->moved[n * op->vector + e];
        else if (op->exec == WS_X_ATOM)
          value = old[n];
        else if (op->exec == WS_X_ST)
          value = ws_truncate (op->type, get (warp->rows, op, 1 + e, lane));
        else if (op->d[e] == WS_NO_ROW)
          value = 0;
        else
          value = ws_truncate (op->type, op->wide & 1
                                             ? ((guint64 *)(void *)(warp->rows + op->d[e]))[lane]
                                             : ((guint32 *)(void *)(warp->rows + op->d[e]))[lane]);
        record_lane (block, block->scratch[n] + (guint64)e * op->width, value);
      }
    n++;
  }
}

static void
record_exchange (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 lanes,
                 const guint64 *from)
{
  guint n = 0;

  EACH (lane, lanes)
  {
    guint64 value = 0;

    if (op->d[0] != WS_NO_ROW)
      {
        value = ((guint32 *)(void *)(warp->rows + op->d[0]))[lane];
        if (op->exec == WS_X_VOTE && op->kind != WS_PTX_MOD_BALLOT
            && op->opcode != WS_PTX_ACTIVEMASK)
          value = (*(guint32 *)(void *)(warp->rows + op->d[0]) >> lane) & 1;
      }
    record_lane (block, from[n++], value);
  }
}

static inline gboolean
is_exchange (const WsOp *op)
{
  return op->exec >= WS_X_SHFL && op->exec <= WS_X_ELECT;
}

/**
 * ws_step_record:
 * @op: just executed
 * @active: lanes of the path
 * @lanes: of them, those that executed it
 * @space: of an access: its actual space
 *
 * Counts it, and appends an event with its access if the block is recorded and there is room.
 */
void
ws_step_record (WsBlockRun *block, const WsWarp *warp, const WsOp *op, guint32 active,
                guint32 lanes, WsSpace space)
{
  const guint32 with_address = get_addressed (op, lanes);
  WsSiteCount *count = block->counts != NULL ? &block->counts[op->site] : NULL;

  if (count != NULL)
    {
      count_step (count, op, active, lanes);
      if (is_access (op) && !op->hidden)
        ws_step_count_access (block, warp, op, space, (guint)__builtin_popcount (with_address));
    }
  if (block->is_recorded && keeps_more (block))
    {
      WsEvent event = {
        .time = block->now,
        .site = op->site,
        .block = block->block,
        .active = active,
        .taken = with_address,
        .access = WS_NONE,
        .warp = warp->index,
        .space = WS_SPACE_NONE,
      };

      if (with_address != 0
          && ((is_access (op) && !is_hidden (block, op, space)) || is_exchange (op)))
        {
          event.access = block->lanes.len;
          if (is_access (op))
            {
              event.space = (guint8)space;
              record_access (block, warp, op, with_address, block->extra);
            }
          else
            record_exchange (block, warp, op, lanes, block->extra);
        }
      ((WsEvent *)(void *)block->events.data)[block->events.len++] = event;
    }
}
