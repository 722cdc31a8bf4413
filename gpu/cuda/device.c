/* device.c: the real GPU's row of the device table. */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>
#include <string.h>

static void
unload (WsCudaDevice *self)
{
  ws_cuda_forget_probe (self);
  if (self->module != NULL && !self->parent.lost)
    self->driver->cuModuleUnload (self->module);
  self->module = NULL;
  g_array_set_size (self->symbols, 0);
  g_clear_pointer (&self->parsed, ws_ptx_module_unref);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->name, g_free);
}

/* Whether a module has variables in global memory, which an earlier launch may have changed: there
 * the word is separate, not part of an opcode as in "ld.global.u32". */
static gboolean
has_globals (const char *ptx)
{
  static const char word[] = ".global";

  for (const char *at = strstr (ptx, word); at != NULL; at = strstr (at + 1, word))
    if (at[strlen (word)] != '.')
      return TRUE;
  return FALSE;
}

/* The same text as before can keep its code, but not the contents of its global variables, nor what
 * the host wrote into its constants: without any, the loaded module is as good as a new one. */
static gboolean
cuda_load (WsDevice *device, const char *ptx, gssize length, const char *name, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;
  gsize size = length < 0 ? strlen (ptx) : (gsize)length;
  CUmodule module;

  if (self->module != NULL && self->length == size && memcmp (self->text, ptx, size) == 0
      && self->symbols->len == 0 && !has_globals (self->text))
    {
      ws_cuda_forget_probe (self);
      return TRUE;
    }
  module = ws_cuda_load (self, ptx, size, name, 0, error);
  if (module == NULL)
    return FALSE;
  unload (self);
  self->module = module;
  self->text = g_strndup (ptx, size);
  self->names_workspace = strstr (self->text, "%envreg2") != NULL;
  self->length = size;
  self->name = g_strdup (name);
  return TRUE;
}

static WsPtxFunction *
find (WsCudaDevice *self, const char *entry, GError **error)
{
  WsPtxModule *parsed = ws_cuda_parse (self, error);
  WsPtxFunction *function = parsed != NULL ? ws_ptx_module_find (parsed, entry) : NULL;

  if (parsed != NULL && (function == NULL || !function->is_entry))
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
                   _ ("The PTX has no kernel “%s”."), entry);
      return NULL;
    }
  return function != NULL && ws_ptx_function_check (parsed, function, error) ? function : NULL;
}

static WsKernel *
cuda_describe (WsDevice *device, const char *entry, const char *title, const char *file,
               const char *source, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;
  WsPtxFunction *function = find (self, entry, error);

  return function != NULL ? ws_ptx_function_to_kernel (self->parsed, function, title, file, source)
                          : NULL;
}

static gboolean
get_attribute (WsDevice *device, const char *entry, int attribute, guint32 *value, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;
  CUfunction function;
  int answer = 0;

  if (!ws_cuda_find (self, self->module, entry, &function, error)
      || !WS_CUDA_TRY (self->driver, cuFuncGetAttribute (&answer, attribute, function), error))
    return FALSE;
  *value = (guint32)answer;
  return TRUE;
}

static gboolean
cuda_get_shared_bytes (WsDevice *device, const char *entry, guint32 *static_bytes, GError **error)
{
  return get_attribute (device, entry, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, static_bytes, error);
}

static gboolean
cuda_get_registers (WsDevice *device, const char *entry, guint32 *registers, GError **error)
{
  return get_attribute (device, entry, CU_FUNC_ATTRIBUTE_NUM_REGS, registers, error);
}

static gboolean
cuda_find_symbol (WsDevice *device, const char *name, WsDeviceSymbol *symbol, GError **error)
{
  return ws_cuda_find_symbol ((WsCudaDevice *)device, name, symbol, error);
}

static gboolean
cuda_alloc (WsDevice *device, guint64 size_bytes, const char *name, guint64 *address,
            GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;

  if (!ws_cuda_alloc (self, size_bytes, name, address, error))
    return FALSE;
  g_array_append_val (self->buffers, *address);
  return TRUE;
}

static gboolean
cuda_bind_texture (WsDevice *device, const WsTexture *texture, guint64 address, guint64 *object,
                   GError **error)
{
  return ws_cuda_bind_texture ((WsCudaDevice *)device, texture, address, object, error);
}

static void
cuda_free_all (WsDevice *device)
{
  WsCudaDevice *self = (WsCudaDevice *)device;

  ws_cuda_free_textures (self);
  for (guint i = 0; i < self->buffers->len && !self->parent.lost; i++)
    self->driver->cuMemFree (g_array_index (self->buffers, CUdeviceptr, i));
  g_array_set_size (self->buffers, 0);
}

