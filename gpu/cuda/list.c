/* list.c: lists the GPUs and their properties. */
#include "cuda/driver.h"

#include <glib/gi18n.h>
#include <string.h>

static void
info_free (WsCudaInfo *self)
{
  g_free (self->uuid);
  g_free (self->state);
  g_clear_pointer (&self->spec, ws_spec_unref);
  g_free (self);
}

static int
attribute (const WsCudaDriver *driver, CUdevice device, int which)
{
  int value = 0;

  driver->cuDeviceGetAttribute (&value, which, device);
  return value;
}

/* Warp schedulers of an SM: CUDA C++ Programming Guide, "Compute Capabilities": two for 6.0 and
 * 2.x, one for 1.x, four for all others. */
static int
schedulers_of (int major, int minor)
{
  if (major == 1)
    return 1;
  return major == 2 || (major == 6 && minor == 0) ? 2 : 4;
}

/* The device as a spec. No attribute says how many registers a thread may have (255 from 3.5 on),
 * how many banks shared memory has (32 from 2.0 on) or what the unit of traffic is (32 bytes from
 * 5.0 on); these come from the CUDA C++ Programming Guide. The peak bandwidth is memory clock × bus
 * width, twice per cycle. */
static WsSpec *
read_spec (const WsCudaDriver *driver, CUdevice device, const char *id, const char *name,
           GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  int major = attribute (driver, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  int minor = attribute (driver, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  int threads = attribute (driver, device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  guint64 bandwidth =
      (guint64)attribute (driver, device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) * 1000 * 2
      * (guint64)attribute (driver, device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / 8;
  g_autofree char *capability = g_strdup_printf ("%d.%d", major, minor);
  size_t memory = 0;
  const struct {
    const char *group;
    const char *key;
    gint64 value;
  } figures[] = {
#define ATTRIBUTE(which) attribute (driver, device, CU_DEVICE_ATTRIBUTE_##which)
    { "device", "sms", ATTRIBUTE (MULTIPROCESSOR_COUNT) },
    { "sm", "schedulers", schedulers_of (major, minor) },
    { "sm", "issue_cycles", 1 },
    { "sm", "clock_khz", ATTRIBUTE (CLOCK_RATE) },
    { "sm", "max_warps", threads / WS_WARP_SIZE },
    { "sm", "max_blocks", ATTRIBUTE (MAX_BLOCKS_PER_MULTIPROCESSOR) },
    { "sm", "max_threads", threads },
    { "sm", "registers", ATTRIBUTE (MAX_REGISTERS_PER_MULTIPROCESSOR) },
    { "sm", "shared_bytes", ATTRIBUTE (MAX_SHARED_MEMORY_PER_MULTIPROCESSOR) },
    { "sm", "shared_banks", 32 },
    { "block", "max_threads", ATTRIBUTE (MAX_THREADS_PER_BLOCK) },
    { "block", "max_registers", ATTRIBUTE (MAX_REGISTERS_PER_BLOCK) },
    { "block", "max_registers_per_thread", 255 },
    { "block", "max_shared_bytes", ATTRIBUTE (MAX_SHARED_MEMORY_PER_BLOCK_OPTIN) },
    { "block", "reserved_shared_bytes", ATTRIBUTE (RESERVED_SHARED_MEMORY_PER_BLOCK) },
    { "grid", "max_x", ATTRIBUTE (MAX_GRID_DIM_X) },
    { "memory", "l2_bytes", ATTRIBUTE (L2_CACHE_SIZE) },
    { "memory", "transaction_bytes", 32 },
#undef ATTRIBUTE
  };

  driver->cuDeviceTotalMem (&memory, device);
  g_key_file_set_string (file, "device", "name", name);
  g_key_file_set_string (file, "device", "compute_capability", capability);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    g_key_file_set_int64 (file, figures[i].group, figures[i].key, figures[i].value);
  g_key_file_set_uint64 (file, "memory", "bandwidth_bytes_per_s", bandwidth);
  g_key_file_set_uint64 (file, "memory", "size_bytes", memory);
  return ws_spec_new_from_key_file (file, id, error);
}

/* As nvidia-smi formats it. */
static char *
format_uuid (const guint8 uuid[16])
{
  GString *text = g_string_new ("GPU-");

  for (guint i = 0; i < 16; i++)
    g_string_append_printf (text, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                            uuid[i]);
  return g_string_free (text, FALSE);
}

static WsCudaInfo *
describe (WsCudaDriver *driver, int ordinal)
{
  WsCudaInfo *self = g_new0 (WsCudaInfo, 1);
  g_autofree char *id = g_strdup_printf ("cuda:%d", ordinal);
  g_autoptr (GError) error = NULL;
  char name[256] = "NVIDIA GPU";
  guint8 uuid[16];
  CUdevice device;

  self->ordinal = ordinal;
  if (!WS_CUDA_TRY (driver, cuDeviceGet (&device, ordinal), &error))
    {
      self->state = g_strdup (error->message);
      self->uuid = g_strdup ("");
      return self;
    }
  driver->cuDeviceGetName (name, sizeof name, device);
  self->uuid =
      driver->cuDeviceGetUuid != NULL && driver->cuDeviceGetUuid (uuid, device) == CUDA_SUCCESS
          ? format_uuid (uuid)
          : g_strdup ("");
  self->spec = read_spec (driver, device, id, name, &error);
  if (self->spec == NULL)
    self->state = g_strdup_printf (_ ("It cannot be used: %s."), error->message);
  else if (attribute (driver, device, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE)
           == CU_COMPUTEMODE_PROHIBITED)
    self->state = g_strdup (_ ("Its compute mode prohibits CUDA programs. An administrator can "
                               "change that with “nvidia-smi -c DEFAULT”."));
  else
    {
      self->usable = TRUE;
      self->state = g_strdup_printf (_ ("Ready, driver for CUDA %d.%d. Times are measured."),
                                     driver->version / 1000, driver->version % 1000 / 10);
    }
  return self;
}

/* Returns: (transfer full) (element-type WsCudaInfo) (nullable): the GPUs, in CUDA's order; at
 * least one */
GPtrArray *
ws_cuda_list (WsCudaDriver *driver, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify)info_free);
  int count = 0;

  if (!WS_CUDA_TRY (driver, cuDeviceGetCount (&count), error))
    return NULL;
  for (int i = 0; i < count; i++)
    g_ptr_array_add (all, describe (driver, i));
  if (all->len > 0)
    return g_steal_pointer (&all);
  g_set_error_literal (error, WS_CUDA_ERROR, WS_CUDA_ERROR_NO_DEVICE,
                       _ ("The NVIDIA driver finds no GPU. Use the virtual GPU meanwhile."));
  return NULL;
}
