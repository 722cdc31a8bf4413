/* steady-drop.h: a drop-down list whose button has the same width for all choices. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_steady_drop (GtkDropDown *drop, int chars);
void ws_steady_drop_shorten (GtkStringObject *string, const char *shorter);

G_END_DECLS
