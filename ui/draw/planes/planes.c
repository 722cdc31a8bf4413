#include "planes/private.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ws_planes_drawing_find_focus:
 * @self: a drawing whose layout and moment are set
 *
 * Returns: the node that stands out with what flows into it: that under the pointer, else that of a
 * thread that is to stand out, else one from the middle of the block; %WS_NONE for none
 */
guint32
ws_planes_drawing_find_focus (const WsPlanesDrawing *self)
{
  const WsDataflow *flow = self->planes->dataflow;
  guint thread = WS_NONE;
  WsTreeHit hit;

  if (self->moment->hover_x >= 0
      && ws_planes_pick_in (&self->layout, self->scene, self->event, self->moment->hover_x,
                            self->moment->hover_y, &hit)
      && hit.node != WS_NONE
      && flow->nodes[hit.node].n_edges + flow->nodes[hit.node].n_choosers > 0)
    return hit.node;
  for (guint i = 0; i < self->emphasis->n_highlights; i++)
    if (self->emphasis->highlights[i].kind == WS_HIGHLIGHT_THREAD)
      thread = self->emphasis->highlights[i].number;
  return ws_planes_get_focus (self->planes, thread, self->event);
}

/* Says that the block stored nothing. */
void
ws_planes_draw_nothing (WsPlanesDrawing *self)
{
  const WsPlanesLayout *l = &self->layout;

  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->text_px, self->theme->muted },
                    &(WsTextPlace){ l->width / 2, l->height / 2, 0.5 }, l->width - 2 * l->pad,
                    _ ("This block stored nothing."));
}

/* ---- what planes are called ---- */

static const char *const kinds[WS_N_PLANE_KINDS] = {
  /* Translators: behind the name of a buffer or an array: where it is */
  [WS_PLANE_INPUT] = N_ ("global"),  [WS_PLANE_FACTORS] = N_ ("constant"),
  [WS_PLANE_SHARED] = N_ ("shared"), [WS_PLANE_REGISTERS] = N_ ("of threads"),
  [WS_PLANE_OUTPUT] = N_ ("global"),
};

/* No line runs through a number. */
static void
clear_ground (WsPlanesDrawing *self, double x, double y, const char *number)
{
  double px = self->layout.index_px;
  double width = ws_text_gather_width (self->text, WS_FACE_MONO, px, number) + 0.3 * px;
  WsBox box = { x - width / 2, y - 0.5 * px, width, px };

  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, self->theme->background);
  cairo_fill (self->cr);
}

/* Numbers of columns above the cells, as many as have room; of rows at their left. */
static void
write_indices (WsPlanesDrawing *self, guint i)
{
  const WsPlanesLayout *l = &self->layout;
  const WsPlaneBox *box = &l->boxes[i];
  const WsPlane *plane = &self->planes->planes[i];
  guint step = 1;
  g_autofree char *widest = NULL;

  if (l->index_px <= 0 || box->n_columns == 0)
    return;
  widest = g_strdup_printf ("%" G_GUINT64_FORMAT,
                            plane->columns[box->first_column + box->n_columns - 1]);
  while (ws_text_width (self->text, WS_FACE_MONO, l->index_px, widest) + 0.4 * l->index_px
         > step * l->pitch_x)
    step *= 2;
  for (guint c = 0; c < box->n_columns; c += step)
    {
      WsBox cell =
          ws_planes_layout_get_place (l, i, (int)box->first_row, (int)(box->first_column + c));
      char number[24];

      g_snprintf (number, sizeof number, "%" G_GUINT64_FORMAT,
                  plane->columns[box->first_column + c]);
      if (!l->across)
        clear_ground (self, cell.x + cell.w / 2, box->cells.y - 0.8 * l->index_px, number);
      ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_MONO, l->index_px, self->theme->muted },
                      &(WsTextPlace){ cell.x + cell.w / 2, box->cells.y - 0.8 * l->index_px, 0.5 },
                      number);
    }
  for (guint r = 0; r < box->n_rows && plane->n_rows > 1; r++)
    {
      WsBox cell =
          ws_planes_layout_get_place (l, i, (int)(box->first_row + r), (int)box->first_column);
      char number[24];

      g_snprintf (number, sizeof number, "%" G_GUINT64_FORMAT, plane->rows[box->first_row + r]);
      ws_text_gather (self->text, &(WsTextStyle){ WS_FACE_MONO, l->index_px, self->theme->muted },
                      &(WsTextPlace){ box->cells.x - 0.4 * l->index_px, cell.y + cell.h / 2, 1 },
                      number);
    }
}

