/* api.h: the calls of the CUDA runtime that programs make, as CUDA's own headers declare them. What
 * is not here is in lacks.def. */
#pragma once

#include "runtime/types.h"

/* A call that programs make. */
#define WS_API __attribute__ ((visibility ("default")))

/* Default argument in C++. */
#ifdef __cplusplus
#define WS_ELSE(value) = value
#else
#define WS_ELSE(value)
#endif

typedef void (*cudaStreamCallback_t) (cudaStream_t stream, cudaError_t status, void *user_data);

/* what nvcc's code registers, and launches by (crt/host_runtime.h) */

WS_API void **__cudaRegisterFatBinary (void *fat_binary);
WS_API void __cudaRegisterFatBinaryEnd (void **handle);
WS_API void __cudaUnregisterFatBinary (void **handle);
WS_API void __cudaRegisterFunction (void **handle, const char *host, char *device, const char *name,
                                    int thread_limit, void *tid, void *bid, void *block, void *grid,
                                    int *warp_size);
WS_API void __cudaRegisterVar (void **handle, char *host, char *device, const char *name, int ext,
                               size_t size, int constant, int global);
WS_API void __cudaRegisterManagedVar (void **handle, void **host, char *device, const char *name,
                                      int ext, size_t size, int constant, int global);
