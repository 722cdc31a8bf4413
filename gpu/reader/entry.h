/* entry.h: kernels of PTX text, of which no source is needed: what they are called, and how one is
 * probably meant to be run.
 */
#pragma once

#include "reader/planning.h"

G_BEGIN_DECLS

char *ws_own_demangle (const char *name);
gboolean ws_own_guess_entry (const WsOwnSource *source, const WsOwnFunction *entry, WsOwnPlan *plan,
                             GError **error);

G_END_DECLS
