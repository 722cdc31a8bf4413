/* memory.c: what the program has allocated. */
#include "passing.h"

#include <string.h>

/* Index of the first that begins behind an address. */
static guint
find_behind (const WsPassing *self, guint64 address)
{
  guint low = 0;
  guint high = self->memories->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (self->memories, WsMemoryOf, middle).begin <= address)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns: (transfer none) (nullable): what an address is in */
const WsMemoryOf *
ws_passing_find_memory (const WsPassing *self, guint64 address)
{
  guint behind = find_behind (self, address);
  const WsMemoryOf *found;

  if (behind == 0)
    return NULL;
  found = &g_array_index (self->memories, WsMemoryOf, behind - 1);
  return address - found->begin < found->size ? found : NULL;
}

/* All of it is gone: cudaDeviceReset(). */
void
ws_passing_forget_memories (WsPassing *self)
{
  g_array_set_size (self->memories, 0);
}

static void
note (const char *call, void **pointer, gsize size, gboolean is_device, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  WsMemoryOf memory = { 0, size, is_device };

  if (error == cudaSuccess && *pointer != NULL)
    {
      memory.begin = (guint64)(guintptr)*pointer;
      g_array_insert_val (self->memories, find_behind (self, memory.begin), memory);
    }
  if (memory.begin != 0 || error == cudaErrorMemoryAllocation)
    ws_passing_tell (self, &(WsStep){ .kind = WS_STEP_ALLOC,
                                      .name = (char *)call,
                                      .address = memory.begin,
                                      .size = size,
                                      .error = error });
  ws_passing_leave (self);
}

/* Part of a graph that is captured, memory is freed by each launch of it. */
static void
note_free (const char *call, const void *pointer, cudaStream_t stream, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  guint64 address = (guint64)(guintptr)pointer;
  guint index = find_behind (self, address);
  const WsMemoryOf *found =
      index > 0 ? &g_array_index (self->memories, WsMemoryOf, index - 1) : NULL;

  ws_flight_land (self, cudaSuccess);
  if (error == cudaSuccess && found != NULL && found->begin == address
      && ws_passing_find_graph (self, stream) == NULL)
    {
      ws_passing_tell (self, &(WsStep){ .kind = WS_STEP_FREE,
                                        .name = (char *)call,
                                        .address = address,
                                        .size = found->size });
      g_array_remove_index (self->memories, index - 1);
    }
  ws_passing_leave (self);
}

static void
note_array (const char *call, cudaArray_t *array, const cudaChannelFormatDesc *texel,
            cudaExtent extent, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  WsArrayOf made;

  if (error == cudaSuccess)
    {
      made.texel_bytes = (guint)(texel->x + texel->y + texel->z + texel->w) / 8;
      made.size =
          (guint64)extent.width * MAX (extent.height, 1) * MAX (extent.depth, 1) * made.texel_bytes;
      g_hash_table_insert (self->arrays, *array, g_memdup2 (&made, sizeof made));
      ws_passing_tell (self, &(WsStep){ .kind = WS_STEP_ALLOC,
                                        .name = (char *)call,
                                        .address = (guint64)(guintptr)*array,
                                        .size = made.size });
    }
  ws_passing_leave (self);
}

static void
note_free_array (const char *call, cudaArray_t array, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  const WsArrayOf *freed = g_hash_table_lookup (self->arrays, array);

  if (error == cudaSuccess && freed != NULL)
    {
      ws_passing_tell (self, &(WsStep){ .kind = WS_STEP_FREE,
                                        .name = (char *)call,
                                        .address = (guint64)(guintptr)array,
                                        .size = freed->size });
      g_hash_table_remove (self->arrays, array);
    }
  ws_passing_leave (self);
}

static void
note_object (cudaTextureObject_t *object, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    g_hash_table_add (self->objects, g_memdup2 (object, sizeof *object));
  ws_passing_leave (self);
}

static void
forget_object (cudaTextureObject_t object)
{
  WsPassing *self = ws_passing_enter ();

  g_hash_table_remove (self->objects, &object);
  ws_passing_leave (self);
}

