/* run-data.c: the figures behind metrics and causes. */
#include "table/private.h"
#include "view/view.h"

#include "advice/causes.h"

/* ---- metrics ---- */

static const char *
name_source (const WsMetric *metric)
{
  if (metric->group == WS_METRIC_CACHES)
    return "modelled from the recorded accesses";
  return metric->origin == WS_ORIGIN_MEASURED ? "derived from a measured run"
                                              : "derived from a modelled run";
}

static void
put_metric (WsData *self, const WsMetric *metric)
{
  ws_data_add_row (self);
  ws_data_put_text (self, metric->id);
  ws_data_put_text (self, metric->title);
  if (metric->valid)
    ws_data_put_number (self, metric->value);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, metric->unit);
  if (metric->valid)
    ws_data_put_number (self, metric->numerator);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, metric->numerator_name);
  if (metric->valid)
    ws_data_put_number (self, metric->denominator);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, metric->denominator_name);
  ws_data_put_text_or_nothing (self, metric->formula);
  ws_data_put_text_or_nothing (self, metric->nvprof);
  ws_data_put_text_or_nothing (self, metric->ncu);
  ws_data_put_text (self, name_source (metric));
}

/**
 * ws_data_new_for_metrics:
 * @launch: one of its launches, or %WS_NONE for all of its plan
 *
 * The figures derived from the run, then the hardware's own counters, if they were read.
 */
WsData *
ws_data_new_for_metrics (const WsRun *run, guint launch)
{
  static const char *const columns[] = { "id",          "title",          "value",
                                         "unit",        "numerator",      "numerator_is",
                                         "denominator", "denominator_is", "formula",
                                         "nvprof",      "nsight_compute", "figures",
                                         NULL };
  g_autoptr (GArray) metrics = NULL;
  WsData *self;

  g_return_val_if_fail (run != NULL && (launch == WS_NONE || launch < run->n_launches), NULL);

  metrics = ws_metrics_new (run, launch);
  self = ws_data_new ("metrics");
  ws_data_set_run (self, run);
  if (launch != WS_NONE)
    ws_data_set_launch (self, run, launch);
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < metrics->len; i++)
    put_metric (self, &g_array_index (metrics, WsMetric, i));
  for (guint i = 0; i < run->counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (run->counters, i);

      if (launch != WS_NONE && counter->launch != launch)
        continue;
      ws_data_add_row (self);
      ws_data_put_text (self, counter->name);
      ws_data_put_text (self, counter->name);
      ws_data_put_number (self, counter->value);
      ws_data_put_text_or_nothing (self, counter->unit);
      for (guint k = 0; k < 7; k++)
        ws_data_put_nothing (self);
      ws_data_put_text (self, "measured by the hardware");
    }
  return self;
}

/* ---- causes ---- */

static void
put_cause (WsData *self, const WsCause *cause, const WsKernel *kernel, guint rank)
{
  ws_data_add_row (self);
  ws_data_put_number (self, rank);
  ws_data_put_text (self, cause->id);
  ws_data_put_text (self, cause->title);
  ws_data_put_number (self, cause->share);
  ws_data_put_number (self, cause->factor);
  ws_data_put_text (self, cause->figure);
  ws_data_put_text (self, cause->how);
  ws_data_put_text_or_nothing (self, cause->event != WS_NONE ? kernel->file : NULL);
  ws_data_put_index (self, cause->event != WS_NONE && cause->line > 0 ? cause->line : WS_NONE);
  ws_data_put_index (self, cause->event != WS_NONE ? cause->block : WS_NONE);
  ws_data_put_index (self, cause->event != WS_NONE ? cause->warp : WS_NONE);
  if (cause->event != WS_NONE)
    ws_data_put_hex (self, cause->lanes, 8);
  else
    ws_data_put_nothing (self);
  ws_data_put_text_or_nothing (self, cause->cure);
}

/* Returns: (transfer full): a row for each notable cause, largest gain first; one that concerns the
 * whole launch has no place */
WsData *
ws_data_new_for_causes (const WsRun *run, guint launch)
{
  static const char *const columns[] = { "rank",          "cause",  "title",    "saved_share",
                                         "times_as_fast", "figure", "estimate", "file",
                                         "line",          "block",  "warp",     "lanes",
                                         "cure",          NULL };
  g_autoptr (WsCauses) causes = NULL;
  WsData *self;

  g_return_val_if_fail (run != NULL && launch < run->n_launches, NULL);

  causes = ws_causes_new (run, launch);
  self = ws_data_new_of_launch ("causes", run, launch);
  ws_data_set_text (self, "summary", causes->summary);
  if (causes->is_small)
    {
      g_autofree char *remark = ws_cause_describe_remark (&causes->remark);

      ws_data_set_text (self, "remark", remark);
    }
  ws_data_add_columns (self, columns);
  for (guint i = 0; i < causes->n_causes; i++)
    put_cause (self, &causes->causes[i], ws_run_get_kernel (run, launch), i + 1);
  return self;
}
