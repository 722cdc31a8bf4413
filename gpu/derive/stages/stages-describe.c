#include "stages/stages-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* What the nodes of one stage are, added up. */
typedef struct {
  guint n_loads;
  guint n_combines;
  guint n_shuffled; /* of those, by a shuffle */
  guint n_stores;
  guint n_others;
  gboolean has_distance;
  gboolean same_distance;
  gint64 distance;
  guint n_atomics;
  guint32 op_site;
  WsCombiner combiner; /* of @op_site */
  gboolean is_mixed;   /* values are combined in different ways */
} Census;

static gboolean
is_from_outside (const WsDataflow *dataflow, const WsNode *node)
{
  for (guint i = 0; i < node->n_edges; i++)
    if (dataflow->nodes[dataflow->edges[node->first_edge + i]].event != WS_NONE)
      return FALSE;
  return TRUE;
}

static gboolean
is_same_cell (const WsNode *a, const WsNode *b)
{
  return a->space == b->space && a->address == b->address;
}

/* How far the cells lie apart that @node combines, in elements; from the one that it replaces to
 * the other, if it replaces one. */
static gboolean
get_distance (const WsDataflow *dataflow, const WsNode *node, gint64 *distance)
{
  const guint32 *sources = dataflow->edges + node->first_edge;
  const WsNode *a;
  const WsNode *b;
  gint64 difference;

  if (node->n_edges != 2)
    return FALSE;
  a = &dataflow->nodes[sources[0]];
  b = &dataflow->nodes[sources[1]];
  difference = (gint64)(b->address - a->address);
  if (a->space != b->space || difference == G_MININT64)
    return FALSE;
  /* a register's address is its thread */
  if (a->space != WS_SPACE_NONE)
    {
      if (difference % (gint64)dataflow->element_bytes != 0)
        return FALSE;
      difference /= (gint64)dataflow->element_bytes;
    }
  if (is_same_cell (b, node) || (difference < 0 && !is_same_cell (a, node)))
    difference = -difference;
  *distance = difference;
  return TRUE;
}

static WsCombiner
get_combiner (const WsKernel *kernel, guint32 index)
{
  const WsSite *site = &kernel->sites[index];

  return ws_opcode_get_combiner (site->op_class, ws_kernel_get_string (kernel, site->opcode));
}

static void
count_operation (Census *self, const WsKernel *kernel, guint32 op_site)
{
  if (op_site == WS_NONE || op_site == self->op_site)
    return;
  if (self->op_site == WS_NONE)
    {
      self->op_site = op_site;
      self->combiner = get_combiner (kernel, op_site);
    }
  else
    self->is_mixed = self->is_mixed || get_combiner (kernel, op_site) != self->combiner;
}

static void
count_node (Census *self, const WsDataflow *dataflow, const WsKernel *kernel, const WsNode *node)
{
  gboolean outside = is_from_outside (dataflow, node);
  gint64 distance;

  count_operation (self, kernel, node->op_site);
  self->n_atomics += node->is_atomic;
  if (outside && node->space != WS_SPACE_GLOBAL)
    self->n_loads++;
  else if (node->n_edges > 1 && !outside)
    {
      self->n_combines++;
      self->n_shuffled += node->is_shuffled;
      if (!get_distance (dataflow, node, &distance)
          || (self->has_distance && distance != self->distance))
        self->same_distance = FALSE;
      else
        {
          self->has_distance = TRUE;
          self->distance = distance;
        }
    }
  else if (node->space == WS_SPACE_GLOBAL)
    self->n_stores++;
  else
    self->n_others++;
}

static WsStageKind
get_kind (const Census *self)
{
  guint most = MAX (MAX (self->n_loads, self->n_combines), MAX (self->n_stores, self->n_others));

  if (most == 0)
    return WS_STAGE_OTHER;
  if (self->n_combines == most)
    return WS_STAGE_COMBINE;
  if (self->n_stores == most)
    return WS_STAGE_STORE;
  if (self->n_loads == most)
    return WS_STAGE_LOAD;
  return WS_STAGE_OTHER;
}

static const char *
get_short_name (WsCombiner combiner)
{
  switch (combiner)
    {
    case WS_COMBINER_ADD:
      return "add";
    case WS_COMBINER_MULTIPLY:
      return "mul";
    case WS_COMBINER_MAX:
      return "max";
    case WS_COMBINER_MIN:
      return "min";
    default:
      return _ ("combine");
    }
}

/* Returns: (transfer full): what is combined at one distance, as in "stride 4", or "shuffle 4"
 * where one of the two comes from the register of another lane */
char *
ws_stages_title_distance (gint64 distance, gboolean is_shuffle)
{
  return g_strdup_printf (is_shuffle ? _ ("shuffle %" PRId64) : _ ("stride %" PRId64), distance);
}

