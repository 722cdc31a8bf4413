/* cli-record.c: the options that say what to run, and running it. */
#include "cli.h"

#include <stdlib.h>

typedef struct {
  GMainLoop *loop;
  WsRun *run;
  WsRun *partial;
  GError *error;
} Recording;

void
cli_run_options_init (CliRunOptions *self)
{
  *self = (CliRunOptions){ .seed = CLI_NO_SEED, .max_grid = CLI_NOT_SAID };
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
}

GOptionGroup *
cli_run_group_new (CliRunOptions *options)
{
  const GOptionEntry entries[] = {
    { "device", 'd', 0, G_OPTION_ARG_STRING, &options->device,
      "Device that runs it, as in cuda:0 or vm:h200", "ID" },
    { "n", 'n', 0, G_OPTION_ARG_STRING, &options->n, "Number of elements, as in 100000 or 2^20",
      "N" },
    { "block", 'b', 0, G_OPTION_ARG_STRING, &options->block, "Threads of a block, a power of two",
      "B" },
    { "op", 0, 0, G_OPTION_ARG_STRING, &options->op, "sum, max, min or product", "OP" },
    { "type", 0, 0, G_OPTION_ARG_STRING, &options->type, "int or float", "TYPE" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &options->seed, "Of the input; 0 begins with the slide's",
      "S" },
    { "blocks", 0, 0, G_OPTION_ARG_STRING, &options->blocks, "Blocks recorded in full (0,mid,last)",
      "LIST" },
    { "max-grid", 0, 0, G_OPTION_ARG_INT, &options->max_grid,
      "Greatest grid of a grid-stride kernel", "G" },
    { "repeats", 0, 0, G_OPTION_ARG_STRING, &options->repeats,
      "Rounds of a kernel that repeats its work", "R" },
    { 0 },
  };
  GOptionGroup *group = g_option_group_new ("run", "What to run", "What to run", NULL, NULL);

  g_option_group_add_entries (group, entries);
  return group;
}

static void
recorded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Recording *recording = data;

  recording->run = ws_client_record_finish (WS_CLIENT (source), result, &recording->error);
  recording->partial = ws_client_record_dup_partial (WS_CLIENT (source), result);
  g_main_loop_quit (recording->loop);
}

static gboolean
refuse (GError **error, const char *what, gint64 least, gint64 number)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "%s is %" G_GINT64_FORMAT " or more, not %" G_GINT64_FORMAT ".", what, least,
               number);
  return FALSE;
}

gboolean
cli_read_parameters (const WsCatalogKernel *kernel, const CliRunOptions *options,
                     WsPlanParameters *parameters, GError **error)
{
  ws_plan_parameters_init (parameters, kernel);
  if (options->seed != CLI_NO_SEED && options->seed < 0)
    return refuse (error, "A seed", 0, options->seed);
  if (options->max_grid != CLI_NOT_SAID && options->max_grid < 1)
    return refuse (error, "The greatest grid", 1, options->max_grid);
  if (options->repeats != NULL && kernel->max_repeats == 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "%s does its work once: there is nothing to repeat.", kernel->id);
      return FALSE;
    }
  if (options->seed != CLI_NO_SEED)
    parameters->seed = (guint64)options->seed;
  if (options->max_grid != CLI_NOT_SAID)
    parameters->max_grid = (guint32)options->max_grid;
  return (options->n == NULL || ws_plan_parse_n (options->n, &parameters->n, error))
         && (options->block == NULL
             || ws_plan_parse_block (options->block, &parameters->block, error))
         && (options->repeats == NULL
             || ws_plan_parse_repeats (options->repeats, &parameters->repeats, error))
         && (options->op == NULL || ws_plan_set_op (parameters, options->op, error))
         && (options->type == NULL || ws_plan_set_type (parameters, options->type, error));
}

/* @device and @blocks are borrowed by @job, and so is what @parameters holds. */
void
cli_make_job (const WsCatalogKernel *kernel, const WsPlanParameters *parameters, const char *device,
              const char *blocks, WsRecordJob *job)
{
  *job = (WsRecordJob){
    .device = device,
    .kernel = kernel->id,
    .n = parameters->n,
    .block = parameters->block,
    .type = parameters->type,
    .op = parameters->op,
    .seed = parameters->seed,
    .max_grid = parameters->max_grid,
    .repeats = parameters->repeats,
    .blocks = blocks,
  };
}

/* (transfer full): the run; after a fault of the kernel NULL, and in @partial what was recorded up
 * to it */
WsRun *
cli_record (WsCatalog *catalog, const char *kernel_id, const CliRunOptions *options,
            WsRun **partial, GError **error)
{
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, kernel_id, error);
  g_autoptr (WsClient) client = NULL;
  g_autofree char *device = NULL;
  WsPlanParameters parameters;
  WsRecordJob job;
  Recording recording = { 0 };

  if (kernel == NULL || !cli_read_parameters (kernel, options, &parameters, error))
    return NULL;
  client = cli_client_new ();
  device = cli_choose_device (client, options->device);
  cli_make_job (kernel, &parameters, device, options->blocks, &job);
  recording.loop = g_main_loop_new (NULL, FALSE);
  ws_client_record_async (client, &job, NULL, NULL, NULL, recorded_cb, &recording);
  g_main_loop_run (recording.loop);
  g_main_loop_unref (recording.loop);
  if (partial != NULL)
    *partial = g_steal_pointer (&recording.partial);
  g_clear_pointer (&recording.partial, ws_run_unref);
  if (recording.error != NULL)
    g_propagate_error (error, recording.error);
  return recording.run;
}
