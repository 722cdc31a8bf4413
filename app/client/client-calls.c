/* client-calls.c: the calls of the client: each is a request, and what comes back. */
#include "client/client-private.h"
#include "compile/compiler.h"
#include "device/device.h"
#include "wire/protocol.h"

#include <glib/gi18n.h>

/* (transfer full): as its worker calls it */
static char *
dup_own_id (const WsClient *self, const char *device)
{
  return g_strdup (self->remote != NULL ? ws_remote_strip (device) : device);
}

static void
begin (WsClient *self, GTask *task, WsCall *call, const WsClientJob *job, GVariantDict *more)
{
  call->device = dup_own_id (self, job->device);
  call->source = ws_job_source_ref (job->source);
  call->more = g_variant_ref_sink (g_variant_dict_end (more));
  ws_client_begin_call (self, task, call);
}

static void
set_watch (WsCall *call, const WsClientWatch *watch)
{
  if (watch == NULL)
    return;
  call->progress = watch->progress;
  call->progress_data = watch->user_data;
}

/* Asks what there is to run on. */
void
ws_client_devices_async (WsClient *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCall *call = g_new0 (WsCall, 1);

  call->kind = WS_CALL_DEVICES;
  call->devices = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_client_device_free);
  ws_client_begin_call (self, task, call);
}

/**
 * ws_client_devices_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsClientError, a worker's own error, or
 * %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type WsClientDevice) (nullable): the devices, real GPUs first
 */
GPtrArray *
ws_client_devices_finish (WsClient *self, GAsyncResult *result, GError **error)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));

  return g_task_propagate_boolean (G_TASK (result), error) ? g_ptr_array_ref (call->devices) : NULL;
}

/**
 * ws_client_record_async:
 * @job: what to run, and on what
 * @watch: (nullable): is called as it goes on; not after @callback
 *
 * Runs and records.
 */
void
ws_client_record_async (WsClient *self, const WsClientJob *job, const WsClientWatch *watch,
                        GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCall *call = g_new0 (WsCall, 1);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  call->kind = WS_CALL_RECORD;
  set_watch (call, watch);
  begin (self, task, call, job, &dict);
}

/**
 * ws_client_record_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsClientError, a worker's own error (see
 * ws_client_error_is_fault()), or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the run
 */
WsRun *
ws_client_record_finish (WsClient *self, GAsyncResult *result, GError **error)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));

  return g_task_propagate_boolean (G_TASK (result), error) ? ws_run_ref (call->run) : NULL;
}

/**
 * ws_client_record_dup_partial:
 * @result: from the callback
 *
 * To be called in the callback, before or after ws_client_record_finish().
 *
 * Returns: (transfer full) (nullable): of a recording that failed with a fault of the kernel: what
 * was recorded up to it, with the finding
 */
WsRun *
ws_client_record_dup_partial (WsClient *self, GAsyncResult *result)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));

  return call->partial != NULL ? ws_run_ref (call->partial) : NULL;
}

/**
 * ws_time_request_init:
 * @self: (out caller-allocates): a request
 *
 * Sets what suits a first look: 20 samples after 3 runs, on an input that rotates, and a copy.
 */
void
ws_time_request_init (WsTimeRequest *self)
{
  *self = (WsTimeRequest){ .repeats = 20, .warmup = 3, .rotate = TRUE, .copy = TRUE };
}

/**
 * ws_client_time_async:
 * @job: what to run, and on what
 * @request: how often, and on what
 * @cancellable: (nullable): to give up: the only end of a timing of no repeats
 *
 * Runs without recording. The samples of a timing of no repeats are handed on as @request says, and
 * not kept.
 */
void
ws_client_time_async (WsClient *self, const WsClientJob *job, const WsTimeRequest *request,
                      GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCall *call = g_new0 (WsCall, 1);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "repeats", "u", request->repeats);
  g_variant_dict_insert (&dict, "warmup", "u", request->warmup);
  g_variant_dict_insert (&dict, "rotate", "b", request->rotate);
  g_variant_dict_insert (&dict, "copy", "b", request->copy);
  call->kind = WS_CALL_TIME;
  call->endless = request->repeats == 0;
  call->samples = g_array_new (FALSE, FALSE, sizeof (WsSample));
  call->take_samples = request->samples;
  call->samples_data = request->samples_data;
  begin (self, task, call, job, &dict);
}

