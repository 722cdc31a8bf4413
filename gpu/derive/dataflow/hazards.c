#include "dataflow/hazards.h"

/* What a lane did to a place, in an instruction that was found wrong. */
typedef struct {
  guint64 address;
  guint32 thread;
  guint32 event;
  guint32 space;
} Touch;

typedef struct {
  const WsRun *run;
  guint launch;
  guint block;
  const WsKernel *kernel;
  const WsBlockRecord *record;
  const WsDataflow *flow;
  GArray *touches;    /* Touch, by thread, space, address and event */
  guint8 *is_far;     /* per event: some of its lanes race with another warp */
  guint8 *is_told;    /* per event: what it raced with was found */
  guint32 *followers; /* per node: the one that was written over it next; WS_NONE for none */
  GArray *found;      /* WsHazard */
  GArray *instants;   /* WsInstant */
} Search;

static const WsEvent *
get_event (const Search *self, guint32 event)
{
  return &self->run->events[self->record->first_event + event];
}

/* ---- findings ---- */

static gboolean
are_of_one_line (const WsKernel *kernel, guint32 a, guint32 b)
{
  if (a >= kernel->n_sites || b >= kernel->n_sites)
    return FALSE;
  return a == b
         || (kernel->sites[a].line != 0 && kernel->sites[a].line == kernel->sites[b].line
             && kernel->sites[a].file == kernel->sites[b].file);
}

/* Whether the finding is about the two sites; %WS_NONE is any. */
static gboolean
is_about (const Search *self, const WsFinding *finding, guint32 site, guint32 other)
{
  if (ws_run_get_kernel (self->run, finding->launch) != self->kernel)
    return FALSE;
  if (!finding->has_other)
    return are_of_one_line (self->kernel, finding->site, site);
  return (are_of_one_line (self->kernel, finding->site, site)
          && (other == WS_NONE || are_of_one_line (self->kernel, finding->other.site, other)))
         || (are_of_one_line (self->kernel, finding->other.site, site)
             && (other == WS_NONE || are_of_one_line (self->kernel, finding->site, other)));
}

static guint32
find_finding (const Search *self, WsFindingKind kind, guint32 site, guint32 other)
{
  for (guint i = 0; i < self->run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (self->run->findings, i);

      if (finding->kind == (guint32)kind && is_about (self, finding, site, other))
        return i;
    }
  return WS_NONE;
}

/* Of what was there before the block came, it is not known which thread wrote it: the lanes are
 * those that the finding has, where it is about this very instruction. */
static gboolean
is_lane_of (const Search *self, guint32 index, const WsEvent *event, guint lane)
{
  const WsFinding *finding = g_ptr_array_index (self->run->findings, index);

  return finding->block != self->block || finding->warp != event->warp || finding->lanes == 0
         || finding->site != event->site || (finding->lanes >> lane & 1) != 0;
}

/* ---- what the lanes touched ---- */

static int
compare_touches (gconstpointer a, gconstpointer b)
{
  const Touch *x = a;
  const Touch *y = b;

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->space != y->space)
    return x->space < y->space ? -1 : 1;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  return (x->event > y->event) - (x->event < y->event);
}

static void
add_touches (Search *self, guint32 index)
{
  const WsEvent *event = get_event (self, index);
  const WsSite *site = &self->kernel->sites[event->site];
  gsize at = event->access;

  for (guint lane = 0; lane < WS_WARP_SIZE && event->access != WS_NONE; lane++)
    for (guint e = 0; (event->taken >> lane & 1) != 0 && e < site->vector; e++)
      {
        Touch touch = { .address = self->run->lanes[at++].address,
                        .thread = event->warp * WS_WARP_SIZE + lane,
                        .event = index,
                        .space = event->space };

        g_array_append_val (self->touches, touch);
      }
}

/* Returns: whether any instruction of the block was found wrong */
static gboolean
find_touches (Search *self)
{
  for (guint32 i = 0; i < self->record->n_events; i++)
    if ((get_event (self, i)->flags & WS_EVENT_FOUND) != 0)
      add_touches (self, i);
  g_array_sort (self->touches, compare_touches);
  return self->touches->len > 0;
}

