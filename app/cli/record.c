/* record.c: the options that choose what to run, and the run itself. */
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/program.h"
#include "cli/user.h"

#include "record/file.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdlib.h>

typedef struct {
  GMainLoop *loop;
  WsRun *run;
  WsRun *partial;
  GError *error;
} Recording;

/**
 * cli_run_options_init:
 * @self: (out): receives the defaults
 */
void
cli_run_options_init (CliRunOptions *self)
{
  *self = (CliRunOptions){ .seed = CLI_NO_SEED,
                           .max_grid = CLI_NOT_GIVEN,
                           .main_seconds = CLI_NOT_GIVEN };
}

void
cli_run_options_clear (CliRunOptions *self)
{
  g_free (self->device);
  g_free (self->n);
  g_free (self->block);
  g_free (self->op);
  g_free (self->type);
  g_free (self->blocks);
  g_free (self->repeats);
  g_strfreev (self->set);
  g_free (self->buffers);
  g_strfreev (self->argument);
  g_strfreev (self->expect);
  g_free (self->grid);
  g_free (self->shared);
  g_strfreev (self->allow_folder);
  g_free (self->main_arguments);
  g_free (self->main_files);
  g_strfreev (self->command);
}

/**
 * cli_run_group_new:
 * @options: (out): filled by the options; must outlive the group
 *
 * Returns: (transfer full): the options that say what to run
 */
GOptionGroup *
cli_run_group_new (CliRunOptions *options)
{
  const GOptionEntry entries[] = {
    { "device", 'd', 0, G_OPTION_ARG_STRING, &options->device,
      _ ("Device that runs it, as in cuda:0 or vm:h200"), "ID" },
    { "n", 'n', 0, G_OPTION_ARG_STRING, &options->n, _ ("Number of elements, as in 100000 or 2^20"),
      "N" },
    { "block", 'b', 0, G_OPTION_ARG_STRING, &options->block,
      _ ("Threads per block, a power of two"), "B" },
    { "op", 0, 0, G_OPTION_ARG_STRING, &options->op, _ ("sum, max, min or product"), "OP" },
    { "type", 0, 0, G_OPTION_ARG_STRING, &options->type, _ ("int or float"), "TYPE" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &options->seed,
      _ ("Seed of the input; 0 starts with the numbers of the slide"), "S" },
    { "blocks", 0, 0, G_OPTION_ARG_STRING, &options->blocks,
      _ ("Blocks recorded in full (0,mid,last)"), "LIST" },
    { "max-grid", 0, 0, G_OPTION_ARG_INT, &options->max_grid,
      _ ("Largest grid of a grid-stride kernel"), "G" },
    { "repeats", 0, 0, G_OPTION_ARG_STRING, &options->repeats,
      _ ("How often a kernel repeats its work"), "R" },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->set,
      _ ("An option of this kernel, as in stride=4; may be repeated"), "NAME=VALUE" },
    { "arg", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->argument,
      _ ("For your own kernel: a parameter, as in n=4096, in.length=2*n or in.contents=zeros; 2^20 "
         "is a power; may be repeated"),
      "NAME=VALUE" },
    { "expect", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->expect,
      _ ("For your own kernel: expected contents of a buffer, as in out=\"= 2 * in[i]\", "
         "out=\"kernel naive\", out=\"file right.csv within 1e-3\" or out=before; may be repeated"),
      "BUFFER=WHAT" },
    { "grid", 0, 0, G_OPTION_ARG_STRING, &options->grid,
      _ ("For your own kernel: blocks along x, y, z"), "X,Y,Z" },
    { "shared", 0, 0, G_OPTION_ARG_STRING, &options->shared,
      _ ("For your own kernel: dynamic shared memory, in bytes"), "BYTES" },
    { "allow-folder", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->allow_folder,
      _ ("For your own kernel: another folder that it may include or read files from; may be "
         "repeated"),
      "FOLDER" },
    { "run-main", 0, 0, G_OPTION_ARG_NONE, &options->run_main,
      _ ("For your own program: run its main(), and record one of its launches. It can read the "
         "files beside it, and nothing else"),
      NULL },
    { "no-main", 0, 0, G_OPTION_ARG_NONE, &options->no_main,
      _ ("For your own program: do not run its main(), but read the launches from its source"),
      NULL },
    { "main-args", 0, 0, G_OPTION_ARG_STRING, &options->main_arguments,
      _ ("What main() is called with"), "ARGUMENTS" },
    { "main-launch", 0, 0, G_OPTION_ARG_INT, &options->main_launch,
      _ ("The launch of main() to record, counted from 1 (the longest)"), "N" },
    { "main-seconds", 0, 0, G_OPTION_ARG_INT, &options->main_seconds,
      _ ("Seconds that the kernels of main() may take together on this computer (10); 0 for as "
         "long as they take"),
      "S" },
    { "main-files", 0, 0, G_OPTION_ARG_FILENAME, &options->main_files,
      _ ("Folder for the files that main() writes"), "FOLDER" },
    { "keep", 0, 0, G_OPTION_ARG_NONE, &options->keep,
      _ ("Save the settings of your own kernel in a .wsjob file next to it"), NULL },
    { 0 },
  };
  GOptionGroup *group = g_option_group_new (
      "run", _ ("Kernel options:"), _ ("Show the options that describe the run"), NULL, NULL);

  g_option_group_add_entries (group, entries);
  return group;
}

