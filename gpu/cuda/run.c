/* run.c: runs and times a launch. */
#include "cuda/cuda-private.h"

/**
 * ws_cuda_run:
 * @request: grid, block and parameters
 * @duration_ns: (out): time between two events around it
 * @cancellable: (nullable): cancels waiting
 *
 * Runs one launch to completion, between two events. The sweep before them keeps the device busy
 * while the launch is submitted, so that the events exclude the host's time, and every launch finds
 * the same state of the L2 cache. Its output is kept in @self->last_printed, as a plan runs its
 * kernels several times but should show each line once.
 *
 * Returns: whether it succeeded
 */
gboolean
ws_cuda_run (WsCudaDevice *self, CUfunction function, const WsLaunchRequest *request,
             guint64 *duration_ns, GCancellable *cancellable, GError **error)
{
  WsCudaPrinted catching;
  float ms = 0;
  gboolean done;

  if (!ws_cuda_sweep (self, error))
    return FALSE;
  if (self->last_printed != NULL)
    g_string_free (g_steal_pointer (&self->last_printed), TRUE);
  ws_cuda_printed_begin (&catching, self);
  done = WS_CUDA_TRY (self->driver, cuEventRecord (self->start, self->stream), error)
         && ws_cuda_enqueue (self, function, request, error)
         && WS_CUDA_TRY (self->driver, cuEventRecord (self->stop, self->stream), error)
         && ws_cuda_wait (self, cancellable, error)
         && WS_CUDA_TRY (self->driver, cuEventElapsedTime (&ms, self->start, self->stop), error);
  self->last_printed = ws_cuda_printed_end (&catching);
  *duration_ns = (guint64)((double)ms * 1e6);
  return done;
}
