/* run-times.c: the times of one run's launches, next to the time of reading its elements at the
 * memory's peak. */
#include "sheet/words.h"

#include <glib/gi18n.h>

#define MOST_LAUNCHES 3 /* that have a bar each */

/* Returns: (transfer full) (element-type guint64): nanoseconds, one per bar; empty if unknown */
static GArray *
list_times (const WsRun *run)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 all = 0;

  for (guint i = 0; i < run->n_launches; i++)
    {
      if (!run->launches[i].has_duration || run->launches[i].duration_ns == 0)
        {
          g_array_set_size (times, 0);
          return times;
        }
      all += run->launches[i].duration_ns;
      g_array_append_val (times, run->launches[i].duration_ns);
    }
  if (times->len > MOST_LAUNCHES)
    {
      g_array_set_size (times, 0);
      g_array_append_val (times, all);
    }
  return times;
}

/* (transfer full): label of a bar */
static char *
name_bar (const WsRun *run, guint bar)
{
  if (run->n_launches == 1)
    return g_strdup (_ ("launch"));
  if (run->n_launches > MOST_LAUNCHES)
    return g_strdup_printf (ngettext ("%u launch", "%u launches", (gulong)run->n_launches),
                            (guint)run->n_launches);
  return g_strdup_printf (_ ("launch %u"), bar + 1);
}

static void
add_bar (WsSeries *series, double category, double ns)
{
  ws_series_add_point (series, category, ns)->label = ws_quantity_format (WS_QUANTITY_TIME, ns);
}

/* Returns: nanoseconds for reading each element once at the memory's peak; this divided by the time
 * of all launches is the metric of bandwidth relative to the peak; 0 if unknown */
static double
get_bound (const WsRun *run)
{
  double bytes =
      (double)run->launches[0].n_elements * (double)ws_value_type_get_width (run->value_type);
  double peak = (double)run->spec->memory_bandwidth_bytes_per_s;

  return peak > 0 ? bytes / peak * 1e9 : 0;
}

/**
 * ws_sheet_new_for_run:
 * @run: a run
 *
 * Returns: (transfer full) (nullable): its times as bars; %NULL if unknown
 */
WsSheet *
ws_sheet_new_for_run (const WsRun *run)
{
  g_autoptr (GArray) times = list_times (run);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  double bound = run->n_launches > 0 ? get_bound (run) : 0;
  WsFigures figures = run->origin == WS_ORIGIN_MEASURED ? WS_FIGURES_MEASURED : WS_FIGURES_MODELLED;
  WsSeries *series;
  WsSheet *self;

  if (times->len == 0)
    return NULL;
  self = ws_sheet_new ("run");
  self->title = ws_sheet_clean (ws_words_translate (run->title));
  self->source = ws_sheet_describe_origin (figures, run->spec->name);
  self->main->horizontal = TRUE;
  self->main->x.label = g_strdup (_ ("time"));
  self->main->x.quantity = WS_QUANTITY_TIME;
  self->main->x.from_zero = TRUE;
  series = ws_chart_add_series (self->main, self->title, WS_MARK_BARS, 0, figures);
  for (guint i = 0; i < times->len; i++)
    {
      g_autofree char *name = name_bar (run, i);

      g_strv_builder_add (names, name);
      add_bar (series, i, (double)g_array_index (times, guint64, i));
    }
  if (bound >= 1)
    {
      g_strv_builder_add (names, _ ("memory's peak"));
      series = ws_chart_add_series (self->main, _ ("memory's peak"), WS_MARK_BARS, -1,
                                    WS_FIGURES_PUBLISHED);
      series->even = TRUE;
      add_bar (series, times->len, bound);
    }
  self->main->y.categories = g_strv_builder_end (names);
  return self;
}
