#include "accesses/memory-use.h"

#include "accesses/site-counts.h"

#include <stdlib.h>

#define MAX_TOUCHES (1u << 20) /* touches of lanes that are kept, over all recorded blocks */

typedef struct {
  guint64 element;
  guint64 time;
  guint32 region;
  guint32 block;
  guint32 is_write;
} Touch;

/* ---- lines ---- */

/* The memory that a site accesses. */
static WsSpace
get_space (const WsSite *site, const WsSiteCount *count)
{
  if (ws_site_is_shared (site, count))
    return WS_SPACE_SHARED;
  return site->space == WS_SPACE_LOCAL ? WS_SPACE_LOCAL : WS_SPACE_GLOBAL;
}

/* Returns: index into the lines, %WS_NONE if there is none of its kind yet */
static guint32
find_line (const WsMemoryUse *self, const WsSite *site, WsSpace space)
{
  for (guint32 i = 0; i < self->lines->len; i++)
    {
      const WsMemoryLine *line = &g_array_index (self->lines, WsMemoryLine, i);

      if (line->line == site->line && line->space == space
          && line->op_class == (WsOpClass)site->op_class)
        return i;
    }
  return WS_NONE;
}

static void
add_site (WsMemoryUse *self, const WsSite *site, guint index, const WsSiteCount *count,
          const WsMemoryLevelCount *levels, const WsSpec *spec)
{
  WsSpace space = get_space (site, count);
  guint32 at = find_line (self, site, space);
  WsMemoryLine *found;

  if (at == WS_NONE)
    {
      WsMemoryLine line = {
        .line = site->line, .op_class = (WsOpClass)site->op_class, .space = space, .site = index
      };

      at = self->lines->len;
      g_array_append_val (self->lines, line);
    }
  found = &g_array_index (self->lines, WsMemoryLine, at);
  found->lane_bytes = MAX (found->lane_bytes, (guint)site->width_bytes * site->vector);
  for (guint i = 0; i < WS_N_MEMORY_LEVELS; i++)
    found->levels.sectors[i] += levels->sectors[i];
  found->requests += count->requests;
  found->asked_bytes += count->bytes;
  found->wavefronts += count->wavefronts;
  found->ideal_wavefronts += count->ideal_wavefronts;
  if (space != WS_SPACE_SHARED)
    {
      found->transactions += ws_site_count_get_transactions (count, spec);
      found->moved_bytes += ws_site_count_get_moved_bytes (count, spec);
    }
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const WsMemoryLine *one = a;
  const WsMemoryLine *two = b;

  if (one->line != two->line)
    return one->line < two->line ? -1 : 1;
  return one->site < two->site ? -1 : one->site > two->site;
}

static gboolean
is_access (const WsSiteCount *count)
{
  return count->requests > 0 && count->wavefronts + count->sectors > 0;
}

static void
find_lines (WsMemoryUse *self, const WsRun *run, guint launch)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  guint64 n_blocks;
  g_autofree WsSiteCount *counts = NULL;
  g_autofree WsMemoryLevelCount *levels = ws_memory_level_count (run, launch);

  self->of_all_blocks = run->launches[launch].has_counts;
  counts = ws_site_counts_new (run, launch, !self->of_all_blocks, &n_blocks);
  self->n_sites = kernel->n_sites;
  self->line_of = g_new (guint32, kernel->n_sites + 1);
  for (guint i = 0; i < kernel->n_sites; i++)
    if (is_access (&counts[i]))
      add_site (self, &kernel->sites[i], i, &counts[i], &levels[i], run->spec);
  g_array_sort (self->lines, compare_lines);
  for (guint i = 0; i < kernel->n_sites; i++)
    self->line_of[i] =
        is_access (&counts[i])
            ? find_line (self, &kernel->sites[i], get_space (&kernel->sites[i], &counts[i]))
            : WS_NONE;
}

/* ---- who touched what ---- */

static guint
get_element_bytes (const WsRun *run, guint region)
{
  return MAX (ws_value_type_get_width (
                  ((const WsRegion *)g_ptr_array_index (run->regions, region))->value_type),
              1);
}

/* All elements that the event's lanes access. @region: of the previous lane, and nearly always of
 * the next, too */
static void
add_touches (WsMemoryUse *self, GArray *touches, const WsRun *run, const WsSite *site,
             const WsEvent *event, guint32 *region)
{
  guint n = (guint)__builtin_popcount (event->taken) * site->vector;

  for (guint i = 0; i < n; i++)
    {
      guint64 address = run->lanes[event->access + i].address;
      const WsRegion *r = *region != WS_NONE ? g_ptr_array_index (run->regions, *region) : NULL;
      Touch touch = { .time = event->time,
                      .block = event->block,
                      .is_write = site->op_class != WS_OP_LOAD };

      if (r == NULL || address < r->address || address - r->address >= r->size_bytes)
        *region = ws_run_find_region (run, WS_SPACE_GLOBAL, address);
      if (*region == WS_NONE)
        continue;
      if (touches->len >= MAX_TOUCHES)
        {
          self->truncated = TRUE;
          return;
        }
      r = g_ptr_array_index (run->regions, *region);
      touch.region = (guint32)*region;
      touch.element = (address - r->address) / get_element_bytes (run, touch.region);
      g_array_append_val (touches, touch);
    }
}

