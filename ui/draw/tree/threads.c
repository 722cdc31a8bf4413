#include "tree/private.h"

#include <math.h>
#include <string.h>

/* Circles of one look, to be painted at once. */
typedef struct {
  WsColor fill;
  WsColor line;
  double width;
} Ring;

/* A disc on a disc is cheaper than a stroke. */
static void
paint_rings (WsTree *self, GArray *boxes, const Ring *ring)
{
  const WsBox *round = (const WsBox *)(const void *)boxes->data;
  g_autofree WsBox *discs = g_new (WsBox, boxes->len);
  WsStampShape shape = { .kind = WS_STAMP_FILL };

  for (guint k = 0; k < 2 && boxes->len > 0; k++)
    {
      for (guint i = 0; i < boxes->len; i++)
        discs[i] = ws_box_inset (&round[i], k == 0 ? -ring->width / 2 : ring->width / 2);
      shape.radius = discs[0].h / 2;
      ws_stamps_show (self->stamps, &shape, discs, boxes->len, k == 0 ? ring->line : ring->fill);
    }
  g_array_set_size (boxes, 0);
}

static void
write_thread (WsTree *self, const WsNode *node, const WsBox *box, gboolean active, WsColor ink)
{
  char number[16];

  g_snprintf (number, sizeof number, "%u", node->thread);
  ws_text_gather (
      self->text,
      &(WsTextStyle){ active ? WS_FACE_BOLD : WS_FACE_SANS, self->layout.thread_px, ink },
      &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, number);
}

/* Replaces a thread with folded sources: the number of elements its cell sums, unless the row's
 * title shows it. */
static void
write_elements (WsTree *self, const WsTreeRow *row, guint32 node, const WsBox *box, double shown)
{
  guint n = self->model->n_elements[node];
  g_autofree char *text = NULL;

  if (n < 2 || row->n_elements > 0 || self->layout.thread_px <= 0)
    return;
  text = ws_tree_format_elements (self, n);
  ws_text_gather (
      self->text,
      &(WsTextStyle){
          WS_FACE_SANS, self->layout.thread_px,
          ws_color_alpha (ws_tree_get_ink (self, self->theme->muted, self->theme->band), shown) },
      &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, text);
}

/**
 * ws_tree_is_in_band:
 * @r: index of a row
 *
 * Whether the band lies behind the threads of the row.
 */
gboolean
ws_tree_is_in_band (const WsTree *self, guint r)
{
  WsBox band = ws_tree_layout_get_band (&self->layout);
  WsBox thread = ws_tree_layout_get_thread (&self->layout, r, self->layout.first);

  return ws_box_contains (&band, self->layout.width / 2, thread.y + thread.h / 2);
}

/**
 * ws_tree_draw_threads:
 * @r: index of a row
 *
 * Draws the threads that make the row, as far as nodes with sources go.
 */
void
ws_tree_draw_threads (WsTree *self, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  const WsTreeLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  double shown = ws_tree_get_lines_shown (self, r);
  WsColor ground = ws_tree_is_in_band (self, r) ? theme->band : theme->background;
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (WsBox));
  Ring last = { .width = 0 };

  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 id = model->nodes[row->first + i];
      const WsNode *node = &model->dataflow->nodes[id];
      gboolean active = r == l->row && node->reaches_result;
      WsBox box;
      WsColor ink;
      Ring ring = { .width = 0 };

      if (!ws_tree_is_seen (self, model->column_of[id]) || node->n_edges == 0
          || node->thread == WS_NONE)
        continue;
      box = ws_tree_layout_get_thread (l, r, model->column_of[id]);
      if (!ws_tree_is_told (self, id))
        {
          write_elements (self, row, id, &box, shown);
          continue;
        }
      ring.line = ws_tree_get_line_color (self, r, id, 1, &ring.width);
      ring.fill = l->thread_px <= 0 && active ? ring.line : ground;
      ring.line = ws_color_alpha (ring.line, shown);
      if (memcmp (&ring, &last, sizeof ring) != 0)
        paint_rings (self, boxes, &last);
      last = ring;
      g_array_append_val (boxes, box);
      ink = theme->ink;
      if (ws_tree_get_state (self, r, id) == WS_TREE_FUTURE || !node->reaches_result)
        ink = ws_tree_get_ink (self, theme->muted, ground);
      if (l->thread_px > 0)
        write_thread (self, node, &box, active, ws_color_alpha (ink, shown));
    }
  paint_rings (self, boxes, &last);
  ws_tree_draw_guests (self, r);
  ws_tree_draw_folded (self, r);
}

/* ---- values on their way ---- */

/* Columns between two nodes of a row that are next to each other, at least. */
static guint
get_distance (const WsTree *self, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  guint distance = self->layout.count;
  guint before = WS_NONE;

  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 node = model->nodes[row->first + i];
      guint slot;

      if (!ws_tree_is_seen (self, model->column_of[node])
          || !model->dataflow->nodes[node].reaches_result)
        continue;
      slot = ws_tree_layout_get_slot (&self->layout, model->column_of[node]);
      if (before != WS_NONE)
        distance = MIN (distance, slot - before);
      before = slot;
    }
  return MAX (distance, 1);
}

