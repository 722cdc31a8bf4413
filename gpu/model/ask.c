/* ask.c: the memory request of an access.
 *
 * It depends only on its addresses and on what its block has touched before: it is computed once,
 * on execution or from the recording. memory-model.c computes when it is answered.
 *
 * The first access of a block to a sector goes to device memory, later ones to a cache, by the
 * model of record/cache.h.
 */
#include "model/ask.h"

#include <string.h>

#define SLICE_BYTES  256  /* of one slice of the L2 cache, */
#define PAIR_BYTES   1024 /* of so many, which two slices share alternately */
#define PAIRS_ALIKE  64   /* before the two swap, so that any stride reaches all slices */
#define NEAR_BANKS   16
#define NEAR_WORD    8 /* bytes */
#define TAGS_OF_PASS 4
#define KEPT_SECTORS (WS_LINE_BYTES / WS_CACHE_SECTOR_BYTES)

/* Returns: sectors that the device memory transfers at once */
guint
ws_ask_get_granule (const WsSpec *spec)
{
  return MAX (spec->granule_bytes / WS_CACHE_SECTOR_BYTES, 1);
}

/* Returns: whether the sector was present; from now on it is, with all that the device memory
 * transfers with it */
gboolean
ws_ask_touch_granule (WsCache *cache, guint64 sector, guint granule_sectors)
{
  guint64 first = sector - sector % granule_sectors;
  gboolean was_there = ws_cache_touch (cache, sector);

  for (guint64 other = first; !was_there && other < first + granule_sectors; other++)
    if (other != sector)
      ws_cache_touch (cache, other);
  return was_there;
}

void
ws_asker_init (WsAsker *self, const WsSpec *spec, guint blocks_per_sm)
{
  *self = (WsAsker){ .granule_sectors = ws_ask_get_granule (spec) };
  ws_cache_init (&self->cache, spec, blocks_per_sm);
}

void
ws_asker_clear (WsAsker *self)
{
  ws_cache_clear (&self->cache);
}

/* Resets it for a new block, which has touched nothing. */
void
ws_asker_begin (WsAsker *self)
{
  self->missed_sectors = 0;
  ws_cache_forget (&self->cache);
}

/* State of a request under construction. */
typedef struct {
  WsAsker *asker;
  WsAsk *ask;
  WsAskLine *lines;
  guint8 written[WS_MAX_LINES][KEPT_SECTORS]; /* bytes of each sector */
  gboolean is_cached;
  guint n_sectors;
} Reach;

static guint
find_line (Reach *self, guint64 line)
{
  guint n = self->ask->n_lines;

  for (guint i = n; i > 0; i--)
    if (self->lines[i - 1].line == line)
      return i - 1;
  if (n == WS_MAX_LINES)
    return n - 1;
  self->lines[n] = (WsAskLine){ .line = line, .is_cached = self->is_cached != 0 };
  memset (self->written[n], 0, KEPT_SECTORS);
  self->ask->n_lines++;
  return n;
}

static void
touch (Reach *self, guint64 low, guint64 high)
{
  for (guint64 sector = low / WS_CACHE_SECTOR_BYTES; sector <= high / WS_CACHE_SECTOR_BYTES;
       sector++)
    {
      guint at = find_line (self, sector / KEPT_SECTORS);
      WsAskLine *line = &self->lines[at];
      guint bit = 1u << (sector % KEPT_SECTORS);
      guint64 first = MAX (low, sector * WS_CACHE_SECTOR_BYTES);
      guint64 last = MIN (high, (sector + 1) * WS_CACHE_SECTOR_BYTES - 1);
      guint8 *written = &self->written[at][sector % KEPT_SECTORS];

      *written = (guint8)MIN (*written + (last - first + 1), G_MAXUINT8);
      if ((line->sectors & bit) != 0)
        continue;
      line->sectors |= (guint8)bit;
      self->n_sectors++;
      if (ws_ask_touch_granule (&self->asker->cache, sector, self->asker->granule_sectors)
          || self->is_cached)
        continue;
      line->missed |= (guint8)bit;
      self->asker->missed_sectors += self->asker->granule_sectors;
    }
}

/* Words that the banks of the L1 cache must serve. */
typedef struct {
  guint64 words[NEAR_BANKS][WS_WARP_SIZE];
  guint8 n_words[NEAR_BANKS];
  guint most; /* of a bank */
} Banks;

static void
ask_banks (Banks *self, guint64 low, guint64 high)
{
  for (guint64 word = low / NEAR_WORD; word <= high / NEAR_WORD; word++)
    {
      guint bank = word % NEAR_BANKS;
      guint at = 0;

      while (at < self->n_words[bank] && self->words[bank][at] != word)
        at++;
      if (at == self->n_words[bank] && at < WS_WARP_SIZE)
        self->words[bank][self->n_words[bank]++] = word;
      self->most = MAX (self->most, self->n_words[bank]);
    }
}

/* Passes of the L1 cache: a bank serves a word per cycle, and a limited number of tags is looked
 * up. Measured: 4-byte elements with strides of 1, 2, 3, 4, 5, 8, 12 take 1, 2, 1.6, 4, 2, 8 and 4
 * cycles (RRZE-HPC, gpu-benches, gpu-strides). */
