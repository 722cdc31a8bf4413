#include "exercise/examiner.h"

#include "client/client.h"
#include "files/folder.h"
#include "files/input.h"
#include "files/replacement.h"
#include "kernel/user-kernel.h"
#include "program/program.h"
#include "ptx/ptx.h"

#include <glib/gi18n.h>
#include <string.h>

struct _WsExaminer {
  GObject parent_instance;

  WsExercise *exercise;
  WsCatalog *catalog;
  const WsSpec *spec; /* of the catalogue */
  WsGate *gate;
  guint seconds;
  WsJob *model; /* nullable: the solution's job, with what must come out; of kernels alone */
};

G_DEFINE_FINAL_TYPE (WsExaminer, ws_examiner, G_TYPE_OBJECT)

static void
ws_examiner_finalize (GObject *object)
{
  WsExaminer *self = WS_EXAMINER (object);

  ws_exercise_unref (self->exercise);
  ws_catalog_unref (self->catalog);
  ws_gate_free (self->gate);
  g_clear_pointer (&self->model, ws_job_unref);
  G_OBJECT_CLASS (ws_examiner_parent_class)->finalize (object);
}

static void
ws_examiner_class_init (WsExaminerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_examiner_finalize;
}

static void
ws_examiner_init (WsExaminer *self)
{
  self->seconds = WS_EXAMINER_SECONDS;
}

/**
 * ws_examiner_new:
 * @catalog: that has the virtual GPUs
 * @error: return location for a #GError: of a virtual GPU that is not there
 *
 * Returns: (transfer full) (nullable): what tries sources for an exercise
 */
WsExaminer *
ws_examiner_new (WsExercise *exercise, WsCatalog *catalog, GError **error)
{
  const WsSpec *spec = ws_catalog_find_spec (catalog, exercise->spec, error);
  WsExaminer *self;

  if (spec == NULL)
    return NULL;
  self = g_object_new (WS_TYPE_EXAMINER, NULL);
  self->exercise = ws_exercise_ref (exercise);
  self->catalog = ws_catalog_ref (catalog);
  self->spec = spec;
  self->gate = ws_exercise_make_gate (exercise);
  return self;
}

/* @seconds: that a source may take, from its compiler to the end of its run; 0: as long as it
 * takes */
void
ws_examiner_set_seconds (WsExaminer *self, guint seconds)
{
  self->seconds = seconds;
}

/* ---- one source ---- */

/**
 * Trying:
 * @is_model: whether it is the solution, of which the job alone is wanted
 * @folder: (nullable): the source's own
 * @reader: compiles it, and reads what it says
 * @device: runs it
 * @limit: gives it up: the caller's, or @timer's
 * @outer: (nullable): the caller's
 * @timer: 0: there is none
 * @kernel: (nullable): it, where the exercise has kernels
 * @program: (nullable): it, where it is a program
 */
typedef struct {
  gboolean is_model;
  char *name;
  char *text;
  char *folder;
  WsClient *reader;
  WsClient *device;
  GCancellable *limit;
  GCancellable *outer;
  gulong outer_id;
  guint timer;
  gboolean is_late;
  WsUserKernel *kernel;
  WsUserProgram *program;
  WsAttempt *attempt;
} Trying;

static void
stop_limits (Trying *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->outer_id != 0)
    g_cancellable_disconnect (self->outer, self->outer_id);
  self->outer_id = 0;
}

/* Its workers end with it, whatever they do. */
static void
trying_free (gpointer data)
{
  Trying *self = data;

  stop_limits (self);
  g_clear_object (&self->kernel);
  g_clear_object (&self->program);
  g_clear_object (&self->reader);
  g_clear_object (&self->device);
  g_clear_object (&self->limit);
  g_clear_object (&self->outer);
  if (self->folder != NULL)
    ws_folder_remove (self->folder);
  g_clear_pointer (&self->attempt, ws_attempt_free);
  g_free (self->folder);
  g_free (self->name);
  g_free (self->text);
  g_free (self);
}

static gboolean
late_cb (gpointer data)
{
  Trying *self = data;

  self->timer = 0;
  self->is_late = TRUE;
  g_cancellable_cancel (self->limit);
  return G_SOURCE_REMOVE;
}

static void
outer_cb (GCancellable *outer, gpointer data)
{
  g_cancellable_cancel (data);
}

