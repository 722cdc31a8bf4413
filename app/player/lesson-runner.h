/* lesson-runner.h: runs what the steps of a lesson need, in the background. */
#pragma once

#include "lesson/lesson-slide.h"
#include "session/session.h"

G_BEGIN_DECLS

#define WS_TYPE_LESSON_RUNNER (ws_lesson_runner_get_type ())
G_DECLARE_FINAL_TYPE (WsLessonRunner, ws_lesson_runner, WS, LESSON_RUNNER, GObject)

/* Signals: "changed": a result has come, or something failed. */
WsLessonRunner *ws_lesson_runner_new (WsSession *session, const WsLesson *lesson,
                                      WsLessonRuns *runs);
WsLessonRuns *ws_lesson_runner_get_runs (WsLessonRunner *self);
void ws_lesson_runner_prepare (WsLessonRunner *self, guint step);
void ws_lesson_runner_retry (WsLessonRunner *self);
gboolean ws_lesson_runner_is_busy (WsLessonRunner *self);
const char *ws_lesson_runner_get_sentence (WsLessonRunner *self);
void ws_lesson_runner_cancel (WsLessonRunner *self);

G_END_DECLS
