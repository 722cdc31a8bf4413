/* copy.c: copying and setting memory. */
#include "driver/api.h"
#include "driver/driver-private.h"

#include "runtime/refused.h"
#include "runtime/sequence.h"

static cudaError_t
submit (WsRuntime *self, WsWork work, CUstream stream, gboolean waits)
{
  return ws_runtime_submit (self, &work, stream, waits);
}

static WsWork
copy (const char *call, CUdeviceptr to, CUdeviceptr from, gsize size, cudaMemcpyKind kind)
{
  return ws_work_of_bytes (call, (void *)(guintptr)to, (void *)(guintptr)from, size, kind);
}

static CUdeviceptr
address_of (const void *pointer)
{
  return (CUdeviceptr)(guintptr)pointer;
}

CUresult
cuMemcpy (CUdeviceptr to, CUdeviceptr from, size_t size)
{
  WS_DRIVER_CALL (submit (self, copy ("cuMemcpy", to, from, size, cudaMemcpyDefault), NULL, TRUE));
}

CUresult
cuMemcpyHtoD_v2 (CUdeviceptr to, const void *from, size_t size)
{
  WS_DRIVER_CALL (
      submit (self, copy ("cuMemcpyHtoD", to, address_of (from), size, cudaMemcpyHostToDevice),
              NULL, TRUE));
}

CUresult
cuMemcpyDtoH_v2 (void *to, CUdeviceptr from, size_t size)
{
  WS_DRIVER_CALL (
      submit (self, copy ("cuMemcpyDtoH", address_of (to), from, size, cudaMemcpyDeviceToHost),
              NULL, TRUE));
}

CUresult
cuMemcpyDtoD_v2 (CUdeviceptr to, CUdeviceptr from, size_t size)
{
  WS_DRIVER_CALL (
      submit (self, copy ("cuMemcpyDtoD", to, from, size, cudaMemcpyDeviceToDevice), NULL, TRUE));
}

CUresult
cuMemcpyPeer (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
              size_t size)
{
  WS_DRIVER_CALL (
      submit (self, copy ("cuMemcpyPeer", to, from, size, cudaMemcpyDeviceToDevice), NULL, TRUE));
}

CUresult
cuMemcpyAsync (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
  WS_DRIVER_CALL (
      submit (self, copy ("cuMemcpyAsync", to, from, size, cudaMemcpyDefault), stream, FALSE));
}

CUresult
cuMemcpyHtoDAsync_v2 (CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
  WS_DRIVER_CALL (
      submit (self, copy ("cuMemcpyHtoDAsync", to, address_of (from), size, cudaMemcpyHostToDevice),
              stream, FALSE));
}

CUresult
cuMemcpyDtoHAsync_v2 (void *to, CUdeviceptr from, size_t size, CUstream stream)
{
  WS_DRIVER_CALL (
      submit (self, copy ("cuMemcpyDtoHAsync", address_of (to), from, size, cudaMemcpyDeviceToHost),
              stream, FALSE));
}

CUresult
cuMemcpyDtoDAsync_v2 (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
  WS_DRIVER_CALL (submit (
      self, copy ("cuMemcpyDtoDAsync", to, from, size, cudaMemcpyDeviceToDevice), stream, FALSE));
}

CUresult
cuMemcpyPeerAsync (CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                   size_t size, CUstream stream)
{
  WS_DRIVER_CALL (submit (
      self, copy ("cuMemcpyPeerAsync", to, from, size, cudaMemcpyDeviceToDevice), stream, FALSE));
}

/* ---- boxes ---- */

/* One end of a copy: its memory type decides which of two addresses counts. */
static WsPlace
place_of (CUmemorytype type, const void *host, CUdeviceptr device, gsize pitch, gsize height)
{
  return (WsPlace){ type == CU_MEMORYTYPE_HOST ? address_of (host) : device, pitch,
                    pitch * height };
}

