/* array.c: CUDA arrays: device memory with a layout chosen by the runtime, here row-major without
 * gaps; and copies to and from them. */
#include "runtime/api.h"
#include "runtime/steps.h"
#include "runtime/sequence.h"

#include <glib/gi18n.h>
#include <string.h>

#define LAYERED 1u /* cudaArrayLayered */
#define CUBEMAP 4u /* cudaArrayCubemap */
#define DEFAULT_FLAGS                                             \
  (2u | 8u) /* cudaArraySurfaceLoadStore, cudaArrayTextureGather: \
             * they change nothing here */

guint
ws_channel_count (const cudaChannelFormatDesc *texel)
{
  const int bits[] = { texel->x, texel->y, texel->z, texel->w };
  guint n = 0;

  while (n < G_N_ELEMENTS (bits) && bits[n] != 0)
    n++;
  return n;
}

gsize
ws_array_get_texel_bytes (cudaArray_const_t self)
{
  return (gsize)self->texel.x / 8 * ws_channel_count (&self->texel);
}

WsPlace
ws_array_get_place (cudaArray_const_t self)
{
  gsize row = self->extent.width * ws_array_get_texel_bytes (self);

  return (WsPlace){ self->address, row, row * MAX (self->extent.height, 1) };
}

/* Whether it contains a box of texels. */
gboolean
ws_array_holds (cudaArray_const_t self, cudaPos at, cudaExtent extent)
{
  const cudaExtent all = self->extent;

  return at.x <= all.width && extent.width <= all.width - at.x && at.y <= MAX (all.height, 1)
         && extent.height <= MAX (all.height, 1) - at.y && at.z <= MAX (all.depth, 1)
         && extent.depth <= MAX (all.depth, 1) - at.z;
}

static gboolean
is_texel (const cudaChannelFormatDesc *texel)
{
  const int bits[] = { texel->x, texel->y, texel->z, texel->w };
  guint n = ws_channel_count (texel);

  for (guint i = 0; i < G_N_ELEMENTS (bits); i++)
    if (bits[i] != (i < n ? texel->x : 0))
      return FALSE;
  return (n == 1 || n == 2 || n == 4) && (texel->x == 8 || texel->x == 16 || texel->x == 32)
         && texel->f <= cudaChannelFormatKindFloat;
}

static cudaError_t
create (WsRuntime *self, const char *call, const cudaChannelFormatDesc *texel, cudaExtent extent,
        cudaArray_t *array)
{
  struct _WsArray made = { .extent = extent };
  void *pointer = NULL;
  gsize n;
  cudaError_t error;

  if (array == NULL || texel == NULL || extent.width == 0 || !is_texel (texel)
      || (extent.height == 0 && extent.depth > 0))
    return cudaErrorInvalidValue;
  made.texel = *texel;
  if (__builtin_mul_overflow (extent.width * ws_array_get_texel_bytes (&made),
                              MAX (extent.height, 1), &n)
      || __builtin_mul_overflow (n, MAX (extent.depth, 1), &n))
    return cudaErrorInvalidValue;
  error = ws_runtime_allocate (self, call, &pointer, n);
  if (error != cudaSuccess)
    return error;
  made.address = (guint64)(guintptr)pointer;
  *array = g_memdup2 (&made, sizeof made);
  return cudaSuccess;
}

static cudaError_t
allocate (const char *call, const cudaChannelFormatDesc *texel, cudaExtent extent, guint flags,
          cudaArray_t *array)
{
  WsRuntime *self = ws_runtime_enter ();

  if ((flags & ~DEFAULT_FLAGS) != 0)
    return ws_runtime_leave (
        self, ws_runtime_refuse (self, call,
                                 (flags & (LAYERED | CUBEMAP)) != 0
                                     ? _ ("%s: layered arrays and cube maps are not supported.")
                                     : _ ("%s: this kind of array is not supported.")));
  return ws_runtime_leave (self, create (self, call, texel, extent, array));
}

cudaError_t
cudaMallocArray (cudaArray_t *array, const cudaChannelFormatDesc *texel, size_t width,
                 size_t height, unsigned int flags)
{
  return allocate (__func__, texel, (cudaExtent){ width, height, 0 }, flags, array);
}

cudaError_t
cudaMalloc3DArray (cudaArray_t *array, const cudaChannelFormatDesc *texel, cudaExtent extent,
                   unsigned int flags)
{
  return allocate (__func__, texel, extent, flags, array);
}

