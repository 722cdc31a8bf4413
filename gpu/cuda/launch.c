/* launch.c: launches, waits for them, and interprets failures. */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>

#define SPIN_US    2000     /* how long to busy-wait for a launch */
#define SLEEP_US   200      /* polling interval for a longer one */
#define GRACE_US   150000   /* how long a launch may continue after cancellation */
#define ENDLESS_US 10000000 /* a kernel that runs for longer counts as endless */

/* The message and the finding for a kernel that the hardware stopped. */
static void
set_fault (WsCudaDevice *self, CUresult result, GError **error)
{
  g_autofree char *described = ws_cuda_result_describe (self->driver, result);

  self->parent.lost = TRUE;
  g_set_error (error, WS_DEVICE_ERROR,
               result == CUDA_ERROR_LAUNCH_TIMEOUT ? WS_DEVICE_ERROR_ENDLESS
                                                   : WS_DEVICE_ERROR_FAULT,
               _ ("The %s stopped the kernel: %s. CUDA does not say where; the virtual GPU does."),
               self->parent.name, described);
}

static void
set_endless (WsCudaDevice *self, GError **error)
{
  self->parent.lost = TRUE;
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_ENDLESS,
               _ ("The kernel has not ended after %d s on the %s and is considered endless. The "
                  "virtual GPU shows where it loops."),
               ENDLESS_US / 1000000, self->parent.name);
}

/* Whether @result of a call that waits for kernels is an error of theirs. */
static gboolean
is_fault (CUresult result)
{
  return (result >= CUDA_ERROR_ILLEGAL_ADDRESS && result <= CUDA_ERROR_LAUNCH_FAILED
          && result != CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)
         || result == CUDA_ERROR_UNKNOWN;
}

/**
 * ws_cuda_wait:
 * @cancellable: (nullable): gives up waiting
 *
 * Waits until the stream is idle. A kernel that never ends can only be stopped by ending the
 * process: then the device is lost to it. Usually a cancelled one ends soon, and nothing is lost. A
 * fault of the kernel is a %WS_DEVICE_ERROR_FAULT, running for more than ten seconds is a
 * %WS_DEVICE_ERROR_ENDLESS.
 *
 * Returns: whether all queued work succeeded
 */
gboolean
ws_cuda_wait (WsCudaDevice *self, GCancellable *cancellable, GError **error)
{
  gint64 begun = g_get_monotonic_time ();
  gint64 given_up = 0;

  for (;;)
    {
      CUresult result = self->driver->cuStreamQuery (self->stream);
      gint64 waited = g_get_monotonic_time () - begun;

      if (result == CUDA_SUCCESS)
        return given_up == 0 || !g_cancellable_set_error_if_cancelled (cancellable, error);
      if (is_fault (result))
        {
          set_fault (self, result, error);
          return FALSE;
        }
      if (result != CUDA_ERROR_NOT_READY)
        {
          self->parent.lost = TRUE;
          return ws_cuda_check (self->driver, result, "cuStreamQuery", G_STRLOC, error);
        }
      if (given_up == 0 && g_cancellable_is_cancelled (cancellable))
        given_up = g_get_monotonic_time ();
      if (given_up != 0 && g_get_monotonic_time () - given_up > GRACE_US)
        {
          self->parent.lost = TRUE;
          g_cancellable_set_error_if_cancelled (cancellable, error);
          return FALSE;
        }
      if (waited > ENDLESS_US)
        {
          set_endless (self, error);
          return FALSE;
        }
      if (waited > SPIN_US)
        g_usleep (SLEEP_US);
    }
}

/* Whether the kernel has a grid-wide barrier: it then reads the address of the grid's workspace,
 * which only a cooperative launch has (CUDA C++ Programming Guide, "Grid Synchronization"). */
static gboolean
meets_whole (WsCudaDevice *self, const char *entry)
{
  WsPtxModule *module = self->names_workspace ? ws_cuda_parse (self, NULL) : NULL;
  WsPtxFunction *function = module != NULL ? ws_ptx_module_find (module, entry) : NULL;

  return function != NULL && self->driver->cuLaunchKernelEx != NULL
         && ws_ptx_function_reads (module, function, WS_PTX_SREG_ENVREG2);
}

/**
 * ws_cuda_enqueue:
 * @request: grid, block and parameters
 *
 * Queues a launch. Above 48 KiB of dynamic shared memory the kernel opts in (CUDA C++ Programming
 * Guide, "Shared Memory" of 7.x and later). A kernel with a grid-wide barrier is launched
 * cooperatively.
 *
 * Returns: %FALSE if the driver refuses it
 */
gboolean
ws_cuda_enqueue (WsCudaDevice *self, CUfunction function, const WsLaunchRequest *request,
                 GError **error)
{
  size_t size = request->params_size;
  void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, (void *)request->params,
                    CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

  /* above 48 KB a kernel must opt in: CUDA C++ Programming Guide, "Shared Memory" of 7.x and later
   */
  if (request->dynamic_shared_bytes > 48 * 1024
      && !WS_CUDA_TRY (self->driver,
                       cuFuncSetAttribute (function,
                                           CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                           (int)request->dynamic_shared_bytes),
                       error))
    return FALSE;
  if (meets_whole (self, request->entry))
    {
      CUlaunchAttribute cooperative = { .id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
                                        .value.cooperative = 1 };
      const CUlaunchConfig config = {
        .grid = { request->grid[0], request->grid[1], request->grid[2] },
        .block = { request->block[0], request->block[1], request->block[2] },
        .dynamic_shared_bytes = request->dynamic_shared_bytes,
        .stream = self->stream,
        .attributes = &cooperative,
        .n_attributes = 1,
      };

      return WS_CUDA_TRY (self->driver, cuLaunchKernelEx (&config, function, NULL, extra), error);
    }
  return WS_CUDA_TRY (self->driver,
                      cuLaunchKernel (function, request->grid[0], request->grid[1],
                                      request->grid[2], request->block[0], request->block[1],
                                      request->block[2], request->dynamic_shared_bytes,
                                      self->stream, NULL, extra),
                      error);
}

/**
 * ws_cuda_alloc:
 * @size: bytes
 * @what: what the memory is for, for messages
 * @address: (out): of the memory
 * @error: return location for a #GError: %WS_DEVICE_ERROR_MEMORY if the device has no more
 *
 * Returns: %FALSE if there is none
 */
gboolean
ws_cuda_alloc (WsCudaDevice *self, guint64 size, const char *what, CUdeviceptr *address,
               GError **error)
{
  CUresult result = self->driver->cuMemAlloc (address, MAX (size, 1));

  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    {
      size_t free_bytes = 0;
      size_t total_bytes = 0;
      g_autofree char *wanted = g_format_size_full (size, G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *left = NULL;
      g_autofree char *all = NULL;

      self->driver->cuMemGetInfo (&free_bytes, &total_bytes);
      left = g_format_size_full (free_bytes, G_FORMAT_SIZE_IEC_UNITS);
      all = g_format_size_full (total_bytes, G_FORMAT_SIZE_IEC_UNITS);
      g_set_error (
          error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_MEMORY,
          _ ("Not enough memory: %s for “%s” on the %s (CUDA_ERROR_OUT_OF_MEMORY); %s of its %s "
             "are free. Use fewer elements, or close other programs that use the GPU."),
          wanted, what, self->parent.name, left, all);
      return FALSE;
    }
  return ws_cuda_check (self->driver, result, "cuMemAlloc", G_STRLOC, error);
}
