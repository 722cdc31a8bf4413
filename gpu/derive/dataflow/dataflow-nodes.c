#include "dataflow/dataflow-private.h"

#include <stdlib.h>
#include <string.h>

/* Of all nodes: more are not looked at one by one. */
#define MAX_CHOOSERS (1 << 16)

/**
 * ws_flow_init:
 * @self: (out caller-allocates): a dataflow being built
 * @run: the run that it is of; must outlive it
 */
void
ws_flow_init (WsFlow *self, const WsRun *run)
{
  *self = (WsFlow){ .run = run };
  ws_terms_init (&self->terms);
  self->drafts = g_array_new (FALSE, FALSE, sizeof (WsDraft));
  self->edges = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->is_scratch = g_new0 (guint8, run->regions->len + 1);
}

/**
 * ws_flow_clear:
 * @self: a dataflow being built
 */
void
ws_flow_clear (WsFlow *self)
{
  ws_terms_clear (&self->terms);
  ws_cells_clear (&self->cells);
  g_array_unref (self->drafts);
  g_array_unref (self->edges);
  g_free (self->is_scratch);
}

/* Local memory is each thread's own. */
static guint32
get_tag (const WsPlace *place)
{
  return place->space == WS_SPACE_LOCAL ? place->space | place->thread << 8 : place->space;
}

static guint32 *
get_byte (WsFlow *self, guint32 tag, guint64 address)
{
  return &ws_cells_get (&self->cells, tag, address / WS_CELL_BYTES)[address % WS_CELL_BYTES];
}

/* Whether a memory site's type says what is moved: those of floating-point numbers and .s32 do,
 * .u32 and .b32 are said of anything. */
static gboolean
is_telling (guint8 type)
{
  return type == WS_VALUE_S32 || type == WS_VALUE_S64 || ws_value_type_is_float ((WsValueType)type);
}

/* The type of what is moved: the site's if that tells, else that of the run's elements if it may be
 * one. */
static guint8
choose_type (const WsFlow *self, guint width_bytes, guint8 site_type)
{
  if (is_telling (site_type) && ws_value_type_get_width (site_type) == width_bytes)
    return site_type;
  if (ws_value_type_get_width (self->run->value_type) == width_bytes)
    return self->run->value_type;
  return site_type;
}

static guint32
add_draft (WsFlow *self, const WsNode *node, guint32 order)
{
  WsDraft draft = { .node = *node, .order = order };
  guint n = self->drafts->len;

  if (n > 0 && g_array_index (self->drafts, WsDraft, n - 1).order > order)
    self->is_unordered = TRUE;
  g_array_append_val (self->drafts, draft);
  return self->drafts->len - 1;
}

/* A value that was there before any thread of the block stored one: bytes @first to @end of what is
 * read. */
static guint32
add_input (WsFlow *self, const WsPlace *place, guint first, guint end)
{
  guint width = end - first;
  guint64 value = first < 8 ? place->value >> first * 8 : 0;
  guint32 tag = get_tag (place);
  guint32 id;

  if (width < 8)
    value &= (G_GUINT64_CONSTANT (1) << width * 8) - 1;
  id = add_draft (self,
                  &(WsNode){ .address = place->address + first,
                             .value = value,
                             .event = WS_NONE,
                             .load_event = WS_NONE,
                             .thread = WS_NONE,
                             .stage = WS_NONE,
                             .op_site = WS_NONE,
                             .first_edge = self->edges->len,
                             .space = place->space,
                             .width_bytes = width,
                             .value_type = choose_type (self, width, place->value_type),
                             .n_loaded = place->n_loaded,
                             .has_value = end <= 8 },
                  place->event);
  for (guint i = first; i < end; i++)
    *get_byte (self, tag, place->address + i) = id;
  return id;
}

/**
 * ws_flow_read:
 * @self: a dataflow being built
 * @place: where a lane reads, and what
 *
 * Unwritten bytes become an input: a node of their own.
 *
 * Returns: the term of what a register gets from there: a union where several nodes wrote its bytes
 */
