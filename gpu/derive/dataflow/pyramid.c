#include "dataflow/pyramid.h"

#define MAX_LANES   (1 << 21) /* accesses to global memory that are followed, of all launches */
#define MIN_BLOCKS  3         /* whose places tell those of the others */
#define MAX_REGIONS 64        /* buffers of a launch whose places are looked at */
#define MAX_BYTES   (G_GUINT64_CONSTANT (1) << 48) /* of a buffer; of more, differences overflow */

/* What a block leaves at an address. */
typedef struct {
  guint64 address;
  guint64 value;
  guint32 block;
  guint32 event; /* the first that stored there, and */
  guint32 last;  /* the last */
  guint8 width;
  guint8 value_type;
  guint8 is_atomic; /* what it left is not recorded */
  guint8 is_read;   /* by the same block */
} Store;

/* How the places of a launch's blocks follow each other in a buffer. */
typedef struct {
  const WsRegion *region;
  guint32 first_block; /* recorded, that stores there */
  guint32 n_blocks;    /* that do */
  guint64 lowest;      /* address of it */
  gint64 step;         /* bytes from block to block; 0 if unknown */
} Places;

typedef struct {
  GArray *stores; /* Store, by address and block */
  Places places[MAX_REGIONS];
  guint n_places;
  guint64 lowest; /* of all stores */
  guint64 highest;
} Launch;

/* One value that goes from block to block. */
typedef struct {
  guint32 from_launch;
  guint32 from_block;
  guint32 to_launch;
  guint32 to_block;
  guint64 address;
  guint64 value;
  guint32 value_type;
} Handed;

typedef struct {
  const WsRun *run;
  Launch *launches;
  GArray *handed; /* Handed */
  GArray *blocks; /* WsPyramidBlock */
  gsize n_lanes;
  gboolean truncated;
} Maker;

static guint64
get_key (guint32 launch, guint32 block)
{
  return ((guint64)launch << 32) | block;
}

static guint64
get_mask (guint width)
{
  return width >= 8 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << (8 * width)) - 1;
}

static gboolean
is_global (const WsSite *site, const WsEvent *event)
{
  return event->access != WS_NONE && event->space == WS_SPACE_GLOBAL
         && (site->op_class == WS_OP_LOAD || site->op_class == WS_OP_STORE
             || site->op_class == WS_OP_ATOMIC);
}

static guint
count_lanes (const WsSite *site, const WsEvent *event)
{
  return (guint)__builtin_popcount (event->taken) * site->vector;
}

static gboolean
is_in (const WsRegion *region, guint64 address)
{
  return region != NULL && address >= region->address
         && address - region->address < region->size_bytes;
}

static const WsRegion *
find_region (const WsRun *run, guint64 address)
{
  guint32 region = ws_run_find_region (run, WS_SPACE_GLOBAL, address);

  return region != WS_NONE ? g_ptr_array_index (run->regions, region) : NULL;
}

/* An instruction says how wide its values are; the buffer says what they mean. */
static guint8
get_type (const WsRun *run, const Store *store)
{
  const WsRegion *region = find_region (run, store->address);

  return region != NULL && ws_value_type_get_width (region->value_type) == store->width
             ? (guint8)region->value_type
             : store->value_type;
}

/* ---- what each launch stores ---- */

