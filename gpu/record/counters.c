#include "record/counters.h"

#include <string.h>

/**
 * ws_counter_get_title:
 * @name: of a counter, as Nsight Compute spells it
 *
 * Returns: (transfer none): what it counts, in words; @name where that is not known
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
      return known[i].title;
  return name;
}

/**
 * ws_counter_find_metric:
 * @self: a hardware counter
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
      gboolean of_some = g_str_has_suffix (metric->numerator_name, "recorded blocks");

      if (metric->valid && g_strcmp0 (metric->ncu, self->name) == 0
          && !(of_some && g_str_has_suffix (self->name, ".sum")))
        return metric;
    }
  return NULL;
}

/**
 * ws_counter_comparable:
 * @self: a hardware counter
 * @metric: the figure that means the same
 *
 * Nsight Compute gives threads per instruction as a number up to 32, where nvprof and @metric have
 * a share of the warp.
 *
 * Returns: the value of @metric in the counter's unit
 */
double
ws_counter_comparable (const WsCounter *self, const WsMetric *metric)
{
  if (g_str_has_suffix (self->name, "_per_inst_executed.ratio")
      && g_strcmp0 (metric->unit, "%") == 0)
    return metric->value * WS_WARP_SIZE / 100;
  return metric->value;
}
