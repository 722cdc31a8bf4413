/* session.c: what recording, timing and counting a plan share. */
#include "worker/session-private.h"

#include <string.h>

gboolean
ws_session_load (WsSession *self, GError **error)
{
  const WsDeviceClass *klass = self->device->klass;
  g_autoptr (GBytes) ptx = NULL;
  gsize length;
  const char *text;

  klass->free_all (self->device);
  if (self->plan->kernel->library != NULL)
    return TRUE;
  ptx = ws_catalog_load_ptx (self->catalog, self->plan, error);
  if (ptx == NULL)
    return FALSE;
  text = g_bytes_get_data (ptx, &length);
  return klass->load (self->device, text, (gssize)length, self->plan->ptx_path, error);
}

gboolean
ws_session_begin (WsSession *self, GBytes *input, GError **error)
{
  const WsDeviceClass *klass = self->device->klass;

  self->buffer_bytes = g_bytes_get_size (input);
  /* a kernel that finishes by itself keeps a result of each block behind its own: of all launches
   * the first has the most blocks */
  self->out_bytes =
      MAX (self->buffer_bytes,
           ws_value_type_get_width (self->plan->parameters.type)
               * (1 + (guint64)g_array_index (self->plan->launches, WsPlanLaunch, 0).grid[0]));
  return ws_session_load (self, error)
         && klass->alloc (self->device, self->buffer_bytes, "in", &self->buffers[0], error)
         && klass->alloc (self->device, self->out_bytes, "out", &self->buffers[1], error)
         && klass->write (self->device, self->buffers[0], g_bytes_get_data (input, NULL),
                          self->buffer_bytes, error);
}

/* The kernels of the catalogue are (const T *in, T *out, unsigned n). */
void
ws_session_make_request (WsSession *self, const WsPlanLaunch *plan,
                         guint8 params[WS_SESSION_PARAMS_BYTES], WsLaunchRequest *request)
{
  guint32 n = (guint32)plan->n_elements;

  *request = (WsLaunchRequest){
    .entry = plan->entry,
    .grid = { plan->grid[0], plan->grid[1], plan->grid[2] },
    .block = { plan->block[0], plan->block[1], plan->block[2] },
    .dynamic_shared_bytes = plan->dynamic_shared_bytes,
    .params = params,
    .params_size = WS_SESSION_PARAMS_BYTES,
  };
  memcpy (params, &self->buffers[0], 8);
  memcpy (params + 8, &self->buffers[1], 8);
  memcpy (params + 16, &n, 4);
}

static gboolean
launch_library (WsSession *self, const WsPlanLaunch *plan, GError **error)
{
  const WsPlan *whole = self->plan;
  WsLibraryRequest request = {
    .library = whole->kernel->library,
    .in = self->buffers[0],
    .out = self->buffers[1],
    .n = plan->n_elements,
    .type = whole->parameters.type,
    .op = whole->parameters.op,
  };

  if (self->device->klass->call_library != NULL)
    return self->device->klass->call_library (self->device, &request, error);
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
               "%s is compiled code for a real GPU: the %s cannot run it.", whole->kernel->title,
               self->device->name);
  return FALSE;
}

gboolean
ws_session_launch (WsSession *self, const WsPlanLaunch *plan, const WsRecordRequest *record,
                   WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  guint8 params[WS_SESSION_PARAMS_BYTES];
  WsLaunchRequest request;
  guint64 swap = self->buffers[0];

  ws_session_make_request (self, plan, params, &request);
  if (self->plan->kernel->library != NULL
          ? !launch_library (self, plan, error)
          : !self->device->klass->launch (self->device, &request, record, result, cancellable,
                                          error))
    return FALSE;
  self->buffers[0] = self->buffers[1];
  self->buffers[1] = swap;
  return TRUE;
}

gboolean
ws_session_read_result (WsSession *self, guint64 *result, GError **error)
{
  gsize size = self->plan->remaining * ws_value_type_get_width (self->plan->parameters.type);
  g_autofree guint8 *values = g_malloc (size);
  g_autoptr (GBytes) bytes = NULL;

  if (!self->device->klass->read (self->device, self->buffers[0], values, size, error))
    return FALSE;
  bytes = g_bytes_new_take (g_steal_pointer (&values), size);
  *result = ws_plan_combine (self->plan, bytes);
  return TRUE;
}

gboolean
ws_session_run_plan (WsSession *self, guint64 *durations_ns, guint *failed,
                     GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < self->plan->launches->len; i++)
    {
      WsLaunchResult result = { 0 };

      if (failed != NULL)
        *failed = i;
      if (!ws_session_launch (self, &g_array_index (self->plan->launches, WsPlanLaunch, i), NULL,
                              &result, cancellable, error))
        return FALSE;
      if (durations_ns != NULL)
        durations_ns[i] = result.duration_ns;
    }
  return TRUE;
}

/**
 * ws_session_compute:
 * @device: what runs it
 * @catalog: where the plan is from
 * @plan: the launches
 * @input: the elements, packed
 * @result: (out): bits of the result
 * @error: return location
 *
 * Returns: whether the plan ended well
 */
gboolean
ws_session_compute (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, GBytes *input,
                    guint64 *result, GError **error)
{
  WsSession self = { .device = device, .catalog = catalog, .plan = plan };

  return ws_session_begin (&self, input, error)
         && ws_session_run_plan (&self, NULL, NULL, NULL, error)
         && ws_session_read_result (&self, result, error);
}
