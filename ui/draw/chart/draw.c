/* draw.c: drawing a chart, part after part. */
#include "chart/private.h"

#include <math.h>

static void
track_free (gpointer data)
{
  if (data != NULL)
    g_array_unref (data);
}

static void
find_pick (WsChartDrawing *self)
{
  const WsChartOptions *options = self->options;

  if (options == NULL)
    return;
  if (options->hover_x >= 0 && options->hover_y >= 0)
    ws_chart_pick_in (self->chart, self->l, options->hover_x, options->hover_y, &self->pick);
  if (!self->pick.found)
    ws_chart_find_focus (self->chart, self->l, options->focus, &self->pick);
  /* pointing at a hidden value does not reveal it, either */
  if (options->hide != 0 || options->n_shown >= 0)
    self->pick.found = FALSE;
}

/* What marks reach beyond the plot is cut, but for half a marker. */
static void
clip (const WsChartDrawing *self)
{
  double air = ws_chart_get_marker_radius (self->l) * 1.6;
  WsBox box = ws_box_inset (&self->l->plot, -air);

  if (self->options != NULL && self->options->window.set)
    box = ws_box_inset (&self->l->plot, -self->l->line);
  /* on whole pixels: any other clip costs a mask as large as the plot */
  box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  cairo_clip (self->cr);
}

static void
draw_marks (WsChartDrawing *self, WsMark mark)
{
  /* subdued series are drawn behind */
  for (guint at = 0; at < 2 * self->chart->series->len; at++)
    {
      guint i = at % self->chart->series->len;
      const WsSeries *series = ws_chart_get_series (self->chart, i);

      if (series->mark != mark || series->quiet != (at < self->chart->series->len))
        continue;
      if (mark == WS_MARK_LINE)
        ws_chart_draw_line (self, i);
      else if (mark == WS_MARK_POINTS)
        ws_chart_draw_points (self, i);
      else if (mark == WS_MARK_STEPS)
        ws_chart_draw_steps (self, i);
    }
}

/* A chart that is not one of bars is kept back as a whole. */
static gboolean
is_veiled (const WsChartDrawing *self)
{
  gboolean has_bars = FALSE;

  for (guint i = 0; i < self->chart->series->len; i++)
    has_bars = has_bars || ws_chart_get_series (self->chart, i)->mark == WS_MARK_BARS;
  return self->options != NULL && !has_bars
         && ((self->options->hide & WS_HIDE_TIMES) != 0 || self->options->n_shown == 0);
}

static void
draw_series (WsChartDrawing *self)
{
  cairo_save (self->cr);
  clip (self);
  for (guint i = 0; i < self->chart->series->len; i++)
    if (g_ptr_array_index (self->tracks, i) != NULL)
      ws_chart_draw_bands (self, i);
  draw_marks (self, WS_MARK_STEPS);
  ws_chart_draw_bars (self);
  cairo_restore (self->cr);
  ws_chart_draw_rules (self);
  cairo_save (self->cr);
  clip (self);
  draw_marks (self, WS_MARK_LINE);
  draw_marks (self, WS_MARK_POINTS);
  cairo_restore (self->cr);
}

static void
draw_empty (const WsChartDrawing *self)
{
  const WsChartLayout *l = self->l;
  double y = l->plot.y + l->plot.h / 2;
  g_auto (GStrv) lines = NULL;
  guint n;

  if (self->chart->empty == NULL)
    return;
  lines = ws_text_wrap (self->text, WS_FACE_SANS, l->px, l->plot.w * 0.9, 3, self->chart->empty);
  n = g_strv_length (lines);
  for (guint i = 0; i < n; i++)
    ws_text_show_fit (
        self->text, &(WsTextStyle){ WS_FACE_SANS, l->px, self->theme->muted },
        &(WsTextPlace){ l->plot.x + l->plot.w / 2, y + (i - (n - 1) / 2.) * l->px * 1.4, 0.5 },
        l->plot.w * 0.9, lines[i]);
}

/**
 * ws_chart_draw_in:
 * @text: shows its words
 * @options: (nullable): what of it is shown, and pointed at
 * @theme: colours and sizes
 * @layout: the layout
 */
void
ws_chart_draw_in (cairo_t *cr, WsText *text, const WsChart *self, const WsChartOptions *options,
                  const WsTheme *theme, const WsChartLayout *layout)
{
  g_autoptr (GPtrArray) tracks = g_ptr_array_new_with_free_func (track_free);
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (WsBox));
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (WsBox));
  WsChartDrawing drawing = { .cr = cr,
                             .text = text,
                             .theme = theme,
                             .chart = self,
                             .options = options,
                             .l = layout,
                             .tracks = tracks,
                             .taken = taken,
                             .marks = marks };
  gboolean empty = ws_chart_is_empty (self);

  for (guint i = 0; i < self->series->len; i++)
    {
      const WsSeries *series = ws_chart_get_series (self, i);

      g_ptr_array_add (
          tracks, series->mark == WS_MARK_LINE ? ws_chart_make_track (self, layout, series) : NULL);
    }
  g_ptr_array_add (tracks, g_array_new (FALSE, FALSE, sizeof (WsChartSpot)));
  cairo_save (cr);
  /* ticks of no values would be made up */
  if (!empty)
    {
      find_pick (&drawing);
      ws_chart_place_flag (&drawing);
      ws_chart_draw_axes (&drawing);
      ws_chart_draw_crosshair (&drawing);
    }
  if (empty)
    draw_empty (&drawing);
  else if (is_veiled (&drawing))
    ws_veil_draw (cr, text, theme, &layout->plot, 6, layout->px * 2);
  else if (self->cells != NULL)
    ws_chart_draw_cells (&drawing);
  else
    {
      draw_series (&drawing);
      ws_chart_draw_legend (&drawing);
      ws_chart_draw_names (&drawing);
      ws_chart_draw_bar_labels (&drawing);
      ws_chart_draw_point_labels (&drawing);
      ws_chart_draw_rule_labels (&drawing);
    }
  ws_text_flush (text);
  ws_chart_draw_hover (&drawing);
  ws_text_flush (text);
  cairo_restore (cr);
}

/**
 * ws_draw_chart:
 * @options: (nullable): what of it is shown, and pointed at
 *
 * The background is the caller's.
 */
void
ws_draw_chart (cairo_t *cr, const WsChart *self, const WsChartOptions *options, const WsArea *area)
{
  g_autoptr (WsText) text = ws_text_new (cr, area->theme);
  WsChartLayout layout;
  WsChartFrame frame;

  ws_chart_frame_init (&frame, area->theme, area->width, area->height);
  ws_chart_layout_init (&layout, self, options, area->theme, text, &frame);
  ws_chart_draw_in (cr, text, self, options, area->theme, &layout);
}
