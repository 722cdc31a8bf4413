#include "kernel/own-kernel.h"

#include "files/input.h"
#include "files/replacement.h"
#include "kernel/expected.h"
#include "own/include.h"
#include "own/job.h"
#include "own/outline.h"

#include <glib/gi18n.h>
#include <string.h>

#define NEWER_ARCHITECTURE 90 /* for what the least one does not have, as redux.sync */

struct _WsOwnKernel {
  GObject parent_instance;

  GFile *file;
  GFile *folder;
  char **allowed; /* nullable: folders outside it that may be read */
  WsOwnSource *source;
  WsOwnPlan *plan;
  GPtrArray *diagnostics; /* nullable: of the compiler, last */
  char *compiler;         /* nullable: which compiled last */
  WsClient *computer;     /* nullable: whose worker computes what must come out */
};

G_DEFINE_FINAL_TYPE (WsOwnKernel, ws_own_kernel, G_TYPE_OBJECT)

static void
ws_own_kernel_finalize (GObject *object)
{
  WsOwnKernel *self = WS_OWN_KERNEL (object);

  g_clear_object (&self->file);
  g_clear_object (&self->folder);
  g_clear_pointer (&self->allowed, g_strfreev);
  g_clear_pointer (&self->source, ws_own_source_free);
  g_clear_pointer (&self->plan, ws_own_plan_free);
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
  g_clear_pointer (&self->compiler, g_free);
  g_clear_object (&self->computer);
  G_OBJECT_CLASS (ws_own_kernel_parent_class)->finalize (object);
}

static void
ws_own_kernel_class_init (WsOwnKernelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_own_kernel_finalize;
}

static void
ws_own_kernel_init (WsOwnKernel *self)
{
}

/**
 * ws_own_kernel_is_source:
 * @path: of a file, or its name; a kernel of it may stand behind a colon
 *
 * Whether it is that of a CUDA source, or of PTX.
 */
gboolean
ws_own_kernel_is_source (const char *path)
{
  const char *base = strrchr (path, '/') != NULL ? strrchr (path, '/') + 1 : path;
  g_autofree char *name = g_strndup (base, strcspn (base, ":"));

  return g_str_has_suffix (name, ".cu") || g_str_has_suffix (name, ".cuh")
         || ws_own_source_is_ptx (name);
}

/* "sum.wsjob" of "sum.cu" */
static char *
make_name_beside (WsOwnKernel *self, const char *suffix)
{
  g_autofree char *name = g_file_get_basename (self->file);
  g_autofree char *stem = g_strndup (name, (gsize)(strrchr (name, '.') - name));

  return g_strconcat (stem, suffix, NULL);
}

static GFile *
get_file_beside (WsOwnKernel *self, const char *suffix)
{
  g_autofree char *beside = make_name_beside (self, suffix);

  return g_file_get_child (self->folder, beside);
}

static WsInputScope
get_scope (WsOwnKernel *self)
{
  return (WsInputScope){ self->folder, (const char *const *)self->allowed };
}

static gboolean
refuse_text (const char *name, GError **error)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE, _ ("“%s” is no text."), name);
  return FALSE;
}

