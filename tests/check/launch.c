/* launch.c: launches one kernel of this folder on a real GPU, for compute-sanitizer to look at; see
 * sanitizer.sh, which compiles it with the CUDA Toolkit beside it.
 *
 *   launch FILE.cubin KERNEL GRID BLOCK
 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

#define N 128

static int
fails (CUresult result, const char *what)
{
  const char *name = "?";

  if (result == CUDA_SUCCESS)
    return 0;
  cuGetErrorName (result, &name);
  fprintf (stderr, "launch: %s: %s\n", what, name);
  return 1;
}

int
main (int argc, char **argv)
{
  int words[N];
  int n = N;
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr in;
  CUdeviceptr out;
  void *params[] = { &in, &out, &n };

  if (argc != 5)
    return 2;
  for (int i = 0; i < N; i++)
    words[i] = i;
  if (fails (cuInit (0), "cuInit") || fails (cuDeviceGet (&device, 0), "cuDeviceGet")
      || fails (cuDevicePrimaryCtxRetain (&context, device), "cuDevicePrimaryCtxRetain")
      || fails (cuCtxSetCurrent (context), "cuCtxSetCurrent")
      || fails (cuModuleLoad (&module, argv[1]), "cuModuleLoad")
      || fails (cuModuleGetFunction (&kernel, module, argv[2]), "cuModuleGetFunction")
      || fails (cuMemAlloc (&in, sizeof words), "cuMemAlloc")
      || fails (cuMemAlloc (&out, sizeof words), "cuMemAlloc")
      || fails (cuMemcpyHtoD (in, words, sizeof words), "cuMemcpyHtoD")
      || fails (cuLaunchKernel (kernel, (unsigned)atoi (argv[3]), 1, 1, (unsigned)atoi (argv[4]), 1,
                                1, 0, NULL, params, NULL),
                "cuLaunchKernel"))
    return 1;
  return fails (cuCtxSynchronize (), "cuCtxSynchronize");
}
