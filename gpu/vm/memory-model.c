/* memory-model.c: the memory system as one block sees it.
 *
 * What a block touches for the first time comes from the device memory, what it comes back to from
 * the cache nearest to the SM, by the rule of record/cache.h.
 * What a warp moves keeps the SM's port to the caches busy for as long as the spec's bytes per
 * cycle need; wavefronts in shared memory keep that busy. Both stand in line for each of the two.
 */
#include "record/access.h"
#include "vm/cost.h"

/* What takes the host as long as a plain instruction: so many lanes; and a sector, or wavefront, as
 * long as so many of them. */
#define LANES_OF_WORK 4
#define WORK_OF_PART  2

static guint
port_cycles (const WsBlockRun *block, guint sectors)
{
  guint width = block->launch->spec->port_bytes;

  return width == 0 ? 0 : (sectors * WS_CACHE_SECTOR_BYTES + width - 1) / width;
}

/* Sectors one after another in lane order; lanes that come back to one after another lane was
 * elsewhere count it again. */
static void
access_global (WsBlockRun *block, guint n_lanes, guint bytes)
{
  guint64 last = G_MAXUINT64;
  guint sectors = 0;
  guint missed = 0;

  for (guint i = 0; i < n_lanes; i++)
    {
      guint64 first = block->scratch[i] / WS_CACHE_SECTOR_BYTES;
      guint64 end = (block->scratch[i] + bytes - 1) / WS_CACHE_SECTOR_BYTES;

      if (first == last && end == last)
        continue;
      for (guint64 sector = first == last ? first + 1 : first; sector <= end; sector++)
        {
          sectors++;
          missed += ws_cache_touch (&block->cache, sector) ? 0 : 1;
        }
      last = end;
    }
  block->work += n_lanes / LANES_OF_WORK + WORK_OF_PART * sectors;
  block->access_busy = port_cycles (block, sectors);
  block->access_missed = missed;
  block->missed_sectors += missed;
}

/* Wavefronts. 16 banks serve a half-warp in as many cycles as 8 cores take for its lanes. */
static void
keep_shared_busy (WsBlockRun *block, guint wavefronts)
{
  const WsSpec *spec = block->launch->spec;

  block->access_busy = MAX (wavefronts, 1) * MAX (1, spec->issue_cycles * spec->shared_banks / 32);
}

static void
access_shared (WsBlockRun *block, guint n_lanes, guint bytes)
{
  WsAccessCost cost = { 0 };

  ws_access_cost_shared (block->scratch, n_lanes, bytes, block->launch->spec->shared_banks, &cost);
  block->work += n_lanes / LANES_OF_WORK + WORK_OF_PART * cost.wavefronts;
  keep_shared_busy (block, (guint)cost.wavefronts);
}

/**
 * ws_memory_model_access:
 * @block: a block
 * @op: an operation of it that reaches memory
 * @space: where to
 * @n_lanes: how many addresses stand in block->scratch
 *
 * An access of the lanes whose addresses stand in block->scratch.
 */
void
ws_memory_model_access (WsBlockRun *block, const WsOp *op, WsSpace space, guint n_lanes)
{
  guint bytes = (guint)op->width * op->vector;

  block->access_space = (guint8)space;
  block->access_busy = 0;
  block->access_missed = 0;
  if (n_lanes == 0)
    block->access_space = WS_SPACE_NONE;
  else if (space == WS_SPACE_SHARED)
    access_shared (block, n_lanes, bytes);
  else if (space == WS_SPACE_LOCAL)
    /* local memory is laid out so that lanes lie side by side */
    block->access_busy =
        port_cycles (block, (n_lanes * bytes + WS_CACHE_SECTOR_BYTES - 1) / WS_CACHE_SECTOR_BYTES);
  else if (space != WS_SPACE_CONST && space != WS_SPACE_PARAM)
    access_global (block, n_lanes, bytes);
}

/**
 * ws_memory_model_access_words:
 * @block: a block
 * @space: global or shared memory
 * @n_lanes: how many addresses, of words, stand in block->scratch; at least one
 * @low: the lowest of them
 * @high: the highest
 *
 * As ws_memory_model_access(), faster where the words lie side by side.
 */
void
ws_memory_model_access_words (WsBlockRun *block, WsSpace space, guint n_lanes, guint64 low,
                              guint64 high)
{
  block->access_space = (guint8)space;
  block->access_missed = 0;
  if (space == WS_SPACE_SHARED)
    {
      /* 32 words in a row lie in 32 banks */
      if (block->launch->spec->shared_banks == 32 && high - low < 128)
        keep_shared_busy (block, 1);
      else
        access_shared (block, n_lanes, 4);
    }
  else if (high - low == 4 * ((guint64)n_lanes - 1))
    {
      guint64 end = high / WS_CACHE_SECTOR_BYTES;
      guint64 first = low / WS_CACHE_SECTOR_BYTES;

      for (guint64 sector = first; sector <= end; sector++)
        block->access_missed += ws_cache_touch (&block->cache, sector) ? 0 : 1;
      block->access_busy = port_cycles (block, (guint)(end - first + 1));
      block->missed_sectors += block->access_missed;
    }
  else
    access_global (block, n_lanes, 4);
}

/**
 * ws_memory_model_answer:
 * @block: a block that has just executed a load, store or atomic
 * @cost: what it costs
 *
 * Returns: the cycle in which the memory has answered
 */
guint64
ws_memory_model_answer (WsBlockRun *block, const WsCost *cost)
{
  const WsSpec *spec = block->launch->spec;
  gboolean is_shared = block->access_space == WS_SPACE_SHARED;
  guint64 *free_at = is_shared ? &block->shared_free_at : &block->port_free_at;
  guint64 start = MAX (block->now, *free_at);
  guint latency;

  if (block->access_space == WS_SPACE_NONE || block->access_space == WS_SPACE_CONST)
    return block->now + cost->latency;
  *free_at = start + block->access_busy;
  if (is_shared)
    {
      block->shared_busy += block->access_busy;
      latency = spec->latency_shared * (cost->kind == WS_COST_ATOMIC ? 2 : 1);
    }
  else
    {
      block->port_busy += block->access_busy;
      latency = block->access_missed > 0       ? spec->latency_memory
                : cost->kind == WS_COST_ATOMIC ? spec->latency_l2
                                               : spec->latency_near;
    }
  return start + MAX (block->access_busy, 1) - 1 + MAX (latency, 1);
}
