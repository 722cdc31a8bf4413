/* telling.h: finds the instant at which a view best shows the error of a kernel. */
#pragma once

#include "view/view.h"

G_BEGIN_DECLS

gboolean ws_telling_find (const WsScene *scene, WsView view, WsMoment *moment);

G_END_DECLS
