#include "sheet/metric-words.h"

#include "pen/paint.h"
#include "pen/quantity.h"

#include <glib/gi18n.h>

/**
 * ws_metric_group_get_title:
 * @group: group of figures
 */
const char *
ws_metric_group_get_title (WsMetricGroup group)
{
  static const char *const titles[WS_N_METRIC_GROUPS] = { N_ ("Warps and branches"),
                                                          N_ ("Shared memory"),
                                                          N_ ("Global memory"), N_ ("Caches"),
                                                          N_ ("Time and occupancy") };

  return _ (titles[group]);
}

/**
 * ws_metric_format_value:
 * @metric: a valid metric
 *
 * Returns: (transfer full): its value with its unit: counts as integers, shares to one decimal,
 * times and bandwidths to three digits
 */
char *
ws_metric_format_value (const WsMetric *metric)
{
  return ws_quantity_format_in_unit (metric->value, metric->unit);
}

/**
 * ws_metric_format_source:
 * @metric: a valid metric
 *
 * Returns: (transfer full): numerator and denominator with their names; "" if it is only a value
 */
char *
ws_metric_format_source (const WsMetric *metric)
{
  g_autofree char *numerator = ws_format_count ((guint64)MAX (metric->numerator, 0));
  g_autofree char *denominator = ws_format_count ((guint64)MAX (metric->denominator, 0));

  if (*metric->numerator_name == '\0')
    return g_strdup ("");
  /* a count has no denominator, at most where it was counted */
  if (metric->denominator == 1 && metric->of_recorded)
    return g_strdup_printf ("%s %s", numerator, metric->numerator_name);
  if (metric->denominator == 1)
    return g_strdup_printf ("%s %s%s%s", numerator, metric->numerator_name,
                            *metric->denominator_name != '\0' ? " " : "", metric->denominator_name);
  return g_strdup_printf (_ ("%1$s %2$s of %3$s %4$s"), numerator, metric->numerator_name,
                          denominator, metric->denominator_name);
}
