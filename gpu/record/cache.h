/* cache.h: the model of the caches of global memory as one block sees them, shared by the virtual
 * GPU's clock and by everything derived from recorded accesses.
 *
 * A block remembers which 32-byte sectors of global memory it has touched: the first access goes to
 * device memory, later ones to a cache. It remembers as many sectors as its share of the L2 cache
 * holds (divided among the resident blocks), and forgets all of them when that is full. Blocks do
 * not share what they loaded.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

#define WS_CACHE_SECTOR_BYTES 32
/* Maximum bits of a sector's number: addresses have 47 bits, the tables 2^44. */
#define WS_CACHE_SECTOR_BITS 44

/**
 * WsMemoryLevel:
 * @WS_MEMORY_LEVEL_L1: the cache of the SM
 * @WS_MEMORY_LEVEL_L2: the cache of the device
 * @WS_MEMORY_LEVEL_DEVICE: the device memory
 *
 * The level that serves a sector.
 */
typedef enum {
  WS_MEMORY_LEVEL_L1,
  WS_MEMORY_LEVEL_L2,
  WS_MEMORY_LEVEL_DEVICE,
  WS_N_MEMORY_LEVELS
} WsMemoryLevel;

/**
 * WsCache:
 * @slots: (array): the touched sectors, open-addressed; entries of earlier generations count as
 * empty
 * @generation: of the sectors that are remembered
 * @mask: slots, less one
 * @n: sectors that are remembered
 * @most: that it remembers; 0 if the device has no cache
 */
typedef struct {
  guint64 *slots;
  guint64 generation;
  guint mask;
  guint n;
  guint most;
} WsCache;

void ws_cache_init (WsCache *self, const WsSpec *spec, guint blocks_per_sm);
void ws_cache_clear (WsCache *self);
void ws_cache_forget (WsCache *self);
WsMemoryLevel ws_cache_get_level (const WsSpec *spec, WsOpClass op_class);

/**
 * ws_cache_touch:
 * @self: a block's cache
 * @sector: of global memory: an address over 32
 *
 * Returns: whether the sector was cached; from now on it is
 */
static inline gboolean
ws_cache_touch (WsCache *self, guint64 sector)
{
  guint64 key = (sector & ((G_GUINT64_CONSTANT (1) << WS_CACHE_SECTOR_BITS) - 1))
                | self->generation << WS_CACHE_SECTOR_BITS;
  guint at;

  if (self->most == 0)
    return FALSE;
  at = (guint)((sector * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 40) & self->mask;
  while (self->slots[at] >> WS_CACHE_SECTOR_BITS == self->generation)
    {
      if (self->slots[at] == key)
        return TRUE;
      at = (at + 1) & self->mask;
    }
  if (self->n == self->most)
    {
      ws_cache_forget (self);
      return ws_cache_touch (self, sector);
    }
  self->slots[at] = key;
  self->n++;
  return FALSE;
}

G_END_DECLS
