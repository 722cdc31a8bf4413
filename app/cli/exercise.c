/* exercise.c: warpstage-cli exercise: lists the exercises, shows one, and checks those of the user.
 */
#include "cli/cli.h"
#include "cli/column.h"
#include "cli/lesson.h"

#include "exercise/examiner.h"
#include "exercise/exercise-store.h"
#include "words/words.h"

#include <glib/gi18n.h>
#include <pango/pango.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  gboolean runs;
  gboolean code;
  gboolean hints;
  gboolean solution;
} ExerciseOptions;

static int
list (WsCatalog *catalog)
{
  g_autoptr (GPtrArray) sentences = NULL;
  g_autoptr (GPtrArray) all = ws_exercise_store_load_all (catalog, &sentences);
  int room = 0;

  for (guint i = 0; i < all->len; i++)
    room = MAX (room, (int)strlen (((const WsExercise *)g_ptr_array_index (all, i))->id));
  for (guint i = 0; i < all->len; i++)
    {
      const WsExercise *exercise = g_ptr_array_index (all, i);

      cli_column_print (-(room + 2), exercise->id);
      printf ("%s\n", ws_words_translate (exercise->title));
    }
  for (guint i = 0; i < sentences->len; i++)
    cli_say ("%s", (const char *)g_ptr_array_index (sentences, i));
  return sentences->len > 0 ? CLI_FAILED : CLI_OK;
}

/* ---- show ---- */

/* @markup: a line for each paragraph */
static void
print_paragraphs (const char *markup)
{
  g_auto (GStrv) lines = g_strsplit (markup, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *plain = NULL;

      if (pango_parse_markup (lines[i], -1, 0, NULL, &plain, NULL, NULL))
        printf ("%s\n\n", plain);
    }
}

static void
print_hints (const WsExercise *exercise)
{
  for (guint i = 0; i < exercise->hints->len; i++)
    {
      g_autofree char *hint = ws_exercise_dup_hint (exercise, i);

      print_paragraphs (hint);
    }
}

/* Only what was requested, so that it can be written to a file. */
static int
show (WsCatalog *catalog, const char *name, const ExerciseOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsExercise) exercise = ws_exercise_store_load (catalog, name, &error);
  g_auto (GStrv) requirements = NULL;
  g_autofree char *words = NULL;

  if (exercise == NULL)
    return cli_fail (error);
  if (options->code || options->solution)
    {
      fputs (exercise->blocks[options->code ? WS_EXERCISE_CODE : WS_EXERCISE_SOLUTION], stdout);
      return CLI_OK;
    }
  if (options->hints)
    {
      print_hints (exercise);
      return CLI_OK;
    }
  printf ("%s\n\n", ws_words_translate (exercise->title));
  words = ws_exercise_dup_words (exercise);
  print_paragraphs (words);
  requirements = ws_exercise_list_requirements (exercise);
  for (guint i = 0; requirements[i] != NULL; i++)
    printf (_ ("Must hold: %s\n"), requirements[i]);
  printf ("\n%s", exercise->blocks[WS_EXERCISE_CODE]);
  return CLI_OK;
}

/* ---- check ---- */

typedef struct {
  GMainLoop *loop;
  WsAttempt *attempt;
  GError *error;
} Answer;

static void
tried_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->attempt = ws_examiner_try_finish (WS_EXAMINER (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

/* Waits for it. (transfer full) (nullable) */
static WsAttempt *
try (WsExaminer *examiner, const char *text, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_examiner_try_async (examiner, "exercise.cu", text, NULL, tried_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  if (answer.error != NULL)
    g_propagate_error (error, answer.error);
  return answer.attempt;
}

/* An exercise must not be solved already, and its solution must pass. */
static gboolean
run (WsCatalog *catalog, const WsExercise *exercise, const char *name, GError **error)
{
  g_autoptr (WsExaminer) examiner = ws_examiner_new ((WsExercise *)exercise, catalog, error);
  g_autoptr (WsAttempt) code =
      examiner != NULL ? try (examiner, exercise->blocks[WS_EXERCISE_CODE], error) : NULL;
  g_autoptr (WsAttempt) solution =
      code != NULL ? try (examiner, exercise->blocks[WS_EXERCISE_SOLUTION], error) : NULL;

  if (solution == NULL)
    return FALSE;
  if (code->state == WS_ATTEMPT_PASSED)
    cli_say (_ ("%s: all that is required holds of the code with the gap."), name);
  if (solution->state != WS_ATTEMPT_PASSED)
    cli_say (_ ("%1$s: the solution is wrong: %2$s"), name, solution->message);
  return code->state != WS_ATTEMPT_PASSED && solution->state == WS_ATTEMPT_PASSED;
}

static gboolean
check (WsCatalog *catalog, const char *name, gboolean runs)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (name);
  gboolean is_file = strchr (name, '/') != NULL || g_str_has_suffix (name, WS_EXERCISE_SUFFIX);
  g_autoptr (WsExercise) exercise = is_file
                                        ? ws_exercise_store_read (catalog, file, &problems, &error)
                                        : ws_exercise_store_load (catalog, name, &error);
  gboolean good = exercise != NULL && (!runs || run (catalog, exercise, name, &error));

  if (problems != NULL)
    cli_lesson_say_problems (problems, name);
  if (error != NULL)
    cli_say ("%s", error->message);
  if (good)
    printf (_ ("%s: no problems\n"), name);
  return good;
}

/**
 * cli_exercise:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli exercise list, show, check.
 *
 * Returns: the exit status
 */
int
cli_exercise (WsCatalog *catalog, int argc, char **argv)
{
  ExerciseOptions how = { FALSE };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_NONE, &how.runs,
      _ ("With check: also run the solution, which must be right, and the code, which must not"),
      NULL },
    { "code", 0, 0, G_OPTION_ARG_NONE, &how.code, _ ("With show: only the code"), NULL },
    { "hints", 0, 0, G_OPTION_ARG_NONE, &how.hints, _ ("With show: only the hints"), NULL },
    { "solution", 0, 0, G_OPTION_ARG_NONE, &how.solution, _ ("With show: only the solution"),
      NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context =
      g_option_context_new ("list|show|check [EXERCISE|F.exercise…]");
  g_autoptr (GError) error = NULL;
  int status = CLI_OK;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc == 2 && g_str_equal (argv[1], "list"))
    return list (catalog);
  if (argc == 3 && g_str_equal (argv[1], "show"))
    return show (catalog, argv[2], &how);
  if (argc < 3 || !g_str_equal (argv[1], "check"))
    return cli_usage (context, _ ("Use “list”, “show” and an exercise, or “check” and the "
                                  "exercises to check."));
  for (int i = 2; i < argc; i++)
    if (!check (catalog, argv[i], how.runs))
      status = CLI_FAILED;
  return status;
}
