/* profile.c: the profile of a launch as a small picture: hatched, the share of SMs that have a
 * block; filled, the share of the device's warp slots in use. */
#include "scenario/layout.h"

#include <glib/gi18n.h>
#include <math.h>

/* Steps, with widths proportional to time. */
static void
area_path (cairo_t *cr, const float *shares, const WsBox *box)
{
  double step = box->w / WS_SCENARIO_PROFILE;
  double bottom = box->y + box->h;

  cairo_new_path (cr);
  cairo_move_to (cr, box->x, bottom);
  for (guint i = 0; i < WS_SCENARIO_PROFILE; i++)
    {
      double y = bottom - box->h * ws_clamp01 (shares[i]);

      cairo_line_to (cr, box->x + i * step, y);
      cairo_line_to (cr, box->x + (i + 1) * step, y);
    }
  cairo_line_to (cr, box->x + box->w, bottom);
  cairo_close_path (cr);
}

/* The area between @lower and @upper, as adjacent boxes: equal neighbours are merged. */
static guint
get_boxes (const float *upper, const float *lower, const WsBox *plot,
           WsBox boxes[WS_SCENARIO_PROFILE])
{
  double step = plot->w / WS_SCENARIO_PROFILE;
  guint n = 0;

  for (guint i = 0; i < WS_SCENARIO_PROFILE; i++)
    {
      double top = plot->h * ws_clamp01 (upper[i]);
      double bottom = plot->h * ws_clamp01 (lower[i]);
      WsBox box = { plot->x + i * step, plot->y + plot->h - top, step, MAX (top - bottom, 0) };

      if (n > 0 && fabs (boxes[n - 1].y - box.y) < 0.25 && fabs (boxes[n - 1].h - box.h) < 0.25)
        boxes[n - 1].w += step;
      else
        boxes[n++] = box;
    }
  return n;
}

static void
fill_sms (cairo_t *cr, const WsTheme *theme, const WsBox *boxes, guint n, double line,
          double spacing)
{
  ws_hatch_fill (cr,
                 &(WsHatchFill){ WS_HATCH_UPRIGHT, spacing, line,
                                 ws_color_mix (theme->background, theme->accent_soft, 0.3),
                                 theme->accent_soft },
                 boxes, n);
}

static WsBox
get_plot (const WsScenarioLayout *l, const WsBox *box)
{
  double inset = MIN (box->h * 0.12, l->big_px * 0.6);

  return (WsBox){ box->x, box->y + inset, box->w, box->h - 2 * inset };
}

/**
 * ws_scenario_draw_profile:
 * @l: the layout
 * @result: what was recorded
 * @box: of the figure
 *
 * Draws the profile of a launch as a small picture: hatched, the share of SMs that have a block;
 * filled, the share of the device's warp slots in use; dashed, theoretical occupancy.
 */
void
ws_scenario_draw_profile (cairo_t *cr, const WsScenarioLayout *l, const WsScenarioResult *result,
                          const WsBox *box)
{
  WsBox plot = get_plot (l, box);
  double line = ws_snap_line (cr, l->theme->line_px * 0.7);

  if (plot.w <= 2 || plot.h <= 2)
    return;
  cairo_save (cr);
  plot = ws_box_snap (cr, plot);
  if ((result->known & 1u << WS_SCENARIO_PROFILE_COLUMN) != 0)
    {
      WsBox boxes[WS_SCENARIO_PROFILE];
      guint n = get_boxes (result->sms, result->warps, &plot, boxes);

      fill_sms (cr, l->theme, boxes, n, line, MAX (l->big_px * 0.26, 4));
      area_path (cr, result->warps, &plot);
      ws_paint_set (cr, l->theme->accent);
      cairo_fill (cr);
    }
  if ((result->known & 1u << WS_SCENARIO_THEORETICAL) != 0)
    {
      double y = ws_snap (cr, plot.y + plot.h * (1 - result->value[WS_SCENARIO_THEORETICAL] / 100));
      double dash[] = { line * 4, line * 3 };

      ws_paint_set (cr, l->theme->muted);
      cairo_set_line_width (cr, line);
      cairo_set_dash (cr, dash, 2, 0);
      cairo_move_to (cr, plot.x, y + line / 2);
      cairo_line_to (cr, plot.x + plot.w, y + line / 2);
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0);
    }
  ws_paint_set (cr, l->theme->faint);
  cairo_rectangle (cr, plot.x, ws_snap (cr, plot.y + plot.h), plot.w, line);
  cairo_fill (cr);
  cairo_restore (cr);
}

/**
 * ws_scenario_draw_profile_head:
 * @text: shows
 * @l: the layout
 * @x: where the legend begins, pixels
 * @width: available for it, pixels
 *
 * Draws the legend of that picture instead of the column's title.
 */
void
ws_scenario_draw_profile_head (cairo_t *cr, WsText *text, const WsScenarioLayout *l, double x,
                               double y, double width)
{
  static const char *const names[] = { N_ ("SMs"), N_ ("warps"), N_ ("over time") };
  double size = l->head_px * 0.72;
  double right = x + width;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      double need = ws_text_width (text, WS_FACE_SANS, l->head_px, _ (names[i]));
      WsBox key = ws_box_snap (cr, (WsBox){ x, y - size / 2, size, size });

      if (x + need + (i < 2 ? size * 1.4 : 0) > right)
        return;
      cairo_new_path (cr);
      if (i < 2)
        {
          if (i == 0)
            fill_sms (cr, l->theme, &key, 1, ws_snap_line (cr, l->theme->line_px * 0.7),
                      MAX (size * 0.4, 3));
          else
            {
              ws_paint_set (cr, l->theme->accent);
              ws_box_path (cr, &key);
              cairo_fill (cr);
            }
          x += size * 1.4;
        }
      ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, l->head_px, l->theme->muted },
                    &(WsTextPlace){ x, y, 0 }, _ (names[i]));
      x += need + l->head_px * 0.9;
    }
}
