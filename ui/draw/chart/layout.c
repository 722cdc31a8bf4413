/* layout.c: where the parts of a chart stand, and which of them have room. */
#include "chart/private.h"

#include <math.h>

/* Shares of the size of what stands there. */
#define HEADING_SHARE 1.7
#define TITLE_SHARE   1.65
#define TICKS_SHARE   1.75 /* below the plot: what ws_axis_get_size() says */

/* What is dropped for want of width, and of height, one after another. */
static const WsChartDrop width_drops[] = { WS_CHART_DROP_ASIDES, WS_CHART_DROP_NOTES,
                                           WS_CHART_DROP_NAMES,  WS_CHART_DROP_RAMP,
                                           WS_CHART_DROP_LABELS, WS_CHART_DROP_LEFT };
static const WsChartDrop height_drops[] = { WS_CHART_DROP_LEGEND, WS_CHART_DROP_X_TITLE,
                                            WS_CHART_DROP_HEADING, WS_CHART_DROP_Y_TITLE,
                                            WS_CHART_DROP_BOTTOM };

/**
 * ws_chart_frame_init:
 * @self: (out): a frame
 * @theme: sizes
 * @width: of the drawing, in pixels
 * @height: of the drawing, in pixels
 *
 * Of a chart that fills its drawing.
 */
void
ws_chart_frame_init (WsChartFrame *self, const WsTheme *theme, double width, double height)
{
  WsBox all = { 0, 0, MAX (width, 1), MAX (height, 1) };

  self->scale = ws_theme_get_scale (theme, width, height);
  self->min_px = ws_theme_get_min_text (theme, height);
  self->alone = FALSE;
  self->box = ws_box_inset (&all, MIN (theme->note_px * self->scale * 0.4, width * 0.02));
}

static gboolean
is_dropped (const WsChartLayout *self, WsChartDrop drop)
{
  return (self->dropped & drop) != 0;
}

/* ---- scales ---- */

/* Zoomed where it is; of categories never. */
static void
get_shown (const WsChart *chart, const WsChartOptions *options, gboolean vertical, double *from,
           double *to)
{
  const WsChartAxis *axis = ws_chart_get_axis (chart, vertical);

  ws_chart_get_range (chart, vertical, from, to);
  if (options == NULL || !options->window.set || axis->categories != NULL)
    return;
  *from = vertical ? options->window.y_from : options->window.x_from;
  *to = vertical ? options->window.y_to : options->window.x_to;
}

static void
init_ticks (WsTicksOptions *ticks, const char **unit, const WsChartAxis *axis, const WsScale *scale,
            gboolean vertical)
{
  double largest = MAX (fabs (scale->from), fabs (scale->to));
  double divisor;

  /* what spans many sizes is said in the one in the middle */
  if (scale->kind != WS_SCALE_LINEAR)
    largest = sqrt (scale->from) * sqrt (scale->to);
  *unit = ws_quantity_choose_unit (axis->quantity, largest, &divisor);
  *ticks = (WsTicksOptions){ .kind = WS_TICKS_DECIMAL,
                             .shown_unit = divisor,
                             .vertical = vertical,
                             .air = vertical ? 2.4 : 3.2 };
  if (axis->quantity == WS_QUANTITY_COUNT || axis->quantity == WS_QUANTITY_ELEMENTS)
    ticks->unit = 1;
  ticks->powers = axis->quantity == WS_QUANTITY_ELEMENTS && scale->kind == WS_SCALE_LOG2;
}

static void
init_scales (WsChartLayout *self, const WsChart *chart, const WsScale *shared)
{
  const WsBox *plot = &self->plot;
  gboolean turned = chart->y.categories != NULL; /* the first is the uppermost */
  ws_scale_init (&self->x, chart->x.categories != NULL ? WS_SCALE_LINEAR : chart->x.kind,
                 self->shown_x[0], self->shown_x[1], plot->x,
                 plot->x + plot->w - (chart->horizontal ? self->reserve : 0));
  if (shared != NULL)
    self->y = *shared;
  else
    ws_scale_init (&self->y, turned ? WS_SCALE_LINEAR : chart->y.kind, self->shown_y[0],
                   self->shown_y[1], turned ? plot->y : plot->y + plot->h,
                   turned ? plot->y + plot->h : plot->y + (chart->horizontal ? 0 : self->reserve));
  init_ticks (&self->x_ticks, &self->x_unit, &chart->x, &self->x, FALSE);
  init_ticks (&self->y_ticks, &self->y_unit, &chart->y, &self->y, TRUE);
}