/**
 * cli_run_context_new:
 * @what: the argument as named in the help, as in "KERNEL|F.wsrun"
 * @entries: options of the command itself
 * @options: (out caller-allocates): the options that choose what to run; cli_run_options_clear()
 * frees them
 *
 * Returns: (transfer full): the options of a command that runs one kernel
 */
GOptionContext *
cli_run_context_new (const char *what, const GOptionEntry *entries, CliRunOptions *options)
{
  GOptionContext *context = g_option_context_new (what);
  GOptionGroup *main_group = g_option_group_new ("main", "", "", NULL, NULL);

  cli_run_options_init (options);
  g_option_group_add_entries (main_group, entries);
  g_option_context_set_main_group (context, main_group);
  g_option_context_add_group (context, cli_run_group_new (options));
  return context;
}

/**
 * cli_read_kernel:
 * @context: from cli_run_context_new()
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 * @missing: the error message if no kernel is named
 *
 * Parses the command line, and prints its errors.
 *
 * Returns: (transfer none) (nullable): what to run; %NULL if the exit status is %CLI_USAGE
 */
const char *
cli_read_kernel (GOptionContext *context, int argc, char **argv, const char *missing)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *more = NULL;

  if (!g_option_context_parse (context, &argc, &argv, &error))
    cli_usage (context, error->message);
  else if (argc > 2)
    {
      more = g_strdup_printf (_ ("One kernel at a time: “%s” is one too many."), argv[2]);
      cli_usage (context, more);
    }
  else if (argc != 2 || *argv[1] == '\0')
    cli_usage (context, missing);
  else
    return argv[1];
  return NULL;
}

/**
 * cli_read_kernel_or_command:
 * @context: from cli_run_context_new()
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 * @options: (inout): those of @context; receives the user's command, the arguments after "--"
 * @missing: the error message if neither is named
 *
 * As cli_read_kernel(), for a command that can also run a program of the user's.
 *
 * Returns: (transfer none) (nullable): what to run
 */
const char *
cli_read_kernel_or_command (GOptionContext *context, int argc, char **argv, CliRunOptions *options,
                            const char *missing)
{
  g_autoptr (GError) error = NULL;
  int before = 1;

  while (before < argc && !g_str_equal (argv[before], "--"))
    before++;
  if (before + 1 >= argc)
    return cli_read_kernel (context, argc, argv, missing);
  options->command = g_strdupv (argv + before + 1);
  if (!g_option_context_parse (context, &before, &argv, &error))
    cli_usage (context, error->message);
  else if (before != 1)
    cli_usage (context, missing);
  else
    return options->command[0];
  return NULL;
}

static void
recorded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Recording *recording = data;

  recording->run = ws_client_record_finish (WS_CLIENT (source), result, &recording->error);
  recording->partial = ws_client_record_dup_partial (WS_CLIENT (source), result);
  g_main_loop_quit (recording->loop);
}

