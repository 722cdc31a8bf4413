#include "beside/times.h"

#include "beside/private.h"
#include "pen/axis.h"
#include "pen/quantity.h"
#include "sheet/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define HEAD          1.75 /* of the text's size, from the top to the bars */
#define BAR           1.1
#define BAR_GAP       0.3
#define NOW           1.25 /* text on the playhead, below the bars */
#define AXIS          1.9
#define PAD           0.6
#define NEAR          0.02 /* a launch whose blocks were timed otherwise has no place for its playhead */
#define MOST_FACTOR   9.995
#define JOINT         0.09
#define RATIO         1.35 /* of the text */
#define PLAYHEAD_LINE 0.16

static const char *const names[WS_BESIDE_N_SIDES] = { N_ ("before"), N_ ("after") };

/* ---- what it is ---- */

/* Returns: the time of the launch shown, or of all; NAN if unknown */
static double
get_ns (const WsBeside *beside, WsBesideSide side, guint launch)
{
  const WsLaunch *shown = ws_beside_get_launch (beside, side);

  if (launch == WS_NONE)
    return ws_beside_get_plan_ns (beside->scenes[side]->run);
  return shown->has_duration ? (double)shown->duration_ns : NAN;
}

/* Returns: @time in nanoseconds; NAN where blocks of the launch were timed on another clock than it
 */
static double
get_now (const WsBeside *beside, WsBesideSide side, double time)
{
  const WsScene *scene = beside->scenes[side];
  const WsLaunch *launch = ws_beside_get_launch (beside, side);
  double whole = (double)launch->duration_ns;
  double end;

  if (scene->timeline == NULL || !launch->has_duration)
    return NAN;
  end = (double)scene->timeline->end * ws_scene_get_cycle_ns (scene);
  return fabs (end - whole) <= MAX (whole * NEAR, 1) ? time * ws_scene_get_cycle_ns (scene) : NAN;
}

/**
 * ws_beside_times_init:
 * @self: (out): gets their times
 * @left: the moment of the left
 * @over_time: whether both stand at one instant; else at one stage
 */
void
ws_beside_times_init (WsBesideTimes *self, const WsBeside *beside, const WsMoment *left,
                      gboolean over_time)
{
  WsMoment right;

  *self = (WsBesideTimes){ .launch = WS_NONE, .one_now = over_time };
  ws_beside_moment_of (beside, left, &right);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      self->n_launches[i] = (guint)beside->scenes[i]->run->n_launches;
      if (beside->scenes[i]->launch > 0)
        self->launch = beside->scenes[WS_BESIDE_LEFT]->launch;
    }
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      const WsMoment *moment = i == WS_BESIDE_LEFT ? left : &right;
      double time =
          over_time ? moment->time : ws_scene_time_at (beside->scenes[i], moment->position);

      self->ns[i] = get_ns (beside, i, self->launch);
      self->now_ns[i] = get_now (beside, i, time);
    }
}

/* ---- in words ---- */

/* Returns: (transfer full): whose time it is: "Time of the launch" */
char *
ws_beside_times_say_what (const WsBesideTimes *self)
{
  const guint *n = self->n_launches;

  if (self->launch != WS_NONE)
    return g_strdup_printf (_ ("Time of launch %u"), self->launch + 1);
  if (n[WS_BESIDE_LEFT] != n[WS_BESIDE_RIGHT])
    return g_strdup_printf (_ ("Time of all launches, %1$u | %2$u"), n[WS_BESIDE_LEFT],
                            n[WS_BESIDE_RIGHT]);
  if (n[WS_BESIDE_LEFT] > 1)
    return g_strdup_printf (
        ngettext ("Time of the %u launch", "Time of all %u launches", n[WS_BESIDE_LEFT]),
        n[WS_BESIDE_LEFT]);
  return g_strdup (_ ("Time of the launch"));
}

/* Returns: (transfer full) (nullable): what the times are to each other: "1.39× as fast", where
 * after is slower "takes 1.40× as long"; %NULL if one is not known */
