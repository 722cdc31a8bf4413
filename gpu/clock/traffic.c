/* traffic.c: the load that the timed blocks of a launch put on what all SMs share. */
#include "clock/traffic.h"

#include "record/cache.h"

#define PAGE_BYTES (16u << 20) /* page size of address translation */

WsTraffic *
ws_traffic_new (const WsSpec *spec)
{
  WsTraffic *self = g_new0 (WsTraffic, 1);

  self->spec = spec;
  self->spans = g_array_new (FALSE, FALSE, sizeof (WsTrafficSpan));
  self->n_slices = MAX (spec->atomic_slices, 1);
  self->atomics = g_new0 (guint64, self->n_slices);
  self->chains = g_new0 (guint64, self->n_slices);
  return self;
}

void
ws_traffic_free (WsTraffic *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->spans);
  g_free (self->atomics);
  g_free (self->chains);
  g_free (self);
}

/**
 * ws_traffic_reach:
 * @reached: the access; its allocation may be %NULL, to be ignored, and is borrowed until the
 * launch has ended
 */
void
ws_traffic_reach (WsTraffic *self, const WsTrafficSpan *reached)
{
  if (reached->allocation == NULL)
    return;
  for (guint i = 0; i < self->spans->len; i++)
    {
      WsTrafficSpan *span = &g_array_index (self->spans, WsTrafficSpan, i);

      if (span->allocation != reached->allocation)
        continue;
      span->low = MIN (span->low, reached->low);
      span->high = MAX (span->high, reached->high);
      span->is_read = span->is_read || reached->is_read;
      span->is_written = span->is_written || reached->is_written;
      return;
    }
  g_array_append_val (self->spans, *reached);
}

void
ws_traffic_add_atomic (WsTraffic *self, guint64 address)
{
  self->atomics[ws_ask_get_slice (self->spec, address)]++;
}

/**
 * ws_traffic_add_chains:
 * @addresses: (array length=n): of the lanes of an atomic that adds floats
 */
void
ws_traffic_add_chains (WsTraffic *self, const guint64 *addresses, guint n)
{
  WsAskChain chains[WS_WARP_SIZE];
  guint n_chains = ws_ask_find_chains (self->spec, addresses, n, chains);

  for (guint i = 0; i < n_chains; i++)
    self->chains[chains[i].slice] += chains[i].lanes;
}

/**
 * ws_traffic_add:
 * @other: of other blocks of the same launch
 */
void
ws_traffic_add (WsTraffic *self, const WsTraffic *other)
{
  for (guint i = 0; i < other->spans->len; i++)
    ws_traffic_reach (self, &g_array_index (other->spans, WsTrafficSpan, i));
  for (guint i = 0; i < self->n_slices; i++)
    {
      self->atomics[i] += other->atomics[i];
      self->chains[i] += other->chains[i];
    }
}

/**
 * ws_traffic_get_new_sectors:
 *
 * Returns: 32-byte sectors between the first and last accessed byte of each allocation, except
 * those that the L2 cache already holds
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

/* Capacity of the L2 cache in sectors for data that each SM reads by itself. Data homed in another
 * partition than the SM's is in both: with two partitions that is half of it, and takes twice the
 * room. */
static double
get_held (const WsSpec *spec)
{
  double parts = MAX (spec->l2_parts, 1);

  return (double)(spec->l2_bytes / WS_CACHE_SECTOR_BYTES) / (1 + (parts - 1) / parts);
}

/**
 * ws_traffic_get_written_back:
 * @missed: sectors transferred from the device memory
 *
 * Data that a launch both reads and writes is transferred twice, unless the L2 cache holds it until
 * the end: its share of evictions equals its share of all accessed sectors.
 *
 * Returns: 32-byte sectors written back to device memory, in addition to @missed
 */
guint64
ws_traffic_get_written_back (const WsTraffic *self, guint64 missed)
{
  double all = 0;
  double both = 0;
  double held = get_held (self->spec);

  for (guint i = 0; i < self->spans->len; i++)
    {
      const WsTrafficSpan *span = &g_array_index (self->spans, WsTrafficSpan, i);
      double n = (double)((span->high - span->low) / WS_CACHE_SECTOR_BYTES + 1);

      all += n;
      both += span->is_read && span->is_written ? n : 0;
    }
  /* in some spans only few sectors are accessed */
  both *= MIN ((double)missed / MAX (all, 1), 1);
  return all > held ? (guint64)(both * (all - held) / all) : 0;
}

/**
 * ws_traffic_get_new_pages:
 *
 * Returns: pages between the first and last accessed byte of each allocation, except those accessed
 * before
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

/* Returns: tenths of a cycle for which the busiest slice of the L2 cache serves atomics */
guint64
ws_traffic_get_atomic_tenths (const WsTraffic *self)
{
  guint64 most = 0;

  for (guint i = 0; i < self->n_slices; i++)
    {
      most = MAX (most, self->atomics[i] * self->spec->atomic_tenths);
      most = MAX (most, self->chains[i] * self->spec->atomic_float_tenths);
    }
  return most;
}
