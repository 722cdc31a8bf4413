/* runtime.c: the one virtual GPU of the process, its clock, and what calls share. */
#include "runtime/runtime-private.h"

#include "history/history.h"
#include "history/write.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* The virtual GPU's addresses begin where the host has nothing mapped: a stray read there faults,
 * as with a real GPU. */
#define RESERVED_BYTES (G_GUINT64_CONSTANT (64) << 30)
#define PIECE_BYTES    (G_GUINT64_CONSTANT (1) << 30)

static WsRuntime runtime;

static void
stream_free (WsStream *self)
{
  g_clear_pointer (&self->last, g_ptr_array_unref);
  g_free (self);
}

static gboolean
reserve_piece (guint64 first, guint64 bytes)
{
  return mmap ((void *)(guintptr)first, bytes, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0)
         != MAP_FAILED;
}

/* If the system has mapped something there, reserves everything around it. The first part must be
 * free: allocations are placed there. */
static void
reserve (void)
{
  if (reserve_piece (WS_GLOBAL_BASE, RESERVED_BYTES))
    return;
  if (!reserve_piece (WS_GLOBAL_BASE, PIECE_BYTES))
    {
      fputs (_ ("The virtual GPU's addresses are in use in this process. Start the program once "
                "more.\n"),
             stderr);
      _exit (WS_STATUS_NO_DEVICE);
    }
  for (guint64 at = PIECE_BYTES; at < RESERVED_BYTES; at += PIECE_BYTES)
    reserve_piece (WS_GLOBAL_BASE + at, PIECE_BYTES);
}

static void
open_device (WsRuntime *self)
{
  WsStream *stream = g_new0 (WsStream, 1);

  self->device = ws_vm_device_new (self->options.spec, 0);
  ws_registry_init (&self->registry);
  self->objects = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->sequences = g_ptr_array_new_with_free_func (g_free);
  self->kept = g_hash_table_new (NULL, NULL);
  self->streams = g_ptr_array_new_with_free_func ((GDestroyNotify)stream_free);
  stream->waits = TRUE;
  g_ptr_array_add (self->streams, stream);
  self->n_streams = 1;
  reserve ();
  ws_history_write (self->options.history, "begin",
                    g_variant_new ("(us)", WS_HISTORY_VERSION, self->device->id));
}

/**
 * ws_runtime_begin:
 * @options: the device and limits
 *
 * To be called before the program is loaded: its constructors already call the runtime.
 */
void
ws_runtime_begin (const WsRuntimeOptions *options)
{
  g_return_if_fail (options->spec != NULL);
  g_return_if_fail (!runtime.is_open);

  g_rec_mutex_init (&runtime.lock);
  runtime.options = *options;
  ws_spec_ref (runtime.options.spec);
  open_device (&runtime);
  g_atomic_int_set (&runtime.is_open, TRUE);
}

/* Returns: whether an address belongs to the virtual GPU, where the host has nothing mapped.
 * Async-signal-safe. */
gboolean
ws_runtime_reserves (const void *address)
{
  guint64 number = (guint64)(guintptr)address;

  return number >= WS_GLOBAL_BASE && number - WS_GLOBAL_BASE < RESERVED_BYTES;
}

/* Returns: (transfer none): the shared state, locked until ws_runtime_leave() */
WsRuntime *
ws_runtime_enter (void)
{
  static gsize once = 0;

  if (!g_atomic_int_get (&runtime.is_open) && g_once_init_enter (&once))
    {
      if (!g_atomic_int_get (&runtime.is_open))
        ws_runtime_begin_from_environment ();
      g_once_init_leave (&once, 1);
    }
  g_rec_mutex_lock (&runtime.lock);
  return &runtime;
}

/* Returns: @error, or a kernel's sticky error, after which no call succeeds */
cudaError_t
ws_runtime_end (WsRuntime *self, cudaError_t error)
{
  if (self->is_broken)
    error = self->left_error;
  g_rec_mutex_unlock (&self->lock);
  return error;
}

/* As ws_runtime_end(), for a call whose error cudaGetLastError() returns. */
cudaError_t
ws_runtime_leave (WsRuntime *self, cudaError_t error)
{
  if (self->is_broken)
    error = self->left_error;
  if (error != cudaSuccess)
    self->last_error = error;
  return ws_runtime_end (self, error);
}

void
ws_runtime_tell (WsRuntime *self, const WsStep *step)
{
  ws_history_write_step (self->options.history, step);
}

/* ---- the clock ---- */

/* Returns: (transfer none) (nullable): the stream of a handle: 0 and 1 are the default one
 * (cudaStreamLegacy), 2 the per-thread one, which is treated as the default; %NULL if unknown */
WsStream *
ws_runtime_get_stream (WsRuntime *self, cudaStream_t stream)
{
  guint index;

  if ((guintptr)stream <= 2)
    return g_ptr_array_index (self->streams, 0);
  return g_ptr_array_find (self->streams, stream, &index) ? stream : NULL;
}

/* After "CUDA C++ Programming Guide", Default Stream: it waits for earlier work in other streams,
 * and later work there waits for it. */
static guint64
get_begin (const WsRuntime *self, const WsStream *stream)
{
  const WsStream *legacy = g_ptr_array_index (self->streams, 0);
  guint64 begin = MAX (self->host_ns, stream->end_ns);

  if (stream != legacy)
    return stream->waits ? MAX (begin, legacy->end_ns) : begin;
  for (guint i = 1; i < self->streams->len; i++)
    {
      const WsStream *other = g_ptr_array_index (self->streams, i);

      if (other->waits)
        begin = MAX (begin, other->end_ns);
    }
  return begin;
}

/* Returns: when the next work in the stream, of @duration_ns, begins */
guint64
ws_runtime_queue (WsRuntime *self, WsStream *stream, guint64 duration_ns)
{
  guint64 begin = get_begin (self, stream);

  stream->end_ns = begin + duration_ns;
  return begin;
}