char *
ws_beside_times_say_ratio (const WsBesideTimes *self)
{
  double before = self->ns[WS_BESIDE_LEFT];
  double after = self->ns[WS_BESIDE_RIGHT];
  double factor = MAX (before / after, after / before);
  g_autofree char *number = NULL;

  if (isnan (factor) || MIN (before, after) <= 0)
    return NULL;
  number = factor < MOST_FACTOR ? ws_sheet_format_factor (factor) : ws_sheet_format_times (factor);
  if (g_str_equal (number, "1.00"))
    return g_strdup (_ ("equally fast"));
  /* Translators: of the second of two runs, beside the first; how many times */
  return g_strdup_printf (after < before ? _ ("%s× as fast") : _ ("takes %s× as long"), number);
}

/* Returns: (transfer full) (nullable): position of the playhead: "now 14.2 µs on both", "this stage
 * at 0.42 | 0.31 µs"; %NULL if unknown */
char *
ws_beside_times_say_now (const WsBesideTimes *self)
{
  const double *now = self->now_ns;
  WsSheetColumn column;
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;

  if (isnan (now[WS_BESIDE_LEFT]) || isnan (now[WS_BESIDE_RIGHT]))
    return NULL;
  if (self->one_now)
    {
      left = ws_quantity_format (WS_QUANTITY_TIME, floor (now[WS_BESIDE_LEFT] + 1e-3));
      return g_strdup_printf (_ ("now %s on both"), left);
    }
  ws_sheet_column_init (&column, WS_QUANTITY_TIME, MIN (now[0], now[1]), MAX (now[0], now[1]));
  left = ws_sheet_column_format (&column, now[WS_BESIDE_LEFT]);
  right = ws_sheet_column_format (&column, now[WS_BESIDE_RIGHT]);
  return g_strdup_printf (_ ("this stage at %1$s | %2$s %3$s"), left, right, column.unit);
}

static const char *
get_origin (const WsBeside *beside, WsBesideSide side)
{
  return _ (ws_origin_get_name (ws_beside_get_launch (beside, side)->origin));
}

/* (transfer full): where the times are from: "modelled, Virtual NVIDIA H200" */
static char *
say_source (const WsBeside *beside)
{
  g_autofree char *devices[WS_BESIDE_N_SIDES] = { NULL };
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;
  char *said;

  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    devices[i] = ws_sheet_clean (beside->scenes[i]->run->device_name);
  left = g_strdup_printf (_ ("%1$s, %2$s"), get_origin (beside, WS_BESIDE_LEFT),
                          devices[WS_BESIDE_LEFT]);
  right = g_strdup_printf (_ ("%1$s, %2$s"), get_origin (beside, WS_BESIDE_RIGHT),
                           devices[WS_BESIDE_RIGHT]);
  said = g_str_equal (left, right) ? g_strdup (left) : g_strdup_printf ("%s | %s", left, right);
  g_free (devices[1]);
  return said;
}

static char *
format_time (double ns)
{
  return isnan (ns) ? g_strdup (_ ("not timed")) : ws_quantity_format (WS_QUANTITY_TIME, ns);
}

/**
 * ws_beside_times_say:
 * @beside: whose they are
 *
 * Returns: (transfer full): all of it: "Time of the launch: 9.96 µs | 7.75 µs, modelled, Virtual
 * NVIDIA H200; 1.29× as fast."
 */
char *
ws_beside_times_say (const WsBesideTimes *self, const WsBeside *beside)
{
  g_autofree char *what = ws_beside_times_say_what (self);
  g_autofree char *left = format_time (self->ns[WS_BESIDE_LEFT]);
  g_autofree char *right = format_time (self->ns[WS_BESIDE_RIGHT]);
  g_autofree char *source = say_source (beside);
  g_autofree char *ratio = ws_beside_times_say_ratio (self);

  if (ratio == NULL)
    return g_strdup_printf (_ ("%1$s: %2$s | %3$s, %4$s."), what, left, right, source);
  return g_strdup_printf (_ ("%1$s: %2$s | %3$s, %4$s; %5$s."), what, left, right, source, ratio);
}

/* ---- where it stands ---- */

