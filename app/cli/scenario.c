/* scenario.c: warpstage-cli scenario and warpstage-cli export scenario: runs the cells of a
 * scenario, and prints or draws its table. */
#include "cli/scenario.h"
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/look.h"
#include "cli/output.h"
#include "cli/picture.h"

#include "export/export.h"
#include "scenarios/scenario-runner.h"
#include "scenarios/scenario-store.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

static int
list (WsCatalog *catalog)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = ws_scenario_store_load_all (catalog, &error);

  if (all == NULL)
    return cli_fail (error);
  for (guint i = 0; i < all->len; i++)
    {
      const WsScenario *scenario = g_ptr_array_index (all, i);

      cli_column_print (-17, scenario->id);
      printf ("%s\n%17s%s\n", ws_words_translate (scenario->title), "",
              ws_words_translate (scenario->words));
    }
  return CLI_OK;
}

/* ---- running ---- */

typedef struct {
  GMainLoop *loop;
  GError *error; /* the first */
} Running;

static void
busy_cb (WsScenarioRunner *runner, GParamSpec *pspec, Running *running)
{
  if (!ws_scenario_runner_is_busy (runner))
    g_main_loop_quit (running->loop);
}

static void
changed_cb (WsScenarioRunner *runner, WsScenario *scenario, guint row, guint group,
            Running *running)
{
  guint n_done = ws_scenario_count (scenario, WS_SCENARIO_DONE)
                 + ws_scenario_count (scenario, WS_SCENARIO_FAILED);
  guint n_left = ws_scenario_count (scenario, WS_SCENARIO_WAITING)
                 + ws_scenario_count (scenario, WS_SCENARIO_RUNNING);
  g_autofree char *line = g_strdup_printf (_ ("%1$u of %2$u cells"), n_done, n_done + n_left);

  cli_output_show (line);
}

static void
failed_cb (WsScenarioRunner *runner, WsScenario *scenario, guint row, guint group, GError *error,
           Running *running)
{
  if (running->error == NULL)
    running->error = g_error_copy (error);
}

/**
 * cli_scenario_run:
 * @catalog: the kernels to run
 * @scenario: gets the results
 * @wanted: (nullable): id of the requested device; by default the scenario's own, or the current
 * device if it has none
 * @error: return location for a #GError: why no cell could be run: most often the device itself is
 * unavailable, and every cell fails for the same reason
 *
 * Runs all its cells, and waits for completion.
 *
 * Returns: %FALSE if none could be run
 */
gboolean
cli_scenario_run (WsCatalog *catalog, WsScenario *scenario, const char *wanted, GError **error)
{
  g_autoptr (WsQueue) queue = cli_queue_new ();
  g_autofree char *own = ws_scenario_dup_own_device (scenario);
  g_autofree char *device = NULL;
  g_autoptr (WsScenarioRunner) runner = ws_scenario_runner_new (catalog, queue);
  Running running = { .loop = g_main_loop_new (NULL, FALSE) };

  wanted = wanted != NULL ? wanted : own;
  device = cli_choose_device (ws_queue_get_client (queue, wanted), wanted);
  g_signal_connect (runner, "notify::busy", G_CALLBACK (busy_cb), &running);
  g_signal_connect (runner, "changed", G_CALLBACK (changed_cb), &running);
  g_signal_connect (runner, "failed", G_CALLBACK (failed_cb), &running);
  ws_scenario_runner_run_all (runner, scenario, device);
  if (ws_scenario_runner_is_busy (runner))
    g_main_loop_run (running.loop);
  g_main_loop_unref (running.loop);
  cli_output_show (NULL);
  if (running.error != NULL && ws_scenario_count (scenario, WS_SCENARIO_DONE) == 0)
    {
      g_propagate_error (error, running.error);
      return FALSE;
    }
  g_clear_error (&running.error);
  return TRUE;
}

/**
 * cli_scenario_finish:
 * @scenario: with results
 *
 * Prints to stderr which cells could not be run: most often all, for one reason.
 *
 * Returns: the exit status
 */
int
cli_scenario_finish (const WsScenario *scenario)
{
  guint n_failed = ws_scenario_count (scenario, WS_SCENARIO_FAILED);
  guint n = scenario->n_rows * scenario->n_groups;

  for (guint i = 0; n_failed > 0 && i < n; i++)
    {
      guint row = i / scenario->n_groups;
      guint group = i % scenario->n_groups;
      const WsScenarioResult *result = ws_scenario_get_result (scenario, row, group);
      const char *name = scenario->group_names[group];

      if (result->state != WS_SCENARIO_FAILED)
        continue;
      if (*name != '\0')
        cli_say (_ ("%1$u of %2$u cells could not be run, first “%3$s” of %4$s: %5$s"), n_failed, n,
                 ws_words_translate (scenario->rows[row].label), ws_words_translate (name),
                 result->sentence);
      else
        cli_say (_ ("%1$u of %2$u cells could not be run, first “%3$s”: %4$s"), n_failed, n,
                 ws_words_translate (scenario->rows[row].label), result->sentence);
      break;
    }
  return n_failed > 0 ? CLI_FAILED : CLI_OK;
}

/**
 * cli_scenario:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli scenario: lists the scenarios, or runs the cells of one and prints its table.
 *
 * Returns: the exit status
 */
