/* grade.c: warpstage-cli grade: grades a class's submissions for an exercise: each source runs in
 * its own workers, several at once. */
#include "cli/cli.h"
#include "cli/grade.h"
#include "cli/look.h"
#include "cli/output.h"

#include "exercise/examiner.h"
#include "exercise/exercise-store.h"
#include "files/input.h"
#include "page/web-page.h"
#include "words/words.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <sys/resource.h>

#define MAX_JOBS 64
/* Limit on the writable data of each process: a launch, a compiler and a main() need less. */
#define MAX_BYTES ((rlim_t)4 << 30)

typedef struct {
  char *csv;
  char *junit;
  char *pages;
  int jobs;
  int seconds;
} GradeOptions;

/**
 * Grader:
 * @base: the folder that submissions' paths are relative to
 * @next: index of the next submission to try
 * @n_running: number of running submissions
 * @n_done: number of finished ones
 * @error: (nullable): why grading stopped
 */
typedef struct {
  const GradeOptions *options;
  CliGrades grades;
  WsExaminer *examiner;
  GFile *base;
  GMainLoop *loop;
  GCancellable *cancellable;
  guint next;
  guint n_running;
  guint n_done;
  GError *error;
} Grader;

/* One submission: it is tried, then a thread writes its page. */
typedef struct {
  Grader *grader;
  CliSubmission *submission;
  WsWebPage *page;
  char *path;
} Grading;

static void
grading_free (gpointer data)
{
  Grading *self = data;

  g_clear_pointer (&self->page, ws_web_page_free);
  g_free (self->path);
  g_free (self);
}

static void start_more (Grader *self);

/* ---- pages ---- */

/* (transfer full): Pango markup: its result */
static char *
make_words (const CliSubmission *one)
{
  const WsAttempt *attempt = one->attempt;
  g_autofree char *message =
      g_markup_escape_text (attempt->message != NULL ? attempt->message : "", -1);
  GString *words = g_string_new (NULL);

  g_string_append_printf (words, "<b>%s</b>\n%s\n", ws_attempt_state_get_title (attempt->state),
                          message);
  for (guint i = 0; i < attempt->results->len; i++)
    {
      const WsGateResult *result = g_ptr_array_index (attempt->results, i);
      /* Translators: what is required, and what was found */
      g_autofree char *said = g_markup_printf_escaped (result->holds ? _ ("holds: %s (%s)")
                                                                     : _ ("does not hold: %s (%s)"),
                                                       result->text, result->words);

      g_string_append_printf (words, "%s\n", said);
    }
  return g_string_free (words, FALSE);
}

