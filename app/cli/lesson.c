/* lesson.c: warpstage-cli lesson: lists the lessons, and checks the user's; writes a lesson as a
 * folder of slides. */
#include "cli/lesson.h"
#include "cli/cli.h"
#include "cli/column.h"

#include "exercise/exercise-store.h"
#include "export/figures.h"
#include "lecture/lecture.h"
#include "lesson/lesson-store.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define DEVICE "vm:h200" /* device for checks */

static int
list (WsCatalog *catalog)
{
  g_autoptr (GPtrArray) sentences = NULL;
  g_autoptr (GPtrArray) all = ws_lesson_store_load_all (catalog, &sentences);
  int room = 0;

  for (guint i = 0; i < all->len; i++)
    room = MAX (room, (int)strlen (((const WsLesson *)g_ptr_array_index (all, i))->id));
  for (guint i = 0; i < all->len; i++)
    {
      const WsLesson *lesson = g_ptr_array_index (all, i);
      guint n = ws_lesson_get_n_steps (lesson);

      cli_column_print (-(room + 2), lesson->id);
      printf (ngettext ("%1$s, %2$u step\n", "%1$s, %2$u steps\n", n),
              ws_words_translate (lesson->title), n);
    }
  for (guint i = 0; i < sentences->len; i++)
    cli_say ("%s", (const char *)g_ptr_array_index (sentences, i));
  return sentences->len > 0 ? CLI_FAILED : CLI_OK;
}

/**
 * cli_lesson_load:
 * @catalog: with its kernels
 * @name: of a lesson, of its file, or of a bundle's
 * @runs: (out) (transfer full): the bundle's runs; otherwise empty
 *
 * Returns: (transfer full) (nullable): the lesson
 */
WsLesson *
cli_lesson_load (WsCatalog *catalog, const char *name, WsLessonRuns **runs, GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (WsLecture) lecture = NULL;
  WsLesson *lesson;

  *runs = NULL;
  if (!ws_lecture_is_path (name))
    {
      lesson = ws_lesson_store_load (catalog, name, error);
      *runs = lesson != NULL ? ws_lesson_runs_new () : NULL;
      return lesson;
    }
  file = g_file_new_for_commandline_arg (name);
  lecture = ws_lecture_load (file, NULL, error);
  return lecture != NULL ? ws_lecture_open (lecture, catalog, runs, error) : NULL;
}

/* ---- check ---- */

/**
 * cli_lesson_say_problems:
 * @problems: (element-type WsLessonProblem): of a lesson
 * @name: its name, as typed
 *
 * Prints them to stderr as a compiler does: one line each, whatever the file contains.
 */
void
cli_lesson_say_problems (GPtrArray *problems, const char *name)
{
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *said = ws_lesson_problem_format (g_ptr_array_index (problems, i), name);

      for (char *c = said; *c != '\0'; c++)
        if (g_ascii_iscntrl (*c))
          *c = '?';
      g_printerr ("%s\n", said);
    }
}

/* Runs every missing step on the virtual GPU; adds to @problems references of its text that the run
 * does not have. */
static gboolean
run_steps (WsCatalog *catalog, const WsLesson *lesson, WsLessonRuns *runs, GPtrArray *problems,
           GError **error)
{
  if (!cli_lesson_run (catalog, DEVICE, lesson, runs, error))
    return FALSE;
  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      g_autoptr (WsSlide) slide G_GNUC_UNUSED =
          ws_lesson_make_slide (lesson, i, runs, TRUE, -1, problems);
    }
  return TRUE;
}

/* Whether the exercises that the steps name exist. */
static gboolean
check_exercises (const WsLesson *lesson)
{
  gboolean good = TRUE;

  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      const char *name = ws_lesson_get_step (lesson, i)->exercise;
      g_autoptr (GError) error = NULL;
      g_autoptr (WsExercise) exercise =
          name != NULL ? ws_exercise_store_load_of (lesson, name, &error) : NULL;

      if (error != NULL)
        cli_say ("%s", error->message);
      good &= name == NULL || exercise != NULL;
    }
  return good;
}

static void
say_good (const WsLesson *lesson, const char *name, guint n_warnings)
{
  guint n = ws_lesson_get_n_steps (lesson);
  g_autofree char *steps = g_strdup_printf (ngettext ("%u step", "%u steps", n), n);

  if (n_warnings == 0)
    /* Translators: a file, "8 steps" */
    printf (_ ("%1$s: %2$s, no problems\n"), name, steps);
  else
    printf (ngettext ("%1$s: %2$s, %3$u warning\n", "%1$s: %2$s, %3$u warnings\n", n_warnings),
            name, steps, n_warnings);
}

