#include "tree/tree.h"
#include "tree/private.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_SOURCES 4 /* that a tooltip lists */

static void
pick_strip (const WsTreeLayout *l, const WsTreeModel *model, double x, double y, WsTreeHit *hit)
{
  double element = l->strip_cells.w / model->n_columns;

  hit->kind =
      !l->folded && ws_box_contains (&l->frame, x, y) ? WS_TREE_HIT_FRAME : WS_TREE_HIT_STRIP;
  hit->strip_element = CLAMP ((x - l->strip_cells.x) / element, 0, model->n_columns);
  hit->element = MIN ((guint)hit->strip_element, model->n_columns - 1);
}

static gboolean
pick_fold (const WsTreeLayout *l, const WsTreeModel *model, double x, double y, WsTreeHit *hit)
{
  for (guint slot = 0; slot <= l->count; slot++)
    {
      WsBox mark;
      double middle;
      guint32 first = ws_tree_layout_get_folded (l, model, slot, &mark);

      if (first == WS_NONE || !ws_box_contains (&mark, x, y))
        continue;
      hit->kind = WS_TREE_HIT_FOLD;
      hit->element = first;
      hit->n_folded = ws_tree_layout_get_fold (l, model, slot, &middle);
      return TRUE;
    }
  return FALSE;
}

/* Returns: the column that @x is over, or next to */
static guint32
find_column (const WsTreeLayout *l, double x)
{
  guint slot = 0;

  if (!l->folded)
    return l->first + (guint)((x - l->cells.x) / l->pitch_x);
  while (slot + 1 < l->count
         && x - l->cells.x > (l->lefts[slot] + l->widths[slot] + l->lefts[slot + 1]) / 2)
    slot++;
  return l->columns[slot];
}

/* Returns: the input at this position, of those above a column; %WS_NONE for none */
static guint32
pick_input (const WsTreeLayout *l, const WsTreeModel *model, guint32 column, const WsBox *cell,
            double x, double y)
{
  guint first = model->first_input[column];
  guint n = model->first_input[column + 1] - first;

  for (guint k = 0; k < n; k++)
    {
      WsBox box = ws_tree_layout_get_input (l, cell, k, n);

      if (ws_box_contains (&box, x, y))
        return model->nodes[first + k];
    }
  return WS_NONE;
}

/* A value of a folded column is half a column to the right of its user. */
static gboolean
pick_guest (const WsTreeLayout *l, const WsTreeModel *model, guint row, double x, double y,
            WsTreeHit *hit)
{
  guint32 column = find_column (l, MAX (x - l->pitch_x / 2, l->cells.x));
  guint32 node = ws_tree_model_get_node (model, row, column);
  guint32 source;
  WsBox box;

  if (node == WS_NONE || ws_tree_layout_get_guest (l, model, row, node, &source, &box) == 0
      || !ws_box_contains (&box, x, y))
    return FALSE;
  *hit = (WsTreeHit){ .kind = WS_TREE_HIT_CELL,
                      .row = model->row_of[source],
                      .element = model->column_of[source],
                      .node = source,
                      .thread = model->dataflow->nodes[source].thread };
  return TRUE;
}

static gboolean
pick_row (const WsTreeLayout *l, const WsTreeModel *model, guint row, double x, double y,
          WsTreeHit *hit)
{
  guint32 column = find_column (l, x);
  WsBox cell = ws_tree_layout_get_cell (l, row, column);
  WsBox thread = ws_tree_layout_get_thread (l, row, column);
  guint32 node = ws_tree_model_get_node (model, row, column);

  *hit = (WsTreeHit){ .row = row, .element = column, .node = node, .thread = WS_NONE };
  if (node != WS_NONE && model->dataflow->nodes[node].n_edges > 0 && row > 0
      && l->detail != WS_TREE_DETAIL_BARS && ws_box_contains (&thread, x, y))
    {
      hit->kind = WS_TREE_HIT_THREAD;
      hit->thread = model->dataflow->nodes[node].thread;
      return TRUE;
    }
  if (pick_guest (l, model, row, x, y, hit))
    return TRUE;
  if (!ws_box_contains (&cell, x, y))
    return FALSE;
  hit->kind = WS_TREE_HIT_CELL;
  if (model->rows[row].kind == WS_TREE_ROW_INPUTS && model->grouped)
    hit->node = pick_input (l, model, column, &cell, x, y);
  if (node == WS_NONE && row <= l->row)
    hit->node = ws_tree_model_get_latest (model, row, column);
  if (hit->node != WS_NONE)
    hit->thread = model->dataflow->nodes[hit->node].thread;
  return TRUE;
}

