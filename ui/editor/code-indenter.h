/* code-indenter.h: where a new line of C begins: two spaces deeper behind a brace that opens, and
 * back where it closes. */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_CODE_INDENTER (ws_code_indenter_get_type ())
G_DECLARE_FINAL_TYPE (WsCodeIndenter, ws_code_indenter, WS, CODE_INDENTER, GObject)

GtkSourceIndenter *ws_code_indenter_new (void);

G_END_DECLS
