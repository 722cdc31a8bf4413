/* copy.c: what is copied and set. */
#include "passing.h"

static gboolean
is_of_device (const WsPassing *self, const void *pointer, gboolean is_said)
{
  const WsMemoryOf *found = ws_passing_find_memory (self, (guint64)(guintptr)pointer);

  return found != NULL ? found->is_device : is_said;
}

/**
 * ws_passing_describe_copy:
 * @call: as in "cudaMemcpy"
 * @to: where it goes; an array stands for its memory
 * @from: where it comes from
 * @size: bytes
 * @kind: what the program says, which counts where nothing else is known
 *
 * Returns: the step
 */
WsStep
ws_passing_describe_copy (WsPassing *self, const char *call, const void *to, const void *from,
                          gsize size, cudaMemcpyKind kind)
{
  gboolean to_device =
      is_of_device (self, to, kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice);
  gboolean from_device =
      is_of_device (self, from, kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice);

  return (WsStep){ .kind = WS_STEP_COPY,
                   .name = (char *)call,
                   .copy = to_device ? (from_device ? WS_COPY_ON_DEVICE : WS_COPY_TO_DEVICE)
                                     : (from_device ? WS_COPY_FROM_DEVICE : WS_COPY_ON_HOST),
                   .address = (guint64)(guintptr)to,
                   .from = (guint64)(guintptr)from,
                   .size = size };
}

WsStep
ws_passing_describe_set (const char *call, const void *to, gsize size)
{
  return (WsStep){
    .kind = WS_STEP_SET, .name = (char *)call, .address = (guint64)(guintptr)to, .size = size
  };
}

/* Returns: the step of a copy of a box, whose width is of texels where an array takes part */
WsStep
ws_passing_describe_box (WsPassing *self, const char *call, const cudaMemcpy3DParms *parms)
{
  cudaArray_const_t array = parms->srcArray != NULL ? parms->srcArray : parms->dstArray;
  const WsArrayOf *known = array != NULL ? g_hash_table_lookup (self->arrays, array) : NULL;
  gsize unit = known != NULL ? known->texel_bytes : 1;

  return ws_passing_describe_copy (
      self, call, parms->dstArray != NULL ? (const void *)parms->dstArray : parms->dstPtr.ptr,
      parms->srcArray != NULL ? (const void *)parms->srcArray : parms->srcPtr.ptr,
      parms->extent.width * unit * parms->extent.height * parms->extent.depth, parms->kind);
}

static void
note_step (WsPassing *self, cudaStream_t stream, const WsStep *step, cudaError_t error)
{
  ws_flight_land (self, error);
  if (error == cudaSuccess && step->size > 0)
    ws_passing_tell_in (self, stream, step);
}

/* What a call copies. */
typedef struct {
  const char *call;
  cudaStream_t stream;
  const void *to;
  const void *from;
  gsize size;
  cudaMemcpyKind kind;
} Copied;

static void
note (const Copied *copied, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  const WsStep step = ws_passing_describe_copy (self, copied->call, copied->to, copied->from,
                                                copied->size, copied->kind);

  note_step (self, copied->stream, &step, error);
  ws_passing_leave (self);
}

static void
note_box (const char *call, cudaStream_t stream, const cudaMemcpy3DParms *parms, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    {
      const WsStep step = ws_passing_describe_box (self, call, parms);

      note_step (self, stream, &step, error);
    }
  ws_passing_leave (self);
}

/* Where a variable is; the program may ask for that at any time. */
static const guint8 *
find_symbol (const void *symbol, gsize offset, cudaError_t error)
{
  void *address = NULL;

  if (error == cudaSuccess)
    WS_REAL (cudaGetSymbolAddress) (&address, symbol);
  return address != NULL ? (const guint8 *)address + offset : NULL;
}

/* The module of a variable that is used is there from then on. */
static void
note_symbol (const void *symbol, const Copied *copied, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  const WsVariable *variable = g_hash_table_lookup (self->registry.variables, symbol);

  if (variable != NULL)
    ws_passing_use (self, variable->module);
  ws_passing_leave (self);
  note (copied, error);
}

