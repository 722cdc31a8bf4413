/* stalls-finder.h: computes the stalls of a launch in a thread, for a widget. */
#pragma once

#include "scene/scene.h"
#include "toolkit/drawing.h"

G_BEGIN_DECLS

void ws_stalls_find (WsDrawing *drawing, WsScene **asked, const WsScene *scene);

G_END_DECLS
