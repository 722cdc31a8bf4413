#include "accesses/memory-level.h"

#include "accesses/memory-request.h"
#include "schedule/residency.h"

/**
 * ws_memory_level_find_sectors:
 * @addresses: (array length=n): byte address of each lane, in lane order
 * @n: lanes, 32 at most
 * @lane_bytes: requested by each: 1 to 16
 * @sectors: (out): the sectors that they touch, each once, in the order of the lanes
 */
guint
ws_memory_level_find_sectors (const guint64 *addresses, guint n, guint lane_bytes,
                              guint64 sectors[WS_MEMORY_LEVEL_MAX_SECTORS])
{
  guint n_sectors = 0;

  for (guint i = 0; i < n; i++)
    {
      guint64 last = (addresses[i] + lane_bytes - 1) / WS_CACHE_SECTOR_BYTES;

      for (guint64 sector = addresses[i] / WS_CACHE_SECTOR_BYTES; sector <= last; sector++)
        {
          guint k = n_sectors;

          while (k > 0 && sectors[k - 1] != sector)
            k--;
          if (k == 0)
            sectors[n_sectors++] = sector;
        }
    }
  return n_sectors;
}

/**
 * ws_memory_level_begin:
 * @cache: (out): to be freed by ws_cache_clear()
 *
 * Initialises the cache of a block of the launch, as it is when the block begins.
 */
void
ws_memory_level_begin (WsCache *cache, const WsRun *run, guint launch)
{
  ws_cache_init (cache, run->spec, ws_residency_get_resident (run, launch));
}

/**
 * ws_memory_level_visit:
 * @cache: of a block
 * @site: of @event
 * @event: of that block; all earlier events must have been visited
 * @levels: (out): a #WsMemoryLevel for each sector of ws_memory_level_find_sectors()
 *
 * Finds the level that serves each sector of a global access, and marks the sectors as touched.
 *
 * Returns: number of sectors; 0 if the event is not a global access, or the device has no cache
 */
guint
ws_memory_level_visit (WsCache *cache, const WsRun *run, const WsSite *site, const WsEvent *event,
                       guint8 levels[WS_MEMORY_LEVEL_MAX_SECTORS])
{
  guint bytes = (guint)site->width_bytes * site->vector;
  guint8 near = (guint8)ws_cache_get_level (run->spec, (WsOpClass)site->op_class);
  guint64 addresses[WS_WARP_SIZE];
  guint64 sectors[WS_MEMORY_LEVEL_MAX_SECTORS];
  guint n;

  if (event->space != WS_SPACE_GLOBAL || run->spec->l2_bytes == 0
      || !ws_memory_request_is_access (site, event) || bytes < 1 || bytes > 16)
    return 0;
  n = ws_memory_request_get_addresses (run, site, event, addresses);
  n = ws_memory_level_find_sectors (addresses, n, bytes, sectors);
  for (guint i = 0; i < n; i++)
    levels[i] = ws_cache_touch (cache, sectors[i]) ? near : WS_MEMORY_LEVEL_DEVICE;
  return n;
}

/* Returns: (transfer full) (array): the levels for each site of the launch's kernel, and one more,
 * over the blocks recorded in full */
WsMemoryLevelCount *
ws_memory_level_count (const WsRun *run, guint launch)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  WsMemoryLevelCount *counts = g_new0 (WsMemoryLevelCount, kernel->n_sites + 1);
  gsize n_blocks;
  const WsBlockRecord *blocks = ws_run_get_blocks (run, launch, &n_blocks);
  WsCache cache;

  if (n_blocks == 0)
    return counts;
  ws_memory_level_begin (&cache, run, launch);
  for (gsize b = 0; b < n_blocks; b++)
    {
      ws_cache_forget (&cache);
      for (guint e = 0; e < blocks[b].n_events; e++)
        {
          const WsEvent *event = &run->events[blocks[b].first_event + e];
          guint8 levels[WS_MEMORY_LEVEL_MAX_SECTORS];
          guint n = ws_memory_level_visit (&cache, run, &kernel->sites[event->site], event, levels);

          for (guint i = 0; i < n; i++)
            counts[event->site].sectors[levels[i]]++;
        }
    }
  ws_cache_clear (&cache);
  return counts;
}

/**
 * ws_memory_level_count_get_sum:
 * @self: counts of each level
 *
 * Returns: sectors of all levels
 */
guint64
ws_memory_level_count_get_sum (const WsMemoryLevelCount *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < WS_N_MEMORY_LEVELS; i++)
    sum += self->sectors[i];
  return sum;
}
