/* course.h: advances a moment with time, for playback on screen and in animations.
 *
 * All stages last equally long, whatever their number of events; all launches do, whatever their
 * number of cycles.
 */
#pragma once

#include "scene/scene.h"

G_BEGIN_DECLS

#define WS_SECONDS_PER_STAGE  2.4
#define WS_SECONDS_PER_LAUNCH 8.

/* Progress is counted in stages: 2 is the telling instant of the second stage. */
double ws_course_stage_end (const WsScene *scene, guint stage);
double ws_course_to_progress (const WsScene *scene, double position);
double ws_course_from_progress (const WsScene *scene, double progress);

double ws_course_get_last (const WsScene *scene, gboolean of_launch);
double ws_course_get_last_beside (const WsScene *scene, const WsScene *beside);

double ws_course_get_seconds (const WsScene *scene, gboolean of_launch);
void ws_course_get_moment (const WsScene *scene, gboolean of_launch, double seconds,
                           WsMoment *moment);
void ws_course_get_moment_beside (const WsScene *scene, const WsScene *beside, double seconds,
                                  WsMoment *moment);

G_END_DECLS
