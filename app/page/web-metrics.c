/* web-metrics.c: what runs come to, as a table below the steps of a page. */
#include "page/web-page-private.h"

#include "sheet/metric-words.h"

#include <glib/gi18n.h>

static void
run_free (gpointer data)
{
  WsWebRun *self = data;

  g_free (self->heading);
  ws_run_unref (self->run);
  g_free (self);
}

/* Returns: (transfer full) (element-type WsWebRun): none */
GPtrArray *
ws_web_runs_new (void)
{
  return g_ptr_array_new_with_free_func (run_free);
}

/**
 * ws_web_page_add_metrics:
 * @heading: (nullable): above its column
 * @run: of which all launches count
 *
 * Adds a column to the table; not to that of a brief page, which has none.
 */
void
ws_web_page_add_metrics (WsWebPage *self, const char *heading, WsRun *run)
{
  WsWebRun *added;

  if (self->is_brief)
    return;
  added = g_new0 (WsWebRun, 1);
  added->heading = g_strdup (heading);
  added->run = ws_run_ref (run);
  g_ptr_array_add (self->runs, added);
}

/* ---- as JSON ---- */

static void
add_text (JsonBuilder *json, const char *name, const char *text)
{
  json_builder_set_member_name (json, name);
  json_builder_add_string_value (json, text);
}

static void
add_heads (JsonBuilder *json, const GPtrArray *runs)
{
  json_builder_set_member_name (json, "heads");
  json_builder_begin_array (json);
  for (guint i = 0; i < runs->len; i++)
    {
      const WsWebRun *one = g_ptr_array_index (runs, i);

      json_builder_add_string_value (json, one->heading != NULL ? one->heading : "");
    }
  json_builder_end_array (json);
}

/* What the value does not say already. (transfer full) */
static char *
format_source (const WsMetric *metric)
{
  return metric->denominator == 1 && !metric->of_recorded && *metric->denominator_name == '\0'
             ? g_strdup ("")
             : ws_metric_format_source (metric);
}

/* The value, how it is known, and below them what was divided by what. */
static void
add_cell (JsonBuilder *json, const WsMetric *metric)
{
  g_autofree char *value = metric->valid ? ws_metric_format_value (metric) : g_strdup ("–");
  g_autofree char *source = metric->valid ? format_source (metric) : g_strdup ("");

  json_builder_begin_array (json);
  json_builder_add_string_value (json, value);
  json_builder_add_string_value (json, source);
  json_builder_add_string_value (json,
                                 metric->valid ? _ (ws_origin_get_name (metric->origin)) : "");
  json_builder_end_array (json);
}

static gboolean
is_known (const GPtrArray *tables, guint metric)
{
  for (guint i = 0; i < tables->len; i++)
    if (g_array_index ((GArray *)g_ptr_array_index (tables, i), WsMetric, metric).valid)
      return TRUE;
  return FALSE;
}

/* Those of a group together, the first one says which. */
static void
add_row (JsonBuilder *json, const GPtrArray *tables, guint metric, WsMetricGroup *group)
{
  const WsMetric *first =
      &g_array_index ((GArray *)g_ptr_array_index (tables, 0), WsMetric, metric);

  json_builder_begin_object (json);
  if (first->group != *group)
    add_text (json, "group", ws_metric_group_get_title (first->group));
  *group = first->group;
  add_text (json, "title", first->title);
  json_builder_set_member_name (json, "cells");
  json_builder_begin_array (json);
  for (guint i = 0; i < tables->len; i++)
    add_cell (json, &g_array_index ((GArray *)g_ptr_array_index (tables, i), WsMetric, metric));
  json_builder_end_array (json);
  json_builder_end_object (json);
}

/**
 * ws_web_metrics_add:
 * @json: in an object
 * @runs: (element-type WsWebRun): a column each; none of a page without a table
 *
 * Adds the table: the metrics that are known of one of them at least, in the inspector's order.
 */
void
ws_web_metrics_add (JsonBuilder *json, const GPtrArray *runs)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);

  if (runs->len == 0)
    return;
  for (guint i = 0; i < runs->len; i++)
    g_ptr_array_add (
        tables, ws_metrics_new (((const WsWebRun *)g_ptr_array_index (runs, i))->run, WS_NONE));
  json_builder_set_member_name (json, "metrics");
  json_builder_begin_object (json);
  add_heads (json, runs);
  json_builder_set_member_name (json, "rows");
  json_builder_begin_array (json);
  for (WsMetricGroup group = 0, last = WS_N_METRIC_GROUPS; group < WS_N_METRIC_GROUPS; group++)
    for (guint i = 0; i < ((const GArray *)g_ptr_array_index (tables, 0))->len; i++)
      if (g_array_index ((GArray *)g_ptr_array_index (tables, 0), WsMetric, i).group == group
          && is_known (tables, i))
        add_row (json, tables, i, &last);
  json_builder_end_array (json);
  json_builder_end_object (json);
}