WS_API char __cudaInitModule (void **handle);
WS_API unsigned __cudaPushCallConfiguration (dim3 grid, dim3 block, size_t shared WS_ELSE (0),
                                             cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t __cudaPopCallConfiguration (dim3 *grid, dim3 *block, size_t *shared,
                                               void *stream);
WS_API cudaError_t __cudaGetKernel (cudaKernel_t *kernel, const void *host);
WS_API cudaError_t __cudaLaunchKernel (cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments,
                                       size_t shared, cudaStream_t stream);
WS_API cudaError_t __cudaLaunchKernel_ptsz (cudaKernel_t kernel, dim3 grid, dim3 block,
                                            void **arguments, size_t shared, cudaStream_t stream);

/* launches */

WS_API cudaError_t cudaGetKernel (cudaKernel_t *kernel, const void *host);
WS_API cudaError_t cudaLaunchKernel (const void *host, dim3 grid, dim3 block, void **arguments,
                                     size_t shared, cudaStream_t stream);
WS_API cudaError_t cudaLaunchCooperativeKernel (const void *host, dim3 grid, dim3 block,
                                                void **arguments, size_t shared,
                                                cudaStream_t stream);
WS_API cudaError_t cudaLaunchKernelExC (const cudaLaunchConfig_t *config, const void *host,
                                        void **arguments);

/* memory */

WS_API cudaError_t cudaMalloc (void **pointer, size_t size);
WS_API cudaError_t cudaMallocAsync (void **pointer, size_t size, cudaStream_t stream);
WS_API cudaError_t cudaMallocManaged (void **pointer, size_t size, unsigned int flags WS_ELSE (1));
WS_API cudaError_t cudaMallocHost (void **pointer, size_t size);
WS_API cudaError_t cudaHostAlloc (void **pointer, size_t size, unsigned int flags);
WS_API cudaError_t cudaMallocPitch (void **pointer, size_t *pitch, size_t width, size_t height);
WS_API cudaError_t cudaMalloc3D (cudaPitchedPtr *pointer, cudaExtent extent);
WS_API cudaError_t cudaFree (void *pointer);
WS_API cudaError_t cudaFreeAsync (void *pointer, cudaStream_t stream);
WS_API cudaError_t cudaFreeHost (void *pointer);
WS_API cudaError_t cudaHostRegister (void *pointer, size_t size, unsigned int flags);
WS_API cudaError_t cudaHostUnregister (void *pointer);
WS_API cudaError_t cudaHostGetDevicePointer (void **device, void *host, unsigned int flags);
WS_API cudaError_t cudaHostGetFlags (unsigned int *flags, void *host);
WS_API cudaError_t cudaMemGetInfo (size_t *free_bytes, size_t *total_bytes);
WS_API cudaError_t cudaPointerGetAttributes (cudaPointerAttributes *attributes,
                                             const void *pointer);
WS_API cudaError_t cudaGetSymbolAddress (void **pointer, const void *symbol);
WS_API cudaError_t cudaGetSymbolSize (size_t *size, const void *symbol);
WS_API cudaError_t cudaMemAdvise (const void *pointer, size_t size, int advice,
                                  cudaMemLocation location);
WS_API cudaError_t cudaMemPrefetchAsync (const void *pointer, size_t size, cudaMemLocation location,
                                         unsigned int flags, cudaStream_t stream WS_ELSE (0));

/* copies */

WS_API cudaError_t cudaMemcpy (void *to, const void *from, size_t size, cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpyAsync (void *to, const void *from, size_t size, cudaMemcpyKind kind,
                                    cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t cudaMemcpy2D (void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                 size_t width, size_t height, cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from,
                                      size_t from_pitch, size_t width, size_t height,
                                      cudaMemcpyKind kind, cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t cudaMemcpyToSymbol (const void *symbol, const void *from, size_t size,
                                       size_t offset, cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpyToSymbolAsync (const void *symbol, const void *from, size_t size,
                                            size_t offset, cudaMemcpyKind kind,
                                            cudaStream_t stream);
WS_API cudaError_t cudaMemcpyFromSymbol (void *to, const void *symbol, size_t size, size_t offset,
                                         cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpyFromSymbolAsync (void *to, const void *symbol, size_t size,
                                              size_t offset, cudaMemcpyKind kind,
                                              cudaStream_t stream);
WS_API cudaError_t cudaMemset (void *to, int value, size_t size);
WS_API cudaError_t cudaMemsetAsync (void *to, int value, size_t size,
                                    cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t cudaMemset2D (void *to, size_t pitch, int value, size_t width, size_t height);
WS_API cudaError_t cudaMemset2DAsync (void *to, size_t pitch, int value, size_t width,
                                      size_t height, cudaStream_t stream WS_ELSE (0));

WS_API cudaError_t cudaMemcpy3D (const cudaMemcpy3DParms *parms);
WS_API cudaError_t cudaMemcpy3DAsync (const cudaMemcpy3DParms *parms,
                                      cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t cudaMemset3D (cudaPitchedPtr to, int value, cudaExtent extent);
WS_API cudaError_t cudaMemset3DAsync (cudaPitchedPtr to, int value, cudaExtent extent,
                                      cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t cudaMemcpyPeer (void *to, int to_device, const void *from, int from_device,
                                   size_t size);
WS_API cudaError_t cudaMemcpyPeerAsync (void *to, int to_device, const void *from, int from_device,
                                        size_t size, cudaStream_t stream WS_ELSE (0));

/* arrays */

WS_API cudaError_t cudaMallocArray (cudaArray_t *array, const cudaChannelFormatDesc *texel,
                                    size_t width, size_t height WS_ELSE (0),
                                    unsigned int flags WS_ELSE (0));
WS_API cudaError_t cudaMalloc3DArray (cudaArray_t *array, const cudaChannelFormatDesc *texel,
                                      cudaExtent extent, unsigned int flags WS_ELSE (0));
WS_API cudaError_t cudaFreeArray (cudaArray_t array);
WS_API cudaError_t cudaArrayGetInfo (cudaChannelFormatDesc *texel, cudaExtent *extent,
                                     unsigned int *flags, cudaArray_t array);
WS_API cudaError_t cudaGetChannelDesc (cudaChannelFormatDesc *texel, cudaArray_const_t array);
WS_API cudaChannelFormatDesc cudaCreateChannelDesc (int x, int y, int z, int w,
                                                    cudaChannelFormatKind kind);
WS_API cudaError_t cudaMemcpy2DToArray (cudaArray_t to, size_t x, size_t y, const void *from,
                                        size_t pitch, size_t width, size_t height,
                                        cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpy2DToArrayAsync (cudaArray_t to, size_t x, size_t y, const void *from,
                                             size_t pitch, size_t width, size_t height,
                                             cudaMemcpyKind kind, cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t cudaMemcpy2DFromArray (void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                          size_t y, size_t width, size_t height,
                                          cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpy2DFromArrayAsync (void *to, size_t pitch, cudaArray_const_t from,
                                               size_t x, size_t y, size_t width, size_t height,
                                               cudaMemcpyKind kind,
                                               cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t cudaMemcpy2DArrayToArray (cudaArray_t to, size_t to_x, size_t to_y,
                                             cudaArray_const_t from, size_t from_x, size_t from_y,
                                             size_t width, size_t height, cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpyToArray (cudaArray_t to, size_t x, size_t y, const void *from,
                                      size_t size, cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpyToArrayAsync (cudaArray_t to, size_t x, size_t y, const void *from,
                                           size_t size, cudaMemcpyKind kind, cudaStream_t stream);
WS_API cudaError_t cudaMemcpyFromArray (void *to, cudaArray_const_t from, size_t x, size_t y,
                                        size_t size, cudaMemcpyKind kind);
WS_API cudaError_t cudaMemcpyFromArrayAsync (void *to, cudaArray_const_t from, size_t x, size_t y,
                                             size_t size, cudaMemcpyKind kind, cudaStream_t stream);

/* textures and surfaces */

WS_API cudaError_t cudaCreateTextureObject (cudaTextureObject_t *object,
                                            const cudaResourceDesc *resource,
                                            const cudaTextureDesc *texture, const void *view);
WS_API cudaError_t cudaDestroyTextureObject (cudaTextureObject_t object);
WS_API cudaError_t cudaGetTextureObjectResourceDesc (cudaResourceDesc *resource,
                                                     cudaTextureObject_t object);
WS_API cudaError_t cudaGetTextureObjectTextureDesc (cudaTextureDesc *texture,
                                                    cudaTextureObject_t object);
WS_API cudaError_t cudaCreateSurfaceObject (cudaSurfaceObject_t *object,
                                            const cudaResourceDesc *resource);
WS_API cudaError_t cudaDestroySurfaceObject (cudaSurfaceObject_t object);
WS_API cudaError_t cudaGetSurfaceObjectResourceDesc (cudaResourceDesc *resource,
                                                     cudaSurfaceObject_t object);

/* memory pools */

WS_API cudaError_t cudaDeviceGetDefaultMemPool (cudaMemPool_t *pool, int device);
WS_API cudaError_t cudaDeviceGetMemPool (cudaMemPool_t *pool, int device);
WS_API cudaError_t cudaDeviceSetMemPool (int device, cudaMemPool_t pool);
WS_API cudaError_t cudaMemPoolCreate (cudaMemPool_t *pool, const void *properties);
WS_API cudaError_t cudaMemPoolDestroy (cudaMemPool_t pool);
WS_API cudaError_t cudaMemPoolGetAttribute (cudaMemPool_t pool, int attribute, void *value);
WS_API cudaError_t cudaMemPoolSetAttribute (cudaMemPool_t pool, int attribute, void *value);
WS_API cudaError_t cudaMemPoolTrimTo (cudaMemPool_t pool, size_t bytes);
WS_API cudaError_t cudaMemPoolSetAccess (cudaMemPool_t pool, const void *list, size_t count);
WS_API cudaError_t cudaMallocFromPoolAsync (void **pointer, size_t size, cudaMemPool_t pool,
                                            cudaStream_t stream);

/* streams and events */

WS_API cudaError_t cudaStreamCreate (cudaStream_t *stream);
WS_API cudaError_t cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned int flags);
WS_API cudaError_t cudaStreamCreateWithPriority (cudaStream_t *stream, unsigned int flags,
                                                 int priority);
WS_API cudaError_t cudaStreamDestroy (cudaStream_t stream);
WS_API cudaError_t cudaStreamSynchronize (cudaStream_t stream);
WS_API cudaError_t cudaStreamQuery (cudaStream_t stream);
WS_API cudaError_t cudaStreamWaitEvent (cudaStream_t stream, cudaEvent_t event,
                                        unsigned int flags WS_ELSE (0));
WS_API cudaError_t cudaStreamGetFlags (cudaStream_t stream, unsigned int *flags);
WS_API cudaError_t cudaStreamGetPriority (cudaStream_t stream, int *priority);
WS_API cudaError_t cudaStreamGetId (cudaStream_t stream, unsigned long long *id);
WS_API cudaError_t cudaStreamGetDevice (cudaStream_t stream, int *device);
WS_API cudaError_t cudaStreamAddCallback (cudaStream_t stream, cudaStreamCallback_t callback,
                                          void *user_data, unsigned int flags);
WS_API cudaError_t cudaStreamAttachMemAsync (cudaStream_t stream, void *pointer,
                                             size_t size WS_ELSE (0),
                                             unsigned int flags WS_ELSE (4));
WS_API cudaError_t cudaLaunchHostFunc (cudaStream_t stream, cudaHostFn_t function, void *user_data);
WS_API cudaError_t cudaEventCreate (cudaEvent_t *event);
WS_API cudaError_t cudaEventCreateWithFlags (cudaEvent_t *event, unsigned int flags);
WS_API cudaError_t cudaEventDestroy (cudaEvent_t event);
WS_API cudaError_t cudaEventRecord (cudaEvent_t event, cudaStream_t stream WS_ELSE (0));
WS_API cudaError_t cudaEventRecordWithFlags (cudaEvent_t event, cudaStream_t stream WS_ELSE (0),
                                             unsigned int flags WS_ELSE (0));
WS_API cudaError_t cudaEventQuery (cudaEvent_t event);
WS_API cudaError_t cudaEventSynchronize (cudaEvent_t event);
WS_API cudaError_t cudaEventElapsedTime (float *milliseconds, cudaEvent_t from, cudaEvent_t to);
WS_API cudaError_t cudaDeviceSynchronize (void);

/* graphs, and streams that are captured */

WS_API cudaError_t cudaStreamBeginCapture (cudaStream_t stream, int mode);
WS_API cudaError_t cudaStreamBeginCaptureToGraph (cudaStream_t stream, cudaGraph_t graph,
                                                  const cudaGraphNode_t *after,
                                                  const cudaGraphEdgeData *edges, size_t n,
                                                  int mode);
WS_API cudaError_t cudaStreamEndCapture (cudaStream_t stream, cudaGraph_t *graph);
WS_API cudaError_t cudaStreamIsCapturing (cudaStream_t handle, int *status);
WS_API cudaError_t cudaStreamGetCaptureInfo (cudaStream_t handle, int *status,
                                             unsigned long long *id, cudaGraph_t *graph,
                                             const cudaGraphNode_t **after,
                                             const cudaGraphEdgeData **edges, size_t *n);
WS_API cudaError_t cudaStreamUpdateCaptureDependencies (cudaStream_t handle, cudaGraphNode_t *after,
                                                        const cudaGraphEdgeData *edges, size_t n,
                                                        unsigned int flags);
WS_API cudaError_t cudaThreadExchangeStreamCaptureMode (int *mode);
WS_API cudaError_t cudaGraphCreate (cudaGraph_t *graph, unsigned int flags);
WS_API cudaError_t cudaGraphDestroy (cudaGraph_t graph);
WS_API cudaError_t cudaGraphClone (cudaGraph_t *clone, cudaGraph_t graph);
WS_API cudaError_t cudaGraphNodeFindInClone (cudaGraphNode_t *node, cudaGraphNode_t original,
                                             cudaGraph_t clone);
WS_API cudaError_t cudaGraphGetNodes (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n);
WS_API cudaError_t cudaGraphGetRootNodes (cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n);
WS_API cudaError_t cudaGraphGetEdges (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                      cudaGraphEdgeData *edges, size_t *n);
WS_API cudaError_t cudaGraphNodeGetDependencies (cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                                 cudaGraphEdgeData *edges, size_t *n);
WS_API cudaError_t cudaGraphNodeGetDependentNodes (cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                                   cudaGraphEdgeData *edges, size_t *n);
WS_API cudaError_t cudaGraphAddDependencies (cudaGraph_t graph, const cudaGraphNode_t *from,
                                             const cudaGraphNode_t *to,
                                             const cudaGraphEdgeData *edges, size_t n);
WS_API cudaError_t cudaGraphRemoveDependencies (cudaGraph_t graph, const cudaGraphNode_t *from,
                                                const cudaGraphNode_t *to,
                                                const cudaGraphEdgeData *edges, size_t n);
WS_API cudaError_t cudaGraphDestroyNode (cudaGraphNode_t node);
WS_API cudaError_t cudaGraphNodeGetType (cudaGraphNode_t node, cudaGraphNodeType *type);
WS_API cudaError_t cudaGraphInstantiate (cudaGraphExec_t *exec, cudaGraph_t graph,
                                         unsigned long long flags WS_ELSE (0));
WS_API cudaError_t cudaGraphInstantiateWithFlags (cudaGraphExec_t *exec, cudaGraph_t graph,
                                                  unsigned long long flags);
WS_API cudaError_t cudaGraphInstantiateWithParams (cudaGraphExec_t *exec, cudaGraph_t graph,
                                                   cudaGraphInstantiateParams *params);
WS_API cudaError_t cudaGraphExecGetFlags (cudaGraphExec_t exec, unsigned long long *flags);
WS_API cudaError_t cudaGraphExecDestroy (cudaGraphExec_t exec);
WS_API cudaError_t cudaGraphLaunch (cudaGraphExec_t exec, cudaStream_t stream);
WS_API cudaError_t cudaGraphUpload (cudaGraphExec_t exec, cudaStream_t stream);
WS_API cudaError_t cudaGraphExecUpdate (cudaGraphExec_t exec, cudaGraph_t graph,
                                        cudaGraphExecUpdateResultInfo *info);
WS_API cudaError_t cudaGraphNodeSetEnabled (cudaGraphExec_t exec, cudaGraphNode_t node,
                                            unsigned int is_enabled);
WS_API cudaError_t cudaGraphNodeGetEnabled (cudaGraphExec_t exec, cudaGraphNode_t node,
                                            unsigned int *is_enabled);
WS_API cudaError_t cudaGraphAddNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *after, const cudaGraphEdgeData *edges,
                                     size_t n, cudaGraphNodeParams *params);
WS_API cudaError_t cudaGraphAddKernelNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *after, size_t n,
                                           const cudaKernelNodeParams *params);
WS_API cudaError_t cudaGraphAddMemcpyNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *after, size_t n,
                                           const cudaMemcpy3DParms *params);
WS_API cudaError_t cudaGraphAddMemcpyNode1D (cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *after, size_t n, void *to,
                                             const void *from, size_t size, cudaMemcpyKind kind);
WS_API cudaError_t cudaGraphAddMemcpyNodeToSymbol (cudaGraphNode_t *node, cudaGraph_t graph,
                                                   const cudaGraphNode_t *after, size_t n,
                                                   const void *symbol, const void *from,
                                                   size_t size, size_t offset, cudaMemcpyKind kind);
WS_API cudaError_t cudaGraphAddMemcpyNodeFromSymbol (cudaGraphNode_t *node, cudaGraph_t graph,
                                                     const cudaGraphNode_t *after, size_t n,
                                                     void *to, const void *symbol, size_t size,
                                                     size_t offset, cudaMemcpyKind kind);
WS_API cudaError_t cudaGraphAddMemsetNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *after, size_t n,
                                           const cudaMemsetParams *params);
WS_API cudaError_t cudaGraphAddHostNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                         const cudaGraphNode_t *after, size_t n,
                                         const cudaHostNodeParams *params);
WS_API cudaError_t cudaGraphAddChildGraphNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                               const cudaGraphNode_t *after, size_t n,
                                               cudaGraph_t child);
WS_API cudaError_t cudaGraphAddEmptyNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                          const cudaGraphNode_t *after, size_t n);
WS_API cudaError_t cudaGraphAddEventRecordNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                                const cudaGraphNode_t *after, size_t n,
                                                cudaEvent_t event);
WS_API cudaError_t cudaGraphAddEventWaitNode (cudaGraphNode_t *node, cudaGraph_t graph,
                                              const cudaGraphNode_t *after, size_t n,
                                              cudaEvent_t event);
WS_API cudaError_t cudaGraphNodeSetParams (cudaGraphNode_t node, cudaGraphNodeParams *params);
WS_API cudaError_t cudaGraphExecNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaGraphNodeParams *params);
WS_API cudaError_t cudaGraphKernelNodeSetParams (cudaGraphNode_t node,
                                                 const cudaKernelNodeParams *params);
WS_API cudaError_t cudaGraphExecKernelNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const cudaKernelNodeParams *params);
WS_API cudaError_t cudaGraphMemcpyNodeSetParams (cudaGraphNode_t node,
                                                 const cudaMemcpy3DParms *params);
WS_API cudaError_t cudaGraphExecMemcpyNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const cudaMemcpy3DParms *params);
WS_API cudaError_t cudaGraphMemcpyNodeSetParams1D (cudaGraphNode_t node, void *to, const void *from,
                                                   size_t size, cudaMemcpyKind kind);
WS_API cudaError_t cudaGraphExecMemcpyNodeSetParams1D (cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void *to, const void *from, size_t size,
                                                       cudaMemcpyKind kind);
WS_API cudaError_t cudaGraphMemsetNodeSetParams (cudaGraphNode_t node,
                                                 const cudaMemsetParams *params);
WS_API cudaError_t cudaGraphExecMemsetNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const cudaMemsetParams *params);
WS_API cudaError_t cudaGraphHostNodeSetParams (cudaGraphNode_t node,
                                               const cudaHostNodeParams *params);
WS_API cudaError_t cudaGraphExecHostNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                                   const cudaHostNodeParams *params);
WS_API cudaError_t cudaGraphExecChildGraphNodeSetParams (cudaGraphExec_t exec, cudaGraphNode_t node,
                                                         cudaGraph_t child);
WS_API cudaError_t cudaGraphKernelNodeGetParams (cudaGraphNode_t node,
                                                 cudaKernelNodeParams *params);
WS_API cudaError_t cudaGraphMemcpyNodeGetParams (cudaGraphNode_t node, cudaMemcpy3DParms *params);
WS_API cudaError_t cudaGraphMemsetNodeGetParams (cudaGraphNode_t node, cudaMemsetParams *params);
WS_API cudaError_t cudaGraphHostNodeGetParams (cudaGraphNode_t node, cudaHostNodeParams *params);
WS_API cudaError_t cudaGraphChildGraphNodeGetGraph (cudaGraphNode_t node, cudaGraph_t *graph);
WS_API cudaError_t cudaGraphEventRecordNodeGetEvent (cudaGraphNode_t node, cudaEvent_t *event);
WS_API cudaError_t cudaGraphEventWaitNodeGetEvent (cudaGraphNode_t node, cudaEvent_t *event);

/* streams' hints */

WS_API cudaError_t cudaStreamSetAttribute (cudaStream_t stream, int attribute, const void *value);
WS_API cudaError_t cudaStreamGetAttribute (cudaStream_t stream, int attribute, void *value);
WS_API cudaError_t cudaStreamCopyAttributes (cudaStream_t to, cudaStream_t from);

/* the device and its kernels */

WS_API cudaError_t cudaGetDeviceCount (int *count);
WS_API cudaError_t cudaGetDevice (int *device);
WS_API cudaError_t cudaSetDevice (int device);
WS_API cudaError_t cudaInitDevice (int device, unsigned int device_flags, unsigned int flags);
WS_API cudaError_t cudaSetDeviceFlags (unsigned int flags);
WS_API cudaError_t cudaGetDeviceFlags (unsigned int *flags);
WS_API cudaError_t cudaSetValidDevices (int *devices, int count);
WS_API cudaError_t cudaChooseDevice (int *device, const cudaDeviceProp *wanted);
WS_API cudaError_t cudaDeviceReset (void);
WS_API cudaError_t cudaGetDeviceProperties (cudaDeviceProp *properties, int device);
WS_API cudaError_t cudaDeviceGetAttribute (int *value, int attribute, int device);
WS_API cudaError_t cudaDeviceGetPCIBusId (char *text, int length, int device);
WS_API cudaError_t cudaDeviceGetByPCIBusId (int *device, const char *text);
WS_API cudaError_t cudaDeviceGetStreamPriorityRange (int *least, int *greatest);
WS_API cudaError_t cudaDeviceCanAccessPeer (int *can, int device, int peer);
WS_API cudaError_t cudaDeviceGetLimit (size_t *value, int limit);
WS_API cudaError_t cudaDeviceSetLimit (int limit, size_t value);
WS_API cudaError_t cudaDeviceGetCacheConfig (int *config);
WS_API cudaError_t cudaDeviceSetCacheConfig (int config);
WS_API cudaError_t cudaDeviceGetSharedMemConfig (int *config);
WS_API cudaError_t cudaDeviceSetSharedMemConfig (int config);
WS_API cudaError_t cudaFuncSetSharedMemConfig (const void *host, int config);
WS_API cudaError_t cudaDriverGetVersion (int *version);
WS_API cudaError_t cudaGetDriverEntryPoint (const char *name, void **function,
                                            unsigned long long flags,
                                            cudaDriverEntryPointQueryResult *status);
WS_API cudaError_t cudaGetDriverEntryPointByVersion (const char *name, void **function,
                                                     unsigned version, unsigned long long flags,
                                                     cudaDriverEntryPointQueryResult *status);
WS_API cudaError_t cudaRuntimeGetVersion (int *version);
WS_API cudaError_t cudaFuncGetAttributes (cudaFuncAttributes *attributes, const void *host);
WS_API cudaError_t cudaFuncSetAttribute (const void *host, int attribute, int value);
WS_API cudaError_t cudaFuncSetCacheConfig (const void *host, int config);
WS_API cudaError_t cudaFuncGetParamInfo (const void *host, size_t index, size_t *offset,
                                         size_t *size);
WS_API cudaError_t cudaGetFuncBySymbol (cudaFunction_t *function, const void *host);
WS_API cudaError_t cudaKernelSetAttributeForDevice (cudaKernel_t kernel, int attribute, int value,
                                                    int device);
WS_API cudaError_t cudaCtxResetPersistingL2Cache (void);
WS_API cudaError_t cudaDeviceEnablePeerAccess (int peer, unsigned int flags);
WS_API cudaError_t cudaDeviceDisablePeerAccess (int peer);
WS_API cudaError_t cudaDeviceGetP2PAttribute (int *value, int attribute, int from, int to);
WS_API cudaError_t cudaFuncGetName (const char **name, const void *host);
WS_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor (int *blocks, const void *host,
                                                                  int threads, size_t shared);
WS_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags (
    int *blocks, const void *host, int threads, size_t shared, unsigned int flags);
WS_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock (size_t *shared, const void *host,
                                                              int blocks, int threads);
WS_API cudaError_t cudaProfilerStart (void);
WS_API cudaError_t cudaProfilerStop (void);

/* errors */

WS_API cudaError_t cudaGetLastError (void);
WS_API cudaError_t cudaPeekAtLastError (void);
WS_API const char *cudaGetErrorName (cudaError_t error);
WS_API const char *cudaGetErrorString (cudaError_t error);
