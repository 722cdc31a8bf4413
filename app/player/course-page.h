/* course-page.h: the contents of the course: all lessons in order, with summary, duration,
 * prerequisites and progress. */
#pragma once

#include "player/course.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_COURSE_PAGE (ws_course_page_get_type ())
G_DECLARE_FINAL_TYPE (WsCoursePage, ws_course_page, WS, COURSE_PAGE, GtkWidget)

/* A row activates "win.lesson" with the lesson's id. */
void ws_course_page_set_course (WsCoursePage *self, WsCourse *course);
GtkListBox *ws_course_page_get_list (WsCoursePage *self);
void ws_course_page_focus (WsCoursePage *self);

G_END_DECLS
