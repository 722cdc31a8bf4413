#include "tree/tree.h"
#include "tree/private.h"

#include <glib/gi18n.h>
#include <math.h>

/* WCAG 2.1: contrast of graphics, and of text. On the band it is slightly lower. */
#define LEAST_LINE_CONTRAST 3.5
#define LEAST_TEXT_CONTRAST 4.6

/**
 * ws_tree_get_state:
 * @row: index of the node's row
 *
 * Returns: how far the node is at the moment
 */
WsTreeState
ws_tree_get_state (const WsTree *self, guint row, guint32 node)
{
  const WsNode *n = &self->model->dataflow->nodes[node];

  if (n->event == WS_NONE)
    return WS_TREE_PAST;
  if (n->told > self->event)
    return row > self->layout.row ? WS_TREE_FUTURE : WS_TREE_AWAITED;
  if (!n->reaches_result)
    return WS_TREE_DEAD;
  return row >= self->layout.row ? WS_TREE_FRESH : WS_TREE_PAST;
}

/**
 * ws_tree_get_progress:
 * @row: index of the node's row
 * @progress: (out): fraction of the way from its sources to its cell, from 0 to 1; unchanged if it
 * is not running
 *
 * Returns: whether it is running
 */
gboolean
ws_tree_get_progress (const WsTree *self, guint row, guint32 node, double *progress)
{
  const WsNode *n = &self->model->dataflow->nodes[node];
  double start;

  if (n->event == WS_NONE || n->told == 0 || !n->reaches_result)
    return FALSE;
  start = MIN (MIN (self->model->rows[row].start, n->load_event), n->told - 1);
  if (self->moment->position <= start || self->moment->position >= n->told)
    return FALSE;
  *progress = (self->moment->position - start) / (n->told - start);
  return TRUE;
}

/* Returns: the colour of the warp that computed it; muted for an input */
WsColor
ws_tree_get_color (const WsTree *self, const WsNode *node)
{
  if (node->thread == WS_NONE)
    return self->theme->muted;
  return *ws_theme_get_warp_color (self->theme, node->thread / WS_WARP_SIZE);
}

/**
 * ws_tree_get_line_tone:
 * @share: of its colour, from 0 to 1: the rest is the background's
 *
 * Returns: the colour of the warp that computed it, as pale as a visible line may be
 */
WsColor
ws_tree_get_line_tone (const WsTree *self, const WsNode *node, double share)
{
  WsColor ground = self->theme->background;
  WsColor color = ws_tree_get_color (self, node);
  WsColor tone = ws_color_mix (ground, color, share);

  tone = ws_color_make_seen (tone, ground, color, LEAST_LINE_CONTRAST);
  return ws_color_make_seen (tone, ground, self->theme->ink, LEAST_LINE_CONTRAST);
}

/**
 * ws_tree_get_ink:
 * @ink: of a text that is less than others
 * @ground: what it stands on
 *
 * Returns: the same, with enough contrast to be readable
 */
WsColor
ws_tree_get_ink (const WsTree *self, WsColor ink, WsColor ground)
{
  return ws_color_make_seen (ink, ground, self->theme->ink, LEAST_TEXT_CONTRAST);
}

/**
 * ws_tree_get_ink_on:
 * @fill: colour of a cell
 *
 * Returns: that of its value: black if the usual one has less contrast than text needs
 */
WsColor
ws_tree_get_ink_on (WsColor fill)
{
  WsColor ink = ws_color_ink_on (fill);

  return ws_color_contrast (ink, fill) >= LEAST_TEXT_CONTRAST ? ink : (WsColor){ 0, 0, 0, 1 };
}

/**
 * ws_tree_is_seen:
 * @column: index of a column, or %WS_NONE
 *
 * Whether the column is in the focus.
 */
gboolean
ws_tree_is_seen (const WsTree *self, guint32 column)
{
  return column != WS_NONE && ws_tree_layout_get_slot (&self->layout, column) != WS_NONE;
}

/* Whether the node's sources are drawn: a folded tree omits those of some nodes, and of nodes with
 * many sources, some. */
