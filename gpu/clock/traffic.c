/* traffic.c: what the timed blocks of a launch ask of what all SMs share. */
#include "clock/traffic.h"

#include "record/cache.h"

#define PAGE_BYTES (16u << 20) /* whose address is translated at once */

WsTraffic *
ws_traffic_new (const WsSpec *spec)
{
  WsTraffic *self = g_new0 (WsTraffic, 1);

  self->spec = spec;
  self->spans = g_array_new (FALSE, FALSE, sizeof (WsTrafficSpan));
  self->n_slices = MAX (spec->atomic_slices, 1);
  self->atomics = g_new0 (guint64, self->n_slices);
  return self;
}

void
ws_traffic_free (WsTraffic *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->spans);
  g_free (self->atomics);
  g_free (self);
}

/**
 * ws_traffic_reach:
 * @allocation: (nullable): what was reached; borrowed until the launch has ended
 * @low: address of its first byte that was
 * @high: of its last one
 */
void
ws_traffic_reach (WsTraffic *self, WsAllocation *allocation, guint64 low, guint64 high)
{
  if (allocation == NULL)
    return;
  for (guint i = 0; i < self->spans->len; i++)
    {
      WsTrafficSpan *span = &g_array_index (self->spans, WsTrafficSpan, i);

      if (span->allocation == allocation)
        {
          span->low = MIN (span->low, low);
          span->high = MAX (span->high, high);
          return;
        }
    }
  g_array_append_val (self->spans, ((WsTrafficSpan){ allocation, low, high }));
}

void
ws_traffic_add_atomic (WsTraffic *self, guint64 address)
{
  self->atomics[ws_ask_get_slice (self->spec, address)]++;
}

/**
 * ws_traffic_add:
 * @other: of other blocks of the same launch
 */
void
ws_traffic_add (WsTraffic *self, const WsTraffic *other)
{
  for (guint i = 0; i < other->spans->len; i++)
    {
      const WsTrafficSpan *span = &g_array_index (other->spans, WsTrafficSpan, i);

      ws_traffic_reach (self, span->allocation, span->low, span->high);
    }
  for (guint i = 0; i < self->n_slices; i++)
    self->atomics[i] += other->atomics[i];
}

/**
 * ws_traffic_get_new_sectors:
 *
 * Returns: sectors of 32 bytes between the first and the last byte that were reached of each
 *   allocation, but for those that the L2 cache holds from before
 */
guint64
ws_traffic_get_new_sectors (const WsTraffic *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->spans->len; i++)
    {
      const WsTrafficSpan *span = &g_array_index (self->spans, WsTrafficSpan, i);

      if (!span->allocation->is_cached)
        n += span->high / WS_CACHE_SECTOR_BYTES - span->low / WS_CACHE_SECTOR_BYTES + 1;
    }
  return n;
}

/**
 * ws_traffic_get_new_pages:
 *
 * Returns: pages between the first and the last byte that were reached of each allocation, but for
 *   those that were accessed before
 */
guint64
ws_traffic_get_new_pages (const WsTraffic *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->spans->len; i++)
    {
      const WsTrafficSpan *span = &g_array_index (self->spans, WsTrafficSpan, i);

      if (!span->allocation->is_cached)
        n += (span->high - span->low) / PAGE_BYTES + 1;
    }
  return n;
}

/* Returns: lanes that the busiest part of the L2 cache served */
guint64
ws_traffic_get_hottest (const WsTraffic *self)
{
  guint64 most = 0;

  for (guint i = 0; i < self->n_slices; i++)
    most = MAX (most, self->atomics[i]);
  return most;
}