/**
 * ws_client_time_finish:
 * @result: from the callback
 * @timing: (out) (optional): what the samples are to be held against; also where the call failed
 * @error: return location for a #GError: a #WsClientError, a worker's own error, or
 * %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type WsSample) (nullable): the samples; none of a
 * timing that goes on until it is cancelled: they were handed on
 */
GArray *
ws_client_time_finish (WsClient *self, GAsyncResult *result, WsTiming *timing, GError **error)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));

  if (timing != NULL)
    *timing = call->timing;
  return g_task_propagate_boolean (G_TASK (result), error) ? g_array_ref (call->samples) : NULL;
}

/**
 * ws_client_read_counters_async:
 * @job: what to run, and on what
 * @launch: which launch of its plan
 *
 * Runs one launch under the hardware's counters.
 */
void
ws_client_read_counters_async (WsClient *self, const WsClientJob *job, guint launch,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCall *call = g_new0 (WsCall, 1);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "launch", "u", launch);
  call->kind = WS_CALL_COUNTERS;
  call->counters = ws_counters_new ();
  begin (self, task, call, job, &dict);
}

/**
 * ws_client_read_counters_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsClientError, a worker's own error, or
 * %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type WsCounter) (nullable): the counters of the launch
 */
GPtrArray *
ws_client_read_counters_finish (WsClient *self, GAsyncResult *result, GError **error)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));

  return g_task_propagate_boolean (G_TASK (result), error) ? g_ptr_array_ref (call->counters)
                                                           : NULL;
}

/**
 * ws_client_compute_async:
 * @job: what to run, and on what
 *
 * Runs without recording.
 */
void
ws_client_compute_async (WsClient *self, const WsClientJob *job, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCall *call = g_new0 (WsCall, 1);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  call->kind = WS_CALL_COMPUTE;
  begin (self, task, call, job, &dict);
}

/**
 * ws_client_compute_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsClientError, a worker's own error (see
 * ws_client_error_is_fault()), or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type GBytes) (nullable): what each of the job's buffers holds
 * in the end, packed; no bytes of those that are only read
 */
GPtrArray *
ws_client_compute_finish (WsClient *self, GAsyncResult *result, GError **error)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  if (call->outputs != NULL)
    return g_ptr_array_ref (call->outputs);
  g_set_error_literal (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                       _ ("The worker sent no result."));
  return NULL;
}

/**
 * ws_client_calibrate_async:
 * @device: as in "cuda:0"
 * @watch: (nullable): is called as it goes on
 *
 * Measures a device: see calibrate/calibrate.h.
 */
void
ws_client_calibrate_async (WsClient *self, const char *device, const WsClientWatch *watch,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCall *call = g_new0 (WsCall, 1);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  call->device = dup_own_id (self, device);
  g_variant_dict_insert (&dict, "device", "s", call->device);
  call->kind = WS_CALL_ASK;
  set_watch (call, watch);
  /* a name: under the limit of a frame */
  call->frame = ws_protocol_pack ("calibrate", g_variant_dict_end (&dict), NULL);
  ws_client_begin_call (self, task, call);
}

/**
 * ws_client_calibrate_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsClientError, a worker's own error, or
 * %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the text of a spec file; nothing of it is checked
 */
char *
ws_client_calibrate_finish (WsClient *self, GAsyncResult *result, GError **error)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));
  char *text = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  if (call->compiled == NULL || !g_variant_lookup (call->compiled, "text", "s", &text))
    g_set_error_literal (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                         _ ("The worker sent no result."));
  return text;
}

/**
 * ws_client_find_compiler_async:
 * @self: a client of ws_client_new_for_compiler() or ws_client_new_for_programs()
 *
 * Asks which compiler there is.
 */
void
ws_client_find_compiler_async (WsClient *self, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCall *call = g_new0 (WsCall, 1);

  call->kind = WS_CALL_COMPILER;
  ws_client_begin_call (self, task, call);
}

/* (transfer none) (nullable): what a worker that compiles answered */
static GVariant *
get_compiled (GAsyncResult *result, GError **error)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  if (call->compiled == NULL)
    g_set_error_literal (error, WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                         _ ("The worker sent no compiler output."));
  return call->compiled;
}

