/* animate.c: a view of a run that moves, as animated GIF or WebP, or as numbered PNG files. */
#include "cli/beside.h"
#include "cli/cli.h"
#include "cli/look.h"
#include "cli/output.h"
#include "cli/picture.h"

#include "export/film.h"

#include <glib/gi18n.h>

#define DEFAULT_SIZE "1280x720"

typedef struct {
  CliLookOptions look;
  CliPictureOptions picture;
  CliRunOptions run;
  CliBesideOptions beside;
  double fps;
  double seconds;
  gboolean loop;
} Options;

/* @other: (nullable): the picture next to it */
static gboolean
animate (WsRun *run, WsRun *other, WsView view, const Options *options, GError **error)
{
  g_autoptr (WsScene) scene = NULL;
  g_autoptr (WsBeside) beside = NULL;
  WsPicture picture;
  WsFilm film = {
    .picture = &picture, .fps = options->fps, .seconds = options->seconds, .loop = options->loop
  };

  if (!cli_picture_read_form (&options->picture, &film.form, error))
    return FALSE;
  if (other != NULL ? !cli_beside_look ((WsRun *const[]){ run, other }, view, &options->look,
                                        &beside, &picture, error)
                    : !cli_look (run, view, &options->look, &scene, &picture, error))
    return FALSE;
  picture.options.bare = options->picture.bare;
  return ws_film_write (&film, options->picture.output, NULL, cli_output_count, NULL, error);
}

static int
finish (WsCatalog *catalog, Options *options, const char *view_name, const char *kernel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) other = NULL;
  WsView view;

  if (!ws_view_parse (view_name, &view) || ws_view_get_class (view)->needs == WS_VIEW_OF_LIMITS)
    {
      cli_say (_ ("“%s” cannot be animated; tree, lanes, code, memory and sms can."), view_name);
      return CLI_USAGE;
    }
  if (options->picture.output == NULL)
    {
      cli_say (_ ("No output file: use -o tree.gif or -o 'tree-%%04d.png'."));
      return CLI_USAGE;
    }
  if (options->picture.size == NULL)
    options->picture.size = g_strdup (DEFAULT_SIZE);
  run = cli_look_get_run (catalog, &options->look, &options->run, kernel, &error);
  if (run != NULL && cli_beside_is_wanted (&options->beside))
    other = cli_beside_get_run (catalog, &options->beside, run, &options->run, &error);
  if (run == NULL || error != NULL || !animate (run, other, view, options, &error))
    return cli_fail (error);
  return cli_finish_run (run);
}

/**
 * cli_animate:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli animate: a view of a run that moves, as animated GIF or WebP, or as numbered PNG
 * files.
 *
 * Returns: the exit status
 */
int
cli_animate (WsCatalog *catalog, int argc, char **argv)
{
  Options options = { .fps = 25 };
  const GOptionEntry entries[] = {
    { "fps", 0, 0, G_OPTION_ARG_DOUBLE, &options.fps,
      _ ("Frames per second, 1 to 50 (default: 25)"), "F" },
    { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &options.seconds,
      _ ("Duration (default: as in the window)"), "S" },
    { "loop", 0, 0, G_OPTION_ARG_NONE, &options.loop, _ ("Repeat for ever instead of playing once"),
      NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("tree|lanes|code|memory|sms [KERNEL]");
  GOptionGroup *main_group = g_option_group_new ("main", "", "", NULL, NULL);
  g_autoptr (GError) error = NULL;
  int status;

  cli_run_options_init (&options.run);
  cli_look_add_options (main_group, &options.look);
  g_option_group_add_entries (main_group, entries);
  cli_beside_add_options (main_group, &options.beside);
  g_option_context_set_main_group (context, main_group);
  cli_picture_add_options (context, &options.picture, DEFAULT_SIZE, "F.gif|F.webp|'F-%04d.png'");
  g_option_context_add_group (context, cli_run_group_new (&options.run));
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = cli_usage (context, error->message);
  else if (argc < 2 || argc > 3)
    status = cli_usage (context, _ ("No view given: use tree, lanes, code, memory or sms."));
  else
    status = finish (catalog, &options, argv[1], argc == 3 ? argv[2] : NULL);
  cli_run_options_clear (&options.run);
  cli_look_clear (&options.look);
  cli_beside_clear (&options.beside);
  cli_picture_clear (&options.picture);
  return status;
}
