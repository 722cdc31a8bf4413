/* plan-variant.h: a plan as bytes that another process sends. What comes is checked: nothing of it
 * is taken for the user's own words. */
#pragma once

#include "own/plan.h"

G_BEGIN_DECLS

#define WS_OWN_PLAN_MAX_TEXT (1u << 20) /* bytes of one text of a plan */

GVariant *ws_own_plan_to_variant (const WsOwnPlan *self);
WsOwnPlan *ws_own_plan_from_variant (GVariant *variant, GError **error);

G_END_DECLS
