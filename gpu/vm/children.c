/* children.c: the grids that a kernel launches. CUDA C++ Programming Guide, "CUDA Dynamic
 * Parallelism", of CUDA 12 and later: nvcc compiles kernel<<<...>>> (...) to a call that allocates
 * a parameter buffer, and one that launches.
 *
 * Here a launch is only queued: the device runs the grid after its parent has ended, which is one
 * of the permitted orders. An invalid launch is a fault; a real device returns an error that few
 * kernels check.
 */
#include "vm/system-private.h"
#include "vm/sanitizer.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* cuda_device_runtime_api.h */
#define STREAM_BLOCK           0
#define STREAM_TAIL            3
#define STREAM_FIRE_AND_FORGET 4

/* Handle of a stream: this tag, the block, and the index of its stream. */
#define STREAMS (G_GUINT64_CONSTANT (1) << 60)

/**
 * ws_child_free:
 * @self: (transfer full) (nullable): a grid that a kernel launches
 */
void
ws_child_free (WsChild *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->params, g_bytes_unref);
  g_free (self);
}

static guint
get_thread (const WsSystemCall *self)
{
  return self->warp->index * WS_LANES + self->lane;
}

/* The kernel at an address; NULL for none. */
static const WsPtxFunction *
find_kernel (const WsSystemCall *self, guint64 address, guint32 *index)
{
  const GPtrArray *functions = self->block->launch->code->module->functions;
  guint64 number = (address - WS_CODE_WINDOW) / WS_CODE_STEP - 1;
  const WsPtxFunction *function;

  if (address % WS_CODE_STEP != 0 || number >= functions->len)
    return NULL;
  function = g_ptr_array_index (functions, number);
  *index = (guint32)number;
  return function->is_entry && function->has_body ? function : NULL;
}

/**
 * ws_children_take_buffer:
 * @self: a call of void *cudaGetParameterBufferV2 (void *kernel, dim3 grid, dim3 block, unsigned
 * shared_bytes)
 *
 * Returns: %FALSE if there is no such kernel, with the block's fault set
 */
gboolean
ws_children_take_buffer (WsSystemCall *self)
{
  WsBlockRun *block = self->block;
  guint32 index = 0;
  const WsPtxFunction *kernel = find_kernel (self, self->params[0], &index);
  WsChild *child;

  if (kernel == NULL)
    return ws_system_fault (
        self, WS_FINDING_OUT_OF_BOUNDS,
        g_strdup_printf (_ ("launches address 0x%" PRIx64 ", which is not a kernel"),
                         self->params[0]));
  child = g_new0 (WsChild, 1);
  child->address = ws_memory_alloc_parameters (block->launch->memory, kernel->param_bytes)->address;
  child->function = index;
  memcpy (child->grid, self->places[1], sizeof child->grid);
  memcpy (child->block, self->places[2], sizeof child->block);
  child->dynamic_shared_bytes = (guint32)self->params[3];
  if (block->children == NULL)
    block->children = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_child_free);
  g_ptr_array_add (block->children, child);
  self->result = child->address;
  return TRUE;
}

static WsChild *
find_child (const WsBlockRun *block, guint64 address)
{
  WsChild *found = NULL;

  for (guint i = block->children != NULL ? block->children->len : 0; found == NULL && i > 0; i--)
    {
      WsChild *child = g_ptr_array_index (block->children, i - 1);

      if (child->address == address)
        found = child;
    }
  return address != 0 ? found : NULL;
}

/* FALSE if the block has created no such stream. */
static gboolean
set_stream (const WsSystemCall *self, WsChild *child, guint64 stream)
{
  const guint64 first = STREAMS + ((guint64)self->block->block << 24);

  child->stream_id = stream;
  child->stream = stream == STREAM_BLOCK             ? WS_STREAM_BLOCK
                  : stream == STREAM_TAIL            ? WS_STREAM_TAIL
                  : stream == STREAM_FIRE_AND_FORGET ? WS_STREAM_FIRE_AND_FORGET
                                                     : WS_STREAM_NAMED;
  return child->stream != WS_STREAM_NAMED || stream - first < self->block->n_streams;
}