/* Returns: the first such instruction in which the thread touched the node's place, from @from up
 * to
 * @to; %WS_NONE for none */
static guint32
find_touch (const Search *self, guint32 thread, const WsNode *node, guint32 from, guint32 to)
{
  Touch wanted = { node->address, thread, from, node->space };
  guint low = 0;
  guint high = self->touches->len;
  const Touch *touch;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (compare_touches (&g_array_index (self->touches, Touch, middle), &wanted) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->touches->len)
    return WS_NONE;
  touch = &g_array_index (self->touches, Touch, low);
  return touch->thread == thread && touch->space == node->space && touch->address == node->address
                 && touch->event <= to
             ? touch->event
             : WS_NONE;
}

/* ---- who raced with whom ---- */

static void
add (Search *self, guint32 node, guint32 source, guint32 finding)
{
  WsHazard hazard = { node, source, finding };

  g_array_append_val (self->found, hazard);
}

static gboolean
are_of_one_warp (guint32 thread, guint32 other)
{
  return thread / WS_WARP_SIZE == other / WS_WARP_SIZE;
}

/* One edge: a value that was read. @adds: what is found is added; else only how far apart they are
 * who race is found out. */
static void
look_at_edge (Search *self, guint32 source, guint32 id, gboolean adds)
{
  const WsNode *made = &self->flow->nodes[source];
  const WsNode *node = &self->flow->nodes[id];
  gboolean is_input = made->event == WS_NONE;
  guint32 read = find_touch (self, node->thread, made, is_input ? 0 : made->event, node->event);
  guint32 site;
  guint32 finding;
  gboolean is_far;

  if (read == WS_NONE || (!is_input && made->thread == node->thread))
    return;
  site = get_event (self, read)->site;
  if (is_input)
    {
      finding = find_finding (self, WS_FINDING_UNINITIALISED, site, WS_NONE);
      if (finding == WS_NONE)
        finding = find_finding (self, WS_FINDING_RACE, site, WS_NONE);
      if (finding != WS_NONE
          && !is_lane_of (self, finding, get_event (self, read), node->thread % WS_WARP_SIZE))
        finding = WS_NONE;
    }
  else
    finding = find_finding (self, WS_FINDING_RACE, site, get_event (self, made->event)->site);
  is_far = is_input || !are_of_one_warp (made->thread, node->thread);
  if (finding == WS_NONE || (adds && self->is_far[read] && !is_far))
    return;
  if (!adds)
    {
      self->is_far[read] |= is_far;
      self->is_told[read] = TRUE;
      return;
    }
  add (self, id, source, finding);
}

/* One edge: a value that was read before it was written over. */
static void
look_at_follower (Search *self, guint32 source, guint32 id, gboolean adds)
{
  const WsNode *node = &self->flow->nodes[id];
  guint32 next = self->followers[source];
  const WsNode *over = next != WS_NONE ? &self->flow->nodes[next] : NULL;
  guint32 finding;
  gboolean is_far;

  if (over == NULL || over->thread == node->thread || over->event <= node->load_event
      || (get_event (self, over->event)->flags & WS_EVENT_FOUND) == 0)
    return;
  finding = find_finding (self, WS_FINDING_RACE, get_event (self, over->event)->site, WS_NONE);
  if (finding == WS_NONE)
    return;
  is_far = !are_of_one_warp (over->thread, node->thread);
  if (adds && self->is_far[over->event] && !is_far)
    return;
  if (!adds)
    {
      self->is_far[over->event] |= is_far;
      self->is_told[over->event] = TRUE;
      return;
    }
  add (self, id, source, finding);
}

static void
look_at_edges (Search *self, gboolean adds)
{
  for (guint32 id = 0; id < self->flow->n_nodes; id++)
    {
      const WsNode *node = &self->flow->nodes[id];

      for (guint i = 0; node->thread != WS_NONE && i < node->n_edges; i++)
        {
          guint32 source = self->flow->edges[node->first_edge + i];

          look_at_edge (self, source, id, adds);
          look_at_follower (self, source, id, adds);
        }
    }
}

