#include "program/program.h"

#include "compile/missing.h"
#include "files/input.h"
#include "program/program-build.h"
#include "program/program-job.h"

#include <glib/gi18n.h>
#include <string.h>

/* The window waits so long for main() to run once more before it shows what an edit has done. */
#define QUICK_US (3 * G_USEC_PER_SEC / 10)

struct _WsUserProgram {
  GObject parent_instance;

  GFile *file;
  GFile *folder;
  gboolean is_command; /* of the user's: @arguments is all of it, and there is no source */
  char *name;          /* of the file */
  char *text;          /* of the source */
  WsSpec *spec;        /* nullable: of the virtual GPU that it runs on */
  char *cudart;        /* nullable: of a command that runs on a real one: CUDA's */
  char *line;          /* of arguments, as they were typed */
  char **arguments;    /* of main() */
  guint launch;        /* that is looked at; G_MAXUINT: the longest */
  double seconds;      /* that all launches may take together */
  WsProgramBuild *build;

  /* what came of these: each is there as long as what it is of has not changed */
  WsProgramRun *run;         /* nullable: all of it */
  gboolean is_stale;         /* it was of another text */
  gint64 began_us;           /* when it began, of one that is under way */
  gint64 run_us;             /* that it took */
  WsProgramRun *captured;    /* nullable: one with the launch, where @run has it not */
  WsJob *job;                /* nullable: of the launch */
  GCancellable *catching_up; /* nullable: main() runs for the sake of the rest */
};

enum { SIGNAL_RAN, N_SIGNALS };

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WsUserProgram, ws_user_program, G_TYPE_OBJECT)

static void
forget_job (WsUserProgram *self)
{
  g_clear_pointer (&self->job, ws_job_unref);
}

static void
stop_catching_up (WsUserProgram *self)
{
  g_cancellable_cancel (self->catching_up);
  g_clear_object (&self->catching_up);
}

static void
forget_run (WsUserProgram *self)
{
  stop_catching_up (self);
  forget_job (self);
  g_clear_pointer (&self->captured, ws_program_run_free);
  g_clear_pointer (&self->run, ws_program_run_free);
}

static void
ws_user_program_finalize (GObject *object)
{
  WsUserProgram *self = WS_USER_PROGRAM (object);

  forget_run (self);
  g_clear_object (&self->file);
  g_clear_object (&self->folder);
  g_clear_object (&self->build);
  g_clear_pointer (&self->spec, ws_spec_unref);
  g_strfreev (self->arguments);
  g_free (self->cudart);
  g_free (self->line);
  g_free (self->name);
  g_free (self->text);
  G_OBJECT_CLASS (ws_user_program_parent_class)->finalize (object);
}

static void
ws_user_program_class_init (WsUserProgramClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_user_program_finalize;

  /**
   * WsUserProgram::ran:
   *
   * It has run: ws_user_program_get_run() says what it did.
   */
  signals[SIGNAL_RAN] = g_signal_new ("ran", WS_TYPE_USER_PROGRAM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                      NULL, G_TYPE_NONE, 0);
}

static void
ws_user_program_init (WsUserProgram *self)
{
  self->launch = G_MAXUINT;
  self->seconds = WS_PROGRAM_SECONDS;
}

/**
 * ws_user_program_new:
 * @file: its source
 *
 * Returns: (transfer full): a program without a text yet
 */
WsUserProgram *
ws_user_program_new (GFile *file)
{
  WsUserProgram *self = g_object_new (WS_TYPE_USER_PROGRAM, NULL);

  self->file = g_object_ref (file);
  self->folder = g_file_get_parent (file);
  self->name = g_file_get_basename (file);
  self->build = ws_program_build_new (file);
  return self;
}

/* What people call it: of Python, its script. */
static const char *
find_name (const char *const *argv)
{
  for (guint i = 1; argv[i] != NULL; i++)
    if (g_str_has_suffix (argv[i], ".py"))
      return argv[i];
  return argv[0];
}

