/* chart.c: the launch over time: active warps and active SMs as areas, the waves, the playhead.
 */
#include "sms/private.h"
#include "words/words.h"
#include "pen/ticks.h"

#include <glib/gi18n.h>
#include <math.h>

#define COLUMN_PX   2.
#define MIN_WAVE_PX 3.

/* A line of few points: every pair of pixel columns is at its mean, to a third of a pixel. */
typedef struct {
  double *x;
  double *y;
  guint n;
} Line;

static void
line_clear (Line *self)
{
  g_free (self->x);
  g_free (self->y);
}

static void
line_add (Line *self, double x, double y)
{
  self->x[self->n] = x;
  self->y[self->n++] = y;
}

/* A larger screen shows no further detail. */
static double
get_column (const WsSmsLayout *l)
{
  return COLUMN_PX * MAX (l->scale, 1);
}

/* Seen from the last kept point, a new one must be within an angle, which narrows with each point;
 * one outside it begins another segment. */
static void
line_init (Line *self, const WsSmsLayout *l, const WsSteps *steps, double full)
{
  const WsBox *plot = &l->run;
  guint n = (guint)CLAMP (plot->w / get_column (l), 16, 8192);
  double column = plot->w / n;
  g_autofree double *means = g_new (double, n);
  double low = -G_MAXDOUBLE;
  double high = G_MAXDOUBLE;

  *self = (Line){ g_new (double, n + 2), g_new (double, n + 2), 0 };
  ws_steps_sample (steps, l->from, l->end, n, means);
  for (guint i = 0; i < n; i++)
    {
      double x = plot->x + (i + 0.5) * column;
      double y = plot->y + plot->h * (1 - ws_clamp01 (means[i] / full));
      double dx;

      if (i == 0)
        {
          line_add (self, plot->x, y);
          continue;
        }
      dx = x - self->x[self->n - 1];
      if ((y - self->y[self->n - 1]) / dx < low || (y - self->y[self->n - 1]) / dx > high)
        {
          double last_y = plot->y + plot->h * (1 - ws_clamp01 (means[i - 1] / full));

          line_add (self, x - column, last_y);
          low = -G_MAXDOUBLE;
          high = G_MAXDOUBLE;
          dx = column;
        }
      low = MAX (low, (y - 0.5 - self->y[self->n - 1]) / dx);
      high = MIN (high, (y + 0.5 - self->y[self->n - 1]) / dx);
      if (i + 1 == n)
        line_add (self, plot->x + plot->w, y);
    }
}

static void
line_path (cairo_t *cr, const Line *self)
{
  cairo_new_sub_path (cr);
  for (guint i = 0; i < self->n; i++)
    cairo_line_to (cr, self->x[i], self->y[i]);
}

/* Between the line and @edge, from @left on. */
static void
area_path (cairo_t *cr, const Line *self, const WsBox *plot, double edge, double left)
{
  double begin = CLAMP (left, plot->x, plot->x + plot->w);

  cairo_move_to (cr, begin, edge);
  for (guint i = 0; i < self->n; i++)
    {
      if (self->x[i] < begin)
        continue;
      if (i > 0 && self->x[i - 1] < begin)
        cairo_line_to (cr, begin,
                       self->y[i - 1]
                           + (self->y[i] - self->y[i - 1]) * (begin - self->x[i - 1])
                                 / (self->x[i] - self->x[i - 1]));
      cairo_line_to (cr, self->x[i], self->y[i]);
    }
  cairo_line_to (cr, plot->x + plot->w, edge);
  cairo_close_path (cr);
}

/* Below the line, in columns of whole pixels: below the line's own width no smooth edge is needed,
 * and hundreds of boxes cost less than one jagged shape. */
static void
columns_path (cairo_t *cr, const Line *self, const WsBox *plot, double column)
{
  double foot = plot->y + plot->h;
  double end = plot->x + plot->w;
  double left = ws_snap (cr, plot->x);
  guint i = 0;

  while (left < end)
    {
      double right = MIN (ws_snap (cr, left + column), end);
      double middle = (left + right) / 2;
      double y;

      if (right <= left)
        right = end;
      while (i + 2 < self->n && self->x[i + 1] < middle)
        i++;
      y = self->y[i]
          + (self->y[i + 1] - self->y[i])
                * ws_clamp01 ((middle - self->x[i]) / MAX (self->x[i + 1] - self->x[i], 1e-9));
      y = ws_snap (cr, y);
      /* a level stretch is one box */
      while (right < end && self->y[i] == self->y[i + 1] && right + column < self->x[i + 1])
        right = ws_snap (cr, right + column);
      if (y < foot)
        cairo_rectangle (cr, left, y, right - left, foot - y);
      left = right;
    }
}

