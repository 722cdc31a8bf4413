/* registry.c: registration by nvcc's code before main(): fat binaries, kernels, variables. After
 * crt/host_runtime.h of CUDA 13. */
#include "runtime/api.h"
#include "ptx/cubin.h"
#include "runtime/runtime-private.h"

#include <string.h>

/**
 * ws_module_new:
 * @image: a fat binary registered by nvcc's code, or zero-terminated PTX
 *
 * Returns: (transfer none): a module, not loaded yet; it has no PTX if @image has none
 */
WsModule *
ws_module_new (WsRuntime *self, gconstpointer image)
{
  const WsSpec *spec = self->options.spec;

  return ws_registry_add_module (&self->registry, image, ws_spec_get_capability (spec));
}

/* Edited kernels replace the program's first fat binary, as one source has only one. */
static void
find_edited (WsModule *self, const WsRuntimeOptions *options)
{
  gsize size = 0;

  self->code = (WsFatBinary){ .ptx = options->ptx, .ptx_bytes = strlen (options->ptx) };
  self->code.cubin = options->cubin != NULL ? g_bytes_get_data (options->cubin, &size) : NULL;
  self->code.cubin_bytes = size;
}

void **
__cudaRegisterFatBinary (void *fat_binary)
{
  WsRuntime *self = ws_runtime_enter ();
  WsModule *module = ws_module_new (self, fat_binary);

  if (self->options.ptx != NULL && self->registry.modules->len == 1)
    find_edited (module, &self->options);
  self->is_linked = TRUE;
  ws_runtime_leave (self, cudaSuccess);
  return (void **)module;
}

void
__cudaRegisterFatBinaryEnd (void **handle)
{
}

/* Not freed: destructors that run later may still use it. */
void
__cudaUnregisterFatBinary (void **handle)
{
}

char
__cudaInitModule (void **handle)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_load (self, (WsModule *)handle)) == cudaSuccess;
}

void
__cudaRegisterFunction (void **handle, const char *host, char *device, const char *name,
                        int thread_limit, void *tid, void *bid, void *block, void *grid,
                        int *warp_size)
{
  WsRuntime *self = ws_runtime_enter ();

  ws_registry_add_function (&self->registry, (WsModule *)handle, host, name);
  ws_runtime_leave (self, cudaSuccess);
}

void
__cudaRegisterVar (void **handle, char *host, char *device, const char *name, int ext, size_t size,
                   int constant, int global)
{
  WsRuntime *self = ws_runtime_enter ();

  ws_registry_add_variable (&self->registry, (WsModule *)handle, host, name);
  ws_runtime_leave (self, cudaSuccess);
}

/* The host accesses it through its own pointer: the virtual GPU's memory is the host's, and the
 * variable's address is known once the module is loaded. */
void
__cudaRegisterManagedVar (void **handle, void **host, char *device, const char *name, int ext,
                          size_t size, int constant, int global)
{
  WsRuntime *self = ws_runtime_enter ();

  ws_registry_add_variable (&self->registry, (WsModule *)handle, host, name)->managed = host;
  ws_runtime_leave (self, cudaSuccess);
}

/* ---- look-up ---- */

/* Managed variables: their storage is the module's, by the host's address. */
static void
place_managed (WsRuntime *self, WsModule *module)
{
  GHashTableIter iter;
  WsVariable *variable;

  g_hash_table_iter_init (&iter, self->registry.variables);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&variable))
    {
      WsDeviceSymbol symbol;

      if (variable->module == module && variable->managed != NULL
          && self->device->klass->find_symbol (self->device, variable->name, &symbol, NULL))
        {
          *variable->managed =
              ws_runtime_reach (self, (void *)(guintptr)symbol.address, symbol.size_bytes, NULL);
          /* kernels find it by that address, too */
          ws_memory_adopt (ws_vm_device_get_memory (self->device), *variable->managed,
                           symbol.size_bytes, variable->name);
        }
    }
}

static cudaError_t
refuse (WsRuntime *self, const WsModule *module, const char *words, GError **error)
{
  g_set_error_literal (error, WS_PTX_ERROR, WS_PTX_ERROR_SYNTAX, words);
  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_REFUSED,
                                    .name = module->name,
                                    .words = (char *)words,
                                    .error = cudaErrorInvalidPtx });
  return cudaErrorInvalidPtx;
}

/**
 * ws_runtime_load_module:
 * @module: the module to load
 * @error: return location for a #GError
 *
 * Loads it if necessary. Notes a failure in the history.
 */
cudaError_t
ws_runtime_load_module (WsRuntime *self, WsModule *module, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (module->code.problem != NULL)
    return refuse (self, module, module->code.problem, error);
  if (module->code.ptx == NULL)
    return cudaErrorNoKernelImageForDevice;
  if (module->is_loaded)
    {
      ws_vm_device_use_module (self->device, module->index);
      return cudaSuccess;
    }
  if (!ws_vm_device_add_module (self->device, module->code.ptx, (gssize)module->code.ptx_bytes,
                                module->name, &module->index, &problem))
    return refuse (self, module, problem->message, error);
  ws_registry_load (&self->registry, module, self->options.history);
  place_managed (self, module);
  return cudaSuccess;
}