static cudaError_t
copy_box (WsRuntime *self, const char *call, const CUDA_MEMCPY3D *box, CUstream stream,
          gboolean waits)
{
  WsWork work = { .type = cudaGraphNodeTypeMemcpy, .call = call };

  if (box->srcMemoryType == CU_MEMORYTYPE_ARRAY || box->dstMemoryType == CU_MEMORYTYPE_ARRAY)
    return ws_runtime_lack (self, call, WS_LACK_ARRAY);
  work.copy = (WsCopy){
    .to =
        place_of (box->dstMemoryType, box->dstHost, box->dstDevice, box->dstPitch, box->dstHeight),
    .from =
        place_of (box->srcMemoryType, box->srcHost, box->srcDevice, box->srcPitch, box->srcHeight),
    .width = box->WidthInBytes,
    .height = box->Height,
    .depth = box->Depth,
    .kind = cudaMemcpyDefault,
  };
  work.copy.to.address +=
      box->dstXInBytes + box->dstY * box->dstPitch + box->dstZ * work.copy.to.slice;
  work.copy.from.address +=
      box->srcXInBytes + box->srcY * box->srcPitch + box->srcZ * work.copy.from.slice;
  return ws_runtime_submit (self, &work, stream, waits);
}

/* A pitch of 0 means rows without gaps. */
static cudaError_t
copy_rows (WsRuntime *self, const char *call, const CUDA_MEMCPY2D *rows, CUstream stream,
           gboolean waits)
{
  CUDA_MEMCPY3D box;

  if (rows == NULL)
    return cudaErrorInvalidValue;
  box = (CUDA_MEMCPY3D){
    .srcXInBytes = rows->srcXInBytes,
    .srcY = rows->srcY,
    .srcMemoryType = rows->srcMemoryType,
    .srcHost = rows->srcHost,
    .srcDevice = rows->srcDevice,
    .srcPitch = rows->srcPitch != 0 ? rows->srcPitch : rows->WidthInBytes,
    .dstXInBytes = rows->dstXInBytes,
    .dstY = rows->dstY,
    .dstMemoryType = rows->dstMemoryType,
    .dstHost = rows->dstHost,
    .dstDevice = rows->dstDevice,
    .dstPitch = rows->dstPitch != 0 ? rows->dstPitch : rows->WidthInBytes,
    .WidthInBytes = rows->WidthInBytes,
    .Height = rows->Height,
    .Depth = 1,
  };
  return copy_box (self, call, &box, stream, waits);
}

CUresult
cuMemcpy2D_v2 (const CUDA_MEMCPY2D *rows)
{
  WS_DRIVER_CALL (copy_rows (self, "cuMemcpy2D", rows, NULL, TRUE));
}

CUresult
cuMemcpy2DUnaligned_v2 (const CUDA_MEMCPY2D *rows)
{
  WS_DRIVER_CALL (copy_rows (self, "cuMemcpy2DUnaligned", rows, NULL, TRUE));
}

CUresult
cuMemcpy2DAsync_v2 (const CUDA_MEMCPY2D *rows, CUstream stream)
{
  WS_DRIVER_CALL (copy_rows (self, "cuMemcpy2DAsync", rows, stream, FALSE));
}

CUresult
cuMemcpy3D_v2 (const CUDA_MEMCPY3D *box)
{
  WS_DRIVER_CALL (box != NULL ? copy_box (self, "cuMemcpy3D", box, NULL, TRUE)
                              : cudaErrorInvalidValue);
}

CUresult
cuMemcpy3DAsync_v2 (const CUDA_MEMCPY3D *box, CUstream stream)
{
  WS_DRIVER_CALL (box != NULL ? copy_box (self, "cuMemcpy3DAsync", box, stream, FALSE)
                              : cudaErrorInvalidValue);
}

/* ---- setting ---- */

/* @rows: its width is in elements; a pitch of 0 means rows without gaps */
static cudaError_t
fill (WsRuntime *self, const char *call, const WsFill *rows, CUstream stream)
{
  WsWork work = { .type = cudaGraphNodeTypeMemset, .call = call, .fill = *rows };

  if (rows->to.address % rows->element != 0)
    return cudaErrorInvalidValue;
  work.fill.width = rows->width * rows->element;
  if (rows->to.pitch == 0)
    work.fill.to.pitch = work.fill.width;
  work.fill.depth = 1;
  return ws_runtime_submit (self, &work, stream, FALSE);
}

