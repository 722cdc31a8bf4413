#include "scene/tree-model.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Maximum rows of a shortened tree: beyond these, the end would never be visible. */
#define MAX_THINNED 512

/* Elements of global memory per thread that a block works in, each one a column. */
#define PLACE_PER_THREAD 16

/* A node on its way to its row. */
typedef struct {
  guint32 node;
  guint32 column;
  guint32 stage;
  guint32 level;
  guint32 kind;
} Item;

typedef struct {
  WsTreeModel *model;
  const WsDataflow *flow;
  guint32 *n_uses;   /* per node: number of shown nodes that it flows into */
  guint32 *user;     /* per node: one of them */
  guint32 *level_of; /* per node, within its stage */
  guint8 *left_out;  /* per node */
  GArray *items;     /* Item */
} Sorter;

static const WsNode *
get_source (const WsDataflow *flow, const WsNode *node, guint i)
{
  return &flow->nodes[flow->edges[node->first_edge + i]];
}

static gboolean
is_input (const WsNode *node)
{
  return node->event == WS_NONE;
}

/* Whether it is in the global memory where the block works, as inputs and what overwrites them. */
static gboolean
is_in_place (const WsTreeModel *self, const WsNode *node)
{
  return node->space == WS_SPACE_GLOBAL && node->address >= self->global_base
         && node->address < self->global_end;
}

/* Whether it has a cell in the rows: registers and local memory only have a column if columns are
 * threads. */
static gboolean
is_cell (const WsTreeModel *self, const WsNode *node)
{
  if (is_input (node))
    return FALSE;
  return node->space == WS_SPACE_SHARED || is_in_place (self, node)
         || (self->by_thread && (node->space == WS_SPACE_NONE || node->space == WS_SPACE_LOCAL));
}

static gboolean
is_result (const WsTreeModel *self, const WsNode *node)
{
  return !is_input (node) && node->space == WS_SPACE_GLOBAL && !is_in_place (self, node);
}

/* Whether every thread stores one value per stage, in more cells than there are threads: values
 * moving between buffers stay in the column of their thread. */
static gboolean
changes_buffers (const WsTreeModel *self)
{
  const WsDataflow *flow = self->dataflow;
  g_autofree guint32 *last = g_new (guint32, self->n_threads + 1);
  gboolean any = FALSE;

  if (self->n_columns <= self->n_threads || flow->n_results * 2 <= self->n_threads)
    return FALSE;
  memset (last, 0xff, sizeof *last * (self->n_threads + 1));
  for (guint i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];

      if (node->space != WS_SPACE_SHARED || is_input (node) || node->thread >= self->n_threads)
        continue;
      if (last[node->thread] == node->stage)
        return FALSE;
      last[node->thread] = node->stage;
      any = TRUE;
    }
  return any;
}

/* A block that stores nothing elsewhere, and reads back its stores to global memory, works there:
 * from the first to the last cell read back. Results of atomics are only read by atomics. */
static void
find_place (WsTreeModel *self)
{
  const WsDataflow *flow = self->dataflow;
  guint64 base = G_MAXUINT64;
  guint64 end = 0;

  for (guint i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];

      if (node->space != WS_SPACE_GLOBAL && !is_input (node))
        return;
      for (guint k = 0; k < node->n_edges; k++)
        {
          const WsNode *source = get_source (flow, node, k);

          if (is_input (source) || source->is_atomic)
            continue;
          base = MIN (base, source->address);
          end = MAX (end, source->address + source->width_bytes);
        }
    }
  if (end <= base || (end - base) / flow->element_bytes > PLACE_PER_THREAD * self->n_threads)
    return;
  self->global_base = base;
  self->global_end = end;
}

/* Inputs have their own columns if all are within this range, one for each thread. */
static void
widen_place (WsTreeModel *self)
{
  const WsDataflow *flow = self->dataflow;
  guint64 base = self->global_base;
  guint64 end = self->global_end;

  for (guint i = 0; i < flow->n_nodes && end > base; i++)
    if (is_input (&flow->nodes[i]) && flow->nodes[i].space == WS_SPACE_GLOBAL)
      {
        base = MIN (base, flow->nodes[i].address);
        end = MAX (end, flow->nodes[i].address + flow->nodes[i].width_bytes);
      }
  if (end - base > (guint64)self->n_threads * flow->element_bytes)
    return;
  self->has_own_inputs = end > base;
  self->global_base = base;
  self->global_end = end;
}