static void
note_reset (cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();

  if (error == cudaSuccess)
    ws_passing_forget_memories (self);
  ws_passing_leave (self);
}

/* clang-format off */
WS_WATCH (cudaMalloc, (void **pointer, size_t size), (pointer, size),
          note ("cudaMalloc", pointer, size, TRUE, error))
WS_WATCH (cudaMallocManaged, (void **pointer, size_t size, unsigned int flags), (pointer, size, flags),
          note ("cudaMallocManaged", pointer, size, FALSE, error))
WS_WATCH (cudaMallocHost, (void **pointer, size_t size), (pointer, size),
          note ("cudaMallocHost", pointer, size, FALSE, error))
WS_WATCH (cudaHostAlloc, (void **pointer, size_t size, unsigned int flags), (pointer, size, flags),
          note ("cudaHostAlloc", pointer, size, FALSE, error))
WS_WATCH (cudaMallocPitch, (void **pointer, size_t *pitch, size_t width, size_t height),
          (pointer, pitch, width, height),
          note ("cudaMallocPitch", pointer, error == cudaSuccess ? *pitch * height : width * height, TRUE, error))
WS_WATCH (cudaMalloc3D, (cudaPitchedPtr *pointer, cudaExtent extent), (pointer, extent),
          note ("cudaMalloc3D", &pointer->ptr,
                (error == cudaSuccess ? pointer->pitch : extent.width) * extent.height * extent.depth, TRUE, error))
WS_WATCH_TWO (cudaMallocAsync, _ptsz, (void **pointer, size_t size, cudaStream_t stream), (pointer, size, stream),
              note ("cudaMallocAsync", pointer, size, TRUE, error))
WS_WATCH_TWO (cudaMallocFromPoolAsync, _ptsz, (void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream),
              (pointer, size, pool, stream), note ("cudaMallocFromPoolAsync", pointer, size, TRUE, error))
WS_WATCH (cudaHostRegister, (void *pointer, size_t size, unsigned int flags), (pointer, size, flags),
          note ("cudaHostRegister", &pointer, size, FALSE, error))
WS_WATCH (cudaFree, (void *pointer), (pointer), note_free ("cudaFree", pointer, NULL, error))
WS_WATCH (cudaFreeHost, (void *pointer), (pointer), note_free ("cudaFreeHost", pointer, NULL, error))
WS_WATCH (cudaHostUnregister, (void *pointer), (pointer), note_free ("cudaHostUnregister", pointer, NULL, error))
WS_WATCH_TWO (cudaFreeAsync, _ptsz, (void *pointer, cudaStream_t stream), (pointer, stream),
              note_free ("cudaFreeAsync", pointer, stream, error))
WS_WATCH (cudaMallocArray,
          (cudaArray_t *array, const cudaChannelFormatDesc *texel, size_t width, size_t height, unsigned int flags),
          (array, texel, width, height, flags),
          note_array ("cudaMallocArray", array, texel, ((cudaExtent){ width, height, 0 }), error))
WS_WATCH (cudaMalloc3DArray,
          (cudaArray_t *array, const cudaChannelFormatDesc *texel, cudaExtent extent, unsigned int flags),
          (array, texel, extent, flags), note_array ("cudaMalloc3DArray", array, texel, extent, error))
WS_WATCH (cudaFreeArray, (cudaArray_t array), (array), note_free_array ("cudaFreeArray", array, error))
WS_WATCH (cudaCreateTextureObject,
          (cudaTextureObject_t *object, const cudaResourceDesc *resource, const cudaTextureDesc *texture, const void *view),
          (object, resource, texture, view), note_object (object, error))
WS_WATCH (cudaDestroyTextureObject, (cudaTextureObject_t object), (object), forget_object (object))
WS_WATCH (cudaCreateSurfaceObject, (cudaSurfaceObject_t *object, const cudaResourceDesc *resource), (object, resource),
          note_object (object, error))
WS_WATCH (cudaDestroySurfaceObject, (cudaSurfaceObject_t object), (object), forget_object (object))
WS_WATCH (cudaDeviceReset, (void), (), note_reset (error))
/* clang-format on */
