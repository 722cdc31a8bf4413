/* link.c: kernels that launch kernels call functions of CUDA's device runtime, which the driver
 * links from libcudadevrt.a of a CUDA Toolkit. CUDA C++ Programming Guide, "CUDA Dynamic
 * Parallelism", "Compiling and Linking". */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* A grid counts as pending until those it launched have ended: if each block launches a grid for
 * each half of its elements, all of them are pending at once. Beyond the driver's 2048, launches
 * are dropped silently (CUDA C++ Programming Guide, "Pending Kernel Launches"). */
#define PENDING_LAUNCHES 65536
#define LIBRARY          "libcudadevrt.a"

/**
 * ws_cuda_needs_link:
 * @text: (array length=length): PTX
 * @length: bytes
 *
 * Returns: whether its kernels launch kernels, so that it needs the device runtime
 */
gboolean
ws_cuda_needs_link (const char *text, gsize length)
{
  return g_strstr_len (text, (gssize)length, "__cudaCDP2") != NULL;
}

static char *
look_in (const char *toolkit)
{
  static const char *const folders[] = { "lib64", "targets/x86_64-linux/lib", "lib",
                                         "lib/x86_64-linux-gnu" };

  for (guint i = 0; toolkit != NULL && i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (toolkit, folders[i], LIBRARY, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* (transfer full) (nullable) */
static char *
find_library (void)
{
  const char *const toolkits[] = { g_getenv ("CUDA_HOME"), g_getenv ("CUDA_PATH"),
                                   "/usr/local/cuda", "/opt/cuda", "/usr" };
  char *path = NULL;

  for (guint i = 0; path == NULL && i < G_N_ELEMENTS (toolkits); i++)
    path = look_in (toolkits[i]);
  return path;
}

/* The driver's calls in turn, up to the first that fails. */
static CUresult
run (WsCudaDevice *self, CUlinkState state, const char *text, const char *name, const char *library,
     void **image)
{
  const WsCudaDriver *driver = self->driver;
  size_t size;
  CUresult result = driver->cuLinkAddData (state, CU_JIT_INPUT_PTX, (void *)text, strlen (text) + 1,
                                           name, 0, NULL, NULL);

  if (result == CUDA_SUCCESS)
    result = driver->cuLinkAddFile (state, CU_JIT_INPUT_LIBRARY, library, 0, NULL, NULL);
  if (result == CUDA_SUCCESS)
    result = driver->cuLinkComplete (state, image, &size);
  return result;
}

/**
 * ws_cuda_link:
 * @text: PTX, zero-terminated
 * @name: of it, for messages
 * @options: the driver's
 * @result: (out): the driver's error, or %CUDA_SUCCESS
 * @error: return location for a #GError: %WS_DEVICE_ERROR_UNSUPPORTED if the library is missing
 *
 * Compiles PTX whose kernels launch kernels.
 *
 * Returns: (nullable): the linked kernels; %NULL with %CUDA_SUCCESS if it could not be tried
 */
CUmodule
ws_cuda_link (WsCudaDevice *self, const char *text, const char *name,
              const WsCudaJitOptions *options, CUresult *result, GError **error)
{
  const WsCudaDriver *driver = self->driver;
  g_autofree char *library = find_library ();
  CUlinkState state = NULL;
  CUmodule module = NULL;
  void *image = NULL;

  *result = CUDA_SUCCESS;
  if (library == NULL || driver->cuLinkCreate == NULL || driver->cuLinkAddData == NULL
      || driver->cuLinkAddFile == NULL || driver->cuLinkComplete == NULL
      || driver->cuLinkDestroy == NULL)
    {
      g_set_error (
          error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED,
          _ ("%s launches kernels from kernels, which needs %s of a CUDA Toolkit to run on a real "
             "GPU; it was not found. The virtual GPU runs the kernel without it."),
          name, LIBRARY);
      return NULL;
    }
  *result = driver->cuLinkCreate (options->n, options->names, options->values, &state);
  if (*result != CUDA_SUCCESS)
    return NULL;
  *result = run (self, state, text, name, library, &image);
  /* a driver without memory for so many keeps its 2048 */
  if (*result == CUDA_SUCCESS)
    driver->cuCtxSetLimit (CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, PENDING_LAUNCHES);
  if (*result == CUDA_SUCCESS)
    *result = driver->cuModuleLoadDataEx (&module, image, 0, NULL, NULL);
  driver->cuLinkDestroy (state);
  return module;
}