static int
compare_stores (gconstpointer a, gconstpointer b)
{
  const Store *x = a;
  const Store *y = b;

  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  if (x->block != y->block)
    return x->block < y->block ? -1 : 1;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* What a block's accesses to global memory found or left, but for those of class @unwanted; as many
 * as there is room for. */
static void
collect (Maker *self, const WsBlockRecord *record, WsOpClass unwanted, GArray *stores)
{
  const WsSite *sites = ws_run_get_kernel (self->run, record->launch)->sites;

  for (guint i = 0; i < record->n_events; i++)
    {
      const WsEvent *event = &self->run->events[record->first_event + i];
      const WsSite *site = &sites[event->site];
      guint n = count_lanes (site, event);

      if (!is_global (site, event) || site->op_class == unwanted)
        continue;
      if (self->n_lanes + n > MAX_LANES)
        {
          self->truncated = TRUE;
          return;
        }
      self->n_lanes += n;
      for (guint k = 0; k < n; k++)
        {
          const WsLane *lane = &self->run->lanes[event->access + k];
          Store store = { .address = lane->address,
                          .value = lane->value,
                          .block = record->block,
                          .event = i,
                          .last = i,
                          .width = site->width_bytes,
                          .value_type = site->value_type,
                          .is_atomic = site->op_class == WS_OP_ATOMIC };

          g_array_append_val (stores, store);
        }
    }
}

/* Of the stores of one block to one address the last is what it leaves. */
static void
keep_last (GArray *stores)
{
  guint n = 0;

  g_array_sort (stores, compare_stores);
  for (guint i = 0; i < stores->len; i++)
    {
      Store *store = &g_array_index (stores, Store, i);
      Store *before = n > 0 ? &g_array_index (stores, Store, n - 1) : NULL;

      if (before != NULL && before->address == store->address && before->block == store->block)
        {
          guint32 first = before->event;

          *before = *store;
          before->event = first;
        }
      else
        g_array_index (stores, Store, n++) = *store;
    }
  g_array_set_size (stores, n);
}

/* Returns: index of the first store at or behind an address */
static guint
find_store (const GArray *stores, guint64 address)
{
  guint low = 0;
  guint high = stores->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (stores, Store, middle).address < address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static Places *
find_places (Launch *self, const WsRegion *region)
{
  for (guint i = 0; i < self->n_places; i++)
    if (self->places[i].region == region)
      return &self->places[i];
  return NULL;
}

static int
compare_lowest (gconstpointer a, gconstpointer b)
{
  const Store *x = a;
  const Store *y = b;

  if (x->block != y->block)
    return x->block < y->block ? -1 : 1;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* How the first place of a block in a buffer depends on its number: only where all that were
 * recorded lie on one line. */
static void
find_step (Launch *self, Places *places)
{
  g_autoptr (GArray) lowest = g_array_new (FALSE, FALSE, sizeof (Store));
  const Store *first;
  gint64 bytes;
  guint n = 0;

  for (guint i = 0; i < self->stores->len; i++)
    if (is_in (places->region, g_array_index (self->stores, Store, i).address))
      g_array_append_val (lowest, g_array_index (self->stores, Store, i));
  g_array_sort (lowest, compare_lowest);
  for (guint i = 0; i < lowest->len; i++)
    if (n == 0
        || g_array_index (lowest, Store, n - 1).block != g_array_index (lowest, Store, i).block)
      g_array_index (lowest, Store, n++) = g_array_index (lowest, Store, i);
  first = &g_array_index (lowest, Store, 0);
  places->n_blocks = n;
  places->first_block = first->block;
  places->lowest = first->address;
  if (n < MIN_BLOCKS || places->region->size_bytes > MAX_BYTES)
    return;
  bytes = (gint64)(first[1].address - first->address);
  places->step = bytes / (gint64)(first[1].block - first->block);
  for (guint i = 1; i < n; i++)
    if ((gint64)(first[i].address - first->address)
        != places->step * (gint64)(first[i].block - first->block))
      places->step = 0;
}

static void
end_stores (Maker *self, guint index)
{
  Launch *launch = &self->launches[index];
  const WsRegion *last = NULL;

  keep_last (launch->stores);
  if (launch->stores->len == 0)
    return;
  launch->lowest = g_array_index (launch->stores, Store, 0).address;
  launch->highest = g_array_index (launch->stores, Store, launch->stores->len - 1).address;
  for (guint i = 0; i < launch->stores->len; i++)
    {
      guint64 address = g_array_index (launch->stores, Store, i).address;

      if (is_in (last, address))
        continue;
      last = find_region (self->run, address);
      if (last != NULL && find_places (launch, last) == NULL && launch->n_places < MAX_REGIONS)
        launch->places[launch->n_places++] = (Places){ .region = last };
    }
  for (guint i = 0; i < launch->n_places; i++)
    find_step (launch, &launch->places[i]);
}

/* ---- who stored what is read ---- */

static void
hand (Maker *self, guint32 from_launch, guint32 from_block, const WsBlockRecord *to,
      const Store *load)
{
  Handed handed = { .from_launch = from_launch,
                    .from_block = from_block,
                    .to_launch = to->launch,
                    .to_block = to->block,
                    .address = load->address,
                    .value = load->value,
                    .value_type = get_type (self->run, load) };

  g_array_append_val (self->handed, handed);
}

/* What recorded blocks of a launch left at an address, and is what was read there. Returns: whether
 * any did */
static gboolean
hand_from_recorded (Maker *self, guint32 from, const WsBlockRecord *to, const Store *load)
{
  const GArray *stores = self->launches[from].stores;
  gboolean found = FALSE;

  for (guint i = find_store (stores, load->address);
       i < stores->len && g_array_index (stores, Store, i).address == load->address; i++)
    {
      const Store *store = &g_array_index (stores, Store, i);
      guint64 mask = get_mask (MIN (store->width, load->width));

      if (!store->is_atomic && (store->value & mask) != (load->value & mask))
        continue;
      hand (self, from, store->block, to, load);
      found = TRUE;
    }
  return found;
}

/* Whether the first recorded block of @places stores so many bytes behind its first place. */
static gboolean
has_offset (const Launch *launch, const Places *places, guint64 offset)
{
  guint64 address = places->lowest + offset;

  for (guint i = find_store (launch->stores, address);
       i < launch->stores->len && g_array_index (launch->stores, Store, i).address == address; i++)
    if (g_array_index (launch->stores, Store, i).block == places->first_block)
      return TRUE;
  return FALSE;
}

/* The block whose place an address is, where that can be told. Returns: whether it can */
static gboolean
hand_from_place (Maker *self, guint32 from, const WsBlockRecord *to, const Store *load)
{
  Launch *launch = &self->launches[from];
  const Places *places = find_places (launch, find_region (self->run, load->address));
  gint64 bytes;
  gint64 offset;
  gint64 block;

  if (places == NULL || places->step == 0)
    return FALSE;
  bytes = (gint64)(load->address - places->lowest);
  offset = bytes % ABS (places->step);
  if (offset < 0)
    offset += ABS (places->step);
  block = (gint64)places->first_block + (bytes - offset) / places->step;
  if (block < 0 || (guint64)block >= ws_launch_get_n_blocks (&self->run->launches[from])
      || ws_run_find_block (self->run, from, (guint)block) != NULL
      || !has_offset (launch, places, (guint64)offset))
    return FALSE;
  hand (self, from, (guint32)block, to, load);
  return TRUE;
}

/* Whether the block had stored there itself before it read; what it reads and stores is marked. */
static gboolean
is_own (Maker *self, const WsBlockRecord *record, const Store *load)
{
  GArray *stores = self->launches[record->launch].stores;

  for (guint i = find_store (stores, load->address);
       i < stores->len && g_array_index (stores, Store, i).address == load->address; i++)
    {
      Store *store = &g_array_index (stores, Store, i);

      if (store->block != record->block)
        continue;
      store->is_read = TRUE;
      return store->event < load->event;
    }
  return FALSE;
}

static void
find_source (Maker *self, const WsBlockRecord *record, WsPyramidBlock *block, const Store *load)
{
  gboolean is_known = FALSE;

  for (guint from = record->launch; from-- > 0;)
    {
      Launch *launch = &self->launches[from];

      if (launch->stores->len == 0)
        continue;
      if (hand_from_recorded (self, from, record, load)
          || hand_from_place (self, from, record, load))
        return;
      is_known = is_known || find_places (launch, find_region (self->run, load->address)) != NULL;
    }
  if (is_known)
    block->n_unknown++;
  else
    block->n_before++;
}

/* The values that a block reads, each address once. */
static void
add_loads (Maker *self, const WsBlockRecord *record, WsPyramidBlock *block)
{
  g_autoptr (GArray) loads = g_array_new (FALSE, FALSE, sizeof (Store));

  collect (self, record, WS_OP_STORE, loads);
  g_array_sort (loads, compare_stores);
  for (guint i = 0; i < loads->len; i++)
    {
      const Store *load = &g_array_index (loads, Store, i);

      if (i > 0 && load->address == g_array_index (loads, Store, i - 1).address)
        continue;
      if (!is_own (self, record, load))
        find_source (self, record, block, load);
    }
}

/* ---- the pyramid ---- */

static int
compare_handed (gconstpointer a, gconstpointer b)
{
  const Handed *x = a;
  const Handed *y = b;
  guint64 one = get_key (x->to_launch, x->to_block);
  guint64 two = get_key (y->to_launch, y->to_block);

  if (one == two)
    {
      one = get_key (x->from_launch, x->from_block);
      two = get_key (y->from_launch, y->from_block);
    }
  if (one == two)
    {
      one = x->address;
      two = y->address;
    }
  return one < two ? -1 : one > two;
}

static int
compare_blocks (gconstpointer a, gconstpointer b)
{
  const WsPyramidBlock *x = a;
  const WsPyramidBlock *y = b;
  guint64 one = get_key (x->launch, x->block);
  guint64 two = get_key (y->launch, y->block);

  if (one != two)
    return one < two ? -1 : 1;
  return (int)y->is_recorded - (int)x->is_recorded;
}

/* All blocks that are known: those that were recorded, and those that others take from. */
static void
list_blocks (Maker *self, WsPyramid *pyramid)
{
  guint n = 0;

  for (guint i = 0; i < self->handed->len; i++)
    {
      const Handed *handed = &g_array_index (self->handed, Handed, i);
      WsPyramidBlock block = { .launch = handed->from_launch,
                               .block = handed->from_block,
                               .told = WS_NONE };

      if (i == 0 || compare_handed (handed, handed - 1) != 0)
        g_array_append_val (self->blocks, block);
    }
  g_array_sort (self->blocks, compare_blocks);
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const WsPyramidBlock *block = &g_array_index (self->blocks, WsPyramidBlock, i);
      const WsPyramidBlock *last = &g_array_index (self->blocks, WsPyramidBlock, n - (n > 0));

      if (n == 0 || last->launch != block->launch || last->block != block->block)
        g_array_index (self->blocks, WsPyramidBlock, n++) = *block;
    }
  g_array_set_size (self->blocks, n);
  pyramid->n_blocks = n;
  pyramid->blocks =
      (WsPyramidBlock *)(gpointer)g_array_free (g_steal_pointer (&self->blocks), FALSE);
  pyramid->first_block = g_new0 (guint32, pyramid->n_launches + 1);
  for (guint i = 0; i < n; i++)
    pyramid->first_block[pyramid->blocks[i].launch + 1]++;
  for (guint i = 0; i < pyramid->n_launches; i++)
    pyramid->first_block[i + 1] += pyramid->first_block[i];
}

static void
make_links (Maker *self, WsPyramid *pyramid)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (WsPyramidLink));
  g_autofree guint32 *next = g_new0 (guint32, pyramid->n_blocks + 1);
  guint32 at = 0;

  for (guint i = 0; i < self->handed->len; i++)
    {
      const Handed *handed = &g_array_index (self->handed, Handed, i);
      guint32 from = ws_pyramid_find (pyramid, handed->from_launch, handed->from_block);
      guint32 to = ws_pyramid_find (pyramid, handed->to_launch, handed->to_block);
      WsPyramidLink *last =
          links->len > 0 ? &g_array_index (links, WsPyramidLink, links->len - 1) : NULL;
      WsPyramidLink link = { from, to, 1, handed->value_type, handed->value };

      if (last != NULL && last->from == from && last->to == to)
        {
          last->n_values++;
          continue;
        }
      if (pyramid->blocks[to].n_sources++ == 0)
        pyramid->blocks[to].first_source = links->len;
      pyramid->blocks[from].n_users++;
      g_array_append_val (links, link);
    }
  pyramid->n_links = links->len;
  pyramid->links = (WsPyramidLink *)(gpointer)g_array_free (links, FALSE);
  pyramid->users = g_new (guint32, pyramid->n_links + 1);
  for (guint i = 0; i < pyramid->n_blocks; i++)
    {
      next[i] = pyramid->blocks[i].first_user = at;
      at += pyramid->blocks[i].n_users;
    }
  for (guint i = 0; i < pyramid->n_links; i++)
    pyramid->users[next[pyramid->links[i].from]++] = i;
}

