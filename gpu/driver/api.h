/* api.h: the calls of the CUDA driver that programs make, as CUDA's own header declares them. What
 * is not here is in lacks.def. */
#pragma once

#include "driver/types.h"

/* A call that programs make. */
#define WS_API __attribute__ ((visibility ("default")))

/* where it begins */

WS_API CUresult cuGetErrorName (CUresult result, const char **name);
WS_API CUresult cuGetErrorString (CUresult result, const char **words);
WS_API CUresult cuInit (unsigned int flags);
WS_API CUresult cuDriverGetVersion (int *version);
WS_API CUresult cuGetProcAddress_v2 (const char *name, void **address, int version,
                                     unsigned long long flags,
                                     CUdriverProcAddressQueryResult *status);
WS_API CUresult cuGetProcAddress (const char *name, void **address, int version,
                                  unsigned long long flags);

/* contexts */

WS_API CUresult cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device);
WS_API CUresult cuDevicePrimaryCtxRelease_v2 (CUdevice device);
WS_API CUresult cuDevicePrimaryCtxReset_v2 (CUdevice device);
WS_API CUresult cuDevicePrimaryCtxGetState (CUdevice device, unsigned int *flags, int *is_active);
WS_API CUresult cuDevicePrimaryCtxSetFlags_v2 (CUdevice device, unsigned int flags);
WS_API CUresult cuCtxCreate_v2 (CUcontext *context, unsigned int flags, CUdevice device);
WS_API CUresult cuCtxCreate_v3 (CUcontext *context, void *affinity, int n, unsigned int flags,
                                CUdevice device);
WS_API CUresult cuCtxCreate_v4 (CUcontext *context, void *params, unsigned int flags,
                                CUdevice device);
WS_API CUresult cuCtxDestroy_v2 (CUcontext context);
WS_API CUresult cuCtxGetCurrent (CUcontext *context);
WS_API CUresult cuCtxSetCurrent (CUcontext context);
WS_API CUresult cuCtxPushCurrent_v2 (CUcontext context);
WS_API CUresult cuCtxPopCurrent_v2 (CUcontext *context);
WS_API CUresult cuCtxGetDevice (CUdevice *device);
WS_API CUresult cuCtxGetDevice_v2 (CUdevice *device, CUcontext context);
WS_API CUresult cuCtxSynchronize (void);
WS_API CUresult cuCtxSynchronize_v2 (CUcontext context);
WS_API CUresult cuCtxGetApiVersion (CUcontext context, unsigned int *version);
WS_API CUresult cuCtxGetFlags (unsigned int *flags);
WS_API CUresult cuCtxGetId (CUcontext context, unsigned long long *id);
WS_API CUresult cuCtxGetLimit (size_t *value, int limit);
WS_API CUresult cuCtxSetLimit (int limit, size_t value);
WS_API CUresult cuCtxGetCacheConfig (int *config);
WS_API CUresult cuCtxSetCacheConfig (int config);
WS_API CUresult cuCtxGetStreamPriorityRange (int *least, int *greatest);
WS_API CUresult cuCtxResetPersistingL2Cache (void);
WS_API CUresult cuStreamGetCtx (CUstream stream, CUcontext *context);
WS_API CUresult cuStreamGetCtx_v2 (CUstream stream, CUcontext *context, void **green);

/* the device, its pools, the profiler */

