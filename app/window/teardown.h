#pragma once

#include <gtk/gtk.h>

void ws_teardown_begin (GtkWindow *window);
