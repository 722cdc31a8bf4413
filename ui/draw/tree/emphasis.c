/* emphasis.c: highlighted and hidden parts of a tree. */
#include "tree/private.h"

/**
 * ws_tree_is_ahead:
 * @l: the layout
 * @row: index of a row
 *
 * The contents before the first stage, and the first row, are given: they are never ahead.
 *
 * Returns: whether the row is the current one, a later one, or the result
 */
gboolean
ws_tree_is_ahead (const WsTreeLayout *l, const WsTreeModel *model, guint row)
{
  WsTreeRowKind kind = model->rows[row].kind;

  return kind == WS_TREE_ROW_RESULTS || (kind != WS_TREE_ROW_INPUTS && row > 0 && row >= l->row);
}

/**
 * ws_tree_is_kept_back:
 * @row: index of a row
 *
 * Returns: whether its nodes' values are hidden
 */
gboolean
ws_tree_is_kept_back (const WsTree *self, guint row)
{
  return (self->emphasis->hide & (WS_HIDE_VALUES | WS_HIDE_COUNTS)) != 0
         && ws_tree_is_ahead (&self->layout, self->model, row);
}

/**
 * ws_tree_is_veiled:
 * @row: index of a row
 *
 * Returns: whether not even its nodes, their threads and lines are shown
 */
gboolean
ws_tree_is_veiled (const WsTree *self, guint row)
{
  return (self->emphasis->hide & WS_HIDE_COUNTS) != 0
         && ws_tree_is_ahead (&self->layout, self->model, row);
}

/**
 * ws_tree_tells_hazards:
 * @row: index of a row
 *
 * Returns: whether to show which values of the row a check found wrong
 */
gboolean
ws_tree_tells_hazards (const WsTree *self, guint row)
{
  return self->scene->hazards != NULL && self->scene->hazards->n_items > 0
         && (self->emphasis->hide & WS_HIDE_FAULT) == 0 && !ws_tree_is_kept_back (self, row);
}

/* Draws the legend of a check's marks. */
void
ws_tree_draw_legend (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;

  if ((self->emphasis->hide & WS_HIDE_FAULT) == 0)
    ws_hazard_draw_legend (self->text, self->theme, &l->legend, l->note_px, l->scale,
                           ws_scene_say_hazards (self->scene));
}

/**
 * ws_tree_get_veil_box:
 * @box: (out): veiled rows: cells, threads and lines, as far as visible; unchanged if none is
 *
 * Returns: whether any is
 */
gboolean
ws_tree_get_veil_box (const WsTree *self, WsBox *box)
{
  const WsTreeLayout *l = &self->layout;
  double top = G_MAXDOUBLE;
  double bottom = 0;

  for (guint r = 0; r < self->model->n_rows; r++)
    {
      WsBox cell = ws_tree_layout_get_cell (l, r, l->first);
      double gap = r > 0 ? ws_tree_layout_get_gap (l, r) : 0;

      if (!ws_tree_is_veiled (self, r) || ws_tree_layout_get_shown (l, r) <= 0.02)
        continue;
      top = MIN (top, cell.y - gap + MIN (gap * 0.14, l->text_px * 0.3));
      bottom = MAX (bottom, cell.y + cell.h);
    }
  top = MAX (top, l->rows.y);
  bottom = MIN (bottom, l->rows.y + l->rows.h);
  if (bottom <= top)
    return FALSE;
  *box = (WsBox){ l->cells.x, top, l->cells.w, bottom - top };
  return TRUE;
}

/* Draws one veil in place of all veiled rows. */
void
ws_tree_draw_veil (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;
  WsBox box;

  if (ws_tree_get_veil_box (self, &box))
    ws_veil_draw (self->cr, self->text, self->theme, &box, MIN (8 * l->scale, box.h * 0.2),
                  MAX (MIN (l->text_px * 2, box.h * 0.62), l->note_px));
}

/* ---- highlights ---- */

/* Threads of a warp, or one thread: in the current row, or if that has none of them, in every
 * row. */
static void
ring_threads (gpointer drawing, guint first, guint n)
{
  WsTree *self = drawing;
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = &self->layout;
  gboolean found = FALSE;

  for (guint pass = 0; pass < 2 && !found; pass++)
    for (guint r = 0; r < model->n_rows; r++)
      {
        if ((pass == 0) != (r == l->row) || ws_tree_is_veiled (self, r)
            || ws_tree_get_lines_shown (self, r) < 0.5)
          continue;
        for (guint i = 0; i < model->rows[r].n_nodes; i++)
          {
            guint32 id = model->nodes[model->rows[r].first + i];
            const WsNode *node = &model->dataflow->nodes[id];
            WsBox box;

            if (node->thread == WS_NONE || node->thread < first || node->thread >= first + n
                || node->n_edges == 0 || !ws_tree_is_seen (self, model->column_of[id])
                || !ws_tree_is_told (self, id))
              continue;
            box = ws_tree_layout_get_thread (l, r, model->column_of[id]);
            ws_highlight_draw_ring (self->cr, self->theme, &box, box.h / 2, l->scale);
            found = TRUE;
          }
      }
}

/* The column, from its number down to the last visible row. */
static void
ring_element (gpointer drawing, guint column)
{
  WsTree *self = drawing;
  const WsTreeLayout *l = &self->layout;
  guint last = l->offset + l->n_visible > 0 ? (guint)(l->offset + l->n_visible) - 1 : 0;
  double air = MIN (l->scale * 3, (l->pitch_x - l->cell_w) / 2);
  WsBox box;
  WsBox end;

  if (!ws_tree_is_seen (self, column))
    return;
  box = ws_tree_layout_get_cell (l, (guint)l->offset, column);
  end = ws_tree_layout_get_cell (l, MIN (last, self->model->n_rows - 1), column);
  box.h = MIN (end.y + end.h, l->rows.y + l->rows.h) - box.y;
  if (l->header.h > 0)
    {
      box.h += box.y - l->header.y;
      box.y = l->header.y;
    }
  box = ws_box_inset (&box, -air);
  box.y += air;
  ws_highlight_draw_ring (self->cr, self->theme, &box, MIN (8 * l->scale, box.w * 0.25), l->scale);
  ws_highlight_draw_pointer (self->cr, self->theme,
                             &(WsPointer){ .x = box.x + box.w / 2,
                                           .y = box.y + l->text_px * 0.05,
                                           .dy = 1,
                                           .size = MIN (l->text_px * 0.5, box.w * 0.5) });
}

static void
ring_row (gpointer drawing, guint row)
{
  WsTree *self = drawing;
  const WsTreeLayout *l = &self->layout;
  WsBox box;

  if (row >= self->model->n_rows || ws_tree_layout_get_shown (l, row) < 0.5)
    return;
  box = ws_tree_layout_get_cell (l, row, l->first);
  box.x = l->cells.x;
  box.w = l->cells.w;
  ws_highlight_draw_ring (self->cr, self->theme, &box, MIN (8 * l->scale, box.h * 0.3), l->scale);
  /* before its title */
  ws_highlight_draw_pointer (self->cr, self->theme,
                             &(WsPointer){ .x = l->titles.x - l->pad * 0.15,
                                           .y = box.y + box.h / 2,
                                           .dx = 1,
                                           .size = MIN (l->text_px * 0.7, l->pad * 0.7) });
}

/* Draws rings around highlights, as far as visible. */
void
ws_tree_draw_highlights (WsTree *self)
{
  static const WsHighlightRings rings = { ring_threads, ring_element, ring_row };

  ws_emphasis_draw_rings (self->emphasis, &rings, self);
}
