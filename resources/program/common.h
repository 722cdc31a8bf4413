/* common.h: what the programs of "Professional CUDA C Programming" include. */
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <sys/time.h>

#ifndef CHECK
#define CHECK(call)                                                 \
  do                                                                \
    {                                                               \
      const cudaError_t ws_error = (call);                          \
      if (ws_error != cudaSuccess)                                  \
        {                                                           \
          fprintf (stderr, "Error: %s:%d, ", __FILE__, __LINE__);   \
          fprintf (stderr, "code: %d, reason: %s\n", (int)ws_error, \
                   cudaGetErrorString (ws_error));                  \
          exit (1);                                                 \
        }                                                           \
    }                                                               \
  while (0)
#endif

inline double
seconds ()
{
  struct timeval now;

  gettimeofday (&now, NULL);
  return (double)now.tv_sec + (double)now.tv_usec * 1e-6;
}
