/* code-search.h: a search and replace bar for the edited text. */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_CODE_SEARCH (ws_code_search_get_type ())
G_DECLARE_FINAL_TYPE (WsCodeSearch, ws_code_search, WS, CODE_SEARCH, GtkWidget)

void ws_code_search_set_view (WsCodeSearch *self, GtkSourceView *view);
void ws_code_search_open (WsCodeSearch *self, gboolean replaces);
void ws_code_search_close (WsCodeSearch *self);

G_END_DECLS
