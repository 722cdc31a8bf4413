#include "calculator/private.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEFT_SHARE     0.55 /* of a wide drawing: the charts */
#define MIN_CHART_ROWS 8.5  /* least height of a chart, in lines of notes */
#define MAX_STRIP      0.26 /* share of the height */

static WsBox
take (WsBox *from, double height)
{
  WsBox taken = { from->x, from->y, from->w, MIN (height, MAX (from->h, 0)) };

  from->y += taken.h;
  from->h -= taken.h;
  return taken;
}

static guint
count_lines (WsText *text, WsFace face, double px, double width, const char *string)
{
  g_auto (GStrv) lines =
      ws_text_wrap (text, face, px, width, WS_CALCULATOR_MAX_LINES, string != NULL ? string : "");

  return g_strv_length (lines);
}

/* ---- the time machine ---- */

/* An architecture is at least as wide as its name, so that all have theirs; its capabilities share
 * the room. */
static void
place_capabilities (WsCalculatorLayout *self, WsText *text)
{
  guint n = ws_occupancy_limits_get_n ();
  double widths[48];
  double total = 0;
  double x = self->strip_bars.x;
  double cell = self->strip_bars.w / MAX (n, 1);
  double least = self->strip_names.h > 0 ? cell * 0.82 : 0;

  self->n_capabilities = MIN (n, G_N_ELEMENTS (self->capabilities));
  for (guint i = 0; i < self->n_capabilities;)
    {
      const WsOccupancyLimits *limits = ws_occupancy_limits_get (i);
      const char *name = ws_occupancy_get_architecture (limits->cc_major, limits->cc_minor);
      guint end = i;
      double width;

      while (end < self->n_capabilities
             && g_str_equal (
                 name, ws_occupancy_get_architecture (ws_occupancy_limits_get (end)->cc_major,
                                                      ws_occupancy_limits_get (end)->cc_minor)))
        end++;
      width = MAX (least,
                   (ws_text_width (text, WS_FACE_SANS, self->note_px, name) + self->note_px * 0.8)
                       / (end - i));
      for (; i < end; i++)
        total += widths[i] = self->strip_names.h > 0 ? width : 1;
    }
  for (guint i = 0; i < self->n_capabilities; i++)
    {
      double w = widths[i] / total * self->strip_bars.w;

      self->capabilities[i] = (WsBox){ x, self->strip_bars.y, w, self->strip_bars.h };
      x += w;
    }
}

static double
get_names_width (WsText *text, double px)
{
  static const char names[] = "Tesla  Fermi  Kepler  Maxwell  Pascal  Volta  Turing  Ampere  Ada  "
                              "Hopper  Blackwell";

  return ws_text_width (text, WS_FACE_SANS, px, names);
}

static void
place_strip (WsCalculatorLayout *self, WsText *text, const WsCalculator *calculator, WsBox *area)
{
  g_autofree char *change = ws_calculator_dup_change (calculator);
  gboolean names = get_names_width (text, self->note_px) < area->w * 0.9;
  guint n_lines = count_lines (text, WS_FACE_SANS, self->note_px, area->w, change);
  /* room for two lines, so that stepping through the capabilities moves nothing */
  double title = self->note_px * (1.45 * (self->wide ? MAX (MIN (n_lines, 2), 1) : 2) + 0.5);
  double above = self->note_px * 1.5; /* for the percentage over a bar */
  double labels = self->note_px * 1.45;
  double name_row = names ? self->note_px * 1.5 : 0;
  double bars = CLAMP (self->height * 0.075, self->note_px * 1.6, self->note_px * 3.2);
  double total = title + name_row + above + bars + labels;
  WsBox left;

  if (total > self->height * MAX_STRIP && total > area->h * 0.34)
    {
      title = self->note_px * 1.9;
      name_row = 0;
      total = title + above + bars + labels;
    }
  if (total > area->h * 0.45)
    return;
  left = (WsBox){ area->x, area->y + area->h - total, area->w, total };
  area->h -= total + self->note_px * 0.5;
  self->strip = left;
  self->strip_title = take (&left, title);
  self->strip_names = take (&left, name_row);
  take (&left, above);
  self->strip_bars = take (&left, bars);
  self->strip_labels = take (&left, labels);
  place_capabilities (self, text);
}

/* ---- charts ---- */

