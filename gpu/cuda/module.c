/* module.c: compiles PTX with the driver's compiler. */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define LOG_BYTES 8192

/* The compiler's error, as a sentence. */
static void
set_load_error (WsCudaDevice *self, CUresult result, const char *text, const char *name,
                const char *log, GError **error)
{
  g_autofree char *described = ws_cuda_result_describe (self->driver, result);
  const char *version = g_strstr_len (text, 4096, ".version ");
  g_autofree char *trimmed = g_strstrip (g_strdup (log));

  if (result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    g_set_error (error, WS_CUDA_ERROR, WS_CUDA_ERROR_OLD_DRIVER,
                 _ ("The NVIDIA driver (for CUDA %d.%d) is too old for PTX%.*s of %s: install a "
                    "newer driver. Use the virtual GPU meanwhile."),
                 self->driver->version / 1000, self->driver->version % 1000 / 10,
                 version != NULL ? (int)strcspn (version + 8, "\r\n") : 0,
                 version != NULL ? version + 8 : "", name);
  else if (result == CUDA_ERROR_NO_BINARY_FOR_GPU)
    g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
                 _ ("%s is compiled for a newer GPU than the %s (compute capability %u.%u)."), name,
                 self->parent.name, self->parent.spec->cc_major, self->parent.spec->cc_minor);
  else
    g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
                 _ ("The driver's compiler rejects %s: %s%s%s"), name, described,
                 *trimmed != '\0' ? "\n" : "", trimmed);
}

/**
 * ws_cuda_load:
 * @text: (array length=length): PTX
 * @length: bytes
 * @name: of it, for messages
 * @max_registers: maximum per thread for the compiler; 0 for its own choice
 *
 * Compiles PTX with the driver.
 *
 * Returns: (nullable): the module, to be unloaded; %NULL with the compiler's error
 */
CUmodule
ws_cuda_load (WsCudaDevice *self, const char *text, gsize length, const char *name,
              guint32 max_registers, GError **error)
{
  g_autofree char *copy = g_strndup (text, length);
  g_autofree char *info_log = g_malloc0 (LOG_BYTES);
  g_autofree char *error_log = g_malloc0 (LOG_BYTES);
  int names[] = { CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                  CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                  CU_JIT_MAX_REGISTERS };
  void *values[] = { info_log, GUINT_TO_POINTER (LOG_BYTES), error_log,
                     GUINT_TO_POINTER (LOG_BYTES), GUINT_TO_POINTER (max_registers) };
  const WsCudaJitOptions options = { names, values, max_registers > 0 ? 5 : 4 };
  CUmodule module = NULL;
  CUresult result = CUDA_SUCCESS;

  if (!ws_cuda_needs_link (copy, length))
    result =
        self->driver->cuModuleLoadDataEx (&module, copy, options.n, options.names, options.values);
  else
    module = ws_cuda_link (self, copy, name, &options, &result, error);
  if (module == NULL && result == CUDA_SUCCESS)
    return NULL;
  if (result == CUDA_SUCCESS)
    return module;
  error_log[LOG_BYTES - 1] = '\0';
  set_load_error (self, result, copy, name, error_log, error);
  return NULL;
}

/**
 * ws_cuda_find:
 * @module: (nullable): where to look
 * @entry: name in the PTX
 * @function: (out): the kernel, valid while the module is loaded
 * @error: return location for a #GError: %WS_DEVICE_ERROR_NOT_FOUND if there is no such kernel
 */
gboolean
ws_cuda_find (WsCudaDevice *self, CUmodule module, const char *entry, CUfunction *function,
              GError **error)
{
  CUresult result = module != NULL ? self->driver->cuModuleGetFunction (function, module, entry)
                                   : CUDA_ERROR_NOT_FOUND;

  if (result == CUDA_ERROR_NOT_FOUND)
    {
      g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
                   _ ("The PTX has no kernel “%s”."), entry);
      return FALSE;
    }
  return ws_cuda_check (self->driver, result, "cuModuleGetFunction", G_STRLOC, error);
}

/* Parses it on the first call.
 *
 * Returns: (transfer none) (nullable): the loaded module, parsed by our own parser */
WsPtxModule *
ws_cuda_parse (WsCudaDevice *self, GError **error)
{
  if (self->parsed == NULL && self->text != NULL)
    self->parsed = ws_ptx_parse (self->text, (gssize)self->length, self->name, error);
  else if (self->text == NULL)
    g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
                         _ ("No PTX is loaded."));
  return self->parsed;
}