/* (transfer full): how large a plane is, and how much of it is in view */
static char *
describe_size (const WsPlanesDrawing *self, guint i)
{
  const WsPlaneBox *box = &self->layout.boxes[i];
  const WsPlane *plane = &self->planes->planes[i];
  const char *kind = _ (kinds[plane->kind]);

  if (plane->n_rows < 2 && box->n_columns < plane->n_columns && !self->layout.across)
    return g_strdup (kind);
  if (plane->n_rows < 2)
    return g_strdup_printf ("%s, %u", kind, plane->n_columns);
  if (box->n_rows < plane->n_rows || box->n_columns < plane->n_columns)
    /* Translators: where it is, how many rows and columns are shown, and of how many */
    return g_strdup_printf (_ ("%1$s, %2$u × %3$u of %4$u × %5$u"), kind, box->n_rows,
                            box->n_columns, plane->n_rows, plane->n_columns);
  return g_strdup_printf ("%s, %u × %u", kind, plane->n_rows, plane->n_columns);
}

/**
 * ws_planes_draw_titles:
 * @i: index of a plane
 *
 * Writes what it is called, and the numbers of its rows and columns.
 */
void
ws_planes_draw_titles (WsPlanesDrawing *self, guint i)
{
  const WsPlanesLayout *l = &self->layout;
  const WsPlaneBox *box = &l->boxes[i];
  const WsPlane *plane = &self->planes->planes[i];
  double px = MAX (l->index_px, ws_theme_get_min_text (self->theme, l->height));
  double used = ws_text_width (self->text, WS_FACE_BOLD, l->text_px, plane->name);
  g_autofree char *size = describe_size (self, i);

  if (l->across)
    {
      double y = box->title.y + box->title.h * 0.45;

      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->text_px, self->theme->ink },
                        &(WsTextPlace){ box->cells.x, y, 0 },
                        box->title.x + box->title.w - box->cells.x, plane->name);
      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->muted },
                        &(WsTextPlace){ box->cells.x + used + 0.6 * px, y, 0 },
                        box->title.x + box->title.w - box->cells.x - used - 0.6 * px, size);
    }
  else
    {
      double y = box->title.y + box->title.h / 2;

      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->text_px, self->theme->ink },
                        &(WsTextPlace){ box->title.x, y, 0 }, box->title.w, plane->name);
      if (used + 0.6 * px + ws_text_width (self->text, WS_FACE_SANS, px, size) <= box->title.w)
        ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->muted },
                      &(WsTextPlace){ box->title.x + used + 0.6 * px, y, 0 }, size);
    }
  write_indices (self, i);
}

/* Draws the whole block, and which part of it is in view. */
void
ws_planes_draw_strip (WsPlanesDrawing *self)
{
  const WsPlanesLayout *l = &self->layout;
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale * 1.5);
  double px = MAX (l->index_px, ws_theme_get_min_text (self->theme, l->height));
  WsBox cells = ws_box_snap (self->cr, l->strip_cells);
  g_autofree char *name = ws_planes_layout_name_strip (l, self->planes);
  WsBox frame = ws_box_snap_stroke (self->cr, l->frame, line);

  ws_box_path (self->cr, &cells);
  ws_paint_set (self->cr, self->theme->idle);
  cairo_fill (self->cr);
  ws_rounded_path (self->cr, &frame, l->across ? 2 * l->scale : 5 * l->scale);
  ws_paint_set (self->cr, ws_color_mix (self->theme->background, self->theme->band, 0.6));
  cairo_fill_preserve (self->cr);
  ws_paint_set (self->cr, self->theme->ink);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->muted },
                    &(WsTextPlace){ l->strip.x, l->strip_cells.y + l->strip_cells.h / 2, 0 },
                    l->strip_cells.x - l->strip.x - 0.6 * px, name);
}
