/* memory.c: memory of the device, and host memory accessible to it. */
#include "runtime/api.h"
#include "runtime/graph.h"
#include "runtime/sequence.h"
#include "runtime/pool.h"
#include "runtime/steps.h"

#include <string.h>
#include <sys/mman.h>

/* Alignment of rows: cudaDeviceProp.texturePitchAlignment's. */
#define PITCH_BYTES 512

/* ---- addresses ---- */

/**
 * ws_runtime_reach:
 * @pointer: of the device, or of the host
 * @size: bytes from there on
 * @allocation: (out) (optional) (nullable): the device's allocation that contains it
 *
 * Returns: (transfer none) (nullable): their host address; %NULL if the device's allocation is
 * shorter, or was freed
 */
guint8 *
ws_runtime_reach (WsRuntime *self, const void *pointer, gsize size, WsAllocation **allocation)
{
  WsMemory *memory = ws_vm_device_get_memory (self->device);
  guint64 address = (guint64)(guintptr)pointer;
  WsAllocation *found = ws_memory_find_nearest (memory, address);
  guint64 offset = found != NULL ? address - found->address : 0;
  gboolean is_in = found != NULL && (offset < found->size || (size == 0 && offset == found->size));

  if (allocation != NULL)
    *allocation = is_in ? found : NULL;
  if (is_in)
    return size <= found->size - offset ? found->data + offset : NULL;
  return address >= WS_GLOBAL_BASE && address < memory->next ? NULL : (guint8 *)address;
}

static void
tell (WsRuntime *self, const char *call, guint64 address, guint64 size, const GError *problem)
{
  ws_runtime_tell (self,
                   &(WsStep){ .kind = WS_STEP_ALLOC,
                              .name = (char *)call,
                              .words = problem != NULL ? problem->message : NULL,
                              .address = address,
                              .size = size,
                              .begin_ns = self->host_ns,
                              .error = address != 0 ? cudaSuccess : cudaErrorMemoryAllocation });
}

static void
tell_free (WsRuntime *self, const char *call, const WsAllocation *allocation)
{
  ws_runtime_tell (self, &(WsStep){ .kind = WS_STEP_FREE,
                                    .name = (char *)call,
                                    .address = allocation->address,
                                    .size = allocation->size,
                                    .begin_ns = self->host_ns });
}

/**
 * ws_runtime_take:
 * @call: as in "cudaMalloc"
 * @pointer: (out): the program's pointer
 * @size: bytes
 *
 * Allocates device memory. A size of 0 gives NULL, without an error.
 */
cudaError_t
ws_runtime_take (WsRuntime *self, const char *call, void **pointer, gsize size)
{
  g_autofree char *name = g_strdup_printf ("%s %u", call, ++self->n_allocations);
  g_autoptr (GError) problem = NULL;
  WsAllocation *allocation;

  if (pointer == NULL)
    return cudaErrorInvalidValue;
  *pointer = NULL;
  if (size == 0)
    return cudaSuccess;
  allocation = ws_memory_alloc (ws_vm_device_get_memory (self->device), size, name, &problem);
  tell (self, call, allocation != NULL ? allocation->address : 0, size, problem);
  if (allocation == NULL)
    return cudaErrorMemoryAllocation;
  *pointer = (void *)(guintptr)allocation->address;
  return cudaSuccess;
}

/**
 * ws_runtime_allocate:
 * @call: as in "cudaMalloc"
 * @pointer: (out): the program's pointer
 * @size: bytes
 *
 * As ws_runtime_take(), for a call not allowed during capture: it would not be part of the graph.
 */
cudaError_t
ws_runtime_allocate (WsRuntime *self, const char *call, void **pointer, gsize size)
{
  cudaError_t error = ws_sequence_forbid (self);

  return error == cudaSuccess ? ws_runtime_take (self, call, pointer, size) : error;
}

/**
 * ws_runtime_allocate_shared:
 * @call: as in "cudaMallocManaged"
 * @pointer: (out): the program's pointer
 * @size: bytes
 *
 * Allocates host pages that kernels access by the same address.
 */
cudaError_t
ws_runtime_allocate_shared (WsRuntime *self, const char *call, void **pointer, gsize size)
{
  g_autofree char *name = g_strdup_printf ("%s %u", call, ++self->n_allocations);
  void *data;

  if (pointer == NULL)
    return cudaErrorInvalidValue;
  *pointer = NULL;
  if (size == 0)
    return cudaErrorInvalidValue;
  data =
      mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data == MAP_FAILED)
    data = NULL;
  tell (self, call, (guint64)(guintptr)data, size, NULL);
  if (data == NULL)
    return cudaErrorMemoryAllocation;
  ws_memory_adopt (ws_vm_device_get_memory (self->device), data, size, name);
  *pointer = data;
  return cudaSuccess;
}