static void
note_set (const char *call, cudaStream_t stream, const void *to, gsize size, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  const WsStep step = ws_passing_describe_set (call, to, size);

  note_step (self, stream, &step, error);
  ws_passing_leave (self);
}

WS_WATCH_TWO (cudaMemcpy, _ptds, (void *to, const void *from, size_t size, cudaMemcpyKind kind),
              (to, from, size, kind),
              note (&(Copied){ "cudaMemcpy", NULL, to, from, size, kind }, error))
WS_WATCH_TWO (cudaMemcpyAsync, _ptsz,
              (void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream),
              (to, from, size, kind, stream),
              note (&(Copied){ "cudaMemcpyAsync", stream, to, from, size, kind }, error))
WS_WATCH_TWO (cudaMemcpy2D, _ptds,
              (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
               size_t height, cudaMemcpyKind kind),
              (to, to_pitch, from, from_pitch, width, height, kind),
              note (&(Copied){ "cudaMemcpy2D", NULL, to, from, width *height, kind }, error))
WS_WATCH_TWO (cudaMemcpy2DAsync, _ptsz,
              (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
               size_t height, cudaMemcpyKind kind, cudaStream_t stream),
              (to, to_pitch, from, from_pitch, width, height, kind, stream),
              note (&(Copied){ "cudaMemcpy2DAsync", stream, to, from, width *height, kind }, error))
WS_WATCH_TWO (cudaMemcpy3D, _ptds, (const cudaMemcpy3DParms *parms), (parms),
              note_box ("cudaMemcpy3D", NULL, parms, error))
WS_WATCH_TWO (cudaMemcpy3DAsync, _ptsz, (const cudaMemcpy3DParms *parms, cudaStream_t stream),
              (parms, stream), note_box ("cudaMemcpy3DAsync", stream, parms, error))
WS_WATCH (cudaMemcpyPeer, (void *to, int to_device, const void *from, int from_device, size_t size),
          (to, to_device, from, from_device, size),
          note (&(Copied){ "cudaMemcpyPeer", NULL, to, from, size, cudaMemcpyDeviceToDevice },
                error))
WS_WATCH (
    cudaMemcpyPeerAsync,
    (void *to, int to_device, const void *from, int from_device, size_t size, cudaStream_t stream),
    (to, to_device, from, from_device, size, stream),
    note (&(Copied){ "cudaMemcpyPeerAsync", stream, to, from, size, cudaMemcpyDeviceToDevice },
          error))
WS_WATCH_TWO (cudaMemcpyToSymbol, _ptds,
              (const void *symbol, const void *from, size_t size, size_t offset,
               cudaMemcpyKind kind),
              (symbol, from, size, offset, kind),
              note_symbol (symbol,
                           &(Copied){ "cudaMemcpyToSymbol", NULL,
                                      find_symbol (symbol, offset, error), from, size, kind },
                           error))
WS_WATCH_TWO (cudaMemcpyToSymbolAsync, _ptsz,
              (const void *symbol, const void *from, size_t size, size_t offset,
               cudaMemcpyKind kind, cudaStream_t stream),
              (symbol, from, size, offset, kind, stream),
              note_symbol (symbol,
                           &(Copied){ "cudaMemcpyToSymbolAsync", stream,
                                      find_symbol (symbol, offset, error), from, size, kind },
                           error))
WS_WATCH_TWO (cudaMemcpyFromSymbol, _ptds,
              (void *to, const void *symbol, size_t size, size_t offset, cudaMemcpyKind kind),
              (to, symbol, size, offset, kind),
              note_symbol (symbol,
                           &(Copied){ "cudaMemcpyFromSymbol", NULL, to,
                                      find_symbol (symbol, offset, error), size, kind },
                           error))
WS_WATCH_TWO (cudaMemcpyFromSymbolAsync, _ptsz,
              (void *to, const void *symbol, size_t size, size_t offset, cudaMemcpyKind kind,
               cudaStream_t stream),
              (to, symbol, size, offset, kind, stream),
              note_symbol (symbol,
                           &(Copied){ "cudaMemcpyFromSymbolAsync", stream, to,
                                      find_symbol (symbol, offset, error), size, kind },
                           error))
