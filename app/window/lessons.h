/* lessons.h: the lessons of a window: the course and its contents, lecture bundles, and exports of
 * a lesson. Its actions: lesson, course, answer-again, record-lesson, cancel-lecture, handout,
 * course-handout, bundle, lesson-page, cancel-lesson-export. */
#pragma once

#include "player/course.h"
#include "sidebar/sidebar.h"
#include "window/lesson-exporter.h"
#include "window/presentation.h"

G_BEGIN_DECLS

#define WS_LESSON_ACTION "win.lesson"
#define WS_COURSE_ACTION "win.course"

#define WS_TYPE_LESSONS (ws_lessons_get_type ())
G_DECLARE_FINAL_TYPE (WsLessons, ws_lessons, WS, LESSONS, GObject)

/* Signal: exported (const char *): a file was written, at this path. */
WsLessons *ws_lessons_new (const WsContext *context, WsPresentation *presentation);
void ws_lessons_end (WsLessons *self);
void ws_lessons_begin_named (WsLessons *self, const char *name);
void ws_lessons_open_lecture (WsLessons *self, GFile *file);
WsCourse *ws_lessons_get_course (WsLessons *self);
gboolean ws_lessons_is_bundled (WsLessons *self);
WsSign *ws_lessons_get_opening (WsLessons *self);
WsSign *ws_lessons_get_export (WsLessons *self);
WsLessonExporter *ws_lessons_get_exporter (WsLessons *self);

G_END_DECLS
