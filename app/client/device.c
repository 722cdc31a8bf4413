/* device.c: what the client knows of devices and compilers, and how long it waits for them. */
#include "client/client.h"

#include <math.h>

G_DEFINE_BOXED_TYPE (WsClientDevice, ws_client_device, ws_client_device_copy, ws_client_device_free)

static WsClientLimits
multiply (const WsClientLimits *limits)
{
  const char *patience = g_getenv ("WARPSTAGE_PATIENCE");
  double factor = patience != NULL ? g_ascii_strtod (patience, NULL) : 1;

  factor = factor > 0 ? CLAMP (factor, 0.001, 1000) : 1;
  return (WsClientLimits){
    .hello_ms = (guint)ceil (limits->hello_ms * factor),
    .devices_ms = (guint)ceil (limits->devices_ms * factor),
    .silence_ms = (guint)ceil (limits->silence_ms * factor),
    .let_go_ms = (guint)ceil (limits->let_go_ms * factor),
  };
}

/**
 * ws_client_limits_init:
 * @self: (out caller-allocates): limits
 *
 * Sets those of the program: 5 s for the greeting and for the list of devices, 30 s of any other
 * silence, 0.4 s to let go of a job that was given up; each times WARPSTAGE_PATIENCE where that is
 * a number over 0, for computers that are slow or very busy.
 */
void
ws_client_limits_init (WsClientLimits *self)
{
  *self = multiply (&(WsClientLimits){ 5000, 5000, 30000, 400 });
}

/**
 * ws_client_limits_init_far:
 * @self: (out caller-allocates): limits
 *
 * Sets those of another computer's worker, in the same way: it says each 5 s that its greeting is
 * still waited for, which may take hours in a queue; 15 s for the list of devices, 30 s of any
 * other silence, 3 s to let go of a job.
 */
void
ws_client_limits_init_far (WsClientLimits *self)
{
  *self = multiply (&(WsClientLimits){ 5000, 15000, 30000, 3000 });
}

/**
 * ws_client_device_free:
 * @self: (transfer full): a device of a list
 */
void
ws_client_device_free (WsClientDevice *self)
{
  g_free (self->id);
  g_free (self->name);
  g_free (self->spec_id);
  g_free (self->state);
  g_free (self->uuid);
  g_free (self->driver);
  g_clear_pointer (&self->spec, ws_spec_unref);
  g_free (self);
}

/**
 * ws_client_device_find_virtual:
 * @devices: (element-type WsClientDevice): what there is
 * @like: (nullable): a real GPU
 *
 * Returns: (transfer none) (nullable): the virtual GPU that is most like @like: of the highest
 * compute capability that is not above its own; the first one if unknown
 */
const WsClientDevice *
ws_client_device_find_virtual (GPtrArray *devices, const WsClientDevice *like)
{
  const WsClientDevice *best = NULL;
  gboolean is_known = like != NULL && like->spec != NULL;

  g_return_val_if_fail (devices != NULL, NULL);
  for (guint i = 0; i < devices->len; i++)
    {
      const WsClientDevice *device = g_ptr_array_index (devices, i);

      if (g_str_has_prefix (device->id, "vm:") && device->usable
          && (best == NULL
              || (is_known && ws_spec_is_nearer (device->spec, best->spec, like->spec))))
        best = device;
    }
  return best;
}

WsClientDevice *
ws_client_device_copy (const WsClientDevice *self)
{
  WsClientDevice *copy = g_memdup2 (self, sizeof *self);

  copy->id = g_strdup (self->id);
  copy->name = g_strdup (self->name);
  copy->spec_id = g_strdup (self->spec_id);
  copy->state = g_strdup (self->state);
  copy->uuid = g_strdup (self->uuid);
  copy->driver = g_strdup (self->driver);
  copy->spec = self->spec != NULL ? ws_spec_ref (self->spec) : NULL;
  return copy;
}

void
ws_client_compiler_free (WsClientCompiler *self)
{
  g_free (self->name);
  g_free (self->library);
  g_free (self->host);
  g_free (self->include);
  g_free (self);
}
