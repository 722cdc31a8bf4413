#include "tree/private.h"

#include <glib/gi18n.h>
#include <string.h>

#define FUTURE_WIDTH 0.6 /* width of a future line, relative to a past one */

/* Lines of one look, gathered into one path. */
typedef struct {
  WsColor color;
  double width;
  gboolean set;
} Pen;

static guint
find_row_above (const WsTreeModel *model, guint row)
{
  while (row > 0 && model->rows[row - 1].kind == WS_TREE_ROW_RESULTS)
    row--;
  return row > 0 ? row - 1 : WS_NONE;
}

/* Where a source is shown above a row: a cell keeps its value down to the row above, until
 * overwritten; anything else is where it was computed. */
static guint
find_row (const WsTreeModel *model, guint above, guint32 source)
{
  return ws_tree_model_get_latest (model, above, model->column_of[source]) == source
             ? above
             : model->row_of[source];
}

/* From a value of a folded column, shown above the thread; one line for several. */
static guint
add_guest (const WsTree *self, guint r, guint32 node, WsTreeLine *line)
{
  WsBox thread = ws_tree_layout_get_thread (&self->layout, r, self->model->column_of[node]);
  guint32 source;
  WsBox box;

  if (ws_tree_layout_get_guest (&self->layout, self->model, r, node, &source, &box) == 0)
    return 0;
  *line = (WsTreeLine){ .x0 = box.x + box.w / 2,
                        .y0 = box.y + box.h,
                        .x1 = thread.x + thread.w / 2,
                        .y1 = thread.y + thread.h / 2,
                        .is_guest = TRUE,
                        .source = source,
                        .row = r };
  return 1;
}

/**
 * ws_tree_get_lines:
 * @r: index of the node's row
 * @node: where they lead
 * @lines: (out caller-allocates) (array length=max_lines): the lines
 * @max_lines: room
 *
 * A source's value is in the row above, if still in its cell there, or where it was computed; an
 * input without a column is nowhere if no inputs are shown above. A stack of inputs has one line,
 * and so have several values of folded columns: the last.
 */
guint
ws_tree_get_lines (const WsTree *self, guint r, guint32 node, WsTreeLine lines[], guint max_lines)
{
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = &self->layout;
  const WsNode *n = &model->dataflow->nodes[node];
  WsBox thread = ws_tree_layout_get_thread (l, r, model->column_of[node]);
  guint above = find_row_above (model, r);
  guint n_lines = 0;
  guint n_inputs = 0;

  if (above == WS_NONE || !ws_tree_is_told (self, node))
    return 0;
  for (guint i = 0; i < MIN (n->n_edges, WS_TREE_MAX_SOURCES); i++)
    n_inputs += model->dataflow->nodes[model->dataflow->edges[n->first_edge + i]].event == WS_NONE;
  for (guint i = 0, input = 0; i < MIN (n->n_edges, WS_TREE_MAX_SOURCES) && n_lines < max_lines;
       i++)
    {
      guint32 source = model->dataflow->edges[n->first_edge + i];
      gboolean is_input = model->dataflow->nodes[source].event == WS_NONE;
      WsTreeLine line = { .x1 = thread.x + thread.w / 2,
                          .y1 = thread.y + thread.h / 2,
                          .source = source };
      guint32 column = model->column_of[source];
      WsBox box;

      if (model->row_of[source] == WS_NONE || column == WS_NONE
          || (l->folded && !ws_tree_is_seen (self, column))
          || (is_input && !model->has_own_inputs && model->rows[above].kind != WS_TREE_ROW_INPUTS))
        continue;
      line.row = find_row (model, above, source);
      box = ws_tree_layout_get_cell (l, line.row, column);
      if (is_input && model->grouped)
        {
          /* a stack has one line, and so have several loads */
          if (n_inputs > WS_TREE_MAX_INPUTS && input++ > 0)
            continue;
          if (n_inputs <= WS_TREE_MAX_INPUTS)
            box = ws_tree_layout_get_input (l, &box, input++, n_inputs);
        }
      line.x0 = box.x + box.w / 2;
      line.y0 = box.y + box.h;
      if (!ws_tree_is_seen (self, column))
        {
          double side = column < l->first ? -1 : 1;
          double reach = MIN (l->pitch_x * 0.56, ws_tree_layout_get_gap (l, r) * 1.2);

          line.outside = TRUE;
          line.x0 = line.x1 + side * reach;
        }
      lines[n_lines++] = line;
    }
  if (n_lines < max_lines)
    n_lines += add_guest (self, r, node, &lines[n_lines]);
  return n_lines;
}