/* Of hatching: quieter than what works. */
static WsColor
get_idle_color (const WsTheme *theme)
{
  return ws_color_mix (theme->background, theme->muted, 0.5);
}

/* A launch of fewer blocks than SMs leaves most of the area idle: labels this area. */
static void
draw_unused (WsSms *self, const WsBox *area)
{
  const WsSmsLayout *l = &self->layout;
  const WsTimeline *t = self->timeline;
  double px = l->note_px;
  double share = (double)MIN (t->n_stays, t->n_sms) / t->n_sms;
  g_autofree char *words = NULL;
  WsBox plate;
  double w;

  if (t->n_stays >= t->n_sms || area->h * (1 - share) < px * 2.2)
    return;
  words = g_strdup_printf (ngettext ("%1$u of %2$u SMs never gets a block",
                                     "%1$u of %2$u SMs never get a block", t->n_sms - t->n_stays),
                           t->n_sms - t->n_stays, t->n_sms);
  w = ws_text_width (self->text, WS_FACE_SANS, px, words);
  if (w + px * 2 > area->w)
    return;
  plate = (WsBox){ area->x + (area->w - w) / 2 - px * 0.6, area->y + px * 0.35, w + px * 1.2,
                   px * 1.5 };
  ws_paint_set (self->cr, self->theme->background);
  ws_rounded_path (self->cr, &plate, px * 0.3);
  cairo_fill (self->cr);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->muted },
                &(WsTextPlace){ area->x + area->w / 2, plate.y + plate.h / 2, 0.5 }, words);
}

/* Idle SMs in the tail, when no block is left: above their line. */
static void
draw_idle (WsSms *self, const Line *sms)
{
  WsBox plot = self->layout.run;
  double tail = ws_sms_layout_time_to_x (&self->layout, (double)self->timeline->tail);

  if (tail >= plot.x + plot.w)
    return;
  cairo_save (self->cr);
  area_path (self->cr, sms, &plot, plot.y, tail);
  cairo_clip (self->cr);
  plot.w -= MAX (tail - plot.x, 0);
  plot.x = MAX (plot.x, tail);
  ws_hatch_path (self->cr, WS_HATCH_RISING, &plot, MAX (9 * self->layout.scale, 5));
  ws_paint_set (self->cr, get_idle_color (self->theme));
  cairo_set_line_width (self->cr, MAX (self->theme->line_px * self->layout.scale * 0.6, 0.8));
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
  draw_unused (self, &plot);
}

static void
draw_theoretical (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  double share = (double)self->timeline->n_resident * self->timeline->n_warps
                 / self->scene->run->spec->max_warps_per_sm;
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale);
  double y = ws_snap (self->cr, l->plot.y + l->plot.h * (1 - MIN (share, 1))) + line / 2;
  double dash[] = { 6 * MAX (l->scale, 0.6), 4 * MAX (l->scale, 0.6) };

  cairo_save (self->cr);
  cairo_set_dash (self->cr, dash, 2, 0);
  cairo_move_to (self->cr, l->plot.x, y);
  cairo_line_to (self->cr, l->run.x + l->run.w, y);
  ws_paint_set (self->cr, self->theme->muted);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
  cairo_restore (self->cr);
}

static WsColor
get_warps_color (const WsTheme *theme)
{
  return theme->kind == WS_THEME_LIGHT ? ws_color_mix (theme->accent_soft, theme->accent, 0.18)
                                       : theme->accent_soft;
}

static WsColor
get_sms_color (const WsTheme *theme)
{
  return theme->kind == WS_THEME_LIGHT ? ws_color_mix (theme->band, theme->accent_soft, 0.18)
                                       : theme->band;
}

