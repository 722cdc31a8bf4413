/* limits.h: the limits of a device, each with its error message. Used where a job is made and where
 * it is run. */
#pragma once

#include "job/job.h"

G_BEGIN_DECLS

/**
 * WsExtent:
 * @grid: blocks
 * @block: threads
 * @shared_bytes: shared memory that a block asks for
 * @n_elements: number of elements; 0: not meaningful
 * @memory_bytes: of all buffers
 *
 * The resources that a launch needs.
 */
typedef struct {
  guint32 block[3];
  guint64 grid[3];
  guint32 shared_bytes;
  guint64 n_elements;
  guint64 memory_bytes;
} WsExtent;

gboolean ws_limits_check_needs (const WsJobNeeds *needs, const char *id, const WsSpec *spec,
                                GError **error);
gboolean ws_limits_check_block (const WsExtent *extent, const WsSpec *spec, GError **error);
gboolean ws_limits_check_grid (const WsExtent *extent, const WsSpec *spec, GError **error);
gboolean ws_limits_check_memory (const WsExtent *extent, const WsSpec *spec, GError **error);
guint32 ws_limits_get_spare_shared (guint percent, guint n_threads, guint32 used_bytes,
                                    const WsSpec *spec);

G_END_DECLS
