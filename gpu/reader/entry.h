/* entry.h: guesses how a kernel of PTX is meant to be run, without its source.
 */
#pragma once

#include "reader/planning.h"

G_BEGIN_DECLS

gboolean ws_user_guess_entry (const WsUserSource *source, const WsUserFunction *entry,
                              WsUserPlan *plan, GError **error);

G_END_DECLS