static int
compare_touches (gconstpointer a, gconstpointer b)
{
  const Touch *one = a;
  const Touch *two = b;

  if (one->region != two->region)
    return one->region < two->region ? -1 : 1;
  if (one->element != two->element)
    return one->element < two->element ? -1 : 1;
  if (one->time != two->time)
    return one->time < two->time ? -1 : 1;
  return one->block < two->block ? -1 : one->block > two->block;
}

static void
add_to_buffer (WsMemoryUse *self, const WsRun *run, const Touch *touch, gboolean is_first)
{
  WsMemoryBuffer *buffer;
  WsMemoryTouch *last;

  if (is_first)
    {
      const WsRegion *region = g_ptr_array_index (run->regions, touch->region);
      WsMemoryBuffer made = { .region = touch->region, .first = self->touches->len };

      made.element_bytes = get_element_bytes (run, touch->region);
      made.n_elements = (region->size_bytes + made.element_bytes - 1) / made.element_bytes;
      g_array_append_val (self->buffers, made);
    }
  buffer = &g_array_index (self->buffers, WsMemoryBuffer, self->buffers->len - 1);
  if (buffer->n_touches == 0
      || g_array_index (self->touches, WsMemoryTouch, self->touches->len - 1).element
             != touch->element)
    {
      WsMemoryTouch made = { .element = touch->element,
                             .block = touch->block,
                             .order = touch->time };

      g_array_append_val (self->touches, made);
      buffer->n_touches++;
    }
  last = &g_array_index (self->touches, WsMemoryTouch, self->touches->len - 1);
  if (touch->is_write != 0)
    last->writes++;
  else
    last->reads++;
}

static void
find_buffers (WsMemoryUse *self, const WsRun *run, guint launch)
{
  const WsSite *sites = ws_run_get_kernel (run, launch)->sites;
  g_autoptr (GArray) touches = g_array_new (FALSE, FALSE, sizeof (Touch));
  gsize n_blocks;
  const WsBlockRecord *blocks = ws_run_get_blocks (run, launch, &n_blocks);
  guint32 region = WS_NONE;

  self->n_blocks = (guint)n_blocks;
  for (gsize b = 0; b < n_blocks; b++)
    for (guint e = 0; e < blocks[b].n_events; e++)
      {
        const WsEvent *event = &run->events[blocks[b].first_event + e];

        if (event->space == WS_SPACE_GLOBAL
            && ws_memory_request_is_access (&sites[event->site], event))
          add_touches (self, touches, run, &sites[event->site], event, &region);
      }
  g_array_sort (touches, compare_touches);
  for (guint i = 0; i < touches->len; i++)
    {
      const Touch *touch = &g_array_index (touches, Touch, i);

      add_to_buffer (self, run, touch,
                     i == 0 || g_array_index (touches, Touch, i - 1).region != touch->region);
    }
}

/* ---- where a block has been ---- */

static void
add_words (GHashTable *words, const WsRun *run, const WsSite *site, const WsEvent *event)
{
  guint bytes = (guint)site->width_bytes * site->vector;
  guint64 addresses[WS_WARP_SIZE];
  guint n = ws_memory_request_get_addresses (run, site, event, addresses);

  for (guint i = 0; i < n; i++)
    for (guint64 at = addresses[i] / 4; at <= (addresses[i] + bytes - 1) / 4; at++)
      if (!g_hash_table_contains (words, &at))
        g_hash_table_add (words, g_memdup2 (&at, sizeof at));
}

/* Per event of the block, the last access of its warp. */
static void
find_accesses (WsMemoryUse *self, const WsRun *run, guint launch, guint block)
{
  const WsSite *sites = ws_run_get_kernel (run, launch)->sites;
  const WsBlockRecord *record = ws_run_find_block (run, launch, block);
  g_autofree guint32 *last = NULL;

  self->n_warps = ws_launch_get_n_warps (&run->launches[launch]);
  self->n_events = record != NULL ? record->n_events : 0;
  self->access_at = g_new (guint32, self->n_events + 1);
  self->first_access = g_new (guint32, self->n_warps + 1);
  last = g_new (guint32, self->n_warps + 1);
  for (guint i = 0; i < self->n_warps; i++)
    last[i] = self->first_access[i] = WS_NONE;
  for (guint i = 0; i < self->n_events; i++)
    {
      const WsEvent *event = &run->events[record->first_event + i];

      self->access_at[i] = WS_NONE;
      if (event->warp >= self->n_warps)
        continue;
      if (ws_memory_request_is_access (&sites[event->site], event))
        {
          if (last[event->warp] == WS_NONE)
            self->first_access[event->warp] = i;
          last[event->warp] = i;
        }
      self->access_at[i] = last[event->warp];
    }
}