/**
 * ws_user_program_new_for_command:
 * @argv: (array zero-terminated=1): a command of the user's, whose program is linked with the
 * shared libcudart, or loads the driver
 *
 * It runs as the user's own commands do; there is no source, and nothing is compiled.
 *
 * Returns: (transfer full): a program
 */
WsUserProgram *
ws_user_program_new_for_command (const char *const *argv)
{
  WsUserProgram *self = g_object_new (WS_TYPE_USER_PROGRAM, NULL);

  self->is_command = TRUE;
  self->arguments = g_strdupv ((char **)argv);
  self->name = g_path_get_basename (find_name (argv));
  self->text = g_strdup ("");
  return self;
}

/* Returns: (transfer none) (nullable): its source; %NULL of a command */
GFile *
ws_user_program_get_file (WsUserProgram *self)
{
  return self->file;
}

/**
 * ws_user_program_set_text:
 * @text: of the source, as it is to be run
 */
void
ws_user_program_set_text (WsUserProgram *self, const char *text)
{
  if (g_strcmp0 (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  self->is_stale = TRUE;
  stop_catching_up (self);
  forget_job (self);
}

/**
 * ws_user_program_set_device:
 * @spec: (transfer none): of the virtual GPU that it runs on
 */
void
ws_user_program_set_device (WsUserProgram *self, const WsSpec *spec)
{
  gboolean is_same = self->spec != NULL && g_str_equal (self->spec->id, spec->id);

  if (is_same)
    return;
  g_clear_pointer (&self->spec, ws_spec_unref);
  self->spec = ws_spec_ref ((WsSpec *)spec);
  forget_run (self);
}

/**
 * ws_user_program_set_cudart:
 * @self: a command
 * @cudart: path of CUDA's libcudart: from now on it runs on a real GPU, by that
 */
void
ws_user_program_set_cudart (WsUserProgram *self, const char *cudart)
{
  g_return_if_fail (self->is_command);

  g_free (self->cudart);
  self->cudart = g_strdup (cudart);
  forget_run (self);
}

/**
 * ws_user_program_set_arguments:
 * @line: (nullable): of main(), as they are typed in a shell
 * @error: return location for a #GError: a #GShellError
 *
 * Returns: whether they can be read; else the old ones stay
 */
gboolean
ws_user_program_set_arguments (WsUserProgram *self, const char *line, GError **error)
{
  g_autofree char *plain = g_strstrip (g_strdup (line != NULL ? line : ""));
  char **arguments = NULL;

  if (g_strcmp0 (self->line, plain) == 0)
    return TRUE;
  if (*plain != '\0' && !g_shell_parse_argv (plain, NULL, &arguments, error))
    return FALSE;
  g_free (self->line);
  self->line = g_steal_pointer (&plain);
  g_strfreev (self->arguments);
  self->arguments = arguments;
  forget_run (self);
  return TRUE;
}

/* Returns: (transfer none): as they were typed */
const char *
ws_user_program_get_arguments (WsUserProgram *self)
{
  return self->line != NULL ? self->line : "";
}

/**
 * ws_user_program_set_seconds:
 * @seconds: of this computer's time that all launches may take together; 0: as long as they take
 *
 * One that was stopped runs once more.
 */
void
ws_user_program_set_seconds (WsUserProgram *self, double seconds)
{
  self->seconds = seconds;
  if (self->run != NULL && self->run->is_stopped)
    forget_run (self);
}

/* Returns: of this computer's time that all launches may take together; 0: as long as they take */
double
ws_user_program_get_seconds (WsUserProgram *self)
{
  return self->seconds;
}

/**
 * ws_user_program_renew:
 *
 * It runs once more when its job is asked for, and as nvcc compiles it: as if it were called anew.
 */
void
ws_user_program_renew (WsUserProgram *self)
{
  if (self->build != NULL && ws_program_build_get_code (self->build) != NULL)
    ws_program_build_forget (self->build);
  forget_run (self);
}

/**
 * ws_user_program_set_launch:
 * @launch: the one that is looked at, counted from 0; %G_MAXUINT for the longest
 */
void
ws_user_program_set_launch (WsUserProgram *self, guint launch)
{
  if (self->launch == launch)
    return;
  self->launch = launch;
  forget_job (self);
}

/* Returns: the launch that is looked at, counted from 0; %G_MAXUINT if there is none */
guint
ws_user_program_get_launch (WsUserProgram *self)
{
  return self->launch != G_MAXUINT || self->run == NULL
             ? self->launch
             : ws_history_find_longest (self->run->history);
}

/* Returns: whether the launch was seen with its new kernels, and main() runs with them now */
gboolean
ws_user_program_is_behind (WsUserProgram *self)
{
  return self->catching_up != NULL;
}

/* Returns: (transfer none) (nullable): what came of it when it ran last */
const WsProgramRun *
ws_user_program_get_run (WsUserProgram *self)
{
  return self->run;
}

/* Returns: (transfer none) (nullable) (element-type WsDiagnostic): what the compiler said last */
GPtrArray *
ws_user_program_get_diagnostics (WsUserProgram *self)
{
  return self->build != NULL ? ws_program_build_get_diagnostics (self->build) : NULL;
}

static gboolean
lacks_header (WsUserProgram *self)
{
  GPtrArray *diagnostics = ws_user_program_get_diagnostics (self);

  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    {
      g_autofree char *name = ws_compile_read_missing (
          ((const WsDiagnostic *)g_ptr_array_index (diagnostics, i))->text);

      if (name != NULL)
        return TRUE;
    }
  return FALSE;
}

/**
 * ws_user_program_cannot_run:
 * @error: of ws_user_program_make_finish()
 *
 * Returns: whether this computer cannot run its main(), for want of a compiler, a sandbox or a
 *   header: its kernels may still run
 */
gboolean
ws_user_program_cannot_run (WsUserProgram *self, const GError *error)
{
  return g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER)
         || g_error_matches (error, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_SANDBOX)
         || g_error_matches (error, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_START)
         || (error->domain == WS_COMPILE_ERROR && lacks_header (self));
}

/* ---- making the job, step by step ---- */

/* @task: (transfer full) */
static void go_on (GTask *task);

/* @task: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  g_task_return_error (task, error);
  g_object_unref (task);
}

static void
built_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  GError *error = NULL;

  if (ws_program_build_make_finish (WS_PROGRAM_BUILD (source), result, &error))
    go_on (task);
  else
    fail (task, error);
}

/* (transfer none) (nullable): its kernels, where all of them are of one module */
static const char *
get_ptx (const WsProgramRun *run)
{
  return run != NULL && run->history->modules->len == 1
             ? ((const WsHistoryModule *)g_ptr_array_index (run->history->modules, 0))->ptx
             : NULL;
}

/* @task: (transfer full) */
static void
build (WsUserProgram *self, GTask *task)
{
  const WsProgramSource source = {
    .text = self->text,
    .spec = self->spec,
    .ptx = get_ptx (self->run),
    .reader = g_task_get_task_data (task),
  };

  ws_program_build_make_async (self->build, &source, g_task_get_cancellable (task), built_cb, task);
}

static gboolean
has_captured (const WsProgramRun *run, guint launch)
{
  return run != NULL && run->history->capture != NULL && run->history->capture->launch == launch;
}

/* (transfer none) (nullable): a run with the launch that is looked at as it was */
static const WsProgramRun *
find_captured (WsUserProgram *self)
{
  guint launch = ws_user_program_get_launch (self);

  return has_captured (self->run, launch)        ? self->run
         : has_captured (self->captured, launch) ? self->captured
                                                 : NULL;
}

/* @run: (transfer full) */
static void
take_run (WsUserProgram *self, WsProgramRun *run)
{
  g_clear_pointer (&self->captured, ws_program_run_free);
  g_clear_pointer (&self->run, ws_program_run_free);
  self->run = run;
  if (self->build != NULL)
    run->compiler = g_strdup (ws_program_build_get_compiler (self->build));
  self->is_stale = FALSE;
  g_signal_emit (self, signals[SIGNAL_RAN], 0);
}

/* The launch that will be looked at, as far as that is known before: G_MAXUINT32: it is not. */
static guint
guess_launch (WsUserProgram *self)
{
  return self->launch != G_MAXUINT || self->run != NULL ? ws_user_program_get_launch (self)
                                                        : G_MAXUINT32;
}

static void
start (WsUserProgram *self, guint32 capture, GCancellable *cancellable,
       GAsyncReadyCallback callback, gpointer user_data)
{
  const WsProgramOptions options = {
    .spec = self->spec,
    .arguments = (const char *const *)self->arguments,
    .folder = self->folder,
    .code = self->build != NULL ? ws_program_build_get_code (self->build) : NULL,
    .capture = capture,
    .seconds = self->seconds,
    .cudart = self->cudart,
    .inherits = self->is_command && self->run == NULL,
  };

  ws_program_run_async (self->build != NULL ? ws_program_build_get_object (self->build) : NULL,
                        &options, cancellable, callback, user_data);
}

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  WsUserProgram *self = g_task_get_source_object (task);
  GError *error = NULL;
  WsProgramRun *run = ws_program_run_finish (result, &error);

  if (run == NULL)
    {
      fail (task, error);
      return;
    }
  self->run_us = g_get_monotonic_time () - self->began_us;
  take_run (self, run);
  go_on (task);
}