static void
draw_areas (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  const WsSpec *spec = self->scene->run->spec;
  double line = MAX (self->theme->line_px * l->scale, 1);
  Line warps;
  Line sms;

  line_init (&warps, l, &self->timeline->warps,
             (double)spec->max_warps_per_sm * self->timeline->n_sms);
  line_init (&sms, l, &self->timeline->sms, self->timeline->n_sms);
  area_path (self->cr, &sms, &l->run, l->run.y + l->run.h, l->run.x);
  ws_paint_set (self->cr, get_sms_color (self->theme));
  cairo_fill (self->cr);
  columns_path (self->cr, &warps, &l->run, get_column (l));
  ws_paint_set (self->cr, get_warps_color (self->theme));
  cairo_fill (self->cr);
  draw_idle (self, &sms);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_BEVEL);
  cairo_set_line_width (self->cr, line);
  line_path (self->cr, &sms);
  ws_paint_set (self->cr, self->theme->ink);
  cairo_stroke (self->cr);
  line_path (self->cr, &warps);
  ws_paint_set (self->cr, self->theme->accent);
  cairo_set_line_width (self->cr, line * 1.3);
  cairo_stroke (self->cr);
  line_clear (&warps);
  line_clear (&sms);
}

/* Waves of which the ribbon shows a part. */
typedef struct {
  guint first;
  guint last;
  double mean_px; /* of one */
} Waves;

/* The position of @wave in the ribbon; of width 0 if it has none. */
static WsBox
place_wave (const WsSms *self, guint wave)
{
  const WsSmsLayout *l = &self->layout;
  const WsTimeline *t = self->timeline;
  double gap = MAX (l->scale, 1);
  double from = MAX (ws_sms_layout_time_to_x (l, (double)t->wave_starts[wave]), l->ribbon.x);
  double to = wave + 1 < t->n_waves ? ws_sms_layout_time_to_x (l, (double)t->wave_starts[wave + 1])
                                    : ws_sms_layout_time_to_x (l, (double)t->end);
  WsBox box = { from, l->ribbon.y, MIN (to, l->ribbon.x + l->ribbon.w) - from, l->ribbon.h };

  if (box.w > 3 * gap)
    box.w -= gap;
  return box;
}

/* Each in its colour, all with their names: "wave 3", or "3". */
static gboolean
name_all_waves (WsSms *self, const Waves *waves, double px)
{
  g_autofree char *longest = g_strdup_printf (_ ("wave %u"), waves->last + 1);
  gboolean words =
      ws_text_width (self->text, WS_FACE_BOLD, px, longest) + px * 1.6 < waves->mean_px;
  char digits[16];

  /* a number distinguishes waves */
  if (!words && waves->first == waves->last)
    return TRUE;
  g_snprintf (digits, sizeof digits, "%u", waves->last + 1);
  if (ws_text_width (self->text, WS_FACE_BOLD, px, digits) + px * 1.3 >= waves->mean_px)
    return FALSE;
  for (guint wave = waves->first; wave <= waves->last; wave++)
    {
      WsBox box = place_wave (self, wave);
      g_autofree char *label =
          words ? g_strdup_printf (_ ("wave %u"), wave + 1) : g_strdup_printf ("%u", wave + 1);

      if (ws_text_width (self->text, WS_FACE_BOLD, px, label) + px * 1.2 <= box.w)
        ws_text_show (self->text,
                      &(WsTextStyle){ WS_FACE_BOLD, px,
                                      ws_color_ink_on (self->wave[wave % WS_SMS_N_COLORS]) },
                      &(WsTextPlace){ box.x + box.w / 2,
                                      self->layout.ribbon.y + self->layout.ribbon.h / 2, 0.5 },
                      label);
    }
  return TRUE;
}