static void
choose_columns (WsTreeModel *self, const WsRun *run, guint launch)
{
  const WsDataflow *flow = self->dataflow;

  self->n_threads = ws_launch_get_n_threads (&run->launches[launch]);
  self->by_thread = flow->shared_end <= flow->shared_base;
  for (guint i = 0; i < flow->n_nodes && !self->by_thread; i++)
    self->by_thread = flow->nodes[i].space == WS_SPACE_NONE;
  if (self->by_thread)
    {
      find_place (self);
      widen_place (self);
      self->by_thread = self->global_end <= self->global_base;
    }
  if (self->global_end > self->global_base)
    self->n_columns = (guint)((self->global_end - self->global_base + flow->element_bytes - 1)
                              / flow->element_bytes);
  else if (self->by_thread)
    self->n_columns = self->n_threads;
  else
    self->n_columns =
        (flow->shared_end - flow->shared_base + flow->element_bytes - 1) / flow->element_bytes;
  self->n_columns = MAX (self->n_columns, 1);
  if (!self->by_thread && changes_buffers (self))
    {
      self->by_thread = TRUE;
      self->n_columns = self->n_threads;
    }
}

static guint32
get_cell_column (const WsTreeModel *self, const WsNode *node)
{
  guint64 column = node->thread;

  if (is_in_place (self, node))
    column = (node->address - self->global_base) / self->dataflow->element_bytes;
  else if (!self->by_thread && node->space == WS_SPACE_SHARED)
    column = (node->address - self->dataflow->shared_base) / self->dataflow->element_bytes;
  return MIN (column, self->n_columns - 1);
}

/* A result is below its source cell. */
static guint32
get_result_column (const WsTreeModel *self, const WsNode *node)
{
  for (guint i = 0; i < node->n_edges; i++)
    {
      guint32 source = self->dataflow->edges[node->first_edge + i];
      if (is_cell (self, &self->dataflow->nodes[source]))
        return self->column_of[source];
    }
  return MIN (node->thread, self->n_columns - 1);
}

static void
add_item (Sorter *self, guint32 node, guint32 kind, guint32 stage, guint32 column, guint32 level)
{
  Item item = { .node = node, .column = column, .stage = stage, .level = level, .kind = kind };

  self->model->column_of[node] = column;
  self->level_of[node] = level;
  g_array_append_val (self->items, item);
}

/* A stage computes a cell once per row: a node that depends on one of the same stage, or overwrites
 * one, is a row further down. */
static void
place_nodes (Sorter *self)
{
  WsTreeModel *model = self->model;
  const WsDataflow *flow = self->flow;
  g_autofree guint32 *last_cell = g_new (guint32, model->n_columns);
  g_autofree guint32 *last_result = g_new (guint32, model->n_columns);

  memset (last_cell, 0xff, sizeof *last_cell * model->n_columns);
  memset (last_result, 0xff, sizeof *last_result * model->n_columns);
  for (guint32 i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];
      gboolean cell = is_cell (model, node);
      guint32 *last = cell ? last_cell : last_result;
      guint32 column;
      guint32 level = 0;

      if ((!cell && !is_result (model, node)) || self->left_out[i])
        continue;
      column = cell ? get_cell_column (model, node) : get_result_column (model, node);
      for (guint k = 0; cell && k < node->n_edges; k++)
        {
          guint32 source = flow->edges[node->first_edge + k];
          if (is_cell (model, &flow->nodes[source]) && flow->nodes[source].stage == node->stage)
            level = MAX (level, self->level_of[source] + 1);
        }
      if (last[column] != WS_NONE && flow->nodes[last[column]].stage == node->stage)
        level = MAX (level, self->level_of[last[column]] + 1);
      last[column] = i;
      add_item (self, i, cell ? WS_TREE_ROW_CELLS : WS_TREE_ROW_RESULTS, node->stage, column,
                level);
    }
}

static void
find_cells (WsTreeModel *self)
{
  for (guint32 i = 0; i < self->dataflow->n_nodes && !self->has_cells; i++)
    self->has_cells = is_cell (self, &self->dataflow->nodes[i]);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const guint64 *x = a;
  const guint64 *y = b;

  return (*x > *y) - (*x < *y);
}

