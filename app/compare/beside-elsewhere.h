/* beside-elsewhere.h: finds a view in which two kernels with equal stages differ. */
#pragma once

#include "beside/beside.h"
#include "view/view.h"

G_BEGIN_DECLS

char *ws_beside_elsewhere_say (const WsBeside *beside, WsView *view);

G_END_DECLS