static guint
count_passes (const WsAskRange *ranges, guint n, guint n_lines, gboolean are_side_by_side)
{
  guint of_tags = (n_lines + TAGS_OF_PASS - 1) / TAGS_OF_PASS;
  Banks banks;

  if (are_side_by_side)
    {
      guint64 n_words = ranges[n - 1].high / NEAR_WORD - ranges[0].low / NEAR_WORD + 1;

      return MAX ((guint)((n_words + NEAR_BANKS - 1) / NEAR_BANKS), of_tags);
    }
  memset (banks.n_words, 0, sizeof banks.n_words);
  banks.most = of_tags;
  for (guint i = 0; i < n; i++)
    ask_banks (&banks, ranges[i].low, ranges[i].high);
  return banks.most;
}

/* Lines with a partially written sector: L2 keeps byte masks per line. */
static void
count_partial (Reach *self)
{
  for (guint i = 0; i < self->ask->n_lines; i++)
    {
      gboolean is_partial = FALSE;

      for (guint s = 0; s < KEPT_SECTORS; s++)
        is_partial =
            is_partial || (self->written[i][s] > 0 && self->written[i][s] < WS_CACHE_SECTOR_BYTES);
      self->ask->n_partial += is_partial;
    }
}

/**
 * ws_asker_ask_global:
 * @ranges: (array length=n): accessed by lanes, in lane order
 * @n: at most one for each lane
 * @is_cached: whether an earlier launch left the accessed data in the L2 cache
 * @ask: (inout): its request; its kind is set
 * @lines: (out) (array length=WS_MAX_LINES): the lines that it touches
 *
 * Returns: sectors that it touches
 */
guint
ws_asker_ask_global (WsAsker *self, const WsAskRange *ranges, guint n, gboolean is_cached,
                     WsAsk *ask, WsAskLine *lines)
{
  Reach reach = { .asker = self, .ask = ask, .lines = lines, .is_cached = is_cached };
  guint n_parts = 0;

  ask->place = WS_PLACE_GLOBAL;
  /* adjacent ranges are merged */
  for (guint i = 0, first = 0; i < n; i++)
    if (i + 1 == n || ranges[i + 1].low != ranges[i].high + 1)
      {
        touch (&reach, ranges[first].low, ranges[i].high);
        first = i + 1;
        n_parts++;
      }
  if (ask->kind == WS_COST_STORE)
    count_partial (&reach);
  ask->passes = (guint16)(n == 1 ? (ranges[0].high - ranges[0].low) / WS_LINE_BYTES + 1
                                 : count_passes (ranges, n, ask->n_lines, n_parts == 1));
  return reach.n_sectors;
}

/* On an H200, atomics at addresses 512 bytes apart delay each other; those 256, 1024 or 4096 bytes
 * apart do not.
 *
 * Returns: the slice of the L2 cache that serves atomics at an address */
guint
ws_ask_get_slice (const WsSpec *spec, guint64 address)
{
  guint64 pair = address / PAIR_BYTES;
  guint64 half = (address / SLICE_BYTES + pair / PAIRS_ALIKE) % 2;

  return (guint)((2 * pair + half) % MAX (spec->atomic_slices, 1));
}

/**
 * ws_ask_find_served:
 * @addresses: (array length=n): of an atomic's lanes
 * @served: (out) (array length=n): addresses that the L2 cache serialises
 *
 * The L2 cache serves different words of a sector together, and serialises lanes at the same word.
 *
 * Returns: number of serialised operations of this atomic
 */
guint
ws_ask_find_served (const guint64 *addresses, guint n, guint64 *served)
{
  guint64 words[WS_WARP_SIZE]; /* distinct words, with the number of lanes at each */
  guint lanes[WS_WARP_SIZE];
  guint n_words = 0;
  guint n_served = 0;

  for (guint i = 0; i < n; i++)
    {
      guint own = n_words;
      guint most = 0; /* at any other word of its sector */

      for (guint k = 0; k < n_words; k++)
        if (words[k] == addresses[i])
          own = k;
        else if (words[k] / WS_CACHE_SECTOR_BYTES == addresses[i] / WS_CACHE_SECTOR_BYTES)
          most = MAX (most, lanes[k]);
      if (own == n_words)
        {
          words[n_words] = addresses[i];
          lanes[n_words++] = 0;
        }
      if (++lanes[own] > most)
        served[n_served++] = addresses[i];
    }
  return n_served;
}

/**
 * ws_ask_find_chains:
 * @addresses: (array length=n): of the lanes of an atomic that adds floats
 * @chains: (out) (array length=n): one for each slice that serves some of them
 *
 * Returns: number of chains; 0 if the spec has no separate time for floats
 */
guint
ws_ask_find_chains (const WsSpec *spec, const guint64 *addresses, guint n, WsAskChain *chains)
{
  guint slices[WS_WARP_SIZE];
  guint lanes[WS_WARP_SIZE] = { 0 }; /* at the address of each */
  guint n_chains = 0;

  if (spec->atomic_float_tenths == 0)
    return 0;
  for (guint i = 0; i < n; i++)
    {
      slices[i] = ws_ask_get_slice (spec, addresses[i]);
      for (guint k = 0; k < n; k++)
        lanes[i] += addresses[k] == addresses[i];
    }
  for (guint i = 0; i < n; i++)
    {
      gboolean is_most = TRUE;

      for (guint k = 0; k < n; k++)
        if (slices[k] == slices[i] && (lanes[k] > lanes[i] || (lanes[k] == lanes[i] && k < i)))
          is_most = FALSE;
      if (is_most)
        chains[n_chains++] = (WsAskChain){ slices[i], lanes[i] };
    }
  return n_chains;
}
