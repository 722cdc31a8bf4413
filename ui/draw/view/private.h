/* private.h: tables of what was recorded, for view.c. */
#pragma once

#include "view/view.h"

G_BEGIN_DECLS

WsData *ws_data_new_for_tree (const WsScene *scene);
WsData *ws_data_new_for_lanes (const WsScene *scene);
WsData *ws_data_new_for_code (const WsScene *scene);
WsData *ws_data_new_for_launch (const WsScene *scene, const WsCalculator *calculator);

G_END_DECLS
