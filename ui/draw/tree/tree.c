#include "tree/private.h"

#include <math.h>

WsTreeState
ws_tree_get_state (const WsTree *self, guint row, guint32 node)
{
  const WsNode *n = &self->model->dataflow->nodes[node];

  if (n->event == WS_NONE)
    return WS_TREE_PAST;
  if (n->event > self->event)
    return row > self->layout.row ? WS_TREE_FUTURE : WS_TREE_AWAITED;
  if (!n->reaches_result)
    return WS_TREE_DEAD;
  return row >= self->layout.row ? WS_TREE_FRESH : WS_TREE_PAST;
}

gboolean
ws_tree_get_progress (const WsTree *self, guint row, guint32 node, double *progress)
{
  const WsNode *n = &self->model->dataflow->nodes[node];
  double start;

  if (n->event == WS_NONE || n->event == 0 || !n->reaches_result)
    return FALSE;
  start = MIN (MIN (self->model->rows[row].start, n->load_event), n->event - 1);
  if (self->moment->position <= start || self->moment->position >= n->event)
    return FALSE;
  *progress = (self->moment->position - start) / (n->event - start);
  return TRUE;
}

WsColor
ws_tree_get_color (const WsTree *self, const WsNode *node)
{
  if (node->thread == WS_NONE)
    return self->theme->muted;
  return *ws_theme_get_warp_color (self->theme, node->thread / WS_WARP_SIZE);
}

gboolean
ws_tree_is_seen (const WsTree *self, guint32 column)
{
  return column - self->layout.first < self->layout.count;
}

char *
ws_tree_format_value (const WsNode *node, guint max_chars)
{
  return node->has_value ? ws_value_format (node->value_type, node->value, max_chars)
                         : g_strdup ("?");
}

WsBox
ws_tree_get_input_box (const WsTree *self, const WsBox *box, guint k, guint n)
{
  double gap = MIN (box->w * 0.06, 4 * self->layout.scale);
  double width;

  if (n < 2 || n > WS_TREE_MAX_INPUTS)
    return *box;
  width = (box->w - gap * (n - 1)) / n;
  return (WsBox){ box->x + k * (width + gap), box->y, width, box->h };
}

/* Behind the row being computed. */
void
ws_tree_draw_band (WsTree *self)
{
  WsBox band = ws_tree_layout_get_band (&self->layout);

  if (self->model->n_rows == 0)
    return;
  ws_rounded_path (self->cr, &band, 10 * self->layout.scale);
  ws_paint_set (self->cr, self->theme->band);
  cairo_fill (self->cr);
}

/* Where no element has room for its number: whose elements they are. */
static void
draw_warp_header (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;
  WsBox columns = { l->cells.x - l->first * l->pitch_x, 0, self->model->n_columns * l->pitch_x, 0 };
  double y = l->header.y + l->header.h * 0.5;

  cairo_save (self->cr);
  ws_tree_name_warps (self, &columns, &l->cells, y);
  cairo_restore (self->cr);
}

/* Element numbers, or names of warps; how many elements are outside. */
void
ws_tree_draw_header (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;
  double y = l->header.y + l->header.h * 0.55;
  guint outside = self->model->n_columns - l->count;

  if (l->index_px > 0 && l->detail != WS_TREE_DETAIL_BARS)
    {
      for (guint c = l->first; c < l->first + l->count; c++)
        {
          WsBox cell = ws_tree_layout_get_cell (l, 0, c);
          char number[16];

          g_snprintf (number, sizeof number, "%u", c);
          ws_text_gather (self->text, WS_FACE_MONO, l->index_px, self->theme->muted,
                          cell.x + cell.w / 2, y, 0.5, number);
        }
      ws_text_show_fit (self->text, WS_FACE_SANS, l->index_px, self->theme->muted, l->titles.x, y,
                        0, l->titles.w - l->index_px * 0.5,
                        self->model->by_thread ? "thread" : "element");
    }
  else if (l->detail != WS_TREE_DETAIL_VALUES && l->header.h > 0)
    draw_warp_header (self);
  if (l->margin.w > 0 && outside > 0)
    {
      guint after = self->model->n_columns - l->first - l->count;
      g_autofree char *more = after > 0 ? g_strdup_printf ("… %u more", after)
                                        : g_strdup_printf ("%u before", l->first);
      g_autofree char *brief =
          g_strdup_printf ("%s%u", after > 0 ? "+" : "", after > 0 ? after : l->first);
      double room = l->margin.w - l->note_px * 0.4;
      WsBox cell = ws_tree_layout_get_cell (l, floor (l->offset), l->first);
      double at = l->header.h > 0 ? y : cell.y + cell.h / 2;

      ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, self->theme->muted,
                        l->margin.x + l->margin.w, at, 1, room,
                        ws_text_width (self->text, WS_FACE_SANS, l->note_px, more) <= room ? more
                                                                                           : brief);
    }
}

void
ws_tree_draw_titles (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;

  for (guint r = 0; r < self->model->n_rows; r++)
    {
      const WsTreeRow *row = &self->model->rows[r];
      double shown = ws_tree_layout_get_shown (l, r);
      WsBox cell = ws_tree_layout_get_cell (l, r, l->first);
      gboolean present = r == l->row;
      WsColor color = present      ? self->theme->ink
                      : r < l->row ? self->theme->ink
                                   : self->theme->muted;

      if (shown <= 0.02 || !ws_tree_layout_is_free (l, cell.y + cell.h / 2, l->text_px))
        continue;
      if (r > l->row)
        color = ws_color_mix (color, self->theme->background,
                              self->theme->kind == WS_THEME_PROJECTOR ? 0.1 : 0.2);
      ws_text_show_fit (self->text, present ? WS_FACE_BOLD : WS_FACE_SANS, l->text_px,
                        ws_color_alpha (color, shown), l->titles.x, cell.y + cell.h / 2, 0,
                        l->titles.w - l->text_px * 0.4, row->title);
    }
}

/* What is left out above, or below. */
void
ws_tree_draw_note (WsTree *self, gboolean is_later)
{
  const WsTreeLayout *l = &self->layout;
  const WsBox *box = is_later ? &l->later : &l->earlier;
  guint n = is_later ? ceil (self->model->n_rows - l->n_visible - l->offset - 0.01)
                     : ceil (l->offset - 0.01);
  g_autofree char *note =
      g_strdup_printf ("⋮  %u %s %s", n, is_later ? "later" : "earlier", n == 1 ? "row" : "rows");

  if (n > 0)
    ws_text_show_fit (self->text, WS_FACE_SANS, l->note_px, self->theme->muted, l->titles.x,
                      box->y + box->h / 2, 0, l->width - l->pad - l->titles.x, note);
}

void
ws_tree_draw_nothing (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;

  ws_text_show_fit (self->text, WS_FACE_SANS, l->text_px, self->theme->muted, l->width / 2,
                    l->height / 2, 0.5, l->width - 2 * l->pad, "This block stored nothing.");
}

/**
 * ws_draw_tree:
 * @cr: where to
 * @scene: of what
 * @moment: when
 * @options: which elements
 * @theme: how
 * @width: of the drawing
 * @height: of the drawing
 *
 * Draws the tree. The background is the caller's.
 */
void
ws_draw_tree (cairo_t *cr, const WsScene *scene, const WsMoment *moment,
              const WsTreeOptions *options, const WsTheme *theme, double width, double height)
{
  g_autoptr (WsPainter) painter = ws_tree_painter_new (cr);

  ws_tree_painter_set (painter, scene, moment, options, theme, width, height);
  ws_painter_draw_all (painter, cr);
}
