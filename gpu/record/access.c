#include "record/access.h"

#define MAX_LANES 32

/* Sorts @values and removes duplicates. Returns: number of values left */
static guint
sort_distinct (guint64 *values, guint n)
{
  guint distinct = 0;

  /* insertion sort: at most 64 values, and nearly always in order already */
  for (guint i = 1; i < n; i++)
    {
      guint64 value = values[i];
      guint k = i;

      for (; k > 0 && values[k - 1] > value; k--)
        values[k] = values[k - 1];
      values[k] = value;
    }
  for (guint i = 0; i < n; i++)
    if (i == 0 || values[i] != values[i - 1])
      values[distinct++] = values[i];
  return distinct;
}

/* The distinct pieces of 2^@shift bytes that the lanes access, in order. @pieces has @n × 5
 * elements: 16 bytes span at most 5 words. */
static guint
find_pieces (const guint64 *addresses, guint n, guint bytes_per_lane, guint shift, guint64 *pieces)
{
  guint n_pieces = 0;

  for (guint i = 0; i < n; i++)
    {
      guint64 first = addresses[i] >> shift;
      guint64 last = (addresses[i] + bytes_per_lane - 1) >> shift;

      for (guint64 piece = first; piece <= last; piece++)
        if (n_pieces == 0 || pieces[n_pieces - 1] != piece)
          pieces[n_pieces++] = piece;
    }
  return sort_distinct (pieces, n_pieces);
}

/* Number of those pieces if no lane's access begins before that of the previous lane; 0 if one
 * does. */
static guint
count_ascending (const guint64 *addresses, guint n, guint bytes_per_lane, guint shift)
{
  guint64 next = addresses[0] >> shift;
  guint n_pieces = 0;

  for (guint i = 0; i < n; i++)
    {
      guint64 first = addresses[i] >> shift;
      guint64 last = (addresses[i] + bytes_per_lane - 1) >> shift;

      if (first + 1 < next)
        return 0;
      first = MAX (first, next);
      n_pieces += (guint)(last + 1 - first);
      next = last + 1;
    }
  return n_pieces;
}

/* Number of those pieces if each lane accesses one piece, not before that of the previous lane: as
 * for rows, groups of rows, one word for all; otherwise 0. Branch-free. */
static guint
count_steps (const guint64 *addresses, guint n, guint bytes_per_lane, guint shift)
{
  const guint64 low = addresses[0] >> shift;
  guint32 pieces[MAX_LANES];
  guint64 across = 0;
  guint64 far = 0;
  guint n_steps = 1;
  guint n_back = 0;

  for (guint i = 0; i < n; i++)
    {
      guint64 piece = (addresses[i] >> shift) - low;

      pieces[i] = (guint32)piece;
      far |= piece;
      across |= addresses[i];
    }
  for (guint i = 1; i < n; i++)
    {
      n_steps += pieces[i] != pieces[i - 1];
      n_back += (gint32)pieces[i] < (gint32)pieces[i - 1];
    }
  return (bytes_per_lane & (bytes_per_lane - 1)) == 0 && (across & (bytes_per_lane - 1)) == 0
                 && far <= G_MAXINT32 && n_back == 0
             ? n_steps
             : 0;
}

static guint
count_pieces (const guint64 *addresses, guint n, guint bytes_per_lane, guint shift)
{
  guint64 pieces[5 * MAX_LANES];
  guint n_pieces = count_steps (addresses, n, bytes_per_lane, shift);

  if (n_pieces == 0)
    n_pieces = count_ascending (addresses, n, bytes_per_lane, shift);

  return n_pieces > 0 ? n_pieces : find_pieces (addresses, n, bytes_per_lane, shift, pieces);
}

static gboolean
is_contiguous (const guint64 *addresses, guint n, guint bytes_per_lane)
{
  for (guint i = 1; i < n; i++)
    if (addresses[i] - addresses[i - 1] != bytes_per_lane)
      return FALSE;
  return TRUE;
}

/**
 * ws_access_cost_global:
 * @addresses: (array length=n): byte address of each lane, in lane order
 * @n: participating lanes, at most 32
 * @bytes_per_lane: 1 to 16
 * @cost: (out): its cost
 *
 * Counts the traffic of one request of a warp to global or local memory: the distinct 32-byte
 * sectors (Nsight Compute: sectors per request; CUDA C++ Best Practices Guide, "Coalesced Access to
 * Global Memory") and the distinct 128-byte segments (the cache lines of compute capability 2.x and
 * 3.x; CUDA C Programming Guide, "Global Memory").
 */
