/* same-place.h: finds the position in a run of a changed kernel that corresponds to the playhead's
 * previous one. */
#pragma once

#include "scene/scene.h"

G_BEGIN_DECLS

double ws_same_place (const WsScene *before, const WsMoment *moment, const WsScene *after);

G_END_DECLS
