/* handout.c: a lesson on paper, or all of them. */
#include "cli/cli.h"
#include "cli/lesson.h"

#include "handout/handout.h"
#include "lesson/lesson-store.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

typedef struct {
  char *device;
  char *paper;
  char *output;
  gboolean course;
} Options;

static void
progress_cb (guint done, guint n, gpointer data)
{
  if (!isatty (STDERR_FILENO))
    return;
  fputc ('\r', stderr);
  if (done < n)
    fprintf (stderr, _ ("%u of %u pages"), done, n);
  else
    fputs ("                        \r", stderr);
  fflush (stderr);
}

static gboolean
add_lesson (WsCatalog *catalog, const Options *options, WsHandout *handout, const WsLesson *lesson,
            WsLessonRuns *runs, GError **error)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();

  if (!cli_lesson_run (catalog, options->device, lesson, runs, error))
    return FALSE;
  ws_handout_add_lesson (handout, lesson, runs, problems);
  cli_lesson_say_problems (problems, lesson->id);
  return TRUE;
}

/* (transfer full) (nullable) */
static WsHandout *
make_course (WsCatalog *catalog, const Options *options, GError **error)
{
  g_autoptr (GPtrArray) sentences = NULL;
  g_autoptr (GPtrArray) lessons = ws_lesson_store_load_all (catalog, &sentences);
  g_autoptr (WsHandout) handout = ws_handout_new_course (lessons);

  for (guint i = 0; i < sentences->len; i++)
    cli_say ("%s", (const char *)g_ptr_array_index (sentences, i));
  for (guint i = 0; i < lessons->len; i++)
    {
      g_autoptr (WsLessonRuns) runs = ws_lesson_runs_new ();

      if (!add_lesson (catalog, options, handout, g_ptr_array_index (lessons, i), runs, error))
        return NULL;
    }
  return g_steal_pointer (&handout);
}

/* (transfer full) (nullable) */
static WsHandout *
make_lesson (WsCatalog *catalog, const char *name, const Options *options, GError **error)
{
  g_autoptr (WsLessonRuns) runs = NULL;
  g_autoptr (WsLesson) lesson = cli_lesson_load (catalog, name, &runs, error);
  g_autoptr (WsHandout) handout = ws_handout_new ();

  return lesson != NULL && add_lesson (catalog, options, handout, lesson, runs, error)
             ? g_steal_pointer (&handout)
             : NULL;
}

static gboolean
write_handout (WsCatalog *catalog, const char *name, const Options *options, WsPaper paper,
               GError **error)
{
  g_autoptr (WsHandout) handout = name != NULL ? make_lesson (catalog, name, options, error)
                                               : make_course (catalog, options, error);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->output);

  return handout != NULL
         && ws_handout_write (handout, paper, file, &(WsHandoutWatch){ progress_cb, NULL, NULL },
                              error);
}

static int
handle (WsCatalog *catalog, GOptionContext *context, const Options *options, int argc, char **argv)
{
  WsPaper paper = ws_paper_get_usual ();
  g_autoptr (GError) error = NULL;

  if (argc > 2 || (argc == 2) == options->course)
    return cli_usage (context, _ ("No lesson given: name one, or use --course for all."));
  if (options->output == NULL)
    return cli_usage (context, _ ("No output file: use -o F.pdf."));
  if (options->paper != NULL && !ws_paper_parse (options->paper, &paper))
    return cli_usage (context, _ ("The paper of a handout must be a4 or letter."));
  return write_handout (catalog, argc == 2 ? argv[1] : NULL, options, paper, &error)
             ? CLI_OK
             : cli_fail (error);
}

/**
 * cli_handout:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli handout: a lesson, or the course, as a PDF to be printed.
 *
 * Returns: the exit status
 */
int
cli_handout (WsCatalog *catalog, int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[] = {
    { "course", 0, 0, G_OPTION_ARG_NONE, &options.course,
      _ ("All lessons in one file, with a table of contents"), NULL },
    { "paper", 0, 0, G_OPTION_ARG_STRING, &options.paper,
      _ ("a4 or letter (default: usual in your country)"), "PAPER" },
    { "device", 'd', 0, G_OPTION_ARG_STRING, &options.device,
      _ ("Device that runs it, as in cuda:0 or vm:h200"), "ID" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, _ ("Output file"), "F.pdf" },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[LESSON|F.lesson|F.lecture]");
  g_autoptr (GError) error = NULL;
  int status;

  g_option_context_add_main_entries (context, entries, NULL);
  status = g_option_context_parse (context, &argc, &argv, &error)
               ? handle (catalog, context, &options, argc, argv)
               : cli_usage (context, error->message);
  g_free (options.device);
  g_free (options.paper);
  g_free (options.output);
  return status;
}