static void
find_stored_over (WsTreeModel *self)
{
  const WsDataflow *flow = self->dataflow;
  g_autofree guint64 *places = NULL;

  if (!self->has_cells)
    return;
  places = g_new (guint64, flow->n_results + 1);
  for (guint i = 0; i < flow->n_results; i++)
    places[i] = flow->nodes[flow->results[i]].address;
  qsort (places, flow->n_results, sizeof *places, compare_places);
  self->is_stored_over = g_new0 (guint8, flow->n_nodes + 1);
  for (guint32 i = 0; i < flow->n_nodes; i++)
    self->is_stored_over[i] = is_input (&flow->nodes[i]) && flow->nodes[i].space == WS_SPACE_GLOBAL
                              && bsearch (&flow->nodes[i].address, places, flow->n_results,
                                          sizeof *places, compare_places)
                                     != NULL;
}

/* The old value that an atomic found in a result is not an input, if the tree has others. */
static gboolean
is_found (const WsTreeModel *self, const WsNode *node, guint i)
{
  return self->has_cells && is_result (self, node)
         && self->is_stored_over[self->dataflow->edges[node->first_edge + i]];
}

/* Inputs are shown if several flow into one cell. If each flows into only one cell, they are above
 * it; otherwise each is in the column of the thread that first read it. */
static void
place_inputs (Sorter *self)
{
  WsTreeModel *model = self->model;
  const WsDataflow *flow = self->flow;
  guint n_placed = self->items->len;
  gboolean several = FALSE;
  gboolean shared = FALSE;

  for (guint i = 0; i < n_placed; i++)
    {
      const WsNode *node = &flow->nodes[g_array_index (self->items, Item, i).node];
      guint n = 0;

      for (guint k = 0; k < node->n_edges; k++)
        if (is_input (get_source (flow, node, k)) && !is_found (model, node, k))
          {
            guint32 source = flow->edges[node->first_edge + k];
            n++;
            shared = shared || self->n_uses[source] > 0;
            if (self->n_uses[source]++ == 0 || k == 0)
              self->user[source] = g_array_index (self->items, Item, i).node;
          }
      several = several || n > 1;
    }
  if (!several && !shared)
    return;
  model->grouped = !shared && !model->has_own_inputs;
  for (guint32 i = 0; i < flow->n_nodes; i++)
    if (is_input (&flow->nodes[i]) && self->n_uses[i] > 0)
      add_item (self, i, WS_TREE_ROW_INPUTS, 0,
                model->has_own_inputs && is_in_place (model, &flow->nodes[i])
                    ? get_cell_column (model, &flow->nodes[i])
                    : model->column_of[self->user[i]],
                0);
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Item *x = a;
  const Item *y = b;

  if ((x->kind == WS_TREE_ROW_INPUTS) != (y->kind == WS_TREE_ROW_INPUTS))
    return x->kind == WS_TREE_ROW_INPUTS ? -1 : 1;
  if (x->stage != y->stage)
    return x->stage < y->stage ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->level != y->level)
    return x->level < y->level ? -1 : 1;
  if (x->column != y->column)
    return x->column < y->column ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

/* Whether a value's column tells its address in memory. */
static gboolean
has_column (const WsTreeModel *self, const WsNode *node)
{
  return !is_input (node) || (self->has_own_inputs && is_in_place (self, node));
}

/* "stride 4" or "shuffle 4" if all nodes of the row combine values at one distance. (transfer full)
 * (nullable) */
static char *
describe_distance (const WsTreeModel *self, const WsTreeRow *row)
{
  gint64 stride = 0;
  gboolean is_shuffle = TRUE;

  for (guint i = 0; i < row->n_nodes; i++)
    {
      const WsNode *node = &self->dataflow->nodes[self->nodes[row->first + i]];
      gint64 distance;

      if (node->n_edges != 2 || !has_column (self, get_source (self->dataflow, node, 0))
          || !has_column (self, get_source (self->dataflow, node, 1)))
        return NULL;
      distance = (gint64)self->column_of[self->dataflow->edges[node->first_edge + 1]]
                 - self->column_of[self->dataflow->edges[node->first_edge]];
      if (distance == 0 || (i > 0 && ABS (distance) != stride))
        return NULL;
      stride = ABS (distance);
      is_shuffle = is_shuffle && node->is_shuffled;
    }
  return stride != 0 ? ws_stages_title_distance (stride, is_shuffle) : NULL;
}