WS_WATCH_TWO (cudaMemcpy2DToArray, _ptds,
              (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
               size_t height, cudaMemcpyKind kind),
              (to, x, y, from, pitch, width, height, kind),
              note (&(Copied){ "cudaMemcpy2DToArray", NULL, to, from, width *height, kind }, error))
WS_WATCH_TWO (cudaMemcpy2DToArrayAsync, _ptsz,
              (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
               size_t height, cudaMemcpyKind kind, cudaStream_t stream),
              (to, x, y, from, pitch, width, height, kind, stream),
              note (&(Copied){ "cudaMemcpy2DToArrayAsync", stream, to, from, width *height, kind },
                    error))
WS_WATCH_TWO (cudaMemcpy2DFromArray, _ptds,
              (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
               size_t height, cudaMemcpyKind kind),
              (to, pitch, from, x, y, width, height, kind),
              note (&(Copied){ "cudaMemcpy2DFromArray", NULL, to, from, width *height, kind },
                    error))
WS_WATCH_TWO (
    cudaMemcpy2DFromArrayAsync, _ptsz,
    (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
     size_t height, cudaMemcpyKind kind, cudaStream_t stream),
    (to, pitch, from, x, y, width, height, kind, stream),
    note (&(Copied){ "cudaMemcpy2DFromArrayAsync", stream, to, from, width *height, kind }, error))
WS_WATCH_TWO (cudaMemcpy2DArrayToArray, _ptds,
              (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
               size_t from_y, size_t width, size_t height, cudaMemcpyKind kind),
              (to, to_x, to_y, from, from_x, from_y, width, height, kind),
              note (&(Copied){ "cudaMemcpy2DArrayToArray", NULL, to, from, width *height, kind },
                    error))
WS_WATCH_TWO (cudaMemcpyToArray, _ptds,
              (cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
               cudaMemcpyKind kind),
              (to, x, y, from, size, kind),
              note (&(Copied){ "cudaMemcpyToArray", NULL, to, from, size, kind }, error))
WS_WATCH_TWO (cudaMemcpyToArrayAsync, _ptsz,
              (cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
               cudaMemcpyKind kind, cudaStream_t stream),
              (to, x, y, from, size, kind, stream),
              note (&(Copied){ "cudaMemcpyToArrayAsync", stream, to, from, size, kind }, error))
WS_WATCH_TWO (cudaMemcpyFromArray, _ptds,
              (void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
               cudaMemcpyKind kind),
              (to, from, x, y, size, kind),
              note (&(Copied){ "cudaMemcpyFromArray", NULL, to, from, size, kind }, error))
WS_WATCH_TWO (cudaMemcpyFromArrayAsync, _ptsz,
              (void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
               cudaMemcpyKind kind, cudaStream_t stream),
              (to, from, x, y, size, kind, stream),
              note (&(Copied){ "cudaMemcpyFromArrayAsync", stream, to, from, size, kind }, error))
WS_WATCH_TWO (cudaMemset, _ptds, (void *to, int value, size_t size), (to, value, size),
              note_set ("cudaMemset", NULL, to, size, error))
WS_WATCH_TWO (cudaMemsetAsync, _ptsz, (void *to, int value, size_t size, cudaStream_t stream),
              (to, value, size, stream), note_set ("cudaMemsetAsync", stream, to, size, error))
WS_WATCH_TWO (cudaMemset2D, _ptds, (void *to, size_t pitch, int value, size_t width, size_t height),
              (to, pitch, value, width, height),
              note_set ("cudaMemset2D", NULL, to, width *height, error))
WS_WATCH_TWO (cudaMemset2DAsync, _ptsz,
              (void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
              (to, pitch, value, width, height, stream),
              note_set ("cudaMemset2DAsync", stream, to, width *height, error))
WS_WATCH_TWO (cudaMemset3D, _ptds, (cudaPitchedPtr to, int value, cudaExtent extent),
              (to, value, extent),
              note_set ("cudaMemset3D", NULL, to.ptr, extent.width *extent.height *extent.depth,
                        error))
WS_WATCH_TWO (cudaMemset3DAsync, _ptsz,
              (cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream),
              (to, value, extent, stream),
              note_set ("cudaMemset3DAsync", stream, to.ptr,
                        extent.width *extent.height *extent.depth, error))