/**
 * ws_tree_pick_in:
 * @l: the layout
 * @scene: of a block
 * @moment: when
 * @x: of the pointer
 * @y: of the pointer
 * @hit: (out): the hit
 *
 * Returns: whether anything is
 */
gboolean
ws_tree_pick_in (const WsTreeLayout *l, const WsScene *scene, const WsMoment *moment, double x,
                 double y, WsTreeHit *hit)
{
  const WsTreeModel *model = scene->tree;

  *hit = (WsTreeHit){ .kind = WS_TREE_HIT_NONE, .node = WS_NONE, .thread = WS_NONE };
  if (l->strip.h > 0
      && (ws_box_contains (&l->frame, x, y) || ws_box_contains (&l->strip_cells, x, y)))
    {
      pick_strip (l, model, x, y, hit);
      return TRUE;
    }
  if (l->folded && pick_fold (l, model, x, y, hit))
    return TRUE;
  if (!ws_box_contains (&l->cells, x, y))
    return FALSE;
  for (guint r = 0; r < model->n_rows; r++)
    if (ws_tree_layout_get_shown (l, r) > 0.5 && pick_row (l, model, r, x, y, hit))
      return TRUE;
  *hit = (WsTreeHit){ .kind = WS_TREE_HIT_NONE, .node = WS_NONE, .thread = WS_NONE };
  return FALSE;
}

/**
 * ws_tree_pick:
 * @hit: (out): the hit
 *
 * Returns: whether anything is there
 */
gboolean
ws_tree_pick (const WsFrame *frame, const WsTreeOptions *options, double x, double y,
              WsTreeHit *hit)
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  WsTreeLayout l;

  g_return_val_if_fail (hit != NULL, FALSE);

  ws_tree_layout_init (&l, text, frame, options);
  if (!ws_tree_pick_in (&l, frame->scene, frame->moment, x, y, hit))
    return FALSE;
  /* pointing at a hidden value does not reveal it, either */
  if ((hit->kind == WS_TREE_HIT_CELL || hit->kind == WS_TREE_HIT_THREAD)
      && (options->emphasis.hide & (WS_HIDE_VALUES | WS_HIDE_COUNTS)) != 0
      && ws_tree_is_ahead (&l, frame->scene->tree, hit->row))
    {
      *hit = (WsTreeHit){ .kind = WS_TREE_HIT_NONE, .node = WS_NONE, .thread = WS_NONE };
      return FALSE;
    }
  return TRUE;
}

/**
 * ws_tree_find_lanes:
 * @options: as it was drawn
 * @boxes: (out caller-allocates): for each lane of the followed warp, a cell of the current row
 * that it computed
 *
 * Returns: a bit for each lane with such a cell
 */
guint32
ws_tree_find_lanes (const WsFrame *frame, const WsTreeOptions *options, WsBox boxes[WS_WARP_SIZE])
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  const WsTreeModel *model = frame->scene->tree;
  WsTreeLayout l;
  guint32 found = 0;

  ws_tree_layout_init (&l, text, frame, options);
  for (guint slot = 0; slot < l.count; slot++)
    {
      guint32 column = ws_tree_layout_get_column (&l, slot);
      guint32 node = ws_tree_model_get_latest (model, l.row, column);
      guint32 thread = node != WS_NONE ? model->dataflow->nodes[node].thread : WS_NONE;
      guint lane = thread % WS_WARP_SIZE;

      if (thread / WS_WARP_SIZE != frame->moment->warp || (found >> lane & 1) != 0)
        continue;
      boxes[lane] = ws_tree_layout_get_cell (&l, l.row, column);
      found |= 1u << lane;
    }
  return found;
}