static void
describe (WsStage *stage, const Census *census)
{
  WsCombiner combiner = census->is_mixed             ? WS_COMBINER_OTHER
                        : census->op_site != WS_NONE ? census->combiner
                                                     : WS_COMBINER_COPY;
  gboolean is_atomic = census->n_atomics > 0 && census->op_site == WS_NONE;

  stage->kind = get_kind (census);
  stage->verb = census->is_mixed ? N_ ("compute") : ws_combiner_get_verb (combiner);
  switch (stage->kind)
    {
    case WS_STAGE_LOAD:
      stage->label = g_strdup (_ ("load"));
      stage->title = g_strdup (stage->label);
      stage->verb = "load";
      break;
    case WS_STAGE_COMBINE:
      stage->has_stride = census->has_distance && census->same_distance;
      stage->stride = stage->has_stride ? census->distance : 0;
      if (stage->has_stride)
        {
          stage->label = g_strdup_printf ("%" G_GINT64_FORMAT, ABS (stage->stride));
          stage->title = ws_stages_title_distance (ABS (stage->stride),
                                                   census->n_shuffled == census->n_combines);
        }
      else
        {
          stage->label = g_strdup (get_short_name (combiner));
          stage->title = g_strdup (_ (stage->verb));
        }
      break;
    case WS_STAGE_STORE:
      stage->label = g_strdup (_ ("store"));
      stage->title = g_strdup (stage->label);
      /* a kernel of one stage computes and stores at once */
      if (census->op_site == WS_NONE)
        stage->verb = is_atomic ? "update" : "store";
      break;
    case WS_STAGE_OTHER:
    default:
      stage->label = g_strdup (is_atomic              ? _ ("atomics")
                               : census->n_others > 0 ? _ ("copy")
                                                      : _ ("run"));
      stage->title = g_strdup (stage->label);
      stage->verb = is_atomic ? "update" : census->n_others > 0 ? "copy" : "store nothing";
      break;
    }
}

/* Node indices stage by stage, each stage's side by side: @first has one entry per stage and one
 * for the end. (transfer full) */
static guint *
sort_by_stage (const WsStages *self, const WsDataflow *dataflow, gboolean all_nodes, guint *first)
{
  guint *nodes = g_new (guint, dataflow->n_nodes + 1);
  g_autofree guint *next = g_new0 (guint, self->n_stages + 1);

  for (guint i = 0; i < self->n_stages; i++)
    first[i + 1] = first[i] + self->stages[i].n_nodes;
  for (guint i = 0; i < dataflow->n_nodes; i++)
    {
      const WsNode *node = &dataflow->nodes[i];
      if (ws_stages_cares (node, all_nodes))
        nodes[first[node->stage] + next[node->stage]++] = i;
    }
  return nodes;
}

/**
 * ws_stages_describe:
 * @dataflow: of the block, with the stage of each node
 * @all_nodes: whether nodes that reach no result count, too
 *
 * Says what each stage is, from the nodes that it made: its kind and operator, how many inputs and
 * sources it has, and how many threads are fed by constants alone.
 */
void
ws_stages_describe (WsStages *self, const WsRun *run, guint launch, const WsDataflow *dataflow,
                    gboolean all_nodes)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  g_autofree guint *first = g_new0 (guint, self->n_stages + 1);
  g_autofree guint *nodes = sort_by_stage (self, dataflow, all_nodes, first);
  g_autofree guint *seen_in = g_new0 (guint, dataflow->n_nodes + 1); /* 1 + stage */
  guint fed_in[WS_MAX_WARPS * WS_WARP_SIZE] = { 0 };                 /* 1 + stage, per thread */

  for (guint i = 0; i < self->n_stages; i++)
    {
      WsStage *stage = &self->stages[i];
      Census census = { .same_distance = TRUE, .op_site = WS_NONE };
      guint n_fed = 0;

      for (guint k = first[i]; k < first[i + 1]; k++)
        {
          const WsNode *node = &dataflow->nodes[nodes[k]];

          count_node (&census, dataflow, kernel, node);
          stage->most_sources = MAX (stage->most_sources, node->n_edges);
          if (node->n_edges > 0 && fed_in[node->thread] != i + 1)
            {
              fed_in[node->thread] = i + 1;
              n_fed++;
            }
          for (guint e = 0; e < node->n_edges; e++)
            {
              guint32 source = dataflow->edges[node->first_edge + e];
              if (dataflow->nodes[source].event == WS_NONE && seen_in[source] != i + 1)
                {
                  seen_in[source] = i + 1;
                  stage->n_inputs++;
                }
            }
        }
      stage->n_constants = stage->n_threads - n_fed;
      describe (stage, &census);
    }
}
