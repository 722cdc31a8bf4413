/* beside-elsewhere.h: in which view two kernels differ that do the same stage by stage. */
#pragma once

#include "beside/beside.h"
#include "view/view.h"

G_BEGIN_DECLS

char *ws_beside_elsewhere_say (const WsBeside *beside, WsView *view);

G_END_DECLS