static void
find_places (WsMemoryUse *self, const WsRun *run, guint launch, guint block)
{
  const WsSite *sites = ws_run_get_kernel (run, launch)->sites;
  const WsBlockRecord *record = ws_run_find_block (run, launch, block);
  WsCache cache;

  ws_memory_level_begin (&cache, run, launch);
  self->levels_at = g_new (guint32, self->n_events + 1);
  for (guint i = 0; i < self->n_events; i++)
    {
      const WsEvent *event = &run->events[record->first_event + i];
      const WsSite *site = &sites[event->site];
      guint8 levels[WS_MEMORY_LEVEL_MAX_SECTORS];
      guint n = ws_memory_level_visit (&cache, run, site, event, levels);

      self->levels_at[i] = n > 0 ? self->levels->len : WS_NONE;
      g_byte_array_append (self->levels, levels, n);
      if (event->space == WS_SPACE_SHARED && ws_memory_request_is_access (site, event)
          && g_hash_table_size (self->shared_words) < MAX_TOUCHES)
        add_words (self->shared_words, run, site, event);
    }
  ws_cache_clear (&cache);
}

/**
 * ws_memory_use_new:
 * @block: linear index of one of its blocks
 *
 * Touched elements are known only for blocks recorded in full; requests per line for all blocks, if
 * the device counted them.
 *
 * Returns: (transfer full): the use of memory by the launch and the block
 */
WsMemoryUse *
ws_memory_use_new (const WsRun *run, guint launch, guint block)
{
  WsMemoryUse *self = g_new0 (WsMemoryUse, 1);

  self->lines = g_array_new (FALSE, FALSE, sizeof (WsMemoryLine));
  self->buffers = g_array_new (FALSE, FALSE, sizeof (WsMemoryBuffer));
  self->touches = g_array_new (FALSE, FALSE, sizeof (WsMemoryTouch));
  self->levels = g_byte_array_new ();
  self->shared_words = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  find_lines (self, run, launch);
  find_buffers (self, run, launch);
  find_accesses (self, run, launch, block);
  find_places (self, run, launch, block);
  return self;
}

void
ws_memory_use_free (WsMemoryUse *self)
{
  g_array_unref (self->lines);
  g_array_unref (self->buffers);
  g_array_unref (self->touches);
  g_byte_array_unref (self->levels);
  g_hash_table_unref (self->shared_words);
  g_free (self->line_of);
  g_free (self->access_at);
  g_free (self->levels_at);
  g_free (self->first_access);
  g_free (self);
}

/* Returns: index of the line that an instruction is counted in; %WS_NONE if it accesses no memory
 */
guint32
ws_memory_use_find_line (const WsMemoryUse *self, guint site)
{
  return site < self->n_sites ? self->line_of[site] : WS_NONE;
}

/**
 * ws_memory_use_find_access:
 * @warp: of the block
 * @event: of that warp, within the block's events; %WS_NONE before its first
 *
 * Returns: the warp's last access at @event or before it, else its first; %WS_NONE if it has none
 */
guint32
ws_memory_use_find_access (const WsMemoryUse *self, guint warp, guint32 event)
{
  guint32 found = event < self->n_events ? self->access_at[event] : WS_NONE;

  if (found != WS_NONE || warp >= self->n_warps)
    return found;
  return self->first_access[warp];
}

/* Returns: average wavefronts, or transactions, per request; 0 without requests */
double
ws_memory_line_get_per_request (const WsMemoryLine *self)
{
  guint64 n = self->space == WS_SPACE_SHARED ? self->wavefronts : self->transactions;

  return self->requests > 0 ? (double)n / (double)self->requests : 0;
}

/* Returns: efficiency: for shared memory, ideal wavefronts per wavefront; for global and local
 * memory, requested bytes per byte moved, like nvprof's gld_efficiency and gst_efficiency: more
 * than 1 if lanes request the same */
double
ws_memory_line_get_efficiency (const WsMemoryLine *self)
{
  if (self->space == WS_SPACE_SHARED)
    return self->wavefronts > 0 ? (double)self->ideal_wavefronts / (double)self->wavefronts : 0;
  return self->moved_bytes > 0 ? (double)self->asked_bytes / (double)self->moved_bytes : 0;
}