/**
 * ws_client_find_compiler_finish:
 * @result: from the callback
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER with the cure, a
 * #WsClientError, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the compiler
 */
WsClientCompiler *
ws_client_find_compiler_finish (WsClient *self, GAsyncResult *result, GError **error)
{
  GVariant *compiled = get_compiled (result, error);
  WsClientCompiler *found;
  const char *name = "", *library = "", *include = "", *host = NULL;
  guint place = 0;
  guint kind = 0;

  if (compiled == NULL)
    return NULL;
  found = g_new0 (WsClientCompiler, 1);
  g_variant_lookup (compiled, "name", "&s", &name);
  g_variant_lookup (compiled, "library", "&s", &library);
  g_variant_lookup (compiled, "include", "&s", &include);
  g_variant_lookup (compiled, "host", "&s", &host);
  g_variant_lookup (compiled, "place", "u", &place);
  found->name = g_strdup (name);
  found->library = g_strdup (library);
  found->host = g_strdup (host);
  found->include = *include != '\0' ? g_strdup (include) : NULL;
  g_variant_lookup (compiled, "kind", "u", &kind);
  found->is_fetched = place == WS_COMPILER_FETCHED;
  found->kind = MIN (kind, WS_COMPILER_LAST);
  return found;
}

/**
 * ws_client_compile_async:
 * @self: a client of ws_client_new_for_compiler() or ws_client_new_for_programs()
 * @request: (transfer none): what to compile
 *
 * Compiles CUDA C++ to PTX, or a whole program to a shared object.
 */
void
ws_client_compile_async (WsClient *self, const WsCompileRequest *request, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCall *call = g_new0 (WsCall, 1);

  call->kind = WS_CALL_COMPILE;
  /* sources are small: over the limit of a frame there is none */
  call->frame = ws_protocol_pack ("compile", ws_compile_request_to_variant (request), NULL);
  ws_client_begin_call (self, task, call);
}

/**
 * ws_client_compile_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsCompileError but for errors in the source, a
 * #WsClientError, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what came of it: PTX or an object, or errors in the source
 */
WsCompileResult *
ws_client_compile_finish (WsClient *self, GAsyncResult *result, GError **error)
{
  GVariant *compiled = get_compiled (result, error);

  return compiled != NULL ? ws_compile_result_from_variant (compiled, error) : NULL;
}

/**
 * ws_client_ask_async:
 * @self: a client of ws_client_new_for_compiler()
 * @request: as in "guess": see wire/protocol.h
 * @body: what is asked: of own/outline.h or own/order.h; it is consumed if it floats
 *
 * Asks about a source, which the worker reads.
 */
void
ws_client_ask_async (WsClient *self, const char *request, GVariant *body, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;
  GBytes *frame = ws_protocol_pack (request, body, &error);
  WsCall *call;

  if (frame == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  call = g_new0 (WsCall, 1);
  call->kind = WS_CALL_ASK;
  call->frame = frame;
  ws_client_begin_call (self, task, call);
}

/**
 * ws_client_ask_finish:
 * @result: from the callback
 * @error: return location for a #GError: the worker's own, a #WsClientError, or
 * %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what the worker answered; nothing of it is checked
 */
GVariant *
ws_client_ask_finish (WsClient *self, GAsyncResult *result, GError **error)
{
  GVariant *answer = get_compiled (result, error);

  return answer != NULL ? g_variant_ref (answer) : NULL;
}

/**
 * ws_client_ask_dup_remark:
 * @result: from the callback
 *
 * Returns: (transfer full) (nullable): what the worker said before an error; nothing of it is
 * checked
 */
GVariant *
ws_client_ask_dup_remark (WsClient *self, GAsyncResult *result)
{
  WsCall *call = g_task_get_task_data (G_TASK (result));

  return call != NULL && call->compiled != NULL ? g_variant_ref (call->compiled) : NULL;
}

/**
 * ws_client_error_is_fault:
 * @error: of a recording
 *
 * Whether it failed because the kernel did something wrong, or never ended.
 */
gboolean
ws_client_error_is_fault (const GError *error)
{
  return error->domain == WS_DEVICE_ERROR
         && (error->code == WS_DEVICE_ERROR_FAULT || error->code == WS_DEVICE_ERROR_ENDLESS);
}
