/* cli-export.c: a view of a run as a picture. */
#include "cli.h"
#include "cli-picture.h"

#include "export/export.h"
#include "record/file.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  char *run;
  char *kernel;
  int launch;
  int stage;
  int block;
  int warp;
  int first;
  int sm;
  double time;
  gboolean ptx;
  CliPictureOptions picture;
} ExportOptions;

static WsRun *
get_run (WsCatalog *catalog, const ExportOptions *options, const CliRunOptions *run_options,
         const char *kernel, GError **error)
{
  if (options->run != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->run);

      return ws_run_load (file, NULL, error);
    }
  return cli_record (catalog, kernel, run_options, NULL, error);
}

static guint
first_block (const WsRun *run, guint launch)
{
  for (gsize i = 0; i < run->n_blocks; i++)
    if (run->blocks[i].launch == launch)
      return run->blocks[i].block;
  return 0;
}

static gboolean
look_at_block (WsRun *run, guint launch, const ExportOptions *options, WsScene **out,
               WsMoment *moment, GError **error)
{
  WsScene *scene = *out = ws_scene_new (
      run, launch, options->block >= 0 ? (guint)options->block : first_block (run, launch), error);
  guint n_stages;

  if (scene == NULL)
    return FALSE;
  n_stages = scene->stages->n_stages;
  if (options->stage >= (int)n_stages)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "The block has %u stages, counted from 0; there is no stage %d.", n_stages,
                   options->stage);
      return FALSE;
    }
  if (n_stages > 0)
    moment->position =
        ws_scene_stage_moment (scene, options->stage >= 0 ? (guint)options->stage : n_stages - 1);
  moment->warp = MIN ((guint)MAX (options->warp, 0), MAX (scene->warps->len, 1) - 1);
  return TRUE;
}

/* The launch needs no block that was recorded. */
static gboolean
look_at_launch (WsRun *run, guint launch, const ExportOptions *options, WsScene **out,
                WsMoment *moment, GError **error)
{
  WsScene *scene = *out = ws_scene_new_for_launch (run, launch, NULL);

  if (scene == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "Where the blocks of launch %d ran was not recorded.", options->launch);
      return FALSE;
    }
  if (options->sm >= (int)scene->timeline->n_sms)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "The device has %u SMs, counted from 0; there is no SM %d.",
                   scene->timeline->n_sms, options->sm);
      return FALSE;
    }
  if (!(options->time >= 0))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "A time is a share of the launch from 0 to 1, or a number of cycles, not %g.",
                   options->time);
      return FALSE;
    }
  moment->time =
      MIN (options->time <= 1 ? options->time * (double)scene->timeline->end : options->time,
           (double)scene->timeline->end);
  return TRUE;
}

/* What is asked for, checked; @picture borrows the scene. */
static gboolean
look (WsRun *run, WsView view, const ExportOptions *options, WsScene **scene, WsPicture *picture,
      GError **error)
{
  guint launch = (guint)options->launch - 1;

  if (launch >= run->n_launches)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "The plan has %" G_GSIZE_FORMAT
                   " launches, counted from 1; there is no launch %d.",
                   run->n_launches, options->launch);
      return FALSE;
    }
  *picture = (WsPicture){ .view = view,
                          .moment = { .hover_x = -1, .hover_y = -1 },
                          .options = WS_FIGURE_OPTIONS_INIT };
  if (view == WS_VIEW_SMS ? !look_at_launch (run, launch, options, scene, &picture->moment, error)
                          : !look_at_block (run, launch, options, scene, &picture->moment, error))
    return FALSE;
  picture->scene = *scene;
  picture->options.sms.sm = options->sm >= 0 ? (guint)options->sm : WS_NONE;
  picture->options.tree.first = (guint)MAX (options->first, 0);
  picture->options.code.ptx = options->ptx;
  picture->options.bare = options->picture.bare;
  return TRUE;
}

