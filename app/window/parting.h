#pragma once

#include <gtk/gtk.h>

void ws_parting_begin (GtkWindow *window);
