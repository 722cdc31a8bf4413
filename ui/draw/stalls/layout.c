#include "stalls/private.h"

#include <glib/gi18n.h>

#define MOST_REASONS 9
#define WORTH_A_ROW  0.005 /* of all cycles */
#define MOST_STRIP   2.5   /* height of a warp's strip, in rows of the list */

/* The reasons that are worth a row, as many as there is room for. */
static void
choose_reasons (WsStallsLayout *self, const WsLaunchStalls *stalls, guint most)
{
  guint n = ws_launch_stalls_sort (stalls, self->reasons);

  for (self->n_reasons = 0; self->n_reasons < MIN (n, MIN (most, MOST_REASONS)); self->n_reasons++)
    if (ws_launch_stalls_get_share (stalls, self->reasons[self->n_reasons]) < WORTH_A_ROW)
      break;
}

/* Below the bars the list, and beside it the lines; what is left below is of the warps. */
static void
place_below (WsStallsLayout *self, const WsLaunchStalls *stalls, const WsArea *area, double y)
{
  double left = area->height - self->pad - y;
  double header = 1.6 * self->row_h;
  double least = header + 4 * self->row_h; /* of the strips */
  double width = area->width - 2 * self->pad;
  guint rows;

  choose_reasons (self, stalls, (guint)MAX (left / self->row_h, 1));
  rows = self->n_reasons;
  if (rows * self->row_h + least > left)
    least = 0;
  self->list = (WsBox){ self->pad, y, width * 0.58, rows * self->row_h };
  self->n_lines = (guint)MIN (stalls->lines->len, WS_STALLS_MOST_LINES);
  self->lines = (WsBox){ self->pad + width * 0.62, y, width * 0.38, rows * self->row_h };
  self->n_lines = MIN (self->n_lines, (guint)MAX (self->lines.h / self->row_h - 1, 0));
  if (least == 0)
    return;
  y += rows * self->row_h + header;
  self->axis_h = 1.4 * self->row_h;
  self->strips = (WsBox){ self->names + 10 * self->scale, y, self->bars[0].w,
                          MIN (area->height - self->pad - self->axis_h - y,
                               MOST_STRIP * self->row_h * MAX (stalls->n_warps, 1)) };
}

/**
 * ws_stalls_layout_init:
 * @self: (out): the layout
 * @stalls: that are known
 */
void
ws_stalls_layout_init (WsStallsLayout *self, WsText *text, const WsLaunchStalls *stalls,
                       const WsArea *area)
{
  double scale = ws_theme_get_scale (area->theme, area->width, area->height);
  double least = ws_theme_get_min_text (area->theme, area->height);
  double names;
  double h;

  *self = (WsStallsLayout){ .scale = scale };
  self->px = MAX (area->theme->label_px * scale, least);
  self->small = MAX (area->theme->note_px * scale, least);
  self->pad = ws_theme_get_margin (area->theme, area->width, area->height);
  self->row_h = self->px * 1.55;
  names = MAX (ws_text_width (text, WS_FACE_BOLD, self->px, _ ("Warps")),
               ws_text_width (text, WS_FACE_BOLD, self->px, _ ("Schedulers")));
  self->names = self->pad + MIN (names + 2, area->width * 0.25);
  h = MIN (self->px * 1.7, area->height * 0.12);
  for (guint i = 0; i < G_N_ELEMENTS (self->bars); i++)
    self->bars[i] = (WsBox){ self->names + 10 * scale, self->pad + i * h * 1.25,
                             MAX (area->width - self->pad - self->names - 10 * scale, 0), h };
  self->end = stalls->stalls->end;
  place_below (self, stalls, area, self->pad + 2.25 * h + 0.8 * self->row_h);
}
