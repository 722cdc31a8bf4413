/* copy.c: copying and setting memory. */
#include "runtime/api.h"
#include "runtime/sequence.h"

#include <string.h>

/* Between host and device: PCI Express 5 with 16 lanes, in one direction (PCI-SIG). */
#define BUS_BYTES_PER_S 63e9
#define BUS_NS          8000 /* latency of the first byte */

/* A box of bytes with host addresses. */
typedef struct {
  guint8 *data;
  WsPlace place;
  WsAllocation *allocation; /* NULL: the host's own */
} Box;

/* Bytes from the first to the last. */
static gboolean
get_extent (const WsPlace *place, gsize width, gsize height, gsize depth, gsize *extent)
{
  gsize rows;

  return !__builtin_mul_overflow (place->pitch, height - 1, &rows)
         && !__builtin_mul_overflow (place->slice, depth - 1, extent)
         && !__builtin_add_overflow (*extent, rows, extent)
         && !__builtin_add_overflow (*extent, width, extent);
}

static gboolean
find_box (WsRuntime *self, const WsPlace *place, const gsize size[3], Box *box)
{
  gsize extent;

  *box = (Box){ .place = *place };
  if ((size[1] > 1 && place->pitch < size[0])
      || !get_extent (place, size[0], size[1], size[2], &extent))
    return FALSE;
  box->data = ws_runtime_reach (self, (void *)(guintptr)place->address, extent, &box->allocation);
  return box->data != NULL;
}

static gboolean
is_of_device (const Box *box)
{
  return box->allocation != NULL && box->allocation->room != NULL;
}

/* Whether the memory kind given by the program is correct; managed and pinned memory are of both
 * kinds. */
static gboolean
is_kind (cudaMemcpyKind kind, const Box *to, const Box *from)
{
  gboolean to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  gboolean from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;

  if (kind == cudaMemcpyDefault)
    return TRUE;
  return (to_device ? to->allocation != NULL : !is_of_device (to))
         && (from_device ? from->allocation != NULL : !is_of_device (from));
}

static guint64
get_duration (const WsRuntime *self, WsCopyKind kind, gsize size)
{
  double peak = (double)self->options.spec->memory_bandwidth_bytes_per_s;

  switch (kind)
    {
    case WS_COPY_ON_HOST:
      return 0;
    case WS_COPY_ON_DEVICE:
      return (guint64)((double)size * 2 / MAX (peak, 1) * 1e9);
    default:
      return BUS_NS + (guint64)((double)size / BUS_BYTES_PER_S * 1e9);
    }
}

static guint8 *
get_row (const Box *box, gsize y, gsize z)
{
  return box->data + z * box->place.slice + y * box->place.pitch;
}

static void
note_written (WsRuntime *self, const Box *box, const gsize size[3])
{
  WsAllocation *allocation = box->allocation;

  if (!is_of_device (box))
    return;
  for (gsize z = 0; z < size[2]; z++)
    for (gsize y = 0; y < size[1]; y++)
      ws_allocation_fill (allocation, (guint64)(get_row (box, y, z) - allocation->data), size[0]);
  ws_memory_touch (ws_vm_device_get_memory (self->device), allocation, size[0] * size[1] * size[2]);
}

cudaError_t
ws_copy_run (WsRuntime *self, const WsWork *work, WsStream *stream)
{
  const WsCopy *copy = &work->copy;
  const gsize size[] = { copy->width, copy->height, copy->depth };
  gsize n_bytes = size[0] * size[1] * size[2];
  WsCopyKind direction;
  Box to;
  Box from;
  guint64 duration;

  if ((guint)copy->kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (size[0] == 0 || size[1] == 0 || size[2] == 0)
    return cudaSuccess;
  if (!find_box (self, &copy->to, size, &to) || !find_box (self, &copy->from, size, &from)
      || !is_kind (copy->kind, &to, &from))
    return cudaErrorInvalidValue;
  direction = is_of_device (&to) ? (is_of_device (&from) ? WS_COPY_ON_DEVICE : WS_COPY_TO_DEVICE)
                                 : (is_of_device (&from) ? WS_COPY_FROM_DEVICE : WS_COPY_ON_HOST);
  for (gsize z = 0; z < size[2]; z++)
    for (gsize y = 0; y < size[1]; y++)
      memmove (get_row (&to, y, z), get_row (&from, y, z), size[0]);
  note_written (self, &to, size);
  duration = get_duration (self, direction, n_bytes);
  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_COPY,
                                    .name = (char *)work->call,
                                    .stream = stream->id,
                                    .copy = direction,
                                    .address = copy->to.address,
                                    .from = copy->from.address,
                                    .size = n_bytes,
                                    .begin_ns = ws_runtime_queue (self, stream, duration),
                                    .duration_ns = duration });
  return cudaSuccess;
}

