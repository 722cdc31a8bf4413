/* export.c: a view of a run as a picture. */
#include "cli/beside.h"
#include "cli/cli.h"
#include "cli/look.h"
#include "cli/page.h"
#include "cli/picture.h"

#include <glib/gi18n.h>

static gboolean
draw (WsRun *run, WsView view, const CliLookOptions *options, const CliPictureOptions *how,
      GError **error)
{
  g_autoptr (WsScene) scene = NULL;
  WsPicture picture;

  if (!cli_look (run, view, options, &scene, &picture, error))
    return FALSE;
  picture.options.bare = how->bare;
  return cli_picture_write (how, &picture, error);
}

static gboolean
draw_beside (WsRun *run, WsRun *other, WsView view, const CliLookOptions *options,
             const CliPictureOptions *how, GError **error)
{
  g_autoptr (WsBeside) beside = NULL;
  WsPicture picture;

  if (!cli_beside_look ((WsRun *const[]){ run, other }, view, options, &beside, &picture, error))
    return FALSE;
  picture.options.bare = how->bare;
  return cli_picture_write (how, &picture, error);
}

typedef struct {
  CliLookOptions look;
  CliPictureOptions picture;
  CliRunOptions run;
  CliBesideOptions beside;
  char *lesson;
} Options;

static int
finish_beside (WsCatalog *catalog, const Options *options, WsView view, WsRun *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) other = NULL;
  int status;

  if (ws_view_get_class (view)->needs == WS_VIEW_OF_LIMITS)
    {
      cli_say (_ ("Two runs can be shown side by side as tree, lanes, code, memory or sms."));
      return CLI_USAGE;
    }
  other = cli_beside_get_run (catalog, &options->beside, run, &options->run, &error);
  if (other == NULL || !draw_beside (run, other, view, &options->look, &options->picture, &error))
    return cli_fail (error);
  status = cli_finish_run (run);
  return status != CLI_OK ? status : cli_finish_run (other);
}

static int
finish (WsCatalog *catalog, const Options *options, const char *view_name, const char *kernel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;
  WsView view;

  if (g_str_equal (view_name, "page"))
    return cli_export_page (catalog,
                            &(CliPageRequest){ &options->look, &options->run, &options->beside,
                                               options->lesson, kernel, options->picture.output });
  if (options->lesson != NULL)
    {
      cli_say (_ ("A lesson can be exported as page."));
      return CLI_USAGE;
    }
  if (!ws_view_parse (view_name, &view))
    {
      cli_say (_ ("Unknown view “%s”; use tree, lanes, code, memory, sms, stalls, calculator or "
                  "page."),
               view_name);
      return CLI_USAGE;
    }
  if (options->picture.output == NULL)
    {
      cli_say (_ ("No output file: use -o tree.png."));
      return CLI_USAGE;
    }
  run = cli_look_get_run (catalog, &options->look, &options->run, kernel, &error);
  if (run == NULL)
    return cli_fail (error);
  if (cli_beside_is_wanted (&options->beside))
    return finish_beside (catalog, options, view, run);
  if (!draw (run, view, &options->look, &options->picture, &error))
    return cli_fail (error);
  return cli_finish_run (run);
}

/**
 * cli_export:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli export: a view of a run, of the calculator or of a scenario, as picture or data;
 * a run or a lesson as a web page.
 *
 * Returns: the exit status
 */
int
cli_export (WsCatalog *catalog, int argc, char **argv)
{
  Options options = { .picture = { NULL } };
  const GOptionEntry entries[] = {
    { "stage", 's', 0, G_OPTION_ARG_INT, &options.look.stage,
      _ ("Stage, counted from 0 (default: the last)"), "K" },
    { "time", 0, 0, G_OPTION_ARG_DOUBLE, &options.look.time,
      _ ("For sms: time in the launch, as a fraction (0 to 1) or in cycles (default: the middle). "
         "With --beside: a fraction of the shorter launch, or cycles of the left one"),
      "T" },
    { "lesson", 0, 0, G_OPTION_ARG_FILENAME, &options.lesson, _ ("For page: a lesson"),
      "LESSON|F.lesson|F.lecture" },
    { 0 },
  };
  g_autoptr (GOptionContext) context =
      g_option_context_new ("tree|lanes|code|memory|sms|stalls|calculator|page [KERNEL]");
  GOptionGroup *main_group;
  g_autoptr (GError) error = NULL;
  int status;

  if (cli_export_is_calculator (argc, argv))
    return cli_export_calculator (argc, argv);
  if (cli_export_is_scenario (argc, argv))
    return cli_export_scenario (catalog, argc, argv);
  main_group = g_option_group_new ("main", "", "", NULL, NULL);
  cli_run_options_init (&options.run);
  cli_look_add_options (main_group, &options.look);
  g_option_group_add_entries (main_group, entries);
  cli_beside_add_options (main_group, &options.beside);
  g_option_context_set_main_group (context, main_group);
  cli_picture_add_options (context, &options.picture, CLI_PICTURE_SIZE, CLI_PICTURE_FILES);
  g_option_context_add_group (context, cli_run_group_new (&options.run));
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = cli_usage (context, error->message);
  else if (argc < 2 || argc > 3)
    status = cli_usage (
        context, _ ("No view given: use tree, lanes, code, memory, sms, stalls, calculator or "
                    "page."));
  else
    status = finish (catalog, &options, argv[1], argc == 3 ? argv[2] : NULL);
  cli_run_options_clear (&options.run);
  cli_look_clear (&options.look);
  cli_picture_clear (&options.picture);
  cli_beside_clear (&options.beside);
  g_free (options.lesson);
  return status;
}