/* What was written by an instruction that raced with no read: both of the values. */
static void
look_at_writes (Search *self)
{
  for (guint32 id = 0; id < self->flow->n_nodes; id++)
    {
      const WsNode *node = &self->flow->nodes[id];
      guint32 finding;

      if (node->event == WS_NONE || self->is_told[node->event]
          || (get_event (self, node->event)->flags & WS_EVENT_FOUND) == 0)
        continue;
      finding = find_finding (self, WS_FINDING_RACE, get_event (self, node->event)->site, WS_NONE);
      if (finding != WS_NONE)
        add (self, id, WS_NONE, finding);
    }
}

static guint
hash_place (gconstpointer data)
{
  const WsNode *node = data;

  return g_int64_hash (&node->address) ^ node->space;
}

static gboolean
are_of_one_place (gconstpointer a, gconstpointer b)
{
  const WsNode *x = a;
  const WsNode *y = b;

  return x->address == y->address && x->space == y->space;
}

static void
find_followers (Search *self)
{
  g_autoptr (GHashTable) last = g_hash_table_new (hash_place, are_of_one_place);

  for (guint32 id = 0; id < self->flow->n_nodes; id++)
    {
      WsNode *node = &self->flow->nodes[id];
      const WsNode *before;

      self->followers[id] = WS_NONE;
      if (node->space == WS_SPACE_NONE)
        continue;
      before = g_hash_table_lookup (last, node);
      if (before != NULL && node->event != WS_NONE)
        self->followers[before - self->flow->nodes] = id;
      g_hash_table_replace (last, node, node);
    }
}

/* ---- when ---- */

/* Whether a lane of the event reaches the place that the finding is about. */
static gboolean
reaches (const Search *self, const WsFinding *finding, const WsEvent *event)
{
  guint n = (guint)__builtin_popcount (event->taken) * self->kernel->sites[event->site].vector;

  for (guint i = 0; event->access != WS_NONE && i < n; i++)
    if (self->run->lanes[event->access + i].address == finding->address)
      return TRUE;
  return FALSE;
}

/* What stopped the kernel came behind the last that its warp did. */
static guint32
find_instant (const Search *self, const WsFinding *finding)
{
  gboolean is_here = finding->launch == self->launch && finding->block == self->block;
  gboolean is_of_memory = finding->access != WS_FINDING_ACCESS_NONE;
  gboolean stopped = finding->kind != WS_FINDING_RACE && finding->kind != WS_FINDING_UNINITIALISED
                     && finding->kind != WS_FINDING_USE_AFTER_SCOPE
                     && finding->kind != WS_FINDING_WRONG_MASK && !ws_finding_is_remark (finding);
  guint32 last = WS_NONE;

  for (guint32 i = 0; i < self->record->n_events; i++)
    {
      const WsEvent *event = get_event (self, i);

      if (is_here && finding->warp != WS_NONE && finding->warp != event->warp)
        continue;
      if (is_here && stopped)
        last = i;
      else if ((event->flags & WS_EVENT_FOUND) != 0
               && are_of_one_line (self->kernel, event->site, finding->site)
               && (!is_here || !is_of_memory || reaches (self, finding, event)))
        return i;
    }
  return last;
}

static int
compare_instants (gconstpointer a, gconstpointer b)
{
  const WsInstant *x = a;
  const WsInstant *y = b;

  return x->event != y->event ? (x->event < y->event ? -1 : 1)
                              : (x->finding > y->finding) - (x->finding < y->finding);
}

static void
find_instants (Search *self)
{
  for (guint i = 0; i < self->run->findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (self->run->findings, i);
      WsInstant instant = { .finding = i };

      if (ws_run_get_kernel (self->run, finding->launch) != self->kernel)
        continue;
      instant.event = find_instant (self, finding);
      if (instant.event != WS_NONE)
        g_array_append_val (self->instants, instant);
    }
  g_array_sort (self->instants, compare_instants);
}

static int
compare_hazards (gconstpointer a, gconstpointer b)
{
  const WsHazard *x = a;
  const WsHazard *y = b;

  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return (x->source > y->source) - (x->source < y->source);
}