cudaError_t
cudaFreeArray (cudaArray_t array)
{
  WsRuntime *self = ws_runtime_enter ();
  void *pointer = array != NULL ? (void *)(guintptr)array->address : NULL;
  cudaError_t error = ws_runtime_give_back (self, __func__, pointer);

  g_free (array);
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaArrayGetInfo (cudaChannelFormatDesc *texel, cudaExtent *extent, unsigned int *flags,
                  cudaArray_t array)
{
  if (array == NULL)
    return ws_runtime_leave (ws_runtime_enter (), cudaErrorInvalidResourceHandle);
  if (texel != NULL)
    *texel = array->texel;
  if (extent != NULL)
    *extent = array->extent;
  if (flags != NULL)
    *flags = 0;
  return ws_runtime_leave (ws_runtime_enter (), cudaSuccess);
}

cudaError_t
cudaGetChannelDesc (cudaChannelFormatDesc *texel, cudaArray_const_t array)
{
  return cudaArrayGetInfo (texel, NULL, NULL, (cudaArray_t)array);
}

cudaChannelFormatDesc
cudaCreateChannelDesc (int x, int y, int z, int w, cudaChannelFormatKind kind)
{
  return (cudaChannelFormatDesc){ x, y, z, w, kind };
}

/* ---- copies, with positions and widths in bytes ---- */

static gboolean
find (cudaArray_const_t array, const gsize at[2], const gsize size[2], WsPlace *place)
{
  if (array == NULL)
    return FALSE;
  *place = ws_array_get_place (array);
  place->address += at[0] + at[1] * place->pitch;
  return at[0] <= place->pitch && size[0] <= place->pitch - at[0]
         && at[1] <= MAX (array->extent.height, 1)
         && size[1] <= MAX (array->extent.height, 1) - at[1];
}

/* Texels in sequence, also across the ends of rows. */
static gboolean
find_run (cudaArray_const_t array, const gsize at[2], gsize size, WsPlace *place)
{
  gsize skipped;

  if (array == NULL)
    return FALSE;
  *place = ws_array_get_place (array);
  skipped = at[0] + at[1] * place->pitch;
  if (skipped > place->slice || size > place->slice - skipped)
    return FALSE;
  place->address += skipped;
  return TRUE;
}

static cudaError_t
copy (const char *call, const WsCopy *what, gboolean is_found, cudaStream_t stream, gboolean waits)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsWork work = { .type = cudaGraphNodeTypeMemcpy, .call = call, .copy = *what };

  return ws_runtime_leave (self, is_found ? ws_runtime_submit (self, &work, stream, waits)
                                          : cudaErrorInvalidValue);
}

static WsPlace
place_of (const void *pointer, gsize pitch)
{
  return (WsPlace){ (guint64)(guintptr)pointer, pitch, 0 };
}

cudaError_t
cudaMemcpy2DToArray (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                     size_t width, size_t height, cudaMemcpyKind kind)
{
  WsCopy what = { { 0 }, place_of (from, pitch), width, height, 1, kind };
  gboolean is_found = find (to, (gsize[]){ x, y }, (gsize[]){ width, height }, &what.to);

  return copy (__func__, &what, is_found, NULL, TRUE);
}

cudaError_t
cudaMemcpy2DToArrayAsync (cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                          size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
  WsCopy what = { { 0 }, place_of (from, pitch), width, height, 1, kind };
  gboolean is_found = find (to, (gsize[]){ x, y }, (gsize[]){ width, height }, &what.to);

  return copy (__func__, &what, is_found, stream, FALSE);
}

cudaError_t
cudaMemcpy2DFromArray (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                       size_t width, size_t height, cudaMemcpyKind kind)
{
  WsCopy what = { place_of (to, pitch), { 0 }, width, height, 1, kind };
  gboolean is_found = find (from, (gsize[]){ x, y }, (gsize[]){ width, height }, &what.from);

  return copy (__func__, &what, is_found, NULL, TRUE);
}

cudaError_t
cudaMemcpy2DFromArrayAsync (void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                            size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream)
{
  WsCopy what = { place_of (to, pitch), { 0 }, width, height, 1, kind };
  gboolean is_found = find (from, (gsize[]){ x, y }, (gsize[]){ width, height }, &what.from);

  return copy (__func__, &what, is_found, stream, FALSE);
}

cudaError_t
cudaMemcpy2DArrayToArray (cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                          size_t from_x, size_t from_y, size_t width, size_t height,
                          cudaMemcpyKind kind)
{
  const gsize size[] = { width, height };
  WsCopy what = { { 0 }, { 0 }, width, height, 1, kind };
  gboolean is_found = find (to, (gsize[]){ to_x, to_y }, size, &what.to)
                      && find (from, (gsize[]){ from_x, from_y }, size, &what.from);

  return copy (__func__, &what, is_found, NULL, TRUE);
}

cudaError_t
cudaMemcpyToArray (cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                   cudaMemcpyKind kind)
{
  WsCopy what = { { 0 }, place_of (from, size), size, 1, 1, kind };
  gboolean is_found = find_run (to, (gsize[]){ x, y }, size, &what.to);

  return copy (__func__, &what, is_found, NULL, TRUE);
}

cudaError_t
cudaMemcpyToArrayAsync (cudaArray_t to, size_t x, size_t y, const void *from, size_t size,
                        cudaMemcpyKind kind, cudaStream_t stream)
{
  WsCopy what = { { 0 }, place_of (from, size), size, 1, 1, kind };
  gboolean is_found = find_run (to, (gsize[]){ x, y }, size, &what.to);

  return copy (__func__, &what, is_found, stream, FALSE);
}

cudaError_t
cudaMemcpyFromArray (void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                     cudaMemcpyKind kind)
{
  WsCopy what = { place_of (to, size), { 0 }, size, 1, 1, kind };
  gboolean is_found = find_run (from, (gsize[]){ x, y }, size, &what.from);

  return copy (__func__, &what, is_found, NULL, TRUE);
}

cudaError_t
cudaMemcpyFromArrayAsync (void *to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                          cudaMemcpyKind kind, cudaStream_t stream)
{
  WsCopy what = { place_of (to, size), { 0 }, size, 1, 1, kind };
  gboolean is_found = find_run (from, (gsize[]){ x, y }, size, &what.from);

  return copy (__func__, &what, is_found, stream, FALSE);
}
