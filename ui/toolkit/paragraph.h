/* paragraph.h: a label that wraps any text to any width, within words if necessary. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ws_paragraph_new (const char *text, const char *css_class);
void ws_paragraph_set_up (GtkLabel *label);

G_END_DECLS