/**
 * ws_runtime_free:
 * @call: as in "cudaFree"
 * @pointer: (nullable): what a call has allocated
 *
 * Memory of a graph is kept, as the graph may be launched again.
 */
cudaError_t
ws_runtime_free (WsRuntime *self, const char *call, void *pointer)
{
  WsMemory *memory = ws_vm_device_get_memory (self->device);
  WsAllocation *allocation = ws_memory_find (memory, (guint64)(guintptr)pointer);

  if (pointer == NULL || ws_graph_keeps (self, pointer))
    return cudaSuccess;
  if (allocation == NULL || allocation->address != (guint64)(guintptr)pointer)
    return cudaErrorInvalidValue;
  tell_free (self, call, allocation);
  ws_pool_forget (pointer);
  if (allocation->room == NULL)
    munmap (pointer, allocation->size);
  ws_memory_release (memory, allocation);
  return cudaSuccess;
}

/* As ws_runtime_free(), for a call that waits for the device first. */
cudaError_t
ws_runtime_give_back (WsRuntime *self, const char *call, void *pointer)
{
  cudaError_t left = ws_runtime_wait (self, NULL);

  return left == cudaSuccess ? ws_runtime_free (self, call, pointer) : left;
}

/* ---- calls ---- */

cudaError_t
cudaMalloc (void **pointer, size_t size)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_allocate (self, __func__, pointer, size));
}

cudaError_t
cudaMallocManaged (void **pointer, size_t size, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_allocate_shared (self, __func__, pointer, size));
}

cudaError_t
cudaMallocHost (void **pointer, size_t size)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_allocate_shared (self, __func__, pointer, size));
}

cudaError_t
cudaHostAlloc (void **pointer, size_t size, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_allocate_shared (self, __func__, pointer, size));
}

static gsize
pitch_of (gsize width)
{
  return (width + PITCH_BYTES - 1) / PITCH_BYTES * PITCH_BYTES;
}

/**
 * ws_runtime_allocate_rows:
 * @call: as in "cudaMallocPitch"
 * @pointer: (out): the program's pointer
 * @pitch: (out): bytes from one row to the next
 * @width: of a row: bytes
 * @height: rows
 *
 * As ws_runtime_allocate(), for rows.
 */
cudaError_t
ws_runtime_allocate_rows (WsRuntime *self, const char *call, void **pointer, gsize *pitch,
                          gsize width, gsize height)
{
  gsize row = pitch_of (width);

  if (pitch == NULL || row < width || (height > 0 && row > G_MAXSIZE / height))
    return cudaErrorInvalidValue;
  *pitch = row;
  return ws_runtime_allocate (self, call, pointer, row * height);
}

cudaError_t
cudaMallocPitch (void **pointer, size_t *pitch, size_t width, size_t height)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (
      self, ws_runtime_allocate_rows (self, __func__, pointer, pitch, width, height));
}

cudaError_t
cudaMalloc3D (cudaPitchedPtr *pointer, cudaExtent extent)
{
  WsRuntime *self = ws_runtime_enter ();
  gsize row = pitch_of (extent.width);
  gsize rows;
  gsize size;

  if (pointer == NULL || row < extent.width
      || __builtin_mul_overflow (extent.height, extent.depth, &rows)
      || __builtin_mul_overflow (rows, row, &size))
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  *pointer = (cudaPitchedPtr){ .pitch = row, .xsize = extent.width, .ysize = extent.height };
  return ws_runtime_leave (self, ws_runtime_allocate (self, __func__, &pointer->ptr, size));
}

cudaError_t
cudaFree (void *pointer)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_give_back (self, __func__, pointer));
}

cudaError_t
cudaFreeHost (void *pointer)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_give_back (self, __func__, pointer));
}

/**
 * ws_runtime_register:
 * @call: as in "cudaHostRegister"
 * @pointer: the host's own memory, accessible to kernels from now on
 * @size: bytes
 */
cudaError_t
ws_runtime_register (WsRuntime *self, const char *call, void *pointer, gsize size)
{
  WsAllocation *allocation = NULL;

  if (pointer != NULL && size > 0)
    allocation = ws_memory_adopt (ws_vm_device_get_memory (self->device), pointer, size, call);
  if (allocation == NULL)
    return pointer == NULL || size == 0 ? cudaErrorInvalidValue
                                        : cudaErrorHostMemoryAlreadyRegistered;
  tell (self, call, allocation->address, size, NULL);
  return cudaSuccess;
}

