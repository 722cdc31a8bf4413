#include "tree/private.h"

#include <glib/gi18n.h>
#include <math.h>

/* A colour: a warp, and whether it is past. */
enum { SHADE_DONE, SHADE_AHEAD, SHADE_DEAD, N_SHADES };

#define LEAST_HAZARD 3.5 /* pixels: narrower ones are one with their neighbours */

#define N_TONES (WS_N_WARP_COLORS + 1) /* the last: inputs, that no warp made */

typedef struct {
  GArray *boxes[N_TONES][N_SHADES]; /* WsBox */
  GArray *hatched[WS_N_HATCHES];    /* WsBox: on what has been */
} Strip;

static guint
get_shade (const WsTree *self, const WsNode *node)
{
  if (node->event != WS_NONE && node->told > self->event)
    return SHADE_AHEAD;
  return node->reaches_result ? SHADE_DONE : SHADE_DEAD;
}

static guint
get_tone (const WsNode *node)
{
  return node->thread == WS_NONE ? WS_N_WARP_COLORS
                                 : node->thread / WS_WARP_SIZE % WS_N_WARP_COLORS;
}

/* Neighbours of one warp and shade are merged into one box if indistinguishable. */
static void
gather_row (WsTree *self, Strip *strip, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  double element = self->layout.strip_cells.w / model->n_columns;
  double row_h = self->layout.strip_cells.h / MAX (model->n_rows, 1);
  double gap_y = row_h >= 5 ? row_h * 0.24 : row_h * 0.14;
  gboolean apart = element >= 3.5;
  double least = MIN (1.8 * MAX (self->layout.scale, 0.6), 3);

  for (guint i = 0; i < row->n_nodes;)
    {
      guint32 id = model->nodes[row->first + i];
      const WsNode *node = &model->dataflow->nodes[id];
      guint32 first = model->column_of[id];
      guint32 last = first;
      guint tone = get_tone (node);
      guint shade = get_shade (self, node);
      guint32 warp = node->thread / WS_WARP_SIZE;
      guint k = i + 1;
      double free;
      WsBox box;

      for (; k < row->n_nodes; k++)
        {
          guint32 next = model->nodes[row->first + k];
          const WsNode *other = &model->dataflow->nodes[next];

          if (model->column_of[next] == last)
            continue;
          if (apart || model->column_of[next] != last + 1 || other->thread / WS_WARP_SIZE != warp
              || get_shade (self, other) != shade)
            break;
          last++;
        }
      free = k < row->n_nodes ? (model->column_of[model->nodes[row->first + k]] - first) * element
                              : (model->n_columns - first) * element;
      box = ws_tree_layout_get_strip_cell (&self->layout, model, r, first);
      box.w = element * (last - first + 1);
      if (apart)
        box.w -= MAX (element * 0.2, 1);
      else if (box.w < least)
        box.w = MAX (MIN (least, free * 0.62), box.w);
      box.h -= gap_y;
      g_array_append_val (strip->boxes[tone][shade], box);
      if (shade == SHADE_DONE && node->thread != WS_NONE && box.h >= 5 && box.w >= 3)
        g_array_append_val (strip->hatched[ws_hatch_of_warp (warp)], box);
      i = k;
    }
}

/* The inputs' row: only whether a column has any, as there may be millions. */
static void
gather_inputs (WsTree *self, Strip *strip)
{
  const WsTreeModel *model = self->model;
  double element = self->layout.strip_cells.w / model->n_columns;
  gboolean apart = element >= 3.5;

  for (guint c = 0; c < model->n_columns;)
    {
      WsBox box = ws_tree_layout_get_strip_cell (&self->layout, model, 0, c);
      guint last = c;

      if (model->first_input[c + 1] > model->first_input[c])
        {
          while (!apart && last + 1 < model->n_columns
                 && model->first_input[last + 2] > model->first_input[last + 1])
            last++;
          box.w = element * (last - c + 1) - (apart ? MAX (element * 0.2, 1) : 0);
          box.h *= 0.8;
          g_array_append_val (strip->boxes[WS_N_WARP_COLORS][SHADE_DONE], box);
        }
      c = last + 1;
    }
}