static void
place_chart (WsCalculatorLayout *self, WsText *text, const WsCalculator *calculator, guint chart,
             const WsBox *box)
{
  WsCalculatorChartLayout *l = &self->charts[chart];
  const WsCalculatorSide *a = &calculator->sides[0];
  const GArray *steps = a->steps[chart];
  guint warps = MAX (a->limits->warps, calculator->sides[calculator->n_sides - 1].limits->warps);
  double from = g_array_index (steps, WsCalculatorStep, 0).from;
  double to = g_array_index (steps, WsCalculatorStep, steps->len - 1).to;
  double left = ws_text_width (text, WS_FACE_SANS, self->note_px, "64") + self->note_px * 0.9;
  double bottom = self->note_px * 1.75;
  double right = self->note_px * 0.8; /* half a label, and the point */
  WsBox room = *box;

  l->box = *box;
  l->title = take (&room, self->note_px * 1.95);
  l->plot =
      (WsBox){ room.x + left, room.y, MAX (room.w - left - right, 1), MAX (room.h - bottom, 1) };
  l->title.x = l->plot.x;
  l->title.w = l->plot.w;
  l->x = (WsAxis){
    .side = WS_AXIS_BOTTOM, .plot = l->plot, .px = self->note_px, .room = right, .grid = FALSE
  };
  l->y = (WsAxis){ .side = WS_AXIS_LEFT,
                   .plot = l->plot,
                   .px = self->note_px,
                   .room = self->note_px * 0.5,
                   .grid = TRUE };
  ws_scale_init (&l->x.scale, WS_SCALE_LINEAR, chart == WS_CALCULATOR_SHARED ? from : 0, to,
                 l->plot.x, l->plot.x + l->plot.w);
  ws_scale_init (&l->y.scale, WS_SCALE_LINEAR, 0, warps, l->plot.y + l->plot.h, l->plot.y);
  l->y.ticks = (WsTicksOptions){ .kind = WS_TICKS_BINARY, .unit = 8, .vertical = TRUE };
  l->x.ticks = (WsTicksOptions){ .kind = WS_TICKS_BINARY, .unit = 32 };
  if (chart == WS_CALCULATOR_SHARED)
    l->x.ticks = (WsTicksOptions){ .kind = WS_TICKS_BINARY, .unit = 1024, .shown_unit = 1024 };
}

static void
place_charts (WsCalculatorLayout *self, WsText *text, const WsCalculator *calculator,
              const WsCalculatorOptions *options, WsBox area)
{
  double least = self->note_px * MIN_CHART_ROWS;
  double gap = self->note_px * 0.5;
  guint n;
  guint only = options != NULL && options->focus < WS_CALCULATOR_N_CHARTS ? options->focus
                                                                          : WS_CALCULATOR_THREADS;
  double height;

  if (area.h > least * 1.6)
    self->heading = take (&area, self->text_px * 1.6);
  n = (guint)CLAMP (floor ((area.h + gap) / (least + gap)), 0, WS_CALCULATOR_N_CHARTS);
  if (n == 0 && area.h > self->note_px * 6)
    n = 1;
  if (n == 0)
    return;
  height = (area.h - gap * (n - 1)) / n;
  for (guint i = 0; i < n; i++)
    {
      WsBox box = take (&area, height);
      WsBox half = box;

      take (&area, gap);
      if (n != 2 || i == 0)
        {
          place_chart (self, text, calculator, n == 1 ? only : i, &box);
          continue;
        }
      /* room for two rows: what falls only needs less width than what rises and falls */
      half.w = (box.w - gap * 2) / 2;
      place_chart (self, text, calculator, WS_CALCULATOR_REGISTERS, &half);
      half.x += half.w + gap * 2;
      place_chart (self, text, calculator, WS_CALCULATOR_SHARED, &half);
    }
}

/* ---- the answer ---- */

static double
get_answer_height (const WsCalculatorLayout *self, WsText *text, const WsCalculatorSide *side,
                   double width)
{
  g_autofree char *launch = ws_calculator_describe_launch (side);

  return MAX (self->big_px * 1.15, self->text_px * 1.45 + self->note_px * 1.4) + self->note_px * 0.4
         + self->note_px * 1.4
               * (MIN (count_lines (text, WS_FACE_SANS, self->note_px, width, launch),
                       self->n_launch_lines)
                  + (self->narrow ? self->n_limited_lines : 0));
}