/* If there is no space for all: every second, fifth, tenth ... on a plate, at its start. */
static void
name_some_waves (WsSms *self, const Waves *waves, double px)
{
  WsBox ribbon = self->layout.ribbon;
  g_autofree char *longest = g_strdup_printf (_ ("wave %u"), waves->last + 1);
  double room = ws_text_width (self->text, WS_FACE_BOLD, px, longest) + px * 1.6;
  guint step = (guint)ws_ticks_get_step (WS_TICKS_DECIMAL, 1, room / waves->mean_px);
  double end = ribbon.x;

  for (guint wave = waves->first + step - 1 - waves->first % step; wave <= waves->last;
       wave += step)
    {
      WsBox box = place_wave (self, wave);
      g_autofree char *label = g_strdup_printf (_ ("wave %u"), wave + 1);
      double w = ws_text_width (self->text, WS_FACE_BOLD, px, label) + px * 0.8;
      WsBox plate = { MAX (box.x, ribbon.x), ribbon.y, w, ribbon.h };

      /* waves are not all as long */
      if (box.w <= 0 || plate.x < end || plate.x + w > ribbon.x + ribbon.w)
        continue;
      end = plate.x + w + px * 0.4;
      ws_paint_set (self->cr, self->theme->background);
      ws_box_path (self->cr, &plate);
      cairo_fill (self->cr);
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, px, self->theme->ink },
                    &(WsTextPlace){ plate.x + px * 0.4, ribbon.y + ribbon.h / 2, 0 }, label);
    }
}

/* Too many to distinguish: their number. */
static void
draw_wave_count (WsSms *self, double px)
{
  WsBox ribbon = self->layout.ribbon;
  g_autofree char *count = ws_format_count (self->timeline->n_waves);
  g_autofree char *label = ws_words_count_as (WS_NOUN_WAVE, self->timeline->n_waves, count);

  cairo_rectangle (self->cr, ribbon.x, ribbon.y, ribbon.w, ribbon.h);
  ws_paint_set (self->cr, self->theme->idle);
  cairo_fill (self->cr);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, px, self->theme->idle_ink },
                    &(WsTextPlace){ ribbon.x + px * 0.5, ribbon.y + ribbon.h / 2, 0 },
                    ribbon.w - px, label);
}

/* The legend of the waves' colours above. */
static void
draw_ribbon (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  double px = MAX (MIN (l->note_px * 0.86, l->ribbon.h * 0.8),
                   ws_theme_get_min_text (self->theme, l->height));
  Waves waves = { .first = ws_timeline_wave_at (self->timeline, ws_double_to_count (l->from)),
                  .last = ws_timeline_wave_at (self->timeline, ws_double_to_count (l->end)) };

  waves.mean_px = l->ribbon.w / (waves.last - waves.first + 1);
  if (waves.mean_px < MIN_WAVE_PX)
    {
      draw_wave_count (self, px);
      return;
    }
  for (guint wave = waves.first; wave <= waves.last; wave++)
    {
      WsBox box = place_wave (self, wave);

      if (box.w <= 0)
        continue;
      box = ws_box_snap (self->cr, box);
      ws_box_path (self->cr, &box);
      ws_paint_set (self->cr, self->wave[wave % WS_SMS_N_COLORS]);
      cairo_fill (self->cr);
    }
  if (px <= l->ribbon.h && !name_all_waves (self, &waves, px))
    name_some_waves (self, &waves, px);
}