/**
 * cli_check_gate:
 * @options: what to run
 * @gate: its requirements
 *
 * Returns: %FALSE if they cannot be checked: of a program, only one launch is recorded
 */
gboolean
cli_check_gate (const CliRunOptions *options, const WsGate *gate, GError **error)
{
  if (!ws_gate_counts_launches (gate) || (!options->run_main && options->command == NULL))
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _ ("“launches” cannot be required of a program of which one launch is "
                          "recorded."));
  return FALSE;
}

static gboolean
refuse (GError **error, const char *what, gint64 least, gint64 number)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _ ("%s must be at least %" PRId64 ", not %" PRId64 "."), what, least, number);
  return FALSE;
}

static gboolean
set_options (const WsCatalogKernel *kernel, char *const *set, WsPlanParameters *parameters,
             GError **error)
{
  for (guint i = 0; set != NULL && set[i] != NULL; i++)
    if (!ws_plan_set_options (parameters, kernel, set[i], error))
      return FALSE;
  return TRUE;
}

/**
 * cli_read_parameters:
 * @kernel: what is to run
 * @options: as given on the command line
 * @parameters: (out): the kernel's defaults, overridden by @options
 * @error: return location for a #GError: a sentence that names what is out of bounds
 *
 * Returns: %FALSE if something is out of bounds
 */
gboolean
cli_read_parameters (const WsCatalogKernel *kernel, const CliRunOptions *options,
                     WsPlanParameters *parameters, GError **error)
{
  ws_plan_parameters_init (parameters, kernel);
  if (options->seed != CLI_NO_SEED && options->seed < 0)
    return refuse (error, _ ("The seed"), 0, options->seed);
  if (options->max_grid != CLI_NOT_GIVEN && options->max_grid < 1)
    return refuse (error, _ ("The largest grid"), 1, options->max_grid);
  if (options->repeats != NULL && kernel->max_repeats == 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("%s does not repeat its work."), kernel->id);
      return FALSE;
    }
  if (options->seed != CLI_NO_SEED)
    parameters->seed = (guint64)options->seed;
  if (options->max_grid != CLI_NOT_GIVEN)
    parameters->max_grid = (guint32)options->max_grid;
  parameters->checked = options->checks;
  return (options->n == NULL || ws_plan_parse_n (options->n, &parameters->n, error))
         && (options->block == NULL
             || ws_plan_parse_block (options->block, &parameters->block, error))
         && (options->repeats == NULL
             || ws_plan_parse_repeats (options->repeats, &parameters->repeats, error))
         && (options->op == NULL || ws_plan_set_op (parameters, options->op, error))
         && (options->type == NULL || ws_plan_set_type (parameters, options->type, error))
         && set_options (kernel, options->set, parameters, error);
}

static gboolean
says_nothing (const CliRunOptions *options)
{
  return options->n == NULL && options->block == NULL && options->op == NULL
         && options->type == NULL && options->blocks == NULL && options->repeats == NULL
         && options->set == NULL && !options->checks && options->seed == CLI_NO_SEED
         && options->max_grid == CLI_NOT_GIVEN;
}

/* Whether options are given that apply to a program and its main(). */
static gboolean
says_main (const CliRunOptions *options)
{
  return options->run_main || options->main_arguments != NULL || options->main_launch != 0
         || options->main_seconds != CLI_NOT_GIVEN || options->main_files != NULL;
}

/* (transfer full) (nullable): the source of a run's job */
static WsJobSource *
open_run (const char *path, const CliRunOptions *options, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (WsRun) run = NULL;
  WsJobSource *source;

  if (!says_nothing (options))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _ ("A saved run can only be run again on another device."));
      return NULL;
    }
  run = ws_run_load (file, NULL, error);
  if (run == NULL)
    return NULL;
  source = ws_job_source_new_for_run (run);
  if (source == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("“%s” was saved by an older Warpstage, without its settings. It shows %s: run "
                    "that with “warpstage-cli run %s”."),
                 path, ws_words_translate (run->title), run->id);
  return source;
}