guint32
ws_flow_read (WsFlow *self, const WsPlace *place)
{
  guint32 tag = get_tag (place);
  guint32 term = WS_TERM_NONE;
  guint32 last = WS_NONE;
  guint i = 0;

  while (i < place->width_bytes)
    {
      guint32 node = *get_byte (self, tag, place->address + i);
      guint end = i + 1;

      while (end < place->width_bytes && *get_byte (self, tag, place->address + end) == node)
        end++;
      if (node == WS_NONE)
        node = add_input (self, place, i, end);
      g_array_index (self->drafts, WsDraft, node).is_read_back = TRUE;
      /* a value of several cells (or of one that another lies in) comes from all of them */
      if (node != last)
        {
          const WsNode *cell = ws_flow_get_node (self, node);
          gboolean whole =
              cell->address == place->address && cell->width_bytes == place->width_bytes;
          guint32 leaf = ws_terms_add_leaf (&self->terms, node, place->event, TRUE,
                                            whole && place->width_bytes <= 8, place->value);
          term = ws_terms_add_union (&self->terms, term, leaf, WS_NONE, place->event);
        }
      last = node;
      i = end;
    }
  return term;
}

/**
 * ws_flow_add_node:
 * @self: a dataflow being built
 * @place: where the value is stored, and the thread that made it
 * @term: what it comes from
 * @sites: (array): those of the kernel
 *
 * Makes a node with an edge from each node whose value reached it. Its type is that of the
 * arithmetic that made it; where none did, that of its source, or of @place.
 */
guint32
ws_flow_add_node (WsFlow *self, const WsPlace *place, guint32 term, const WsSite *sites)
{
  guint32 combined = ws_terms_walk (&self->terms, term);
  guint32 id = self->drafts->len;
  WsNode node = { .address = place->address,
                  .value = place->value,
                  .event = place->event,
                  .load_event = WS_NONE,
                  .thread = place->thread,
                  .stage = WS_NONE,
                  .op_site = WS_NONE,
                  .first_edge = self->edges->len,
                  .space = place->space,
                  .width_bytes = place->width_bytes,
                  .value_type = choose_type (self, place->width_bytes, place->value_type),
                  .has_value = place->width_bytes <= 8 };

  for (guint i = 0; i < self->terms.leaves->len; i++)
    {
      const WsTerm *leaf =
          ws_terms_get (&self->terms, g_array_index (self->terms.leaves, guint32, i));
      WsDraft *source = &g_array_index (self->drafts, WsDraft, leaf->a);

      if (leaf->loaded)
        node.load_event = MIN (node.load_event, leaf->event);
      node.is_shuffled = node.is_shuffled || leaf->shuffled;
      if (source->seen_by == id + 1)
        continue;
      source->seen_by = id + 1;
      if (node.n_edges == 0 && source->node.width_bytes == node.width_bytes
          && !is_telling (place->value_type))
        node.value_type = source->node.value_type;
      g_array_append_val (self->edges, leaf->a);
      node.n_edges++;
    }
  if (node.n_edges > 1 && combined != WS_TERM_NONE)
    {
      const WsTerm *made = ws_terms_get (&self->terms, combined);
      guint8 type = sites[made->site].value_type;

      node.op_site = made->site;
      if (ws_value_type_get_width (type) == node.width_bytes)
        node.value_type = type;
      /* sources that stayed in registers are read where they are combined */
      node.load_event = MIN (node.load_event, made->event);
    }
  node.load_event = MIN (node.load_event, node.event);
  return add_draft (self, &node, node.event);
}

/**
 * ws_flow_add_choosers:
 * @self: a dataflow being built
 * @id: the node that was made last
 * @term: what its address comes from
 *
 * Remembers the nodes that chose where it stands; of a block that has very many, of the first 65
 * 536.
 */
void
ws_flow_add_choosers (WsFlow *self, guint32 id, guint32 term)
{
  WsNode *node = ws_flow_get_node (self, id);

  g_return_if_fail (id + 1 == self->drafts->len);
  if (self->n_choosers >= MAX_CHOOSERS)
    return;
  ws_terms_walk (&self->terms, term);
  for (guint i = 0; i < self->terms.leaves->len && node->n_choosers < G_MAXUINT8; i++)
    {
      const WsTerm *leaf =
          ws_terms_get (&self->terms, g_array_index (self->terms.leaves, guint32, i));
      WsDraft *chooser = &g_array_index (self->drafts, WsDraft, leaf->a);

      if (chooser->seen_by == id + 1)
        continue;
      chooser->seen_by = id + 1;
      if (leaf->loaded)
        node->load_event = MIN (node->load_event, leaf->event);
      g_array_append_val (self->edges, leaf->a);
      node->n_choosers++;
      self->n_choosers++;
    }
}

