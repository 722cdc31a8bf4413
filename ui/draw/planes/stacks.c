/* stacks.c: values that choose where they go pile up there, in the order in which they came. */
#include "planes/private.h"

#include <math.h>

/* One value in a stack: the thread that brought it. */
static void
draw_brick (WsPlanesDrawing *self, const WsNode *node, const WsBox *place)
{
  const WsPlanesLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  WsColor color = *ws_theme_get_warp_color (theme, node->thread / WS_WARP_SIZE);
  double px = MAX (l->index_px, ws_theme_get_min_text (theme, l->height));
  gboolean fresh = node->stage == self->stage;
  WsBox box = { place->x + place->w * 0.12, place->y + MIN (place->h * 0.1, 1.5 * l->scale),
                place->w * 0.76, MAX (place->h - 2 * MIN (place->h * 0.1, 1.5 * l->scale), 0.5) };
  WsStampShape shape = { .kind = WS_STAMP_FILL, .radius = MIN (3 * l->scale, box.h * 0.2) };
  WsColor fill = fresh ? color : ws_color_mix (theme->background, color, 0.35);
  char number[16];

  ws_stamps_show (self->stamps, &shape, &box, 1, fill);
  g_snprintf (number, sizeof number, "%u", node->thread);
  if (box.h >= 0.95 * px && ws_text_gather_width (self->text, WS_FACE_MONO, px, number) <= box.w)
    ws_text_gather (
        self->text,
        &(WsTextStyle){ fresh ? WS_FACE_MONO_BOLD : WS_FACE_MONO, px, ws_color_ink_on (fill) },
        &(WsTextPlace){ box.x + box.w / 2, box.y + box.h / 2, 0.5 }, number);
}

/* Lanes of one instruction that met in one place: one after the other, with a bracket. */
static void
draw_bracket (WsPlanesDrawing *self, const WsBox *lowest, const WsBox *highest)
{
  const WsPlanesLayout *l = &self->layout;
  double line = ws_snap_line (self->cr, 2 * self->theme->line_px * l->scale);
  double x = lowest->x + lowest->w * 0.05;
  double reach = lowest->w * 0.07;

  cairo_move_to (self->cr, x + reach, lowest->y + lowest->h * 0.85);
  cairo_line_to (self->cr, x, lowest->y + lowest->h * 0.85);
  cairo_line_to (self->cr, x, highest->y + highest->h * 0.15);
  cairo_line_to (self->cr, x + reach, highest->y + highest->h * 0.15);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
}

static void
draw_stack (WsPlanesDrawing *self, guint32 cell)
{
  const WsPlanes *planes = self->planes;
  const WsDataflow *flow = planes->dataflow;
  guint32 event = WS_NONE;
  WsBox first = { 0 };
  WsBox last = { 0 };
  guint met = 0;
  guint k = 0;

  for (guint v = planes->first_version[cell]; v < planes->first_version[cell + 1]; v++)
    {
      guint32 id = planes->versions[v];
      const WsNode *node = &flow->nodes[id];
      WsBox box;

      if (!node->is_atomic || node->told > self->event || ws_planes_drawing_is_kept_back (self, id)
          || !ws_planes_layout_get_stack (&self->layout, planes, cell, k, &box))
        continue;
      draw_brick (self, node, &box);
      if (node->event != event)
        {
          if (met > 1)
            draw_bracket (self, &first, &last);
          first = box;
          met = 0;
        }
      event = node->event;
      last = box;
      met++;
      k++;
    }
  if (met > 1)
    draw_bracket (self, &first, &last);
}

/* Draws what has piled up so far. */
void
ws_planes_draw_stacks (WsPlanesDrawing *self)
{
  const WsPlanes *planes = self->planes;
  const WsPlane *plane;

  if (planes->stacked >= self->layout.n_boxes)
    return;
  plane = &planes->planes[planes->stacked];
  for (guint c = 0; c < plane->n_rows * plane->n_columns; c++)
    draw_stack (self, plane->first_cell + c);
}
