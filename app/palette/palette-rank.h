/* palette-rank.h: ranks how well a text matches a search. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_PALETTE_RANK_OF_MORE 3   /* of one word that is not in the label, at most */
#define WS_PALETTE_MAX_QUERY    256 /* bytes; nothing has more words in it */

guint ws_palette_rank (const char *label, const char *more, const char *query);

G_END_DECLS
