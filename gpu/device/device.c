#include "device/device.h"

#include <glib/gi18n.h>
#include <inttypes.h>

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

/* Counts a step of its work. To be called by whatever works, in any thread, now and then: steps,
 * read and written atomically, tells others that work goes on. It begins again at 0 after 2^32. */
void
ws_device_step (WsDevice *self)
{
  g_atomic_int_inc (&self->steps);
}

/**
 * ws_device_refuse_symbol:
 * @name: of a variable that a module does not have
 * @error: return location: %WS_DEVICE_ERROR_NOT_FOUND
 *
 * Returns: %FALSE
 */
gboolean
ws_device_refuse_symbol (const char *name, GError **error)
{
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_NOT_FOUND,
               _ ("The PTX has no variable “%s” in global or constant memory."), name);
  return FALSE;
}

/* @format: translated; takes what is asked for, the limit, the device and its compute capability */
static gboolean G_GNUC_PRINTF (2, 0)
    refuse (const WsSpec *spec, const char *format, guint64 value, guint64 limit, GError **error)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_LIMIT, format, value, limit, spec->name,
               spec->cc_major, spec->cc_minor);
#pragma GCC diagnostic pop
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
                     _ ("A launch needs at least one block of at least one thread."));
        return FALSE;
      }
  if (block[1] > 1024)
    return refuse (spec,
                   _ ("A block with a height of %" PRIu64 " exceeds the limit of %" PRIu64
                      " threads along y of %s (compute capability %u.%u)."),
                   block[1], 1024, error);
  if (block[2] > 64)
    return refuse (spec,
                   _ ("A block with a depth of %" PRIu64 " exceeds the limit of %" PRIu64
                      " threads along z of %s (compute capability %u.%u)."),
                   block[2], 64, error);
  if (block[0] > spec->max_threads_per_block || threads > spec->max_threads_per_block)
    return refuse (spec,
                   _ ("A block of %" PRIu64 " exceeds the limit of %" PRIu64
                      " threads per block of %s (compute capability %u.%u)."),
                   threads, spec->max_threads_per_block, error);
  if (grid[0] > spec->max_grid_x)
    return refuse (spec,
                   _ ("A grid with a width of %" PRIu64 " exceeds the limit of %" PRIu64
                      " blocks along x of %s (compute capability %u.%u)."),
                   grid[0], spec->max_grid_x, error);
  if (grid[1] > 65535 || grid[2] > 65535)
    return refuse (spec,
                   _ ("A grid with a height or depth of %" PRIu64 " exceeds the limit of %" PRIu64
                      " blocks along y and z of %s (compute capability %u.%u)."),
                   MAX (grid[1], grid[2]), 65535, error);
  if (shared_bytes > spec->shared_per_block_bytes)
    return refuse (spec,
                   _ ("Shared memory of %" PRIu64 " exceeds the limit of %" PRIu64
                      " bytes per block of %s (compute capability %u.%u)."),
                   shared_bytes, spec->shared_per_block_bytes, error);
  return TRUE;
}
