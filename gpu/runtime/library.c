#include "runtime/library.h"

#include "runtime/sequence.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* ---- supported calls ---- */

/**
 * ws_library_begin:
 * @self: (out): for the other functions
 * @name: of the call
 * @handle: in which stream it is
 *
 * Locks the runtime until ws_library_end(), which must follow in either case.
 *
 * Returns: whether there is something to do
 */
gboolean
ws_library_begin (WsLibraryCall *self, const char *name, cudaStream_t handle)
{
  WsRuntime *runtime = ws_runtime_enter ();

  *self = (WsLibraryCall){ .name = name,
                           .stream = ws_runtime_get_stream (runtime, handle),
                           .written = g_array_new (FALSE, FALSE, sizeof (guint64)) };
  if (self->stream == NULL)
    self->error = cudaErrorInvalidResourceHandle;
  else if (runtime->left_error != cudaSuccess)
    self->error = ws_runtime_wait (runtime, self->stream);
  else if (self->stream->sequence != NULL)
    {
      self->error = cudaErrorStreamCaptureUnsupported;
      self->words = g_strdup_printf (
          _ ("%s: a call of a library cannot be captured into a graph here."), name);
    }
  return self->error == cudaSuccess;
}

static gsize
get_extent (const WsLibraryRange *range)
{
  return range->height > 0 ? (range->height - 1) * range->pitch + range->width : 0;
}

static void
fail (WsLibraryCall *self, WsRuntime *runtime, const WsLibraryRange *range,
      const WsAllocation *allocation)
{
  guint64 address = (guint64)(guintptr)range->pointer;

  if (self->words != NULL)
    return;
  if (allocation == NULL)
    self->words = g_strdup_printf (
        _ ("%s was given the address 0x%" PRIx64 ", which is not memory of the device."),
        self->name, address);
  else
    self->words = g_strdup_printf (_ ("%s accesses %" G_GSIZE_FORMAT " bytes from 0x%" PRIx64
                                      " on, which is more than “%s” has."),
                                   self->name, get_extent (range), address, allocation->name);
  self->error = runtime->left_error = cudaErrorIllegalAddress;
}

static guint8 *
reach (WsLibraryCall *self, const WsLibraryRange *range, WsAllocation **allocation)
{
  WsRuntime *runtime = ws_runtime_enter ();
  guint8 *data = ws_runtime_reach (runtime, range->pointer, get_extent (range), allocation);

  if (data == NULL || *allocation == NULL)
    {
      ws_runtime_reach (runtime, range->pointer, 0, allocation);
      fail (self, runtime, range, *allocation);
      data = NULL;
    }
  g_rec_mutex_unlock (&runtime->lock);
  return data;
}

/**
 * ws_library_read:
 * @range: not empty
 *
 * Returns: (transfer none) (nullable): the host's address for reading; %NULL if it is not device
 * memory: then the call has failed, as a kernel would
 */
gpointer
ws_library_read (WsLibraryCall *self, const WsLibraryRange *range)
{
  WsAllocation *allocation;

  return reach (self, range, &allocation);
}

/**
 * ws_library_write:
 * @range: not empty
 *
 * As ws_library_read(), for a range that will be overwritten completely.
 *
 * Returns: (transfer none) (nullable): the host's address for writing
 */
gpointer
ws_library_write (WsLibraryCall *self, const WsLibraryRange *range)
{
  WsAllocation *allocation;
  guint8 *data = reach (self, range, &allocation);

  if (data == NULL)
    return NULL;
  self->bytes += range->width * range->height;
  g_array_append_val (self->written, allocation->address);
  if (allocation->room != NULL)
    {
      WsRuntime *runtime = ws_runtime_enter ();

      for (gsize i = 0; i < range->height; i++)
        ws_allocation_fill (allocation, (guint64)(data - allocation->data) + i * range->pitch,
                            range->width);
      ws_memory_touch (ws_vm_device_get_memory (runtime->device), allocation,
                       range->width * range->height);
      g_rec_mutex_unlock (&runtime->lock);
    }
  return data;
}

/* The host waits for the call's stream, as it receives a result. */
void
ws_library_wait (WsLibraryCall *self)
{
  WsRuntime *runtime = ws_runtime_enter ();

  if (self->error == cudaSuccess)
    self->error = ws_runtime_wait (runtime, self->stream);
  g_rec_mutex_unlock (&runtime->lock);
}

/* Reports the call. Returns: its error */
cudaError_t
ws_library_end (WsLibraryCall *self)
{
  WsRuntime *runtime = ws_runtime_enter ();
  guint64 begin =
      self->stream != NULL ? ws_runtime_queue (runtime, self->stream, 0) : runtime->host_ns;

  ws_runtime_tell (runtime, &(WsStep){ .kind = WS_STEP_LIBRARY,
                                       .name = (char *)self->name,
                                       .words = self->words,
                                       .stream = self->stream != NULL ? self->stream->id : 0,
                                       .size = self->bytes,
                                       .begin_ns = begin,
                                       .error = self->error,
                                       .changed = self->written });
  g_clear_pointer (&self->words, g_free);
  g_clear_pointer (&self->written, g_array_unref);
  g_rec_mutex_unlock (&runtime->lock);
  g_rec_mutex_unlock (&runtime->lock); /* that ws_library_begin() took */
  return self->error;
}

/**
 * ws_library_copy:
 * @name: of the call
 * @waits: whether the host waits for it
 *
 * Copies rows, as cudaMemcpy2D() does.
 */
cudaError_t
ws_library_copy (const char *name, const WsLibraryRange *to, const WsLibraryRange *from,
                 cudaMemcpyKind kind, cudaStream_t stream, gboolean waits)
{
  WsRuntime *runtime = ws_runtime_enter ();
  const WsWork work = {
    .type = cudaGraphNodeTypeMemcpy,
    .call = name,
    .copy = { { (guint64)(guintptr)to->pointer, to->pitch, 0 },
              { (guint64)(guintptr)from->pointer, from->pitch, 0 },
              to->width,
              to->height,
              1,
              kind },
  };

  return ws_runtime_leave (runtime, ws_runtime_submit (runtime, &work, stream, waits));
}

/* ---- missing calls ---- */

/**
 * ws_library_refuse:
 * @name: of the call
 * @library: the library that has it: "cuFFT"
 *
 * Notes in the history that the call is missing.
 */
void
ws_library_refuse (const char *name, const char *library)
{
  WsRuntime *runtime = ws_runtime_enter ();
  g_autofree char *sentence = g_strdup_printf (_ ("%s: of CUDA's libraries, the virtual GPU has a "
                                                  "part of cuBLAS and of cuRAND; this call of "
                                                  "%s is not there."),
                                               name, library);

  ws_runtime_tell (runtime, &(WsStep){ .kind = WS_STEP_REFUSED,
                                       .name = (char *)name,
                                       .words = sentence,
                                       .begin_ns = runtime->host_ns,
                                       .error = cudaErrorNotSupported });
  g_rec_mutex_unlock (&runtime->lock);
}
