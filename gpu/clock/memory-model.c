/* memory-model.c: the memory system as one block sees it.
 *
 * What a block touches for the first time comes from the device memory, what it comes back to from
 * the cache nearest to the SM, by the rule of record/cache.h.
 * What a warp moves keeps the SM's port to the caches busy for as long as the spec's bytes per
 * cycle need; wavefronts in shared memory keep that busy. Both stand in line for each of the two.
 */
#include "clock/memory-model.h"

#include "record/access.h"
#include "record/cache.h"

/* A sector, or wavefront, takes the host as long as so many plain instructions. */
#define WORK_OF_PART 2

struct _WsMemoryModel {
  const WsSpec *spec;
  guint64 port_busy;   /* cycles of the SM's port to the caches */
  guint64 shared_busy; /* cycles of its shared memory */
  guint64 port_free_at;
  guint64 shared_free_at;
  guint64 missed_sectors; /* that came from or went to the device memory */
  WsCache cache;
};

/* What an access asks for. */
typedef struct {
  guint busy;   /* cycles of the port, or of shared memory */
  guint missed; /* sectors that are not near */
  guint work;   /* of the host */
} Demand;

/* As it is when a block begins: nothing is cached, nothing is queued. */
void
ws_memory_model_begin (WsMemoryModel *self)
{
  self->port_busy = self->shared_busy = 0;
  self->port_free_at = self->shared_free_at = 0;
  self->missed_sectors = 0;
  ws_cache_forget (&self->cache);
}

/**
 * ws_memory_model_new:
 * @spec: the device; borrowed
 * @blocks_per_sm: blocks that are resident at once
 *
 * Returns: (transfer full): the memory system as one block at a time sees it
 */
WsMemoryModel *
ws_memory_model_new (const WsSpec *spec, guint blocks_per_sm)
{
  WsMemoryModel *self = g_new0 (WsMemoryModel, 1);

  self->spec = spec;
  ws_cache_init (&self->cache, spec, blocks_per_sm);
  return self;
}

void
ws_memory_model_free (WsMemoryModel *self)
{
  ws_cache_clear (&self->cache);
  g_free (self);
}

static guint
port_cycles (const WsMemoryModel *self, guint sectors)
{
  guint width = self->spec->port_bytes;

  return width == 0 ? 0 : (sectors * WS_CACHE_SECTOR_BYTES + width - 1) / width;
}

/* Sectors one after another in lane order; lanes that come back to one after another lane was
 * elsewhere count it again. */
static Demand
ask_global (WsMemoryModel *self, const guint64 *addresses, guint n_lanes, guint bytes)
{
  Demand demand = { 0 };
  guint64 last = G_MAXUINT64;
  guint sectors = 0;

  for (guint i = 0; i < n_lanes; i++)
    {
      guint64 first = addresses[i] / WS_CACHE_SECTOR_BYTES;
      guint64 end = (addresses[i] + bytes - 1) / WS_CACHE_SECTOR_BYTES;

      if (first == last && end == last)
        continue;
      for (guint64 sector = first == last ? first + 1 : first; sector <= end; sector++)
        {
          sectors++;
          demand.missed += ws_cache_touch (&self->cache, sector) ? 0 : 1;
        }
      last = end;
    }
  demand.work = WORK_OF_PART * sectors;
  demand.busy = port_cycles (self, sectors);
  return demand;
}

/* Words side by side; as ask_global() of each of them. @last: the sector that was asked for before.
 */
static void
ask_span (WsMemoryModel *self, const WsReachSpan *span, guint64 *last, guint *sectors,
          Demand *demand)
{
  guint64 first = span->low / WS_CACHE_SECTOR_BYTES;
  guint64 end = span->high / WS_CACHE_SECTOR_BYTES;

  for (guint64 sector = first == *last ? first + 1 : first; sector <= end; sector++)
    {
      (*sectors)++;
      demand->missed += ws_cache_touch (&self->cache, sector) ? 0 : 1;
    }
  *last = end;
}

