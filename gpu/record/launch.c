#include "record/record-private.h"

/* Returns: threads of one block */
guint
ws_launch_get_n_threads (const WsLaunch *self)
{
  return self->block[0] * self->block[1] * self->block[2];
}

/* Returns: warps of one block, the last of which may be partial */
guint
ws_launch_get_n_warps (const WsLaunch *self)
{
  return (ws_launch_get_n_threads (self) + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
}

/* Returns: blocks of the grid */
guint64
ws_launch_get_n_blocks (const WsLaunch *self)
{
  return (guint64)self->grid[0] * self->grid[1] * self->grid[2];
}

/**
 * ws_launch_get_warp_mask:
 * @warp: a warp of the block
 *
 * Returns: the lanes of @warp that have a thread
 */
guint32
ws_launch_get_warp_mask (const WsLaunch *self, guint warp)
{
  guint n = ws_launch_get_n_threads (self);
  guint first = warp * WS_WARP_SIZE;

  if (first >= n)
    return 0;
  return n - first >= WS_WARP_SIZE ? G_MAXUINT32 : (1u << (n - first)) - 1;
}
