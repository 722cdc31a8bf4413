/* include.h: what a source includes: headers beside it, CUDA's, and those of the host alone. */
#pragma once

#include "reader/token.h"

G_BEGIN_DECLS

char *ws_user_include_read (const WsTokens *tokens, guint directive, gboolean *is_quoted);
const char *ws_user_include_find_host (const char *name);
char *ws_user_include_move (const char *name);
gboolean ws_user_include_check (const char *file, guint line, const char *name, GError **error);
const char *ws_user_include_get_prelude (void);

#define WS_USER_PRELUDE "warpstage-prelude.h"

G_END_DECLS