static char *
name_cell (const WsScene *scene, const WsNode *node, guint element)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  GPtrArray *regions = node->space == WS_SPACE_SHARED ? kernel->shared : scene->run->regions;

  if (node->space == WS_SPACE_NONE)
    return g_strdup_printf (_ ("register of thread %u"), node->thread);
  for (guint i = 0; regions != NULL && i < regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (regions, i);

      /* an extern array has no size */
      if (node->address >= region->address
          && (node->address - region->address < region->size_bytes || region->size_bytes == 0))
        return g_strdup_printf ("%s[%" G_GUINT64_FORMAT "]", region->name,
                                (node->address - region->address) / MAX (node->width_bytes, 1));
    }
  return g_strdup_printf (_ ("element %u"), element);
}

/* Whether its value exists already: future values are not revealed. */
static gboolean
is_told (const WsNode *node, guint event)
{
  return node->event == WS_NONE || node->told <= event;
}

/* (transfer full) (nullable): the sources of a node's value; %NULL if there is none, or one does
 * not exist yet */
static char *
list_sources (const WsScene *scene, const WsNode *node, guint event)
{
  const WsDataflow *flow = scene->dataflow;
  GString *list;

  for (guint i = 0; i < node->n_edges; i++)
    if (!is_told (&flow->nodes[flow->edges[node->first_edge + i]], event))
      return NULL;
  if (node->n_edges == 0)
    return NULL;
  list = g_string_new (NULL);
  for (guint i = 0; i < MIN (node->n_edges, MAX_SOURCES); i++)
    {
      const WsNode *source = &flow->nodes[flow->edges[node->first_edge + i]];
      g_autofree char *value = ws_tree_format_value (source, 0);

      ws_words_add_item (list, value);
    }
  if (node->n_edges > MAX_SOURCES)
    {
      g_autofree char *some = g_strdup (list->str);

      g_string_printf (list, _ ("%1$s and %2$u more"), some, node->n_edges - MAX_SOURCES);
    }
  return g_string_free (list, FALSE);
}

/* (transfer full): meaning of a mark */
static char *
describe_fold (const WsScene *scene, const WsTreeHit *hit)
{
  gboolean threads = scene->tree->by_thread;
  guint last = hit->element + hit->n_folded - 1;
  g_autofree char *which = NULL;

  if (hit->n_folded == 1)
    which = g_strdup_printf (
        threads ? _ ("Thread %u is folded away") : _ ("Element %u is folded away"), last);
  else
    which = g_strdup_printf (threads ? _ ("Threads %1$u to %2$u are folded away")
                                     : _ ("Elements %1$u to %2$u are folded away"),
                             hit->element, last);
  return g_strdup_printf ("%s\n%s", which, _ ("Click to unfold, Ctrl+0 to fold again."));
}

/**
 * ws_tree_hit_describe:
 * @moment: when
 * @hit: from ws_tree_pick()
 *
 * Returns: (transfer full) (nullable): text for a tooltip, as in "sdata[4] = 18\nthread 4: 11 + 7"
 */