static void
flush_pen (WsTree *self, Pen *pen)
{
  if (!pen->set)
    return;
  ws_paint_set (self->cr, pen->color);
  cairo_set_line_width (self->cr, pen->width);
  cairo_stroke (self->cr);
  pen->set = FALSE;
}

static void
use_pen (WsTree *self, Pen *pen, WsColor color, double width)
{
  if (pen->set && memcmp (&pen->color, &color, sizeof color) == 0 && pen->width == width)
    return;
  flush_pen (self, pen);
  pen->color = color;
  pen->width = width;
  pen->set = TRUE;
}

/**
 * ws_tree_is_dense:
 * @l: the layout
 *
 * Whether columns are so narrow that lines continue without threads between.
 */
gboolean
ws_tree_is_dense (const WsTreeLayout *l)
{
  return l->detail == WS_TREE_DETAIL_BARS
         || (l->detail == WS_TREE_DETAIL_CELLS && l->pitch_x < 14 * l->scale) || l->thread_h <= 0;
}

/* Mean distance between the nodes of a row. */
static double
get_spacing (const WsTree *self, guint r)
{
  const WsTreeRow *row = &self->model->rows[r];

  return self->layout.pitch_x * self->model->n_columns / MAX (row->n_alive, 1);
}

/**
 * ws_tree_get_line_color:
 * @r: index of the node's row
 * @node: where the line leads
 * @shown: visible fraction of it, from 0 to 1: its opacity
 * @width: (out): of the line, pixels
 *
 * Returns: its colour: that of the warp, pale and thin before it is executed, faint if it leads to
 * no result
 */
WsColor
ws_tree_get_line_color (const WsTree *self, guint r, guint32 node, double shown, double *width)
{
  const WsTreeLayout *l = &self->layout;
  const WsNode *n = &self->model->dataflow->nodes[node];
  WsColor color = ws_tree_get_line_tone (self, n, 1);
  WsTreeState state = ws_tree_get_state (self, r, node);
  double dense =
      ws_tree_is_dense (l) ? CLAMP (get_spacing (self, r) / (9 * l->scale), 0.22, 0.85) : 1;

  *width = self->theme->line_px * l->scale * (l->detail == WS_TREE_DETAIL_VALUES ? 1.3 : 0.8);
  if (!n->reaches_result)
    {
      *width *= 0.5;
      return ws_color_alpha (ws_color_mix (self->theme->background, self->theme->faint, 0.8),
                             shown * dense);
    }
  if (state == WS_TREE_FUTURE)
    {
      *width *= FUTURE_WIDTH;
      color = ws_tree_get_line_tone (self, n, 0.34);
    }
  return ws_color_alpha (color, shown * dense);
}

/* From sources to threads. */
static void
draw_row_lines (WsTree *self, guint r, double shown)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  const WsTreeLayout *l = &self->layout;
  Pen pen = { .set = FALSE };
  WsTreeLine lines[16];
  gboolean circles = !ws_tree_is_dense (l);
  guint reach = ws_tree_layout_get_reach (l, model, r);
  double spacing = (ws_tree_layout_get_gap (l, r) - l->thread_h * 0.8) / MAX (reach, 1);
  const double dash[2] = { 5 * l->scale, 3 * l->scale };

  cairo_save (self->cr);
  if (r > l->row && circles)
    cairo_set_dash (self->cr, dash, 2, 0);
  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 node = model->nodes[row->first + i];
      guint32 column = model->column_of[node];
      WsColor color;
      double width;
      guint n;

      if (!ws_tree_is_seen (self, column))
        continue;
      n = ws_tree_get_lines (self, r, node, lines, G_N_ELEMENTS (lines));
      if (n == 0)
        continue;
      color = ws_tree_get_line_color (self, r, node, shown, &width);
      /* many lines side by side stay apart */
      width = MIN (width, MAX (spacing * 0.45, 0.4 * width));
      use_pen (self, &pen, color, width);
      for (guint k = 0; k < n; k++)
        {
          if (lines[k].outside)
            continue;
          cairo_move_to (self->cr, lines[k].x0, lines[k].y0);
          if (circles)
            cairo_line_to (self->cr, lines[k].x1, lines[k].y1);
          else
            {
              WsBox cell = ws_tree_layout_get_cell (l, r, column);
              cairo_line_to (self->cr, cell.x + cell.w / 2, cell.y);
            }
        }
      if (circles)
        {
          WsBox cell = ws_tree_layout_get_cell (l, r, column);
          WsBox thread = ws_tree_layout_get_thread (l, r, column);

          cairo_move_to (self->cr, thread.x + thread.w / 2, thread.y + thread.h);
          cairo_line_to (self->cr, cell.x + cell.w / 2, cell.y - width * 1.5);
        }
    }
  flush_pen (self, &pen);
  cairo_restore (self->cr);
}