/* @settings: (out) (transfer full) (nullable): what the .wsjob file says, where there is one */
static gboolean
read_settings (WsOwnKernel *self, char **settings, GCancellable *cancellable, GError **error)
{
  const WsInputScope scope = get_scope (self);
  g_autofree char *name = make_name_beside (self, ".wsjob");
  g_autoptr (GError) cause = NULL;
  g_autoptr (GBytes) bytes =
      ws_input_read_named (&scope, name, WS_OWN_MAX_SETTINGS, cancellable, &cause);

  *settings = NULL;
  if (g_error_matches (cause, WS_INPUT_ERROR, WS_INPUT_ERROR_MISSING))
    return TRUE;
  if (bytes == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  *settings = ws_input_dup_text (bytes);
  return *settings != NULL || refuse_text (name, error);
}

/* (nullable): of @text */
static WsOwnKernel *
scan (GFile *file, const char *text, const char *kernel, const char *const *allowed,
      GCancellable *cancellable, GError **error)
{
  g_autoptr (WsOwnKernel) self = g_object_new (WS_TYPE_OWN_KERNEL, NULL);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *settings = NULL;
  WsInputScope scope;

  self->file = g_object_ref (file);
  self->folder = g_file_get_parent (file);
  self->allowed = g_strdupv ((char **)allowed);
  scope = get_scope (self);
  self->source = ws_own_source_is_ptx (name) ? ws_own_source_new_for_ptx (name, text, &scope, error)
                                             : ws_own_source_new (name, text, &scope, error);
  if (self->source == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (!read_settings (self, &settings, cancellable, error))
    return NULL;
  self->plan = ws_own_plan_make (self->source, kernel, settings, error);
  return self->plan != NULL ? g_steal_pointer (&self) : NULL;
}

/* Returns: whether it is known how large it is, and said */
static gboolean
refuse_size (GFile *file, const char *name, guint most, GError **error)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (info == NULL || g_file_info_get_size (info) <= most)
    return FALSE;
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_TOO_LARGE,
               ws_own_source_is_ptx (name)
                   ? _ ("“%s” has %.1f MB; PTX of up to %u MB is run.")
                   : _ ("“%s” has %.1f MB; sources of up to %u MB are compiled."),
               name, (double)g_file_info_get_size (info) / 1e6, most >> 20);
  return TRUE;
}

