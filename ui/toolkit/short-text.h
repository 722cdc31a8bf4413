/* short-text.h: limits the length of entries: GTK needs seconds for a line of 100,000 characters,
 * and anything can be pasted from the clipboard. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_SHORT_NUMBER 64   /* characters */
#define WS_SHORT_WORDS  256  /* of a search term */
#define WS_SHORT_PATH   1024 /* typed, not chosen; a cursor in 4096 characters needs 0.3 s a step */

void ws_short_text (gpointer editable, guint most);
void ws_short_text_everywhere (guint most);

G_END_DECLS
