/* plan-text.h: a plan as the text of a .wsjob file, to be written. Such a file is read by
 * reader/planning.h, as it may be a stranger's. */
#pragma once

#include "own/plan.h"

G_BEGIN_DECLS

char *ws_own_plan_name_group (const WsOwnPlan *self, const char *what);
char *ws_own_plan_name_launch (const WsOwnPlan *self, guint index);
char *ws_own_plan_name_buffer (const WsOwnPlan *self, const WsOwnBuffer *buffer);
void ws_own_plan_put (const WsOwnPlan *self, GKeyFile *file);
char *ws_own_plan_write (const WsOwnPlan *self);

G_END_DECLS
