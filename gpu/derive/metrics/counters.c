#include "metrics/counters.h"

#include <glib/gi18n.h>
#include <string.h>

/**
 * ws_counter_get_title:
 * @name: of a counter, as Nsight Compute spells it
 *
 * Returns: (transfer none): what it counts, in words; @name if unknown
 */
const char *
ws_counter_get_title (const char *name)
{
  static const struct {
    const char *name;
    const char *title;
  } known[] = {
#define WS_COUNTER(name, unit, title) { name, title },
#include "record/counters.def"
#undef WS_COUNTER
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i].name, name) == 0)
      return _ (known[i].title);
  return name;
}

/**
 * ws_counter_find_metric:
 * @metrics: (element-type WsMetric): the figures derived for the same launch
 *
 * Counts of all blocks have no counterpart in counts of a few.
 *
 * Returns: (transfer none) (nullable): the figure that means the same; borrowed from @metrics
 */
const WsMetric *
ws_counter_find_metric (const WsCounter *self, GArray *metrics)
{
  for (guint i = 0; i < metrics->len; i++)
    {
      const WsMetric *metric = &g_array_index (metrics, WsMetric, i);

      if (metric->valid && g_strcmp0 (metric->ncu, self->name) == 0
          && !(metric->of_recorded && g_str_has_suffix (self->name, ".sum")))
        return metric;
    }
  return NULL;
}

/* Nsight Compute gives threads per instruction, where nvprof and the metric have a share of the
 * warp. */
static double
get_factor (const WsCounter *self, const WsMetric *metric)
{
  return g_str_has_suffix (self->name, "_per_inst_executed.ratio")
                 && g_strcmp0 (metric->unit, "%") == 0
             ? WS_WARP_SIZE / 100.
             : 1;
}

/**
 * ws_counter_comparable:
 * @metric: the figure that means the same
 *
 * Returns: the value of @metric in the counter's unit
 */
double
ws_counter_comparable (const WsCounter *self, const WsMetric *metric)
{
  return metric->value * get_factor (self, metric);
}

/**
 * ws_counter_to_metric:
 * @metric: the figure that means the same
 *
 * Returns: the value of @self in the unit of @metric
 */
double
ws_counter_to_metric (const WsCounter *self, const WsMetric *metric)
{
  return self->value / get_factor (self, metric);
}