/**
 * ws_memory_line_get_lost_bytes:
 * @spec: of the device that counted it
 *
 * Returns: bytes moved beyond those requested; for shared memory, the capacity of the passes beyond
 * those needed
 */
guint64
ws_memory_line_get_lost_bytes (const WsMemoryLine *self, const WsSpec *spec)
{
  if (self->space == WS_SPACE_SHARED)
    return self->wavefronts > self->ideal_wavefronts
               ? (self->wavefronts - self->ideal_wavefronts) * spec->shared_banks * 4
               : 0;
  return self->moved_bytes > self->asked_bytes ? self->moved_bytes - self->asked_bytes : 0;
}

/* The request's sectors and their levels. Returns: their number; 0 if unknown */
static guint
get_levels (const WsMemoryUse *self, const WsMemoryRequest *request, guint event,
            guint64 sectors[WS_MEMORY_LEVEL_MAX_SECTORS], const guint8 **levels)
{
  guint64 addresses[WS_WARP_SIZE];
  guint n = 0;

  if (request->space != WS_SPACE_GLOBAL || event >= self->n_events
      || self->levels_at[event] == WS_NONE)
    return 0;
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((request->lanes >> lane & 1) != 0)
      addresses[n++] = request->address[lane];
  *levels = self->levels->data + self->levels_at[event];
  return ws_memory_level_find_sectors (addresses, n, request->lane_bytes, sectors);
}

/**
 * ws_memory_use_find_level:
 * @request: an access of the block to global memory
 * @event: that makes it
 * @address: in one of its sectors
 * @level: (out): level that serves the sector; untouched if no lane requests it
 *
 * Modelled, independently of the device.
 *
 * Returns: whether a lane requests anything in the sector
 */
gboolean
ws_memory_use_find_level (const WsMemoryUse *self, const WsMemoryRequest *request, guint event,
                          guint64 address, WsMemoryLevel *level)
{
  guint64 sectors[WS_MEMORY_LEVEL_MAX_SECTORS];
  const guint8 *levels;
  guint n = get_levels (self, request, event, sectors, &levels);

  for (guint i = 0; i < n; i++)
    if (sectors[i] == address / WS_CACHE_SECTOR_BYTES)
      {
        *level = (WsMemoryLevel)levels[i];
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_memory_use_count_levels:
 * @request: an access of the block
 * @event: that makes it
 * @count: (out): sectors by level: none unless it is a global access
 */
void
ws_memory_use_count_levels (const WsMemoryUse *self, const WsMemoryRequest *request, guint event,
                            WsMemoryLevelCount *count)
{
  guint64 sectors[WS_MEMORY_LEVEL_MAX_SECTORS];
  const guint8 *levels;
  guint n = get_levels (self, request, event, sectors, &levels);

  *count = (WsMemoryLevelCount){ 0 };
  for (guint i = 0; i < n; i++)
    count->sectors[levels[i]]++;
}

/**
 * ws_memory_use_has_word:
 * @word: of shared memory: a byte address over 4
 *
 * Returns: whether the block ever touches it
 */
gboolean
ws_memory_use_has_word (const WsMemoryUse *self, guint64 word)
{
  return g_hash_table_contains (self->shared_words, &word);
}

/**
 * ws_memory_use_find_buffer:
 * @run: of which
 * @address: of global memory
 *
 * Returns: the touched buffer that contains it; -1 for none
 */
int
ws_memory_use_find_buffer (const WsMemoryUse *self, const WsRun *run, guint64 address)
{
  guint32 region = ws_run_find_region (run, WS_SPACE_GLOBAL, address);

  for (guint i = 0; i < self->buffers->len && region != WS_NONE; i++)
    if (g_array_index (self->buffers, WsMemoryBuffer, i).region == region)
      return (int)i;
  return -1;
}

/**
 * ws_memory_find_region:
 * @space: shared, global or constant memory
 *
 * Returns: (transfer none) (nullable): the variable or buffer that contains it; %NULL if it has no
 * name
 */
const WsRegion *
ws_memory_find_region (const WsRun *run, guint launch, WsSpace space, guint64 address)
{
  const GPtrArray *shared = ws_run_get_kernel (run, launch)->shared;
  guint32 region = WS_NONE;

  if (space == WS_SPACE_SHARED)
    {
      for (guint i = 0; shared != NULL && i < shared->len; i++)
        {
          const WsRegion *r = g_ptr_array_index (shared, i);

          /* of a size that the launch sets, all that follows */
          if (address >= r->address && (r->size_bytes == 0 || address - r->address < r->size_bytes))
            return r;
        }
      return NULL;
    }
  if (space == WS_SPACE_GLOBAL || space == WS_SPACE_CONST)
    region = ws_run_find_region (run, space, address);
  return region != WS_NONE ? g_ptr_array_index (run->regions, region) : NULL;
}
