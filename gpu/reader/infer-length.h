/* infer-length.h: a length as an expression of a launch's numbers, so that it goes with them. */
#pragma once

#include "reader/planning.h"

G_BEGIN_DECLS

char *ws_user_infer_length (const WsUserPlan *plan, const WsUserLaunch *launch, double length,
                            double most);

G_END_DECLS
