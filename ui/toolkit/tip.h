/* tip.h: tooltips that are set without querying the display. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_tip_set (GtkWidget *widget, const char *text);

G_END_DECLS