/* ws_runtime_load_module(), for a call that reports no reason. */
cudaError_t
ws_runtime_load (WsRuntime *self, WsModule *module)
{
  return ws_runtime_load_module (self, module, NULL);
}

/* ---- modules that a program loads by hand ---- */

/**
 * ws_module_add_variables:
 * @module: a loaded one
 *
 * Adds the variables of its PTX, which nothing registers.
 */
void
ws_module_add_variables (WsRuntime *self, WsModule *module)
{
  const WsPtxModule *ptx;

  ws_runtime_load (self, module);
  ptx = ws_vm_device_get_module (self->device);
  for (guint i = 0; i < ptx->variables->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (ptx->variables, i);

      if (ws_ptx_module_find_variable (ptx, variable->name) == variable)
        ws_registry_add_variable (&self->registry, module, NULL, variable->name);
    }
}

/**
 * ws_module_find_function:
 * @module: a loaded one
 * @name: of a kernel, in the PTX
 *
 * Returns: (transfer none) (nullable): the same each time
 */
WsFunction *
ws_module_find_function (WsRuntime *self, WsModule *module, const char *name)
{
  const WsPtxFunction *entry;
  GHashTableIter iter;
  WsFunction *each;

  g_hash_table_iter_init (&iter, self->registry.functions);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&each))
    if (each->module == module && g_str_equal (each->name, name))
      return each;
  ws_runtime_load (self, module);
  entry = ws_ptx_module_find ((WsPtxModule *)ws_vm_device_get_module (self->device), name);
  return entry != NULL && entry->is_entry
             ? ws_registry_add_function (&self->registry, module, NULL, name)
             : NULL;
}

/**
 * ws_module_list_functions:
 * @module: a loaded one
 *
 * Returns: (transfer container) (element-type WsFunction): all its kernels
 */
GPtrArray *
ws_module_list_functions (WsRuntime *self, WsModule *module)
{
  GPtrArray *list = g_ptr_array_new ();
  const WsPtxModule *ptx;

  ws_runtime_load (self, module);
  ptx = ws_vm_device_get_module (self->device);
  for (guint i = 0; i < ptx->functions->len; i++)
    {
      const WsPtxFunction *each = g_ptr_array_index (ptx->functions, i);

      if (each->is_entry && each->has_body)
        g_ptr_array_add (list, ws_module_find_function (self, module, each->name));
    }
  return list;
}

/**
 * ws_module_find_symbol:
 * @module: a loaded one
 * @name: of a variable, in the PTX
 * @found: (out): its location on the device
 */
cudaError_t
ws_module_find_symbol (WsRuntime *self, WsModule *module, const char *name, WsDeviceSymbol *found)
{
  cudaError_t error = ws_runtime_load (self, module);

  if (error != cudaSuccess)
    return error;
  return self->device->klass->find_symbol (self->device, name, found, NULL)
             ? cudaSuccess
             : cudaErrorInvalidSymbol;
}

/**
 * ws_runtime_find_entry:
 * @function: its module is loaded
 *
 * Looks up its entry in the PTX. Notes in the history why it cannot run.
 */
cudaError_t
ws_runtime_find_entry (WsRuntime *self, WsFunction *function)
{
  cudaError_t error = ws_runtime_load (self, function->module);
  g_autoptr (GError) problem = NULL;

  if (error != cudaSuccess || function->entry != NULL)
    return error;
  function->entry = ws_vm_device_find_entry (self->device, function->name, &problem);
  function->registers = ws_cubin_find_registers (
      function->module->code.cubin, function->module->code.cubin_bytes, function->name);
  if (function->entry != NULL)
    return cudaSuccess;
  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_REFUSED,
                                    .name = function->name,
                                    .words = problem->message,
                                    .begin_ns = self->host_ns,
                                    .error = cudaErrorInvalidDeviceFunction });
  return cudaErrorInvalidDeviceFunction;
}

/**
 * ws_runtime_get_max_threads:
 * @function: whose entry has been found
 *
 * Returns: the maximum threads of a block, by its .maxntid and the device
 */
guint
ws_runtime_get_max_threads (const WsRuntime *self, const WsFunction *function)
{
  const guint32 *most = function->entry->max_ntid;
  guint allowed = self->options.spec->max_threads_per_block;

  return most[0] > 0 ? (guint)MIN ((guint64)most[0] * MAX (most[1], 1) * MAX (most[2], 1), allowed)
                     : allowed;
}

/**
 * ws_runtime_find_symbol:
 * @symbol: address of a variable, as the host knows it
 * @found: (out): its location on the device
 */
cudaError_t
ws_runtime_find_symbol (WsRuntime *self, const void *symbol, WsDeviceSymbol *found)
{
  WsVariable *variable = g_hash_table_lookup (self->registry.variables, symbol);

  if (variable == NULL)
    return cudaErrorInvalidSymbol;
  return ws_module_find_symbol (self, variable->module, variable->name, found);
}
