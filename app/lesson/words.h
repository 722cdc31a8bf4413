/* words.h: the words of a step, with figures from its results filled in. */
#pragma once

#include "lesson/lesson.h"
#include "lesson/runs.h"

G_BEGIN_DECLS

#define WS_LESSON_NOT_RUN "…" /* placeholder of a figure until its job has run */
#define WS_LESSON_NONE    "—" /* for a figure that the results lack */

char *ws_lesson_words_make (const WsLesson *lesson, guint step, const WsLessonText *text,
                            WsLessonRuns *runs, GPtrArray *problems);

G_END_DECLS
