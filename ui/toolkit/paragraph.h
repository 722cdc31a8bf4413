/* paragraph.h: a label of any text in any width: it wraps, within a word where it must. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ws_paragraph_new (const char *text, const char *css_class);
void ws_paragraph_set_up (GtkLabel *label);

G_END_DECLS