/* ---- margins ---- */

static double
get_left (const WsChartLayout *self, const WsChart *chart, WsText *text)
{
  WsAxis axis = { .side = WS_AXIS_LEFT,
                  .scale = self->y,
                  .ticks = self->y_ticks,
                  .plot = self->plot,
                  .px = self->small_px };

  if (is_dropped (self, WS_CHART_DROP_LEFT))
    return self->small_px * 0.4;
  if (chart->y.categories != NULL)
    return ws_chart_get_category_width (chart, self, text, self->frame.box.w * 0.42);
  return ws_axis_get_size (&axis, text);
}

static double
get_bottom (const WsChartLayout *self, const WsChart *chart, WsText *text)
{
  if (is_dropped (self, WS_CHART_DROP_BOTTOM))
    return self->small_px * 0.5;
  if (chart->x.categories != NULL)
    return ws_chart_get_category_height (chart, self, text);
  return self->small_px * TICKS_SHARE;
}

/* Half of the last label reaches beyond the plot. */
static double
get_right (const WsChartLayout *self, const WsChart *chart, WsText *text)
{
  double widest = 0;
  g_autoptr (GArray) ticks = NULL;

  if (chart->x.categories != NULL || is_dropped (self, WS_CHART_DROP_BOTTOM))
    return self->small_px * 0.3;
  ticks = ws_ticks_new (&self->x, &self->x_ticks, text, WS_FACE_SANS, self->small_px);
  if (ticks->len > 0)
    {
      const WsTick *last = &g_array_index (ticks, WsTick, ticks->len - 1);

      widest = last->at + ws_text_gather_width (text, WS_FACE_SANS, self->small_px, last->label) / 2
               - self->plot.x - self->plot.w;
    }
  return MAX (widest, 0) + self->small_px * 0.3;
}

static gboolean
has_title (const WsChart *chart, gboolean vertical)
{
  const char *label = ws_chart_get_axis (chart, vertical)->label;

  return label != NULL && *label != '\0';
}

/* From above: heading, legend, the y axis' title, the plot, ticks, the x axis' title. */
static void
stack (WsChartLayout *self, const WsChart *chart, WsText *text)
{
  const WsBox *box = &self->frame.box;
  double y = box->y;
  double bottom = box->y + box->h;

  self->heading = self->legend = self->x_title = self->y_title = (WsBox){ 0 };
  if (chart->heading != NULL && *chart->heading != '\0'
      && !is_dropped (self, WS_CHART_DROP_HEADING))
    {
      self->heading = (WsBox){ box->x, y, box->w, self->head_px * HEADING_SHARE };
      y += self->heading.h;
    }
  if (!is_dropped (self, WS_CHART_DROP_LEGEND) && ws_chart_needs_legend (chart, self))
    {
      double h = ws_chart_get_legend_height (chart, self, text, box->w);

      self->legend = (WsBox){ box->x, y, box->w, h };
      y += h;
    }
  if (has_title (chart, TRUE) && !is_dropped (self, WS_CHART_DROP_Y_TITLE))
    {
      self->y_title = (WsBox){ box->x, y, box->w, self->small_px * TITLE_SHARE };
      y += self->y_title.h;
    }
  y += self->small_px * 0.5;
  if (has_title (chart, FALSE) && !is_dropped (self, WS_CHART_DROP_X_TITLE))
    {
      bottom -= self->small_px * TITLE_SHARE;
      self->x_title = (WsBox){ box->x, bottom, box->w, self->small_px * TITLE_SHARE };
    }
  self->plot.y = y;
  self->plot.h = MAX (bottom - get_bottom (self, chart, text) - y, 1);
}

/* Between the left and the right margin, with room for the labels of bars. */
static void
set_left (WsChartLayout *self, const WsChart *chart, WsText *text, double left, double right)
{
  self->plot.x = self->frame.box.x + left;
  self->plot.w = MAX (right - self->plot.x, 1);
  self->reserve = 0;
  init_scales (self, chart, NULL);
  self->reserve =
      ws_chart_get_bar_reserve (chart, self, text, chart->horizontal ? self->plot.w : self->plot.h);
  init_scales (self, chart, NULL);
}

