/* x-errors.h: logs errors of the X display instead of ending the program. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_x_errors_outlive (GdkDisplay *display);

G_END_DECLS
