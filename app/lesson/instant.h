/* instant.h: the instant of its run that a step shows. */
#pragma once

#include "beside/beside.h"
#include "lesson/lesson.h"

G_BEGIN_DECLS

gboolean ws_lesson_instant_find (const WsLessonInstant *self, const WsScene *scene,
                                 gboolean of_launch, WsMoment *moment, GError **error);
gboolean ws_lesson_instant_find_beside (const WsLessonInstant *self,
                                        WsScene *const scenes[WS_BESIDE_N_SIDES], WsBesideSide side,
                                        gboolean of_launch, WsMoment *moment, GError **error);

G_END_DECLS
