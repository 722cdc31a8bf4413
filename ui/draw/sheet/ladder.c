/* ladder.c: the ladder: one kernel after another, how long each takes, what each step gains.
 *
 * Sweeps for comparison are thinner bars next to ours, if their times are of the same work and
 * similar magnitude. If not (a G80 takes 8 ms for what an H200 does in 50 µs, so its bars would
 * reduce ours to a line), a chart at the right compares each kernel's speed-up over the first one
 * on every device. Their times are in the table.
 */
#include "sheet/ladder.h"

#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>

#define MAX_RATIO 5 /* of a compared sweep's longest bar to ours */

static double
get_longest (const WsSweep *sweep)
{
  double longest = 0;

  for (guint i = 0; i < ws_sweep_get_n_points (sweep); i++)
    if (ws_sheet_is_timed (ws_sweep_get_point (sweep, i)))
      longest = MAX (longest, ws_sheet_get_time (ws_sweep_get_point (sweep, i)));
  return longest;
}

static guint64
get_n (const WsSweep *sweep)
{
  return ws_sweep_get_n_points (sweep) > 0 ? ws_sweep_get_point (sweep, 0)->n : 0;
}

/* Whether its times can share an axis with ours. */
static gboolean
has_bars (const WsLadder *self, guint s)
{
  const WsSweep *ours = self->sweeps[0];
  const WsSweep *theirs = self->sweeps[s];
  double longest = get_longest (ours);

  return get_n (ours) == get_n (theirs) && ours->first_launch_only == theirs->first_launch_only
         && longest > 0 && get_longest (theirs) <= MAX_RATIO * longest;
}

/* ---- charts ---- */

static char **
make_categories (const WsLadder *self)
{
  char **categories = g_new0 (char *, self->kernels->len + 1);

  for (guint i = 0; i < self->kernels->len; i++)
    {
      categories[i] = ws_sheet_shorten_title (ws_ladder_get_kernel (self, i)->title);
      if (*categories[i] == '\0')
        {
          g_free (categories[i]);
          categories[i] = ws_sheet_clean (ws_ladder_get_kernel (self, i)->kernel);
        }
    }
  return categories;
}

static WsChart *
make_chart (const WsLadder *self, const char *label, WsQuantity quantity)
{
  WsChart *chart = ws_chart_new ();

  chart->horizontal = TRUE;
  chart->y.categories = make_categories (self);
  chart->x.label = g_strdup (label);
  chart->x.quantity = quantity;
  chart->x.from_zero = TRUE;
  chart->empty = ws_sheet_explain_nothing (self->sweeps[0]);
  return chart;
}

/* Further information on a bar. */
static char *
make_tip (const WsSweep *sweep, const WsSweepPoint *point, double step)
{
  GString *tip = g_string_new (NULL);
  double bandwidth = ws_sweep_point_get_bandwidth (point);

  if (bandwidth > 0)
    {
      g_autofree char *speed = ws_quantity_format (WS_QUANTITY_BANDWIDTH, bandwidth);
      double peak = (double)sweep->peak_bytes_per_s;
      g_autofree char *share = ws_quantity_format (WS_QUANTITY_SHARE, bandwidth / MAX (peak, 1));

      if (peak > 0)
        g_string_append_printf (tip, _ ("%1$s, %2$s of the peak"), speed, share);
      else
        g_string_append (tip, speed);
    }
  if (isfinite (step))
    {
      g_autofree char *times = ws_sheet_format_times (step);

      g_string_append (tip, tip->len > 0 ? "\n" : "");
      g_string_append_printf (tip, _ ("%s times as fast as the previous kernel"), times);
    }
  if (point->time.n > 1)
    {
      g_autofree char *low = ws_quantity_format (WS_QUANTITY_TIME, (double)point->time.p5_ns);
      g_autofree char *high = ws_quantity_format (WS_QUANTITY_TIME, (double)point->time.p95_ns);

      g_string_append (tip, tip->len > 0 ? "\n" : "");
      g_string_append_printf (tip,
                              ngettext ("%1$u run, p5 to p95: %2$s to %3$s",
                                        "%1$u runs, p5 to p95: %2$s to %3$s", point->time.n),
                              point->time.n, low, high);
    }
  return g_string_free (tip, FALSE);
}

/* (transfer full) (nullable): our speed-up and, if not shown as a chart, that of the first sweep
 * with times of another magnitude */
static char *
make_aside (const WsLadder *self, guint i, double speedup)
{
  for (guint s = 1; s < self->n_sweeps; s++)
    {
      double theirs = has_bars (self, s) ? NAN : ws_ladder_get_speedup (self, s, i);
      g_autofree char *name = NULL;
      g_autofree char *our_times = NULL;
      g_autofree char *their_times = NULL;

      if (!isfinite (theirs))
        continue;
      name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);
      our_times = ws_quantity_format (WS_QUANTITY_FACTOR, speedup);
      their_times = ws_quantity_format (WS_QUANTITY_FACTOR, theirs);
      return g_strdup_printf (_ ("%1$s, %2$s %3$s"), our_times, name, their_times);
    }
  return NULL;
}

