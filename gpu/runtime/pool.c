/* pool.c: memory pools: accounting of the allocations from each. */
#include "runtime/api.h"
#include "runtime/graph.h"
#include "runtime/sequence.h"
#include "runtime/pool.h"

/* cudaMemPoolAttr */
enum {
  LAST_SWITCH = 3, /* up to here they are ints */
  RELEASE_THRESHOLD = 4,
  RESERVED,
  RESERVED_HIGH,
  USED,
  USED_HIGH,
  N_ATTRIBUTES
};

struct _WsPool {
  guint64 attributes[N_ATTRIBUTES];
};

/* Memory allocated from a pool. */
typedef struct {
  cudaMemPool_t pool;
  gsize size;
} Given;

static struct _WsPool default_pool = { { 0, 1, 1, 1 } };
static cudaMemPool_t current_pool = &default_pool;
static GHashTable *given; /* Given, by address */

static void
note_given (cudaMemPool_t pool, const void *pointer, gsize size)
{
  Given *one = g_new (Given, 1);

  if (given == NULL)
    given = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  *one = (Given){ pool, size };
  g_hash_table_insert (given, (gpointer)pointer, one);
  for (guint i = RESERVED; i < N_ATTRIBUTES; i += 2)
    {
      pool->attributes[i] += size;
      pool->attributes[i + 1] = MAX (pool->attributes[i + 1], pool->attributes[i]);
    }
}

/**
 * ws_pool_allocate:
 * @call: as in "cudaMallocAsync"
 * @pool: (nullable): %NULL for the device's own
 * @size: bytes
 * @handle: of a stream
 * @pointer: (out): what the program gets
 *
 * As part of a graph, the memory exists from now on, for all launches of the graph.
 */
cudaError_t
ws_pool_allocate (WsRuntime *self, const char *call, cudaMemPool_t pool, gsize size,
                  cudaStream_t handle, void **pointer)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);
  cudaError_t error;

  if (stream == NULL)
    return cudaErrorInvalidResourceHandle;
  error = ws_runtime_take (self, call, pointer, size);
  if (error == cudaSuccess && *pointer != NULL && stream->sequence != NULL)
    {
      ws_graph_keep (self, *pointer);
      error = ws_sequence_add (
          self, stream,
          &(WsWork){ .type = cudaGraphNodeTypeMemAlloc, .call = call, .memory = *pointer });
    }
  else if (error == cudaSuccess && *pointer != NULL)
    note_given (pool != NULL ? pool : current_pool, *pointer, size);
  return error;
}

/* @pointer is freed, however it was allocated. */
void
ws_pool_forget (const void *pointer)
{
  const Given *one = given != NULL ? g_hash_table_lookup (given, pointer) : NULL;

  if (one == NULL)
    return;
  one->pool->attributes[RESERVED] -= one->size;
  one->pool->attributes[USED] -= one->size;
  g_hash_table_remove (given, pointer);
}

static cudaError_t
answer (cudaError_t error)
{
  return ws_runtime_leave (ws_runtime_enter (), error);
}

static cudaError_t
give (cudaMemPool_t *to, cudaMemPool_t pool, int device)
{
  if (device != 0)
    return answer (cudaErrorInvalidDevice);
  if (to == NULL)
    return answer (cudaErrorInvalidValue);
  *to = pool;
  return answer (cudaSuccess);
}

cudaError_t
cudaDeviceGetDefaultMemPool (cudaMemPool_t *pool, int device)
{
  return give (pool, &default_pool, device);
}

cudaError_t
cudaDeviceGetMemPool (cudaMemPool_t *pool, int device)
{
  return give (pool, current_pool, device);
}

cudaError_t
cudaDeviceSetMemPool (int device, cudaMemPool_t pool)
{
  if (device != 0 || pool == NULL)
    return answer (device != 0 ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
  current_pool = pool;
  return answer (cudaSuccess);
}

cudaError_t
cudaMemPoolCreate (cudaMemPool_t *pool, const void *properties)
{
  if (pool == NULL || properties == NULL)
    return answer (cudaErrorInvalidValue);
  *pool = g_memdup2 (&(struct _WsPool){ { 0, 1, 1, 1 } }, sizeof (struct _WsPool));
  return answer (cudaSuccess);
}

/* Not freed: its allocations may still be in use. */
cudaError_t
cudaMemPoolDestroy (cudaMemPool_t pool)
{
  if (pool == NULL || pool == &default_pool)
    return answer (cudaErrorInvalidValue);
  if (pool == current_pool)
    current_pool = &default_pool;
  return answer (cudaSuccess);
}

cudaError_t
cudaMemPoolGetAttribute (cudaMemPool_t pool, int attribute, void *value)
{
  if (pool == NULL || value == NULL || attribute <= 0 || attribute >= N_ATTRIBUTES)
    return answer (cudaErrorInvalidValue);
  if (attribute <= LAST_SWITCH)
    *(int *)value = (int)pool->attributes[attribute];
  else
    *(guint64 *)value = pool->attributes[attribute];
  return answer (cudaSuccess);
}

/* Of the amounts, only the high-water mark may be reset, to the current value. */
cudaError_t
cudaMemPoolSetAttribute (cudaMemPool_t pool, int attribute, void *value)
{
  gboolean is_high = attribute == RESERVED_HIGH || attribute == USED_HIGH;

  if (pool == NULL || value == NULL || attribute <= 0 || attribute >= N_ATTRIBUTES
      || (attribute > RELEASE_THRESHOLD && (!is_high || *(guint64 *)value != 0)))
    return answer (cudaErrorInvalidValue);
  if (is_high)
    pool->attributes[attribute] = pool->attributes[attribute - 1];
  else
    pool->attributes[attribute] =
        attribute <= LAST_SWITCH ? (guint64)(*(int *)value != 0) : *(guint64 *)value;
  return answer (cudaSuccess);
}

/* Nothing is cached, so there is nothing to trim. */
cudaError_t
cudaMemPoolTrimTo (cudaMemPool_t pool, size_t bytes)
{
  return answer (pool != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t
cudaMemPoolSetAccess (cudaMemPool_t pool, const void *list, size_t count)
{
  return answer (pool != NULL ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t
cudaMallocFromPoolAsync (void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (
      self, pool != NULL ? ws_pool_allocate (self, __func__, pool, size, stream, pointer)
                         : cudaErrorInvalidValue);
}

cudaError_t
cudaMallocAsync (void **pointer, size_t size, cudaStream_t stream)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_pool_allocate (self, __func__, NULL, size, stream, pointer));
}

/**
 * ws_pool_free:
 * @call: as in "cudaFreeAsync"
 * @pointer: (nullable): what a call has allocated
 * @handle: of the stream in which it is freed
 */
cudaError_t
ws_pool_free (WsRuntime *self, const char *call, void *pointer, cudaStream_t handle)
{
  WsStream *stream = ws_runtime_get_stream (self, handle);

  if (stream == NULL)
    return cudaErrorInvalidResourceHandle;
  if (stream->sequence != NULL)
    return ws_sequence_add (
        self, stream,
        &(WsWork){ .type = cudaGraphNodeTypeMemFree, .call = call, .memory = pointer });
  return ws_runtime_free (self, call, pointer);
}

cudaError_t
cudaFreeAsync (void *pointer, cudaStream_t stream)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_pool_free (self, __func__, pointer, stream));
}