static void
fill_row (guint8 *row, gsize width, guint32 value, guint element)
{
  if (element == 1)
    memset (row, (int)(value & 0xff), width);
  else
    for (gsize at = 0; at + element <= width; at += element)
      memcpy (row + at, &value, element);
}

cudaError_t
ws_fill_run (WsRuntime *self, const WsWork *work, WsStream *stream)
{
  const WsFill *fill = &work->fill;
  const gsize size[] = { fill->width, fill->height, fill->depth };
  gsize n_bytes = size[0] * size[1] * size[2];
  guint64 duration;
  Box to;

  if (size[0] == 0 || size[1] == 0 || size[2] == 0)
    return cudaSuccess;
  if (!find_box (self, &fill->to, size, &to) || to.allocation == NULL)
    return cudaErrorInvalidValue;
  for (gsize z = 0; z < size[2]; z++)
    for (gsize y = 0; y < size[1]; y++)
      fill_row (get_row (&to, y, z), size[0], fill->value, fill->element);
  note_written (self, &to, size);
  duration = get_duration (self, WS_COPY_ON_DEVICE, n_bytes) / 2;
  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_SET,
                                    .name = (char *)work->call,
                                    .stream = stream->id,
                                    .address = fill->to.address,
                                    .size = n_bytes,
                                    .begin_ns = ws_runtime_queue (self, stream, duration),
                                    .duration_ns = duration });
  return cudaSuccess;
}

/* ---- work of calls ---- */

static WsPlace
place_of (const void *pointer, gsize pitch)
{
  return (WsPlace){ (guint64)(guintptr)pointer, pitch, 0 };
}

/* For one row. */
WsWork
ws_work_of_bytes (const char *call, void *to, const void *from, gsize size, cudaMemcpyKind kind)
{
  return (WsWork){ .type = cudaGraphNodeTypeMemcpy,
                   .call = call,
                   .copy = { place_of (to, size), place_of (from, size), size, 1, 1, kind } };
}

/* For one slice, in bytes. */
WsWork
ws_work_of_fill (const char *call, WsPlace to, guint32 value, gsize width, gsize height)
{
  return (WsWork){ .type = cudaGraphNodeTypeMemset,
                   .call = call,
                   .fill = { to, width, height, 1, value, 1 } };
}

/* One end of a copy of a box: in an array, with positions in texels, or in pitched memory. */
static gboolean
find_end (cudaArray_const_t array, cudaPos at, const cudaPitchedPtr *pointer, cudaExtent extent,
          WsPlace *place)
{
  if ((array == NULL) == (pointer->ptr == NULL))
    return FALSE;
  if (array == NULL)
    {
      *place = (WsPlace){ (guint64)(guintptr)pointer->ptr, pointer->pitch,
                          pointer->pitch * pointer->ysize };
      place->address += at.x + at.y * place->pitch + at.z * place->slice;
      return extent.depth <= 1 || pointer->ysize >= extent.height;
    }
  *place = ws_array_get_place (array);
  place->address +=
      at.x * ws_array_get_texel_bytes (array) + at.y * place->pitch + at.z * place->slice;
  return ws_array_holds (array, at, extent);
}

/**
 * ws_work_of_copy:
 * @parms: "width in elements if an array takes part, else in bytes": cudaMemcpy3D()
 * @work: (out): as work
 */