/* A value is written over that the block stored in a buffer, and read from there. */
static void
note_rewritten (WsFlow *self, const WsDraft *before)
{
  guint32 region;

  if (before->node.event == WS_NONE || !before->is_read_back
      || before->node.space != WS_SPACE_GLOBAL)
    return;
  region = ws_run_find_region (self->run, WS_SPACE_GLOBAL, before->node.address);
  if (region != WS_NONE)
    self->is_scratch[region] = TRUE;
}

/**
 * ws_flow_store:
 * @self: a dataflow being built
 * @place: where a lane writes, and what
 * @term: what the value comes from
 * @sites: (array): those of the kernel
 *
 * Makes a node as ws_flow_add_node() does, and says of each byte there that it is the one that
 * wrote it.
 *
 * Returns: index of the node
 */
guint32
ws_flow_store (WsFlow *self, const WsPlace *place, guint32 term, const WsSite *sites)
{
  guint32 id = ws_flow_add_node (self, place, term, sites);
  guint32 tag = get_tag (place);
  guint32 before = *get_byte (self, tag, place->address);

  if (before != WS_NONE)
    {
      note_rewritten (self, &g_array_index (self->drafts, WsDraft, before));
      ws_flow_get_node (self, id)->version = ws_flow_get_node (self, before)->version + 1;
    }
  g_array_index (self->drafts, WsDraft, id).live_bytes = place->width_bytes;
  for (guint i = 0; i < place->width_bytes; i++)
    {
      guint32 *byte = get_byte (self, tag, place->address + i);
      if (*byte != WS_NONE && ws_flow_get_node (self, *byte)->event != WS_NONE)
        g_array_index (self->drafts, WsDraft, *byte).live_bytes--;
      *byte = id;
    }
  return id;
}

/* ---- the end ---- */

typedef struct {
  guint32 order;
  guint32 draft;
} Rank;

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const Rank *x = a;
  const Rank *y = b;

  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  return (x->draft > y->draft) - (x->draft < y->draft);
}

/* Whether the node's value is left in global memory when the block ends. */
static gboolean
is_result (const WsDraft *self)
{
  return self->node.space == WS_SPACE_GLOBAL && self->node.event != WS_NONE && self->live_bytes > 0;
}

/* Where the drafts are in the order of their events already, their own memory becomes the nodes':
 * of a block that stores millions of values there is no second copy. */
static void
take_nodes (WsFlow *self, WsDataflow *flow)
{
  gsize n;
  WsDraft *drafts = g_array_steal (self->drafts, &n);
  gsize n_edges;

  flow->results = g_new (guint32, n + 1);
  flow->nodes = (WsNode *)(gpointer)drafts;
  flow->n_nodes = (guint)n;
  for (guint i = 0; i < n; i++)
    {
      WsNode node = drafts[i].node;

      if (is_result (&drafts[i]))
        flow->results[flow->n_results++] = i;
      /* a node is shorter than a draft: it lies before what is still to be read */
      flow->nodes[i] = node;
    }
  flow->nodes = g_renew (WsNode, flow->nodes, n + 1);
  flow->results = g_renew (guint32, flow->results, flow->n_results + 1);
  flow->edges = g_array_steal (self->edges, &n_edges);
  flow->edges = g_renew (guint32, flow->edges, n_edges + 1);
  flow->n_edges = (guint)n_edges;
}

/* Nodes in the order of their events. A source is older than what it became a part of, or was made
 * before it by the same event, so it always stands before it. */
static void
sort_nodes (WsFlow *self, WsDataflow *flow)
{
  guint n = self->drafts->len;
  g_autofree Rank *ranks = g_new (Rank, n + 1);
  g_autofree guint32 *place = g_new (guint32, n + 1);

  for (guint i = 0; i < n; i++)
    ranks[i] = (Rank){ .order = g_array_index (self->drafts, WsDraft, i).order, .draft = i };
  qsort (ranks, n, sizeof *ranks, compare_ranks);
  for (guint i = 0; i < n; i++)
    place[ranks[i].draft] = i;

  flow->nodes = g_new (WsNode, n + 1);
  flow->n_nodes = n;
  flow->edges = g_new (guint32, self->edges->len + 1);
  for (guint i = 0; i < n; i++)
    {
      WsNode *node = &flow->nodes[i];
      guint32 first_source;

      *node = *ws_flow_get_node (self, ranks[i].draft);
      first_source = node->first_edge;
      node->first_edge = flow->n_edges;
      for (guint k = 0; k < (guint)node->n_edges + node->n_choosers; k++)
        flow->edges[flow->n_edges++] =
            place[g_array_index (self->edges, guint32, first_source + k)];
    }
  flow->results = g_new (guint32, n + 1);
  for (guint i = 0; i < n; i++)
    if (is_result (&g_array_index (self->drafts, WsDraft, ranks[i].draft)))
      flow->results[flow->n_results++] = i;
}

