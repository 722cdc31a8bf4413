#pragma once

#include "pen/theme.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_CODE_SCHEME_PROJECTOR "warpstage-projector"

void ws_code_scheme_add (const char *folder);
GtkSourceStyleScheme *ws_code_scheme_get (WsThemeKind theme);

G_END_DECLS