static gboolean
cuda_write (WsDevice *device, guint64 address, const void *data, gsize size, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;

  return WS_CUDA_TRY (self->driver, cuMemcpyHtoD (address, data, size), error)
         && ws_cuda_fill_textures (self, address, size, error);
}

static gboolean
cuda_read (WsDevice *device, guint64 address, void *data, gsize size, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;

  return ws_cuda_drain_surfaces (self, address, size, error)
         && WS_CUDA_TRY (self->driver, cuMemcpyDtoH (data, address, size), error);
}

static gboolean
check (WsCudaDevice *self, const WsLaunchRequest *request, CUfunction function, GError **error)
{
  int static_bytes = 0;

  if (request->tries)
    return TRUE;
  self->driver->cuFuncGetAttribute (&static_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function);
  return ws_device_check_launch (self->parent.spec, request->grid, request->block,
                                 (guint32)static_bytes + request->dynamic_shared_bytes, error);
}

static gboolean
cuda_launch (WsDevice *device, const WsLaunchRequest *request, const WsRecordRequest *record,
             WsLaunchResult *result, GCancellable *cancellable, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;
  CUfunction function;
  guint64 duration_ns = 0;

  if (!ws_cuda_find (self, self->module, request->entry, &function, error)
      || !check (self, request, function, error))
    return FALSE;
  if (self->timing)
    return ws_cuda_enqueue (self, function, request, error);
  if (record != NULL)
    return ws_cuda_record (self, request, record, result, cancellable, error);
  if (!ws_cuda_run (self, function, request, &duration_ns, cancellable, error))
    return FALSE;
  if (result != NULL)
    *result = (WsLaunchResult){
      .duration_ns = duration_ns,
      .duration_cycles = duration_ns * self->parent.spec->clock_khz / 1000000,
    };
  return TRUE;
}

static gboolean
cuda_copy (WsDevice *device, guint64 to, guint64 from, guint64 size, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;

  return WS_CUDA_TRY (self->driver, cuMemcpyDtoDAsync (to, from, size, self->stream), error)
         && ws_cuda_fill_textures (self, to, size, error);
}

static gboolean
cuda_time_start (WsDevice *device, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;

  self->timing = TRUE;
  ws_cuda_printed_forget (&self->printed);
  ws_cuda_printed_begin (&self->printed, self);
  return ws_cuda_timing_gate (self, error)
         && WS_CUDA_TRY (self->driver, cuEventRecord (self->start, self->stream), error);
}

static gboolean
cuda_time_stop (WsDevice *device, guint64 *duration_ns, GCancellable *cancellable, GError **error)
{
  WsCudaDevice *self = (WsCudaDevice *)device;
  float ms = 0;
  gboolean done;

  self->timing = FALSE;
  done = WS_CUDA_TRY (self->driver, cuEventRecord (self->stop, self->stream), error)
         && ws_cuda_wait (self, cancellable, error)
         && WS_CUDA_TRY (self->driver, cuEventElapsedTime (&ms, self->start, self->stop), error);
  ws_cuda_printed_forget (&self->printed);
  if (done)
    *duration_ns = (guint64)((double)ms * 1e6);
  return done;
}

static gboolean
cuda_read_counters (WsDevice *device, const WsLaunchRequest *request, GPtrArray *counters,
                    GError **error)
{
  WsCudaPrinted catching;
  gboolean done;

  ws_cuda_printed_begin (&catching, (WsCudaDevice *)device);
  done = ws_cuda_count ((WsCudaDevice *)device, request, counters, error);
  ws_cuda_printed_forget (&catching);
  return done;
}

static gboolean
cuda_call_library (WsDevice *device, const WsLibraryRequest *request, GError **error)
{
  return ws_cuda_call_library ((WsCudaDevice *)device, request, error);
}

/* In reverse order. A lost device has a kernel that never ends, or a dead context: its memory is
 * freed with the process. */