static gboolean
draw (WsRun *run, WsView view, const ExportOptions *options, GError **error)
{
  g_autoptr (WsScene) scene = NULL;
  WsPicture picture;

  return look (run, view, options, &scene, &picture, error)
         && cli_picture_write (&options->picture, &picture, error);
}

static int
finish (WsCatalog *catalog, const ExportOptions *options, const CliRunOptions *run_options,
        const char *view_name, const char *kernel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;
  WsView view;

  if (!ws_view_parse (view_name, &view))
    {
      g_printerr (
          "warpstage-cli: There is no view “%s”; there are tree, lanes, code, sms and occupancy.\n",
          view_name);
      return CLI_USAGE;
    }
  if (options->picture.output == NULL)
    {
      g_printerr ("warpstage-cli: Say where to, as in -o tree.png.\n");
      return CLI_USAGE;
    }
  run = get_run (catalog, options, run_options, kernel, &error);
  if (run == NULL || !draw (run, view, options, &error))
    return cli_fail (error);
  return !run->has_result || run->correct ? CLI_OK : CLI_FAILED;
}

int
cli_export (WsCatalog *catalog, int argc, char **argv)
{
  ExportOptions options = { .launch = 1, .stage = -1, .block = -1, .sm = -1, .time = 0.5 };
  CliRunOptions run_options;
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_FILENAME, &options.run, "Draw this run instead of making one",
      "F.wsrun" },
    { "kernel", 'k', 0, G_OPTION_ARG_STRING, &options.kernel, "Kernel to run (or as second word)",
      "KERNEL" },
    { "launch", 'l', 0, G_OPTION_ARG_INT, &options.launch, "Launch of the plan, from 1", "L" },
    { "stage", 's', 0, G_OPTION_ARG_INT, &options.stage, "Stage, from 0; the last if not said",
      "K" },
    { "show-block", 0, 0, G_OPTION_ARG_INT, &options.block, "Block to show, of those recorded",
      "B" },
    { "warp", 'w', 0, G_OPTION_ARG_INT, &options.warp, "Warp to follow", "W" },
    { "first", 0, 0, G_OPTION_ARG_INT, &options.first, "First element shown large", "E" },
    { "time", 0, 0, G_OPTION_ARG_DOUBLE, &options.time,
      "Of sms: time in the launch, as a share (0 to 1) or in cycles; the middle if not said", "T" },
    { "sm", 0, 0, G_OPTION_ARG_INT, &options.sm, "Of sms: this SM over time", "N" },
    { "ptx", 0, 0, G_OPTION_ARG_NONE, &options.ptx, "With the PTX of the present line", NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context =
      g_option_context_new ("tree|lanes|code|sms|occupancy [KERNEL]");
  GOptionGroup *main_group = g_option_group_new ("main", "", "", NULL, NULL);
  g_autoptr (GError) error = NULL;
  int status = CLI_USAGE;

  if (cli_export_is_occupancy (argc, argv))
    {
      g_option_group_unref (main_group);
      return cli_export_occupancy (argc, argv);
    }
  if (cli_export_is_scenario (argc, argv))
    {
      g_option_group_unref (main_group);
      return cli_export_scenario (catalog, argc, argv);
    }
  cli_run_options_init (&run_options);
  g_option_group_add_entries (main_group, entries);
  g_option_context_set_main_group (context, main_group);
  cli_picture_add_options (context, &options.picture);
  g_option_context_add_group (context, cli_run_group_new (&run_options));
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_printerr ("warpstage-cli: %s\n", error->message);
  else if (argc < 2 || argc > 3)
    g_printerr ("warpstage-cli: Say which view to export: tree, lanes, code, sms or occupancy.\n");
  else
    status = finish (catalog, &options, &run_options, argv[1],
                     argc == 3                ? argv[2]
                     : options.kernel != NULL ? options.kernel
                                              : "reduce1");
  cli_run_options_clear (&run_options);
  g_free (options.run);
  g_free (options.kernel);
  cli_picture_clear (&options.picture);
  return status;
}
