/* course-page.h: the contents of the course: all lessons in order, what each is about, how long it
 * takes, what to know before, and how far one is. */
#pragma once

#include "player/course.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_COURSE_PAGE (ws_course_page_get_type ())
G_DECLARE_FINAL_TYPE (WsCoursePage, ws_course_page, WS, COURSE_PAGE, GtkWidget)

/* A row does the action "win.lesson" with the lesson's id. */
void ws_course_page_set_course (WsCoursePage *self, WsCourse *course);
GtkListBox *ws_course_page_get_list (WsCoursePage *self);
void ws_course_page_focus (WsCoursePage *self);

G_END_DECLS