/* Whether a row of results stores to the same place as the row above: a kernel that repeats its
 * work. */
static gboolean
is_repeat (const WsTreeModel *self, guint row)
{
  const WsTreeRow *r = &self->rows[row];
  const WsNode *node;
  guint32 above;

  if (row == 0 || row >= self->n_rows || r->kind != WS_TREE_ROW_RESULTS
      || r[-1].kind != WS_TREE_ROW_RESULTS || r[-1].stage != r->stage)
    return FALSE;
  node = &self->dataflow->nodes[self->nodes[r->first]];
  above = ws_tree_model_get_node (self, row - 1, self->column_of[self->nodes[r->first]]);
  return above != WS_NONE && self->dataflow->nodes[above].address == node->address;
}

static char *
get_title (const WsTreeModel *self, const WsTreeRow *row, const WsStages *stages)
{
  guint index = (guint)(row - self->rows);
  char *title = NULL;

  if (is_repeat (self, index) || (row->level == 0 && is_repeat (self, index + 1)))
    return g_strdup_printf (_ ("round %u"), row->level + 1);

  if (row->kind == WS_TREE_ROW_INPUTS)
    return g_strdup (_ ("input"));
  if (row->kind == WS_TREE_ROW_RESULTS)
    return g_strdup (row->n_nodes > 1 ? _ ("results") : _ ("result"));
  if (row->level > 0 || (row->stage < stages->n_stages && !stages->stages[row->stage].has_stride))
    title = describe_distance (self, row);
  /* combining on store is more than a store */
  if (title == NULL && row->stage < stages->n_stages && row->most_sources > 1
      && stages->stages[row->stage].kind == WS_STAGE_STORE)
    title = g_strdup (_ (stages->stages[row->stage].verb));
  if (title == NULL && row->stage < stages->n_stages)
    title = g_strdup (stages->stages[row->stage].title);
  return title != NULL ? title : g_strdup ("");
}

/* For nodes in the order of their events: sources precede. */
static void
count_elements (WsTreeModel *self)
{
  const WsDataflow *flow = self->dataflow;

  self->n_elements = g_new0 (guint32, flow->n_nodes + 1);
  for (guint32 i = 0; i < flow->n_nodes; i++)
    {
      const WsNode *node = &flow->nodes[i];
      guint64 n = is_input (node) ? 1 : 0;

      for (guint k = 0; k < node->n_edges; k++)
        if (!is_found (self, node, k))
          n += self->n_elements[flow->edges[node->first_edge + k]];
      self->n_elements[i] = MIN (n, G_MAXUINT32);
    }
}

static guint
get_row_elements (const WsTreeModel *self, const WsTreeRow *row)
{
  guint n = 0;

  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 node = self->nodes[row->first + i];

      if (!self->dataflow->nodes[node].reaches_result)
        continue;
      if (n != 0 && self->n_elements[node] != n)
        return 0;
      n = self->n_elements[node];
    }
  return n;
}

static void
finish_row (WsTreeModel *self, WsTreeRow *row, const WsStages *stages)
{
  guint earliest = G_MAXUINT;

  for (guint i = 0; i < row->n_nodes; i++)
    {
      const WsNode *node = &self->dataflow->nodes[self->nodes[row->first + i]];

      row->n_alive += node->reaches_result;
      row->most_sources = MAX (row->most_sources, node->n_edges);
      if (is_input (node))
        continue;
      row->end = MAX (row->end, node->event);
      earliest = MIN (earliest, MIN (node->load_event, node->event));
    }
  row->start = earliest != G_MAXUINT ? earliest : 0;
  if (row->level == 0 && row->kind != WS_TREE_ROW_INPUTS && row->stage < stages->n_stages
      && (row == self->rows || row[-1].kind == WS_TREE_ROW_INPUTS || row[-1].stage != row->stage))
    row->start = stages->stages[row->stage].begin_event;
  else if (row->kind != WS_TREE_ROW_INPUTS && row->stage < stages->n_stages)
    row->start = CLAMP (row->start, stages->stages[row->stage].begin_event,
                        stages->stages[row->stage].telling_event);
  row->n_elements = get_row_elements (self, row);
  row->title = get_title (self, row, stages);
}