/* Undoes ws_runtime_register(). */
cudaError_t
ws_runtime_unregister (WsRuntime *self, const char *call, void *pointer)
{
  WsMemory *memory = ws_vm_device_get_memory (self->device);
  WsAllocation *allocation = ws_memory_find (memory, (guint64)(guintptr)pointer);

  if (allocation == NULL || allocation->address != (guint64)(guintptr)pointer
      || !g_str_has_suffix (allocation->name, "HostRegister"))
    return cudaErrorHostMemoryNotRegistered;
  tell_free (self, call, allocation);
  ws_memory_release (memory, allocation);
  return cudaSuccess;
}

cudaError_t
cudaHostRegister (void *pointer, size_t size, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_register (self, __func__, pointer, size));
}

cudaError_t
cudaHostUnregister (void *pointer)
{
  WsRuntime *self = ws_runtime_enter ();

  return ws_runtime_leave (self, ws_runtime_unregister (self, __func__, pointer));
}

cudaError_t
cudaHostGetDevicePointer (void **device, void *host, unsigned int flags)
{
  WsRuntime *self = ws_runtime_enter ();
  WsMemory *memory = ws_vm_device_get_memory (self->device);

  if (device == NULL || ws_memory_find (memory, (guint64)(guintptr)host) == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  *device = host;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaHostGetFlags (unsigned int *flags, void *host)
{
  WsRuntime *self = ws_runtime_enter ();
  WsMemory *memory = ws_vm_device_get_memory (self->device);

  if (flags == NULL || ws_memory_find (memory, (guint64)(guintptr)host) == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  *flags = 2; /* cudaHostAllocMapped: all of it is */
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaMemGetInfo (size_t *free_bytes, size_t *total_bytes)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsMemory *memory = ws_vm_device_get_memory (self->device);

  if (free_bytes != NULL)
    *free_bytes = memory->limit_bytes - MIN (memory->used_bytes, memory->limit_bytes);
  if (total_bytes != NULL)
    *total_bytes = memory->limit_bytes;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaPointerGetAttributes (cudaPointerAttributes *attributes, const void *pointer)
{
  WsRuntime *self = ws_runtime_enter ();
  const WsAllocation *allocation =
      ws_memory_find (ws_vm_device_get_memory (self->device), (guint64)(guintptr)pointer);

  if (attributes == NULL)
    return ws_runtime_leave (self, cudaErrorInvalidValue);
  *attributes =
      (cudaPointerAttributes){ .type = cudaMemoryTypeUnregistered, .hostPointer = (void *)pointer };
  if (allocation == NULL)
    return ws_runtime_leave (self, cudaSuccess);
  attributes->devicePointer = (void *)pointer;
  if (allocation->room != NULL)
    {
      attributes->type = cudaMemoryTypeDevice;
      attributes->hostPointer = NULL;
    }
  else
    attributes->type =
        strstr (allocation->name, "Managed") != NULL ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
  return ws_runtime_leave (self, cudaSuccess);
}

cudaError_t
cudaGetSymbolAddress (void **pointer, const void *symbol)
{
  WsRuntime *self = ws_runtime_enter ();
  WsDeviceSymbol found = { 0 };
  cudaError_t error = ws_runtime_find_symbol (self, symbol, &found);

  if (error == cudaSuccess)
    *pointer = (void *)(guintptr)found.address;
  return ws_runtime_leave (self, error);
}

cudaError_t
cudaGetSymbolSize (size_t *size, const void *symbol)
{
  WsRuntime *self = ws_runtime_enter ();
  WsDeviceSymbol found = { 0 };
  cudaError_t error = ws_runtime_find_symbol (self, symbol, &found);

  if (error == cudaSuccess)
    *size = found.size_bytes;
  return ws_runtime_leave (self, error);
}

/* Hints without effect: all memory is local. */
cudaError_t
cudaMemAdvise (const void *pointer, size_t size, int advice, cudaMemLocation location)
{
  return ws_runtime_leave (ws_runtime_enter (), cudaSuccess);
}

cudaError_t
cudaMemPrefetchAsync (const void *pointer, size_t size, cudaMemLocation location,
                      unsigned int flags, cudaStream_t stream)
{
  return ws_runtime_leave (ws_runtime_enter (), cudaSuccess);
}