/* The launch is not there to be looked at: the last thing that was refused says why.
 * @task: (transfer full) */
static void
refuse_capture (GTask *task, const WsHistory *history)
{
  const char *words = ws_history_find_refusal (history);

  g_task_return_new_error (
      task, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_NO_LAUNCH, "%s",
      words != NULL ? words
                    : _ ("The launch was not captured: the program ran otherwise this time."));
  g_object_unref (task);
}

/* Of a command nothing was known of its sources; its PTX may name the kernel's. */
static void
read_source (WsProgram *program)
{
  g_autofree char *path = g_steal_pointer (&program->file);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GBytes) bytes = ws_input_read (file, WS_COMPILE_MAX_SOURCE, NULL, NULL);

  program->file = g_path_get_basename (path);
  if (bytes != NULL)
    program->source = ws_input_dup_text (bytes);
}

static void
captured_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  WsUserProgram *self = g_task_get_source_object (task);
  GError *error = NULL;
  WsProgramRun *run = ws_program_run_finish (result, &error);

  if (run == NULL)
    {
      fail (task, error);
      return;
    }
  g_clear_pointer (&self->captured, ws_program_run_free);
  self->captured = run;
  if (find_captured (self) != NULL)
    go_on (task);
  else
    refuse_capture (task, run->history);
}