gboolean
ws_tree_is_told (const WsTree *self, guint32 node)
{
  const WsDataflow *flow = self->model->dataflow;
  const WsNode *made = &flow->nodes[node];
  guint n_seen = 0;
  guint n = 0;

  if (made->n_edges == 0)
    return FALSE;
  if (!self->layout.folded || (self->layout.has_guests && made->reaches_result))
    return TRUE;
  for (guint i = 0; i < MIN (made->n_edges, WS_TREE_MAX_SOURCES); i++)
    {
      guint32 source = flow->edges[made->first_edge + i];

      if (self->model->row_of[source] == WS_NONE)
        continue;
      n++;
      n_seen += ws_tree_is_seen (self, self->model->column_of[source]);
    }
  return n > 2 ? n_seen > 0 : n_seen == n;
}

/**
 * ws_tree_format_elements:
 * @n: number of elements
 *
 * Returns: (transfer full): a short form for this many combined elements, as in "Σ32"
 */
char *
ws_tree_format_elements (const WsTree *self, guint n)
{
  const char *many = self->scene->run->words.many;

  /* Translators: number of values combined in a cell, in a short form */
  return many != NULL ? g_strdup_printf ("%s%u", many, n) : g_strdup_printf (_ ("%u in"), n);
}

/**
 * ws_tree_format_value:
 * @max_chars: room
 *
 * Returns: (transfer full): its value, as from ws_tree_model_format_value()
 */
char *
ws_tree_format_value (const WsNode *node, guint max_chars)
{
  return ws_tree_model_format_value (node, max_chars);
}

/* Returns: space for its value in its cell, in characters; 0 for unlimited: in a folded tree each
 * column fits its integers */
guint
ws_tree_get_value_chars (const WsTree *self, const WsNode *node)
{
  gboolean is_real = node->value_type == WS_VALUE_F32 || node->value_type == WS_VALUE_F64;

  return self->layout.folded && !is_real ? 0 : self->layout.value_chars;
}

/* Draws what lies behind the row being computed. */
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

/* If no element number fits: the warps of the elements. */
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

/* Where columns are folded: their number, and a dotted line through the rows. */
static void
draw_folds (WsTree *self, double y)
{
  const WsTreeLayout *l = &self->layout;
  WsColor color = ws_tree_get_ink (self, self->theme->playhead, self->theme->background);
  double line = self->theme->line_px * l->scale;
  const double dash[2] = { line, 4 * line };

  cairo_save (self->cr);
  cairo_set_dash (self->cr, dash, 2, 0);
  cairo_set_line_width (self->cr, line);
  ws_paint_set (self->cr, ws_color_mix (self->theme->background, self->theme->muted, 0.7));
  for (guint slot = 0; slot <= l->count; slot++)
    {
      double x;

      if (ws_tree_layout_get_fold (l, self->model, slot, &x) == 0)
        continue;
      cairo_move_to (self->cr, x, l->rows.y);
      cairo_line_to (self->cr, x, l->rows.y + l->rows.h);
    }
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
  for (guint slot = 0; slot <= l->count && l->index_px > 0; slot++)
    {
      double x;
      guint n = ws_tree_layout_get_fold (l, self->model, slot, &x);
      double left = slot > 0 ? l->lefts[slot - 1] + l->widths[slot - 1] : 0;
      double right = slot < l->count ? l->lefts[slot] : l->cells.w;
      char number[16];

      if (n == 0)
        continue;
      g_snprintf (number, sizeof number, "+%u", n);
      if (ws_text_width (self->text, WS_FACE_MONO, l->index_px, number) > right - left)
        continue;
      ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_MONO, l->index_px, color },
                      &(WsTextPlace){ x, y, 0.5 }, number);
    }
}

