/* print.c: a run as text and as JSON. */
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/json.h"

#include "advice/causes.h"
#include "advice/launch-stalls.h"
#include "export/data.h"
#include "schedule/launcher.h"
#include "metrics/metrics.h"
#include "timing/fidelity.h"
#include "words/date.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>

#define MOST_INDENTED 24 /* of nested launches by kernels */

static char *
format_value (const WsMetric *metric)
{
  return g_strdup_printf (fabs (metric->value - round (metric->value)) < 1e-9
                                  && g_strcmp0 (metric->unit, "%") != 0
                              ? "%.0f"
                              : "%.1f",
                          metric->value);
}

static void
print_launch (const WsRun *run, guint index)
{
  const WsLaunch *launch = &run->launches[index];
  g_autofree char *shared = g_format_size_full (
      launch->static_shared_bytes + launch->dynamic_shared_bytes, G_FORMAT_SIZE_IEC_UNITS);

  g_autofree char *grid = ws_words_format_extent (launch->grid);
  g_autofree char *block = ws_words_format_extent (launch->block);
  g_autofree char *launcher = ws_launcher_name (run, index);

  /* child grids are indented below their launch */
  printf ("%*s", (int)MIN (launch->depth, MOST_INDENTED) * 2, "");
  printf (_ ("  launch %u  "), index + 1);
  if (launch->n_elements > 0)
    printf (_ ("%10" PRIu64 " elements -> %8" PRIu64 "   "), launch->n_elements, launch->n_results);
  printf (_ ("%s <<<%s, %s>>>   %s shared"), ws_run_get_kernel (run, index)->title, grid, block,
          shared);
  if (launch->has_duration)
    printf ("   %.3f us %s", launch->duration_ns / 1000., _ (ws_origin_get_name (launch->origin)));
  if (launcher != NULL)
    printf ("   %s", launcher);
  printf ("\n");
}

/* (transfer none): as shown: a word or a symbol */
static const char *
get_unit (const WsMetric *metric)
{
  return metric->unit != NULL ? ws_words_translate (metric->unit) : "";
}

/* A metric, its value and unit, and the two counts behind it. */
static void
print_metric (const WsMetric *metric, int title_width, int unit_width)
{
  g_autofree char *value = format_value (metric);

  printf ("  ");
  cli_column_print (title_width, metric->title);
  cli_column_print (11, value);
  printf (" ");
  cli_column_print (unit_width, get_unit (metric));
  printf ("  ");
  if (metric->denominator == 1)
    printf ("%.0f %s\n", metric->numerator, metric->numerator_name);
  else
    /* Translators: the two counts behind a metric: "66 conditional branches of 96 conditional
     * branches" */
    printf (_ ("%1$.0f %2$s of %3$.0f %4$s\n"), metric->numerator, metric->numerator_name,
            metric->denominator, metric->denominator_name);
}

static void
print_metrics (const WsRun *run)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, WS_NONE);
  int title_width = -44;
  int unit_width = -2;

  for (guint i = 0; i < metrics->len; i++)
    {
      cli_column_widen (&title_width, g_array_index (metrics, WsMetric, i).title);
      cli_column_widen (&unit_width, get_unit (&g_array_index (metrics, WsMetric, i)));
    }
  for (guint i = 0; i < metrics->len; i++)
    {
      const WsMetric *metric = &g_array_index (metrics, WsMetric, i);

      if (metric->valid)
        print_metric (metric, title_width, unit_width);
    }
}

/* Prints a readable summary to stdout: what ran, its launches, the result, the metrics, notes. */
void
cli_print_run (const WsRun *run)
{
  g_autofree char *result = ws_value_format (run->value_type, run->result, 24);
  g_autofree char *expected = ws_value_format (run->value_type, run->expected, 24);
  g_autofree char *date = ws_date_format (run->date, WS_DATE_DAY);
  g_autofree char *fidelity = ws_fidelity_describe_run (run);

  if (run->driver != NULL)
    printf (_ ("%1$s on %2$s, driver %3$s"), ws_words_translate (run->title), run->device_name,
            run->driver);
  else
    printf (_ ("%1$s on %2$s"), ws_words_translate (run->title), run->device_name);
  if (*date != '\0')
    printf (", %s", date);
  printf ("\n");
  for (guint i = 0; i < run->n_launches; i++)
    print_launch (run, i);
  if (fidelity != NULL)
    printf ("%s\n", fidelity);
  if (run->has_result && run->words.result == NULL)
    printf (run->correct ? _ ("largest error: element is %1$s, expected %2$s: correct\n")
                         : _ ("largest error: element is %1$s, expected %2$s: WRONG\n"),
            result, expected);
  else if (run->has_result)
    printf (run->correct && run->bound > 0
                ? _ ("%1$s = %2$s, host %3$s, within the given bound: correct\n")
            : run->correct   ? _ ("%1$s = %2$s, host %3$s: correct\n")
            : run->bound > 0 ? _ ("%1$s = %2$s, host %3$s, within the given bound: WRONG\n")
                             : _ ("%1$s = %2$s, host %3$s: WRONG\n"),
            _ (run->words.result), result, expected);
  printf (_ ("All launches together, %s:\n"), _ (ws_origin_get_name (run->origin)));
  print_metrics (run);
  for (guint i = 0; run->notes != NULL && run->notes[i] != NULL; i++)
    printf ("%s\n", run->notes[i]);
}

