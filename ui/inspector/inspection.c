#include "inspector/inspection.h"

#include "pen/paint.h"
#include "pen/quantity.h"
#include "metrics/counters.h"
#include "timing/fidelity.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

G_DEFINE_BOXED_TYPE (WsInspection, ws_inspection, ws_inspection_ref, ws_inspection_unref)

/* The hardware's own reading of a figure, where there is one. */
static const WsCounter *
find_counter (const WsRun *run, guint launch, const WsMetric *metric, GArray *metrics)
{
  for (guint i = 0; i < run->counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (run->counters, i);

      if (counter->launch == launch && ws_counter_find_metric (counter, metrics) == metric)
        return counter;
    }
  return NULL;
}

static void
add_metrics (WsInspection *self, GArray *metrics, WsFigureKind kind)
{
  for (guint i = 0; i < metrics->len; i++)
    {
      const WsMetric *metric = &g_array_index (metrics, WsMetric, i);
      const WsCounter *counter;
      WsFigure figure = { .id = metric->id, .kind = kind, .title = metric->title };

      if (!metric->valid || (metric->group == WS_METRIC_CLOCK) != (kind == WS_FIGURE_CLOCK))
        continue;
      counter = find_counter (self->run, self->launch, metric, metrics);
      figure.metric = *metric;
      figure.has_hardware = counter != NULL;
      figure.hardware = counter != NULL ? ws_counter_to_metric (counter, metric) : 0;
      g_array_append_val (self->figures, figure);
    }
}

static void
add_counters (WsInspection *self)
{
  for (guint i = 0; i < self->run->counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (self->run->counters, i);
      WsFigure figure = { .id = counter->name, .kind = WS_FIGURE_HARDWARE };

      if (counter->launch != self->launch)
        continue;
      figure.title = ws_counter_get_title (counter->name);
      figure.metric = (WsMetric){ .id = counter->name,
                                  .title = figure.title,
                                  .ncu = counter->name,
                                  .unit = counter->unit != NULL ? counter->unit : "",
                                  .formula = _ ("hardware counter"),
                                  .numerator_name = "",
                                  .denominator_name = "",
                                  .valid = TRUE,
                                  .numerator = counter->value,
                                  .denominator = 1,
                                  .value = counter->value,
                                  .origin = WS_ORIGIN_MEASURED };
      g_array_append_val (self->figures, figure);
    }
}

/**
 * ws_inspection_new:
 * @launch: one of its launches, or %WS_NONE for all of the plan
 * @metrics: (nullable) (element-type WsMetric): the figures of that launch, if they are there
 *   already
 *
 * Hardware counters are read launch by launch: those of a plan are not known.
 *
 * Returns: (transfer full): what there is to show
 */
WsInspection *
ws_inspection_new (WsRun *run, guint launch, GArray *metrics)
{
  WsInspection *self;
  g_autoptr (GArray) own = NULL;

  g_return_val_if_fail (run != NULL, NULL);
  g_return_val_if_fail (launch == WS_NONE || launch < run->n_launches, NULL);

  if (metrics == NULL)
    metrics = own = ws_metrics_new (run, launch);
  self = g_rc_box_new0 (WsInspection);
  self->run = ws_run_ref (run);
  self->launch = launch;
  self->figures = g_array_new (FALSE, FALSE, sizeof (WsFigure));
  add_metrics (self, metrics, WS_FIGURE_DERIVED);
  add_metrics (self, metrics, WS_FIGURE_CLOCK);
  if (launch != WS_NONE)
    add_counters (self);
  return self;
}

WsInspection *
ws_inspection_ref (WsInspection *self)
{
  return g_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  WsInspection *self = data;

  g_array_unref (self->figures);
  ws_run_unref (self->run);
}

void
ws_inspection_unref (WsInspection *self)
{
  g_rc_box_release_full (self, clear);
}

/* Returns: (transfer full): what they are of, as in "Launch 1 of 4 · Virtual NVIDIA H200 ·
 * modelled" */
char *
ws_inspection_describe (const WsInspection *self)
{
  const char *origin = _ (ws_origin_get_name (self->run->origin));
  guint n = (guint)self->run->n_launches;

  if (n == 1)
    return g_strdup_printf (_ ("The only launch · %1$s · %2$s"), self->run->device_name, origin);
  if (self->launch == WS_NONE)
    return g_strdup_printf (
        ngettext ("All %1$u launch · %2$s · %3$s", "All %1$u launches · %2$s · %3$s", n), n,
        self->run->device_name, origin);
  return g_strdup_printf (_ ("Launch %1$u of %2$u · %3$s · %4$s"), self->launch + 1, n,
                          self->run->device_name, origin);
}

