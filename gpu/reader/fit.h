/* fit.h: a length as an expression of a launch's numbers, so that it goes with them. */
#pragma once

#include "reader/planning.h"

G_BEGIN_DECLS

char *ws_own_fit_length (const WsOwnPlan *plan, const WsOwnLaunch *launch, double length,
                         double most);

G_END_DECLS