/* Writes the time at the playhead first; ticks where space is left; the unit last. */
void
ws_sms_draw_axis (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  static const char *const units[] = { "ns", "µs", "ms", "s" };
  double cycle_ns = ws_scene_get_cycle_ns (self->scene);
  double span = (l->to - l->from) * cycle_ns;
  double y = l->axis.y + l->axis.h * 0.55;
  double unit_ns = 1;
  guint unit = 0;
  g_autofree char *now = ws_sms_format_time (self->scene, self->moment->time);
  g_autofree char *end = ws_sms_format_time (self->scene, l->end);
  double now_w = ws_text_width (self->text, WS_FACE_BOLD, l->note_px, now);
  double end_w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, end);
  double most = l->axis.x + l->axis.w;
  /* the axis ends with the launch */
  double right = CLAMP (ws_sms_layout_time_to_x (l, l->end), MIN (l->axis.x + end_w, most), most);
  double x = ws_sms_layout_time_to_x (l, self->moment->time);
  double free = l->axis.x - l->label_w;
  double now_x = CLAMP (x - now_w / 2, l->axis.x, most - now_w);
  gboolean shown = self->moment->time >= l->from && self->moment->time <= l->to;
  double gap = l->note_px * 0.6;
  double step;

  if (now_w > l->axis.w)
    return;
  /* the veil over a chart of two launches already has a sign */
  if (ws_sms_hides (self, WS_HIDE_TIMES) && self->options->beside != NULL)
    return;
  if (ws_sms_hides (self, WS_HIDE_TIMES))
    {
      ws_text_show (self->text,
                    &(WsTextStyle){ WS_FACE_BOLD, l->note_px, ws_veil_get_ink (self->theme) },
                    &(WsTextPlace){ l->axis.x + l->axis.w / 2, y, 0.5 }, WS_VEIL_SIGN);
      return;
    }
  if (shown)
    ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->note_px, self->theme->ink },
                  &(WsTextPlace){ now_x, y, 0 }, now);
  if (!shown || now_x + now_w + gap < right - end_w || now_x > right + gap)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                      &(WsTextPlace){ right, y, 1 }, l->axis.w, end);
  while (unit + 1 < G_N_ELEMENTS (units) && l->to * cycle_ns / unit_ns >= 1000)
    {
      unit_ns *= 1000;
      unit++;
    }
  step = ws_ticks_get_step (WS_TICKS_DECIMAL, 0, span / unit_ns * l->note_px * 5 / l->axis.w);
  for (double i = ceil (l->from * cycle_ns / unit_ns / step);
       i * step <= l->end * cycle_ns / unit_ns; i++)
    {
      double tick = ws_sms_layout_time_to_x (l, i * step * unit_ns / cycle_ns);
      char label[48];
      double from;
      double w;

      ws_ticks_format (i * step, label, sizeof label);
      w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, label);
      from = MAX (tick - w / 2, l->axis.x);
      if (from < free || from + w + gap > right - end_w
          || (shown && from < now_x + now_w + gap && from + w + gap > now_x))
        continue;
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ from, y, 0 }, label);
      free = from + w + gap;
    }
}

/* Of two launches on one axis the chart shows which is done first, so it is kept back with the
 * times.
 *
 * Returns: whether the chart is kept back */
static gboolean
hides_chart (const WsSms *self)
{
  return ws_sms_hides (self, WS_HIDE_COUNTS)
         || (self->options->beside != NULL && ws_sms_hides (self, WS_HIDE_TIMES));
}

/* (transfer full): the text right of the launch's end, if it fits; otherwise empty */
static char *
say_done (const WsSms *self, double room)
{
  const WsSmsLayout *l = &self->layout;
  g_autofree char *end = ws_sms_format_time (self->scene, (double)self->timeline->end);
  g_autofree char *words = g_strdup_printf (_ ("done at %s"), end);

  if (ws_text_width (self->text, WS_FACE_SANS, l->note_px, words) <= room)
    return g_steal_pointer (&words);
  if (ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ ("done")) <= room)
    return g_strdup (_ ("done"));
  return g_strdup ("");
}

/**
 * ws_sms_get_done:
 * @box: (out): right of the launch's end, if the axis continues for a longer launch next to it
 * @words_x: (out): the centre of the text there: next to the playhead, not below it
 *
 * Returns: %FALSE if the axis ends with the launch
 */
gboolean
ws_sms_get_done (const WsSms *self, WsBox *box, double *words_x)
{
  const WsSmsLayout *l = &self->layout;
  double gap = l->note_px * 0.6;
  double left = l->run.x + l->run.w;
  double right = l->plot.x + l->plot.w;
  double x = ws_sms_layout_time_to_x (l, self->moment->time);
  g_autofree char *words = NULL;
  double half;

  *box = (WsBox){ left, l->plot.y, right - left, l->ribbon.y + l->ribbon.h - l->plot.y };
  *words_x = left + box->w / 2;
  if (l->plot.h <= 0 || l->end >= l->to || hides_chart (self))
    return FALSE;
  words = say_done (self, box->w - 2 * gap);
  half = ws_text_width (self->text, WS_FACE_SANS, l->note_px, words) / 2;
  if (self->moment->time <= l->to && fabs (x - *words_x) < half + gap)
    {
      if (x - left > right - x)
        *words_x = MAX (x - gap - half, left + gap + half);
      else
        *words_x = MIN (x + gap + half, right - gap - half);
    }
  return TRUE;
}