/* Prints to stderr if the result is wrong.
 *
 * Returns: the exit status */
int
cli_finish_run (const WsRun *run)
{
  g_autofree char *result = ws_value_format (run->value_type, run->result, 24);
  g_autofree char *expected = ws_value_format (run->value_type, run->expected, 24);

  if (!run->has_result || run->correct)
    return CLI_OK;
  cli_say (_ ("The result of %s is wrong: it is %s, expected %s."), ws_words_translate (run->title),
           result, expected);
  return CLI_FAILED;
}

static void
add_cause (JsonBuilder *builder, const WsCause *cause, const WsRun *run, guint launch)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  g_autofree char *lanes = g_strdup_printf ("0x%08x", cause->lanes);

  json_builder_begin_object (builder);
  cli_json_add_text (builder, "cause", cause->id);
  json_builder_set_member_name (builder, "share");
  json_builder_add_double_value (builder, cause->share);
  json_builder_set_member_name (builder, "factor");
  json_builder_add_double_value (builder, cause->factor);
  cli_json_add_text (builder, "figure", cause->figure);
  cli_json_add_text (builder, "how", cause->how);
  if (cause->event != WS_NONE)
    {
      if (kernel->file != NULL && cause->line > 0)
        {
          cli_json_add_text (builder, "file", kernel->file);
          cli_json_add_number (builder, "line", cause->line);
        }
      cli_json_add_number (builder, "block", cause->block);
      cli_json_add_number (builder, "warp", cause->warp);
      cli_json_add_text (builder, "lanes", lanes);
    }
  if (cause->cure != NULL)
    cli_json_add_text (builder, "cure", cause->cure);
  json_builder_end_object (builder);
}

/**
 * cli_json_add_causes:
 * @builder: in an object
 *
 * Adds the members "why", a list of causes, and "summary", a sentence.
 */
void
cli_json_add_causes (JsonBuilder *builder, const WsRun *run, guint launch)
{
  g_autoptr (WsCauses) causes = ws_causes_new (run, launch);

  json_builder_set_member_name (builder, "why");
  json_builder_begin_array (builder);
  for (guint i = 0; i < causes->n_causes; i++)
    add_cause (builder, &causes->causes[i], run, launch);
  json_builder_end_array (builder);
  if (causes->is_small)
    {
      g_autofree char *remark = ws_cause_describe_remark (&causes->remark);

      cli_json_add_text (builder, "remark", remark);
    }
  json_builder_set_member_name (builder, "gains");
  json_builder_begin_object (builder);
  for (guint kind = 0; kind < WS_N_CAUSES; kind++)
    {
      json_builder_set_member_name (builder, ws_cause_get_id ((WsCauseKind)kind));
      json_builder_add_double_value (builder, causes->gains[kind]);
    }
  json_builder_end_object (builder);
  cli_json_add_text (builder, "summary", causes->summary);
}

/**
 * cli_json_add_stalls:
 * @builder: in an object
 *
 * Adds the members "warp_cycles", the share of each reason in the cycles of the launch's warps, and
 * "scheduler_cycles", likewise of the schedulers; neither if the run does not have them.
 */
void
cli_json_add_stalls (JsonBuilder *builder, const WsRun *run, guint launch)
{
  g_autoptr (WsLaunchStalls) stalls = ws_launch_stalls_new (run, launch);
  static double (*const get_share[]) (const WsLaunchStalls *,
                                      WsStall) = { ws_launch_stalls_get_share,
                                                   ws_launch_stalls_get_scheduler_share };
  static const char *const names[] = { "warp_cycles", "scheduler_cycles" };

  for (guint of = 0; stalls->stalls != NULL && of < G_N_ELEMENTS (names); of++)
    {
      json_builder_set_member_name (builder, names[of]);
      json_builder_begin_object (builder);
      for (guint i = 0; i < WS_N_STALLS; i++)
        {
          json_builder_set_member_name (builder, ws_stall_get_name ((WsStall)i));
          json_builder_add_double_value (builder, get_share[of](stalls, (WsStall)i));
        }
      json_builder_end_object (builder);
    }
}