/**
 * cli_choose_source:
 * @what: a kernel of it, a .wsrun file, or a CUDA source, optionally followed by a colon and one of
 * its kernels
 * @options: how to run it
 *
 * Returns: (transfer full) (nullable): a source of the job
 */
WsJobSource *
cli_choose_source (WsCatalog *catalog, const char *what, const CliRunOptions *options,
                   GError **error)
{
  const WsCatalogKernel *kernel;
  WsPlanParameters parameters;

  if (options->command != NULL)
    return cli_program_choose_command (catalog, options, error);
  if (g_str_has_suffix (what, ".wsrun"))
    return open_run (what, options, error);
  if (options->no_main && says_main (options))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _ ("--no-main does not go together with --run-main, --main-args, "
                              "--main-launch, --main-seconds or --main-files."));
      return NULL;
    }
  if (says_main (options) && g_str_has_suffix (what, ".cu"))
    return cli_program_choose (catalog, what, options, NULL, error);
  if (options->run_main || options->main_arguments != NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("--run-main and --main-args need a .cu file with a main(), not “%s”."), what);
      return NULL;
    }
  if (ws_user_kernel_is_source (what))
    return cli_user_choose (catalog, what, options, error);
  if (options->argument != NULL || options->expect != NULL || options->grid != NULL
      || options->shared != NULL || options->allow_folder != NULL || options->keep)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _ ("--arg, --expect, --grid, --shared, --allow-folder and --keep need a .cu or "
                      ".ptx file of your own, not “%s”."),
                   what);
      return NULL;
    }
  kernel = ws_catalog_find (catalog, what, error);
  if (kernel == NULL || !cli_read_parameters (kernel, options, &parameters, error))
    return NULL;
  return ws_catalog_choose (catalog, kernel, &parameters, options->blocks, FALSE);
}

/**
 * cli_record_source:
 * @client: asks its worker
 * @job: what to record, and on which device
 * @watch: (nullable): receives the progress
 * @partial: (out) (optional) (nullable) (transfer full): after a fault of the kernel, the run
 * recorded up to it
 *
 * Waits for completion.
 *
 * Returns: (transfer full) (nullable): the run
 */
WsRun *
cli_record_source (WsClient *client, const WsClientJob *job, const WsClientWatch *watch,
                   WsRun **partial, GError **error)
{
  Recording recording = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_record_async (client, job, watch, NULL, recorded_cb, &recording);
  g_main_loop_run (recording.loop);
  g_main_loop_unref (recording.loop);
  if (partial != NULL)
    *partial = g_steal_pointer (&recording.partial);
  g_clear_pointer (&recording.partial, ws_run_unref);
  if (recording.error != NULL)
    g_propagate_error (error, recording.error);
  return recording.run;
}

/**
 * cli_record:
 * @catalog: the kernels to run
 * @what: a kernel of it, or a .wsrun file
 * @options: device and parameters
 * @partial: (out) (optional) (nullable) (transfer full): after a fault of the kernel, the run
 * recorded up to it
 *
 * Waits for completion.
 *
 * Returns: (transfer full) (nullable): the run
 */
WsRun *
cli_record (WsCatalog *catalog, const char *what, const CliRunOptions *options, WsRun **partial,
            GError **error)
{
  g_autoptr (WsJobSource) source = cli_choose_source (catalog, what, options, error);
  g_autoptr (WsClient) client = NULL;
  g_autofree char *device = NULL;
  const WsClientWatch watch = { cli_output_show_progress, NULL };
  WsRun *run;

  if (source == NULL)
    return NULL;
  client = cli_client_new (options->device);
  device = cli_choose_device (client, options->device);
  run = cli_record_source (client, &(WsClientJob){ device, source },
                           options->is_watched ? &watch : NULL, partial, error);
  if (options->is_watched)
    cli_output_show (NULL);
  if (run != NULL)
    ws_catalog_complete_run (catalog, run);
  if (run != NULL && options->buffers != NULL
      && !cli_write_buffers (client, device, source, options->buffers, error))
    g_clear_pointer (&run, ws_run_unref);
  return run;
}
