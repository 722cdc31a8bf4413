/* device-runtime.cu: what kernels that launch kernels call, so that nvlink finds it. None of it runs: the virtual GPU has it
 * itself, or names what it has not. */
#undef __cudaCDP2GetParameterBufferV2
#undef __cudaCDP2LaunchDeviceV2
#undef __cudaCDP2StreamCreateWithFlags
#undef __cudaCDP2StreamDestroy
#undef __cudaCDP2GetLastError
#undef __cudaCDP2PeekAtLastError
#undef __cudaCDP2GetErrorString
#undef __cudaCDP2GetErrorName
#undef __cudaCDP2Malloc
#undef __cudaCDP2Free
#undef __cudaCDP2GetDevice
#undef __cudaCDP2MemcpyAsync
#undef __cudaCDP2MemsetAsync

extern "C" {
__device__ void *
__cudaCDP2GetParameterBufferV2 (void *, dim3, dim3, unsigned int)
{
  return nullptr;
}

__device__ cudaError_t
__cudaCDP2LaunchDeviceV2 (void *, cudaStream_t)
{
  return cudaErrorNotSupported;
}

__device__ cudaError_t
__cudaCDP2StreamCreateWithFlags (cudaStream_t *, unsigned int)
{
  return cudaErrorNotSupported;
}

__device__ cudaError_t
__cudaCDP2StreamDestroy (cudaStream_t)
{
  return cudaErrorNotSupported;
}

__device__ cudaError_t
__cudaCDP2GetLastError ()
{
  return cudaErrorNotSupported;
}

__device__ cudaError_t
__cudaCDP2PeekAtLastError ()
{
  return cudaErrorNotSupported;
}

__device__ const char *
__cudaCDP2GetErrorString (cudaError_t)
{
  return nullptr;
}

__device__ const char *
__cudaCDP2GetErrorName (cudaError_t)
{
  return nullptr;
}

__device__ cudaError_t
__cudaCDP2Malloc (void **, size_t)
{
  return cudaErrorNotSupported;
}

__device__ cudaError_t
__cudaCDP2Free (void *)
{
  return cudaErrorNotSupported;
}

__device__ cudaError_t
__cudaCDP2GetDevice (int *)
{
  return cudaErrorNotSupported;
}

__device__ cudaError_t
__cudaCDP2MemcpyAsync (void *, const void *, size_t, cudaMemcpyKind, cudaStream_t)
{
  return cudaErrorNotSupported;
}

__device__ cudaError_t
__cudaCDP2MemsetAsync (void *, int, size_t, cudaStream_t)
{
  return cudaErrorNotSupported;
}
}
