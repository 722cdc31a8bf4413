/* helper_cuda.h: errors and devices, as NVIDIA's samples handle them. */
#pragma once

#include <cuda_runtime.h>

#include "helper_string.h"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline const char *
_cudaGetErrorEnum (cudaError_t error)
{
  return cudaGetErrorName (error);
}

template <typename T>
void
check (T result, char const *const function, const char *const file, int const line)
{
  if (!result)
    return;
  fprintf (stderr, "CUDA error at %s:%d code=%u(%s) \"%s\" \n", file, line, (unsigned int)result,
           _cudaGetErrorEnum ((cudaError_t)result), function);
  exit (EXIT_FAILURE);
}

#define checkCudaErrors(value)      check ((value), #value, __FILE__, __LINE__)
#define getLastCudaError(message)   __getLastCudaError (message, __FILE__, __LINE__)
#define printLastCudaError(message) __printLastCudaError (message, __FILE__, __LINE__)

inline void
__printLastCudaError (const char *message, const char *file, const int line)
{
  cudaError_t error = cudaGetLastError ();

  if (error != cudaSuccess)
    fprintf (stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
             message, (int)error, cudaGetErrorString (error));
}

inline void
__getLastCudaError (const char *message, const char *file, const int line)
{
  cudaError_t error = cudaPeekAtLastError ();

  __printLastCudaError (message, file, line);
  if (error != cudaSuccess)
    exit (EXIT_FAILURE);
}

inline int
ftoi (float value)
{
  return (int)(value >= 0 ? value + 0.5 : value - 0.5);
}

/* After the CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions". */
inline int
_ConvertSMVer2Cores (int major, int minor)
{
  return major == 7 || (major == 8 && minor == 0) ? 64 : 128;
}

inline const char *
_ConvertSMVer2ArchName (int major, int minor)
{
  static const struct {
    int version;
    const char *name;
  } names[] = { { 75, "Turing" }, { 80, "Ampere" },     { 86, "Ampere" },     { 87, "Ampere" },
                { 89, "Ada" },    { 90, "Hopper" },     { 100, "Blackwell" }, { 103, "Blackwell" },
                { 110, "Thor" },  { 120, "Blackwell" }, { 121, "Blackwell" } };

  for (const auto &one : names)
    if (one.version == major * 10 + minor)
      return one.name;
  return "Graphics Device";
}

inline int
gpuDeviceInit (int device)
{
  int count = 0;

  checkCudaErrors (cudaGetDeviceCount (&count));
  if (count == 0)
    {
      fprintf (stderr, "gpuDeviceInit() CUDA error: no devices supporting CUDA.\n");
      exit (EXIT_FAILURE);
    }
  if (device >= count)
    return -device;
  device = device < 0 ? 0 : device;
  checkCudaErrors (cudaSetDevice (device));
  return device;
}

/* The one with the most processors. */
inline int
gpuGetMaxGflopsDeviceId ()
{
  int count = 0, best = 0, most = -1;

  checkCudaErrors (cudaGetDeviceCount (&count));
  for (int device = 0; device < count; device++)
    {
      int processors = 0;

      checkCudaErrors (
          cudaDeviceGetAttribute (&processors, cudaDevAttrMultiProcessorCount, device));
      if (processors > most)
        {
          most = processors;
          best = device;
        }
    }
  return best;
}

inline int
findCudaDevice (int argc, const char **argv)
{
  int major = 0, minor = 0;
  int device = checkCmdLineFlag (argc, argv, "device")
                   ? gpuDeviceInit (getCmdLineArgumentInt (argc, argv, "device="))
                   : gpuGetMaxGflopsDeviceId ();

  if (device < 0)
    {
      printf ("exiting...\n");
      exit (EXIT_FAILURE);
    }
  checkCudaErrors (cudaSetDevice (device));
  checkCudaErrors (cudaDeviceGetAttribute (&major, cudaDevAttrComputeCapabilityMajor, device));
  checkCudaErrors (cudaDeviceGetAttribute (&minor, cudaDevAttrComputeCapabilityMinor, device));
  printf ("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
          _ConvertSMVer2ArchName (major, minor), major, minor);
  return device;
}

inline bool
checkCudaCapabilities (int major, int minor)
{
  int device = 0, has_major = 0, has_minor = 0;

  checkCudaErrors (cudaGetDevice (&device));
  checkCudaErrors (cudaDeviceGetAttribute (&has_major, cudaDevAttrComputeCapabilityMajor, device));
  checkCudaErrors (cudaDeviceGetAttribute (&has_minor, cudaDevAttrComputeCapabilityMinor, device));
  if (has_major > major || (has_major == major && has_minor >= minor))
    return true;
  printf ("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major,
          minor);
  return false;
}