static void
build_rows (WsTreeModel *self, GArray *items, const WsStages *stages)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (WsTreeRow));
  WsTreeRow *row = NULL;

  g_array_sort (items, compare_items);
  self->nodes = g_new (guint32, items->len + 1);
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = &g_array_index (items, Item, i);

      if (row == NULL || row->kind != item->kind || row->stage != item->stage
          || row->level != item->level)
        {
          g_array_append_vals (
              rows,
              &(WsTreeRow){
                  .kind = item->kind, .stage = item->stage, .level = item->level, .first = i },
              1);
          row = &g_array_index (rows, WsTreeRow, rows->len - 1);
        }
      self->nodes[i] = item->node;
      self->row_of[item->node] = rows->len - 1;
      row->n_nodes++;
    }
  self->n_rows = rows->len;
  self->rows = (WsTreeRow *)g_array_free (g_steal_pointer (&rows), FALSE);
  for (guint i = 0; i < self->n_rows; i++)
    {
      finish_row (self, &self->rows[i], stages);
      if (self->rows[i].kind == WS_TREE_ROW_INPUTS)
        self->rows[i].stage = WS_NONE;
      /* lagging warps do not move the picture back */
      if (i > 0)
        self->rows[i].start = MAX (self->rows[i].start, self->rows[i - 1].start);
    }
}

/* Whether values of the row remain in the rows below until overwritten. */
static gboolean
keeps_values (const WsTreeModel *self, const WsTreeRow *row)
{
  return row->kind == WS_TREE_ROW_CELLS
         || (row->kind == WS_TREE_ROW_INPUTS && self->has_own_inputs);
}

static void
index_columns (WsTreeModel *self)
{
  g_autofree guint32 *next = NULL;

  self->first_of_column = g_new0 (guint32, self->n_columns + 1);
  for (guint r = 0; r < self->n_rows; r++)
    for (guint i = 0; keeps_values (self, &self->rows[r]) && i < self->rows[r].n_nodes; i++)
      self->first_of_column[self->column_of[self->nodes[self->rows[r].first + i]] + 1]++;
  for (guint c = 0; c < self->n_columns; c++)
    self->first_of_column[c + 1] += self->first_of_column[c];
  self->column_nodes = g_new (guint32, self->first_of_column[self->n_columns] + 1);
  next = g_memdup2 (self->first_of_column, sizeof *next * (self->n_columns + 1));
  for (guint r = 0; r < self->n_rows; r++)
    for (guint i = 0; keeps_values (self, &self->rows[r]) && i < self->rows[r].n_nodes; i++)
      {
        guint32 node = self->nodes[self->rows[r].first + i];
        self->column_nodes[next[self->column_of[node]]++] = node;
      }
}

static void
index_inputs (WsTreeModel *self)
{
  guint at = 0;
  guint end =
      self->n_rows > 0 && self->rows[0].kind == WS_TREE_ROW_INPUTS ? self->rows[0].n_nodes : 0;

  self->first_input = g_new (guint32, self->n_columns + 1);
  for (guint c = 0; c <= self->n_columns; c++)
    {
      while (at < end && self->column_of[self->nodes[at]] < c)
        at++;
      self->first_input[c] = at;
    }
}

static guint
get_length (const WsNode *node)
{
  g_autofree char *text = ws_tree_model_format_value (node, 0);

  return g_utf8_strlen (text, -1);
}

/* Integers are written in full; fractional numbers with enough digits to distinguish neighbours. */
static guint
get_width (const WsNode *node)
{
  guint length = get_length (node);

  return node->value_type == WS_VALUE_F32 || node->value_type == WS_VALUE_F64
             ? MIN (length, WS_TREE_MAX_FLOAT_CHARS)
             : length;
}

