/* guests.c: values that visible combinations take from folded columns, and the number of folded
 * combinations. */
#include "tree/private.h"

#include <glib/gi18n.h>

#define MOST_FRAME 0.82 /* of the columns' pitch: a wider guest has no frame */

/* One value, or the number of values if one thread takes several from there. */
static void
draw_guest (WsTree *self, guint32 source, guint n, const WsBox *box, WsColor ground, double shown)
{
  const WsTreeLayout *l = &self->layout;
  const WsNode *node = &self->model->dataflow->nodes[source];
  gboolean kept_back = ws_tree_is_kept_back (self, self->model->row_of[source]);
  gboolean is_there = kept_back || node->event == WS_NONE || node->told <= self->event;
  WsColor color = ws_tree_get_line_tone (self, node, 1);
  double line = self->theme->line_px * l->scale;
  const double dash[2] = { 2.5 * line, 2 * line };
  g_autofree char *text = NULL;

  ws_rounded_path (self->cr, box, MIN (5 * l->scale, box->h * 0.3));
  ws_paint_set (self->cr, ws_color_alpha (ground, shown));
  cairo_fill_preserve (self->cr);
  cairo_set_line_width (self->cr, line);
  cairo_set_dash (self->cr, dash, 2, 0);
  ws_paint_set (self->cr, ws_color_alpha (color, shown));
  /* where columns are close together, its frame would be one with the lines beside it */
  if (is_there && box->w > l->pitch_x * MOST_FRAME)
    cairo_new_path (self->cr);
  else
    cairo_stroke (self->cr);
  if (!is_there)
    return;
  if (kept_back)
    text = g_strdup (WS_VEIL_SIGN);
  else if (n > 1)
    text = ws_tree_format_elements (self, n);
  else
    text = ws_tree_format_value (node, ws_tree_get_value_chars (self, node));
  ws_text_gather (
      self->text,
      &(WsTextStyle){
          WS_FACE_MONO, l->guest_px,
          ws_color_alpha (kept_back ? ws_veil_get_ink (self->theme) : self->theme->ink, shown) },
      &(WsTextPlace){ box->x + box->w / 2, box->y + box->h / 2, 0.5 }, text);
}

/**
 * ws_tree_draw_guests:
 * @r: index of a row
 *
 * Draws the values that its combinations take from folded columns, each next to its column.
 */
void
ws_tree_draw_guests (WsTree *self, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  double shown = ws_tree_get_lines_shown (self, r);
  WsColor ground = ws_tree_is_in_band (self, r) ? self->theme->band : self->theme->background;

  if (!self->layout.has_guests || !self->layout.guest_rows[r])
    return;
  cairo_save (self->cr);
  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 source;
      WsBox box;
      guint n = ws_tree_layout_get_guest (&self->layout, model, r, model->nodes[row->first + i],
                                          &source, &box);

      if (n > 0)
        draw_guest (self, source, n, &box, ground, shown);
    }
  cairo_restore (self->cr);
}

/* Returns: (transfer full) (nullable): columns that the guests of a row come from, as in
 * "from 64–95" */
static char *
name_guests (const WsTree *self, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  guint32 low = WS_NONE;
  guint32 high = 0;
  g_autofree char *range = NULL;

  for (guint i = 0; i < row->n_nodes; i++)
    {
      guint32 source;

      if (ws_tree_layout_get_guest (&self->layout, model, r, model->nodes[row->first + i], &source,
                                    NULL)
          == 0)
        continue;
      low = MIN (low, model->column_of[source]);
      high = MAX (high, model->column_of[source]);
    }
  if (low == WS_NONE)
    return NULL;
  range = low == high ? g_strdup_printf ("%u", low) : g_strdup_printf ("%u–%u", low, high);
  return g_strdup_printf (_ ("from %s"), range);
}

/**
 * ws_tree_count_folded:
 * @r: index of a row
 *
 * Returns: number of its invisible combinations, of those that the result needs
 */
guint
ws_tree_count_folded (const WsTree *self, guint r)
{
  const WsTreeModel *model = self->model;
  const WsTreeRow *row = &model->rows[r];
  guint n = 0;

  for (guint i = 0; i < row->n_nodes && row->kind != WS_TREE_ROW_INPUTS; i++)
    {
      guint32 id = model->nodes[row->first + i];
      const WsNode *node = &model->dataflow->nodes[id];

      n += node->reaches_result && node->n_edges > 1
           && (!ws_tree_is_seen (self, model->column_of[id]) || !ws_tree_is_told (self, id));
    }
  return n;
}

static void
write_note (WsTree *self, const char *text, double y, WsColor color)
{
  const WsTreeLayout *l = &self->layout;
  double right = l->titles.x + l->titles.w - l->text_px * 0.8;

  if (ws_tree_layout_is_free (l, y, l->note_px)
      && ws_text_width (self->text, WS_FACE_SANS, l->note_px, text) <= right - l->titles.x)
    ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, color },
                    &(WsTextPlace){ right, y, 1 }, text);
}

/**
 * ws_tree_draw_folded:
 * @r: index of a row
 *
 * Writes at the left of its threads how many combinations are folded, and where guests come from.
 */
void
ws_tree_draw_folded (WsTree *self, guint r)
{
  const WsTreeLayout *l = &self->layout;
  WsBox thread = ws_tree_layout_get_thread (l, r, l->first);
  WsColor ink = ws_tree_get_ink (self, self->theme->muted, self->theme->band);
  WsColor color = ws_color_alpha (ink, ws_tree_get_lines_shown (self, r));
  double middle = thread.y + thread.h / 2;
  double from_y = ws_tree_layout_get_cell (l, r, l->first).y - ws_tree_layout_get_gap (l, r)
                  + l->guest_h * 0.61;
  guint n;

  if (!l->folded || thread.h < l->note_px * 0.9)
    return;
  n = ws_tree_count_folded (self, r);
  if (n > 0)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("+%u more", "+%u more", n), n);

      write_note (self, text, middle, color);
    }
  /* if not both fit, pointing at a guest shows where it comes from */
  if (l->has_guests && l->guest_rows[r] && (n == 0 || middle - from_y >= l->note_px))
    {
      g_autofree char *from = name_guests (self, r);

      write_note (self, from, from_y, color);
    }
}