/* By the block that gives, then by the launch that takes, then by address. */
static int
compare_given (gconstpointer a, gconstpointer b)
{
  const Handed *x = a;
  const Handed *y = b;
  guint64 one = get_key (x->from_launch, x->from_block);
  guint64 two = get_key (y->from_launch, y->from_block);

  if (one != two)
    return one < two ? -1 : 1;
  if (x->to_launch != y->to_launch)
    return x->to_launch < y->to_launch ? -1 : 1;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* A value that a block leaves. @event: that stored it; %WS_NONE if that is not recorded */
static void
add_value (WsPyramidBlock *block, guint64 value, guint32 value_type, gboolean has_value,
           guint32 event)
{
  if (block->n_values++ == 0)
    {
      block->value = value;
      block->value_type = (guint8)value_type;
      block->has_value = has_value != FALSE;
    }
  if (event != WS_NONE)
    block->told = block->told == WS_NONE ? event : MAX (block->told, event);
}

/* Returns: the event of a recorded block that left what stands at an address; %WS_NONE for none */
static guint32
find_event (const Maker *self, const WsPyramidBlock *block, guint64 address)
{
  const GArray *stores = self->launches[block->launch].stores;

  for (guint i = find_store (stores, address);
       i < stores->len && g_array_index (stores, Store, i).address == address; i++)
    if (g_array_index (stores, Store, i).block == block->block)
      return g_array_index (stores, Store, i).last;
  return WS_NONE;
}

/* A recorded block that several values are known to be taken of leaves more than those: all that it
 * stores in the same buffer, of which other blocks take the rest. */
static void
tell_rest (const Maker *self, WsPyramid *pyramid, const Handed *first)
{
  const GArray *stores = self->launches[first->from_launch].stores;
  const WsRegion *region = find_region (self->run, first->address);
  WsPyramidBlock *block =
      &pyramid->blocks[ws_pyramid_find (pyramid, first->from_launch, first->from_block)];

  if (!block->is_recorded || block->n_values < 2 || region == NULL)
    return;
  block->n_values = 0;
  for (guint i = find_store (stores, region->address);
       i < stores->len && is_in (region, g_array_index (stores, Store, i).address); i++)
    {
      const Store *store = &g_array_index (stores, Store, i);

      if (store->block == block->block)
        add_value (block, store->value, get_type (self->run, store), !store->is_atomic,
                   store->last);
    }
}

/* What each block leaves: what the nearest launch takes from it, each value once. */
static void
tell_handed (Maker *self, WsPyramid *pyramid)
{
  const Handed *nearest = NULL; /* the first that its block gives */
  const Handed *last = NULL;

  g_array_sort (self->handed, compare_given);
  for (guint i = 0; i < self->handed->len; i++)
    {
      const Handed *handed = &g_array_index (self->handed, Handed, i);
      WsPyramidBlock *block =
          &pyramid->blocks[ws_pyramid_find (pyramid, handed->from_launch, handed->from_block)];

      if (nearest == NULL || nearest->from_launch != handed->from_launch
          || nearest->from_block != handed->from_block)
        nearest = handed;
      if (nearest->to_launch != handed->to_launch
          || (last != NULL && compare_given (last, handed) == 0))
        continue;
      last = handed;
      add_value (block, handed->value, handed->value_type, TRUE,
                 find_event (self, block, handed->address));
    }
  for (guint i = 0; i < self->handed->len; i++)
    {
      const Handed *handed = &g_array_index (self->handed, Handed, i);

      if (i == 0 || handed->from_launch != handed[-1].from_launch
          || handed->from_block != handed[-1].from_block)
        tell_rest (self, pyramid, handed);
    }
}

/* Of recorded blocks that no other is known to take from: what they store and did not read, or
 * where there is nothing of the kind, as of what works in place, all that they store. */
static void
tell_stored (const Maker *self, WsPyramid *pyramid)
{
  for (guint pass = 0; pass < 2; pass++)
    {
      g_autofree guint8 *is_told = g_new (guint8, pyramid->n_blocks + 1);

      for (guint i = 0; i < pyramid->n_blocks; i++)
        is_told[i] = pyramid->blocks[i].n_values > 0;
      for (guint launch = 0; launch < pyramid->n_launches; launch++)
        for (guint i = 0; i < self->launches[launch].stores->len; i++)
          {
            const Store *store = &g_array_index (self->launches[launch].stores, Store, i);
            guint32 block = ws_pyramid_find (pyramid, launch, store->block);

            if (is_told[block] == 0 && (pass == 1 || store->is_read == 0))
              add_value (&pyramid->blocks[block], store->value, get_type (self->run, store),
                         !store->is_atomic, store->last);
          }
    }
}

/* By the block that gives, then by address. */
static int
compare_left (gconstpointer a, gconstpointer b)
{
  const Handed *x = a;
  const Handed *y = b;
  guint64 one = get_key (x->from_launch, x->from_block);
  guint64 two = get_key (y->from_launch, y->from_block);

  if (one != two)
    return one < two ? -1 : 1;
  return x->address < y->address ? -1 : x->address > y->address;
}

/* Values that are taken of each block, whatever takes them. */
static void
count_left (Maker *self, WsPyramid *pyramid)
{
  g_array_sort (self->handed, compare_left);
  for (guint i = 0; i < self->handed->len; i++)
    {
      const Handed *handed = &g_array_index (self->handed, Handed, i);

      if (i == 0 || compare_left (handed, handed - 1) != 0)
        pyramid->blocks[ws_pyramid_find (pyramid, handed->from_launch, handed->from_block)]
            .n_left++;
    }
  for (guint i = 0; i < pyramid->n_blocks; i++)
    pyramid->blocks[i].n_left = MAX (pyramid->blocks[i].n_left, pyramid->blocks[i].n_values);
}

static void
find_longest (WsPyramid *pyramid)
{
  for (guint i = 0; i < pyramid->n_blocks; i++)
    {
      const WsPyramidBlock *block = &pyramid->blocks[i];

      if (block->n_values == 1 && block->has_value)
        {
          g_autofree char *text = ws_value_format (block->value_type, block->value, 0);

          pyramid->longest = MAX (pyramid->longest, (guint)g_utf8_strlen (text, -1));
        }
    }
}

/* Of what several launches of a kernel did wrong alike there is one finding, of the first: in the
 * others the instructions are marked. */
static gboolean
is_found (const WsRun *run, const WsBlockRecord *record)
{
  for (guint i = 0; i < run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (run->findings, i);

      if (finding->launch == record->launch
          && (finding->block == record->block
              || (finding->has_other && finding->other.block == record->block)))
        return TRUE;
    }
  for (guint32 e = 0; run->findings->len > 0 && e < record->n_events; e++)
    if ((run->events[record->first_event + e].flags & WS_EVENT_FOUND) != 0)
      return TRUE;
  return FALSE;
}

static void
make_blocks (Maker *self)
{
  const WsRun *run = self->run;

  for (gsize i = 0; i < run->n_blocks; i++)
    collect (self, &run->blocks[i], WS_OP_LOAD, self->launches[run->blocks[i].launch].stores);
  for (guint i = 0; i < run->n_launches; i++)
    end_stores (self, i);
  for (gsize i = 0; i < run->n_blocks; i++)
    {
      const WsBlockRecord *record = &run->blocks[i];
      WsPyramidBlock block = { .launch = record->launch,
                               .block = record->block,
                               .is_recorded = TRUE,
                               .is_found = is_found (run, record),
                               .told = WS_NONE };

      add_loads (self, record, &block);
      g_array_append_val (self->blocks, block);
    }
  g_array_sort (self->handed, compare_handed);
}

/* Finds out what the blocks of its launches take from each other. May be called in any thread.
 *
 * Returns: (transfer full) (nullable): the blocks and links; %NULL if there are not two launches
 */
WsPyramid *
ws_pyramid_new (const WsRun *run)
{
  Maker maker = { .run = run };
  WsPyramid *self;

  g_return_val_if_fail (run != NULL, NULL);

  if (run->n_launches < 2)
    return NULL;
  self = g_new0 (WsPyramid, 1);
  self->n_launches = (guint)run->n_launches;
  maker.launches = g_new0 (Launch, run->n_launches);
  maker.handed = g_array_new (FALSE, FALSE, sizeof (Handed));
  maker.blocks = g_array_new (FALSE, FALSE, sizeof (WsPyramidBlock));
  for (guint i = 0; i < run->n_launches; i++)
    maker.launches[i].stores = g_array_new (FALSE, FALSE, sizeof (Store));
  make_blocks (&maker);
  list_blocks (&maker, self);
  make_links (&maker, self);
  tell_handed (&maker, self);
  tell_stored (&maker, self);
  count_left (&maker, self);
  find_longest (self);
  self->truncated = maker.truncated;
  for (guint i = 0; i < run->n_launches; i++)
    g_array_unref (maker.launches[i].stores);
  g_array_unref (maker.handed);
  g_free (maker.launches);
  return self;
}

void
ws_pyramid_free (WsPyramid *self)
{
  g_free (self->blocks);
  g_free (self->links);
  g_free (self->users);
  g_free (self->first_block);
  g_free (self);
}

/**
 * ws_pyramid_get_launch:
 * @n: (out): how many of its blocks are known
 *
 * Returns: (transfer none) (nullable) (array length=n): those, by number; %NULL for none
 */
const WsPyramidBlock *
ws_pyramid_get_launch (const WsPyramid *self, guint launch, guint *n)
{
  g_return_val_if_fail (self != NULL && launch < self->n_launches, NULL);

  *n = self->first_block[launch + 1] - self->first_block[launch];
  return *n > 0 ? self->blocks + self->first_block[launch] : NULL;
}

/**
 * ws_pyramid_find:
 * @block: linear index of one of its blocks
 *
 * Returns: index into the known blocks; %WS_NONE if nothing is known of it
 */
guint32
ws_pyramid_find (const WsPyramid *self, guint launch, guint32 block)
{
  guint32 low;
  guint32 high;

  g_return_val_if_fail (self != NULL, WS_NONE);

  if (launch >= self->n_launches)
    return WS_NONE;
  low = self->first_block[launch];
  high = self->first_block[launch + 1];
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->blocks[middle].block < block)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->first_block[launch + 1] && self->blocks[low].block == block ? low : WS_NONE;
}
