/* planning.h: a plan is made of a source and of what a .wsjob file says, and its expressions come
 * to numbers. All of these may be a stranger's: a worker in its sandbox reads them.
 */
#pragma once

#include "reader/host.h"
#include "own/plan.h"
#include "reader/type.h"

G_BEGIN_DECLS

GPtrArray *ws_own_plan_list_kernels (const WsOwnSource *source);
WsOwnPlan *ws_own_plan_guess (const WsOwnSource *source, const char *kernel, GError **error);
WsOwnPlan *ws_own_plan_guess_launches (const WsOwnSource *source, const char *const *kernels,
                                       GError **error);
char **ws_own_plan_list_launches (const char *text);
WsOwnPlan *ws_own_plan_make (const WsOwnSource *source, const char *kernel, const char *settings,
                             GError **error);
char *ws_own_plan_to_text (const WsOwnPlan *self, const char *before);
gboolean ws_own_plan_read_text (WsOwnPlan *self, const char *text, GError **error);
gboolean ws_own_plan_evaluate (const WsOwnPlan *self, const WsOwnLaunch *launch, const char *text,
                               WsRange *range);
gboolean ws_own_plan_evaluate_at (const WsOwnPlan *self, const WsOwnLaunch *launch,
                                  const WsSpan *span, guint64 index, WsRange *range);
gboolean ws_own_plan_get_dims (const WsOwnPlan *self, const WsOwnLaunch *launch,
                               const WsOwnField *field, guint32 dims[3]);

G_END_DECLS
