/* track-launch.h: the track of a launch's playback: its warps over time, and the begins of its
 * waves and its tail. */
#pragma once

#include "scene/scene.h"

G_BEGIN_DECLS

void ws_track_launch_draw (cairo_t *cr, const WsFrame *frame, double end, double label_px);
/* @x: in a track of that width */
double ws_track_launch_x_to_time (double end, double x, double width);

G_END_DECLS
