/* lecturer-place.h: where the lecturer's view goes: to a screen that the class does not see, or,
 * where there is none and that is wished for, above what it sees. */
#pragma once

#include "present/lecturer.h"

G_BEGIN_DECLS

GdkMonitor *ws_lecturer_find_monitor (GtkWindow *window);
void ws_lecturer_ask (GtkWindow *window, GCallback show, gpointer owner);
void ws_lecturer_place (WsLecturer *self, GtkWindow *window);

G_END_DECLS
