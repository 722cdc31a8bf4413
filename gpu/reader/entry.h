/* entry.h: kernels of PTX text, of which no source is needed: how one is probably meant to be run.
 */
#pragma once

#include "reader/planning.h"

G_BEGIN_DECLS

gboolean ws_user_guess_entry (const WsUserSource *source, const WsUserFunction *entry,
                              WsUserPlan *plan, GError **error);

G_END_DECLS