/* (transfer full) (nullable): its text, unless it is none or too long */
static char *
read_text (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  const guint most = ws_own_source_is_ptx (name) ? WS_OWN_MAX_PTX : WS_COMPILE_MAX_SOURCE;
  g_autoptr (GError) cause = NULL;
  g_autoptr (GBytes) bytes = ws_input_read (file, most, cancellable, &cause);
  g_autofree char *text = NULL;

  if (bytes == NULL)
    {
      if (!g_error_matches (cause, WS_INPUT_ERROR, WS_INPUT_ERROR_TOO_LARGE)
          || !refuse_size (file, name, most, error))
        g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  text = ws_input_dup_text (bytes);
  if (text == NULL)
    refuse_text (name, error);
  return g_steal_pointer (&text);
}

/**
 * ws_own_kernel_new:
 * @file: that the source is of; it is not read
 * @text: of the source
 * @kernel: (nullable): which of its kernels; %NULL for those that its host code launches, or the
 * only one; "" likewise, or for the first of several
 * @allowed: (nullable): folders outside @file's own of which it may name files
 * @error: return location for a #GError: a #WsCompileError, a #WsInputError or a #WsOwnPlanError
 *
 * Reads the headers beside @file that the source includes, and its .wsjob file, where there is one.
 *
 * Returns: (transfer full) (nullable): it
 */
WsOwnKernel *
ws_own_kernel_new (GFile *file, const char *text, const char *kernel, const char *const *allowed,
                   GError **error)
{
  return scan (file, text, kernel, allowed, NULL, error);
}

/**
 * ws_own_kernel_open:
 * @file: a CUDA source, or PTX
 * @kernel: (nullable): see ws_own_kernel_new()
 * @allowed: (nullable): see ws_own_kernel_new()
 * @error: return location for a #GError: %G_IO_ERROR, a #WsInputError, a #WsCompileError or a
 * #WsOwnPlanError
 *
 * Returns: (transfer full) (nullable): it
 */
WsOwnKernel *
ws_own_kernel_open (GFile *file, const char *kernel, const char *const *allowed, GError **error)
{
  g_autofree char *text = read_text (file, NULL, error);

  return text != NULL ? scan (file, text, kernel, allowed, NULL, error) : NULL;
}

/* ---- in a thread ---- */

/* What a thread needs, and nobody else has. */
typedef struct {
  GFile *file;
  char *text; /* nullable: that of the file is read */
  char *kernel;
  char **allowed;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *self = data;

  g_object_unref (self->file);
  g_free (self->text);
  g_free (self->kernel);
  g_strfreev (self->allowed);
  g_free (self);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *self = data;
  GError *error = NULL;
  WsOwnKernel *kernel = NULL;

  if (self->text == NULL)
    self->text = read_text (self->file, cancellable, &error);
  if (self->text != NULL && !g_cancellable_set_error_if_cancelled (cancellable, &error))
    kernel = scan (self->file, self->text, self->kernel, (const char *const *)self->allowed,
                   cancellable, &error);
  if (kernel != NULL)
    g_task_return_pointer (task, kernel, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * ws_own_kernel_open_async:
 * @file: a CUDA source, or PTX
 * @text: (nullable): of the source; %NULL where it is to be read from @file
 * @kernel: (nullable): see ws_own_kernel_new()
 * @allowed: (nullable): see ws_own_kernel_new()
 * @cancellable: (nullable): to give up, at once, even where a file does not answer
 * @callback: called with the result
 * @user_data: for @callback
 *
 * Reads, scans and guesses in a thread, as ws_own_kernel_open() and ws_own_kernel_new() do.
 */
void
ws_own_kernel_open_async (GFile *file, const char *text, const char *kernel,
                          const char *const *allowed, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Reading *reading = g_new0 (Reading, 1);

  reading->file = g_object_ref (file);
  reading->text = g_strdup (text);
  reading->kernel = g_strdup (kernel);
  reading->allowed = g_strdupv ((char **)allowed);
  g_task_set_task_data (task, reading, reading_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, read_in_thread);
}

/**
 * ws_own_kernel_open_finish:
 * @result: what the callback was given
 * @text: (out) (optional) (nullable) (transfer full): the source's text, which can be edited even
 * where it cannot be run; %NULL where it could not be read
 * @error: return location for a #GError: as of ws_own_kernel_open(), or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): it
 */
WsOwnKernel *
ws_own_kernel_open_finish (GAsyncResult *result, char **text, GError **error)
{
  GTask *task = G_TASK (result);
  Reading *reading = g_task_get_task_data (task);

  /* while a thread reads on, what it reads is its own */
  if (text != NULL)
    *text = g_cancellable_is_cancelled (g_task_get_cancellable (task)) ? NULL
                                                                       : g_strdup (reading->text);
  return g_task_propagate_pointer (task, error);
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char *text = read_text (data, cancellable, &error);

  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

/**
 * ws_own_kernel_load_async:
 * @file: a CUDA source, or PTX
 * @cancellable: (nullable): to give up, at once, even where a file does not answer
 * @callback: called with the result
 * @user_data: for @callback
 *
 * Reads its text in a thread, and no more of it.
 */
void
ws_own_kernel_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_in_thread);
}

/**
 * ws_own_kernel_load_finish:
 * @result: what the callback was given
 * @error: return location for a #GError: %G_IO_ERROR, a #WsInputError, or
 * %WS_COMPILE_ERROR_SOURCE where no kernel can be of it
 *
 * Returns: (transfer full) (nullable): the text
 */
char *
ws_own_kernel_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * ws_own_kernel_get_file:
 * @self: an open source
 *
 * Returns: (transfer none): its file
 */
GFile *
ws_own_kernel_get_file (WsOwnKernel *self)
{
  return self->file;
}

/**
 * ws_own_kernel_get_source:
 * @self: an open source
 *
 * Returns: (transfer none): what stands in it
 */
const WsOwnSource *
ws_own_kernel_get_source (WsOwnKernel *self)
{
  return self->source;
}

/**
 * ws_own_kernel_get_plan:
 * @self: an open source
 *
 * Returns: (transfer none): how it is run; may be changed
 */
WsOwnPlan *
ws_own_kernel_get_plan (WsOwnKernel *self)
{
  return self->plan;
}

/**
 * ws_own_kernel_get_diagnostics:
 * @self: an open source
 *
 * Returns: (transfer none) (nullable) (element-type WsDiagnostic): what the compiler said last
 */
GPtrArray *
ws_own_kernel_get_diagnostics (WsOwnKernel *self)
{
  return self->diagnostics;
}

/**
 * ws_own_kernel_get_compiler:
 * @self: an open source
 *
 * Returns: (transfer none) (nullable): what compiled it last, as in "NVRTC 13.0"
 */
const char *
ws_own_kernel_get_compiler (WsOwnKernel *self)
{
  return self->compiler;
}

/**
 * ws_own_kernel_dup_said:
 * @self: an open source
 *
 * Returns: (transfer full) (nullable): which launches are skipped, and what the compiler said last,
 * a line each; %NULL where there is nothing to say
 */
char *
ws_own_kernel_dup_said (WsOwnKernel *self)
{
  GString *said = g_string_new (NULL);

  for (guint i = 0; i < self->plan->skipped->len; i++)
    g_string_append_printf (said, "%s%s", said->len > 0 ? "\n" : "",
                            (const char *)g_ptr_array_index (self->plan->skipped, i));
  for (guint i = 0; self->diagnostics != NULL && i < self->diagnostics->len; i++)
    {
      g_autofree char *text = ws_diagnostic_format (g_ptr_array_index (self->diagnostics, i));

      g_string_append_printf (said, "%s%s", said->len > 0 ? "\n" : "", text);
    }
  return g_string_free (said, said->len == 0);
}

/**
 * ws_own_kernel_save_plan:
 * @self: an open source
 * @error: return location for a #GError
 *
 * Writes how it is run into the .wsjob file beside it.
 *
 * Returns: whether it is written
 */
gboolean
ws_own_kernel_save_plan (WsOwnKernel *self, GError **error)
{
  g_autoptr (GFile) file = get_file_beside (self, ".wsjob");
  g_autofree char *before = NULL;
  g_autofree char *text = NULL;

  if (!read_settings (self, &before, NULL, error))
    return FALSE;
  text = ws_own_plan_to_text (self->plan, before);
  return ws_file_replace (file, text, strlen (text), WS_REPLACE_NONE, NULL, error);
}

/* ---- making the job ---- */

/* @data: (transfer full): the task */
static void
compile (WsOwnKernel *self, WsClient *client, guint architecture, GAsyncReadyCallback callback,
         GTask *task)
{
  g_autoptr (WsCompileRequest) request = NULL;

  for (guint i = 0; i < self->plan->launches->len; i++)
    ws_own_source_keep (self->source, ws_own_plan_get_launch (self->plan, i)->kernel);
  request = ws_own_source_make_request (self->source);
  request->architecture = architecture;
  ws_own_plan_ask (self->plan, request);
  ws_client_compile_async (client, request, g_task_get_cancellable (task), callback, task);
}

static void
keep_diagnostics (WsOwnKernel *self, const WsCompileResult *result)
{
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
  self->diagnostics = g_ptr_array_ref (result->diagnostics);
  ws_own_source_name_files (self->source, self->diagnostics);
  /* what a header defines anew of what stands before every source is none of the source's */
  for (guint i = self->diagnostics->len; i-- > 0;)
    if (strstr (((const WsDiagnostic *)g_ptr_array_index (self->diagnostics, i))->text,
                WS_OWN_PRELUDE)
        != NULL)
      g_ptr_array_remove_index (self->diagnostics, i);
  g_free (self->compiler);
  self->compiler = g_strdup (result->compiler);
}

static void
expected_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  WsJob *job = ws_expected_add_finish (result, &error);

  if (job != NULL)
    g_task_return_pointer (task, job, (GDestroyNotify)ws_job_unref);
  else
    g_task_return_error (task, error);
}

/* @result: (transfer full): what was compiled
 * @job: (transfer full): the job of it */
static void
add_expected (GTask *task, WsCompileResult *result, WsJob *job)
{
  WsOwnKernel *self = g_task_get_source_object (task);
  g_autoptr (GFile) kept = get_file_beside (self, ".before");
  WsInputScope *scope = g_memdup2 (
      &(WsInputScope){ self->folder, (const char *const *)self->allowed }, sizeof (WsInputScope));
  const WsExpectedRequest request = {
    .source = self->source,
    .plan = self->plan,
    .compiled = result,
    .scope = scope,
    .kept = kept,
  };

  if (self->computer == NULL)
    self->computer = ws_client_new (NULL);
  g_object_set_data_full (G_OBJECT (task), "compiled", result,
                          (GDestroyNotify)ws_compile_result_free);
  g_object_set_data_full (G_OBJECT (task), "kept", g_steal_pointer (&kept), g_object_unref);
  g_object_set_data_full (G_OBJECT (task), "scope", scope, g_free);
  ws_expected_add_async (&request, job, self->computer, g_task_get_cancellable (task), expected_cb,
                         g_object_ref (task));
  ws_job_unref (job);
}

/* @result: (transfer full): what was compiled */
static void
answer (GTask *task, WsCompileResult *result)
{
  WsOwnKernel *self = g_task_get_source_object (task);
  GError *error = NULL;
  const WsInputScope scope = get_scope (self);
  WsJob *job;

  job = ws_own_make_job (self->source, self->plan, result, &scope, &error);
  if (job != NULL && ws_expected_is_needed (self->plan))
    {
      add_expected (task, result, job);
      return;
    }
  if (job != NULL)
    g_task_return_pointer (task, job, (GDestroyNotify)ws_job_unref);
  else
    g_task_return_error (task, error);
  ws_compile_result_free (result);
}

static void
compiled_newer_cb (GObject *source, GAsyncResult *async_result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WsOwnKernel *self = g_task_get_source_object (task);
  g_autoptr (WsCompileResult) first = g_object_steal_data (G_OBJECT (task), "first");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileResult) result =
      ws_client_compile_finish (WS_CLIENT (source), async_result, &error);

  if (result != NULL && result->ptx != NULL)
    keep_diagnostics (self, result);
  /* what is wrong for both is said as it was said first */
  answer (task, result != NULL && result->ptx != NULL ? g_steal_pointer (&result)
                                                      : g_steal_pointer (&first));
}