/* Of a grid that a kernel launched: launches are counted from 1. */
static void
add_parent (JsonBuilder *builder, const WsLaunch *launch)
{
  json_builder_set_member_name (builder, "parent");
  json_builder_add_int_value (builder, (gint64)launch->parent + 1);
  json_builder_set_member_name (builder, "parent_block");
  json_builder_add_int_value (builder, launch->parent_block);
  json_builder_set_member_name (builder, "parent_thread");
  json_builder_add_int_value (builder, launch->parent_thread);
  json_builder_set_member_name (builder, "stream");
  json_builder_add_string_value (builder, ws_launcher_get_stream (launch->stream));
  json_builder_set_member_name (builder, "begin_cycles");
  json_builder_add_int_value (builder, (gint64)launch->begin_cycles);
}

static void
add_launch (JsonBuilder *builder, const WsRun *run, guint index)
{
  const WsLaunch *launch = &run->launches[index];

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "kernel");
  json_builder_add_string_value (builder, ws_run_get_kernel (run, index)->title);
  json_builder_set_member_name (builder, "elements");
  json_builder_add_int_value (builder, (gint64)launch->n_elements);
  json_builder_set_member_name (builder, "results");
  json_builder_add_int_value (builder, (gint64)launch->n_results);
  json_builder_set_member_name (builder, "blocks");
  json_builder_add_int_value (builder, (gint64)ws_launch_get_n_blocks (launch));
  json_builder_set_member_name (builder, "threads_per_block");
  json_builder_add_int_value (builder, ws_launch_get_n_threads (launch));
  if (launch->has_duration)
    {
      json_builder_set_member_name (builder, "duration_ns");
      json_builder_add_int_value (builder, (gint64)launch->duration_ns);
      json_builder_set_member_name (builder, "origin");
      json_builder_add_string_value (builder, ws_origin_get_name (launch->origin));
    }
  if (launch->stream != WS_STREAM_HOST)
    add_parent (builder, launch);
  cli_json_add_causes (builder, run, index);
  json_builder_end_object (builder);
}

static void
add_metrics (JsonBuilder *builder, const WsRun *run)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, WS_NONE);

  json_builder_set_member_name (builder, "metrics");
  json_builder_begin_object (builder);
  for (guint i = 0; i < metrics->len; i++)
    {
      const WsMetric *metric = &g_array_index (metrics, WsMetric, i);

      if (!metric->valid)
        continue;
      json_builder_set_member_name (builder, metric->id);
      json_builder_begin_object (builder);
      json_builder_set_member_name (builder, "value");
      json_builder_add_double_value (builder, metric->value);
      json_builder_set_member_name (builder, "unit");
      json_builder_add_string_value (builder, metric->unit);
      json_builder_set_member_name (builder, "numerator");
      json_builder_add_double_value (builder, metric->numerator);
      json_builder_set_member_name (builder, "denominator");
      json_builder_add_double_value (builder, metric->denominator);
      json_builder_set_member_name (builder, "formula");
      json_builder_add_string_value (builder, metric->formula);
      json_builder_set_member_name (builder, "nvprof");
      json_builder_add_string_value (builder, metric->nvprof);
      json_builder_set_member_name (builder, "nsight_compute");
      json_builder_add_string_value (builder, metric->ncu);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

/**
 * cli_run_to_json:
 * @agreement: (nullable): whether the virtual GPU does the same
 *
 * Returns: (transfer full): the run as JSON: what ran, its launches, the result, the metrics
 */
char *
cli_run_to_json (const WsRun *run, WsAgreement *agreement)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *date = ws_data_format_date (run->date);
  JsonNode *parameters = json_gvariant_serialize (run->parameters);

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "kernel");
  json_builder_add_string_value (builder, run->id);
  json_builder_set_member_name (builder, "device");
  json_builder_add_string_value (builder, run->device);
  if (run->driver != NULL)
    cli_json_add_text (builder, "driver", run->driver);
  if (date != NULL)
    cli_json_add_text (builder, "date", date);
  json_builder_set_member_name (builder, "origin");
  json_builder_add_string_value (builder, ws_origin_get_name (run->origin));
  if (run->origin == WS_ORIGIN_MODELLED)
    cli_json_add_fidelity (builder, run->device, run->id);
  json_builder_set_member_name (builder, "parameters");
  json_builder_add_value (builder, parameters);
  json_builder_set_member_name (builder, "result");
  json_builder_add_double_value (builder, ws_value_to_double (run->value_type, run->result));
  json_builder_set_member_name (builder, "expected");
  json_builder_add_double_value (builder, ws_value_to_double (run->value_type, run->expected));
  json_builder_set_member_name (builder, "correct");
  json_builder_add_boolean_value (builder, run->correct);
  json_builder_set_member_name (builder, "launches");
  json_builder_begin_array (builder);
  for (guint i = 0; i < run->n_launches; i++)
    add_launch (builder, run, i);
  json_builder_end_array (builder);
  add_metrics (builder, run);
  json_builder_set_member_name (builder, "notes");
  json_builder_begin_array (builder);
  for (guint i = 0; run->notes != NULL && run->notes[i] != NULL; i++)
    json_builder_add_string_value (builder, run->notes[i]);
  json_builder_end_array (builder);
  if (agreement != NULL)
    cli_json_add_both (builder, agreement);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}