void
ws_access_cost_global (const guint64 *addresses, guint n, guint bytes_per_lane, WsAccessCost *cost)
{
  g_return_if_fail (n <= MAX_LANES && bytes_per_lane >= 1 && bytes_per_lane <= 16);

  *cost = (WsAccessCost){ .bytes = n * bytes_per_lane };
  if (n == 0)
    return;
  if (is_contiguous (addresses, n, bytes_per_lane))
    {
      guint64 last = addresses[n - 1] + bytes_per_lane - 1;
      cost->sectors = (last >> 5) - (addresses[0] >> 5) + 1;
      cost->segments = (last >> 7) - (addresses[0] >> 7) + 1;
      return;
    }
  cost->sectors = count_pieces (addresses, n, bytes_per_lane, 5);
  cost->segments = count_pieces (addresses, n, bytes_per_lane, 7);
}

/* Whether no bank has to deliver two words. */
static gboolean
is_free_of_conflicts (const guint64 *addresses, guint n, guint bytes_per_lane, guint banks)
{
  guint64 words[MAX_LANES];
  guint32 asked = 0;

  for (guint i = 0; i < n; i++)
    for (guint64 word = addresses[i] / 4; word <= (addresses[i] + bytes_per_lane - 1) / 4; word++)
      {
        guint bank = word & (banks - 1);

        if ((asked >> bank & 1) != 0 && words[bank] != word)
          return FALSE;
        asked |= 1u << bank;
        words[bank] = word;
      }
  return TRUE;
}

/* The maximum words from any bank, if no lane's access begins before that of the previous lane:
 * rows, strides, one word for all; 0 if one does. */
static guint
count_most_ascending (const guint64 *addresses, guint n, guint bytes_per_lane, guint banks)
{
  guint8 per_bank[MAX_LANES] = { 0 };
  guint64 next = addresses[0] / 4;
  guint most = 0;

  for (guint i = 0; i < n; i++)
    {
      guint64 first = addresses[i] / 4;
      guint64 last = (addresses[i] + bytes_per_lane - 1) / 4;

      if (first + 1 < next)
        return 0;
      for (guint64 word = MAX (first, next); word <= last; word++)
        {
          guint in_bank = ++per_bank[word & (banks - 1)];

          most = MAX (most, in_bank);
        }
      next = MAX (next, last + 1);
    }
  return most;
}

/* Wavefronts of lanes that are served together: the maximum words from any bank. */
static guint
count_wavefronts (const guint64 *addresses, guint n, guint bytes_per_lane, guint banks)
{
  guint64 words[5 * MAX_LANES];
  guint8 per_bank[MAX_LANES] = { 0 };
  guint most = count_most_ascending (addresses, n, bytes_per_lane, banks);
  guint n_words;

  if (most > 0 || is_free_of_conflicts (addresses, n, bytes_per_lane, banks))
    return MAX (most, 1);
  n_words = find_pieces (addresses, n, bytes_per_lane, 2, words);
  for (guint i = 0; i < n_words; i++)
    {
      guint in_bank = ++per_bank[words[i] & (banks - 1)];
      most = MAX (most, in_bank);
    }
  return most;
}

/* For an atomic: each lane requests each of its words separately. */
static guint
count_atomic_wavefronts (const guint64 *addresses, guint n, guint bytes_per_lane, guint banks)
{
  guint per_bank[MAX_LANES] = { 0 };
  guint most = 0;

  for (guint i = 0; i < n; i++)
    for (guint64 word = addresses[i] / 4; word <= (addresses[i] + bytes_per_lane - 1) / 4; word++)
      {
        guint in_bank = ++per_bank[word & (banks - 1)];

        most = MAX (most, in_bank);
      }
  return most;
}

