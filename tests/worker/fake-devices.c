/* A worker with a GPU that is none: the program of gpu/worker with these devices instead of its
 * own. The GPU is a virtual one that says its times are measured, has hardware counters, stops
 * without a word about where when a kernel misbehaves, and hangs for good when it is to count a
 * launch of 32 threads a block. */
#include "vm/vm.h"
#include "worker/devices.h"

#include <string.h>
#include <unistd.h>

#define PIECE_BYTES (1 << 20)
#define DRIVER      "580.159"

struct _WsDevices {
  WsCatalog *catalog;
  WsDevice *open;
  WsDeviceClass fake;
  gboolean (*vm_launch) (WsDevice *self, const WsLaunchRequest *request,
                         const WsRecordRequest *record, WsLaunchResult *result,
                         GCancellable *cancellable, GError **error);
  gboolean (*vm_copy) (WsDevice *self, guint64 to, guint64 from, guint64 size, GError **error);
};

static WsDevices *the_devices;

WsDevices *
ws_devices_new (WsCatalog *catalog)
{
  the_devices = g_new0 (WsDevices, 1);
  the_devices->catalog = catalog;
  return the_devices;
}

void
ws_devices_free (WsDevices *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->open, ws_device_close);
  g_free (self);
}

static WsSpec *
find_spec (WsDevices *self, const char *id)
{
  return (WsSpec *)ws_catalog_find_spec (self->catalog, id, NULL);
}

GVariant *
ws_devices_to_variant (WsDevices *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sssssbbmsmv)"));
  g_variant_builder_add (&builder, "(sssssbbmsmv)", "cuda:0", "NVIDIA Busy", "", "It is busy.", "",
                         FALSE, TRUE, NULL, NULL);
  g_variant_builder_add (&builder, "(sssssbbmsmv)", "cuda:1", "NVIDIA Fake", "cuda:1", "Ready.",
                         "GPU-fake", TRUE, TRUE, DRIVER,
                         ws_spec_to_variant (find_spec (self, "h200")));
  g_variant_builder_add (&builder, "(sssssbbmsmv)", "vm:h200", "Virtual NVIDIA H200", "h200",
                         "Ready.", "", TRUE, FALSE, NULL,
                         ws_spec_to_variant (find_spec (self, "h200")));
  return g_variant_builder_end (&builder);
}

static gboolean
fake_launch (WsDevice *device, const WsLaunchRequest *request, const WsRecordRequest *record,
             WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  if (strstr (request->entry, "null1") != NULL)
    {
      device->lost = TRUE;
      g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_FAULT,
                           "The kernel was stopped: CUDA_ERROR_ILLEGAL_ADDRESS.");
      return FALSE;
    }
  return the_devices->vm_launch (device, request, record, result, cancellable, error);
}

/* A large copy takes its time, and little of the computer's memory: it is the same piece again and
 * again. */
static gboolean
fake_copy (WsDevice *device, guint64 to, guint64 from, guint64 size, GError **error)
{
  if (size < 64 * PIECE_BYTES)
    return the_devices->vm_copy (device, to, from, size, error);
  for (guint64 i = 0; i < size / PIECE_BYTES; i++)
    if (!the_devices->vm_copy (device, to, from, PIECE_BYTES, error))
      return FALSE;
  return TRUE;
}

static gboolean
fake_count (WsDevice *device, const WsLaunchRequest *request, GPtrArray *counters, GError **error)
{
  WsCounter *counter;

  while (request->block[0] == 32)
    pause ();
  counter = g_new0 (WsCounter, 1);
  if (request->block[0] == 64)
    {
      g_free (counter);
      g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_COUNTERS,
                           "This user may not read them (ERR_NVGPUCTRPERM).");
      return FALSE;
    }
  counter->name = g_strdup ("smsp__thread_inst_executed_per_inst_executed.ratio");
  counter->unit = g_strdup ("");
  counter->value = 23.5;
  g_ptr_array_add (counters, counter);
  return TRUE;
}

WsDevice *
ws_devices_open (WsDevices *self, const char *id, GError **error)
{
  WsDevice *device;

  if (self->open != NULL && g_str_equal (self->open->id, id))
    return self->open;
  g_clear_pointer (&self->open, ws_device_close);
  device = ws_vm_device_new (find_spec (self, "h200"), 1);
  if (g_str_has_prefix (id, "cuda:"))
    {
      self->fake = *device->klass;
      self->vm_launch = self->fake.launch;
      self->fake.kind = "cuda";
      self->fake.origin = WS_ORIGIN_MEASURED;
      self->fake.launch = fake_launch;
      self->vm_copy = self->fake.copy;
      self->fake.copy = fake_copy;
      self->fake.count = fake_count;
      device->klass = &self->fake;
      device->records_by_probes = TRUE;
      g_free (device->id);
      device->id = g_strdup (id);
      g_free (device->name);
      device->name = g_strdup ("NVIDIA Fake");
      device->driver = g_strdup (DRIVER);
    }
  self->open = device;
  return device;
}