static Demand
ask_global_spans (WsMemoryModel *self, const WsReachSpan *spans, guint n)
{
  Demand demand = { 0 };
  guint64 last = G_MAXUINT64;
  guint sectors = 0;

  for (guint i = 0; i < n; i++)
    ask_span (self, &spans[i], &last, &sectors, &demand);
  demand.busy = port_cycles (self, sectors);
  return demand;
}

/* Wavefronts. 16 banks serve a half-warp in as many cycles as 8 cores take for its lanes. */
static guint
shared_cycles (const WsMemoryModel *self, guint wavefronts)
{
  return MAX (wavefronts, 1) * MAX (1, self->spec->issue_cycles * self->spec->shared_banks / 32);
}

static Demand
ask_shared (const WsMemoryModel *self, const guint64 *addresses, const WsReach *reach, guint bytes)
{
  WsAccessCost cost = { 0 };

  if (ws_reach_find_cost (reach, self->spec->shared_banks, &cost))
    return (Demand){ .busy = shared_cycles (self, cost.wavefronts) };
  ws_access_cost_shared (addresses, reach->n_lanes, bytes, self->spec->shared_banks, &cost);
  return (Demand){ .busy = shared_cycles (self, (guint)cost.wavefronts),
                   .work = WORK_OF_PART * (guint)cost.wavefronts };
}

static Demand
ask (WsMemoryModel *self, const WsBlockRun *block, const WsOp *op)
{
  const WsReach *reach = &block->reach;
  guint bytes = (guint)op->width * op->vector;

  switch (reach->space)
    {
    case WS_SPACE_SHARED:
      return ask_shared (self, block->scratch, reach, bytes);
    case WS_SPACE_LOCAL:
      /* local memory is laid out so that lanes lie side by side */
      return (Demand){ .busy =
                           port_cycles (self, (reach->n_lanes * bytes + WS_CACHE_SECTOR_BYTES - 1)
                                                  / WS_CACHE_SECTOR_BYTES) };
    default:
      if (reach->are_words && reach->high - reach->low == 4 * ((guint64)reach->n_lanes - 1))
        return ask_global_spans (self, &(WsReachSpan){ reach->low, reach->high }, 1);
      if (reach->n_spans > 0)
        return ask_global_spans (self, reach->spans, reach->n_spans);
      return ask_global (self, block->scratch, reach->n_lanes, bytes);
    }
}

/**
 * ws_memory_model_access:
 * @block: a block that has just executed a load, store or atomic
 *
 * Returns: the cycle in which the memory has answered
 */
guint64
ws_memory_model_access (WsMemoryModel *self, WsBlockRun *block, const WsOp *op, const WsCost *cost)
{
  const WsSpec *spec = self->spec;
  gboolean is_shared = block->reach.space == WS_SPACE_SHARED;
  guint64 *free_at = is_shared ? &self->shared_free_at : &self->port_free_at;
  guint64 start = MAX (block->now, *free_at);
  Demand demand;
  guint latency;

  if (block->reach.space == WS_SPACE_NONE || block->reach.space == WS_SPACE_CONST
      || block->reach.space == WS_SPACE_PARAM)
    return block->now + cost->latency;
  demand = ask (self, block, op);
  block->work += demand.work;
  *free_at = start + demand.busy;
  if (is_shared)
    {
      self->shared_busy += demand.busy;
      latency = spec->latency_shared * (cost->kind == WS_COST_ATOMIC ? 2 : 1);
    }
  else
    {
      self->port_busy += demand.busy;
      self->missed_sectors += demand.missed;
      latency = demand.missed > 0              ? spec->latency_memory
                : cost->kind == WS_COST_ATOMIC ? spec->latency_l2
                                               : spec->latency_near;
    }
  return start + MAX (demand.busy, 1) - 1 + MAX (latency, 1);
}

/**
 * ws_memory_model_get_use:
 * @self: the memory system, after a block has run
 * @use: (out): its members of the memory are set
 */
void
ws_memory_model_get_use (const WsMemoryModel *self, WsBlockUse *use)
{
  use->port = (guint32)MIN (self->port_busy, G_MAXUINT32);
  use->shared = (guint32)MIN (self->shared_busy, G_MAXUINT32);
  use->missed = (guint32)MIN (self->missed_sectors, G_MAXUINT32);
}
