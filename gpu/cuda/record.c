/* record.c: records a launch: the kernel with probes, with as many blocks per SM as without. */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define FIRST_SLOTS    1024
#define MAX_SLOT_BYTES (G_GUINT64_CONSTANT (4) << 30)
#define REGISTER_UNIT  8  /* registers of a thread are allocated in eights: cuda_occupancy.h */
#define MIN_REGISTERS  24 /* needed by the probes; with fewer the compiler would spill */
#define WARP_REGISTERS 32 /* lanes of a warp */
#define SM_PARTITIONS  4

typedef struct {
  WsCudaDevice *device;
  CUmodule module; /* with probes; has @function */
  CUfunction function;
  CUfunction untouched; /* the kernel without them */
  GCancellable *cancellable;
  guint64 duration_ns;
} Target;

static gboolean
target_alloc (gpointer data, guint64 size, guint64 *address, GError **error)
{
  return ws_cuda_alloc (((Target *)data)->device, size, _ ("the recording"), address, error);
}

static void
target_release (gpointer data, guint64 address)
{
  WsCudaDevice *self = ((Target *)data)->device;

  if (!self->parent.lost)
    self->driver->cuMemFree (address);
}

static gboolean
target_clear (gpointer data, guint64 address, guint64 size, GError **error)
{
  return WS_CUDA_TRY (((Target *)data)->device->driver, cuMemsetD8 (address, 0, size), error);
}

static gboolean
target_write (gpointer data, guint64 address, const void *from, gsize size, GError **error)
{
  return WS_CUDA_TRY (((Target *)data)->device->driver, cuMemcpyHtoD (address, from, size), error);
}

static gboolean
target_read (gpointer data, guint64 address, void *to, gsize size, GError **error)
{
  return WS_CUDA_TRY (((Target *)data)->device->driver, cuMemcpyDtoH (to, address, size), error);
}

static gboolean
target_launch (gpointer data, const WsLaunchRequest *request, GError **error)
{
  Target *self = data;

  return ws_cuda_lend_symbols (self->device, self->module, error)
         && ws_cuda_run (self->device, self->function, request, &self->duration_ns,
                         self->cancellable, error)
         && ws_cuda_take_symbols_back (self->device, self->module, error);
}

static void
forget_module (WsCudaDevice *self, CUmodule *module)
{
  if (*module != NULL && !self->parent.lost)
    self->driver->cuModuleUnload (*module);
  *module = NULL;
}

/* Unloads the probed modules of the last kernel, when another module is loaded or the device is
 * closed. */
void
ws_cuda_forget_probe (WsCudaDevice *self)
{
  g_clear_pointer (&self->probe, ws_probe_free);
  g_clear_pointer (&self->probed_entry, g_free);
  forget_module (self, &self->probed);
  forget_module (self, &self->spanned[0]);
  forget_module (self, &self->spanned[1]);
}

/* The maximum registers per thread with which as many blocks fit on an SM as without probes.
 * Registers are allocated per warp, and warps are spread evenly over the SM's partitions
 * (cuda_occupancy.h). */
