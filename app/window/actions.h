/* actions.h: names of the actions of a window, for the parts that add them. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_actions_enable (gpointer window, const char *name, gboolean enabled);
void ws_actions_set_choice (gpointer window, const char *name, const char *value);
char *ws_actions_dup_choice (gpointer window, const char *name);

G_END_DECLS
