/* narrow.h: fits a dialog to a narrow window. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_dialog_narrow (GtkWindow *dialog, GtkWidget *body);

G_END_DECLS
