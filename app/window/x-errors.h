/* x-errors.h: an X display that refuses a request says so, and does not end the program. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_x_errors_outlive (GdkDisplay *display);

G_END_DECLS
