/* module.c: modules that a program loads itself, as modules or as libraries: a library is its
 * module, and its kernels are functions. */
#include "driver/api.h"
#include "driver/driver-private.h"
#include "driver/jit.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

/* Machine code of a GPU cannot be run; PTX next to it can, and is then used instead. */
static cudaError_t
refuse_code (WsRuntime *self, const char *call, const WsJitOptions *options)
{
  g_autofree char *words = g_strdup_printf (
      _ ("%s: this is machine code of a GPU, without PTX. The virtual GPU runs PTX."), call);

  ws_jit_say (options, words);
  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_REFUSED,
                                    .name = (char *)call,
                                    .words = words,
                                    .begin_ns = self->host_ns,
                                    .error = cudaErrorNoKernelImageForDevice });
  return cudaErrorNoKernelImageForDevice;
}

static cudaError_t
load (WsRuntime *self, const char *call, CUmodule *module, gconstpointer image,
      const WsJitOptions *options)
{
  g_autoptr (GError) problem = NULL;
  cudaError_t error;

  if (module == NULL || image == NULL)
    return cudaErrorInvalidValue;
  *module = ws_module_new (self, image);
  if ((*module)->code.ptx == NULL && (*module)->code.problem == NULL)
    return refuse_code (self, call, options);
  error = ws_runtime_load_module (self, *module, &problem);
  ws_jit_say (options, problem != NULL ? problem->message : NULL);
  if (error == cudaSuccess)
    ws_module_add_variables (self, *module);
  return error;
}

static cudaError_t
load_file (WsRuntime *self, const char *call, CUmodule *module, const char *path)
{
  const WsJitOptions none = { 0 };
  g_autofree char *image = NULL;

  if (path == NULL || !g_file_get_contents (path, &image, NULL, NULL))
    return path == NULL ? cudaErrorInvalidValue : cudaErrorFileNotFound;
  return load (self, call, module, g_steal_pointer (&image), &none); /* a fat binary is not freed */
}

CUresult
cuModuleLoad (CUmodule *module, const char *path)
{
  WS_DRIVER_CALL (load_file (self, __func__, module, path));
}

CUresult
cuModuleLoadData (CUmodule *module, const void *image)
{
  const WsJitOptions none = { 0 };

  WS_DRIVER_CALL (load (self, __func__, module, image, &none));
}

CUresult
cuModuleLoadDataEx (CUmodule *module, const void *image, unsigned int n, int *names, void **values)
{
  const WsJitOptions options = { n, names, values };

  WS_DRIVER_CALL (load (self, __func__, module, image, &options));
}

CUresult
cuModuleLoadFatBinary (CUmodule *module, const void *image)
{
  const WsJitOptions none = { 0 };

  WS_DRIVER_CALL (load (self, __func__, module, image, &none));
}

CUresult
cuLibraryLoadData (CUlibrary *library, const void *code, int *names, void **values, unsigned int n,
                   int *library_names, void **library_values, unsigned int n_library)
{
  const WsJitOptions options = { n, names, values };

  WS_DRIVER_CALL (load (self, __func__, library, code, &options));
}

CUresult
cuLibraryLoadFromFile (CUlibrary *library, const char *path, int *names, void **values,
                       unsigned int n, int *library_names, void **library_values,
                       unsigned int n_library)
{
  WS_DRIVER_CALL (load_file (self, __func__, library, path));
}

/* ---- contents ---- */

static gboolean
is_module (const WsRuntime *self, CUmodule module)
{
  return module != NULL && g_ptr_array_find (self->registry.modules, module, NULL);
}

/* It is kept: launches of it are in the history. */
static cudaError_t
unload (WsRuntime *self, CUmodule module)
{
  return is_module (self, module) ? ws_runtime_wait (self, NULL) : cudaErrorInvalidResourceHandle;
}

CUresult
cuModuleUnload (CUmodule module)
{
  WS_DRIVER_CALL (unload (self, module));
}

CUresult
cuLibraryUnload (CUlibrary library)
{
  WS_DRIVER_CALL (unload (self, library));
}

