/* narrow.h: a dialog of a narrow window is narrow, too. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_dialog_narrow (GtkWindow *dialog, GtkWidget *body);

G_END_DECLS