/* (transfer full): as messages call the source: no more than a name */
static char *
make_name (const char *path)
{
  char *name = g_path_get_basename (path);

  return g_strcanon (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-+", '_');
}

static Trying *
trying_new (WsExaminer *self, const char *name, const char *text, GCancellable *cancellable)
{
  Trying *trying = g_new0 (Trying, 1);

  trying->name = make_name (name);
  trying->text = g_strdup (text);
  trying->reader = ws_client_new_for_compiler (NULL);
  trying->device = ws_client_new (NULL);
  trying->limit = g_cancellable_new ();
  trying->attempt = ws_attempt_new ();
  if (self->seconds > 0)
    trying->timer = g_timeout_add_seconds (self->seconds, late_cb, trying);
  if (cancellable != NULL)
    {
      trying->outer = g_object_ref (cancellable);
      trying->outer_id = g_cancellable_connect (cancellable, G_CALLBACK (outer_cb),
                                                g_object_ref (trying->limit), g_object_unref);
    }
  return trying;
}

/* ---- how it ends ---- */

/* What is not the source's fault: without a compiler, or a sandbox, nothing can be said of any. */
static gboolean
is_ours (const GError *error)
{
  return g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER)
         || g_error_matches (error, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_SANDBOX)
         || g_error_matches (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_START)
         || g_error_matches (error, WS_EXERCISE_ERROR, WS_EXERCISE_ERROR_SOLUTION);
}

static WsAttemptState
judge (const GError *error)
{
  if (error->domain == WS_CLIENT_ERROR || error->domain == WS_HISTORY_ERROR)
    return WS_ATTEMPT_STOPPED;
  if (error->domain == WS_COMPILE_ERROR || error->domain == WS_USER_PLAN_ERROR
      || error->domain == WS_PTX_ERROR || error->domain == WS_EXERCISE_ERROR
      || error->domain == WS_INPUT_ERROR)
    return WS_ATTEMPT_NOT_COMPILED;
  return WS_ATTEMPT_FAILED;
}

static GPtrArray *
get_diagnostics (const Trying *self)
{
  return self->kernel != NULL    ? ws_user_kernel_get_diagnostics (self->kernel)
         : self->program != NULL ? ws_user_program_get_diagnostics (self->program)
                                 : NULL;
}

/* @task: (transfer full) */
static void
give_back (GTask *task)
{
  Trying *self = g_task_get_task_data (task);
  GPtrArray *diagnostics = get_diagnostics (self);

  stop_limits (self);
  if (diagnostics != NULL)
    self->attempt->diagnostics = g_ptr_array_ref (diagnostics);
  g_task_return_pointer (task, g_steal_pointer (&self->attempt), (GDestroyNotify)ws_attempt_free);
  g_object_unref (task);
}

/* @task: (transfer full)
 * @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  WsExaminer *examiner = g_task_get_source_object (task);
  Trying *self = g_task_get_task_data (task);

  stop_limits (self);
  if (self->is_late && !g_cancellable_is_cancelled (self->outer) && !self->is_model)
    {
      self->attempt->state = WS_ATTEMPT_STOPPED;
      self->attempt->message =
          g_strdup_printf (ngettext ("It took longer than %u second.",
                                     "It took longer than %u seconds.", examiner->seconds),
                           examiner->seconds);
      g_error_free (error);
      give_back (task);
    }
  else if (self->is_model || is_ours (error)
           || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  else
    {
      self->attempt->state = judge (error);
      self->attempt->message = g_strdup (error->message);
      g_error_free (error);
      give_back (task);
    }
}

/* ---- what must hold ---- */

/* The first thing that is wrong. (transfer full) (nullable) */
static char *
find_wrong (const WsAttempt *attempt, GPtrArray *findings)
{
  for (guint i = 0; i < findings->len; i++)
    {
      const WsFinding *finding = g_ptr_array_index (findings, i);

      if (!ws_finding_is_remark (finding))
        return g_strdup (finding->message);
    }
  for (guint i = 0; i < attempt->results->len; i++)
    {
      const WsGateResult *result = g_ptr_array_index (attempt->results, i);

      if (!result->holds)
        return ws_gate_result_dup_sentence (result);
    }
  return NULL;
}

static gboolean
hold (const GPtrArray *results)
{
  for (guint i = 0; i < results->len; i++)
    if (!((const WsGateResult *)g_ptr_array_index (results, i))->holds)
      return FALSE;
  return TRUE;
}

/* Ends of lines at the end do not count. */
static gboolean
is_output (const char *printed, const char *wanted)
{
  g_autofree char *one = g_strchomp (g_strdup (printed != NULL ? printed : ""));
  g_autofree char *other = g_strchomp (g_strdup (wanted));

  return g_str_equal (one, other);
}

