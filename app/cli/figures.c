/* figures.c: every picture of a run, with its figures, as a folder with a page. */
#include "cli/cli.h"
#include "cli/lesson.h"
#include "cli/look.h"
#include "cli/picture.h"
#include "cli/scenario.h"

#include "export/figures.h"
#include "scenarios/scenario-store.h"
#include "sweeps/figures.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

typedef struct {
  CliLookOptions look;
  CliPictureOptions picture;
  CliRunOptions run;
  char *scenario;
  char *lesson;
} Options;

static void
progress_cb (guint done, guint n, gpointer data)
{
  if (!isatty (STDERR_FILENO))
    return;
  fputc ('\r', stderr);
  if (done < n)
    fprintf (stderr, _ ("%u of %u files"), done, n);
  else
    fputs ("                        \r", stderr);
  fflush (stderr);
}

static void
add_run (WsFigureFolder *figures, WsRun *run, WsScene *scene, WsScene *launch_scene,
         const WsPicture *picture)
{
  g_autofree char *heading = g_strdup_printf (
      _ ("Launch %u: %s"), (scene != NULL ? scene : launch_scene)->launch + 1,
      ws_run_get_kernel (run, (scene != NULL ? scene : launch_scene)->launch)->title);

  ws_figures_begin_section (figures, heading);
  ws_figures_add_run (figures, scene, launch_scene, &picture->moment, &picture->options);
}

/* @status: (inout): exit status so far */
static gboolean
add_scenario (WsFigureFolder *figures, WsCatalog *catalog, const Options *options, int *status,
              GError **error)
{
  g_autoptr (WsScenario) scenario = ws_scenario_store_load (catalog, options->scenario, error);
  WsPicture picture = { .scenario = scenario, .table = WS_SCENARIO_OPTIONS_INIT };

  if (scenario == NULL || !cli_scenario_run (catalog, scenario, options->run.device, error))
    return FALSE;
  if (cli_scenario_finish (scenario) != CLI_OK)
    *status = CLI_FAILED;
  picture.table.show_choice = FALSE;
  ws_figures_begin_section (figures, _ ("Scenario"));
  ws_figures_add (figures, scenario->id, NULL, &picture);
  return TRUE;
}

static gboolean
collect (WsCatalog *catalog, WsRun *run, const Options *options, const char *folder, int *status,
         GError **error)
{
  g_autoptr (WsFigureFolder) figures = NULL;
  g_autoptr (WsScene) scene = NULL;
  g_autoptr (WsScene) launch_scene = NULL;
  g_autoptr (WsSweepStore) store = NULL;
  WsExportForm form;
  WsPicture picture;

  if (!cli_picture_read_form (&options->picture, &form, error)
      || !cli_look (run, WS_VIEW_TREE, &options->look, &scene, &picture, error))
    return FALSE;
  picture.options.bare = options->picture.bare;
  launch_scene = ws_scene_new_for_launch (run, scene->launch, NULL);
  figures = ws_figures_new (ws_words_translate (run->title), &form);
  add_run (figures, run, scene, launch_scene, &picture);
  if (options->scenario != NULL && !add_scenario (figures, catalog, options, status, error))
    return FALSE;
  store = ws_sweep_store_new (NULL);
  ws_sweeps_add_figures (store, figures);
  return ws_figures_write (figures, folder, NULL, progress_cb, NULL, error);
}

static int
write_lesson (WsCatalog *catalog, const Options *options, const char *folder)
{
  g_autoptr (GError) error = NULL;
  WsExportForm form;

  return cli_picture_read_form (&options->picture, &form, &error)
                 && cli_lesson_write (catalog, options->lesson, options->run.device, &form, folder,
                                      &error)
             ? CLI_OK
             : cli_fail (error);
}

/**
 * cli_figures:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli figures: every picture of a run, with its figures, as a folder with a page.
 *
 * Returns: the exit status
 */
int
cli_figures (WsCatalog *catalog, int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "scenario", 0, 0, G_OPTION_ARG_STRING, &options.scenario,
      _ ("Also a scenario, run on the same device"), "SCENARIO" },
    { "lesson", 0, 0, G_OPTION_ARG_FILENAME, &options.lesson, _ ("The slides of a lesson instead"),
      "LESSON|F.lesson|F.lecture" },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FOLDER [KERNEL]");
  GOptionGroup *main_group = g_option_group_new ("main", "", "", NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;
  int status = CLI_OK;

  cli_run_options_init (&options.run);
  cli_look_add_options (main_group, &options.look);
  g_option_group_add_entries (main_group, entries);
  g_option_context_set_main_group (context, main_group);
  cli_picture_add_options (context, &options.picture, CLI_PICTURE_SIZE, NULL);
  g_option_context_add_group (context, cli_run_group_new (&options.run));
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = cli_usage (context, error->message);
  else if (argc < 2 || argc > (options.lesson != NULL ? 2 : 3))
    status = cli_usage (context, _ ("Give the folder to create, and at most a kernel."));
  else if (!ws_figures_check_folder (argv[1], &error))
    status = cli_fail (error);
  else if (options.lesson != NULL)
    status = write_lesson (catalog, &options, argv[1]);
  else
    {
      run = cli_look_get_run (catalog, &options.look, &options.run, argc == 3 ? argv[2] : NULL,
                              &error);
      if (run != NULL)
        status = cli_finish_run (run);
      if (run == NULL || !collect (catalog, run, &options, argv[1], &status, &error))
        status = cli_fail (error);
    }
  cli_run_options_clear (&options.run);
  cli_look_clear (&options.look);
  g_free (options.scenario);
  g_free (options.lesson);
  cli_picture_clear (&options.picture);
  return status;
}