CUresult
cuMemsetD8_v2 (CUdeviceptr to, unsigned char value, size_t n)
{
  WS_DRIVER_CALL (
      fill (self, "cuMemsetD8",
            &(WsFill){ .to = { to, 0, 0 }, .width = n, .height = 1, .value = value, .element = 1 },
            NULL));
}

CUresult
cuMemsetD2D8_v2 (CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height)
{
  WS_DRIVER_CALL (fill (
      self, "cuMemsetD2D8",
      &(WsFill){
          .to = { to, pitch, 0 }, .width = width, .height = height, .value = value, .element = 1 },
      NULL));
}

CUresult
cuMemsetD16_v2 (CUdeviceptr to, unsigned short value, size_t n)
{
  WS_DRIVER_CALL (
      fill (self, "cuMemsetD16",
            &(WsFill){ .to = { to, 0, 0 }, .width = n, .height = 1, .value = value, .element = 2 },
            NULL));
}

CUresult
cuMemsetD2D16_v2 (CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height)
{
  WS_DRIVER_CALL (fill (
      self, "cuMemsetD2D16",
      &(WsFill){
          .to = { to, pitch, 0 }, .width = width, .height = height, .value = value, .element = 2 },
      NULL));
}

CUresult
cuMemsetD32_v2 (CUdeviceptr to, unsigned int value, size_t n)
{
  WS_DRIVER_CALL (
      fill (self, "cuMemsetD32",
            &(WsFill){ .to = { to, 0, 0 }, .width = n, .height = 1, .value = value, .element = 4 },
            NULL));
}

CUresult
cuMemsetD2D32_v2 (CUdeviceptr to, size_t pitch, unsigned int value, size_t width, size_t height)
{
  WS_DRIVER_CALL (fill (
      self, "cuMemsetD2D32",
      &(WsFill){
          .to = { to, pitch, 0 }, .width = width, .height = height, .value = value, .element = 4 },
      NULL));
}

CUresult
cuMemsetD8Async (CUdeviceptr to, unsigned char value, size_t n, CUstream stream)
{
  WS_DRIVER_CALL (
      fill (self, "cuMemsetD8Async",
            &(WsFill){ .to = { to, 0, 0 }, .width = n, .height = 1, .value = value, .element = 1 },
            stream));
}

CUresult
cuMemsetD2D8Async (CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height,
                   CUstream stream)
{
  WS_DRIVER_CALL (fill (
      self, "cuMemsetD2D8Async",
      &(WsFill){
          .to = { to, pitch, 0 }, .width = width, .height = height, .value = value, .element = 1 },
      stream));
}

CUresult
cuMemsetD16Async (CUdeviceptr to, unsigned short value, size_t n, CUstream stream)
{
  WS_DRIVER_CALL (
      fill (self, "cuMemsetD16Async",
            &(WsFill){ .to = { to, 0, 0 }, .width = n, .height = 1, .value = value, .element = 2 },
            stream));
}

CUresult
cuMemsetD2D16Async (CUdeviceptr to, size_t pitch, unsigned short value, size_t width, size_t height,
                    CUstream stream)
{
  WS_DRIVER_CALL (fill (
      self, "cuMemsetD2D16Async",
      &(WsFill){
          .to = { to, pitch, 0 }, .width = width, .height = height, .value = value, .element = 2 },
      stream));
}

CUresult
cuMemsetD32Async (CUdeviceptr to, unsigned int value, size_t n, CUstream stream)
{
  WS_DRIVER_CALL (
      fill (self, "cuMemsetD32Async",
            &(WsFill){ .to = { to, 0, 0 }, .width = n, .height = 1, .value = value, .element = 4 },
            stream));
}

CUresult
cuMemsetD2D32Async (CUdeviceptr to, size_t pitch, unsigned int value, size_t width, size_t height,
                    CUstream stream)
{
  WS_DRIVER_CALL (fill (
      self, "cuMemsetD2D32Async",
      &(WsFill){
          .to = { to, pitch, 0 }, .width = width, .height = height, .value = value, .element = 4 },
      stream));
}