/* A launch with no recorded block has no picture. */
static void
add_run (WsWebPage *page, WsRun *run)
{
  CliLookOptions options = {
    .launch = 1, .stage = CLI_NOT_GIVEN, .block = CLI_NOT_GIVEN, .sm = CLI_NOT_GIVEN, .time = 0.5
  };
  g_autoptr (WsScene) scene = NULL;
  WsPicture picture;

  if (cli_look (run, WS_VIEW_TREE, &options, &scene, &picture, NULL))
    ws_web_page_add_run (page, &picture);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Grading *self = data;
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  GError *error = NULL;

  if (ws_web_page_write (self->page, file, &(WsWebPageWatch){ NULL, NULL, cancellable }, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* ---- one after another ---- */

static void
stop (Grader *self, GError *error)
{
  if (self->error == NULL)
    self->error = error;
  else
    g_error_free (error);
  g_cancellable_cancel (self->cancellable);
}

static void
end_one (Grader *self)
{
  self->n_running--;
  self->n_done++;
  cli_output_count (self->n_done, self->grades.submissions->len, NULL);
  start_more (self);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Grader *self = data;
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    stop (self, error);
  end_one (self);
}

static void
write_page (Grading *grading, WsRun *run)
{
  Grader *self = grading->grader;
  CliSubmission *one = grading->submission;
  g_autofree char *words = make_words (one);
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, written_cb, self);

  grading->page = ws_web_page_new ();
  ws_web_page_set_brief (grading->page);
  grading->path = g_build_filename (self->options->pages, one->page, NULL);
  ws_web_page_add_words (grading->page, one->name, words);
  if (run != NULL)
    add_run (grading->page, run);
  g_task_set_task_data (task, grading, grading_free);
  g_task_run_in_thread (task, write_in_thread);
}

static void
tried_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Grading *grading = data;
  Grader *self = grading->grader;
  GError *error = NULL;
  WsAttempt *attempt = ws_examiner_try_finish (WS_EXAMINER (source), result, &error);
  g_autoptr (WsRun) run = attempt != NULL ? g_steal_pointer (&attempt->run) : NULL;

  grading->submission->attempt = attempt;
  if (attempt == NULL)
    stop (self, error);
  if (attempt != NULL && self->options->pages != NULL)
    {
      write_page (grading, run);
      return;
    }
  grading_free (grading);
  end_one (self);
}

static Grading *
grading_new (Grader *grader, CliSubmission *submission)
{
  Grading *self = g_new0 (Grading, 1);

  self->grader = grader;
  self->submission = submission;
  grader->n_running++;
  return self;
}

/* An unreadable submission fails, and still has a page. */
static void
refuse (Grader *self, CliSubmission *one, const char *message)
{
  one->attempt = ws_attempt_new ();
  one->attempt->state = WS_ATTEMPT_NOT_COMPILED;
  one->attempt->message = g_strdup (message);
  if (self->options->pages != NULL)
    write_page (grading_new (self, one), NULL);
  else
    self->n_done++;
}

static void
start_one (Grader *self, CliSubmission *one)
{
  const WsInputScope scope = { self->base, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      ws_input_read_named (&scope, one->path, WS_COMPILE_MAX_SOURCE, NULL, &error);
  g_autofree char *text = bytes != NULL ? ws_input_dup_text (bytes) : NULL;

  if (bytes != NULL && text == NULL)
    ws_compile_refuse_text (one->path, &error);
  if (text == NULL)
    refuse (self, one, error->message);
  else
    ws_examiner_try_async (self->examiner, one->path, text, self->cancellable, tried_cb,
                           grading_new (self, one));
}

static void
start_more (Grader *self)
{
  while (self->n_running < (guint)self->options->jobs && self->next < self->grades.submissions->len
         && !g_cancellable_is_cancelled (self->cancellable))
    start_one (self, g_ptr_array_index (self->grades.submissions, self->next++));
  if (self->n_running == 0)
    g_main_loop_quit (self->loop);
}

static void
prepared_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Grader *self = data;
  GError *error = NULL;

  if (!ws_examiner_prepare_finish (WS_EXAMINER (source), result, &error))
    stop (self, error);
  start_more (self);
}

static gboolean
interrupted_cb (gpointer data)
{
  Grader *self = data;

  stop (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("Interrupted.")));
  return G_SOURCE_CONTINUE;
}

/* A submission can only exhaust its own memory. The limit applies to all processes started from
 * here on. */
static void
limit_memory (void)
{
  struct rlimit now;

  if (getrlimit (RLIMIT_DATA, &now) != 0)
    return;
  now.rlim_max = MIN (now.rlim_max, MAX_BYTES);
  now.rlim_cur = MIN (now.rlim_cur, now.rlim_max);
  setrlimit (RLIMIT_DATA, &now);
}

static void
try_all (Grader *self)
{
  guint interrupt = g_unix_signal_add (SIGINT, interrupted_cb, self);
  guint terminate = g_unix_signal_add (SIGTERM, interrupted_cb, self);

  limit_memory ();
  self->loop = g_main_loop_new (NULL, FALSE);
  self->cancellable = g_cancellable_new ();
  ws_examiner_prepare_async (self->examiner, self->cancellable, prepared_cb, self);
  g_main_loop_run (self->loop);
  g_main_loop_unref (self->loop);
  g_object_unref (self->cancellable);
  g_source_remove (interrupt);
  g_source_remove (terminate);
}

/* ---- the whole ---- */

static int
count_passed (const CliGrades *self)
{
  int n = 0;

  for (guint i = 0; i < self->submissions->len; i++)
    {
      const CliSubmission *one = g_ptr_array_index (self->submissions, i);

      n += one->attempt != NULL && one->attempt->state == WS_ATTEMPT_PASSED;
    }
  return n;
}