static cudaError_t
get_function (WsRuntime *self, CUmodule module, const char *name, CUfunction *function)
{
  if (function == NULL || name == NULL)
    return cudaErrorInvalidValue;
  if (!is_module (self, module))
    return cudaErrorInvalidResourceHandle;
  *function = ws_module_find_function (self, module, name);
  return *function != NULL ? cudaSuccess : cudaErrorSymbolNotFound;
}

CUresult
cuModuleGetFunction (CUfunction *function, CUmodule module, const char *name)
{
  WS_DRIVER_CALL (get_function (self, module, name, function));
}

CUresult
cuLibraryGetKernel (CUkernel *kernel, CUlibrary library, const char *name)
{
  WS_DRIVER_CALL (get_function (self, library, name, kernel));
}

static cudaError_t
get_global (WsRuntime *self, CUmodule module, const char *name, CUdeviceptr *address, gsize *size)
{
  WsDeviceSymbol symbol;
  cudaError_t error = name == NULL ? cudaErrorInvalidValue
                      : !is_module (self, module)
                          ? cudaErrorInvalidResourceHandle
                          : ws_module_find_symbol (self, module, name, &symbol);

  if (error != cudaSuccess)
    return error;
  if (address != NULL)
    *address = symbol.address;
  if (size != NULL)
    *size = symbol.size_bytes;
  return cudaSuccess;
}

CUresult
cuModuleGetGlobal_v2 (CUdeviceptr *address, size_t *size, CUmodule module, const char *name)
{
  WS_DRIVER_CALL (get_global (self, module, name, address, size));
}

CUresult
cuLibraryGetGlobal (CUdeviceptr *address, size_t *size, CUlibrary library, const char *name)
{
  WS_DRIVER_CALL (get_global (self, library, name, address, size));
}

static cudaError_t
count_functions (WsRuntime *self, CUmodule module, unsigned int *n)
{
  g_autoptr (GPtrArray) list = NULL;

  if (n == NULL || !is_module (self, module))
    return n == NULL ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  list = ws_module_list_functions (self, module);
  *n = list->len;
  return cudaSuccess;
}

CUresult
cuModuleGetFunctionCount (unsigned int *n, CUmodule module)
{
  WS_DRIVER_CALL (count_functions (self, module, n));
}

CUresult
cuLibraryGetKernelCount (unsigned int *n, CUlibrary library)
{
  WS_DRIVER_CALL (count_functions (self, library, n));
}

static cudaError_t
list_functions (WsRuntime *self, CUmodule module, guint most, CUfunction *functions)
{
  g_autoptr (GPtrArray) list = NULL;

  if (functions == NULL || !is_module (self, module))
    return functions == NULL ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  list = ws_module_list_functions (self, module);
  for (guint i = 0; i < MIN (most, list->len); i++)
    functions[i] = g_ptr_array_index (list, i);
  return cudaSuccess;
}

CUresult
cuModuleEnumerateFunctions (CUfunction *functions, unsigned int most, CUmodule module)
{
  WS_DRIVER_CALL (list_functions (self, module, most, functions));
}

CUresult
cuLibraryEnumerateKernels (CUkernel *kernels, unsigned int most, CUlibrary library)
{
  WS_DRIVER_CALL (list_functions (self, library, most, kernels));
}

static cudaError_t
give_module (const WsRuntime *self, CUmodule *to, CUmodule module)
{
  if (to == NULL || !is_module (self, module))
    return to == NULL ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  *to = module;
  return cudaSuccess;
}

CUresult
cuLibraryGetModule (CUmodule *module, CUlibrary library)
{
  WS_DRIVER_CALL (give_module (self, module, library));
}

static cudaError_t
give_mode (int *mode)
{
  if (mode == NULL)
    return cudaErrorInvalidValue;
  *mode = 1; /* CU_MODULE_EAGER_LOADING */
  return cudaSuccess;
}

CUresult
cuModuleGetLoadingMode (int *mode)
{
  WS_DRIVER_ANSWER (give_mode (mode));
}
