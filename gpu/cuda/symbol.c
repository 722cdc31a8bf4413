/* symbol.c: variables of a module, in global and in constant memory. Each module made from the same
 * PTX has its own: values that the host wrote into the unmodified module are copied to the one with
 * probes before its launch, and copied back after it. */
#include "cuda/cuda-private.h"

/**
 * ws_cuda_symbol_clear:
 * @data: a #WsCudaSymbol
 */
void
ws_cuda_symbol_clear (gpointer data)
{
  g_free (((WsCudaSymbol *)data)->name);
}

/* The variable in @module; if the compiler removed it, it is not found. */
static gboolean
get_global (WsCudaDevice *self, CUmodule module, const char *name, CUdeviceptr *address,
            size_t *size, GError **error)
{
  CUresult result = self->driver->cuModuleGetGlobal (address, size, module, name);

  return result == CUDA_ERROR_NOT_FOUND
             ? ws_device_refuse_symbol (name, error)
             : ws_cuda_check (self->driver, result, "cuModuleGetGlobal", G_STRLOC, error);
}

/**
 * ws_cuda_find_symbol:
 * @name: of a variable, as in the PTX
 * @symbol: (out caller-allocates): its location
 * @error: return location for a #GError: %WS_DEVICE_ERROR_NOT_FOUND if there is none
 *
 * From now on, the kernel with probes sees values written to this variable.
 */
gboolean
ws_cuda_find_symbol (WsCudaDevice *self, const char *name, WsDeviceSymbol *symbol, GError **error)
{
  const WsPtxModule *parsed = ws_cuda_parse (self, error);
  const WsPtxVariable *variable;
  WsCudaSymbol found = { 0 };
  gboolean is_known = FALSE;

  if (parsed == NULL)
    return FALSE;
  variable = ws_ptx_module_find_variable (parsed, name);
  if (variable == NULL)
    return ws_device_refuse_symbol (name, error);
  if (!get_global (self, self->module, name, &found.address, &found.size, error))
    return FALSE;
  for (guint i = 0; i < self->symbols->len; i++)
    is_known |= g_str_equal (g_array_index (self->symbols, WsCudaSymbol, i).name, name);
  if (!is_known)
    {
      found.name = g_strdup (name);
      g_array_append_val (self->symbols, found);
    }
  *symbol = (WsDeviceSymbol){
    .space = variable->space,
    .address = found.address,
    .run_address = variable->space == WS_SPACE_CONST ? variable->offset : found.address,
    .size_bytes = MIN (found.size, variable->size),
  };
  return TRUE;
}

static gboolean
copy_symbols (WsCudaDevice *self, CUmodule module, gboolean back, GError **error)
{
  for (guint i = 0; i < self->symbols->len; i++)
    {
      const WsCudaSymbol *symbol = &g_array_index (self->symbols, WsCudaSymbol, i);
      CUdeviceptr there;
      size_t size;

      if (!get_global (self, module, symbol->name, &there, &size, error)
          || !WS_CUDA_TRY (self->driver,
                           cuMemcpyDtoDAsync (back ? symbol->address : there,
                                              back ? there : symbol->address,
                                              MIN (size, symbol->size), self->stream),
                           error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ws_cuda_lend_symbols:
 * @module: the same PTX with probes, about to be launched
 *
 * Copies the values of all requested variables from the unmodified module.
 *
 * Returns: whether it succeeded
 */
gboolean
ws_cuda_lend_symbols (WsCudaDevice *self, CUmodule module, GError **error)
{
  return copy_symbols (self, module, FALSE, error);
}

/**
 * ws_cuda_take_symbols_back:
 * @module: as passed to ws_cuda_lend_symbols(), after its launch
 *
 * Copies the values after the launch to the unmodified module.
 *
 * Returns: whether it succeeded
 */
gboolean
ws_cuda_take_symbols_back (WsCudaDevice *self, CUmodule module, GError **error)
{
  return copy_symbols (self, module, TRUE, error);
}
