/* private.h: what the files of beside/ share. */
#pragma once

#include "beside/beside.h"

G_BEGIN_DECLS

guint *ws_beside_align (const WsScene *left, const WsScene *right);

const WsStage *ws_beside_get_stage (const WsBeside *self, WsBesideSide side, guint stage);
const WsLaunch *ws_beside_get_launch (const WsBeside *self, WsBesideSide side);
gboolean ws_beside_makes_the_same (const WsBeside *self, guint stage);
guint ws_beside_get_elements (const WsBeside *self, WsBesideSide side, guint stage);
double ws_beside_get_plan_ns (const WsRun *run);
const WsBesideFigure *ws_beside_find (GPtrArray *figures, const char *id);

G_END_DECLS