/* Whether the launch is within the limits of nesting and of pending grids; else it is a fault. */
static gboolean
check_limits (const WsSystemCall *self, const WsChild *child)
{
  const WsLaunchState *launch = self->block->launch;

  if (child->stream != WS_STREAM_TAIL && launch->depth >= WS_MAX_DEPTH)
    return ws_system_fault (
        self, WS_FINDING_DEVICE,
        g_strdup_printf (_ ("launches a grid at nesting depth %u, the greatest possible"),
                         launch->depth));
  if (*launch->n_pending >= WS_MAX_PENDING)
    return ws_system_fault (
        self, WS_FINDING_DEVICE,
        g_strdup_printf (_ ("launches a grid while %u are pending, the most that the device holds"),
                         *launch->n_pending));
  return TRUE;
}

/**
 * ws_children_launch:
 * @self: a call of cudaError_t cudaLaunchDeviceV2 (void *parameters, cudaStream_t stream)
 *
 * Returns: %FALSE if it is invalid, with the block's fault set
 */
gboolean
ws_children_launch (WsSystemCall *self)
{
  WsBlockRun *block = self->block;
  const WsLaunchState *launch = block->launch;
  WsChild *child = find_child (block, self->params[0]);
  g_autoptr (GError) error = NULL;
  const WsPtxFunction *kernel;
  WsAllocation *allocation;

  if (child == NULL)
    return ws_system_fault (
        self, WS_FINDING_OUT_OF_BOUNDS,
        g_strdup_printf (_ ("launches with parameters at address 0x%" PRIx64
                            ", which does not come from cudaGetParameterBuffer"),
                         self->params[0]));
  if (!set_stream (self, child, self->params[1]))
    return ws_system_fault (
        self, WS_FINDING_OUT_OF_BOUNDS,
        g_strdup_printf (_ ("launches into stream 0x%" PRIx64 ", which its block did not create"),
                         self->params[1]));
  kernel = g_ptr_array_index (launch->code->module->functions, child->function);
  if (!ws_device_check_launch (launch->spec, child->grid, child->block,
                               MAX (kernel->dynamic_shared_offset, kernel->shared_bytes)
                                   + child->dynamic_shared_bytes,
                               &error))
    return ws_system_fault (self, WS_FINDING_DEVICE,
                            /* Translators: followed by what the device has against it */
                            g_strdup_printf (_ ("makes an invalid launch: %s"), error->message));
  if (!check_limits (self, child))
    return FALSE;
  allocation = ws_memory_find_nearest (launch->memory, child->address);
  child->params = g_bytes_new (allocation->data, kernel->param_bytes);
  child->address = 0;
  child->by_block = block->block;
  child->by_thread = get_thread (self);
  child->by_site = ws_code_find_site (launch->code, (guint32)(self->op - block->ops));
  child->time = block->now;
  (*launch->n_pending)++;
  return TRUE;
}

/**
 * ws_children_make_stream:
 * @self: a call of cudaError_t cudaStreamCreateWithFlags (cudaStream_t *stream, unsigned flags)
 *
 * Returns: %FALSE if there is no room for it, with the block's fault set
 */
gboolean
ws_children_make_stream (WsSystemCall *self)
{
  guint64 stream = STREAMS + ((guint64)self->block->block << 24) + self->block->n_streams;
  guint8 *to = ws_system_find_memory (self, self->params[0], sizeof stream);

  if (to == NULL)
    return ws_system_fault (
        self, WS_FINDING_OUT_OF_BOUNDS,
        g_strdup_printf (_ ("creates a stream at address 0x%" PRIx64 ", which is out of bounds"),
                         self->params[0]));
  memcpy (to, &stream, sizeof stream);
  ws_sanitizer_fill (self->block, to, sizeof stream);
  self->block->n_streams++;
  return TRUE;
}

/**
 * ws_children_succeed:
 * @self: a call without effect here: it destroys a stream, or queries the last error, which would
 * have been a fault already
 *
 * Returns: %TRUE: it returns cudaSuccess
 */
gboolean
ws_children_succeed (WsSystemCall *self)
{
  self->result = 0;
  return TRUE;
}
