#include "tree/fold.h"

#include <stdlib.h>

/* If a node takes more values from folded columns, only their number is shown. */
#define MAX_OUTSIDE 8

typedef struct {
  const WsTreeModel *model;
  guint8 *needed; /* per column */
  guint n_needed;
  guint32 anchor;      /* column of the result */
  guint32 *candidates; /* nodes of one row */
} Folder;

static guint
get_distance (guint32 column, guint32 anchor)
{
  return MAX (column, anchor) - MIN (column, anchor);
}

/* Nearest to the result first; the left one of two equally near. */
static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer data)
{
  const Folder *self = data;
  guint32 x = self->model->column_of[*(const guint32 *)a];
  guint32 y = self->model->column_of[*(const guint32 *)b];
  guint dx = get_distance (x, self->anchor);
  guint dy = get_distance (y, self->anchor);

  return dx != dy ? (dx > dy) - (dx < dy) : (x > y) - (x < y);
}

static void
need (Folder *self, guint32 column)
{
  if (self->needed[column])
    return;
  self->needed[column] = TRUE;
  self->n_needed++;
}

/* For a node with many sources, at most two per combination of the row. */
static void
need_sources (Folder *self, guint32 node, guint most)
{
  const WsDataflow *flow = self->model->dataflow;
  const WsNode *n = &flow->nodes[node];
  g_autofree guint32 *sources = g_new (guint32, n->n_edges + 1);
  guint n_sources = 0;

  for (guint i = 0; i < n->n_edges; i++)
    {
      guint32 source = flow->edges[n->first_edge + i];

      if (self->model->row_of[source] != WS_NONE)
        sources[n_sources++] = source;
    }
  if (n_sources > 2)
    g_qsort_with_data (sources, (gint)n_sources, sizeof *sources, compare_nodes, self);
  for (guint i = 0; i < MIN (n_sources, 2 * most); i++)
    need (self, self->model->column_of[sources[i]]);
}

static void
fold_row (Folder *self, const WsTreeRow *row, guint most)
{
  const WsTreeModel *model = self->model;
  gboolean is_start = row->kind == WS_TREE_ROW_RESULTS || self->n_needed == 0;
  guint n = 0;

  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 node = model->nodes[row->first + i];

      if (model->dataflow->nodes[node].reaches_result
          && (is_start || self->needed[model->column_of[node]]))
        self->candidates[n++] = node;
    }
  g_qsort_with_data (self->candidates, (gint)n, sizeof *self->candidates, compare_nodes, self);
  for (guint i = 0; i < MIN (n, most); i++)
    {
      need (self, model->column_of[self->candidates[i]]);
      need_sources (self, self->candidates[i], most);
    }
}

/* The column of the result: of several, the first. */
static guint32
find_anchor (const WsTreeModel *model)
{
  for (guint r = model->n_rows; r-- > 0;)
    for (guint i = 0; i < model->rows[r].n_nodes; i++)
      {
        guint32 node = model->nodes[model->rows[r].first + i];

        if (model->dataflow->nodes[node].reaches_result)
          return model->column_of[node];
      }
  return 0;
}

/**
 * ws_tree_fold:
 * @most: number of combinations per row to follow to their sources, at least 1
 * @columns: (out caller-allocates) (array length=max_columns): the columns that they need,
 * ascending
 * @max_columns: room
 *
 * Goes backwards from the result: in each row, of the combinations needed below, the @most nearest
 * to the result are shown with all their sources.
 *
 * Returns: number of columns; more than @max_columns if they do not fit, and @columns is unchanged
 */
guint
ws_tree_fold (const WsTreeModel *model, guint most, guint32 columns[], guint max_columns)
{
  Folder self = { .model = model, .anchor = find_anchor (model) };
  guint widest = 1;
  guint n = 0;

  for (guint r = 0; r < model->n_rows; r++)
    widest = MAX (widest, model->rows[r].n_nodes);
  self.needed = g_new0 (guint8, model->n_columns);
  self.candidates = g_new (guint32, widest);
  for (guint r = model->n_rows; r-- > 0 && self.n_needed <= max_columns;)
    if (model->rows[r].kind != WS_TREE_ROW_INPUTS)
      fold_row (&self, &model->rows[r], most);
  if (self.n_needed <= max_columns)
    for (guint c = 0; c < model->n_columns; c++)
      if (self.needed[c])
        columns[n++] = c;
  g_free (self.needed);
  g_free (self.candidates);
  return self.n_needed;
}