/* ---- a launch with other kernels ---- */

static void
caught_up_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WsUserProgram) self = data;
  WsProgramRun *run = ws_program_run_finish (result, NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->catching_up)
    g_clear_pointer (&run, ws_program_run_free);
  else
    g_clear_object (&self->catching_up);
  if (run != NULL)
    take_run (self, run);
}

/* What the program prints now, and what it launches. */
static void
catch_up (WsUserProgram *self)
{
  stop_catching_up (self);
  self->catching_up = g_cancellable_new ();
  start (self, guess_launch (self), self->catching_up, caught_up_cb, g_object_ref (self));
}

/* Whether the launch can be seen with its new kernels before main() has run once more. */
static gboolean
can_replay (WsUserProgram *self)
{
  return self->is_stale && self->run_us > QUICK_US && self->build != NULL
         && ws_program_build_get_code (self->build) != NULL && find_captured (self) != NULL;
}

/* ---- the job ---- */

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  WsUserProgram *self = g_task_get_source_object (task);
  GError *error = NULL;
  WsJob *job = ws_program_make_job_finish (result, &error);

  if (job == NULL)
    {
      fail (task, error);
      return;
    }
  if (self->is_command && job->program.file != NULL && job->program.source == NULL)
    read_source (&job->program);
  self->job = job;
  if (self->is_stale)
    catch_up (self);
  go_on (task);
}

