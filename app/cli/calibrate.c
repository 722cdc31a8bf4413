/* calibrate.c: warpstage-cli calibrate: makes a twin of a GPU, and reports how well it predicts
 * kernel times. */
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/output.h"
#include "files/replacement.h"
#include "timing/timing.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define REPEATS 11

/* Kernels that test the twin: each has a different bottleneck. */
static const struct {
  const char *kernel;
  const char *n;
} tries[] = {
  { "vector_add", "2^22" },       { "reduce1", "2^22" },
  { "reduce10", "2^22" },         { "transpose_naive", "1024" },
  { "transpose_shared", "1024" }, { "matrix_product_tiled", "256" },
  { "histogram_shared", "2^20" }, { "scan_work_efficient", "2^20" },
};

typedef struct {
  GMainLoop *loop;
  char *text;
  GError *error;
} Answer;

static void
calibrated_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->text = ws_client_calibrate_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

/* (transfer full) (nullable): the text of a spec file */
static char *
calibrate (WsClient *client, const char *device, GError **error)
{
  const WsClientWatch watch = { cli_output_show_progress, NULL };
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_calibrate_async (client, device, &watch, NULL, calibrated_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  cli_output_show (NULL);
  if (answer.error != NULL)
    g_propagate_error (error, answer.error);
  return answer.text;
}

static gboolean
time_median (WsClient *client, const char *device, WsJobSource *source, double *us, GError **error)
{
  WsTiming timing;
  WsTimingSummary summary;
  WsTimeRequest request;
  g_autoptr (GArray) samples = NULL;

  ws_time_request_init (&request);
  request.repeats = REPEATS;
  request.rotate = TRUE;
  samples = cli_time (client, device, source, &request, &timing, error);
  if (samples == NULL)
    return FALSE;
  ws_timing_summarise ((const WsSample *)(const void *)samples->data, samples->len, &summary);
  *us = (double)summary.median_ns / 1e3;
  return TRUE;
}

/* The time of each kernel on the device, and on its twin here. */
static gboolean
try_twin (WsCatalog *catalog, WsClient *client, const char *device, const char *twin,
          GError **error)
{
  g_autoptr (WsClient) own = cli_client_new (NULL);
  double sum = 0;

  printf (_ ("%-22s %12s %12s %12s %7s\n"), _ ("kernel"), "n", _ ("there us"), _ ("twin us"),
          _ ("ratio"));
  for (guint i = 0; i < G_N_ELEMENTS (tries); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_find (catalog, tries[i].kernel, error);
      CliRunOptions options;
      WsPlanParameters parameters;
      g_autoptr (WsJobSource) source = NULL;
      double there;
      double here;
      gboolean ok;

      cli_run_options_init (&options);
      options.n = g_strdup (tries[i].n);
      ok = kernel != NULL && cli_read_parameters (kernel, &options, &parameters, error);
      cli_run_options_clear (&options);
      if (!ok)
        return FALSE;
      source = ws_catalog_choose (catalog, kernel, &parameters, NULL, TRUE);
      if (!time_median (client, device, source, &there, error)
          || !time_median (own, twin, source, &here, error))
        return FALSE;
      printf ("%-22s %12" G_GUINT64_FORMAT " %12.3f %12.3f %7.2f\n", kernel->id, parameters.n,
              there, here, here / there);
      sum += fabs (log (here / there));
    }
  printf (_ ("Times of the twin are off by a factor of %.2f, the geometric mean.\n"),
          exp (sum / G_N_ELEMENTS (tries)));
  return TRUE;
}

static gboolean
make_twin (WsCatalog *catalog, const char *wanted, const char *output, gboolean checks,
           GError **error)
{
  g_autoptr (WsClient) client = cli_client_new (wanted);
  g_autofree char *device = cli_choose_device (client, wanted);
  g_autofree char *text = calibrate (client, device, error);
  g_autofree char *twin = g_strconcat ("vm:", output, NULL);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (output);
  g_autoptr (WsSpec) spec = NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (text == NULL)
    return FALSE;
  bytes = g_bytes_new (text, strlen (text));
  spec = ws_spec_file_parse (bytes, output, error);
  if (spec == NULL || !ws_file_replace (file, text, strlen (text), WS_REPLACE_NONE, NULL, error))
    return FALSE;
  printf (_ ("%1$s is a twin of the %2$s: --device %3$s uses it.\n"), output, spec->name, twin);
  if (!checks)
    return TRUE;
  ws_client_add_spec_file (output);
  return try_twin (catalog, client, device, twin, error);
}

/**
 * cli_calibrate:
 * @catalog: kernels that test the twin
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli calibrate: measures a device, and writes the spec file of its twin.
 *
 * Returns: the exit status
 */
int
cli_calibrate (WsCatalog *catalog, int argc, char **argv)
{
  g_autofree char *device = NULL;
  g_autofree char *output = NULL;
  gboolean no_check = FALSE;
  const GOptionEntry entries[] = {
    { "device", 'd', 0, G_OPTION_ARG_STRING, &device, _ ("What to measure, as in cuda:0"), "ID" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, _ ("The spec file to write"), "F.ini" },
    { "no-check", 0, 0, G_OPTION_ARG_NONE, &no_check,
      _ ("Time no kernels of the catalogue on device and twin"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc > 1)
    return cli_usage (context, _ ("This command takes options only."));
  if (output == NULL || !g_str_has_suffix (output, ".ini") || strlen (output) <= strlen (".ini"))
    return cli_usage (context, _ ("Where to: -o F.ini."));
  return make_twin (catalog, device, output, !no_check, &error) ? CLI_OK : cli_fail (error);
}
