/* execution-answer.c: which error a CUDA C program would receive, and when, for a rejected launch
 * or a faulty kernel: CUDA Runtime API and CUDA Driver API, "Error Handling", and the CUDA
 * Programming Guide, "Error Checking". */
#include "worker/execution-private.h"

#include <glib/gi18n.h>

static const struct {
  int code;
  const char *words;
} answers[] = {
  { WS_DEVICE_ERROR_LIMIT, N_ ("CUDA reports it at once, and the kernel never runs: cuLaunchKernel "
                               "returns CUDA_ERROR_INVALID_VALUE; after <<<…>>>, "
                               "cudaGetLastError() returns cudaErrorInvalidConfiguration.") },
  { WS_DEVICE_ERROR_MEMORY,
    N_ ("CUDA reports it at once: cuMemAlloc returns CUDA_ERROR_OUT_OF_MEMORY, cudaMalloc returns "
        "cudaErrorMemoryAllocation, and the pointer is not set.") },
  { WS_DEVICE_ERROR_FAULT,
    N_ ("CUDA reports it late: the launch itself returns success. The next synchronising call, "
        "such as cudaDeviceSynchronize() or cudaMemcpy(), returns cudaErrorIllegalAddress "
        "(CUDA_ERROR_ILLEGAL_ADDRESS), and so does every later call.") },
};

/* A call rejected by the driver is a launch: allocations have their own error. */
static int
get_code (const GError *error)
{
  return error->domain == WS_DEVICE_ERROR ? error->code : WS_DEVICE_ERROR_LIMIT;
}

/**
 * ws_execution_answer:
 * @error: (inout): the error of a job that tries something a device may reject; a sentence is
 * appended to its message
 *
 * Returns: (transfer none) (nullable): that sentence; %NULL if CUDA has no answer to it
 */
const char *
ws_execution_answer (GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    if (answers[i].code == get_code (*error))
      {
        const char *words = _ (answers[i].words);
        GError *whole =
            g_error_new ((*error)->domain, (*error)->code, "%s %s", (*error)->message, words);

        g_error_free (*error);
        *error = whole;
        return words;
      }
  return NULL;
}