cudaError_t
ws_work_of_copy (const cudaMemcpy3DParms *parms, WsWork *work)
{
  cudaArray_const_t array;
  WsCopy copy;

  if (parms == NULL)
    return cudaErrorInvalidValue;
  array = parms->srcArray != NULL ? parms->srcArray : parms->dstArray;
  copy = (WsCopy){ .width =
                       parms->extent.width * (array != NULL ? ws_array_get_texel_bytes (array) : 1),
                   .height = parms->extent.height,
                   .depth = parms->extent.depth,
                   .kind = parms->kind };
  if (!find_end (parms->srcArray, parms->srcPos, &parms->srcPtr, parms->extent, &copy.from)
      || !find_end (parms->dstArray, parms->dstPos, &parms->dstPtr, parms->extent, &copy.to))
    return cudaErrorInvalidValue;
  *work = (WsWork){ .type = cudaGraphNodeTypeMemcpy, .call = "cudaMemcpy3D", .copy = copy };
  return cudaSuccess;
}

static cudaError_t
copy_box (const char *call, const cudaMemcpy3DParms *parms, cudaStream_t stream, gboolean waits)
{
  WsRuntime *self = ws_runtime_enter ();
  WsWork work;
  cudaError_t error = ws_work_of_copy (parms, &work);

  work.call = call;
  if (error == cudaSuccess)
    error = ws_runtime_submit (self, &work, stream, waits);
  return ws_runtime_leave (self, error);
}

static cudaError_t
submit (const WsWork *work, cudaStream_t stream, gboolean waits)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_submit (self, work, stream, waits));
}

/* The address @offset bytes into a variable; the copy itself checks whether @size bytes fit. */
static cudaError_t
find_in_symbol (WsRuntime *self, const void *symbol, gsize size, gsize offset, guint64 *address)
{
  WsDeviceSymbol found = { 0 };
  cudaError_t error = ws_runtime_find_symbol (self, symbol, &found);

  if (error != cudaSuccess)
    return error;
  if (offset > found.size_bytes || size > found.size_bytes - offset)
    return cudaErrorInvalidValue;
  *address = found.address + offset;
  return cudaSuccess;
}

/* Sets @end of @work to @offset bytes into a variable. */
static cudaError_t
copy_symbol (const void *symbol, gsize offset, WsPlace *end, const WsWork *work,
             cudaStream_t stream, gboolean waits)
{
  WsRuntime *self = ws_runtime_enter ();
  cudaError_t error = find_in_symbol (self, symbol, work->copy.width, offset, &end->address);

  if (error == cudaSuccess)
    error = ws_runtime_submit (self, work, stream, waits);
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaMemcpy (void *to, const void *from, size_t size, cudaMemcpyKind kind)
{
  WsWork work = ws_work_of_bytes (__func__, to, from, size, kind);

  return submit (&work, NULL, TRUE);
}

cudaError_t
cudaMemcpyAsync (void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream)
{
  WsWork work = ws_work_of_bytes (__func__, to, from, size, kind);

  return submit (&work, stream, FALSE);
}

static WsWork
copy_of_rows (const char *call, const WsPlace *to, const WsPlace *from, const gsize size[2],
              cudaMemcpyKind kind)
{
  return (WsWork){ .type = cudaGraphNodeTypeMemcpy,
                   .call = call,
                   .copy = { *to, *from, size[0], size[1], 1, kind } };
}

cudaError_t
cudaMemcpy2D (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
              size_t height, cudaMemcpyKind kind)
{
  const WsPlace target = place_of (to, to_pitch);
  const WsPlace source = place_of (from, from_pitch);
  WsWork work = copy_of_rows (__func__, &target, &source, (gsize[]){ width, height }, kind);

  return submit (&work, NULL, TRUE);
}

cudaError_t
cudaMemcpy2DAsync (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                   size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
  const WsPlace target = place_of (to, to_pitch);
  const WsPlace source = place_of (from, from_pitch);
  WsWork work = copy_of_rows (__func__, &target, &source, (gsize[]){ width, height }, kind);

  return submit (&work, stream, FALSE);
}

cudaError_t
cudaMemcpy3D (const cudaMemcpy3DParms *parms)
{
  return copy_box (__func__, parms, NULL, TRUE);
}

cudaError_t
cudaMemcpy3DAsync (const cudaMemcpy3DParms *parms, cudaStream_t stream)
{
  return copy_box (__func__, parms, stream, FALSE);
}

cudaError_t
cudaMemcpyPeer (void *to, int to_device, const void *from, int from_device, size_t size)
{
  WsWork work = ws_work_of_bytes (__func__, to, from, size, cudaMemcpyDeviceToDevice);

  return to_device == 0 && from_device == 0
             ? submit (&work, NULL, TRUE)
             : ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidDevice);
}

