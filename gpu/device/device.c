#include "device/device.h"

G_DEFINE_QUARK (ws - device - error - quark, ws_device_error)

/**
 * ws_device_close:
 * @self: (transfer full): a device
 *
 * Frees it and all its memory.
 */
void
ws_device_close (WsDevice *self)
{
  self->klass->close (self);
}

/**
 * ws_device_step:
 * @self: a device
 *
 * Counts a step of its work.
 */
void
ws_device_step (WsDevice *self)
{
  g_atomic_int_inc (&self->steps);
}

static gboolean
refuse (const WsSpec *spec, const char *what, guint64 value, guint64 limit, const char *limit_name,
        GError **error)
{
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT,
               "%s of %" G_GUINT64_FORMAT " is over the limit of %" G_GUINT64_FORMAT
               " %s of %s (compute capability %u.%u).",
               what, value, limit, limit_name, spec->name, spec->cc_major, spec->cc_minor);
  return FALSE;
}

/**
 * ws_device_check_launch:
 * @spec: the device's limits
 * @grid: blocks along x, y, z
 * @block: threads along x, y, z
 * @shared_bytes: shared memory of a block, static and dynamic
 * @error: return location: %WS_DEVICE_ERROR_LIMIT, with the limit and the spec that it comes from
 *
 * The limits along y and z are those of every model (CUDA Programming Guide, technical
 * specifications): 65535 blocks, 1024 threads along y and 64 along z.
 *
 * Returns: whether the launch may begin
 */
gboolean
ws_device_check_launch (const WsSpec *spec, const guint32 grid[3], const guint32 block[3],
                        guint32 shared_bytes, GError **error)
{
  guint64 threads = (guint64)block[0] * block[1] * block[2];

  for (guint i = 0; i < 3; i++)
    if (grid[i] == 0 || block[i] == 0)
      {
        g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT,
                     "A launch needs at least one block of at least one thread.");
        return FALSE;
      }
  if (block[1] > 1024)
    return refuse (spec, "A block with a height", block[1], 1024, "threads along y", error);
  if (block[2] > 64)
    return refuse (spec, "A block with a depth", block[2], 64, "threads along z", error);
  if (block[0] > spec->max_threads_per_block || threads > spec->max_threads_per_block)
    return refuse (spec, "A block", threads, spec->max_threads_per_block, "threads per block",
                   error);
  if (grid[0] > spec->max_grid_x)
    return refuse (spec, "A grid with a width", grid[0], spec->max_grid_x, "blocks along x", error);
  if (grid[1] > 65535 || grid[2] > 65535)
    return refuse (spec, "A grid with a height or depth", MAX (grid[1], grid[2]), 65535,
                   "blocks along y and z", error);
  if (shared_bytes > spec->shared_per_block_bytes)
    return refuse (spec, "Shared memory", shared_bytes, spec->shared_per_block_bytes,
                   "bytes per block", error);
  return TRUE;
}