static void
add_times (const WsLadder *self, WsChart *chart, guint s)
{
  const WsSweep *sweep = self->sweeps[s];
  g_autofree char *name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);
  WsSeries *series = ws_chart_add_series (chart, name, WS_MARK_BARS, s == 0 ? 0 : -1,
                                          ws_sheet_get_figures (sweep));

  series->quiet = s > 0;
  series->named = FALSE;
  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WsSweepPoint *point =
          ws_sheet_find_point (sweep, ws_ladder_get_kernel (self, i)->kernel, 0);
      double speedup = ws_ladder_get_speedup (self, s, i);
      WsChartPoint *p;

      if (point == NULL || !ws_sheet_is_timed (point))
        {
          ws_series_add_point (series, i, NAN);
          continue;
        }
      p = ws_sheet_add_time (series, i, point);
      p->label = ws_quantity_format (WS_QUANTITY_TIME, ws_sheet_get_time (point));
      if (!point->correct)
        p->note = g_strdup (_ ("wrong result"));
      else if (isfinite (speedup) && point->kernel != NULL
               && g_strcmp0 (point->kernel, self->base->kernel) != 0)
        {
          p->note = ws_quantity_format (WS_QUANTITY_FACTOR, speedup);
          p->aside = s == 0 ? make_aside (self, i, speedup) : NULL;
        }
      p->tip = make_tip (sweep, point, ws_ladder_get_step (self, s, i));
    }
}

static void
add_speedups (const WsLadder *self, WsChart *chart, guint s)
{
  g_autofree char *name = ws_sheet_name_sweep (self->sweeps, self->n_sweeps, s);
  WsSeries *series = ws_chart_add_series (chart, name, WS_MARK_BARS, s == 0 ? 0 : -1,
                                          ws_sheet_get_figures (self->sweeps[s]));

  series->quiet = s > 0;
  series->named = TRUE;
  for (guint i = 0; i < self->kernels->len; i++)
    {
      double speedup = ws_ladder_get_speedup (self, s, i);
      const WsSweepPoint *point = ws_ladder_find (self, s, i);
      WsChartPoint *p = ws_series_add_point (series, i, speedup);

      if (!isfinite (speedup))
        continue;
      p->label = ws_quantity_format (WS_QUANTITY_FACTOR, speedup);
      p->tip = ws_quantity_format (WS_QUANTITY_TIME, ws_sheet_get_time (point));
    }
}

static void
make_charts (const WsLadder *self, WsSheet *sheet)
{
  gboolean apart = FALSE;
  guint n_bars = 0;

  sheet->main = make_chart (self, _ ("time per run"), WS_QUANTITY_TIME);
  for (guint s = 0; s < self->n_sweeps; s++)
    if (s == 0 || has_bars (self, s))
      {
        add_times (self, sheet->main, s);
        n_bars++;
      }
    else
      apart = TRUE;
  for (guint s = 0; n_bars > 1 && s < sheet->main->series->len; s++)
    ((WsSeries *)sheet->main->series->pdata[s])->named = TRUE;
  if (!apart)
    return;
  sheet->side = make_chart (self, _ ("speed-up"), WS_QUANTITY_FACTOR);
  sheet->shares_y = TRUE;
  for (guint s = 0; s < self->n_sweeps; s++)
    add_speedups (self, sheet->side, s);
}

/**
 * ws_sheet_fill_ladder:
 * @sweeps: (array length=n_sweeps): ladders; the first is shown, the others next to it
 * @n_sweeps: at least 1
 *
 * One kernel after another, how long each takes, what each step gains.
 */
void
ws_sheet_fill_ladder (WsSheet *self, WsSweep *const *sweeps, guint n_sweeps)
{
  g_autoptr (GPtrArray) kernels = ws_sheet_list_kernels (sweeps[0]);
  g_autofree char *count = ws_sheet_count_kernels (sweeps[0]);
  WsLadder ladder = { .sweeps = sweeps, .n_sweeps = n_sweeps, .kernels = kernels };

  for (guint i = 0; i < kernels->len && ladder.base == NULL; i++)
    if (ws_sheet_is_ranked (kernels->pdata[i]))
      ladder.base = kernels->pdata[i];
  if (kernels->len == 1)
    self->title =
        ws_sheet_clean (ws_words_translate (((const WsSweepPoint *)kernels->pdata[0])->title));
  if (self->title == NULL || *self->title == '\0') /* of a file of any origin */
    {
      g_free (self->title);
      self->title = ws_words_capitalize (count);
    }
  self->subtitle = ws_sheet_make_subtitle (sweeps[0], TRUE);
  self->source = ws_sheet_make_source (sweeps, n_sweeps);
  self->caption = ws_ladder_make_caption (&ladder);
  make_charts (&ladder, self);
  for (guint i = 0; i < kernels->len; i++)
    ws_sheet_add_kernel (self, ws_ladder_get_kernel (&ladder, i)->kernel);
  ws_ladder_make_table (&ladder, self);
}