static void
layout (const WsBesideTimes *self, WsText *text, const WsTheme *theme, double width, double height,
        WsBesideTimesLayout *l)
{
  double px = MAX (height / WS_BESIDE_TIMES_LINES, ws_theme_get_min_text (theme, height));
  double label = 0;
  double value = 0;
  double longest = 0;

  *l = (WsBesideTimesLayout){ .px = px };
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      g_autofree char *time = format_time (self->ns[i]);

      label = MAX (label, ws_text_width (text, WS_FACE_SANS, px, _ (names[i])));
      value = MAX (value, ws_text_width (text, WS_FACE_BOLD, px, time));
      longest = fmax (longest, self->ns[i]);
    }
  l->end_ns = MAX (longest, 1);
  l->plot = (WsBox){ px * PAD + label + px * PAD, px * HEAD, 0, 2 * px * BAR + px * BAR_GAP };
  l->plot.w = MAX (width - l->plot.x - value - 2 * px * PAD, 1);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      double ns = isnan (self->ns[i]) ? 0 : self->ns[i];

      l->bars[i] = (WsBox){ l->plot.x, l->plot.y + i * px * (BAR + BAR_GAP),
                            l->plot.w * ns / l->end_ns, px * BAR };
      l->nows[i] = l->plot.x + l->plot.w * MIN (self->now_ns[i], l->end_ns) / l->end_ns;
      if (isnan (self->now_ns[i]))
        l->nows[i] = NAN;
    }
}

/**
 * ws_beside_times_layout:
 * @theme: how it looks
 * @l: (out): the layout
 */
void
ws_beside_times_layout (const WsBesideTimes *self, const WsTheme *theme, double width,
                        double height, WsBesideTimesLayout *l)
{
  g_autoptr (WsText) text = ws_text_new (NULL, theme);

  layout (self, text, theme, width, height, l);
}

/* ---- how it looks ---- */

static void
draw_axis (cairo_t *cr, WsText *text, const WsBesideTimesLayout *l, const WsTheme *theme)
{
  double bottom = l->plot.y + l->plot.h + l->px * NOW;
  double divisor = 1;
  const char *unit = ws_quantity_choose_unit (WS_QUANTITY_TIME, l->end_ns, &divisor);
  WsAxis axis = { .side = WS_AXIS_BOTTOM,
                  .ticks = { .kind = WS_TICKS_DECIMAL, .shown_unit = divisor, .air = 3 },
                  .plot = { l->plot.x, l->plot.y, l->plot.w, bottom - l->plot.y },
                  .px = l->px,
                  .room = l->px };

  ws_scale_init (&axis.scale, WS_SCALE_LINEAR, 0, l->end_ns, l->plot.x, l->plot.x + l->plot.w);
  ws_draw_axis (cr, text, &axis, theme, MAX (l->px * 0.07, 1));
  ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, l->px, theme->muted },
                &(WsTextPlace){ l->plot.x - l->px * PAD, bottom + l->px * (AXIS / 2 + 0.2), 1 },
                unit);
}

/* Where one launch ends and the next begins. */
static void
draw_joints (cairo_t *cr, const WsRun *run, const WsBox *bar, double ns, const WsTheme *theme)
{
  double x = bar->x;

  for (gsize i = 0; i + 1 < run->n_launches; i++)
    {
      x += bar->w * (double)run->launches[i].duration_ns / ns;
      cairo_move_to (cr, x, bar->y);
      cairo_line_to (cr, x, bar->y + bar->h);
    }
  ws_paint_set (cr, theme->background);
  cairo_set_line_width (cr, MAX (bar->h * JOINT, 1));
  cairo_stroke (cr);
}

