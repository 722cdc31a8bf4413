/* short-text.h: how much an entry takes: GTK needs seconds for a line of 100,000 characters, and
 * whatever is on the clipboard can be pasted. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_SHORT_NUMBER 64  /* characters */
#define WS_SHORT_WORDS  256 /* of what is searched for */

void ws_short_text (gpointer editable, guint most);
void ws_short_texts_of (GtkWidget *widget, guint most);

G_END_DECLS