char *
ws_tree_hit_describe (const WsScene *scene, const WsMoment *moment, const WsTreeHit *hit)
{
  guint event = ws_scene_event_at (scene, moment->position);
  g_autofree char *sources = NULL;
  const WsNode *node;
  GString *text;

  if (hit->kind == WS_TREE_HIT_FRAME)
    return g_strdup (_ ("Drag to see other elements"));
  if (hit->kind == WS_TREE_HIT_STRIP)
    return g_strdup_printf (_ ("Element %u"), hit->element);
  if (hit->kind == WS_TREE_HIT_FOLD)
    return describe_fold (scene, hit);
  if (hit->kind == WS_TREE_HIT_NONE || hit->node == WS_NONE)
    return NULL;
  node = &scene->dataflow->nodes[hit->node];
  text = g_string_new (NULL);
  if (hit->kind == WS_TREE_HIT_THREAD)
    g_string_append_printf (text, _ ("Thread %1$u, lane %2$u of warp %3$u"), node->thread,
                            node->thread % WS_WARP_SIZE, node->thread / WS_WARP_SIZE);
  else
    {
      g_autofree char *name = name_cell (scene, node, hit->element);
      g_autofree char *value = ws_tree_format_value (node, 0);

      if (is_told (node, event))
        g_string_append_printf (text, "%s = %s", name, value);
      else
        g_string_append (text, name);
      if (node->thread != WS_NONE)
        {
          g_string_append_c (text, '\n');
          g_string_append_printf (text, _ ("stored by thread %u"), node->thread);
        }
    }
  sources = list_sources (scene, node, event);
  if (sources != NULL)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, node->n_edges == 1 ? _ ("from %s") : _ ("combines %s"),
                              sources);
    }
  if (node->is_packed)
    g_string_append_printf (text, "\n%s", _ ("two numbers in one word: upper 32 bits | lower 32"));
  if (!node->has_value)
    g_string_append_printf (
        text, "\n%s",
        node->space == WS_SPACE_NONE
            ? _ ("?: the value was not recorded")
            : _ ("?: the result of an atomic, of which only the value read was recorded"));
  if (!node->reaches_result)
    g_string_append_printf (text, "\n%s", _ ("result unused"));
  return g_string_free (text, FALSE);
}

static void
lay_out (WsTreeLayout *l, const WsFrame *frame, const WsTreeOptions *options)
{
  g_autoptr (WsText) text = ws_text_new (NULL, frame->theme);
  const WsMoment start = { .position = 0 };

  ws_tree_layout_init (
      l, text, &(WsFrame){ frame->scene, &start, frame->theme, frame->width, frame->height },
      options);
}

/**
 * ws_tree_clamp_options:
 * @options: (inout): the focus
 *
 * Clamps the focus to the block, and sets its number of elements. Afterwards its zoom is 1.
 */
void
ws_tree_clamp_options (const WsFrame *frame, WsTreeOptions *options)
{
  WsTreeLayout l;

  lay_out (&l, frame, options);
  options->first = l.first;
  options->count = l.count;
  options->zoom = 1;
}

/**
 * ws_tree_get_n_elements:
 * @scene: of a block
 *
 * Returns: columns of the tree: elements of shared memory, or threads
 */
guint
ws_tree_get_n_elements (const WsScene *scene)
{
  return scene->tree->n_columns;
}

/* Returns: (transfer full): as in "block 0 of 32 768, elements 0 to 15 of 128" */
char *
ws_tree_subtitle (const WsFrame *frame, const WsTreeOptions *options)
{
  WsTreeLayout l;
  g_autofree char *blocks =
      ws_format_count (ws_launch_get_n_blocks (&frame->scene->run->launches[frame->scene->launch]));
  gboolean threads = frame->scene->tree->by_thread;
  guint n = frame->scene->tree->n_columns;

  lay_out (&l, frame, options);
  if (n == 1)
    return g_strdup_printf (threads ? _ ("block %1$u of %2$s, one thread")
                                    : _ ("block %1$u of %2$s, one element"),
                            frame->scene->block, blocks);
  if (l.count == n)
    return g_strdup_printf (threads ? ngettext ("block %1$u of %2$s, all %3$u thread",
                                                "block %1$u of %2$s, all %3$u threads", n)
                                    : ngettext ("block %1$u of %2$s, all %3$u element",
                                                "block %1$u of %2$s, all %3$u elements", n),
                            frame->scene->block, blocks, n);
  if (l.folded)
    return g_strdup_printf (threads ? _ ("block %1$u of %2$s, %3$u of %4$u threads")
                                    : _ ("block %1$u of %2$s, %3$u of %4$u elements"),
                            frame->scene->block, blocks, l.count, n);
  return g_strdup_printf (threads ? _ ("block %1$u of %2$s, threads %3$u to %4$u of %5$u")
                                  : _ ("block %1$u of %2$s, elements %3$u to %4$u of %5$u"),
                          frame->scene->block, blocks, l.first, l.first + l.count - 1, n);
}