WS_API CUresult cuDeviceGetCount (int *count);
WS_API CUresult cuDeviceGet (CUdevice *device, int ordinal);
WS_API CUresult cuDeviceGetName (char *name, int size, CUdevice device);
WS_API CUresult cuDeviceGetUuid (CUuuid *uuid, CUdevice device);
WS_API CUresult cuDeviceGetUuid_v2 (CUuuid *uuid, CUdevice device);
WS_API CUresult cuDeviceTotalMem_v2 (size_t *size, CUdevice device);
WS_API CUresult cuDeviceComputeCapability (int *major, int *minor, CUdevice device);
WS_API CUresult cuDeviceGetAttribute (int *value, int attribute, CUdevice device);
WS_API CUresult cuDeviceGetPCIBusId (char *text, int size, CUdevice device);
WS_API CUresult cuDeviceGetByPCIBusId (CUdevice *device, const char *text);
WS_API CUresult cuDeviceCanAccessPeer (int *can, CUdevice device, CUdevice peer);
WS_API CUresult cuDeviceGetDefaultMemPool (CUmemoryPool *pool, CUdevice device);
WS_API CUresult cuDeviceGetMemPool (CUmemoryPool *pool, CUdevice device);
WS_API CUresult cuDeviceSetMemPool (CUdevice device, CUmemoryPool pool);
WS_API CUresult cuMemPoolCreate (CUmemoryPool *pool, const void *properties);
WS_API CUresult cuMemPoolDestroy (CUmemoryPool pool);
WS_API CUresult cuMemPoolGetAttribute (CUmemoryPool pool, int attribute, void *value);
WS_API CUresult cuMemPoolSetAttribute (CUmemoryPool pool, int attribute, void *value);
WS_API CUresult cuMemPoolTrimTo (CUmemoryPool pool, size_t size);
WS_API CUresult cuMemPoolSetAccess (CUmemoryPool pool, const void *list, size_t n);
WS_API CUresult cuProfilerStart (void);
WS_API CUresult cuProfilerStop (void);

/* modules and libraries */

WS_API CUresult cuModuleLoad (CUmodule *module, const char *path);
WS_API CUresult cuModuleLoadData (CUmodule *module, const void *image);
WS_API CUresult cuModuleLoadDataEx (CUmodule *module, const void *image, unsigned int n, int *names,
                                    void **values);
WS_API CUresult cuModuleLoadFatBinary (CUmodule *module, const void *image);
WS_API CUresult cuLibraryLoadData (CUlibrary *library, const void *code, int *names, void **values,
                                   unsigned int n, int *library_names, void **library_values,
                                   unsigned int n_library);
WS_API CUresult cuLibraryLoadFromFile (CUlibrary *library, const char *path, int *names,
                                       void **values, unsigned int n, int *library_names,
                                       void **library_values, unsigned int n_library);
WS_API CUresult cuModuleUnload (CUmodule module);
WS_API CUresult cuLibraryUnload (CUlibrary library);
WS_API CUresult cuModuleGetFunction (CUfunction *function, CUmodule module, const char *name);
WS_API CUresult cuLibraryGetKernel (CUkernel *kernel, CUlibrary library, const char *name);
WS_API CUresult cuModuleGetGlobal_v2 (CUdeviceptr *address, size_t *size, CUmodule module,
                                      const char *name);
WS_API CUresult cuLibraryGetGlobal (CUdeviceptr *address, size_t *size, CUlibrary library,
                                    const char *name);
WS_API CUresult cuModuleGetFunctionCount (unsigned int *n, CUmodule module);
WS_API CUresult cuLibraryGetKernelCount (unsigned int *n, CUlibrary library);
WS_API CUresult cuModuleEnumerateFunctions (CUfunction *functions, unsigned int most,
                                            CUmodule module);
WS_API CUresult cuLibraryEnumerateKernels (CUkernel *kernels, unsigned int most, CUlibrary library);
WS_API CUresult cuLibraryGetModule (CUmodule *module, CUlibrary library);
WS_API CUresult cuModuleGetLoadingMode (int *mode);

/* linking */

WS_API CUresult cuLinkCreate_v2 (unsigned int n, int *names, void **values, CUlinkState *link);
WS_API CUresult cuLinkAddData_v2 (CUlinkState link, CUjitInputType type, void *data, size_t size,
                                  const char *name, unsigned int n, int *names, void **values);
WS_API CUresult cuLinkAddFile_v2 (CUlinkState link, CUjitInputType type, const char *path,
                                  unsigned int n, int *names, void **values);
WS_API CUresult cuLinkComplete (CUlinkState link, void **image, size_t *size);
WS_API CUresult cuLinkDestroy (CUlinkState link);

/* kernels and launches */

