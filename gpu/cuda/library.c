/* library.c: third-party compiled code on our stream: CUB, in a small library that is built if nvcc
 * is available, and loaded if found. */
#include "cuda/cuda-private.h"

#include <dlfcn.h>
#include <glib/gi18n.h>
#include <string.h>

typedef int (*CubReduce) (void *temp, size_t *temp_bytes, const void *in, void *out, guint64 n,
                          char type, char op, void *stream);

struct _WsCudaLibrary {
  CubReduce reduce;
  CUdeviceptr temp;
  size_t temp_bytes;
};

/* Next to the program, or in the library path. */
static void *
open_library (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : g_strdup (".");
  const char *const places[] = { "libwarpstage-cub.so",
                                 "../libexec/warpstage/libwarpstage-cub.so" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (folder, places[i], NULL);
      void *library = dlopen (path, RTLD_NOW | RTLD_LOCAL);

      if (library != NULL)
        return library;
    }
  return dlopen (places[0], RTLD_NOW | RTLD_LOCAL);
}

static gboolean
prepare (WsCudaDevice *self, GError **error)
{
  void *library;
  void *function;

  if (self->library != NULL)
    return TRUE;
  library = open_library ();
  function = library != NULL ? dlsym (library, "ws_cub_reduce") : NULL;
  if (function == NULL)
    {
      g_set_error_literal (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
                           _ ("CUB's library, libwarpstage-cub.so, is missing: it is only built "
                              "where a CUDA Toolkit is installed."));
      return FALSE;
    }
  self->library = g_new0 (WsCudaLibrary, 1);
  memcpy (&self->library->reduce, &function, sizeof function);
  return TRUE;
}

/**
 * ws_cuda_library_free:
 * @self: a device that is closed
 *
 * Frees the library's workspace; it stays loaded.
 */
void
ws_cuda_library_free (WsCudaDevice *self)
{
  if (self->library != NULL && self->library->temp != 0 && !self->parent.lost)
    self->driver->cuMemFree (self->library->temp);
  g_clear_pointer (&self->library, g_free);
}

static gboolean
check (WsCudaDevice *self, int result, GError **error)
{
  /* the runtime's error codes are the driver's since CUDA 10.1 */
  return ws_cuda_check (self->driver, result, "cub::DeviceReduce", G_STRLOC, error);
}

/**
 * ws_cuda_call_library:
 * @request: the reduction and its operands
 *
 * Queues CUB's DeviceReduce, with a workspace that is kept.
 *
 * Returns: %FALSE if the library is missing or reports an error
 */
gboolean
ws_cuda_call_library (WsCudaDevice *self, const WsLibraryRequest *request, GError **error)
{
  char type = request->type == WS_VALUE_F32 ? 'f' : 'i';
  char op = g_str_equal (request->op, "max")   ? 'x'
            : g_str_equal (request->op, "min") ? 'n'
                                               : request->op[0];
  const void *in = (const void *)(gsize)request->in;
  void *out = (void *)(gsize)request->out;
  size_t needed = 0;

  if (!prepare (self, error)
      || !check (self,
                 self->library->reduce (NULL, &needed, in, out, request->n, type, op, self->stream),
                 error))
    return FALSE;
  if (needed > self->library->temp_bytes)
    {
      if (self->library->temp != 0)
        self->driver->cuMemFree (self->library->temp);
      self->library->temp = 0;
      self->library->temp_bytes = 0;
      if (!ws_cuda_alloc (self, needed, "CUB", &self->library->temp, error))
        return FALSE;
      self->library->temp_bytes = needed;
    }
  needed = self->library->temp_bytes;
  return check (self,
                self->library->reduce ((void *)(gsize)self->library->temp, &needed, in, out,
                                       request->n, type, op, self->stream),
                error);
}