/* Values of wide loads are grouped by load, with the loads side by side. */
static void
find_wide_loads (WsTreeModel *self)
{
  guint n_inputs = self->first_input[self->n_columns];
  guint n_wide = 0;
  guint n_loads = 0;

  for (guint i = 0; i < n_inputs; i++)
    {
      guint n = self->dataflow->nodes[self->nodes[i]].n_loaded;

      if (n < 2 || (i > 0 && n != n_wide))
        return;
      n_wide = n;
    }
  for (guint c = 0; self->grouped && n_wide > 0 && c < self->n_columns; c++)
    {
      guint n = self->first_input[c + 1] - self->first_input[c];

      if (n % n_wide != 0 || n / n_wide > WS_TREE_MAX_LOADS)
        return;
      n_loads = MAX (n_loads, n / n_wide);
    }
  self->n_wide = n_loads > 0 ? n_wide : 0;
  self->n_loads = n_loads;
}

/* Adjacent inputs are as wide as the widest of them. */
static guint8
measure_inputs (const WsTreeModel *self, guint column, guint n_beside)
{
  guint longest = 1;

  for (guint i = self->first_input[column]; i < self->first_input[column + 1]; i++)
    longest = MAX (longest, get_width (&self->dataflow->nodes[self->nodes[i]]));
  return MIN (n_beside * (longest + 1) - 1, G_MAXUINT8);
}

static void
measure_columns (WsTreeModel *self)
{
  self->width_of = g_new0 (guint8, self->n_columns);
  self->inputs_width_of = g_new0 (guint8, self->n_columns);
  for (guint r = 0; r < self->n_rows; r++)
    for (guint i = 0; i < self->rows[r].n_nodes; i++)
      {
        guint32 node = self->nodes[self->rows[r].first + i];
        guint32 column = self->column_of[node];
        guint n_inputs = self->first_input[column + 1] - self->first_input[column];

        if (self->rows[r].kind != WS_TREE_ROW_INPUTS || !self->grouped || n_inputs == 1)
          self->width_of[column] =
              MAX (self->width_of[column], get_width (&self->dataflow->nodes[node]));
      }
  for (guint c = 0; self->grouped && c < self->n_columns; c++)
    {
      guint n_inputs = self->first_input[c + 1] - self->first_input[c];

      if (n_inputs > 1 && (self->n_wide > 0 || n_inputs <= WS_TREE_MAX_INPUTS))
        self->inputs_width_of[c] =
            measure_inputs (self, c, self->n_wide > 0 ? self->n_loads : n_inputs);
    }
}

static void
measure_values (WsTreeModel *self)
{
  for (guint r = 0; r < self->n_rows; r++)
    {
      gboolean inputs = self->rows[r].kind == WS_TREE_ROW_INPUTS;
      guint *longest = inputs ? &self->longest_input : &self->longest_value;

      /* many inputs are not shown one by one */
      if (self->rows[r].kind == WS_TREE_ROW_RESULTS
          || (inputs && self->rows[r].n_nodes > 2 * self->n_columns))
        continue;
      for (guint i = 0; i < self->rows[r].n_nodes; i++)
        {
          const WsNode *node = &self->dataflow->nodes[self->nodes[self->rows[r].first + i]];

          /* unneeded values may lack digits */
          if (node->reaches_result)
            *longest = MAX (*longest, get_length (node));
        }
    }
}

/* ---- omitted rows ---- */

/* Whether the node is one of its sources, combined only with constants. */
static gboolean
is_unchanged (const WsTreeModel *self, guint32 id, guint32 *same)
{
  const WsDataflow *flow = self->dataflow;
  const WsNode *node = &flow->nodes[id];
  guint n_data = 0;

  *same = WS_NONE;
  for (guint i = 0; i < node->n_edges; i++)
    {
      guint32 source = flow->edges[node->first_edge + i];
      const WsNode *s = &flow->nodes[source];

      if (self->n_elements[source] == 0)
        continue;
      n_data++;
      if (is_cell (self, s) && s->has_value && node->has_value && s->value == node->value
          && s->width_bytes == node->width_bytes)
        *same = source;
    }
  return n_data == 0 || (n_data == 1 && *same != WS_NONE);
}

/* Whether the row only combines values with constants, or keeps them unchanged, as in a tree for
 * many elements that sums a few. */