static WsGateProgram
look_at_program (const WsExercise *exercise, const WsProgramRun *run)
{
  const char *wanted = exercise->blocks[WS_EXERCISE_OUTPUT];
  WsGateProgram program = { .n_launches = ws_history_count_launches (run->history) };

  if (run->signal != 0)
    program.words = _ ("the program crashed");
  else if (run->status != 0)
    program.words = _ ("the program returned something other than 0");
  else if (wanted != NULL && !is_output (run->output, wanted))
    program.words = _ ("the program printed something else");
  else
    {
      program.words = _ ("right");
      program.is_right = TRUE;
    }
  return program;
}

/* @run: up to a fault where @fault is set */
static void
look (GTask *task, WsRun *run, gboolean has_fault)
{
  WsExaminer *self = g_task_get_source_object (task);
  Trying *trying = g_task_get_task_data (task);
  WsAttempt *attempt = trying->attempt;
  const WsProgramRun *ran =
      trying->program != NULL ? ws_user_program_get_run (trying->program) : NULL;
  WsGateProgram program = { 0 };
  g_autoptr (GPtrArray) findings = ws_gate_list_findings (self->gate, run);

  if (ran != NULL)
    program = look_at_program (self->exercise, ran);
  g_ptr_array_unref (attempt->results);
  attempt->results = ws_gate_try (self->gate, run, ran != NULL ? &program : NULL);
  attempt->run = ws_run_ref (run);
  attempt->state = hold (attempt->results) && !has_fault ? WS_ATTEMPT_PASSED : WS_ATTEMPT_FAILED;
  if (attempt->state == WS_ATTEMPT_FAILED)
    attempt->message = find_wrong (attempt, findings);
}

/* (nullable): why a program was stopped: that is not a program that failed */
static const char *
find_stop (const Trying *self)
{
  const WsProgramRun *run = self->program != NULL ? ws_user_program_get_run (self->program) : NULL;

  if (run == NULL)
    return NULL;
  return run->is_stopped ? _ ("Its launches took too long.") : ws_program_run_find_limit (run);
}

static void
recorded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  WsExaminer *self = g_task_get_source_object (task);
  Trying *trying = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (WsRun) run = ws_client_record_finish (WS_CLIENT (source), result, &error);
  g_autoptr (WsRun) partial = ws_client_record_dup_partial (WS_CLIENT (source), result);

  if (run == NULL && (partial == NULL || g_cancellable_is_cancelled (trying->limit)))
    {
      fail (task, error);
      return;
    }
  if (run != NULL)
    ws_catalog_complete_run (self->catalog, run);
  look (task, run != NULL ? run : partial, run == NULL);
  if (error != NULL && trying->attempt->message == NULL)
    trying->attempt->message = g_strdup (error->message);
  g_clear_error (&error);
  if (find_stop (trying) != NULL)
    {
      trying->attempt->state = WS_ATTEMPT_STOPPED;
      g_free (trying->attempt->message);
      trying->attempt->message = g_strdup (find_stop (trying));
    }
  give_back (task);
}

/* @task: (transfer full) */
static void
record (GTask *task, WsJob *job)
{
  WsExaminer *self = g_task_get_source_object (task);
  Trying *trying = g_task_get_task_data (task);
  g_autofree char *device = g_strconcat ("vm:", self->spec->id, NULL);
  g_autoptr (WsJobSource) source = NULL;

  job->checked = TRUE;
  source = ws_job_source_new_for_job (job);
  ws_client_record_async (trying->device, &(WsClientJob){ device, source }, NULL, trying->limit,
                          recorded_cb, task);
}

/* ---- kernels, run as the exercise says ---- */

static int
find_buffer (const WsJob *job, const char *name)
{
  for (guint i = 0; i < job->buffers->len; i++)
    if (g_strcmp0 (ws_job_get_buffer (job, i)->name, name) == 0)
      return (int)i;
  return -1;
}

/* The buffer of one job in another: it must be as long, and of the same type. */
static gboolean
match_buffer (const WsJob *from, guint index, const WsJob *to, guint32 *found, GError **error)
{
  const WsBuffer *wanted = ws_job_get_buffer (from, index);
  int other = find_buffer (to, wanted->name);
  guint64 lengths[2];

  if (other < 0)
    g_set_error (error, WS_EXERCISE_ERROR, WS_EXERCISE_ERROR_KEPT,
                 _ ("There is no “%s”, which the exercise looks at: keep the names of the kernel's "
                    "parameters."),
                 wanted->name);
  else if (ws_buffer_get_type (wanted, &lengths[0])
               != ws_buffer_get_type (ws_job_get_buffer (to, (guint)other), &lengths[1])
           || lengths[0] != lengths[1])
    g_set_error (error, WS_EXERCISE_ERROR, WS_EXERCISE_ERROR_KEPT,
                 _ ("“%s” is not what it is in the exercise: keep its type and its length."),
                 wanted->name);
  else
    {
      *found = (guint32)other;
      return TRUE;
    }
  return FALSE;
}

