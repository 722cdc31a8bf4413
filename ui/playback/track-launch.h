/* track-launch.h: the track while a launch is played: its warps over time, and where its waves and
 * its tail begin. */
#pragma once

#include "scene/scene.h"

G_BEGIN_DECLS

/* All take the width of the track; x is in it. */
void ws_track_launch_draw (cairo_t *cr, const WsScene *scene, double end, double time,
                           const WsTheme *theme, double label_px, double width);
double ws_track_launch_x_to_time (double end, double x, double width);

G_END_DECLS
