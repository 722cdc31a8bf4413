#include "accesses/site-counts.h"

#include "accesses/memory-request.h"

#include <string.h>

static void
count_access (WsSiteCount *count, const WsRun *run, const WsSite *site, const WsEvent *event)
{
  WsAccessCost cost = { 0 };

  if (!ws_memory_request_get_cost (run, site, event, &cost))
    return;
  count->requests++;
  count->sectors += cost.sectors;
  count->segments += cost.segments;
  count->wavefronts += cost.wavefronts;
  count->ideal_wavefronts += cost.ideal_wavefronts;
  count->bytes += cost.bytes;
}

/* Counts the recorded blocks of a launch as the device would. Returns: number of these blocks */
static guint
count_events (const WsRun *run, guint launch, WsSiteCount *counts)
{
  const WsSite *sites = ws_run_get_kernel (run, launch)->sites;
  gsize n_blocks;
  const WsBlockRecord *blocks = ws_run_get_blocks (run, launch, &n_blocks);

  for (gsize i = 0; i < n_blocks; i++)
    {
      const WsBlockRecord *record = &blocks[i];

      for (guint k = 0; k < record->n_events; k++)
        {
          const WsEvent *event = &run->events[record->first_event + k];
          WsSiteCount *count = &counts[event->site];

          count->executed++;
          count->active_lanes += __builtin_popcount (event->active);
          count->taken_lanes += __builtin_popcount (event->taken);
          count->divergent += sites[event->site].op_class == WS_OP_BRANCH && event->taken != 0
                              && event->taken != event->active;
          count_access (count, run, &sites[event->site], event);
        }
    }
  return (guint)n_blocks;
}

/**
 * ws_site_counts_new:
 * @recorded_only: whether to count the events of the blocks that were recorded in full, although
 * the device may have counted all
 * @n_blocks: (out): blocks that were counted
 *
 * Returns: (transfer full) (array): one for each site of the launch's kernel, and one more
 */
WsSiteCount *
ws_site_counts_new (const WsRun *run, guint launch, gboolean recorded_only, guint64 *n_blocks)
{
  const WsLaunch *record = &run->launches[launch];
  guint n_sites = ws_run_get_kernel (run, launch)->n_sites;
  WsSiteCount *counts = g_new0 (WsSiteCount, n_sites + 1);

  if (recorded_only)
    *n_blocks = count_events (run, launch, counts);
  else
    {
      memcpy (counts, run->counts + record->first_count, n_sites * sizeof *counts);
      *n_blocks = ws_launch_get_n_blocks (record);
    }
  return counts;
}

/**
 * ws_site_count_get_transactions:
 * @count: what a site did
 * @spec: of the device whose unit of traffic counts
 *
 * Returns: 128-byte segments where the device moves those, else 32-byte sectors
 */
guint64
ws_site_count_get_transactions (const WsSiteCount *count, const WsSpec *spec)
{
  return spec->transaction_bytes == WS_MEMORY_REQUEST_SEGMENT_BYTES ? count->segments
                                                                    : count->sectors;
}

/**
 * ws_site_count_get_moved_bytes:
 * @count: what a site did
 * @spec: of the device whose unit of traffic counts
 *
 * Returns: bytes of its transactions
 */
guint64
ws_site_count_get_moved_bytes (const WsSiteCount *count, const WsSpec *spec)
{
  return ws_site_count_get_transactions (count, spec)
         * (spec->transaction_bytes == WS_MEMORY_REQUEST_SEGMENT_BYTES
                ? WS_MEMORY_REQUEST_SEGMENT_BYTES
                : WS_MEMORY_REQUEST_SECTOR_BYTES);
}

/**
 * ws_site_is_global:
 * @count: what it did
 *
 * Whether the site accesses global memory. A generic access does if it moved sectors.
 */
gboolean
ws_site_is_global (const WsSite *site, const WsSiteCount *count)
{
  return site->space == WS_SPACE_GLOBAL || (site->space == WS_SPACE_GENERIC && count->sectors > 0);
}

/**
 * ws_site_is_shared:
 * @count: what it did
 *
 * Whether the site accesses shared memory. A generic access does if it took wavefronts.
 */
gboolean
ws_site_is_shared (const WsSite *site, const WsSiteCount *count)
{
  return site->space == WS_SPACE_SHARED
         || (site->space == WS_SPACE_GENERIC && count->wavefronts > 0);
}
