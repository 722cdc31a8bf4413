/* work.h: work of a stream: executed at once, or added as a node to the captured graph. */
#pragma once

#include "runtime/runtime-private.h"

G_BEGIN_DECLS

/**
 * WsPlace:
 * @address: of the first byte
 * @pitch: bytes from one row to the next
 * @slice: from one slice to the next
 *
 * A box of bytes in memory.
 */
typedef struct {
  guint64 address;
  gsize pitch;
  gsize slice;
} WsPlace;

/* What is copied: @depth slices of @height rows of @width bytes. */
typedef struct {
  WsPlace to;
  WsPlace from;
  gsize width;
  gsize height;
  gsize depth;
  cudaMemcpyKind kind;
} WsCopy;

/* As WsCopy: what is set to a value of @element bytes. */
typedef struct {
  WsPlace to;
  gsize width;
  gsize height;
  gsize depth;
  guint32 value;
  guint element;
} WsFill;

/* A validated launch. */
typedef struct {
  WsFunction *function;
  dim3 grid;
  dim3 block;
  guint shared;
  guint8 *params;
  gsize params_size;
} WsKernelWork;

/**
 * WsWork:
 * @type: selects the valid member
 * @call: that asked for it, as in "cudaMemcpy"; of a node, what it is called there
 * @graph: of a child: its own
 * @memory: for an allocation or free in a graph
 */
typedef struct {
  cudaGraphNodeType type;
  const char *call;
  union {
    WsCopy copy;
    WsFill fill;
    WsKernelWork kernel;
    cudaHostNodeParams host;
    cudaGraph_t graph;
    cudaEvent_t event;
    void *memory;
  };
} WsWork;

WsWork ws_work_copy (const WsWork *self);
void ws_work_clear (WsWork *self);
cudaError_t ws_work_run (WsRuntime *self, const WsWork *work, WsStream *stream);

/* Execution of each kind: copy.c, launch.c, stream.c. */
cudaError_t ws_copy_run (WsRuntime *self, const WsWork *work, WsStream *stream);
cudaError_t ws_fill_run (WsRuntime *self, const WsWork *work, WsStream *stream);
cudaError_t ws_kernel_run (WsRuntime *self, const WsWork *work, WsStream *stream);
cudaError_t ws_event_run (WsRuntime *self, const WsWork *work, WsStream *stream);

/* Builds work from the arguments of calls. */
cudaError_t ws_work_of_kernel (WsRuntime *self, const cudaKernelNodeParams *params, WsWork *work);
WsWork ws_work_of_bytes (const char *call, void *to, const void *from, gsize size,
                         cudaMemcpyKind kind);
WsWork ws_work_of_fill (const char *call, WsPlace to, guint32 value, gsize width, gsize height);
cudaError_t ws_work_of_copy (const cudaMemcpy3DParms *parms, WsWork *work);
WsPlace ws_array_get_place (cudaArray_const_t array);
gsize ws_array_get_texel_bytes (cudaArray_const_t array);
gboolean ws_array_holds (cudaArray_const_t array, cudaPos at, cudaExtent extent);

G_END_DECLS
