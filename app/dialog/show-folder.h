/* show-folder.h: shows a file in the desktop's file manager, or in the program that opens it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_show_folder (GtkWindow *parent, const char *path);
void ws_show_file (GtkWindow *parent, const char *path);

G_END_DECLS
