/* counters.c: warpstage-cli counters: hardware counters of one launch, next to the metrics derived
 * from its recording. */
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/json.h"

#include "metrics/counters.h"
#include "metrics/metrics.h"

#include <glib/gi18n.h>
#include <stdio.h>

typedef enum { TABLE, CSV, JSON } Form;

static void
print_counter (const WsCounter *counter, const WsMetric *metric, Form form)
{
  if (form == CSV)
    printf ("%s,%s,%.17g,%s,", counter->name, counter->unit, counter->value, "hardware");
  else
    {
      cli_column_print (-62, counter->name);
      cli_column_printf (19, "%.3f", counter->value);
      printf (" ");
      cli_column_print (-6, counter->unit);
    }
  if (metric != NULL && form == CSV)
    printf ("%.17g", ws_counter_comparable (counter, metric));
  else if (metric != NULL)
    /* Translators: a figure derived from the recording, and its name */
    printf (_ ("  derived %1$14.3f%2$s"), ws_counter_comparable (counter, metric),
            metric->of_recorded ? _ (" (recorded blocks)") : "");
  if (form == TABLE)
    printf ("  %s", ws_counter_get_title (counter->name));
  printf ("\n");
}

static void
print_json (GPtrArray *counters, GArray *metrics)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_array (builder);
  for (guint i = 0; i < counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (counters, i);
      const WsMetric *metric = ws_counter_find_metric (counter, metrics);

      json_builder_begin_object (builder);
      json_builder_set_member_name (builder, "name");
      json_builder_add_string_value (builder, counter->name);
      json_builder_set_member_name (builder, "title");
      json_builder_add_string_value (builder, ws_counter_get_title (counter->name));
      json_builder_set_member_name (builder, "unit");
      json_builder_add_string_value (builder, counter->unit);
      json_builder_set_member_name (builder, "hardware");
      json_builder_add_double_value (builder, counter->value);
      if (metric != NULL)
        {
          json_builder_set_member_name (builder, "derived");
          json_builder_add_double_value (builder, ws_counter_comparable (counter, metric));
        }
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  cli_json_print (builder);
}

static int
show (WsCatalog *catalog, CliRunOptions *options, const char *id, guint launch, Form form)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsJobSource) source = cli_choose_source (catalog, id, options, &error);
  g_autoptr (WsClient) client = cli_client_new (options->device);
  g_autofree char *device = NULL;
  g_autoptr (GPtrArray) counters = NULL;
  g_autoptr (GArray) metrics = NULL;
  g_autoptr (WsRun) run = NULL;

  if (source == NULL)
    return cli_fail (error);
  device = cli_choose_device (client, options->device);
  counters = cli_read_counters (client, device, source, launch, &error);
  if (counters == NULL)
    return cli_fail (error);
  if (options->device == NULL)
    options->device = g_strdup (device);
  g_clear_object (&client); /* the recording has its own: one line at a time, for one GPU */
  run = cli_record (catalog, id, options, NULL, &error);
  if (run == NULL)
    return cli_fail (error);
  metrics = ws_metrics_new (run, launch);
  if (form == JSON)
    print_json (counters, metrics);
  else if (form == CSV)
    printf ("name,unit,hardware,origin,derived\n");
  for (guint i = 0; form != JSON && i < counters->len; i++)
    print_counter (g_ptr_array_index (counters, i),
                   ws_counter_find_metric (g_ptr_array_index (counters, i), metrics), form);
  if (form == TABLE)
    printf (_ ("Hardware counters count machine instructions in all blocks. Derived figures count "
               "PTX instructions in the recorded blocks:\nwhere the compiler replaced a branch by "
               "predication, the two differ, and both are correct.\n"));
  return CLI_OK;
}

/**
 * cli_counters:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli counters: hardware counters of one launch, next to the metrics derived from its
 * recording.
 *
 * Returns: the exit status
 */
int
cli_counters (WsCatalog *catalog, int argc, char **argv)
{
  CliRunOptions options;
  int launch = 1;
  gboolean csv = FALSE;
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "launch", 'l', 0, G_OPTION_ARG_INT, &launch, _ ("Launch of the plan, counted from 1"), "L" },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &csv, _ ("Print as CSV"), NULL },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = cli_run_context_new ("KERNEL", entries, &options);
  const char *kernel;
  int status;

  kernel = cli_read_kernel (context, argc, argv,
                            _ ("No kernel given; “warpstage-cli kernels” lists all kernels."));
  if (kernel == NULL)
    status = CLI_USAGE;
  else if (csv && json)
    status = cli_usage (context, _ ("Choose one output format."));
  else if (launch < 1)
    status = cli_usage (context, _ ("Launches are counted from 1."));
  else
    status = show (catalog, &options, kernel, (guint)launch - 1, json ? JSON : csv ? CSV : TABLE);
  cli_run_options_clear (&options);
  return status;
}