/* Whether what limits fits beside the percentage, which leaves it nearly half of the width. */
static gboolean
has_room_beside (const WsCalculatorLayout *self, WsText *text, const WsCalculatorSide *side,
                 double width)
{
  g_autofree char *share = ws_occupancy_format_share (side->result.occupancy);
  g_autofree char *limiters = ws_calculator_describe_limiters (side);
  double used = MIN (ws_text_width (text, WS_FACE_BOLD, self->big_px, share), width * 0.55);

  return ws_text_width (text, WS_FACE_SANS, self->note_px, limiters)
         < width - used - self->text_px * 0.7;
}

typedef enum { NONE, BINDING, ALL } Sentences; /* which limiters have one */

static void
place_rows (WsCalculatorLayout *self, WsText *text, const WsCalculator *calculator, WsBox *area,
            Sentences sentences, double spread)
{
  gboolean two = calculator->n_sides == 2;
  double row_h = self->note_px * ((two ? 2.3 : 1.75) + spread * 0.4);
  double air = self->note_px * spread * 0.6;
  double any;

  self->name_w = 0;
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    self->name_w = MAX (self->name_w,
                        ws_text_width (text, WS_FACE_BOLD, self->note_px, ws_limiter_get_name (i)));
  self->name_w += self->note_px * 2.9;
  /* a number of each case, or its replacement */
  any = calculator->n_sides
        * (ws_text_width (text, WS_FACE_BOLD, self->note_px, _ ("any")) + self->note_px * 0.2);
  self->number_w = MAX (
      ws_text_width (text, WS_FACE_BOLD, self->note_px, "no limit") + self->note_px * 0.7, any);
  if (self->name_w + self->number_w > area->w * 0.62)
    self->number_w = ws_text_width (text, WS_FACE_BOLD, self->note_px, "128") + self->note_px * 0.7;
  self->rows_heading = take (area, self->note_px * 1.75);
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    {
      WsCalculatorRowLayout *row = &self->rows[i];
      gboolean binds = (calculator->sides[0].result.limiters & 1u << i) != 0;

      row->row = take (area, row_h);
      row->bar = (WsBox){ row->row.x + self->name_w, row->row.y + row_h * 0.12,
                          MAX (row->row.w - self->name_w - self->number_w, 1), row_h * 0.76 };
      if (sentences == ALL || (sentences == BINDING && binds))
        row->sentence = take (area, self->note_px * (1.35 * self->n_lines[i] + 0.25));
      take (area, air);
    }
}

/* What the rows with these sentences take. */
static double
measure_rows (WsCalculatorLayout *self, WsText *text, const WsCalculator *calculator,
              const WsBox *area, Sentences sentences)
{
  WsBox endless = { area->x, area->y, area->w, 1e6 };

  place_rows (self, text, calculator, &endless, sentences, 0);
  return 1e6 - endless.h;
}

static void
clear_rows (WsCalculatorLayout *self)
{
  self->rows_heading = (WsBox){ 0 };
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    self->rows[i] = (WsCalculatorRowLayout){ .row = { 0 } };
}

/* Rows and advice, with as many sentences as there is room for. */
static void
place_details (WsCalculatorLayout *self, WsText *text, const WsCalculator *calculator, WsBox *area)
{
  g_autofree char *advice = ws_calculator_dup_advice (calculator);
  gboolean two = calculator->n_sides == 2;
  double gap = self->note_px * 0.7;
  double advice_h = self->note_px * 1.4
                        * MIN (3, count_lines (text, WS_FACE_SANS, self->note_px, area->w, advice))
                    + self->note_px * 1.5 + gap;
  double room = area->h;
  double used;
  Sentences sentences = two ? NONE : ALL;

  for (guint i = 0; i < WS_N_LIMITERS; i++)
    self->n_lines[i] = MIN (2, count_lines (text, WS_FACE_SANS, self->note_px,
                                            area->w - self->note_px * WS_CALCULATOR_INDENT,
                                            calculator->sides[0].explanations[i]));
  while (sentences > NONE
         && measure_rows (self, text, calculator, area, sentences) + advice_h > room)
    sentences--;
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    self->rows[i].sentence = (WsBox){ 0 };
  used = measure_rows (self, text, calculator, area, sentences);
  if (used > room)
    {
      clear_rows (self);
      return;
    }
  for (guint i = 0; i < WS_N_LIMITERS; i++)
    self->rows[i].sentence = (WsBox){ 0 };
  /* what is left over is shared out, as long as it looks like one table */
  place_rows (self, text, calculator, area, sentences,
              self->wide
                  ? CLAMP ((room - used - advice_h - gap) / (self->note_px * WS_N_LIMITERS), 0, 1)
                  : 0);
  if (advice_h <= area->h)
    {
      take (area, gap);
      self->advice = take (area, advice_h - gap);
    }
}

