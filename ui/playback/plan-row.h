/* plan-row.h: the launches of the plan as a row of steps, 32768 -> 256 -> 2 -> 1, one line high. */
#pragma once

#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_PLAN_ROW (ws_plan_row_get_type ())
G_DECLARE_FINAL_TYPE (WsPlanRow, ws_plan_row, WS, PLAN_ROW, WsFollower)

G_END_DECLS
