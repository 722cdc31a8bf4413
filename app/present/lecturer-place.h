/* lecturer-place.h: the place of the lecturer's view: a screen that the class does not see, or,
 * without one and on request, above the slide. */
#pragma once

#include "present/lecturer.h"

G_BEGIN_DECLS

GdkMonitor *ws_lecturer_find_monitor (GtkWindow *window);
void ws_lecturer_ask (GtkWindow *window, GCallback show, gpointer owner);
void ws_lecturer_place (WsLecturer *self, GtkWindow *window);

G_END_DECLS