/* What must come out of the solution must come out of this. */
static gboolean
copy_checks (const WsJob *from, WsJob *to, GError **error)
{
  for (guint i = 0; i < from->checks->len; i++)
    {
      const WsCheck *check = &g_array_index (from->checks, WsCheck, i);
      guint32 buffer;
      guint32 of = 0;
      WsCheck *copy;

      if (!match_buffer (from, check->buffer, to, &buffer, error)
          || (check->kind == WS_CHECK_FOLD && !match_buffer (from, check->of, to, &of, error)))
        return FALSE;
      copy = ws_job_add_check (to, check->kind, buffer, check->first, check->count);
      ws_contents_copy (&check->contents, &copy->contents);
      copy->fold = check->fold;
      copy->of = of;
      copy->roundings = check->roundings;
      copy->bound = check->bound;
    }
  return ws_job_check (to, error);
}

/* @task: (transfer full) */
static void
take_model (GTask *task, WsJob *job)
{
  WsExaminer *self = g_task_get_source_object (task);

  if (job->checks->len == 0)
    {
      fail (task, g_error_new_literal (
                      WS_EXERCISE_ERROR, WS_EXERCISE_ERROR_SOLUTION,
                      _ ("The exercise does not say what must come out: add “expect=” to a buffer "
                         "of “```wsjob”.")));
      return;
    }
  g_clear_pointer (&self->model, ws_job_unref);
  self->model = ws_job_ref (job);
  give_back (task);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  WsExaminer *self = g_task_get_source_object (task);
  const Trying *trying = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (WsJob) job = ws_user_kernel_make_finish (WS_USER_KERNEL (source), result, &error);

  if (job == NULL)
    fail (task, error);
  else if (trying->is_model)
    take_model (task, job);
  else if (!copy_checks (self->model, job, &error))
    fail (task, error);
  else
    record (task, job);
}

/* What must come out is known already. */
static void
forget_expected (WsUserPlan *plan)
{
  for (guint i = 0; i < plan->buffers->len; i++)
    ws_user_field_set (&ws_user_plan_get_buffer (plan, i)->expect, NULL, NULL);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  const WsSpec *spec = WS_EXAMINER (g_task_get_source_object (task))->spec;
  Trying *self = g_task_get_task_data (task);
  GError *error = NULL;

  self->kernel = ws_user_kernel_open_finish (result, NULL, &error);
  if (self->kernel == NULL)
    {
      fail (task, error);
      return;
    }
  if (!self->is_model)
    forget_expected (ws_user_kernel_get_plan (self->kernel));
  ws_user_kernel_set_architecture (self->kernel,
                                   ws_compile_get_architecture (ws_spec_get_capability (spec)));
  ws_user_kernel_make_async (self->kernel, self->reader, self->limit, made_cb, task);
}

/* ---- programs ---- */

/* One that crashes, or gives up, launches nothing either. (transfer full) */
static GError *
explain (const Trying *self, const WsExercise *exercise, GError *error)
{
  const WsProgramRun *run = ws_user_program_get_run (self->program);

  if (run == NULL || !g_error_matches (error, WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_NO_LAUNCH)
      || (run->signal == 0 && run->status == 0))
    return error;
  g_error_free (error);
  return g_error_new_literal (WS_PROGRAM_ERROR, WS_PROGRAM_ERROR_NO_LAUNCH,
                              look_at_program (exercise, run).words);
}

static void
program_made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  const WsExaminer *examiner = g_task_get_source_object (task);
  Trying *self = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (WsJob) job = ws_user_program_make_finish (WS_USER_PROGRAM (source), result, &error);
  const WsProgramRun *run = ws_user_program_get_run (self->program);
  const char *why = find_stop (self);

  if (run != NULL)
    self->attempt->output = g_strdup (run->output);
  if (job != NULL)
    {
      record (task, job);
      return;
    }
  if (why != NULL)
    {
      g_error_free (error);
      error = g_error_new_literal (WS_CLIENT_ERROR, WS_CLIENT_ERROR_SILENT, why);
    }
  fail (task, explain (self, examiner->exercise, error));
}

/* ---- beginning ---- */

