/* course.h: the lessons in order, with the progress and the answers of each, which are saved. */
#pragma once

#include "lesson/lesson.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_COURSE (ws_course_get_type ())
G_DECLARE_FINAL_TYPE (WsCourse, ws_course, WS, COURSE, GObject)

/* Signal changed: another step has been seen. */
WsCourse *ws_course_new (GPtrArray *lessons, GSettings *settings);
GPtrArray *ws_course_get_lessons (WsCourse *self);
const WsLesson *ws_course_get_next (WsCourse *self, const char *id);
guint ws_course_get_seen (WsCourse *self, const char *id);
gboolean ws_course_is_done (WsCourse *self, const WsLesson *lesson);
void ws_course_note_seen (WsCourse *self, const char *id, guint steps);
GVariant *ws_course_dup_answers (WsCourse *self, const char *id);
void ws_course_keep_answers (WsCourse *self, const char *id, GVariant *marks);

G_END_DECLS