static void
mark_reaching (WsDataflow *flow)
{
  for (guint i = 0; i < flow->n_nodes; i++)
    flow->nodes[i].reaches_result = FALSE;
  for (guint i = 0; i < flow->n_results; i++)
    flow->nodes[flow->results[i]].reaches_result = TRUE;
  for (guint i = flow->n_nodes; i-- > 0;)
    if (flow->nodes[i].reaches_result)
      for (guint k = 0; k < flow->nodes[i].n_edges + flow->nodes[i].n_choosers; k++)
        flow->nodes[flow->edges[flow->nodes[i].first_edge + k]].reaches_result = TRUE;
}

/* Whether a node is a value that the block left in one of some buffers; @region: (out) (optional):
 * which buffer */
static gboolean
is_left_in (const WsFlow *self, const guint8 *buffers, const WsNode *node, guint32 *region)
{
  guint32 found = node->space == WS_SPACE_GLOBAL && node->event != WS_NONE
                      ? ws_run_find_region (self->run, WS_SPACE_GLOBAL, node->address)
                      : WS_NONE;

  if (region != NULL)
    *region = found;
  return found != WS_NONE && buffers[found];
}

/* Leaves out the results in some buffers. */
static void
leave_out (const WsFlow *self, const guint8 *buffers, WsDataflow *flow)
{
  guint n = 0;

  for (guint i = 0; i < flow->n_results; i++)
    if (!is_left_in (self, buffers, &flow->nodes[flow->results[i]], NULL))
      flow->results[n++] = flow->results[i];
  flow->n_results = n;
}

static void
leave_out_scratch (const WsFlow *self, const WsLaunch *launch, WsDataflow *flow)
{
  guint n_results = flow->n_results;
  g_autofree guint32 *results = NULL;
  g_autofree guint8 *leads = NULL;

  if (memchr (self->is_scratch, TRUE, self->run->regions->len) == NULL)
    return;
  results = g_memdup2 (flow->results, sizeof *results * (n_results + 1));
  leads = g_new0 (guint8, self->run->regions->len + 1);
  leave_out (self, self->is_scratch, flow);
  if (flow->n_results > 0 && flow->n_results * ws_launch_get_n_blocks (launch) >= launch->n_results)
    {
      mark_reaching (flow);
      for (guint i = 0; i < flow->n_nodes; i++)
        {
          guint32 region;

          if (flow->nodes[i].reaches_result
              && is_left_in (self, self->is_scratch, &flow->nodes[i], &region))
            leads[region] = TRUE;
        }
    }
  memcpy (flow->results, results, sizeof *results * n_results);
  flow->n_results = n_results;
  leave_out (self, leads, flow);
}

static void
measure (WsDataflow *flow)
{
  guint n_of_width[256] = { 0 };

  flow->element_bytes = 4;
  for (guint i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];

      n_of_width[node->width_bytes]++;
      if (node->space != WS_SPACE_SHARED)
        continue;
      if (flow->shared_end == 0 || node->address < flow->shared_base)
        flow->shared_base = node->address;
      flow->shared_end = MAX (flow->shared_end, node->address + node->width_bytes);
    }
  for (guint width = 1; width < G_N_ELEMENTS (n_of_width); width++)
    if (n_of_width[width] > n_of_width[flow->element_bytes])
      flow->element_bytes = width;
}

/**
 * ws_flow_end:
 * @self: a dataflow being built; to be cleared after this
 *
 * Puts the nodes into the order of time, and finds which of them reach a result. A buffer is
 * scratch where the block read back what it stored there and wrote over it, as it does in shared
 * memory: what stays there is not a result if values derived from it are left in other buffers, and
 * those have all the results that the launch is said to leave. So idle lanes of a last warp that
 * sum up whatever lies there leave values that nothing needs, in global memory as in shared memory.
 *
 * Returns: (transfer full): the dataflow
 */
WsDataflow *
ws_flow_end (WsFlow *self, const WsLaunch *launch)
{
  WsDataflow *flow = g_new0 (WsDataflow, 1);

  if (self->is_unordered)
    sort_nodes (self, flow);
  else
    take_nodes (self, flow);
  leave_out_scratch (self, launch, flow);
  mark_reaching (flow);
  measure (flow);
  return flow;
}
