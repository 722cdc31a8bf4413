/* course.h: how a moment moves on with the seconds: what plays on the screen and in an animation.
 *
 * Stages last as long as each other, whatever the number of their events; a launch has one length,
 * whatever the number of its cycles.
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
