/* short-text.h: how much an entry takes: GTK needs seconds for a line of 100,000 characters, and
 * whatever is on the clipboard can be pasted. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_SHORT_NUMBER 64   /* characters */
#define WS_SHORT_WORDS  256  /* of what is searched for */
#define WS_SHORT_PATH   1024 /* typed, not chosen; a cursor in 4096 characters needs 0.3 s a step */

void ws_short_text (gpointer editable, guint most);
void ws_short_text_everywhere (guint most);

G_END_DECLS