/* Over the lines of a row: those of values that a check found wrong. */
static void
draw_hazard_lines (WsTree *self, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  const WsTreeLayout *l = &self->layout;
  gboolean circles = !ws_tree_is_dense (l);
  WsTreeLine lines[16];

  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 node = model->nodes[row->first + i];
      WsBox cell = ws_tree_layout_get_cell (l, r, model->column_of[node]);
      double width;
      guint n;

      if (!ws_tree_is_seen (self, model->column_of[node])
          || ws_tree_get_state (self, r, node) < WS_TREE_FRESH)
        continue;
      ws_tree_get_line_color (self, r, node, 1, &width);
      n = ws_tree_get_lines (self, r, node, lines, G_N_ELEMENTS (lines));
      for (guint k = 0; k < n; k++)
        {
          if (!ws_hazards_has_edge (self->scene->hazards, lines[k].source, node))
            continue;
          cairo_move_to (self->cr, lines[k].x0, lines[k].y0);
          cairo_line_to (self->cr, circles ? lines[k].x1 : cell.x + cell.w / 2,
                         circles ? lines[k].y1 : cell.y);
          ws_hazard_stroke (self->cr, self->theme, width);
        }
    }
}

/* From sources that are not in the focus: a dotted beginning. */
static void
draw_stubs (WsTree *self, guint r, double shown)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  double dash[2];
  double dashed = -1; /* the width that the dashes are for */
  Pen pen = { .set = FALSE };
  WsTreeLine lines[16];

  cairo_save (self->cr);
  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 node = model->nodes[row->first + i];
      WsColor color;
      double width;
      guint n;

      if (!ws_tree_is_seen (self, model->column_of[node]))
        continue;
      n = ws_tree_get_lines (self, r, node, lines, G_N_ELEMENTS (lines));
      color = ws_tree_get_line_color (self, r, node, shown, &width);
      for (guint k = 0; k < n; k++)
        if (lines[k].outside)
          {
            use_pen (self, &pen, color, width * 1.15);
            if (width != dashed)
              {
                dash[0] = width * 1.1;
                dash[1] = width * 1.5;
                cairo_set_dash (self->cr, dash, 2, 0);
                dashed = width;
              }
            cairo_move_to (self->cr, lines[k].x1, lines[k].y1);
            cairo_line_to (self->cr, lines[k].x0, lines[k].y0);
          }
    }
  flush_pen (self, &pen);
  cairo_restore (self->cr);
}

static void
draw_arrow_heads (WsTree *self, guint r, double shown)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  const WsTreeLayout *l = &self->layout;
  WsColor last = { 0 };
  gboolean any = FALSE;

  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 node = model->nodes[row->first + i];
      guint32 column = model->column_of[node];
      WsBox cell;
      WsColor color;
      double width;
      double size;

      if (!ws_tree_is_seen (self, column) || !ws_tree_is_told (self, node)
          || find_row_above (model, r) == WS_NONE)
        continue;
      color = ws_tree_get_line_color (self, r, node, shown, &width);
      if (any && memcmp (&last, &color, sizeof color) != 0)
        {
          ws_paint_set (self->cr, last);
          cairo_fill (self->cr);
        }
      last = color;
      any = TRUE;
      cell = ws_tree_layout_get_cell (l, r, column);
      size = MIN (width * 3.4, ws_tree_layout_get_gap (l, r) * 0.3);
      ws_arrow_path (self->cr, cell.x + cell.w / 2, cell.y - width * 0.3, 0, 1, size);
    }
  if (any)
    {
      ws_paint_set (self->cr, last);
      cairo_fill (self->cr);
    }
}

