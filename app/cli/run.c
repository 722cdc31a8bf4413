/* run.c: warpstage-cli run and python: record a run, keep and print it. */
#include "cli/cli.h"

#include "record/file.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

static gboolean
show (const WsRun *run, const char *save, gboolean json, WsAgreement *agreement, GError **error)
{
  if (save != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (save);

      if (!ws_run_save (run, file, NULL, error))
        return FALSE;
    }
  if (json)
    {
      g_autofree char *text = cli_run_to_json (run, agreement);

      printf ("%s\n", text);
    }
  else
    cli_print_run (run);
  if (!json && agreement != NULL)
    cli_print_both (agreement);
  return TRUE;
}

/* Prints unmet requirements to stderr: stdout may have JSON. */
static gboolean
try_gate (const WsGate *gate, const WsRun *run)
{
  g_autoptr (GPtrArray) results = ws_gate_try (gate, run, NULL);
  gboolean holds = TRUE;

  for (guint i = 0; i < results->len; i++)
    {
      const WsGateResult *result = g_ptr_array_index (results, i);

      holds &= result->holds;
      if (!result->holds)
        g_printerr (_ ("does not hold: %s (%s)\n"), result->text, result->words);
    }
  return holds;
}

/**
 * cli_run:
 * @argc: number of arguments, including the command's name
 * @argv: (array length=argc): likewise
 *
 * Runs and records a kernel, or a launch of a program.
 *
 * Returns: the exit status
 */
int
cli_run (WsCatalog *catalog, int argc, char **argv)
{
  CliRunOptions options;
  g_autofree char *save = NULL;
  g_autofree char *buffers = NULL;
  gboolean json = FALSE;
  gboolean both = FALSE;
  g_auto (GStrv) requirements = NULL;
  const GOptionEntry entries[] = {
    { "require", 0, 0, G_OPTION_ARG_STRING_ARRAY, &requirements,
      _ ("Fail unless this holds: “result”, or a count as in “sectors-per-request <= 4.5”; may be "
         "repeated"),
      "WHAT" },
    { "both", 0, 0, G_OPTION_ARG_NONE, &both,
      _ ("Run on the virtual GPU too, and compare the results of both devices"), NULL },
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &save, _ ("Save the run to a file"), "F.wsrun" },
    { "buffers", 0, 0, G_OPTION_ARG_FILENAME, &buffers,
      _ ("Write what each buffer that is written to holds in the end to a file NAME.bin in this "
         "folder"),
      "FOLDER" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = cli_run_context_new (
      "KERNEL|F.cu[:KERNEL]|F.ptx[:KERNEL]|F.wsrun|-- PROGRAM…", entries, &options);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) recorded = NULL;
  g_autoptr (WsAgreement) agreement = NULL;
  g_autoptr (WsGate) gate = NULL;
  const char *kernel;
  int status = CLI_OK;

  kernel = cli_read_kernel_or_command (
      context, argc, argv, &options,
      _ ("No kernel given; “warpstage-cli kernels” lists all kernels."));
  options.buffers = g_steal_pointer (&buffers);
  gate = ws_gate_new ((const char *const *)requirements, NULL, NULL, &error);
  if (gate != NULL && !cli_check_gate (&options, gate, &error))
    g_clear_pointer (&gate, ws_gate_free);
  if (gate == NULL)
    cli_say ("%s", error->message);
  if (kernel == NULL || gate == NULL)
    status = CLI_USAGE;
  else if (both && options.buffers != NULL)
    status = cli_usage (context, _ ("--both and --buffers do not go together."));
  else if (both)
    status = cli_run_both (catalog, kernel, &options, &recorded, &agreement);
  else
    {
      recorded = cli_record (catalog, kernel, &options, NULL, &error);
      if (recorded == NULL)
        status = cli_fail (error);
    }
  cli_run_options_clear (&options);
  if (recorded == NULL)
    return status;
  if (!show (recorded, save, json, agreement, &error))
    return cli_fail (error);
  status = agreement != NULL ? cli_finish_both (agreement) : CLI_OK;
  if (!try_gate (gate, recorded) && status == CLI_OK)
    status = CLI_FAILED;
  return status == CLI_OK ? cli_finish_run (recorded) : status;
}

