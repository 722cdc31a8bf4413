/* symbol.c: variables of a module, in global and in constant memory. Each module that is made of
 * the same PTX has its own: what the host wrote into those of the untouched one goes to the kernel
 * with probes before its launch, and what the kernel left comes back behind it. */
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

/* In @module; one that the compiler left out there is not found. */
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
 * @symbol: (out caller-allocates): where it is
 * @error: return location for a #GError: %WS_DEVICE_ERROR_NOT_FOUND if there is none
 *
 * From here on the kernel with probes finds in this variable what is written to it.
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
 * @module: of the same PTX, with probes, about to be launched
 *
 * Gives the variables that were asked for the values that they have in the untouched module.
 *
 * Returns: whether it could
 */
gboolean
ws_cuda_lend_symbols (WsCudaDevice *self, CUmodule module, GError **error)
{
  return copy_symbols (self, module, FALSE, error);
}

/**
 * ws_cuda_take_symbols_back:
 * @module: that ws_cuda_lend_symbols() was called with, and whose launch has ended
 *
 * Gives the untouched module's variables the values that the launch left.
 *
 * Returns: whether it could
 */
gboolean
ws_cuda_take_symbols_back (WsCudaDevice *self, CUmodule module, GError **error)
{
  return copy_symbols (self, module, TRUE, error);
}