static void
find_hazards (Search *self)
{
  self->is_far = g_new0 (guint8, self->record->n_events);
  self->is_told = g_new0 (guint8, self->record->n_events);
  self->followers = g_new (guint32, self->flow->n_nodes + 1);
  find_followers (self);
  look_at_edges (self, FALSE);
  look_at_edges (self, TRUE);
  look_at_writes (self);
  g_array_sort (self->found, compare_hazards);
  g_free (self->is_far);
  g_free (self->is_told);
  g_free (self->followers);
}

/**
 * ws_hazards_new:
 * @block: linear index of a block that was recorded in full
 * @flow: its data flow
 *
 * Returns: (transfer full) (nullable): the values and instants that findings are about; %NULL if
 * there are none
 */
WsHazards *
ws_hazards_new (const WsRun *run, guint launch, guint block, const WsDataflow *flow)
{
  Search search = { .run = run, .launch = launch, .block = block, .flow = flow };
  WsHazards *self = NULL;

  g_return_val_if_fail (run != NULL && launch < run->n_launches && flow != NULL, NULL);

  search.record = ws_run_find_block (run, launch, block);
  if (search.record == NULL || run->findings->len == 0)
    return NULL;
  search.kernel = ws_run_get_kernel (run, launch);
  search.touches = g_array_new (FALSE, FALSE, sizeof (Touch));
  search.found = g_array_new (FALSE, FALSE, sizeof (WsHazard));
  search.instants = g_array_new (FALSE, FALSE, sizeof (WsInstant));
  find_instants (&search);
  if (find_touches (&search))
    find_hazards (&search);
  if (search.found->len > 0 || search.instants->len > 0)
    {
      self = g_new (WsHazards, 1);
      self->n_items = search.found->len;
      self->items = (WsHazard *)(void *)g_array_free (g_steal_pointer (&search.found), FALSE);
      self->n_instants = search.instants->len;
      self->instants =
          (WsInstant *)(void *)g_array_free (g_steal_pointer (&search.instants), FALSE);
    }
  g_array_unref (search.touches);
  g_clear_pointer (&search.found, g_array_unref);
  g_clear_pointer (&search.instants, g_array_unref);
  return self;
}

void
ws_hazards_free (WsHazards *self)
{
  g_free (self->items);
  g_free (self->instants);
  g_free (self);
}

/**
 * ws_hazards_find:
 * @self: (nullable): what findings are about
 * @node: index of a node
 *
 * Returns: (transfer none) (nullable): the first hazard of the node; %NULL if it took nothing
 * that a finding is about
 */
const WsHazard *
ws_hazards_find (const WsHazards *self, guint32 node)
{
  guint low = 0;
  guint high = self != NULL ? self->n_items : 0;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (self->items[middle].node < node)
        low = middle + 1;
      else
        high = middle;
    }
  return self != NULL && low < self->n_items && self->items[low].node == node ? &self->items[low]
                                                                              : NULL;
}

/**
 * ws_hazards_has_edge:
 * @self: (nullable): what findings are about
 * @source: index of a node
 * @node: index of one that comes from it
 *
 * Returns: whether a finding is about how the value of @source came to @node
 */
gboolean
ws_hazards_has_edge (const WsHazards *self, guint32 source, guint32 node)
{
  const WsHazard *hazard = ws_hazards_find (self, node);

  for (; hazard != NULL && hazard < self->items + self->n_items && hazard->node == node; hazard++)
    if (hazard->source == source)
      return TRUE;
  return FALSE;
}

/**
 * ws_hazards_find_event:
 * @finding: index of one of its findings
 *
 * Returns: when it happened, as an event within those of the finding's block; %WS_NONE if that
 * was not recorded
 */
guint32
ws_hazards_find_event (const WsRun *run, guint finding)
{
  const WsFinding *found;
  Search search = { .run = run };

  g_return_val_if_fail (run != NULL && finding < run->findings->len, WS_NONE);

  found = g_ptr_array_index (run->findings, finding);
  search.launch = found->launch;
  search.block = found->block;
  search.kernel = ws_run_get_kernel (run, found->launch);
  search.record = ws_run_find_block (run, found->launch, found->block);
  return search.record != NULL ? find_instant (&search, found) : WS_NONE;
}
