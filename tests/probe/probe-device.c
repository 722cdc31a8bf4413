#include "probe-device.h"

static gboolean
target_alloc (gpointer data, guint64 size, guint64 *address, GError **error)
{
  const ProbeDevice *self = data;

  return self->device->klass->alloc (self->device, size, "probe", address, error);
}

static void
target_release (gpointer data, guint64 address)
{
}

static gboolean
target_clear (gpointer data, guint64 address, guint64 size, GError **error)
{
  const ProbeDevice *self = data;
  g_autofree guint8 *zeros = g_malloc0 (size);

  return self->device->klass->write (self->device, address, zeros, size, error);
}

static gboolean
target_write (gpointer data, guint64 address, const void *from, gsize size, GError **error)
{
  const ProbeDevice *self = data;

  return self->device->klass->write (self->device, address, from, size, error);
}

static gboolean
target_read (gpointer data, guint64 address, void *to, gsize size, GError **error)
{
  const ProbeDevice *self = data;

  return self->device->klass->read (self->device, address, to, size, error);
}

static gboolean
target_launch (gpointer data, const WsLaunchRequest *request, GError **error)
{
  const ProbeDevice *self = data;
  const WsRecordRequest limited = { .max_instructions = self->max_instructions };

  return self->device->klass->launch (
      self->device, request, self->max_instructions > 0 ? &limited : NULL, NULL, NULL, error);
}

WsProbeTarget
probe_device_target (const ProbeDevice *self)
{
  return (WsProbeTarget){ target_alloc, target_release, target_clear,  target_write,
                          target_read,  target_launch,  (gpointer)self };
}
