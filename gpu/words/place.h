/* place.h: a place of a text as messages show it: its line, and a caret below. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ws_words_clean (const char *text, gsize length);
char *ws_words_point (const char *text, gsize length, gsize at);

G_END_DECLS