static void
paint_boxes (WsTree *self, Strip *strip)
{
  const WsTheme *theme = self->theme;
  cairo_t *cr = self->cr;

  for (guint tone = 0; tone < N_TONES; tone++)
    for (guint shade = 0; shade < N_SHADES; shade++)
      {
        GArray *boxes = strip->boxes[tone][shade];
        WsColor color = tone < WS_N_WARP_COLORS ? theme->warp[tone]
                                                : ws_color_mix (theme->faint, theme->muted, 0.3);

        if (boxes->len == 0)
          continue;
        for (guint i = 0; i < boxes->len; i++)
          ws_box_path (cr, &g_array_index (boxes, WsBox, i));
        if (shade == SHADE_AHEAD)
          color =
              ws_color_mix (theme->background, color, theme->kind == WS_THEME_LIGHT ? 0.32 : 0.45);
        else if (shade == SHADE_DEAD)
          color = ws_color_mix (theme->background, theme->faint, 0.75);
        ws_paint_set (cr, color);
        cairo_fill (cr);
      }
  for (guint hatch = WS_HATCH_NONE + 1; hatch < WS_N_HATCHES; hatch++)
    {
      GArray *boxes = strip->hatched[hatch];
      double spacing = CLAMP (self->layout.scale * 6, 3, 14);

      if (boxes->len == 0)
        continue;
      for (guint i = 0; i < boxes->len; i++)
        ws_hatch_path (cr, hatch, &g_array_index (boxes, WsBox, i), spacing);
      ws_paint_set (cr, ws_color_alpha (theme->background, 0.55));
      cairo_set_line_width (cr, spacing * 0.22);
      cairo_stroke (cr);
    }
}

/* Over past values of a row that a check found wrong. Neighbours are merged into one box if
 * indistinguishable. */
static void
gather_hazards (WsTree *self, GArray *boxes, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  double element = self->layout.strip_cells.w / model->n_columns;
  guint32 last = WS_NONE;

  for (guint i = 0; ws_tree_tells_hazards (self, r) && i < row->n_nodes; i++)
    {
      guint32 id = model->nodes[row->first + i];
      guint32 column = model->column_of[id];
      WsBox box = ws_tree_layout_get_strip_cell (&self->layout, model, r, column);

      if (ws_hazards_find (self->scene->hazards, id) == NULL
          || get_shade (self, &model->dataflow->nodes[id]) == SHADE_AHEAD)
        continue;
      box.w = MAX (element, MIN (LEAST_HAZARD * self->layout.scale, element * 4));
      if (element < LEAST_HAZARD && last != WS_NONE && column - last == 1)
        g_array_index (boxes, WsBox, boxes->len - 1).w += element;
      else
        g_array_append_val (boxes, box);
      last = column;
    }
}

static void
draw_strip_hazards (WsTree *self, guint first, guint end)
{
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (WsBox));

  for (guint r = first; r < end; r++)
    if (!ws_tree_is_veiled (self, r) && self->model->rows[r].kind != WS_TREE_ROW_INPUTS)
      gather_hazards (self, boxes, r);
  ws_hazard_draw_cells (self->cr, self->theme, (const WsBox *)(const void *)boxes->data, boxes->len,
                        0, self->layout.scale);
}

/* Replaces hidden rows. */
static void
draw_strip_veil (WsTree *self, guint first, guint end)
{
  while (first < end && !ws_tree_is_veiled (self, first))
    first++;
  if (first < end)
    {
      WsBox box = ws_tree_get_strip_rows_box (self, first, end);

      box.w = self->layout.strip_cells.w;
      ws_veil_draw (self->cr, NULL, self->theme, &box, 0, 0);
    }
}

/**
 * ws_tree_draw_strip_rows:
 * @first: index of the first row
 * @end: index behind the last one
 *
 * Draws rows of the strip: the whole block in miniature.
 */
