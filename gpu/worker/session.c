/* session.c: what recording, timing and counting a plan share. */
#include "worker/session-private.h"

#include <string.h>

GBytes *
ws_session_make_input (WsDevice *device, const WsPlan *plan, GError **error)
{
  guint64 n = plan->parameters.n;
  guint64 size = n * ws_plan_get_n_inputs (plan) * ws_value_type_get_width (plan->parameters.type);
  g_autofree char *what = g_strdup_printf ("An input of %" G_GUINT64_FORMAT " elements", n);
  GBytes *input;

  if (!ws_host_memory_check (device->host, size, 0, what, "take fewer", error))
    return NULL;
  input = ws_plan_make_input (plan);
  if (input == NULL)
    g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
                 "The computer has no memory for %" G_GUINT64_FORMAT " elements: take fewer.", n);
  return input;
}

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
  guint n_inputs = ws_plan_get_n_inputs (self->plan);
  const guint8 *data = g_bytes_get_data (input, NULL);

  self->buffer_bytes = g_bytes_get_size (input) / n_inputs;
  /* a kernel that finishes by itself keeps a result of each block behind its own: of all launches
   * the first has the most blocks */
  self->out_bytes =
      MAX (self->buffer_bytes,
           ws_value_type_get_width (self->plan->parameters.type)
               * (1 + (guint64)g_array_index (self->plan->launches, WsPlanLaunch, 0).grid[0]));
  if (!ws_session_load (self, error))
    return FALSE;
  for (guint i = 0; i < ws_plan_get_n_buffers (self->plan); i++)
    if (!klass->alloc (self->device, i < n_inputs ? self->buffer_bytes : self->out_bytes,
                       ws_plan_get_buffer_name (self->plan, i), &self->buffers[i], error)
        || (i < n_inputs
            && !klass->write (self->device, self->buffers[i], data + i * self->buffer_bytes,
                              self->buffer_bytes, error)))
      return FALSE;
  return TRUE;
}

guint32
ws_session_find_registers (WsSession *self, const char *entry, WsRegistersFrom *from)
{
  guint32 registers;

  if (self->device->klass->get_registers == NULL)
    return ws_catalog_find_registers (self->catalog, self->plan, entry, self->device->spec, from);
  *from = self->device->klass->get_registers (self->device, entry, &registers, NULL)
              ? WS_REGISTERS_DRIVER
              : WS_REGISTERS_UNKNOWN;
  return *from != WS_REGISTERS_UNKNOWN ? registers : 0;
}

void
ws_session_make_request (WsSession *self, const WsPlanLaunch *plan,
                         guint8 params[WS_PLAN_PARAMS_BYTES], WsLaunchRequest *request)
{
  WsRegistersFrom from;

  *request = (WsLaunchRequest){
    .entry = plan->entry,
    .registers = ws_session_find_registers (self, plan->entry, &from),
    .grid = { plan->grid[0], plan->grid[1], plan->grid[2] },
    .block = { plan->block[0], plan->block[1], plan->block[2] },
    .dynamic_shared_bytes = plan->dynamic_shared_bytes,
    .params = params,
    .params_size = ws_plan_fill_params (self->plan, plan, self->buffers, params),
  };
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
  guint8 params[WS_PLAN_PARAMS_BYTES];
  WsLaunchRequest request;
  guint64 swap = self->buffers[0];

  ws_device_step (self->device);
  ws_session_make_request (self, plan, params, &request);
  if (self->plan->kernel->library != NULL
          ? !launch_library (self, plan, error)
          : !self->device->klass->launch (self->device, &request, record, result, cancellable,
                                          error))
    return FALSE;
  if (self->plan->kernel->map != NULL)
    return TRUE;
  self->buffers[0] = self->buffers[1];
  self->buffers[1] = swap;
  return TRUE;
}

GBytes *
ws_session_read_output (WsSession *self, GError **error)
{
  const WsPlan *plan = self->plan;
  gsize size = plan->remaining * ws_value_type_get_width (plan->parameters.type);
  guint at = plan->kernel->map != NULL ? ws_plan_get_n_inputs (plan) : 0;
  g_autofree guint8 *values = NULL;

  if (!ws_host_memory_check (self->device->host, size, 0, "The result", "take fewer elements",
                             error))
    return NULL;
  values = g_try_malloc (size);
  if (values == NULL)
    {
      g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
                           "The computer has no memory for the result: take fewer elements.");
      return NULL;
    }
  if (!self->device->klass->read (self->device, self->buffers[at], values, size, error))
    return NULL;
  return g_bytes_new_take (g_steal_pointer (&values), size);
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
 * @verdict: (out caller-allocates): the result, and whether it is right
 * @error: return location
 *
 * Returns: whether the plan ended well
 */
gboolean
ws_session_compute (WsDevice *device, WsCatalog *catalog, const WsPlan *plan, GBytes *input,
                    WsPlanVerdict *verdict, GError **error)
{
  WsSession self = { .device = device, .catalog = catalog, .plan = plan };
  g_autoptr (GBytes) output = NULL;

  if (!ws_session_begin (&self, input, error)
      || !ws_session_run_plan (&self, NULL, NULL, NULL, error)
      || (output = ws_session_read_output (&self, error)) == NULL)
    return FALSE;
  ws_plan_judge (plan, input, output, verdict);
  return TRUE;
}
