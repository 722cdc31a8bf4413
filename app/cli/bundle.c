/* bundle.c: a lesson with all its runs, in one file. */
#include "cli/cli.h"
#include "cli/lesson.h"

#include "lecture/lecture.h"

#include <glib/gi18n.h>

static gboolean
write_bundle (WsCatalog *catalog, const char *name, const char *device, const char *output,
              GError **error)
{
  g_autoptr (WsLessonRuns) runs = NULL;
  g_autoptr (WsLesson) lesson = cli_lesson_load (catalog, name, &runs, error);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (output);
  g_autoptr (WsLecture) lecture = NULL;

  if (lesson == NULL || !cli_lesson_run (catalog, device, lesson, runs, error))
    return FALSE;
  lecture = ws_lecture_new (lesson, runs, error);
  return lecture != NULL && ws_lecture_save (lecture, file, NULL, error);
}

/**
 * cli_bundle:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli bundle: a lesson with all its runs, in one file that opens without a GPU.
 *
 * Returns: the exit status
 */
int
cli_bundle (WsCatalog *catalog, int argc, char **argv)
{
  g_autofree char *device = NULL;
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "device", 'd', 0, G_OPTION_ARG_STRING, &device,
      _ ("Device that runs it, as in cuda:0 or vm:h200"), "ID" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, _ ("Output file"), "F.lecture" },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("LESSON|F.lesson");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc != 2)
    return cli_usage (context, _ ("No lesson given."));
  if (output == NULL || !ws_lecture_is_path (output))
    return cli_usage (context, _ ("No output file: use -o F.lecture."));
  return write_bundle (catalog, argv[1], device, output, &error) ? CLI_OK : cli_fail (error);
}