/* @space: up to the nearest circle, which must not be covered */
static void
draw_dot (WsTree *self, double x, double y, double size, double space, WsColor color)
{
  const WsTreeLayout *l = &self->layout;
  double radius =
      MAX (MIN (MIN (l->thread_h * 0.26, l->text_px * 0.26), l->pitch_x * 0.2) * size, 1);

  radius = MIN (radius, space);
  if (radius < 0.5)
    return;
  cairo_arc (self->cr, x, y, radius, 0, 2 * G_PI);
  ws_paint_set (self->cr, color);
  cairo_fill_preserve (self->cr);
  ws_paint_set (self->cr, self->theme->background);
  cairo_set_line_width (self->cr, MAX (l->scale, 0.6));
  cairo_stroke (self->cr);
}

typedef struct {
  double width; /* that neighbours leave */
  double space; /* up to the circles */
} ValueRoom;

/* The value itself, if neighbours leave space for it; otherwise a dot. It shrinks as the space up
 * to the circles gets smaller: the threads' numbers stay readable. */
static void
draw_value (WsTree *self, guint32 source, double x, double y, const ValueRoom *room, WsColor color)
{
  double space = room->space;
  const WsTreeLayout *l = &self->layout;
  const WsNode *value = &self->model->dataflow->nodes[source];
  gboolean told = !ws_tree_is_kept_back (self, self->model->row_of[source]);
  double full = MAX (l->value_px * 0.86, ws_theme_get_min_text (self->theme, l->height));
  /* few sizes: each has a font of its own */
  double px = space < full * 0.68 ? floor (space / 0.68) : full;
  g_autofree char *text = NULL;
  WsBox pill = { x, y - px * 0.68, 0, px * 1.36 };

  if (px < 1)
    return;
  if (l->detail == WS_TREE_DETAIL_VALUES && told)
    {
      text = ws_tree_format_value (value, ws_tree_get_value_chars (self, value));
      pill.w = ws_text_gather_width (self->text, WS_FACE_MONO_BOLD, px, text) + px * 0.7;
    }
  /* all of a row look alike, values or dots: the longest value decides */
  if (text == NULL
      || 2.2 * full * (0.61 * MIN (l->value_chars, self->model->longest_value) + 0.7) > room->width)
    {
      draw_dot (self, x, y, 1, space, color);
      return;
    }
  pill.x -= pill.w / 2;
  ws_rounded_path (self->cr, &pill, pill.h / 2);
  ws_paint_set (self->cr, color);
  cairo_fill_preserve (self->cr);
  ws_paint_set (self->cr, self->theme->background);
  cairo_set_line_width (self->cr, MAX (l->scale * 1.5, 0.8));
  cairo_stroke (self->cr);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_MONO_BOLD, px, ws_color_ink_on (color) },
                &(WsTextPlace){ x, y, 0.5 }, text);
}

/* Sources move along their lines and meet at the thread, where they vanish; the result moves from
 * it to the cell. */
static void
draw_node_tokens (WsTree *self, guint r, guint32 id, double progress, double room)
{
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = &self->layout;
  WsColor color = ws_tree_get_color (self, &model->dataflow->nodes[id]);
  WsBox thread = ws_tree_layout_get_thread (l, r, model->column_of[id]);
  WsBox cell = ws_tree_layout_get_cell (l, r, model->column_of[id]);
  WsTreeLine lines[8];
  guint n = ws_tree_get_lines (self, r, id, lines, G_N_ELEMENTS (lines));
  double meet = 0.66;
  double t = ws_ease (progress < meet ? progress / meet : (progress - meet) / (1 - meet));

  if (progress >= meet && n > 0)
    {
      double from = thread.y + thread.h;
      double way = (cell.y + cell.h / 2 - from) * t;
      draw_dot (self, cell.x + cell.w / 2, from + way, 1.3, way, color);
    }
  for (guint k = n; k-- > 0 && progress < meet;)
    {
      double left = (thread.y - lines[k].y0) * (1 - t);

      draw_value (self, lines[k].source, lines[k].x0 + (lines[k].x1 - lines[k].x0) * t,
                  thread.y - left, &(ValueRoom){ room, left }, color);
    }
}

/**
 * ws_tree_get_tokens_box:
 * @r: index of a row
 * @box: (out): what ws_tree_draw_tokens() draws in; valid if it returns %TRUE
 *
 * Returns: whether values of the row are on their way
 */
