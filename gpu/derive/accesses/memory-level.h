/* memory-level.h: which level serves each sector of global memory that an access requests: a cache
 * or the device memory. Modelled, by the rule of record/cache.h, independently of the device that
 * recorded the access.
 */
#pragma once

#include "record/cache.h"

G_BEGIN_DECLS

/* The bytes of a lane span two sectors at most. */
#define WS_MEMORY_LEVEL_MAX_SECTORS (2 * WS_WARP_SIZE)

/**
 * WsMemoryLevelCount:
 * @sectors: that each level serves; each counted once per request
 */
typedef struct {
  guint64 sectors[WS_N_MEMORY_LEVELS];
} WsMemoryLevelCount;

guint ws_memory_level_find_sectors (const guint64 *addresses, guint n, guint lane_bytes,
                                    guint64 sectors[WS_MEMORY_LEVEL_MAX_SECTORS]);
void ws_memory_level_begin (WsCache *cache, const WsRun *run, guint launch);
guint ws_memory_level_visit (WsCache *cache, const WsRun *run, const WsSite *site,
                             const WsEvent *event, guint8 levels[WS_MEMORY_LEVEL_MAX_SECTORS]);
WsMemoryLevelCount *ws_memory_level_count (const WsRun *run, guint launch);
guint64 ws_memory_level_count_get_sum (const WsMemoryLevelCount *self);

G_END_DECLS
