/* lesson-slide.h: a step of a lesson as a slide. */
#pragma once

#include "lesson/lesson.h"
#include "lesson/runs.h"

#include "slide/slide.h"

G_BEGIN_DECLS

gboolean ws_lesson_step_is_ready (const WsLesson *lesson, guint step, WsLessonRuns *runs);
WsSlide *ws_lesson_make_slide (const WsLesson *lesson, guint step, WsLessonRuns *runs,
                               gboolean revealed, int chosen, GPtrArray *problems);

G_END_DECLS
