/* words.h: occupancy in words: the names of things, and what a change did. */
#pragma once

#include "occupancy/occupancy.h"

G_BEGIN_DECLS

const char *ws_limiter_get_name (WsLimiter limiter);
const char *ws_occupancy_get_architecture (guint cc_major, guint cc_minor);
char *ws_occupancy_name_limiters (guint limiters);
char *ws_occupancy_format_share (double share);
WsLimiter ws_occupancy_get_first_limiter (guint limiters);

/* (transfer full): what @limiter allows, behind its name */
char *ws_occupancy_name_explanation (WsLimiter limiter, const char *explanation);

char *ws_occupancy_describe_change (const WsOccupancyLimits *before,
                                    const WsOccupancyLaunch *launch_before,
                                    const WsOccupancyLimits *after,
                                    const WsOccupancyLaunch *launch_after);

G_END_DECLS
