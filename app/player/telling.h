/* telling.h: the instant of a block at which a view shows best what is wrong with its kernel. */
#pragma once

#include "view/view.h"

G_BEGIN_DECLS

gboolean ws_telling_find (const WsScene *scene, WsView view, WsMoment *moment);

G_END_DECLS