static gboolean
is_idle (const WsTreeModel *self, const WsTreeRow *row)
{
  gboolean any = FALSE;

  if (row->kind != WS_TREE_ROW_CELLS)
    return FALSE;
  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 id = self->nodes[row->first + i];
      const WsNode *node = &self->dataflow->nodes[id];
      guint32 same;

      /* moving a value counts, too */
      if (!is_unchanged (self, id, &same)
          || (node->reaches_result && same != WS_NONE && node->n_edges < 2
              && self->column_of[same] != self->column_of[id]))
        return FALSE;
      any = any || (node->reaches_result && same != WS_NONE);
    }
  return any;
}

/* Whether no result of the row is used while its stage continues: a flag. */
static gboolean
is_aside (const WsTreeModel *self, guint row)
{
  const WsTreeRow *r = &self->rows[row];

  return r->kind == WS_TREE_ROW_CELLS && r->n_alive == 0 && r->n_nodes == 1
         && row + 1 < self->n_rows && r[1].stage == r->stage && r[1].n_alive > 0;
}

static gboolean
mark_left_out (Sorter *self)
{
  const WsTreeModel *model = self->model;
  gboolean any = FALSE;

  /* if there are as many outputs as inputs, each step matters */
  if (self->flow->n_results * 4 > MAX (model->n_threads, 16) || model->n_rows > MAX_THINNED)
    return FALSE;
  for (guint r = 0; r < model->n_rows; r++)
    if (is_idle (model, &model->rows[r]) || is_aside (model, r))
      {
        for (guint i = 0; i < model->rows[r].n_nodes; i++)
          self->left_out[model->nodes[model->rows[r].first + i]] = TRUE;
        any = TRUE;
      }
  return any;
}

/* The dataflow with edges that bypass omitted rows. */
static WsDataflow *
thin_out (Sorter *self)
{
  const WsTreeModel *model = self->model;
  const WsDataflow *flow = self->flow;
  WsDataflow *thin = g_memdup2 (flow, sizeof *flow);
  g_autofree guint32 *instead = g_new (guint32, flow->n_nodes + 1);

  thin->nodes = g_memdup2 (flow->nodes, sizeof *flow->nodes * (flow->n_nodes + 1));
  thin->edges = g_memdup2 (flow->edges, sizeof *flow->edges * (flow->n_edges + 1));
  thin->results = g_memdup2 (flow->results, sizeof *flow->results * (flow->n_results + 1));
  /* sources precede: their replacement is known */
  for (guint32 i = 0; i < flow->n_nodes; i++)
    {
      WsNode *node = &thin->nodes[i];
      guint n = 0;
      guint32 same;

      instead[i] = i;
      if (self->left_out[i])
        {
          is_unchanged (model, i, &same);
          instead[i] = same != WS_NONE ? instead[same] : WS_NONE;
        }
      for (guint k = 0; k < node->n_edges; k++)
        {
          guint32 source = instead[flow->edges[node->first_edge + k]];

          if (source != WS_NONE)
            thin->edges[node->first_edge + n++] = source;
        }
      for (guint k = 0; k < node->n_choosers; k++)
        thin->edges[node->first_edge + n + k] = flow->edges[node->first_edge + node->n_edges + k];
      node->n_edges = n;
    }
  return thin;
}

static void
sort (Sorter *self, const WsStages *stages)
{
  WsTreeModel *model = self->model;
  const WsDataflow *flow = self->flow;

  memset (model->row_of, 0xff, sizeof *model->row_of * flow->n_nodes);
  memset (model->column_of, 0xff, sizeof *model->column_of * flow->n_nodes);
  memset (self->n_uses, 0, sizeof *self->n_uses * flow->n_nodes);
  g_array_set_size (self->items, 0);
  place_nodes (self);
  place_inputs (self);
  build_rows (model, self->items, stages);
}

static void
clear_rows (WsTreeModel *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    g_free (self->rows[i].title);
  g_free (self->rows);
  g_free (self->nodes);
}

/**
 * ws_tree_model_new:
 * @dataflow: (transfer none): of one of its blocks; must outlive the model
 * @stages: of the same block
 *
 * Returns: (transfer full): rows and columns
 */