/* @task: (transfer full) */
static void
make_job (WsUserProgram *self, GTask *task)
{
  const WsProgramCapture capture = {
    .run = find_captured (self),
    .file = self->name,
    .source = self->text,
    .code = self->is_stale ? ws_program_build_get_code (self->build) : NULL,
  };

  ws_program_make_job_async (&capture, g_task_get_task_data (task), g_task_get_cancellable (task),
                             made_cb, task);
}

/* @task: (transfer full) */
static void
refuse (WsUserProgram *self, GTask *task)
{
  guint n = ws_history_count_launches (self->run->history);

  if (n == 0)
    g_task_return_new_error (task, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_NO_LAUNCH, "%s",
                             _ ("The program launched no kernel."));
  else if (self->launch == G_MAXUINT)
    g_task_return_new_error (task, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_NO_LAUNCH, "%s",
                             g_str_has_prefix (self->run->history->device, "cuda:")
                                 ? _ ("None of the program's launches was timed to its end. On a "
                                      "real GPU, launches of a graph are not timed.")
                                 : _ ("None of the program's launches ran to its end."));
  else
    g_task_return_new_error (task, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_NO_LAUNCH,
                             ngettext ("The program has %u launch; there is no launch %u.",
                                       "The program has %u launches; there is no launch %u.", n),
                             n, self->launch + 1);
  g_object_unref (task);
}

/* The next thing that is not there yet. What is asked for meanwhile may have changed. */
static void
go_on (GTask *task)
{
  WsUserProgram *self = g_task_get_source_object (task);
  guint launch = ws_user_program_get_launch (self);

  if (g_task_return_error_if_cancelled (task))
    g_object_unref (task);
  else if (self->job != NULL)
    {
      g_task_return_pointer (task, ws_job_ref (self->job), (GDestroyNotify)ws_job_unref);
      g_object_unref (task);
    }
  else if (self->build != NULL && !ws_program_build_is_of (self->build, self->text, self->spec))
    build (self, task);
  else if (can_replay (self))
    make_job (self, task);
  else if (self->run == NULL || self->is_stale)
    {
      self->began_us = g_get_monotonic_time ();
      start (self, guess_launch (self), g_task_get_cancellable (task), ran_cb, task);
    }
  else if (launch >= ws_history_count_launches (self->run->history))
    refuse (self, task);
  else if (find_captured (self) == NULL)
    start (self, launch, g_task_get_cancellable (task), captured_cb, task);
  else
    make_job (self, task);
}

/**
 * ws_user_program_make_async:
 * @self: a program with a text and a device
 * @reader: one of a compiler's worker: what the program leaves is read there
 *
 * Does what has to be done until there is the job of the launch that is looked at.
 */
void
ws_user_program_make_async (WsUserProgram *self, WsClient *reader, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_return_if_fail (self->text != NULL && self->spec != NULL);

  g_task_set_task_data (task, g_object_ref (reader), g_object_unref);
  go_on (task);
}

/**
 * ws_user_program_make_finish:
 * @error: return location for a #GError: a #WsProgramError, a #WsCompileError, a #WsHistoryError,
 * %WS_PTX_ERROR, %WS_JOB_ERROR, a #WsClientError or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the job
 */
WsJob *
ws_user_program_make_finish (WsUserProgram *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