/* "from 64–79" beside a row whose sources are not in the focus. */
static void
note_sources (WsTree *self, guint r, double shown)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  const WsTreeLayout *l = &self->layout;
  guint32 low[2] = { WS_NONE, WS_NONE };
  guint32 high[2] = { 0, 0 };
  WsBox thread = ws_tree_layout_get_thread (l, r, l->first);
  double y = thread.y + thread.h / 2;
  double air = l->note_px * 0.4;

  for (guint i = 0; i < row->n_nodes; i++)
    {
      const WsNode *node = &model->dataflow->nodes[model->nodes[row->first + i]];

      if (!ws_tree_is_seen (self, model->column_of[model->nodes[row->first + i]])
          || !node->reaches_result)
        continue;
      for (guint k = 0; k < MIN (node->n_edges, WS_TREE_MAX_SOURCES); k++)
        {
          guint32 column = model->column_of[model->dataflow->edges[node->first_edge + k]];
          guint side;

          if (column == WS_NONE || ws_tree_is_seen (self, column))
            continue;
          side = column < l->first ? 0 : 1;
          low[side] = MIN (low[side], column);
          high[side] = MAX (high[side], column);
        }
    }
  for (guint side = 0; side < 2; side++)
    {
      WsColor color = ws_color_alpha (self->theme->muted, shown);
      double room = side == 0 ? l->titles.w - air : l->margin.w - air;

      if (low[side] == WS_NONE || room <= 0 || !ws_tree_layout_is_free (l, y, l->note_px))
        continue;
      for (guint shape = 0; shape < 2; shape++)
        {
          g_autofree char *range = low[side] == high[side]
                                       ? g_strdup_printf ("%u", low[side])
                                       : g_strdup_printf ("%u–%u", low[side], high[side]);
          /* Translators: one element, or as in "64–79" */
          g_autofree char *text =
              shape == 0 ? g_strdup_printf (_ ("from %s"), range) : g_strdup (range);

          if (ws_text_width (self->text, WS_FACE_SANS, l->note_px, text) > room)
            continue;
          if (side == 0)
            ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, color },
                          &(WsTextPlace){ l->cells.x - air, y, 1 }, text);
          else
            ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, color },
                          &(WsTextPlace){ l->margin.x + air, y, 0 }, text);
          break;
        }
    }
}

/**
 * ws_tree_get_lines_shown:
 * @r: index of a row
 *
 * Returns: visible fraction of the lines to the row, from 0 to 1: as far as both ends are visible
 */
double
ws_tree_get_lines_shown (const WsTree *self, guint r)
{
  guint above = find_row_above (self->model, r);

  if (above == WS_NONE)
    return 0;
  return MIN (ws_tree_layout_get_shown (&self->layout, r),
              ws_tree_layout_get_shown (&self->layout, above));
}

/* The topmost row that a line to the row begins at. */
static guint
find_first_row (const WsTree *self, guint r, guint above)
{
  const WsTreeRow *row = &self->model->rows[r];
  guint first = above;
  WsTreeLine lines[16];

  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint n = ws_tree_get_lines (self, r, self->model->nodes[row->first + i], lines,
                                   G_N_ELEMENTS (lines));

      for (guint k = 0; k < n; k++)
        if (!lines[k].is_guest)
          first = MIN (first, lines[k].row);
    }
  return first;
}

/**
 * ws_tree_get_lines_box:
 * @r: index of a row
 *
 * Returns: what ws_tree_draw_lines() draws in
 */
WsBox
ws_tree_get_lines_box (const WsTree *self, guint r)
{
  const WsTreeLayout *l = &self->layout;
  guint above = find_row_above (self->model, r);
  double air = 2 * self->theme->line_px * l->scale + 1;
  WsBox cell = ws_tree_layout_get_cell (l, r, l->first);
  WsBox source =
      ws_tree_layout_get_cell (l, above != WS_NONE ? find_first_row (self, r, above) : r, l->first);
  double top = source.y + source.h - air;

  return (WsBox){ 0, top, l->width, cell.y + air - top };
}

/**
 * ws_tree_draw_lines:
 * @r: index of a row
 *
 * Draws the lines to the row, and the text next to them.
 */
void
ws_tree_draw_lines (WsTree *self, guint r)
{
  double shown = ws_tree_get_lines_shown (self, r);

  draw_row_lines (self, r, shown);
  if (ws_tree_tells_hazards (self, r) && shown > 0.5)
    draw_hazard_lines (self, r);
  if (ws_tree_is_dense (&self->layout))
    return;
  draw_stubs (self, r, shown);
  draw_arrow_heads (self, r, shown);
  if (!self->layout.folded)
    note_sources (self, r, shown);
}