WsTreeModel *
ws_tree_model_new (const WsRun *run, guint launch, const WsDataflow *dataflow,
                   const WsStages *stages)
{
  WsTreeModel *self = g_new0 (WsTreeModel, 1);
  Sorter sorter = { .model = self, .flow = dataflow };

  self->dataflow = dataflow;
  choose_columns (self, run, launch);
  self->row_of = g_new (guint32, dataflow->n_nodes + 1);
  self->column_of = g_new (guint32, dataflow->n_nodes + 1);

  sorter.n_uses = g_new0 (guint32, dataflow->n_nodes + 1);
  sorter.user = g_new0 (guint32, dataflow->n_nodes + 1);
  sorter.level_of = g_new0 (guint32, dataflow->n_nodes + 1);
  sorter.left_out = g_new0 (guint8, dataflow->n_nodes + 1);
  sorter.items = g_array_new (FALSE, FALSE, sizeof (Item));
  find_cells (self);
  find_stored_over (self);
  count_elements (self);
  sort (&sorter, stages);
  if (mark_left_out (&sorter))
    {
      self->thinned = thin_out (&sorter);
      self->dataflow = sorter.flow = self->thinned;
      clear_rows (self);
      sort (&sorter, stages);
    }
  index_columns (self);
  index_inputs (self);
  measure_values (self);
  find_wide_loads (self);
  measure_columns (self);

  g_array_unref (sorter.items);
  g_free (sorter.n_uses);
  g_free (sorter.user);
  g_free (sorter.level_of);
  g_free (sorter.left_out);
  return self;
}

void
ws_tree_model_free (WsTreeModel *self)
{
  clear_rows (self);
  g_clear_pointer (&self->thinned, ws_dataflow_free);
  g_free (self->row_of);
  g_free (self->column_of);
  g_free (self->n_elements);
  g_free (self->is_stored_over);
  g_free (self->width_of);
  g_free (self->inputs_width_of);
  g_free (self->first_input);
  g_free (self->first_of_column);
  g_free (self->column_nodes);
  for (guint i = 0; i < G_N_ELEMENTS (self->near); i++)
    g_free (self->near[i]);
  g_free (self);
}

/**
 * ws_tree_model_format_value:
 * @max_chars: maximum length; 0 for unlimited
 *
 * Returns: (transfer full): its value, as from ws_value_format(); two numbers in one word as
 * "7433|1"; "?" if unknown
 */
char *
ws_tree_model_format_value (const WsNode *node, guint max_chars)
{
  if (!node->has_value)
    return g_strdup ("?");
  if (node->is_packed)
    return g_strdup_printf ("%" PRId32 "|%" PRIu32, (gint32)(node->value >> 32),
                            (guint32)node->value);
  return ws_value_format (node->value_type, node->value, max_chars);
}

/**
 * ws_tree_model_row_at:
 * @position: in the block: its events, counted from 0
 *
 * Returns: index of the row being computed
 */
guint
ws_tree_model_row_at (const WsTreeModel *self, double position)
{
  guint row = 0;

  while (row + 1 < self->n_rows
         && (self->rows[row].kind == WS_TREE_ROW_INPUTS || self->rows[row + 1].start <= position))
    row++;
  return row;
}

/**
 * ws_tree_model_get_node:
 * @row: index of a row
 * @column: index of a column
 *
 * Returns: node that the row itself has there; %WS_NONE for none
 */
guint32
ws_tree_model_get_node (const WsTreeModel *self, guint row, guint column)
{
  const WsTreeRow *r = &self->rows[row];
  guint low = r->first;
  guint high = r->first + r->n_nodes;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (self->column_of[self->nodes[middle]] < column)
        low = middle + 1;
      else
        high = middle;
    }
  return low < r->first + r->n_nodes && self->column_of[self->nodes[low]] == column
             ? self->nodes[low]
             : WS_NONE;
}

/**
 * ws_tree_model_get_latest:
 * @row: index of a row
 * @column: index of a column
 *
 * Returns: node in this cell when the row is done: its own, or one of an earlier row; %WS_NONE for
 * none
 */
guint32
ws_tree_model_get_latest (const WsTreeModel *self, guint row, guint column)
{
  guint low = self->first_of_column[column];
  guint high = self->first_of_column[column + 1];

  /* the first that is below the row */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (self->row_of[self->column_nodes[middle]] <= row)
        low = middle + 1;
      else
        high = middle;
    }
  return low > self->first_of_column[column] ? self->column_nodes[low - 1] : WS_NONE;
}