/* (transfer full) (nullable): the user's Python: of the virtual environment, else from PATH */
static char *
find_python (GError **error)
{
  const char *environment = g_getenv ("VIRTUAL_ENV");
  g_autofree char *own = environment != NULL && *environment != '\0'
                             ? g_build_filename (environment, "bin", "python3", NULL)
                             : NULL;
  char *found = NULL;

  if (own != NULL && g_file_test (own, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&own);
  found = g_find_program_in_path ("python3");
  if (found == NULL)
    g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, _ ("There is no python3."));
  return found;
}

/* (transfer full): Python and its arguments */
static char **
make_command (const char *python, char **words)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, python);
  g_strv_builder_addv (builder, (const char **)words);
  return g_strv_builder_end (builder);
}

/* Warpstage's options precede the script; arguments after it are the script's. */
static WsRun *
record_python (WsCatalog *catalog, GOptionContext *context, char **argv, CliRunOptions *options,
               int *status)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *python = NULL;
  int argc = (int)g_strv_length (argv);
  const char *wrong = NULL;
  WsRun *recorded = NULL;

  g_option_context_set_strict_posix (context, TRUE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      *status = cli_usage (context, error->message);
      return NULL;
    }
  if (argc > 1 && g_str_equal (argv[1], "--"))
    argv++, argc--;
  if (argc < 2)
    wrong = _ ("No script given.");
  else if (options->main_launch < 0)
    wrong = _ ("Launches are counted from 1.");
  else if (options->device != NULL && g_str_has_prefix (options->device, "cuda:"))
    wrong = _ ("Scripts run on a virtual GPU, as in vm:h200.");
  if (wrong != NULL)
    {
      *status = cli_usage (context, wrong);
      return NULL;
    }
  python = find_python (&error);
  if (python != NULL)
    {
      options->command = make_command (python, argv + 1);
      recorded = cli_record (catalog, options->command[0], options, NULL, &error);
    }
  if (recorded == NULL)
    *status = cli_fail (error);
  return recorded;
}

/**
 * cli_python:
 * @argc: number of arguments, including the command's name
 * @argv: (array zero-terminated=1): likewise
 *
 * Runs a script with the user's Python, with Warpstage's driver library in place of CUDA's, and
 * records one of its launches.
 *
 * Returns: the exit status
 */
int
cli_python (WsCatalog *catalog, int argc, char **argv)
{
  CliRunOptions options;
  g_autofree char *save = NULL;
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "launch", 'l', 0, G_OPTION_ARG_INT, &options.main_launch,
      _ ("The launch to record, counted from 1 (the longest)"), "N" },
    { "device", 'd', 0, G_OPTION_ARG_STRING, &options.device,
      _ ("Virtual GPU that runs it, as in vm:h200"), "ID" },
    { "blocks", 0, 0, G_OPTION_ARG_STRING, &options.blocks,
      _ ("Blocks recorded in full (0,mid,last)"), "LIST" },
    { "save", 0, 0, G_OPTION_ARG_FILENAME, &save, _ ("Save the run to a file"), "F.wsrun" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, _ ("Print as JSON"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("SCRIPT.py [ARGUMENTS…]");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) recorded = NULL;
  int status = CLI_OK;

  cli_run_options_init (&options);
  g_option_context_add_main_entries (context, entries, NULL);
  recorded = record_python (catalog, context, argv, &options, &status);
  cli_run_options_clear (&options);
  if (recorded == NULL)
    return status;
  return show (recorded, save, json, NULL, &error) ? cli_finish_run (recorded) : cli_fail (error);
}