void
ws_tree_draw_strip_rows (WsTree *self, guint first, guint end)
{
  Strip strip;

  for (guint tone = 0; tone < N_TONES; tone++)
    for (guint shade = 0; shade < N_SHADES; shade++)
      strip.boxes[tone][shade] = g_array_new (FALSE, FALSE, sizeof (WsBox));
  for (guint hatch = 0; hatch < WS_N_HATCHES; hatch++)
    strip.hatched[hatch] = g_array_new (FALSE, FALSE, sizeof (WsBox));
  for (guint r = first; r < end; r++)
    if (ws_tree_is_veiled (self, r))
      continue;
    else if (self->model->rows[r].kind == WS_TREE_ROW_INPUTS)
      gather_inputs (self, &strip);
    else
      gather_row (self, &strip, r);
  paint_boxes (self, &strip);
  draw_strip_hazards (self, first, end);
  for (guint tone = 0; tone < N_TONES; tone++)
    for (guint shade = 0; shade < N_SHADES; shade++)
      g_array_unref (strip.boxes[tone][shade]);
  for (guint hatch = 0; hatch < WS_N_HATCHES; hatch++)
    g_array_unref (strip.hatched[hatch]);
  draw_strip_veil (self, first, end);
}

/* The columns first filled by each warp's threads; FALSE if warps are interleaved, so that names
 * cannot be placed. */
static gboolean
find_warps (const WsTree *self, guint n_warps, guint32 low[], guint32 high[])
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = NULL;

  for (guint r = 0; r < model->n_rows && row == NULL; r++)
    if (model->rows[r].kind == WS_TREE_ROW_CELLS)
      row = &model->rows[r];
  for (guint w = 0; w < n_warps; w++)
    {
      low[w] = WS_NONE;
      high[w] = 0;
    }
  for (guint i = 0; row != NULL && i < row->n_nodes; i++)
    {
      guint32 id = model->nodes[row->first + i];
      guint warp = model->dataflow->nodes[id].thread / WS_WARP_SIZE;

      low[warp] = MIN (low[warp], model->column_of[id]);
      high[warp] = MAX (high[warp], model->column_of[id]);
    }
  for (guint w = 1; w < n_warps; w++)
    if (low[w] == WS_NONE || low[w] <= high[w - 1])
      return FALSE;
  return row != NULL;
}

/**
 * ws_tree_name_warps:
 * @columns: holds all elements
 * @room: names keep inside it
 * @y: middle of the names
 *
 * Writes the names of the warps over their elements; of every second, fourth and so on if they do
 * not fit.
 */
void
ws_tree_name_warps (WsTree *self, const WsBox *columns, const WsBox *room, double y)
{
  const WsTreeLayout *l = &self->layout;
  guint n_warps = MIN ((self->model->n_threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE, 32);
  guint32 low[32];
  guint32 high[32];
  double element = columns->w / self->model->n_columns;
  double px = l->note_px;
  double segment;
  gboolean full;
  guint step = 1;

  if (!find_warps (self, n_warps, low, high))
    return;
  segment = (high[0] - low[0] + 1) * element;
  full = ws_text_width (self->text, WS_FACE_SANS, px, _ ("warp 31")) + px < segment;
  while (!full && step < n_warps
         && ws_text_width (self->text, WS_FACE_SANS, px, "31") + px * 0.5 > segment * step)
    step *= 2;
  for (guint w = 0; w < n_warps; w += step)
    {
      g_autofree char *name = full ? g_strdup_printf (_ ("warp %u"), w) : g_strdup_printf ("%u", w);
      double from = MAX (columns->x + low[w] * element, room->x);
      double to = MIN (columns->x + (high[w] + 1) * element, room->x + room->w);
      double width;

      width = ws_text_width (self->text, WS_FACE_SANS, px, name);
      /* the name of a warp with one thread may be wider than its column */
      if (to - from < MIN (segment, width) * 0.9)
        continue;
      ws_text_show (
          self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->muted },
          &(WsTextPlace){ CLAMP ((from + to) / 2, room->x + width / 2,
                                 MAX (room->x + room->w - width / 2, room->x + width / 2)),
                          y, 0.5 },
          name);
    }
  if (!full)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->muted },
                      &(WsTextPlace){ l->titles.x, y, 0 }, l->titles.w - px * 0.6, _ ("warp"));
}