/* Results so far are written, however grading ended. */
static int
report (const Grader *self)
{
  const GradeOptions *options = self->options;
  const CliGrades *grades = &self->grades;
  int status = count_passed (grades) == (int)grades->submissions->len ? CLI_OK : CLI_FAILED;
  g_autoptr (GError) error = NULL;

  cli_grades_print (grades);
  if (options->csv != NULL && !cli_grades_write_csv (grades, options->csv, &error))
    status = cli_fail (error);
  g_clear_error (&error);
  if (options->junit != NULL && !cli_grades_write_junit (grades, options->junit, &error))
    status = cli_fail (error);
  if (self->error == NULL)
    return status;
  cli_say (_ ("%1$s %2$u of %3$u submissions were not graded."), self->error->message,
           grades->submissions->len - MIN (self->n_done, grades->submissions->len),
           grades->submissions->len);
  return CLI_FAILED;
}

/* Reports output files whose folder is missing, before spending minutes on a class. */
static gboolean
has_folders (const GradeOptions *options)
{
  const char *const paths[] = { options->csv, options->junit };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *folder = paths[i] != NULL ? g_path_get_dirname (paths[i]) : NULL;

      if (folder == NULL || g_file_test (folder, G_FILE_TEST_IS_DIR))
        continue;
      cli_say (_ ("No such folder: %s"), folder);
      return FALSE;
    }
  return TRUE;
}

static int
grade (WsCatalog *catalog, const char *name, const char *folder, const GradeOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsExercise) exercise = ws_exercise_store_load (catalog, name, &error);
  g_autoptr (GFile) base = NULL;
  g_autoptr (GPtrArray) submissions =
      exercise != NULL ? cli_submissions_list (folder, &base, &error) : NULL;
  g_autoptr (WsExaminer) examiner =
      submissions != NULL ? ws_examiner_new (exercise, catalog, &error) : NULL;
  Grader self = {
    .options = options, .grades = { exercise, submissions }, .examiner = examiner, .base = base
  };
  int status;

  if (examiner == NULL)
    return cli_fail (error);
  if (options->pages != NULL && g_mkdir_with_parents (options->pages, 0755) != 0)
    {
      cli_say (_ ("The folder “%s” cannot be made."), options->pages);
      return CLI_FAILED;
    }
  ws_examiner_set_seconds (examiner, (guint)options->seconds);
  try_all (&self);
  status = report (&self);
  g_clear_error (&self.error);
  return status;
}

/**
 * cli_grade:
 * @catalog: the kernels to run
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli grade: grades a class's submissions for an exercise.
 *
 * Returns: the exit status: %CLI_FAILED if a submission did not pass
 */
int
cli_grade (WsCatalog *catalog, int argc, char **argv)
{
  GradeOptions how = { .jobs = (int)g_get_num_processors (), .seconds = WS_EXAMINER_SECONDS };
  const GOptionEntry entries[] = {
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &how.csv, _ ("Write a table with a row for each"),
      "F.csv" },
    { "junit", 0, 0, G_OPTION_ARG_FILENAME, &how.junit, _ ("Write JUnit's XML"), "F.xml" },
    { "pages", 0, 0, G_OPTION_ARG_FILENAME, &how.pages,
      _ ("Write a web page for each into this folder"), "FOLDER" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &how.jobs,
      _ ("How many are tried at once (one for each core)"), "N" },
    { "seconds", 0, 0, G_OPTION_ARG_INT, &how.seconds,
      _ ("Seconds that a submission may take, from its compiler to the end of its run (20)"), "S" },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("EXERCISE|F.exercise FOLDER|F.cu");
  g_autoptr (GError) error = NULL;
  int status;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    status = cli_usage (context, error->message);
  else if (argc != 3)
    status = cli_usage (context, _ ("Name an exercise, and a folder with the sources of a class."));
  else if (how.jobs < 1 || how.jobs > MAX_JOBS)
    status = cli_usage (context, _ ("From 1 to 64 submissions can be tried at once."));
  else if (how.seconds < 1)
    status = cli_usage (context, _ ("A submission needs at least a second."));
  else if (!has_folders (&how))
    status = CLI_USAGE;
  else
    status = grade (catalog, argv[1], argv[2], &how);
  g_free (how.csv);
  g_free (how.junit);
  g_free (how.pages);
  return status;
}