static guint32
register_limit (WsCudaDevice *self, const WsLaunchRequest *request, int blocks, int registers)
{
  const WsSpec *spec = self->parent.spec;
  guint threads = request->block[0] * request->block[1] * request->block[2];
  guint warps = (threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
  guint per_part = ((guint)MAX (blocks, 1) * warps + SM_PARTITIONS - 1) / SM_PARTITIONS;
  guint limit = spec->registers_per_sm / SM_PARTITIONS / per_part / WARP_REGISTERS;

  limit = MIN (limit, spec->max_registers_per_thread) / REGISTER_UNIT * REGISTER_UNIT;
  return MAX (limit, MAX ((guint)registers, MIN_REGISTERS));
}

static int
count_blocks (WsCudaDevice *self, CUfunction function, const WsLaunchRequest *request)
{
  int blocks = 0;

  self->driver->cuOccupancyMaxActiveBlocksPerMultiprocessor (
      &blocks, function, (int)(request->block[0] * request->block[1] * request->block[2]),
      request->dynamic_shared_bytes);
  return blocks;
}

static int
count_registers (WsCudaDevice *self, CUfunction function)
{
  int registers = 0;

  self->driver->cuFuncGetAttribute (&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
  return registers;
}

/* The probes of this kernel. */
static gboolean
prepare (WsCudaDevice *self, const WsLaunchRequest *request, GError **error)
{
  WsPtxModule *parsed;

  if (g_strcmp0 (self->probed_entry, request->entry) == 0)
    return TRUE;
  parsed = ws_cuda_parse (self, error);
  if (parsed == NULL)
    return FALSE;
  ws_cuda_forget_probe (self);
  self->probe = ws_probe_new (parsed, request->entry, error);
  if (self->probe == NULL)
    return FALSE;
  self->probed_entry = g_strdup (request->entry);
  return TRUE;
}

/* Compiles @text for this shape of launch, into @module, unless already there. */
static gboolean
compile (Target *data, const WsLaunchRequest *request, const char *text, CUmodule *module,
         guint32 *compiled_limit, GError **error)
{
  WsCudaDevice *self = data->device;
  int blocks = count_blocks (self, data->untouched, request);
  guint32 limit = register_limit (self, request, blocks, count_registers (self, data->untouched));

  if (*module == NULL || *compiled_limit != limit)
    {
      forget_module (self, module);
      *module =
          ws_cuda_load (self, text, strlen (text), _ ("the instrumented kernel"), limit, error);
      if (*module == NULL)
        return FALSE;
      *compiled_limit = limit;
    }
  data->module = *module;
  return ws_cuda_find (self, *module, request->entry, &data->function, error);
}

/* Notes if a recording differs from the unmodified kernel's occupancy of an SM. */
static void
note_blocks (WsCudaDevice *self, const WsLaunchRequest *request, const WsRecordRequest *record,
             CUfunction untouched, CUfunction probed)
{
  int before = count_blocks (self, untouched, request);
  int after = count_blocks (self, probed, request);

  if (record->builder != NULL && before != after)
    ws_run_builder_add_note (
        record->builder,
        _ ("Launch %u: instrumented, the kernel needs %d registers per thread instead of %d, so %d "
           "blocks instead of %d fit on an SM: residencies are those of the instrumented kernel."),
        record->launch + 1, count_registers (self, probed), count_registers (self, untouched),
        after, before);
}

static guint64
most_slots (WsCudaDevice *self, const WsLaunchRequest *request, const WsRecordRequest *record)
{
  guint64 threads = (guint64)request->block[0] * request->block[1] * request->block[2];
  guint64 warps = (threads + WS_WARP_SIZE - 1) / WS_WARP_SIZE * MAX (record->n_blocks, 1);
  size_t free_bytes = 0;
  size_t total_bytes = 0;

  self->driver->cuMemGetInfo (&free_bytes, &total_bytes);
  return MIN (free_bytes / 2, MAX_SLOT_BYTES) / (warps * WS_PROBE_ROW_BYTES);
}

/* The reading of this launch in the calibration pass. */
static const WsSpanReading *
find_sample (WsCudaDevice *self, guint launch)
{
  return launch < self->samples->len ? g_ptr_array_index (self->samples, launch) : NULL;
}

/* The reading with the shortest life of warps: any disturbance makes it longer. */
static void
keep_sample (WsCudaDevice *self, const WsRecordRequest *record, WsSpanReading *sample)
{
  WsSpanReading **kept;

  if (record->launch >= self->samples->len)
    g_ptr_array_set_size (self->samples, (gint)record->launch + 1);
  kept = (WsSpanReading **)(gpointer)&g_ptr_array_index (self->samples, record->launch);
  if (record->calibration > 1 && *kept != NULL
      && ws_span_reading_get_life (*kept) <= ws_span_reading_get_life (sample))
    {
      ws_span_reading_free (sample);
      return;
    }
  ws_span_reading_free (*kept);
  *kept = sample;
}

static gboolean
record_spans (Target *data, const WsProbeTarget *target, const WsLaunchRequest *request,
              const WsRecordRequest *record, WsLaunchResult *result, GError **error)
{
  WsCudaDevice *self = data->device;
  gboolean flat = ws_probe_is_flat (request);
  guint32 mask = record->calibration > 0 ? ws_probe_choose_mask (request) : 0;
  g_autofree char *text = ws_probe_make_spans_text (self->probe, flat, error);
  g_autoptr (WsSpanReading) reading = NULL;
  guint64 cycles = 0;
  guint64 launch_ns;

  if (text == NULL
      || !compile (data, request, text, &self->spanned[flat], &self->spanned_limit[flat], error)
      || !ws_cuda_measure_launch (self, &launch_ns, error))
    return FALSE;
  reading = ws_probe_read_spans (self->probe, target, request, mask, error);
  if (reading == NULL)
    return FALSE;
  if (record->calibration > 0)
    keep_sample (self, record, g_steal_pointer (&reading));
  else
    {
      cycles = ws_span_reading_deliver (
          reading, find_sample (self, record->launch), self->parent.spec,
          (guint64)((double)launch_ns * self->parent.spec->clock_khz / 1e6), record);
      note_blocks (self, request, record, data->untouched, data->function);
      if (record->builder != NULL)
        ws_run_builder_get_launch (record->builder, record->launch)->driver_blocks =
            (guint32)MAX (count_blocks (self, data->untouched, request), 0);
    }
  if (result != NULL)
    *result = (WsLaunchResult){ .duration_cycles = cycles, .duration_ns = data->duration_ns };
  return TRUE;
}

static gboolean
record_events (Target *data, const WsProbeTarget *target, const WsLaunchRequest *request,
               const WsRecordRequest *record, WsLaunchResult *result, GError **error)
{
  WsCudaDevice *self = data->device;
  guint64 most = most_slots (self, request, record);
  guint64 slots = MIN (MAX (self->slots, FIRST_SLOTS), most);
  WsProbeResult probed;

  if (!compile (data, request, ws_probe_get_text (self->probe), &self->probed, &self->probed_limit,
                error))
    return FALSE;
  ws_probe_set_slots (self->probe, slots);
  if (!ws_probe_record (self->probe, target, request, record, &probed, error))
    return FALSE;
  if (probed.cut && slots < most)
    {
      self->slots = probed.slots_wanted;
      g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_AGAIN,
                           _ ("The recording exceeded its buffer."));
      return FALSE;
    }
  if (probed.cut && record->builder != NULL)
    ws_run_builder_add_note (
        record->builder,
        _ ("Launch %u: a thread wrote %" PRIu64 " event slots; there was room for %" PRIu64
           ": later events were not recorded. Record fewer blocks, or use a smaller n."),
        record->launch + 1, probed.slots_wanted, slots);
  if (self->last_printed != NULL && record->builder != NULL)
    ws_run_builder_add_printed (record->builder, record->launch, self->last_printed->str,
                                self->last_printed->len);
  if (result != NULL)
    *result = (WsLaunchResult){ .duration_ns = data->duration_ns, .n_split = probed.n_split };
  return TRUE;
}

/**
 * ws_cuda_record:
 * @record: what to record
 * @result: receives its duration
 * @cancellable: (nullable): cancels waiting
 * @error: return location for a #GError; %WS_DEVICE_ERROR_AGAIN if there was too little memory: now
 * there is enough
 *
 * Records residencies if requested, otherwise events: the probes of one would disturb the other.
 *
 * Returns: whether it succeeded
 */
gboolean
ws_cuda_record (WsCudaDevice *self, const WsLaunchRequest *request, const WsRecordRequest *record,
                WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  Target data = { .device = self, .cancellable = cancellable };
  const WsProbeTarget target = { target_alloc, target_release, target_clear, target_write,
                                 target_read,  target_launch,  &data };

  /* grids that it launches would also be of the kernel with probes, and overwrite the events of the
   * parent */
  if (ws_cuda_needs_link (self->text, self->length))
    {
      g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
                           _ ("A kernel that launches kernels can be timed on a real GPU, but not "
                              "recorded. The virtual GPU records it with all its child grids."));
      return FALSE;
    }
  if (!ws_cuda_find (self, self->module, request->entry, &data.untouched, error)
      || !prepare (self, request, error))
    return FALSE;
  return record->residencies ? record_spans (&data, &target, request, record, result, error)
                             : record_events (&data, &target, request, record, result, error);
}
