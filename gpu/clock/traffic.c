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
 * @reached: whose allocation may be %NULL: then it does not count; that is borrowed until the
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
 * ws_traffic_add_chain:
 * @addresses: (array length=n): of the lanes of an atomic that adds floats
 *
 * Of each part of the L2 cache, the address at which most of them meet counts; nothing where the
 * spec says no other time of floats.
 */
void
ws_traffic_add_chain (WsTraffic *self, const guint64 *addresses, guint n)
{
  guint slices[WS_WARP_SIZE];
  guint lanes[WS_WARP_SIZE] = { 0 }; /* at the address of each */

  if (self->spec->atomic_float_tenths == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      slices[i] = ws_ask_get_slice (self->spec, addresses[i]);
      for (guint k = 0; k < n; k++)
        lanes[i] += addresses[k] == addresses[i];
    }
  for (guint i = 0; i < n; i++)
    {
      gboolean is_most = TRUE;

      for (guint k = 0; k < n; k++)
        if (slices[k] == slices[i] && (lanes[k] > lanes[i] || (lanes[k] == lanes[i] && k < i)))
          is_most = FALSE;
      self->chains[slices[i]] += is_most ? lanes[i] : 0;
    }
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

/* Sectors that the L2 cache holds of what each SM reads for itself. What lies in another part than
 * the SM's own is in both: with two parts that is half of it, and takes twice the room. */
static double
get_held (const WsSpec *spec)
{
  double parts = MAX (spec->l2_parts, 1);

  return (double)(spec->l2_bytes / WS_CACHE_SECTOR_BYTES) / (1 + (parts - 1) / parts);
}

/**
 * ws_traffic_get_written_back:
 * @missed: sectors that came from the device memory
 *
 * What a launch reads and writes moves twice, as far as the L2 cache does not hold it until the
 * end: of what leaves it, such sectors have the share that they have of all that was reached.
 *
 * Returns: sectors of 32 bytes that go back to the device memory beside those that were missed
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
  /* of some spans only few sectors are reached */
  both *= MIN ((double)missed / MAX (all, 1), 1);
  return all > held ? (guint64)(both * (all - held) / all) : 0;
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

/* Returns: tenths of a cycle that the busiest part of the L2 cache served atomics */
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