/* A folder of its own: what lies beside a source can be included, and read by a main(). */
static gboolean
make_folder (Trying *self, const WsExercise *exercise, GFile **file, GError **error)
{
  const char *job = exercise->blocks[WS_EXERCISE_JOB];
  g_autofree char *path = NULL;
  g_autofree char *settings = NULL;
  g_autofree char *beside = NULL;

  if (!g_str_has_suffix (self->name, ".cu"))
    {
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE,
                   _ ("“%s” is not the name of a CUDA source: it does not end in .cu."),
                   self->name);
      return FALSE;
    }
  self->folder = g_dir_make_tmp ("warpstage-exercise-XXXXXX", error);
  if (self->folder == NULL)
    return FALSE;
  path = g_build_filename (self->folder, self->name, NULL);
  *file = g_file_new_for_path (path);
  if (job == NULL)
    return TRUE;
  settings = g_strndup (self->name, strlen (self->name) - strlen (".cu"));
  beside = g_strconcat (self->folder, "/", settings, ".wsjob", NULL);
  return ws_file_replace_path (beside, job, strlen (job), WS_REPLACE_PRIVATE, error);
}

/* @task: (transfer full) */
static void
begin (WsExaminer *self, GTask *task)
{
  Trying *trying = g_task_get_task_data (task);
  g_autoptr (GFile) file = NULL;
  GError *error = NULL;

  if (!g_utf8_validate (trying->text, -1, NULL))
    ws_compile_refuse_text (trying->name, &error);
  if (error != NULL || !make_folder (trying, self->exercise, &file, &error))
    {
      fail (task, error);
      return;
    }
  if (self->exercise->blocks[WS_EXERCISE_JOB] != NULL)
    {
      ws_user_kernel_open_async (&(WsUserKernelRequest){ .file = file, .text = trying->text },
                                 trying->reader, trying->limit, opened_cb, task);
      return;
    }
  trying->program = ws_user_program_new (file);
  ws_user_program_set_text (trying->program, trying->text);
  ws_user_program_set_device (trying->program, self->spec);
  ws_user_program_set_seconds (trying->program, self->seconds);
  ws_user_program_make_async (trying->program, trying->reader, trying->limit, program_made_cb,
                              task);
}

static void
prepared_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  WsExaminer *self = WS_EXAMINER (source);
  GError *error = NULL;

  if (ws_examiner_prepare_finish (self, result, &error))
    begin (self, task);
  else
    fail (task, error);
}

/**
 * ws_examiner_prepare_async:
 *
 * Computes what must come out, from the exercise's solution. Whoever tries several sources at once
 * does it before.
 */
void
ws_examiner_prepare_async (WsExaminer *self, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Trying *trying;

  if (self->model != NULL || self->exercise->blocks[WS_EXERCISE_JOB] == NULL)
    {
      g_task_return_pointer (task, ws_attempt_new (), (GDestroyNotify)ws_attempt_free);
      g_object_unref (task);
      return;
    }
  trying =
      trying_new (self, "solution.cu", self->exercise->blocks[WS_EXERCISE_SOLUTION], cancellable);
  trying->is_model = TRUE;
  g_task_set_task_data (task, trying, trying_free);
  begin (self, task);
}

/**
 * ws_examiner_prepare_finish:
 * @error: return location for a #GError: why the solution cannot be run
 *
 * Returns: whether it is known what must come out
 */
gboolean
ws_examiner_prepare_finish (WsExaminer *self, GAsyncResult *result, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (WsAttempt) attempt = g_task_propagate_pointer (G_TASK (result), &cause);

  if (attempt != NULL)
    return TRUE;
  if (is_ours (cause) || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&cause));
  else
    g_set_error (error, WS_EXERCISE_ERROR, WS_EXERCISE_ERROR_SOLUTION,
                 _ ("The solution of “%s” cannot be run: %s"), self->exercise->id, cause->message);
  return FALSE;
}

/**
 * ws_examiner_try_async:
 * @name: of the source's file, as messages call it
 * @text: the source, valid UTF-8 or not
 * @cancellable: (nullable): to give up
 *
 * Compiles and runs a source, and looks at what must hold.
 */
void
ws_examiner_try_async (WsExaminer *self, const char *name, const char *text,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Trying *trying = trying_new (self, name, text, cancellable);

  g_task_set_task_data (task, trying, trying_free);
  g_task_set_check_cancellable (task, FALSE);
  ws_examiner_prepare_async (self, trying->limit, prepared_cb, task);
}

/**
 * ws_examiner_try_finish:
 * @error: return location for a #GError: what has nothing to do with the source: no compiler, no
 * sandbox, a solution that cannot be run, %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what came of it
 */
WsAttempt *
ws_examiner_try_finish (WsExaminer *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
