#include "kernel/own-kernel.h"

#include "files/replacement.h"
#include "own/job.h"

#include <glib/gi18n.h>
#include <string.h>

#define NEWER_ARCHITECTURE 90 /* for what the least one does not have, as redux.sync */

struct _WsOwnKernel {
  GObject parent_instance;

  GFile *file;
  GFile *folder;
  WsOwnSource *source;
  WsOwnPlan *plan;
  GPtrArray *diagnostics; /* nullable: of the compiler, last */
};

G_DEFINE_FINAL_TYPE (WsOwnKernel, ws_own_kernel, G_TYPE_OBJECT)

static void
ws_own_kernel_finalize (GObject *object)
{
  WsOwnKernel *self = WS_OWN_KERNEL (object);

  g_clear_object (&self->file);
  g_clear_object (&self->folder);
  g_clear_pointer (&self->source, ws_own_source_free);
  g_clear_pointer (&self->plan, ws_own_plan_free);
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
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
 * Whether it is that of a CUDA source.
 */
gboolean
ws_own_kernel_is_source (const char *path)
{
  const char *base = strrchr (path, '/') != NULL ? strrchr (path, '/') + 1 : path;
  g_autofree char *name = g_strndup (base, strcspn (base, ":"));

  return g_str_has_suffix (name, ".cu") || g_str_has_suffix (name, ".cuh");
}

/* "sum.wsjob" beside "sum.cu" */
static GFile *
get_plan_file (WsOwnKernel *self)
{
  g_autofree char *name = g_file_get_basename (self->file);
  g_autofree char *stem = g_strndup (name, (gsize)(strrchr (name, '.') - name));
  g_autofree char *plan = g_strconcat (stem, ".wsjob", NULL);

  return g_file_get_child (self->folder, plan);
}

/**
 * ws_own_kernel_new:
 * @file: that the source is of; it is not read
 * @text: of the source
 * @kernel: (nullable): which of its kernels; %NULL for those that its host code launches, or the
 * only one
 * @error: return location for a #GError: a #WsCompileError or a #WsOwnPlanError
 *
 * Reads the headers beside @file that the source includes, and its .wsjob file, where there is one.
 *
 * Returns: (transfer full) (nullable): it
 */
WsOwnKernel *
ws_own_kernel_new (GFile *file, const char *text, const char *kernel, GError **error)
{
  g_autoptr (WsOwnKernel) self = g_object_new (WS_TYPE_OWN_KERNEL, NULL);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *settings = NULL;
  g_auto (GStrv) kernels = NULL;
  g_autoptr (GFile) plan_file = NULL;

  self->file = g_object_ref (file);
  self->folder = g_file_get_parent (file);
  self->source = ws_own_source_new (name, text, self->folder, error);
  if (self->source == NULL)
    return NULL;
  plan_file = get_plan_file (self);
  if (g_file_load_contents (plan_file, NULL, &settings, NULL, NULL, NULL) && kernel == NULL)
    kernels = ws_own_plan_list_kernels (settings);
  if (kernels != NULL)
    self->plan = ws_own_plan_guess_launches (self->source, (const char *const *)kernels, error);
  else
    self->plan = ws_own_plan_guess (self->source, kernel, error);
  if (self->plan == NULL
      || (settings != NULL && !ws_own_plan_read_text (self->plan, settings, error)))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * ws_own_kernel_open:
 * @file: a CUDA source
 * @kernel: (nullable): see ws_own_kernel_new()
 * @error: return location for a #GError: %G_IO_ERROR, a #WsCompileError or a #WsOwnPlanError
 *
 * Returns: (transfer full) (nullable): it
 */
WsOwnKernel *
ws_own_kernel_open (GFile *file, const char *kernel, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, error);
  gsize length;

  if (info == NULL)
    return NULL;
  if (g_file_info_get_size (info) > WS_COMPILE_MAX_SOURCE)
    {
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_TOO_LARGE,
                   _ ("“%s” has %.1f MB; sources of up to %u MB are compiled."), name,
                   (double)g_file_info_get_size (info) / 1e6, WS_COMPILE_MAX_SOURCE >> 20);
      return NULL;
    }
  if (!g_file_load_contents (file, NULL, &text, &length, NULL, error))
    return NULL;
  if (strlen (text) != length)
    {
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE, _ ("“%s” is no text."), name);
      return NULL;
    }
  return ws_own_kernel_new (file, text, kernel, error);
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
  g_autoptr (GFile) file = get_plan_file (self);
  g_autofree char *text = ws_own_plan_to_text (self->plan);

  return ws_file_replace (file, text, strlen (text), WS_REPLACE_NONE, NULL, error);
}

/* ---- making the job ---- */

/* @data: (transfer full): the task */
static void
compile (WsOwnKernel *self, WsClient *client, guint architecture, GAsyncReadyCallback callback,
         GTask *task)
{
  g_autoptr (WsCompileRequest) request = ws_own_source_make_request (self->source);

  request->architecture = architecture;
  ws_own_plan_ask (self->plan, request);
  ws_client_compile_async (client, request, g_task_get_cancellable (task), callback, task);
}

static void
keep_diagnostics (WsOwnKernel *self, const WsCompileResult *result)
{
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
  self->diagnostics = g_ptr_array_ref (result->diagnostics);
}

static void
answer (GTask *task, const WsCompileResult *result)
{
  WsOwnKernel *self = g_task_get_source_object (task);
  GError *error = NULL;
  WsJob *job;

  job = ws_own_make_job (self->source, self->plan, result, self->folder, &error);
  if (job != NULL)
    g_task_return_pointer (task, job, (GDestroyNotify)ws_job_unref);
  else
    g_task_return_error (task, error);
}

static void
compiled_newer_cb (GObject *source, GAsyncResult *async_result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (WsCompileResult) first = g_object_steal_data (G_OBJECT (task), "first");
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCompileResult) result =
      ws_client_compile_finish (WS_CLIENT (source), async_result, &error);

  /* what is wrong for both is said as it was said first */
  answer (task, result != NULL && result->ptx != NULL ? result : first);
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
      answer (task, result);
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
 * Compiles the source and makes the job.
 */
void
ws_own_kernel_make_async (WsOwnKernel *self, WsClient *client, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  guint least = 75;

  compile (self, client, least, compiled_cb, task);
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