WS_API CUresult cuFuncGetAttribute (int *value, int attribute, CUfunction function);
WS_API CUresult cuKernelGetAttribute (int *value, int attribute, CUkernel kernel, CUdevice device);
WS_API CUresult cuFuncSetAttribute (CUfunction function, int attribute, int value);
WS_API CUresult cuKernelSetAttribute (int attribute, int value, CUkernel kernel, CUdevice device);
WS_API CUresult cuFuncSetCacheConfig (CUfunction function, int config);
WS_API CUresult cuKernelSetCacheConfig (CUkernel kernel, int config, CUdevice device);
WS_API CUresult cuFuncSetSharedMemConfig (CUfunction function, int config);
WS_API CUresult cuFuncGetName (const char **name, CUfunction function);
WS_API CUresult cuKernelGetName (const char **name, CUkernel kernel);
WS_API CUresult cuFuncGetParamInfo (CUfunction function, size_t index, size_t *offset,
                                    size_t *size);
WS_API CUresult cuKernelGetParamInfo (CUkernel kernel, size_t index, size_t *offset, size_t *size);
WS_API CUresult cuFuncGetModule (CUmodule *module, CUfunction function);
WS_API CUresult cuKernelGetLibrary (CUlibrary *library, CUkernel kernel);
WS_API CUresult cuKernelGetFunction (CUfunction *function, CUkernel kernel);
WS_API CUresult cuFuncIsLoaded (int *state, CUfunction function);
WS_API CUresult cuFuncLoad (CUfunction function);
WS_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, CUfunction function,
                                                             int threads, size_t shared);
WS_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (int *blocks,
                                                                      CUfunction function,
                                                                      int threads, size_t shared,
                                                                      unsigned int flags);
WS_API CUresult cuOccupancyAvailableDynamicSMemPerBlock (size_t *shared, CUfunction function,
                                                         int blocks, int threads);
WS_API CUresult cuOccupancyMaxPotentialBlockSize (int *grid, int *block, CUfunction function,
                                                  CUoccupancyB2DSize measure, size_t shared,
                                                  int most);
WS_API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags (int *grid, int *block,
                                                           CUfunction function,
                                                           CUoccupancyB2DSize measure,
                                                           size_t shared, int most,
                                                           unsigned int flags);
WS_API CUresult cuLaunchKernelEx (const CUlaunchConfig *config, CUfunction function,
                                  void **arguments, void **extra);
WS_API CUresult cuLaunchKernel (CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                unsigned int block_z, unsigned int shared, CUstream stream,
                                void **arguments, void **extra);
WS_API CUresult cuLaunchCooperativeKernel (CUfunction function, unsigned int grid_x,
                                           unsigned int grid_y, unsigned int grid_z,
                                           unsigned int block_x, unsigned int block_y,
                                           unsigned int block_z, unsigned int shared,
                                           CUstream stream, void **arguments);
WS_API CUresult cuLaunchHostFunc (CUstream stream, CUhostFn function, void *user_data);

/* memory */

WS_API CUresult cuMemAlloc_v2 (CUdeviceptr *address, size_t size);
WS_API CUresult cuMemAllocManaged (CUdeviceptr *address, size_t size, unsigned int flags);
WS_API CUresult cuMemAllocPitch_v2 (CUdeviceptr *address, size_t *pitch, size_t width,
                                    size_t height, unsigned int element);
WS_API CUresult cuMemAllocAsync (CUdeviceptr *address, size_t size, CUstream stream);
WS_API CUresult cuMemAllocFromPoolAsync (CUdeviceptr *address, size_t size, CUmemoryPool pool,
                                         CUstream stream);
WS_API CUresult cuMemAllocHost_v2 (void **pointer, size_t size);
WS_API CUresult cuMemHostAlloc (void **pointer, size_t size, unsigned int flags);
WS_API CUresult cuMemFree_v2 (CUdeviceptr address);
WS_API CUresult cuMemFreeAsync (CUdeviceptr address, CUstream stream);
WS_API CUresult cuMemFreeHost (void *pointer);
WS_API CUresult cuMemHostRegister_v2 (void *pointer, size_t size, unsigned int flags);
WS_API CUresult cuMemHostUnregister (void *pointer);
WS_API CUresult cuMemHostGetDevicePointer_v2 (CUdeviceptr *address, void *pointer,
                                              unsigned int flags);
