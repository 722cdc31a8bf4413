/* words.h: the words of a step, with figures of what was run in them. */
#pragma once

#include "lesson/lesson.h"
#include "lesson/runs.h"

G_BEGIN_DECLS

#define WS_LESSON_NOT_RUN "…" /* where a figure will stand, once what it is of has run */
#define WS_LESSON_NONE    "—" /* of a figure that what was run does not have */

char *ws_lesson_words_make (const WsLesson *lesson, guint step, const WsLessonText *text,
                            WsLessonRuns *runs, GPtrArray *problems);

G_END_DECLS
