/* steady-drop.h: a drop-down list whose button is as wide for one choice as for another. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_steady_drop (GtkDropDown *drop, int chars);
void ws_steady_drop_shorten (GtkStringObject *string, const char *shorter);

G_END_DECLS
