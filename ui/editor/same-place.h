/* same-place.h: where in a run of a changed kernel the playhead stands as it stood. */
#pragma once

#include "scene/scene.h"

G_BEGIN_DECLS

double ws_same_place (const WsScene *before, const WsMoment *moment, const WsScene *after);

G_END_DECLS