/**
 * ws_tree_get_strip_rows_box:
 * @first: index of the first row
 * @end: index behind the last one
 *
 * Returns: what ws_tree_draw_strip_rows() draws in
 */
WsBox
ws_tree_get_strip_rows_box (const WsTree *self, guint first, guint end)
{
  const WsTreeLayout *l = &self->layout;
  double row_h = l->strip_cells.h / MAX (self->model->n_rows, 1);

  return (WsBox){ l->strip_cells.x, l->strip_cells.y + first * row_h, l->strip_cells.w + l->pad,
                  (end - first) * row_h };
}

static WsBox
get_frame (const WsTree *self, double *line)
{
  *line = ws_snap_line (self->cr, self->theme->line_px * self->layout.scale * 1.5);
  return ws_box_snap_stroke (self->cr, self->layout.frame, *line);
}

/* Columns that are seen, neighbours together. Returns: the slot after the last of them */
static guint
get_run (const WsTree *self, guint slot, double *x, double *width)
{
  const WsTreeLayout *l = &self->layout;
  double element = l->strip_cells.w / self->model->n_columns;
  guint end = slot + 1;

  while (end < l->count && l->columns[end] == l->columns[end - 1] + 1)
    end++;
  *x = l->strip_cells.x + l->columns[slot] * element;
  *width = (end - slot) * element;
  return end;
}

static void
path_columns (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;

  for (guint slot = 0; slot < l->count;)
    {
      WsBox box = { .y = l->frame.y, .h = l->frame.h };

      slot = get_run (self, slot, &box.x, &box.w);
      ws_box_path (self->cr, &box);
    }
}

static void
underline_columns (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;

  for (guint slot = 0; slot < l->count;)
    {
      double x;
      double width;

      slot = get_run (self, slot, &x, &width);
      cairo_move_to (self->cr, x, l->frame.y + l->frame.h);
      cairo_line_to (self->cr, x + width, l->frame.y + l->frame.h);
    }
}

/* Draws the background of the block in miniature: the position of the focus. */
void
ws_tree_draw_strip_ground (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;
  double line;
  WsBox frame = get_frame (self, &line);
  WsBox rule = ws_box_snap (
      self->cr, (WsBox){ l->pad, l->strip.y - l->note_px * 0.45, l->width - 2 * l->pad, 1 });

  ws_box_path (self->cr, &rule);
  ws_paint_set (self->cr, self->theme->faint);
  cairo_fill (self->cr);

  if (l->folded)
    path_columns (self);
  else
    ws_rounded_path (self->cr, &frame, 5 * l->scale);
  ws_paint_set (self->cr, ws_color_mix (self->theme->background, self->theme->band, 0.6));
  cairo_fill (self->cr);
}

/* Draws the focus as a frame on the strip, with a label. */
void
ws_tree_draw_strip_frame (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;
  double row_h = l->strip_cells.h / MAX (self->model->n_rows, 1);
  double line;
  WsBox frame = get_frame (self, &line);

  if (!l->folded)
    ws_rounded_path (self->cr, &frame, 5 * l->scale);
  else
    underline_columns (self);
  ws_paint_set (self->cr, self->theme->ink);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);

  ws_text_show_fit (
      self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
      &(WsTextPlace){ l->titles.x, l->strip_cells.y + MAX (row_h, l->note_px) * 0.5, 0 },
      l->titles.w - l->note_px * 0.6, _ ("whole block"));
  ws_tree_name_warps (self, &l->strip_cells, &l->strip_warps,
                      l->strip_warps.y + l->strip_warps.h * 0.58);
}
