/* plan-variant.h: a plan as bytes from another process. They are checked, and no field is taken as
 * typed by the user. */
#pragma once

#include "user/plan.h"

G_BEGIN_DECLS

#define WS_USER_PLAN_MAX_TEXT (1u << 20) /* bytes of one text of a plan */

GVariant *ws_user_plan_to_variant (const WsUserPlan *self);
WsUserPlan *ws_user_plan_from_variant (GVariant *variant, GError **error);

G_END_DECLS
