/* registry.c: what nvcc's code registers; it is also passed on to CUDA's own library. */
#include "passing.h"

void **
__cudaRegisterFatBinary (void *fat_binary)
{
  void **handle = WS_REAL (__cudaRegisterFatBinary) (fat_binary);
  WsPassing *self = ws_passing_enter ();

  g_hash_table_insert (self->modules, handle,
                       ws_registry_add_module (&self->registry, fat_binary, 0));
  ws_passing_leave (self);
  return handle;
}

/* The program ends, for this is what is called behind main(). */
void
__cudaUnregisterFatBinary (void **handle)
{
  WsPassing *self = ws_passing_enter ();

  ws_flight_land_all (self);
  ws_passing_leave (self);
  WS_REAL (__cudaUnregisterFatBinary) (handle);
}

void
__cudaRegisterFunction (void **handle, const char *host, char *device, const char *name,
                        int thread_limit, void *tid, void *bid, void *block, void *grid,
                        int *warp_size)
{
  WsPassing *self = ws_passing_enter ();
  WsModule *module = g_hash_table_lookup (self->modules, handle);

  if (module != NULL)
    ws_registry_add_function (&self->registry, module, host, name);
  ws_passing_leave (self);
  WS_REAL (__cudaRegisterFunction)
  (handle, host, device, name, thread_limit, tid, bid, block, grid, warp_size);
}

static void
note_variable (void **handle, const void *host, const char *name)
{
  WsPassing *self = ws_passing_enter ();
  WsModule *module = g_hash_table_lookup (self->modules, handle);

  if (module != NULL)
    ws_registry_add_variable (&self->registry, module, host, name);
  ws_passing_leave (self);
}

void
__cudaRegisterVar (void **handle, char *host, char *device, const char *name, int ext, size_t size,
                   int constant, int global)
{
  note_variable (handle, host, name);
  WS_REAL (__cudaRegisterVar) (handle, host, device, name, ext, size, constant, global);
}

void
__cudaRegisterManagedVar (void **handle, void **host, char *device, const char *name, int ext,
                          size_t size, int constant, int global)
{
  note_variable (handle, host, name);
  WS_REAL (__cudaRegisterManagedVar) (handle, host, device, name, ext, size, constant, global);
}

static void
note_kernel (const cudaKernel_t *kernel, const void *host, cudaError_t error)
{
  WsPassing *self = ws_passing_enter ();
  WsFunction *function = ws_registry_find_function (&self->registry, host);

  if (error == cudaSuccess && function != NULL)
    g_hash_table_insert (self->kernels, *kernel, function);
  ws_passing_leave (self);
}

WS_WATCH (__cudaGetKernel, (cudaKernel_t * kernel, const void *host), (kernel, host),
          note_kernel (kernel, host, error))
WS_WATCH (cudaGetKernel, (cudaKernel_t * kernel, const void *host), (kernel, host),
          note_kernel (kernel, host, error))