/* Says right of the launch's end that it is done. */
void
ws_sms_draw_done (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale);
  g_autofree char *words = NULL;
  double x;
  WsBox box;

  if (!ws_sms_get_done (self, &box, &x))
    return;
  words = say_done (self, box.w - l->note_px * 1.2);
  box.w = line;
  box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, self->theme->muted);
  cairo_fill (self->cr);
  ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                &(WsTextPlace){ x, l->plot.y + l->plot.h / 2, 0.5 }, words);
}

/* A sample of an area, with the line above it or hatched. */
static void
draw_sample (WsSms *self, WsBox box, WsColor fill, WsColor line, gboolean hatched)
{
  box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, fill);
  cairo_fill (self->cr);
  if (hatched)
    ws_hatch_path (self->cr, WS_HATCH_RISING, &box, MAX (box.w / 3, 3));
  else
    {
      cairo_move_to (self->cr, box.x, box.y);
      cairo_rel_line_to (self->cr, box.w, 0);
    }
  ws_paint_set (self->cr, line);
  cairo_set_line_width (self->cr, MAX (self->theme->line_px * self->layout.scale, 1));
  cairo_stroke (self->cr);
}

/* The legend of areas, and of waves' colours and cut corners. */
static void
draw_legend (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  const WsTheme *theme = self->theme;
  static const char *const names[] = { N_ ("active warps"), N_ ("busy SMs"),
                                       N_ ("idle in the tail"), N_ ("waves, alternating") };
  double y = l->legend.y + l->legend.h * 0.42;
  double size = l->note_px * 0.72;
  double x = l->legend.x;
  guint n = self->timeline->n_waves > 1 ? 4 : 3;

  for (guint i = 0; i < n; i++)
    {
      double w = ws_text_width (self->text, WS_FACE_SANS, l->note_px, _ (names[i]));
      double samples =
          i == 3 ? MIN (self->timeline->n_waves, WS_SMS_N_COLORS) * size * 1.25 : size * 1.25;
      WsBox box = { x, y - size / 2, size, size };

      if (x + samples + size * 0.3 + w > l->legend.x + l->legend.w)
        break;
      if (i == 0)
        draw_sample (self, box, get_warps_color (theme), theme->accent, FALSE);
      else if (i == 1)
        draw_sample (self, box, get_sms_color (theme), theme->ink, FALSE);
      else if (i == 2)
        draw_sample (self, box, theme->background, get_idle_color (theme), TRUE);
      for (guint c = 0; i == 3 && c < MIN (self->timeline->n_waves, WS_SMS_N_COLORS); c++)
        {
          WsBox swatch = ws_box_snap (self->cr, (WsBox){ x + c * size * 1.25, box.y, size, size });
          WsBox mark = ws_sms_get_mark (&swatch, size * 0.6, c);

          ws_box_path (self->cr, &swatch);
          ws_paint_set (self->cr, self->wave[c]);
          cairo_fill (self->cr);
          if (c == 0)
            continue;
          ws_box_path (self->cr, &mark);
          ws_paint_set (self->cr, theme->background);
          cairo_fill (self->cr);
        }
      ws_text_show (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, theme->muted },
                    &(WsTextPlace){ x + samples + size * 0.3, y, 0 }, _ (names[i]));
      x += samples + size * 0.3 + w + l->note_px * 1.1;
    }
}

/* Number of warps of the plot's height. */
static void
draw_scale (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  double x = l->plot.x - l->note_px * 0.5;
  double line = ws_snap_line (self->cr, self->theme->line_px * l->scale * 0.7);
  WsBox base = { l->run.x, l->run.y + l->run.h - line, l->run.w, line };
  char top[16];

  g_snprintf (top, sizeof top, "%u", self->scene->run->spec->max_warps_per_sm);
  base = ws_box_snap (self->cr, base);
  ws_box_path (self->cr, &base);
  ws_paint_set (self->cr, self->theme->faint);
  cairo_fill (self->cr);
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ x, l->plot.y + l->note_px * 0.35, 1 }, l->label_w, top);
  if (l->plot.h > l->note_px * 2.4)
    ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                      &(WsTextPlace){ x, l->plot.y + l->plot.h - l->note_px * 0.35, 1 }, l->label_w,
                      "0");
}

/**
 * ws_sms_get_playhead:
 * @box: (out): the playhead's line
 *
 * Returns: %FALSE if that is not in the time shown
 */
