/* infer-length.h: infers an expression for a length from a launch's numbers, so that it changes
 * with them. */
#pragma once

#include "reader/planning.h"

G_BEGIN_DECLS

char *ws_user_infer_length (const WsUserPlan *plan, const WsUserLaunch *launch, double length,
                            double most);

G_END_DECLS