gboolean
ws_tree_get_tokens_box (const WsTree *self, guint r, WsBox *box)
{
  const WsTreeModel *model = self->model;
  const WsTreeLayout *l = &self->layout;
  double left = l->width;
  double right = 0;
  double top = l->height;
  double bottom = 0;
  double air = MAX (l->cell_w, l->text_px * 2);

  if (ws_tree_get_lines_shown (self, r) < 0.5)
    return FALSE;
  for (guint i = 0; i < model->rows[r].n_nodes; i++)
    {
      guint32 id = model->nodes[model->rows[r].first + i];
      WsTreeLine lines[8];
      WsBox cell;
      double progress;
      guint n;

      if (!ws_tree_is_seen (self, model->column_of[id])
          || !ws_tree_get_progress (self, r, id, &progress))
        continue;
      cell = ws_tree_layout_get_cell (l, r, model->column_of[id]);
      left = MIN (left, cell.x);
      right = MAX (right, cell.x + cell.w);
      bottom = MAX (bottom, cell.y + cell.h);
      n = ws_tree_get_lines (self, r, id, lines, G_N_ELEMENTS (lines));
      for (guint k = 0; k < n; k++)
        {
          left = MIN (left, lines[k].x0);
          right = MAX (right, lines[k].x0);
          top = MIN (top, lines[k].y0);
        }
    }
  *box = (WsBox){ left - air, top - l->text_px, right - left + 2 * air,
                  bottom - top + 2 * l->text_px };
  return right > left && bottom > top;
}

/**
 * ws_tree_draw_tokens:
 * @r: index of a row
 *
 * Draws the values that are on their way to the row.
 */
void
ws_tree_draw_tokens (WsTree *self, guint r)
{
  const WsTreeModel *model = self->model;
  double room = get_distance (self, r) * self->layout.pitch_x;

  for (guint i = 0; i < model->rows[r].n_nodes; i++)
    {
      guint32 id = model->nodes[model->rows[r].first + i];
      double progress;

      if (ws_tree_is_seen (self, model->column_of[id])
          && ws_tree_get_progress (self, r, id, &progress))
        draw_node_tokens (self, r, id, progress, room);
    }
}

/* ---- what the pointer is on ---- */

/**
 * ws_tree_get_hover:
 * @hit: (out): the node or cell under the pointer
 *
 * Returns: %FALSE if there is none
 */
gboolean
ws_tree_get_hover (const WsTree *self, WsTreeHit *hit)
{
  return self->moment->hover_x >= 0 && self->layout.detail != WS_TREE_DETAIL_BARS
         && ws_tree_pick_in (&self->layout, self->scene, self->moment, self->moment->hover_x,
                             self->moment->hover_y, hit)
         && (hit->kind == WS_TREE_HIT_CELL || hit->kind == WS_TREE_HIT_THREAD)
         && ws_tree_is_seen (self, hit->element) && !ws_tree_is_veiled (self, hit->row);
}

static void
set_hover_pen (WsTree *self)
{
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_set_line_width (self->cr, self->theme->line_px * self->layout.scale * 2);
}

/**
 * ws_tree_draw_hover_lines:
 * @hit: what the pointer is on
 *
 * Draws the lines to its sources, before cells cover them.
 */
void
ws_tree_draw_hover_lines (WsTree *self, const WsTreeHit *hit)
{
  const WsTreeLayout *l = &self->layout;
  WsBox cell = ws_tree_layout_get_cell (l, hit->row, hit->element);
  WsBox thread = ws_tree_layout_get_thread (l, hit->row, hit->element);
  WsTreeLine lines[16];
  guint n;

  if (hit->node == WS_NONE || self->model->row_of[hit->node] != hit->row || ws_tree_is_dense (l))
    return;
  n = ws_tree_get_lines (self, hit->row, hit->node, lines, G_N_ELEMENTS (lines));
  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      cairo_move_to (self->cr, lines[i].x0, lines[i].y0);
      cairo_line_to (self->cr, lines[i].x1, lines[i].y1);
    }
  cairo_move_to (self->cr, thread.x + thread.w / 2, thread.y + thread.h);
  cairo_line_to (self->cr, cell.x + cell.w / 2, cell.y);
  set_hover_pen (self);
  cairo_stroke (self->cr);
}

/**
 * ws_tree_draw_hover_outline:
 * @hit: what the pointer is on
 *
 * Draws the outline of its cell.
 */
void
ws_tree_draw_hover_outline (WsTree *self, const WsTreeHit *hit)
{
  const WsTreeLayout *l = &self->layout;
  WsBox cell = ws_tree_layout_get_cell (l, hit->row, hit->element);
  guint first = self->model->first_input[hit->element];
  guint n = self->model->first_input[hit->element + 1] - first;

  for (guint k = 0; k < n && self->model->grouped; k++)
    if (self->model->nodes[first + k] == hit->node)
      cell = ws_tree_layout_get_input (l, &cell, k, n);
  ws_rounded_path (self->cr, &cell, MIN (7 * l->scale, l->cell_w * 0.2));
  set_hover_pen (self);
  cairo_stroke (self->cr);
}