int
cli_scenario (WsCatalog *catalog, int argc, char **argv)
{
  g_autofree char *device = NULL;
  gboolean json = FALSE;
  gboolean csv = FALSE;
  const GOptionEntry entries[] = {
    { "device", 'd', 0, G_OPTION_ARG_STRING, &device,
      _ ("Device that runs it, as in cuda:0 or vm:k40c"), "ID" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &csv, _ ("Print as CSV"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[SCENARIO]");
  g_autoptr (WsScenario) scenario = NULL;
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc > 2 || (json && csv))
    return cli_usage (context, _ ("Give one scenario, and one output format."));
  if (argc == 1)
    return list (catalog);
  scenario = ws_scenario_store_load (catalog, argv[1], &error);
  if (scenario == NULL || !cli_scenario_run (catalog, scenario, device, &error))
    return cli_fail (error);
  if (json)
    cli_scenario_print_json (scenario);
  else if (csv)
    cli_scenario_print_csv (scenario);
  else
    cli_scenario_print (scenario);
  return cli_scenario_finish (scenario);
}

/* ---- export ---- */

/**
 * cli_export_is_scenario:
 * @argc: of the command export
 * @argv: the arguments
 *
 * Whether the export is of a scenario, rather than of a view of one run.
 */
gboolean
cli_export_is_scenario (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], "scenario"))
      return TRUE;
  return FALSE;
}

typedef struct {
  char *scenario;
  char *device;
  int row;
  int group;
  char *chart;
  char *hide;
  CliPictureOptions picture;
  gboolean empty;
} ExportOptions;

static gboolean
choose_cell (const WsScenario *scenario, const ExportOptions *options, WsScenarioOptions *view,
             GError **error)
{
  if (options->row > (int)scenario->n_rows || options->group > (int)scenario->n_groups
      || options->row < 0 || options->group < 1)
    {
      g_set_error (
          error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          ngettext (
              "The scenario has %u rows and %u group, counted from 1; there is no cell %d, %d.",
              "The scenario has %u rows and %u groups, counted from 1; there is no cell %d, %d.",
              scenario->n_groups),
          scenario->n_rows, scenario->n_groups, options->row, options->group);
      return FALSE;
    }
  view->show_choice = options->row > 0;
  view->row = options->row > 0 ? (guint)options->row - 1 : 0;
  view->group = (guint)options->group - 1;
  return TRUE;
}

/* @status: (out): exit status of the run, if the picture is written */
static gboolean export(WsCatalog *catalog, const ExportOptions *options, int *status,
                       GError **error)
{
  WsPicture picture = { .table = WS_SCENARIO_OPTIONS_INIT };
  g_autoptr (WsScenario) scenario = NULL;
  WsExportForm form;

  /* before anything is run */
  if (!cli_picture_read_form (&options->picture, &form, error))
    return FALSE;
  scenario = ws_scenario_store_load (
      catalog, options->scenario != NULL ? options->scenario : "occupancy-k40c", error);
  if (scenario == NULL || !choose_cell (scenario, options, &picture.table, error)
      || (options->chart != NULL
          && !ws_scenario_parse_chart (scenario, options->chart, &picture.table.chart, error))
      || (!options->empty && !cli_scenario_run (catalog, scenario, options->device, error)))
    return FALSE;
  picture.scenario = scenario;
  if (!cli_look_read_hide (options->hide, &picture.table.hide, error))
    return FALSE;
  picture.table.show_title = !options->picture.bare;
  if (!ws_picture_write (&picture, &form, options->picture.output, NULL, error))
    return FALSE;
  *status = cli_scenario_finish (scenario);
  return TRUE;
}

/**
 * cli_export_scenario:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli export scenario: a scenario's table as picture or data.
 *
 * Returns: the exit status
 */
int
cli_export_scenario (WsCatalog *catalog, int argc, char **argv)
{
  ExportOptions options = { .group = 1 };
  const GOptionEntry entries[] = {
    { "scenario", 0, 0, G_OPTION_ARG_STRING, &options.scenario,
      _ ("Scenario; “warpstage-cli scenario” lists all"), "SCENARIO" },
    { "device", 'd', 0, G_OPTION_ARG_STRING, &options.device,
      _ ("Device that runs it, as in cuda:0 or vm:k40c"), "ID" },
    { "row", 0, 0, G_OPTION_ARG_INT, &options.row,
      _ ("Row of the cell to select, counted from 1 (default: none)"), "R" },
    { "group", 0, 0, G_OPTION_ARG_INT, &options.group, _ ("Group of that cell, counted from 1"),
      "G" },
    { "chart", 0, 0, G_OPTION_ARG_STRING, &options.chart,
      _ ("Show this column as bars instead of the table, as in time"), "COLUMN" },
    { "hide", 0, 0, G_OPTION_ARG_STRING, &options.hide,
      _ ("Hide, as for a question: counts, times, published"), "WHAT,…" },
    { "empty", 0, 0, G_OPTION_ARG_NONE, &options.empty,
      _ ("Run nothing; show only published figures"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("scenario");
  g_autoptr (GError) error = NULL;
  int status = CLI_OK;

  g_option_context_add_main_entries (context, entries, NULL);
  cli_picture_add_options (context, &options.picture, CLI_PICTURE_SIZE, CLI_PICTURE_FILES);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = cli_usage (context, error->message);
  else if (argc != 2)
    status = cli_usage (context, _ ("Give a view to export, and nothing else."));
  else if (options.empty && options.device != NULL)
    status = cli_usage (context, _ ("--empty runs nothing and takes no device."));
  else if (options.picture.output == NULL)
    {
      cli_say (_ ("No output file: use -o scenario.png."));
      status = CLI_USAGE;
    }
  else if (!export(catalog, &options, &status, &error))
    status = cli_fail (error);
  g_free (options.chart);
  g_free (options.hide);
  g_free (options.scenario);
  g_free (options.device);
  cli_picture_clear (&options.picture);
  return status;
}
