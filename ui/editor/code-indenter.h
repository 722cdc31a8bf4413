/* code-indenter.h: indents a new line of C: two spaces deeper after an opening brace, and back at
 * the closing one. */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_CODE_INDENTER (ws_code_indenter_get_type ())
G_DECLARE_FINAL_TYPE (WsCodeIndenter, ws_code_indenter, WS, CODE_INDENTER, GObject)

GtkSourceIndenter *ws_code_indenter_new (void);

G_END_DECLS
