/* work.h: what a run moved and computed: bytes and operations, for rooflines. */
#pragma once

#include "accesses/site-counts.h"

G_BEGIN_DECLS

/**
 * WsWork:
 * @moved_bytes: between the SMs and global memory
 * @integer_operations: arithmetic on integers, addresses and indices included, over all lanes
 * @float_operations: on floating point numbers
 * @operations: both
 * @of_all_blocks: whether all blocks were counted; else only those recorded in full
 */
typedef struct {
  guint64 moved_bytes;
  guint64 integer_operations;
  guint64 float_operations;
  guint64 operations;
  gboolean of_all_blocks;
} WsWork;

guint ws_work_get_operations (const WsKernel *kernel, const WsSite *site, gboolean *is_float);
void ws_work_add_site (WsWork *self, const WsKernel *kernel, const WsSite *site,
                       const WsSiteCount *count, const WsSpec *spec);
gboolean ws_work_count (const WsRun *run, guint launch, const WsSpec *spec, WsWork *work);

G_END_DECLS