/* Any other name is that of a bundled lesson, or of one of the user's. */
static gboolean
is_file (const char *name)
{
  return !ws_lecture_is_path (name)
         && (strchr (name, '/') != NULL || g_str_has_suffix (name, WS_LESSON_SUFFIX)
             || g_file_test (name, G_FILE_TEST_EXISTS));
}

/* With all its mistakes, if it is a lesson file. */
static WsLesson *
read_one (WsCatalog *catalog, const char *name, WsLessonRuns **runs, GPtrArray **problems,
          GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (name);

  *problems = NULL;
  if (!is_file (name))
    return cli_lesson_load (catalog, name, runs, error);
  *runs = ws_lesson_runs_new ();
  return ws_lesson_store_read (catalog, file, problems, error);
}

static gboolean
check (WsCatalog *catalog, const char *name, gboolean runs_it)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsLessonRuns) runs = NULL;
  g_autoptr (WsLesson) lesson = read_one (catalog, name, &runs, &problems, &error);
  gboolean good;

  if (problems == NULL)
    problems = g_ptr_array_new ();
  good = lesson != NULL && check_exercises (lesson)
         && (!runs_it || run_steps (catalog, lesson, runs, problems, &error));
  cli_lesson_say_problems (problems, name);
  if (error != NULL)
    cli_say ("%s", error->message);
  if (!good || ws_lesson_problems_count (problems, FALSE) > 0)
    return FALSE;
  say_good (lesson, name, ws_lesson_problems_count (problems, TRUE));
  return TRUE;
}

/**
 * cli_lesson:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli lesson list, warpstage-cli lesson check.
 *
 * Returns: the exit status
 */
int
cli_lesson (WsCatalog *catalog, int argc, char **argv)
{
  gboolean runs = FALSE;
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_NONE, &runs,
      _ ("Run every step on the virtual GPU and evaluate all figures in the text"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context =
      g_option_context_new ("list|check [LESSON|F.lesson|F.lecture…]");
  g_autoptr (GError) error = NULL;
  int status = CLI_OK;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc == 2 && g_str_equal (argv[1], "list"))
    return list (catalog);
  if (argc < 3 || !g_str_equal (argv[1], "check"))
    return cli_usage (context, _ ("Use “list”, or “check” and the lessons to check."));
  for (int i = 2; i < argc; i++)
    if (!check (catalog, argv[i], runs))
      status = CLI_FAILED;
  return status;
}

/* ---- slides ---- */

static void
draw_cb (cairo_t *cr, gconstpointer subject, const WsTheme *theme, double width, double height)
{
  ws_draw_slide (cr, subject, theme, width, height);
}

static void
add_slide (WsFigureFolder *figures, const WsLesson *lesson, guint step, WsLessonRuns *runs,
           gboolean revealed, GPtrArray *problems)
{
  const WsLessonStep *self = ws_lesson_get_step (lesson, step);
  WsSlide *slide = ws_lesson_make_slide (lesson, step, runs, revealed, -1, problems);
  g_autofree char *alt = ws_slide_describe (slide);
  g_autofree char *name = g_strdup_printf (
      "%02u%s", step + 1, revealed && ws_lesson_step_can_reveal (self) ? "-revealed" : "");
  g_autofree char *heading = g_strdup_printf ("%u: %s", step + 1, slide->title);
  const WsFigureDrawing drawing = { .name = name,
                                    .heading = heading,
                                    .source = slide->source,
                                    .alt = alt,
                                    .draw = draw_cb,
                                    .subject = slide,
                                    .free_subject = (GDestroyNotify)ws_slide_free };

  ws_figures_add_drawing (figures, &drawing);
}

/**
 * cli_lesson_write:
 * @catalog: the kernels to run
 * @name: of a lesson, of its file, or of a bundle's
 * @device: (nullable): the requested device
 * @form: theme, size and scale
 * @folder: where to
 *
 * Runs a lesson, and writes its steps as slides, with a page that shows them. A step with a
 * question or something hidden has two slides, before and after the reveal.
 *
 * Returns: whether it was written
 */
gboolean
cli_lesson_write (WsCatalog *catalog, const char *name, const char *device,
                  const WsExportForm *form, const char *folder, GError **error)
{
  g_autoptr (WsLessonRuns) runs = NULL;
  g_autoptr (WsLesson) lesson = cli_lesson_load (catalog, name, &runs, error);
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autoptr (WsFigureFolder) figures = NULL;

  if (lesson == NULL || !cli_lesson_run (catalog, device, lesson, runs, error))
    return FALSE;
  figures = ws_figures_new (ws_words_translate (lesson->title), form);
  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    {
      if (ws_lesson_step_can_reveal (ws_lesson_get_step (lesson, i)))
        add_slide (figures, lesson, i, runs, FALSE, problems);
      add_slide (figures, lesson, i, runs, TRUE, problems);
    }
  cli_lesson_say_problems (problems, name);
  return ws_figures_write (figures, folder, NULL, NULL, NULL, error);
}