WS_API CUresult cuMemHostGetFlags (unsigned int *flags, void *pointer);
WS_API CUresult cuMemGetInfo_v2 (size_t *free_bytes, size_t *total_bytes);
WS_API CUresult cuMemGetAddressRange_v2 (CUdeviceptr *begin, size_t *size, CUdeviceptr address);
WS_API CUresult cuPointerGetAttribute (void *value, int attribute, CUdeviceptr address);
WS_API CUresult cuPointerGetAttributes (unsigned int n, int *attributes, void **values,
                                        CUdeviceptr address);
WS_API CUresult cuPointerSetAttribute (const void *value, int attribute, CUdeviceptr address);
WS_API CUresult cuMemAdvise (CUdeviceptr address, size_t size, int advice, CUdevice device);
WS_API CUresult cuMemAdvise_v2 (CUdeviceptr address, size_t size, int advice,
                                CUmemLocation location);
WS_API CUresult cuMemPrefetchAsync (CUdeviceptr address, size_t size, CUdevice device,
                                    CUstream stream);
WS_API CUresult cuMemPrefetchAsync_v2 (CUdeviceptr address, size_t size, CUmemLocation location,
                                       unsigned int flags, CUstream stream);

/* copies */

WS_API CUresult cuMemcpy (CUdeviceptr to, CUdeviceptr from, size_t size);
WS_API CUresult cuMemcpyHtoD_v2 (CUdeviceptr to, const void *from, size_t size);
WS_API CUresult cuMemcpyDtoH_v2 (void *to, CUdeviceptr from, size_t size);
WS_API CUresult cuMemcpyDtoD_v2 (CUdeviceptr to, CUdeviceptr from, size_t size);
WS_API CUresult cuMemcpyPeer (CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                              CUcontext from_context, size_t size);
WS_API CUresult cuMemcpyAsync (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream);
WS_API CUresult cuMemcpyHtoDAsync_v2 (CUdeviceptr to, const void *from, size_t size,
                                      CUstream stream);
WS_API CUresult cuMemcpyDtoHAsync_v2 (void *to, CUdeviceptr from, size_t size, CUstream stream);
WS_API CUresult cuMemcpyDtoDAsync_v2 (CUdeviceptr to, CUdeviceptr from, size_t size,
                                      CUstream stream);
WS_API CUresult cuMemcpyPeerAsync (CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                                   CUcontext from_context, size_t size, CUstream stream);
WS_API CUresult cuMemcpy2D_v2 (const CUDA_MEMCPY2D *rows);
WS_API CUresult cuMemcpy2DUnaligned_v2 (const CUDA_MEMCPY2D *rows);
WS_API CUresult cuMemcpy2DAsync_v2 (const CUDA_MEMCPY2D *rows, CUstream stream);
WS_API CUresult cuMemcpy3D_v2 (const CUDA_MEMCPY3D *box);
WS_API CUresult cuMemcpy3DAsync_v2 (const CUDA_MEMCPY3D *box, CUstream stream);
WS_API CUresult cuMemsetD8_v2 (CUdeviceptr to, unsigned char value, size_t n);
WS_API CUresult cuMemsetD2D8_v2 (CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                                 size_t height);
WS_API CUresult cuMemsetD16_v2 (CUdeviceptr to, unsigned short value, size_t n);
WS_API CUresult cuMemsetD2D16_v2 (CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                                  size_t height);
WS_API CUresult cuMemsetD32_v2 (CUdeviceptr to, unsigned int value, size_t n);
WS_API CUresult cuMemsetD2D32_v2 (CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                                  size_t height);
WS_API CUresult cuMemsetD8Async (CUdeviceptr to, unsigned char value, size_t n, CUstream stream);
WS_API CUresult cuMemsetD2D8Async (CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                                   size_t height, CUstream stream);
WS_API CUresult cuMemsetD16Async (CUdeviceptr to, unsigned short value, size_t n, CUstream stream);
WS_API CUresult cuMemsetD2D16Async (CUdeviceptr to, size_t pitch, unsigned short value,
                                    size_t width, size_t height, CUstream stream);