/* A row without a needed combination shows the one nearest to the result. */
static void
need_each_row (Folder *self)
{
  const WsTreeModel *model = self->model;

  for (guint r = model->n_rows; r-- > 0;)
    {
      const WsTreeRow *row = &model->rows[r];
      guint32 nearest = WS_NONE;
      gboolean has_any = row->kind == WS_TREE_ROW_INPUTS;

      for (guint i = 0; i < row->n_nodes && !has_any; i++)
        {
          guint32 node = model->nodes[row->first + i];

          if (!model->dataflow->nodes[node].reaches_result)
            continue;
          has_any = self->needed[model->column_of[node]];
          if (nearest == WS_NONE || compare_nodes (&node, &nearest, self) < 0)
            nearest = node;
        }
      if (!has_any && nearest != WS_NONE)
        need (self, model->column_of[nearest]);
    }
}

/* Of the sources of a node, those in columns that are not needed yet. */
static guint
count_outside (const Folder *self, const guint8 *needed, guint32 id)
{
  const WsDataflow *flow = self->model->dataflow;
  const WsNode *node = &flow->nodes[id];
  guint n = 0;

  for (guint k = 0; k < node->n_edges; k++)
    {
      guint32 source = flow->edges[node->first_edge + k];

      n += self->model->row_of[source] != WS_NONE && !needed[self->model->column_of[source]];
    }
  return n;
}

/* The source columns of the needed ones, in rows where one node takes at least @least of them and
 * none more than @limit. */
static void
need_all_sources (Folder *self, guint least, guint limit)
{
  const WsTreeModel *model = self->model;
  const WsDataflow *flow = model->dataflow;
  g_autofree guint8 *needed = g_memdup2 (self->needed, model->n_columns);

  for (guint r = 0; r < model->n_rows; r++)
    {
      const WsTreeRow *row = &model->rows[r];
      guint most = 0;
      guint n = 0;

      for (guint i = 0; i < row->n_nodes && row->kind != WS_TREE_ROW_INPUTS; i++)
        if (needed[model->column_of[model->nodes[row->first + i]]]
            && flow->nodes[model->nodes[row->first + i]].reaches_result)
          {
            self->candidates[n++] = model->nodes[row->first + i];
            most = MAX (most, count_outside (self, needed, self->candidates[n - 1]));
          }
      for (guint i = 0; i < n && most >= least && most <= limit; i++)
        for (guint k = 0; k < flow->nodes[self->candidates[i]].n_edges; k++)
          {
            guint32 source = flow->edges[flow->nodes[self->candidates[i]].first_edge + k];

            if (model->row_of[source] != WS_NONE)
              need (self, model->column_of[source]);
          }
    }
}

/**
 * ws_tree_fold_near:
 * @count: neighbours, one of which is the result
 * @with_sources: whether to show their source columns, too
 * @columns: (out caller-allocates) (array length=max_columns): the columns, ascending
 * @max_columns: room
 *
 * A row without any combination in these columns shows the nearest to the result. If one node takes
 * several values from other columns, these are shown in any case.
 *
 * Returns: number of columns; more than @max_columns if they do not fit, and @columns is unchanged
 */
guint
ws_tree_fold_near (const WsTreeModel *model, guint count, gboolean with_sources, guint32 columns[],
                   guint max_columns)
{
  Folder self = { .model = model, .anchor = find_anchor (model) };
  g_autofree guint8 *needed = g_new0 (guint8, model->n_columns);
  g_autofree guint32 *candidates = g_new (guint32, model->dataflow->n_nodes + 1);
  guint32 first;
  guint n = 0;

  count = CLAMP (count, 1, model->n_columns);
  first = MIN (self.anchor / count * count, model->n_columns - count);
  self.needed = needed;
  self.candidates = candidates;
  for (guint32 c = first; c < first + count; c++)
    need (&self, c);
  need_each_row (&self);
  need_all_sources (&self, with_sources ? 1 : 2, with_sources ? G_MAXUINT : MAX_OUTSIDE);
  for (guint32 c = 0; c < model->n_columns && self.n_needed <= max_columns; c++)
    if (needed[c])
      columns[n++] = c;
  return self.n_needed;
}

/* Returns: combinations of the row that has most of those that a result needs: following as many
 * folds nothing that a result needs */
guint
ws_tree_fold_get_most (const WsTreeModel *model)
{
  guint most = 1;

  for (guint r = 0; r < model->n_rows; r++)
    if (model->rows[r].kind != WS_TREE_ROW_INPUTS)
      most = MAX (most, model->rows[r].n_alive);
  return most;
}