static void
draw_bar (cairo_t *cr, WsText *text, const WsBesideTimes *self, const WsBesideTimesLayout *l,
          const WsTheme *theme, WsBesideSide side)
{
  const WsBox *bar = &l->bars[side];
  double y = bar->y + bar->h / 2;
  g_autofree char *time = format_time (self->ns[side]);

  ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, l->px, theme->ink },
                &(WsTextPlace){ l->plot.x - l->px * PAD, y, 1 }, _ (names[side]));
  ws_box_path (cr, bar);
  ws_paint_set (cr, side == WS_BESIDE_LEFT ? theme->accent_soft : theme->accent);
  cairo_fill (cr);
  ws_text_show (text, &(WsTextStyle){ WS_FACE_BOLD, l->px, theme->ink },
                &(WsTextPlace){ bar->x + bar->w + l->px * PAD * 0.7, y, 0 }, time);
}

/* One line through both bars, or a mark on each. */
static void
draw_now (cairo_t *cr, WsText *text, const WsBesideTimes *self, const WsBesideTimesLayout *l,
          const WsTheme *theme)
{
  g_autofree char *said = ws_beside_times_say_now (self);
  double foot = l->plot.y + l->plot.h + l->px * NOW * 0.5;
  double at = MIN (l->nows[WS_BESIDE_LEFT], l->nows[WS_BESIDE_RIGHT]);
  double width;
  double out = l->px * 0.3;

  if (said == NULL)
    return;
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      const WsBox *bar = &l->bars[i];

      cairo_move_to (cr, l->nows[i], bar->y - out * 0.5);
      cairo_line_to (cr, l->nows[i], bar->y + bar->h + out * 0.5);
    }
  if (self->one_now)
    {
      cairo_move_to (cr, l->nows[WS_BESIDE_LEFT], l->plot.y - out);
      cairo_line_to (cr, l->nows[WS_BESIDE_LEFT], foot + out);
    }
  ws_paint_set (cr, theme->playhead);
  cairo_set_line_width (cr, MAX (l->px * PLAYHEAD_LINE, 1.5));
  cairo_stroke (cr);
  width = ws_text_width (text, WS_FACE_SANS, l->px, said);
  at = MIN (at + l->px * 0.4, l->plot.x + l->plot.w - width);
  ws_text_show (text, &(WsTextStyle){ WS_FACE_SANS, l->px, theme->playhead },
                &(WsTextPlace){ MAX (at, l->plot.x), foot, 0 }, said);
}

static void
draw_head (WsText *text, const WsBesideTimes *self, const WsBeside *beside,
           const WsBesideTimesLayout *l, const WsTheme *theme, double width)
{
  double px = l->px;
  double y = px * HEAD * 0.45;
  double right = width - px * PAD;
  double x = px * PAD;
  g_autofree char *what = ws_beside_times_say_what (self);
  g_autofree char *source = say_source (beside);
  g_autofree char *ratio = ws_beside_times_say_ratio (self);

  if (ratio != NULL)
    right -= ws_text_show (text, &(WsTextStyle){ WS_FACE_BOLD, px * RATIO, theme->accent },
                           &(WsTextPlace){ right, y, 1 }, ratio)
             + px;
  x += ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_BOLD, px, theme->ink },
                         &(WsTextPlace){ x, y, 0 }, right - x, what)
       + px * 0.8;
  if (right - x > px * 4)
    ws_text_show_fit (text, &(WsTextStyle){ WS_FACE_SANS, px, theme->muted },
                      &(WsTextPlace){ x, y, 0 }, right - x, source);
}

/**
 * ws_draw_beside_times:
 * @beside: whose they are
 * @theme: how it looks
 *
 * Draws both bars on one axis, what they are to each other, and the playhead.
 */
void
ws_draw_beside_times (cairo_t *cr, const WsBesideTimes *self, const WsBeside *beside,
                      const WsTheme *theme, double width, double height)
{
  g_autoptr (WsText) text = ws_text_new (cr, theme);
  WsBesideTimesLayout l;

  layout (self, text, theme, width, height, &l);
  draw_head (text, self, beside, &l, theme, width);
  draw_axis (cr, text, &l, theme);
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    {
      draw_bar (cr, text, self, &l, theme, i);
      if (self->launch == WS_NONE && self->ns[i] > 0)
        draw_joints (cr, beside->scenes[i]->run, &l.bars[i], self->ns[i], theme);
    }
  draw_now (cr, text, self, &l, theme);
}
