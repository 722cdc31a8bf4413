#include "clock/reach.h"

#include "record/access.h"

/* Host cost of a sector or wavefront, in plain instructions. */
#define WORK_OF_PART 2

static guint
find_ranges (const WsBlockRun *block, guint bytes, WsAskRange *ranges)
{
  const WsReach *reach = &block->reach;

  ranges[0] = (WsAskRange){ 0 };
  if (reach->are_words && reach->high - reach->low == 4 * ((guint64)reach->n_lanes - 1))
    {
      ranges[0] = (WsAskRange){ reach->low, reach->high + sizeof (guint32) - 1 };
      return 1;
    }
  for (guint i = 0; i < reach->n_spans; i++)
    ranges[i] = (WsAskRange){ reach->spans[i].low, reach->spans[i].high + sizeof (guint32) - 1 };
  if (reach->n_spans > 0)
    return reach->n_spans;
  for (guint i = 0; i < reach->n_lanes; i++)
    ranges[i] = (WsAskRange){ block->scratch[i], block->scratch[i] + bytes - 1 };
  return reach->n_lanes;
}

static void
ask_global (WsAsker *asker, WsTraffic *traffic, WsBlockRun *block, const WsOp *op, WsAsk *ask,
            WsAskLine *lines)
{
  guint bytes = (guint)op->width * op->vector;
  WsAskRange ranges[WS_LANES];
  guint64 served[WS_LANES];
  guint n = find_ranges (block, bytes, ranges);
  gboolean is_cached = block->last != NULL && block->last->is_cached;
  WsTrafficSpan span = { .allocation = block->last,
                         .low = G_MAXUINT64,
                         .is_read = ask->kind != WS_COST_STORE,
                         .is_written = ask->kind != WS_COST_LOAD };

  block->work += WORK_OF_PART * ws_asker_ask_global (asker, ranges, n, is_cached, ask, lines);
  for (guint i = 0; i < n; i++)
    {
      span.low = MIN (span.low, ranges[i].low);
      span.high = MAX (span.high, ranges[i].high);
    }
  if (n > 0)
    ws_traffic_reach (traffic, &span);
  if (ask->kind != WS_COST_ATOMIC)
    return;
  ask->n_served = (guint8)ws_ask_find_served (block->scratch, block->reach.n_lanes, served);
  for (guint i = 0; i < ask->n_served; i++)
    ws_traffic_add_atomic (traffic, served[i]);
  if (op->type == WS_PTX_F32 || op->type == WS_PTX_F64)
    ws_traffic_add_chains (traffic, block->scratch, block->reach.n_lanes);
}

static void
ask_shared (WsBlockRun *block, guint bytes, WsAsk *ask)
{
  const WsReach *reach = &block->reach;
  guint banks = block->launch->spec->shared_banks;
  WsAccessCost cost = { 0 };

  if (ask->kind == WS_COST_ATOMIC)
    ws_access_cost_shared_atomic (reach->n_lanes == WS_LANES ? WS_ALL_LANES
                                                             : (1u << reach->n_lanes) - 1,
                                  block->scratch, bytes, banks, &cost);
  else if (!ws_reach_find_cost (reach, banks, &cost))
    ws_access_cost_shared (block->scratch, reach->n_lanes, bytes, banks, &cost);
  block->work += WORK_OF_PART * cost.wavefronts;
  ask->place = WS_PLACE_SHARED;
  ask->passes = (guint16)MAX (cost.wavefronts, 1);
  ask->parts = (guint8)MIN (cost.ideal_wavefronts, G_MAXUINT8);
}

/**
 * ws_reach_ask:
 * @asker: history of the block's accesses
 * @traffic: adds the access's load on what all SMs share
 * @block: a block that has just executed a load, store or atomic
 * @ask: (inout): its request; its kind is set
 * @lines: (out) (array length=WS_MAX_LINES): the lines that it touches
 */
void
ws_reach_ask (WsAsker *asker, WsTraffic *traffic, WsBlockRun *block, const WsOp *op, WsAsk *ask,
              WsAskLine *lines)
{
  const WsReach *reach = &block->reach;
  guint bytes = (guint)op->width * op->vector;

  switch (reach->space)
    {
    case WS_SPACE_NONE:
    case WS_SPACE_CONST:
    case WS_SPACE_PARAM:
      return;
    case WS_SPACE_SHARED:
      ask_shared (block, bytes, ask);
      return;
    case WS_SPACE_LOCAL:
      /* local memory is interleaved between lanes */
      ask->place = WS_PLACE_LOCAL;
      ask->passes = (guint16)((reach->n_lanes * bytes + WS_LINE_BYTES - 1) / WS_LINE_BYTES);
      return;
    default:
      ask_global (asker, traffic, block, op, ask, lines);
    }
}
