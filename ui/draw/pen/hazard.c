#include "pen/hazard.h"

#define TAPE_SHARE 0.12 /* of the cell's height */
#define LEAST_TAPE 3.   /* pixels; a lower one is no tape, but all of the cell */
#define LINE_SHARE 2.2  /* of the theme's lines */
#define SWATCH_W   1.9  /* of the letters' size */
#define LEGEND_H   2.3  /* likewise */

/* Stripes all over a box. */
static void
stripe (cairo_t *cr, const WsTheme *theme, const WsBox *box, double spacing)
{
  ws_box_path (cr, box);
  ws_paint_set (cr, theme->background);
  cairo_fill (cr);
  ws_hatch_path (cr, WS_HATCH_RISING, box, spacing);
  ws_paint_set (cr, theme->warning);
  cairo_set_line_width (cr, spacing * 0.4);
  cairo_stroke (cr);
}

/**
 * ws_hazard_draw_cells:
 * @boxes: (array length=n_boxes): cells that have been drawn
 * @radius: of their corners
 * @scale: of the theme's sizes
 *
 * Marks cells whose values were found wrong.
 */
void
ws_hazard_draw_cells (cairo_t *cr, const WsTheme *theme, const WsBox *boxes, guint n_boxes,
                      double radius, double scale)
{
  double line = ws_snap_line (cr, theme->line_px * scale * LINE_SHARE);

  for (guint i = 0; i < n_boxes; i++)
    {
      WsBox box = ws_box_snap (cr, boxes[i]);
      WsBox frame = ws_box_inset (&box, line / 2);
      double height = MAX (box.h * TAPE_SHARE, LEAST_TAPE * scale);
      WsBox tape = { box.x + line, box.y + box.h - line - height, box.w - 2 * line, height };

      /* no room for a frame: the stripes are all there is */
      if (box.w < 4 * line || box.h < 4 * line)
        {
          stripe (cr, theme, &box, 3 * scale + 1);
          continue;
        }
      cairo_save (cr);
      ws_rounded_path (cr, &frame, MAX (radius - line / 2, 0));
      cairo_clip (cr);
      stripe (cr, theme, &tape, MAX (height * 1.9, 4 * scale));
      cairo_restore (cr);
      ws_rounded_path (cr, &frame, MAX (radius - line / 2, 0));
      ws_paint_set (cr, theme->warning);
      cairo_set_line_width (cr, line);
      cairo_stroke (cr);
    }
}

/**
 * ws_hazard_stroke:
 * @cr: where to, with lines in its path
 * @width: of lines beside them that are as they should be
 *
 * Draws lines along which values went that were found wrong: in dashes.
 */
void
ws_hazard_stroke (cairo_t *cr, const WsTheme *theme, double width)
{
  double wide = width * 1.8;
  const double dash[2] = { wide * 3, wide * 1.6 };

  cairo_save (cr);
  cairo_set_line_width (cr, wide);
  ws_paint_set (cr, ws_color_mix (theme->background, theme->warning, 0.3));
  cairo_stroke_preserve (cr);
  ws_paint_set (cr, theme->warning);
  cairo_set_dash (cr, dash, 2, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/**
 * ws_hazard_get_legend_height:
 * @px: size of letters
 *
 * Returns: the height that ws_hazard_draw_legend() needs, pixels
 */
double
ws_hazard_get_legend_height (double px)
{
  return px * LEGEND_H;
}

/**
 * ws_hazard_draw_legend:
 * @text: shows the words; the cell is drawn on what it draws on
 * @box: room for it; it stands at its left
 * @px: size of letters
 * @scale: of the theme's sizes
 * @words: what it means
 *
 * Draws a cell as those are, and beside it what that means.
 */
void
ws_hazard_draw_legend (WsText *text, const WsTheme *theme, const WsBox *box, double px,
                       double scale, const char *words)
{
  double height = px * 1.2;
  double y = box->y + box->h - height * 0.6;
  WsBox swatch = { box->x, y - height / 2, px * SWATCH_W, height };
  double x = swatch.x + swatch.w + px * 0.5;

  ws_hazard_draw_cells (ws_text_get_target (text), theme, &swatch, 1,
                        MIN (5 * scale, height * 0.25), scale);
  ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, px, theme->ink }, &(WsTextPlace){ x, y, 0 },
                    box->x + box->w - x, words);
}