/* Draws element numbers, or names of warps; and the number of elements outside. */
void
ws_tree_draw_header (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;
  double y = l->header.y + l->header.h * 0.55;
  guint outside = self->model->n_columns - l->count;

  if (l->index_px > 0 && l->detail != WS_TREE_DETAIL_BARS)
    {
      for (guint i = 0; i < l->count; i++)
        {
          guint32 c = ws_tree_layout_get_column (l, i);
          WsBox cell = ws_tree_layout_get_cell (l, 0, c);
          char number[16];

          g_snprintf (number, sizeof number, "%u", c);
          ws_text_gather (self->text,
                          &(WsTextStyle){ WS_FACE_MONO, l->index_px, self->theme->muted },
                          &(WsTextPlace){ cell.x + cell.w / 2, y, 0.5 }, number);
        }
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->index_px, self->theme->muted },
                        &(WsTextPlace){ l->titles.x, y, 0 }, l->titles.w - l->index_px * 0.5,
                        self->model->by_thread ? _ ("thread") : _ ("element"));
    }
  else if (l->detail != WS_TREE_DETAIL_VALUES && l->header.h > 0)
    draw_warp_header (self);
  if (l->folded)
    draw_folds (self, y);
  if (l->margin.w > 0 && outside > 0)
    {
      guint after = self->model->n_columns - l->first - l->count;
      g_autofree char *more = after > 0 ? g_strdup_printf (_ ("… %u more"), after)
                                        : g_strdup_printf (_ ("%u before"), l->first);
      g_autofree char *brief =
          g_strdup_printf ("%s%u", after > 0 ? "+" : "", after > 0 ? after : l->first);
      double room = l->margin.w - l->note_px * 0.4;
      WsBox cell = ws_tree_layout_get_cell (l, floor (l->offset), l->first);
      double at = l->header.h > 0 ? y : cell.y + cell.h / 2;

      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                        &(WsTextPlace){ l->margin.x + l->margin.w, at, 1 }, room,
                        ws_text_width (self->text, WS_FACE_SANS, l->note_px, more) <= room ? more
                                                                                           : brief);
    }
}

/* The number of elements each cell of a row sums, if their columns are folded. */
static void
write_elements (WsTree *self, const WsTreeRow *row, gboolean present, WsColor color, double y)
{
  const WsTreeLayout *l = &self->layout;
  g_autofree char *text = ws_tree_format_elements (self, row->n_elements);
  double right = l->titles.x + l->titles.w - l->text_px * 0.8;
  double used =
      ws_text_width (self->text, present ? WS_FACE_BOLD : WS_FACE_SANS, l->text_px, row->title);

  if (l->titles.x + used + l->note_px * 0.5
          + ws_text_width (self->text, WS_FACE_SANS, l->note_px, text)
      <= right)
    ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, color },
                  &(WsTextPlace){ right, y, 1 }, text);
}

/* Writes the rows' titles at their left, the current one in bold. */
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
      ws_text_show_fit (self->text,
                        &(WsTextStyle){ present ? WS_FACE_BOLD : WS_FACE_SANS, l->text_px,
                                        ws_color_alpha (color, shown) },
                        &(WsTextPlace){ l->titles.x, cell.y + cell.h / 2, 0 },
                        l->titles.w - l->text_px * 0.4, row->title);
      if (l->folded && l->n_folded > 0 && row->n_elements > 1 && !ws_tree_is_veiled (self, r)
          && self->scene->run->words.many != NULL)
        write_elements (self, row, present, ws_color_alpha (self->theme->muted, shown),
                        cell.y + cell.h / 2);
    }
}

/**
 * ws_tree_draw_note:
 * @is_later: below, not above
 *
 * Writes how many rows are omitted above or below.
 */
void
ws_tree_draw_note (WsTree *self, gboolean is_later)
{
  const WsTreeLayout *l = &self->layout;
  const WsBox *box = is_later ? &l->later : &l->earlier;
  guint n = is_later ? ceil (self->model->n_rows - l->n_visible - l->offset - 0.01)
                     : ceil (l->offset - 0.01);
  g_autofree char *note =
      g_strdup_printf (is_later ? ngettext ("⋮  %u later row", "⋮  %u later rows", n)
                                : ngettext ("⋮  %u earlier row", "⋮  %u earlier rows", n),
                       n);

  if (n > 0)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                      &(WsTextPlace){ l->titles.x, box->y + box->h / 2, 0 },
                      l->width - l->pad - l->titles.x, note);
}

/* Says that the block stored nothing. */
void
ws_tree_draw_nothing (WsTree *self)
{
  const WsTreeLayout *l = &self->layout;

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->text_px, self->theme->muted },
                    &(WsTextPlace){ l->width / 2, l->height / 2, 0.5 }, l->width - 2 * l->pad,
                    _ ("This block stored nothing."));
}

/**
 * ws_draw_tree:
 * @options: which elements
 *
 * Draws the tree. The background is the caller's.
 */
void
ws_draw_tree (cairo_t *cr, const WsFrame *frame, const WsTreeOptions *options)
{
  g_autoptr (WsPainter) painter = ws_tree_painter_new (cr);

  ws_tree_painter_set (painter, frame, options);
  ws_painter_draw_all (painter, cr);
}
