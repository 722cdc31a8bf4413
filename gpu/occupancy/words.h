/* words.h: occupancy in words: the names of things, and what a change did. */
#pragma once

#include "occupancy/occupancy.h"

G_BEGIN_DECLS

/* "warps", "shared memory" */
const char *ws_limiter_get_name (WsLimiter limiter);
/* "Ampere"; "unknown" for what is not in limits.def */
const char *ws_occupancy_get_architecture (guint cc_major, guint cc_minor);
/* (transfer full): "registers", "warps and registers" of a set of limiters */
char *ws_occupancy_name_limiters (guint limiters);
/* (transfer full): "75 %", "93.8 %" of a share from 0 to 1 */
char *ws_occupancy_format_share (double share);
/* The limiter that a set is drawn as: its first. */
WsLimiter ws_occupancy_get_first_limiter (guint limiters);

char *ws_occupancy_describe_change (const WsOccupancyLimits *before,
                                    const WsOccupancyLaunch *launch_before,
                                    const WsOccupancyLimits *after,
                                    const WsOccupancyLaunch *launch_after);

G_END_DECLS