gboolean
ws_sms_get_playhead (const WsSms *self, WsBox *box)
{
  const WsSmsLayout *l = &self->layout;
  double line = MAX (self->theme->line_px * l->scale * 1.8, 2);
  double x = ws_sms_layout_time_to_x (l, self->moment->time);
  double top = ws_sms_is_single (self->scene, self->options) ? l->grid.y : l->plot.y - 3 * l->scale;

  *box = (WsBox){ CLAMP (x - line / 2, 0, l->width - line), top, line,
                  l->ribbon.y + l->ribbon.h + 2 * l->scale - top };
  return self->moment->time >= l->from && self->moment->time <= l->to;
}

/* Draws the playhead, where that is in the time shown. */
void
ws_sms_draw_playhead (WsSms *self)
{
  WsBox box;

  if (!ws_sms_get_playhead (self, &box))
    return;
  box.w = ws_snap_line (self->cr, box.w);
  box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, self->theme->playhead);
  cairo_fill (self->cr);
}

/**
 * ws_sms_get_hover:
 * @box: (out): the line under the pointer
 *
 * Returns: %FALSE if the pointer is not on the plot
 */
gboolean
ws_sms_get_hover (const WsSms *self, WsBox *box)
{
  const WsSmsLayout *l = &self->layout;
  double x = self->moment->hover_x;

  *box = (WsBox){ x, l->plot.y, self->theme->line_px * l->scale * 0.7, l->plot.h };
  return x >= 0 && ws_box_contains (&l->plot, x, self->moment->hover_y);
}

/* Draws the line under the pointer. */
void
ws_sms_draw_hover (WsSms *self)
{
  WsBox box;

  if (!ws_sms_get_hover (self, &box))
    return;
  box.w = ws_snap_line (self->cr, box.w);
  box = ws_box_snap (self->cr, box);
  ws_box_path (self->cr, &box);
  ws_paint_set (self->cr, self->theme->ink);
  cairo_fill (self->cr);
}

/* Draws the launch over time, without moving parts. */
void
ws_sms_draw_chart (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;

  if (hides_chart (self))
    {
      draw_scale (self);
      draw_legend (self);
      ws_veil_draw (self->cr, self->text, self->theme, &l->plot, 4 * l->scale, l->text_px * 1.8);
      return;
    }
  if (l->run.w > 0)
    draw_areas (self);
  draw_theoretical (self);
  draw_scale (self);
  draw_ribbon (self);
  draw_legend (self);
}

/* Writes the areas' totals next to them. */
void
ws_sms_draw_figures (WsSms *self)
{
  const WsSmsLayout *l = &self->layout;
  WsOrigin origin = self->scene->run->launches[self->scene->launch].origin;
  WsSmsFigure figures[WS_SMS_N_FIGURES];
  double right = l->figures.x + l->figures.w;
  double step = MIN (l->figures.h / (WS_SMS_N_FIGURES + 1), l->text_px * 1.75);
  guint n = WS_SMS_N_FIGURES;
  double y;

  ws_sms_get_figures (self->scene, figures);
  for (guint i = 0; i < WS_SMS_N_FIGURES && ws_sms_hides (self, WS_HIDE_COUNTS); i++)
    g_strlcpy (figures[i].value, WS_VEIL_SIGN, sizeof figures[i].value);
  /* the two achieved ones are among the last to be dropped */
  while (n > 1 && step < l->text_px * 1.12)
    step = l->figures.h / (--n + 1);
  y = l->figures.y + step * 0.5;
  for (guint i = WS_SMS_N_FIGURES == n ? 0 : 1; n > 0; n--, i = (i + 1) % WS_SMS_N_FIGURES)
    {
      double w =
          ws_text_show (self->text, &(WsTextStyle){ WS_FACE_BOLD, l->text_px, self->theme->ink },
                        &(WsTextPlace){ right, y, 1 }, figures[i].value);

      ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                        &(WsTextPlace){ l->figures.x + l->note_px * 0.8, y, 0 },
                        l->figures.w - w - l->note_px * 1.2, figures[i].title);
      y += step;
    }
  ws_text_show_fit (self->text, &(WsTextStyle){ WS_FACE_SANS, l->note_px, self->theme->muted },
                    &(WsTextPlace){ right, y, 1 }, l->figures.w, _ (ws_origin_get_name (origin)));
}