const char *
ws_inspection_get_kind_title (const WsInspection *self, WsFigureKind kind)
{
  switch (kind)
    {
    case WS_FIGURE_DERIVED:
      return _ ("Derived");
    case WS_FIGURE_CLOCK:
      return self->run->origin == WS_ORIGIN_MEASURED ? _ ("Measured") : _ ("Modelled");
    default:
      return _ ("Hardware counters");
    }
}

/* The error of times if not all blocks were timed. */
static void
add_samplings (const WsInspection *self, GString *text)
{
  for (guint i = 0; self->run->notes != NULL && self->run->notes[i] != NULL; i++)
    if (strstr (self->run->notes[i], "±") != NULL)
      g_string_append_printf (text, "\n%s", self->run->notes[i]);
}

/* (transfer full): of times, or what is derived from them */
static char *
describe_clock (const WsInspection *self)
{
  g_autofree char *fidelity = ws_fidelity_describe_run (self->run);
  g_autoptr (GString) text = NULL;

  if (self->run->origin == WS_ORIGIN_MEASURED)
    return g_strdup (_ ("times of the GPU, and values derived from them"));
  text = g_string_new (_ ("times of the virtual GPU, and values derived from them"));
  if (fidelity != NULL)
    g_string_append_printf (text, "\n%s", fidelity);
  add_samplings (self, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns: (transfer full): their source, and the error of modelled times */
char *
ws_inspection_describe_kind (const WsInspection *self, WsFigureKind kind)
{
  static const char *const counted[][2] = {
    [WS_ORIGIN_MODELLED] = { N_ ("counted in the modelled run: PTX instructions of the recorded "
                                 "blocks"),
                             N_ ("counted in the modelled run: PTX instructions of all blocks") },
    [WS_ORIGIN_MEASURED] = { N_ ("counted in the measured run: PTX instructions of the recorded "
                                 "blocks"),
                             N_ ("counted in the measured run: PTX instructions of all blocks") },
  };
  gboolean of_all = TRUE;

  for (gsize i = 0; i < self->run->n_launches; i++)
    if (self->launch == WS_NONE || self->launch == i)
      of_all = of_all && self->run->launches[i].has_counts;
  switch (kind)
    {
    case WS_FIGURE_DERIVED:
      return g_strdup (_ (counted[self->run->origin][of_all]));
    case WS_FIGURE_CLOCK:
      return describe_clock (self);
    default:
      return g_strdup (_ ("hardware counters: machine instructions of all blocks"));
    }
}

/**
 * ws_figure_format_hardware:
 * @self: a figure with a counter beside it
 *
 * Returns: (transfer full): the hardware's value, and its difference from the figure: in percentage
 * points for shares, otherwise relative
 */
char *
ws_figure_format_hardware (const WsFigure *self)
{
  g_autofree char *value = ws_quantity_format_in_unit (self->hardware, self->metric.unit);
  double difference = self->hardware - self->metric.value;
  const char *sign = difference < 0 ? "−" : "+";
  gboolean is_share = g_strcmp0 (self->metric.unit, "%") == 0;
  double shown = is_share                 ? fabs (difference)
                 : self->metric.value > 0 ? fabs (difference) / self->metric.value * 100
                                          : 0;

  if (difference == 0)
    return g_strdup_printf (_ ("%s, equal"), value);
  if (!is_share && self->metric.value <= 0)
    return g_strdup_printf (_ ("%s, not 0"), value);
  if (shown < 0.05)
    return g_strdup_printf (_ ("%s, nearly equal"), value);
  /* Translators: a figure of the hardware, then plus or minus how much it differs */
  return g_strdup_printf (is_share ? _ ("%1$s, %2$s%3$.1f\u00a0points")
                                   : _ ("%1$s, %2$s%3$.1f\u00a0%%"),
                          value, sign, shown);
}

/**
 * ws_figure_matches:
 * @words: search words, separated by spaces; "" matches everything
 *
 * Returns: whether each of @words occurs in its title or names
 */
gboolean
ws_figure_matches (const WsFigure *self, const char *words)
{
  g_autofree char *all =
      g_strjoin ("\n", self->title, self->metric.nvprof != NULL ? self->metric.nvprof : "",
                 self->metric.ncu != NULL ? self->metric.ncu : "", NULL);

  return ws_words_match (all, words);
}
