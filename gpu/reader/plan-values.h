/* plan-values.h: evaluates the expressions of a plan. They are untrusted: a worker reads them in
 * its sandbox. */
#pragma once

#include "reader/evaluate.h"
#include "user/plan.h"

G_BEGIN_DECLS

gboolean ws_user_plan_evaluate (const WsUserPlan *self, const WsUserLaunch *launch,
                                const char *text, WsRange *range);
gboolean ws_user_plan_evaluate_at (const WsUserPlan *self, const WsUserLaunch *launch,
                                   const WsSpan *span, guint64 index, WsRange *range);
gboolean ws_user_plan_get_dims (const WsUserPlan *self, const WsUserLaunch *launch,
                                const WsUserField *field, guint32 dims[3]);

G_END_DECLS