cudaError_t
cudaMemcpyPeerAsync (void *to, int to_device, const void *from, int from_device, size_t size,
                     cudaStream_t stream)
{
  WsWork work = ws_work_of_bytes (__func__, to, from, size, cudaMemcpyDeviceToDevice);

  return to_device == 0 && from_device == 0
             ? submit (&work, stream, FALSE)
             : ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidDevice);
}

cudaError_t
cudaMemcpyToSymbol (const void *symbol, const void *from, size_t size, size_t offset,
                    cudaMemcpyKind kind)
{
  WsWork work = ws_work_of_bytes (__func__, NULL, from, size, kind);

  return copy_symbol (symbol, offset, &work.copy.to, &work, NULL, TRUE);
}

cudaError_t
cudaMemcpyToSymbolAsync (const void *symbol, const void *from, size_t size, size_t offset,
                         cudaMemcpyKind kind, cudaStream_t stream)
{
  WsWork work = ws_work_of_bytes (__func__, NULL, from, size, kind);

  return copy_symbol (symbol, offset, &work.copy.to, &work, stream, FALSE);
}

cudaError_t
cudaMemcpyFromSymbol (void *to, const void *symbol, size_t size, size_t offset, cudaMemcpyKind kind)
{
  WsWork work = ws_work_of_bytes (__func__, to, NULL, size, kind);

  return copy_symbol (symbol, offset, &work.copy.from, &work, NULL, TRUE);
}

cudaError_t
cudaMemcpyFromSymbolAsync (void *to, const void *symbol, size_t size, size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream)
{
  WsWork work = ws_work_of_bytes (__func__, to, NULL, size, kind);

  return copy_symbol (symbol, offset, &work.copy.from, &work, stream, FALSE);
}

cudaError_t
cudaMemset (void *to, int value, size_t size)
{
  WsWork work = ws_work_of_fill (__func__, place_of (to, size), (guint32)value, size, 1);

  return submit (&work, NULL, FALSE);
}

cudaError_t
cudaMemsetAsync (void *to, int value, size_t size, cudaStream_t stream)
{
  WsWork work = ws_work_of_fill (__func__, place_of (to, size), (guint32)value, size, 1);

  return submit (&work, stream, FALSE);
}

cudaError_t
cudaMemset2D (void *to, size_t pitch, int value, size_t width, size_t height)
{
  WsWork work = ws_work_of_fill (__func__, place_of (to, pitch), (guint32)value, width, height);

  return submit (&work, NULL, FALSE);
}

cudaError_t
cudaMemset2DAsync (void *to, size_t pitch, int value, size_t width, size_t height,
                   cudaStream_t stream)
{
  WsWork work = ws_work_of_fill (__func__, place_of (to, pitch), (guint32)value, width, height);

  return submit (&work, stream, FALSE);
}

static WsWork
fill_of_box (const char *call, cudaPitchedPtr to, int value, cudaExtent extent)
{
  WsPlace place = place_of (to.ptr, to.pitch);
  WsWork work;

  place.slice = to.pitch * to.ysize;
  work = ws_work_of_fill (call, place, (guint32)value, extent.width, extent.height);
  work.fill.depth = extent.depth;
  return work;
}

cudaError_t
cudaMemset3D (cudaPitchedPtr to, int value, cudaExtent extent)
{
  WsWork work = fill_of_box (__func__, to, value, extent);

  return submit (&work, NULL, FALSE);
}

cudaError_t
cudaMemset3DAsync (cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream)
{
  WsWork work = fill_of_box (__func__, to, value, extent);

  return submit (&work, stream, FALSE);
}