/**
 * ws_access_get_lanes_per_pass:
 * @bytes_per_lane: 1 to 16
 * @banks: banks of four bytes, 16 or 32
 *
 * How many lanes shared memory serves at once without bank conflicts. A wavefront then serves
 * @banks words: a warp of 4-byte accesses at once, 8 bytes by half-warps, 16 bytes by quarter-warps
 * (CUDA C Programming Guide, "64-Bit Accesses" and "128-Bit Accesses" of compute capability 2.x),
 * and with 16 banks by half-warps even for 4 bytes (compute capability 1.x).
 *
 * Returns: lanes, a part of a warp
 */
guint
ws_access_get_lanes_per_pass (guint bytes_per_lane, guint banks)
{
  return banks * 4 / (bytes_per_lane <= 4 ? 4 : bytes_per_lane <= 8 ? 8 : 16);
}

typedef guint (*CountWavefronts) (const guint64 *addresses, guint n, guint bytes_per_lane,
                                  guint banks);

/* One part of the warp after the other. */
static void
cost_shared (guint32 mask, const guint64 *addresses, guint bytes_per_lane, guint banks,
             CountWavefronts count, WsAccessCost *cost)
{
  guint lanes_per_pass;
  guint i = 0;

  g_return_if_fail (bytes_per_lane >= 1 && bytes_per_lane <= 16);
  g_return_if_fail (banks == 16 || banks == 32);

  *cost = (WsAccessCost){ 0 };
  lanes_per_pass = ws_access_get_lanes_per_pass (bytes_per_lane, banks);
  for (guint first = 0; first < MAX_LANES; first += lanes_per_pass)
    {
      guint32 lanes =
          lanes_per_pass == MAX_LANES ? mask : mask >> first & ((1u << lanes_per_pass) - 1);
      guint n = __builtin_popcount (lanes);

      if (n == 0)
        continue;
      cost->wavefronts += count (addresses + i, n, bytes_per_lane, banks);
      cost->ideal_wavefronts++;
      i += n;
    }
  cost->bytes = i * bytes_per_lane;
}

/**
 * ws_access_cost_shared_masked:
 * @mask: participating lanes
 * @addresses: byte address of each of them, in lane order
 * @bytes_per_lane: 1 to 16
 * @banks: banks of four bytes, 16 or 32
 * @cost: (out): its cost
 *
 * Counts the wavefronts of one load or store of a warp to shared memory. Lanes that request the
 * same word of a bank are served together; each further word of a bank is a further wavefront (CUDA
 * C Programming Guide, "Shared Memory" under "Compute Capabilities").
 *
 * A warp is served in parts of ws_access_get_lanes_per_pass(); a part without an active lane takes
 * no wavefront.
 */
void
ws_access_cost_shared_masked (guint32 mask, const guint64 *addresses, guint bytes_per_lane,
                              guint banks, WsAccessCost *cost)
{
  cost_shared (mask, addresses, bytes_per_lane, banks, count_wavefronts, cost);
}

/**
 * ws_access_cost_shared_atomic:
 * @mask: participating lanes
 * @addresses: byte address of each of them, in lane order
 * @bytes_per_lane: 4, 8 or 16
 * @banks: banks of four bytes, 16 or 32
 * @cost: (out): its cost
 *
 * Counts the wavefronts of one atomic of a warp on shared memory. A bank serves one lane per
 * wavefront: lanes that update the same word are served one after another, as each reads the
 * previous one's result (CUDA C++ Programming Guide, "Atomic Functions": serialized), and so are
 * lanes with different words of a bank.
 */
void
ws_access_cost_shared_atomic (guint32 mask, const guint64 *addresses, guint bytes_per_lane,
                              guint banks, WsAccessCost *cost)
{
  cost_shared (mask, addresses, bytes_per_lane, banks, count_atomic_wavefronts, cost);
}

/**
 * ws_access_cost_shared:
 * @addresses: (array length=n): byte address of each lane
 * @n: participating lanes: 0 to @n - 1
 * @bytes_per_lane: 1 to 16
 * @banks: banks of four bytes, 16 or 32
 * @cost: (out): its cost
 *
 * ws_access_cost_shared_masked() for the first @n lanes.
 */
void
ws_access_cost_shared (const guint64 *addresses, guint n, guint bytes_per_lane, guint banks,
                       WsAccessCost *cost)
{
  g_return_if_fail (n <= MAX_LANES);
  ws_access_cost_shared_masked (n == MAX_LANES ? G_MAXUINT32 : (1u << n) - 1, addresses,
                                bytes_per_lane, banks, cost);
}
