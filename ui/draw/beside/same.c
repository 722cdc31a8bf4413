/* same.c: whether two runs would be drawn alike: then there is nothing to compare. */
#include "beside/private.h"

#include "scene/tree-model.h"

/* Returns: the last row that the stage made; %NULL if it made none */
static const WsTreeRow *
find_row (const WsScene *scene, const WsStage *stage)
{
  const WsTreeModel *tree = scene->tree;
  guint index = (guint)(stage - scene->stages->stages);

  for (guint i = tree->n_rows; i > 0; i--)
    if (tree->rows[i - 1].stage == index)
      return &tree->rows[i - 1];
  return NULL;
}

static gboolean
are_alike (const WsNode *a, const WsNode *b, gboolean with_threads)
{
  return a->has_value && b->has_value && a->value_type == b->value_type && a->value == b->value
         && (!with_threads || a->thread == b->thread);
}

static gboolean
compare_rows (const WsBeside *self, guint stage, gboolean with_threads)
{
  const WsTreeRow *rows[WS_BESIDE_N_SIDES];
  const WsTreeModel *left = self->scenes[WS_BESIDE_LEFT]->tree;
  const WsTreeModel *right = self->scenes[WS_BESIDE_RIGHT]->tree;

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      rows[i] = find_row (self->scenes[i], ws_beside_get_stage (self, i, stage));
      if (rows[i] == NULL)
        return FALSE;
    }
  if (rows[0]->kind != rows[1]->kind || rows[0]->n_nodes != rows[1]->n_nodes)
    return FALSE;
  for (guint i = 0; i < rows[0]->n_nodes; i++)
    {
      guint32 ours = left->nodes[rows[0]->first + i];
      guint32 theirs = right->nodes[rows[1]->first + i];

      if (left->column_of[ours] != right->column_of[theirs]
          || !are_alike (&left->dataflow->nodes[ours], &right->dataflow->nodes[theirs],
                         with_threads))
        return FALSE;
    }
  return rows[0]->n_nodes > 0;
}

/**
 * ws_beside_makes_the_same:
 * @stage: one of the left
 *
 * Returns: whether it leaves the same values on both sides, in the same elements, and any at all;
 * whichever threads make them
 */
gboolean
ws_beside_makes_the_same (const WsBeside *self, guint stage)
{
  return compare_rows (self, stage, FALSE);
}

/**
 * ws_beside_get_elements:
 * @side: of which
 * @stage: one of the left
 *
 * Returns: elements that each cell of the stage sums; 0 if they differ, or nothing is known
 */
guint
ws_beside_get_elements (const WsBeside *self, WsBesideSide side, guint stage)
{
  const WsTreeRow *row = find_row (self->scenes[side], ws_beside_get_stage (self, side, stage));

  return row != NULL && row->kind == WS_TREE_ROW_CELLS ? row->n_elements : 0;
}

static gboolean
is_stage_same (const WsBeside *self, guint stage)
{
  g_autoptr (GPtrArray) figures = NULL;

  if (self->stage_of[stage] != stage || !compare_rows (self, stage, TRUE))
    return FALSE;
  figures = ws_beside_list_figures (self, stage);
  for (guint i = 0; i < figures->len; i++)
    {
      const WsBesideFigure *figure = figures->pdata[i];

      if (figure->of_stage && figure->differs)
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_beside_is_same:
 *
 * Returns: whether the pictures of both are the same, stage by stage: as those of kernels that add
 * while they load, where there is one block and nothing to add
 */
gboolean
ws_beside_is_same (const WsBeside *self)
{
  const WsLaunch *left = ws_beside_get_launch (self, WS_BESIDE_LEFT);
  const WsLaunch *right = ws_beside_get_launch (self, WS_BESIDE_RIGHT);

  if (self->stage_of == NULL || self->n_stages[WS_BESIDE_LEFT] != self->n_stages[WS_BESIDE_RIGHT]
      || ws_launch_get_n_blocks (left) != ws_launch_get_n_blocks (right)
      || ws_launch_get_n_threads (left) != ws_launch_get_n_threads (right))
    return FALSE;
  for (guint i = 0; i < self->n_stages[WS_BESIDE_LEFT]; i++)
    if (!is_stage_same (self, i))
      return FALSE;
  return TRUE;
}