WS_API CUresult cuMemsetD32Async (CUdeviceptr to, unsigned int value, size_t n, CUstream stream);
WS_API CUresult cuMemsetD2D32Async (CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                                    size_t height, CUstream stream);

/* streams, events, captured streams */

WS_API CUresult cuStreamCreate (CUstream *stream, unsigned int flags);
WS_API CUresult cuStreamCreateWithPriority (CUstream *stream, unsigned int flags, int priority);
WS_API CUresult cuStreamDestroy_v2 (CUstream stream);
WS_API CUresult cuStreamSynchronize (CUstream stream);
WS_API CUresult cuStreamQuery (CUstream stream);
WS_API CUresult cuStreamWaitEvent (CUstream stream, CUevent event, unsigned int flags);
WS_API CUresult cuStreamGetFlags (CUstream stream, unsigned int *flags);
WS_API CUresult cuStreamGetPriority (CUstream stream, int *priority);
WS_API CUresult cuStreamGetId (CUstream stream, unsigned long long *id);
WS_API CUresult cuStreamGetDevice (CUstream stream, CUdevice *device);
WS_API CUresult cuStreamAttachMemAsync (CUstream stream, CUdeviceptr address, size_t size,
                                        unsigned int flags);
WS_API CUresult cuStreamCopyAttributes (CUstream to, CUstream from);
WS_API CUresult cuStreamGetAttribute (CUstream stream, int attribute, void *value);
WS_API CUresult cuStreamSetAttribute (CUstream stream, int attribute, const void *value);
WS_API CUresult cuStreamAddCallback (CUstream stream, CUstreamCallback callback, void *user_data,
                                     unsigned int flags);
WS_API CUresult cuEventCreate (CUevent *event, unsigned int flags);
WS_API CUresult cuEventDestroy_v2 (CUevent event);
WS_API CUresult cuEventRecord (CUevent event, CUstream stream);
WS_API CUresult cuEventRecordWithFlags (CUevent event, CUstream stream, unsigned int flags);
WS_API CUresult cuEventQuery (CUevent event);
WS_API CUresult cuEventSynchronize (CUevent event);
WS_API CUresult cuEventElapsedTime (float *milliseconds, CUevent from, CUevent to);
WS_API CUresult cuEventElapsedTime_v2 (float *milliseconds, CUevent from, CUevent to);
WS_API CUresult cuStreamBeginCapture_v2 (CUstream stream, int mode);
WS_API CUresult cuStreamEndCapture (CUstream stream, CUgraph *graph);
WS_API CUresult cuStreamIsCapturing (CUstream stream, int *status);
WS_API CUresult cuStreamGetCaptureInfo_v2 (CUstream stream, int *status, unsigned long long *id,
                                           CUgraph *graph, const CUgraphNode **after, size_t *n);
WS_API CUresult cuStreamGetCaptureInfo_v3 (CUstream stream, int *status, unsigned long long *id,
                                           CUgraph *graph, const CUgraphNode **after,
                                           const cudaGraphEdgeData **edges, size_t *n);
WS_API CUresult cuThreadExchangeStreamCaptureMode (int *mode);
WS_API CUresult cuGraphInstantiateWithFlags (CUgraphExec *exec, CUgraph graph,
                                             unsigned long long flags);
WS_API CUresult cuGraphLaunch (CUgraphExec exec, CUstream stream);
WS_API CUresult cuGraphUpload (CUgraphExec exec, CUstream stream);
WS_API CUresult cuGraphExecDestroy (CUgraphExec exec);
WS_API CUresult cuGraphDestroy (CUgraph graph);

/* those that are not there */

#define WS_LACKS(call, group) WS_API CUresult call (void);
#include "driver/lacks.def"
#undef WS_LACKS
