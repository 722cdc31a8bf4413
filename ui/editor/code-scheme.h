#pragma once

#include "pen/theme.h"

#include <gtksourceview/gtksource.h>

GtkSourceStyleScheme *ws_code_scheme_get (WsThemeKind theme);