static void
cuda_close (WsDevice *device)
{
  WsCudaDevice *self = (WsCudaDevice *)device;

  g_clear_pointer (&self->counters, ws_cuda_counters_close);
  ws_cuda_library_free (self);
  ws_cuda_printed_forget (&self->printed);
  if (self->last_printed != NULL)
    g_string_free (self->last_printed, TRUE);
  cuda_free_all (device);
  unload (self);
  ws_cuda_sweep_free (self);
  ws_cuda_timing_gate_free (self);
  if (!self->parent.lost)
    {
      if (self->stop != NULL)
        self->driver->cuEventDestroy (self->stop);
      if (self->start != NULL)
        self->driver->cuEventDestroy (self->start);
      if (self->stream != NULL)
        self->driver->cuStreamDestroy (self->stream);
      if (self->context != NULL)
        self->driver->cuDevicePrimaryCtxRelease (self->device);
    }
  g_array_unref (self->buffers);
  g_array_unref (self->textures);
  g_array_unref (self->symbols);
  g_ptr_array_unref (self->samples);
  ws_spec_unref (self->parent.spec);
  g_free (self->parent.id);
  g_free (self->parent.name);
  g_free (self->parent.driver);
  g_free (self);
}

static const WsDeviceClass cuda_class = {
  .kind = "cuda",
  .origin = WS_ORIGIN_MEASURED,
  .load = cuda_load,
  .describe = cuda_describe,
  .get_shared_bytes = cuda_get_shared_bytes,
  .get_registers = cuda_get_registers,
  .find_symbol = cuda_find_symbol,
  .alloc = cuda_alloc,
  .bind_texture = cuda_bind_texture,
  .free_all = cuda_free_all,
  .write = cuda_write,
  .read = cuda_read,
  .launch = cuda_launch,
  .copy = cuda_copy,
  .time_start = cuda_time_start,
  .time_stop = cuda_time_stop,
  .read_counters = cuda_read_counters,
  .call_library = cuda_call_library,
  .close = cuda_close,
};

/* Retaining the context fails if another program uses the GPU exclusively, or if it fell off the
 * bus. */
static gboolean
open_context (WsCudaDevice *self, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (WS_CUDA_TRY (self->driver, cuDevicePrimaryCtxRetain (&self->context, self->device), &local)
      && WS_CUDA_TRY (self->driver, cuCtxSetCurrent (self->context), &local)
      && WS_CUDA_TRY (self->driver, cuStreamCreate (&self->stream, 0), &local)
      && WS_CUDA_TRY (self->driver, cuEventCreate (&self->start, 0), &local)
      && WS_CUDA_TRY (self->driver, cuEventCreate (&self->stop, 0), &local))
    return TRUE;
  if (g_error_matches (local, WS_CUDA_ERROR, WS_CUDA_ERROR_BUSY))
    g_set_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_BUSY,
                 _ ("The %s is busy: another program uses it exclusively (%s). Use the virtual GPU "
                    "meanwhile."),
                 self->parent.name, local->message);
  else
    g_set_error (error, WS_CUDA_ERROR, local->code, _ ("The %s cannot be used: %s"),
                 self->parent.name, local->message);
  return FALSE;
}

/**
 * ws_cuda_device_new:
 * @driver: the driver; it must outlive the device
 * @info: one of its GPUs, with a spec
 * @error: return location: of %WS_CUDA_ERROR
 *
 * Returns: (transfer full) (nullable): the GPU, ready to run; ws_device_close() frees it
 */
WsDevice *
ws_cuda_device_new (WsCudaDriver *driver, const WsCudaInfo *info, GError **error)
{
  WsCudaDevice *self;

  if (info->spec == NULL || !info->usable)
    {
      g_set_error_literal (error, WS_CUDA_ERROR, WS_CUDA_ERROR_BUSY, info->state);
      return NULL;
    }
  self = g_new0 (WsCudaDevice, 1);
  self->printed.in = -1;
  self->parent.klass = &cuda_class;
  self->samples = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_span_reading_free);
  self->parent.spec = ws_spec_ref (info->spec);
  self->parent.id = g_strdup_printf ("cuda:%d", info->ordinal);
  self->parent.name = g_strdup (info->spec->name);
  self->parent.driver = ws_cuda_driver_dup_version (driver, NULL);
  self->parent.records_by_probes = TRUE;
  self->driver = driver;
  self->buffers = g_array_new (FALSE, FALSE, sizeof (CUdeviceptr));
  self->textures = g_array_new (FALSE, FALSE, sizeof (WsCudaTexture));
  self->symbols = g_array_new (FALSE, FALSE, sizeof (WsCudaSymbol));
  g_array_set_clear_func (self->symbols, ws_cuda_symbol_clear);
  if (!WS_CUDA_TRY (driver, cuDeviceGet (&self->device, info->ordinal), error)
      || !open_context (self, error))
    {
      cuda_close (&self->parent);
      return NULL;
    }
  return &self->parent;
}