static void
compiled_cb (GObject *source, GAsyncResult *async_result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WsOwnKernel *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (WsCompileResult) result =
      ws_client_compile_finish (WS_CLIENT (source), async_result, &error);

  if (result == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  keep_diagnostics (self, result);
  if (result->ptx != NULL)
    {
      answer (task, g_steal_pointer (&result));
      return;
    }
  g_object_set_data_full (G_OBJECT (task), "first", g_steal_pointer (&result),
                          (GDestroyNotify)ws_compile_result_free);
  compile (self, WS_CLIENT (source), NEWER_ARCHITECTURE, compiled_newer_cb,
           g_steal_pointer (&task));
}

/**
 * ws_own_kernel_make_async:
 * @self: an open source
 * @client: of ws_client_new_for_compiler()
 * @cancellable: (nullable): to give up
 * @callback: called with the result
 * @user_data: for @callback
 *
 * Compiles the source and makes the job. PTX is taken as it is.
 */
void
ws_own_kernel_make_async (WsOwnKernel *self, WsClient *client, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (WsCompileResult) ptx = ws_own_plan_take_ptx (self->plan, self->source);
  GError *error = NULL;
  guint least = 75;

  if (!ws_own_plan_check_expected (self->plan, self->source, &error))
    g_task_return_error (task, error);
  else if (ptx != NULL)
    answer (task, g_steal_pointer (&ptx));
  else
    compile (self, client, least, compiled_cb, g_steal_pointer (&task));
}

/**
 * ws_own_kernel_make_finish:
 * @self: an open source
 * @result: what the callback was given
 * @error: return location for a #GError: a #WsCompileError, a #WsOwnPlanError, %WS_PTX_ERROR,
 * %WS_JOB_ERROR, a #WsClientError or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the job
 */
WsJob *
ws_own_kernel_make_finish (WsOwnKernel *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