static void
place_answer (WsCalculatorLayout *self, WsText *text, const WsCalculator *calculator, WsBox *area)
{
  guint n = calculator->n_sides;
  double gap = n == 2 ? self->note_px : 0;
  double width = (area->w - gap) / n;
  double height = 0;
  WsBox row;

  /* in a large picture what is long is not cut */
  self->n_launch_lines = self->scale > 0.8 ? WS_CALCULATOR_MAX_LINES : 3;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *limited = ws_calculator_describe_limiters (&calculator->sides[i]);
      guint lines = count_lines (text, WS_FACE_SANS, self->note_px, width, limited);

      self->n_limited_lines = MAX (self->n_limited_lines, MIN (lines, self->n_launch_lines / 2));
    }
  self->narrow = n == 2 || !has_room_beside (self, text, &calculator->sides[0], width);
  for (guint i = 0; i < n; i++)
    height = MAX (height, get_answer_height (self, text, &calculator->sides[i], width));
  row = take (area, height);
  for (guint i = 0; i < n; i++)
    self->answer[i] = (WsBox){ row.x + i * (width + gap), row.y, width, row.h };
  take (area, self->note_px * 0.5);
  if (n == 2)
    {
      g_autofree char *difference = ws_calculator_dup_difference (calculator);
      guint lines = count_lines (text, WS_FACE_SANS, self->note_px, area->w, difference);
      double wanted = self->note_px * (1.4 * lines + 0.6);

      if (wanted < area->h * 0.5)
        self->difference = take (area, wanted);
    }
}

/**
 * ws_calculator_layout_init:
 * @self: (out): the layout
 * @calculator: the calculator
 * @options: (nullable): which chart has the focus
 *
 * Computes the layout. What there is no room for has a box of no height.
 */
void
ws_calculator_layout_init (WsCalculatorLayout *self, WsText *text, const WsCalculator *calculator,
                           const WsCalculatorOptions *options, const WsArea *area)
{
  double min_px = ws_theme_get_min_text (area->theme, area->height);
  WsBox inside;

  *self =
      (WsCalculatorLayout){ .width = area->width,
                            .height = area->height,
                            .scale = ws_theme_get_scale (area->theme, area->width, area->height) };
  self->text_px = MAX (area->theme->text_px * self->scale, min_px);
  self->note_px = MAX (area->theme->note_px * self->scale, min_px);
  self->big_px = self->text_px * (calculator->n_sides == 2 ? 1.9 : 2.6);
  self->line = area->theme->line_px * self->scale;
  self->pad = ws_theme_get_margin (area->theme, area->width, area->height);
  self->wide = area->width >= area->height * 1.15;
  inside = (WsBox){ self->pad, self->pad * 0.7, area->width - 2 * self->pad,
                    area->height - 1.7 * self->pad };
  place_strip (self, text, calculator, &inside);
  if (self->wide)
    {
      double gap = self->pad * 1.3;
      WsBox left = inside;
      WsBox right = inside;

      left.w = (inside.w - gap) * LEFT_SHARE;
      right.x = left.x + left.w + gap;
      right.w = inside.w - left.w - gap;
      place_charts (self, text, calculator, options, left);
      place_answer (self, text, calculator, &right);
      place_details (self, text, calculator, &right);
    }
  else
    {
      WsBox details;
      double least = self->note_px * MIN_CHART_ROWS;

      place_answer (self, text, calculator, &inside);
      /* below the charts, if one of them is left */
      details = inside;
      place_details (self, text, calculator, &details);
      if (details.h < least * 1.2)
        {
          clear_rows (self);
          self->advice = (WsBox){ 0 };
          details = inside;
        }
      else if (self->rows_heading.h > 0)
        {
          double used = inside.h - details.h;
          double down = details.h;

          self->rows_heading.y += down;
          for (guint i = 0; i < WS_N_LIMITERS; i++)
            {
              self->rows[i].row.y += down;
              self->rows[i].bar.y += down;
              self->rows[i].sentence.y += down;
            }
          self->advice.y += down;
          details = (WsBox){ inside.x, inside.y, inside.w, inside.h - used - self->note_px * 0.4 };
        }
      place_charts (self, text, calculator, options, details);
    }
}
