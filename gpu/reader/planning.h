/* planning.h: makes a plan from a source and a .wsjob file. Both are untrusted: a worker reads them
 * in its sandbox. */
#pragma once

#include "reader/host.h"
#include "user/plan.h"
#include "reader/type.h"

G_BEGIN_DECLS

GPtrArray *ws_user_plan_list_kernels (const WsUserSource *source);
WsUserPlan *ws_user_plan_guess (const WsUserSource *source, const char *kernel, GError **error);
WsUserPlan *ws_user_plan_guess_launches (const WsUserSource *source, const char *const *kernels,
                                         GError **error);
char **ws_user_plan_list_launches (const char *text);
WsUserPlan *ws_user_plan_make (const WsUserSource *source, const char *kernel, const char *settings,
                               GError **error);
char *ws_user_plan_to_text (const WsUserPlan *self, const char *before);
gboolean ws_user_plan_read_text (WsUserPlan *self, const char *text, GError **error);

G_END_DECLS