/* From the left: ticks, the plot, names or colours. */
static void
line_up (WsChartLayout *self, const WsChart *chart, WsText *text)
{
  const WsBox *box = &self->frame.box;
  double names =
      is_dropped (self, WS_CHART_DROP_NAMES) ? 0 : ws_chart_get_names_width (chart, self, text);
  double ramp = chart->cells == NULL || is_dropped (self, WS_CHART_DROP_RAMP)
                    ? 0
                    : ws_chart_get_ramp_width (chart, self, text);
  double right = box->x + box->w - names - ramp;
  double left;

  self->reserve = 0;
  self->plot.x = box->x;
  self->plot.w = MAX (right - box->x, 1);
  init_scales (self, chart, NULL);
  left = get_left (self, chart, text);
  if (names + ramp == 0)
    right -= get_right (self, chart, text);
  set_left (self, chart, text, left, right);
  /* room for the bars' labels leaves other ticks */
  if (self->reserve > 0 && !chart->horizontal)
    set_left (self, chart, text, MAX (get_left (self, chart, text), left), right);
  self->names = names > 0 ? (WsBox){ right, self->plot.y, names, self->plot.h } : (WsBox){ 0 };
  self->ramp = ramp > 0 ? (WsBox){ right, self->plot.y, ramp, self->plot.h } : (WsBox){ 0 };
}

/* Drops the next of a list. Returns: whether there was one */
static gboolean
drop_next (WsChartLayout *self, const WsChartDrop *drops, guint n_drops)
{
  for (guint i = 0; i < n_drops; i++)
    if (!is_dropped (self, drops[i]))
      {
        self->dropped |= drops[i];
        return TRUE;
      }
  return FALSE;
}

/**
 * ws_chart_layout_init:
 * @self: (out): the layout
 * @chart: what is shown
 * @options: (nullable): which part of it
 * @theme: sizes
 * @frame: what there is room for
 */
void
ws_chart_layout_init (WsChartLayout *self, const WsChart *chart, const WsChartOptions *options,
                      const WsTheme *theme, WsText *text, const WsChartFrame *frame)
{
  double share = chart->horizontal ? 0.24 : 0.45;
  double least_w =
      MIN (MAX (frame->box.w * share, theme->note_px * frame->scale * 5), frame->box.w * 0.75);
  double least_h = frame->box.h * 0.55;

  *self = (WsChartLayout){ .frame = *frame,
                           .px = MAX (theme->label_px * frame->scale, frame->min_px),
                           .small_px = MAX (theme->note_px * frame->scale, frame->min_px),
                           .head_px = MAX (theme->text_px * frame->scale, frame->min_px),
                           .line = MAX (theme->line_px * frame->scale, 0.8) };
  get_shown (chart, options, FALSE, &self->shown_x[0], &self->shown_x[1]);
  get_shown (chart, options, TRUE, &self->shown_y[0], &self->shown_y[1]);
  for (;;)
    {
      double bars;

      stack (self, chart, text);
      line_up (self, chart, text);
      /* what the categories below need is known once the plot is as wide as it will be */
      stack (self, chart, text);
      line_up (self, chart, text);
      bars = self->reserve;
      if (self->plot.w - (chart->horizontal ? bars : 0) < least_w
          && drop_next (self, width_drops, G_N_ELEMENTS (width_drops)))
        continue;
      if (self->plot.h - (chart->horizontal ? 0 : bars) < least_h
          && drop_next (self, height_drops, G_N_ELEMENTS (height_drops)))
        continue;
      break;
    }
}

/**
 * ws_chart_layout_align:
 * @top: of the plot
 * @bottom: of the plot
 * @y: (nullable): scale of the y axis, which has no labels of its own then
 *
 * Gives the plot another height, as that of the chart beside it.
 */
void
ws_chart_layout_align (WsChartLayout *self, const WsChart *chart, WsText *text, double top,
                       double bottom, const WsScale *y)
{
  const WsBox *box = &self->frame.box;

  if (y != NULL)
    self->dropped |= WS_CHART_DROP_LEFT | WS_CHART_DROP_Y_TITLE;
  if (self->y_title.h > 0)
    self->y_title.y = MAX (top - self->small_px * (TITLE_SHARE + 0.5), box->y);
  if (is_dropped (self, WS_CHART_DROP_Y_TITLE))
    self->y_title = (WsBox){ 0 };
  self->plot.y = top;
  self->plot.h = MAX (bottom - top, 1);
  line_up (self, chart, text);
  init_scales (self, chart, y);
}
