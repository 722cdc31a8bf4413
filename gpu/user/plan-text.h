/* plan-text.h: a plan as the text of a .wsjob file, to be written. reader/planning.h parses such
 * files, as they are untrusted. */
#pragma once

#include "user/plan.h"

G_BEGIN_DECLS

char *ws_user_plan_name_group (const WsUserPlan *self, const char *what);
char *ws_user_plan_name_launch (const WsUserPlan *self, guint index);
char *ws_user_plan_name_buffer (const WsUserPlan *self, const WsUserBuffer *buffer);
void ws_user_plan_put (const WsUserPlan *self, GKeyFile *file);
char *ws_user_plan_write (const WsUserPlan *self);

G_END_DECLS
