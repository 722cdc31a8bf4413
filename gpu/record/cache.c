#include "record/cache.h"

#include <string.h>

#define MOST_SECTORS    8192
#define GENERATION_BITS (64 - WS_CACHE_SECTOR_BITS)

/**
 * ws_cache_init:
 * @self: (out): the cache of a block
 * @spec: of its device
 * @blocks_per_sm: blocks that an SM holds at once
 *
 * Allocates space for the sectors that one block can keep.
 */
void
ws_cache_init (WsCache *self, const WsSpec *spec, guint blocks_per_sm)
{
  guint64 share = spec->l2_bytes / ((guint64)MAX (spec->n_sms, 1) * MAX (blocks_per_sm, 1));
  guint size = 2;

  *self = (WsCache){ .most = (guint)MIN (share / WS_CACHE_SECTOR_BYTES, MOST_SECTORS) };
  while (size < 2 * self->most)
    size *= 2;
  self->mask = size - 1;
  self->slots = g_new0 (guint64, size);
  ws_cache_forget (self);
}

void
ws_cache_clear (WsCache *self)
{
  g_clear_pointer (&self->slots, g_free);
}

/* Empties the cache, as at the start of a block. */
void
ws_cache_forget (WsCache *self)
{
  self->n = 0;
  self->generation = (self->generation + 1) & ((1u << GENERATION_BITS) - 1);
  if (self->generation != 0)
    return;
  memset (self->slots, 0, ((gsize)self->mask + 1) * sizeof *self->slots);
  self->generation = 1;
}

/**
 * ws_cache_get_level:
 * @spec: of a device
 * @op_class: load, store or atomic
 *
 * The L1 cache serves loads of global memory, except on compute capability 3.x and 5.x, where the
 * L2 cache does; stores are written through it, and atomics are performed in the L2 cache (CUDA C
 * Programming Guide, "Global Memory" of each compute capability).
 *
 * Returns: the cache that serves a sector found by ws_cache_touch()
 */
WsMemoryLevel
ws_cache_get_level (const WsSpec *spec, WsOpClass op_class)
{
  return op_class == WS_OP_LOAD && spec->cc_major != 3 && spec->cc_major != 5 ? WS_MEMORY_LEVEL_L1
                                                                              : WS_MEMORY_LEVEL_L2;
}
