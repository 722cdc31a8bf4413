/* stalls-finder.h: finds out in a thread, for a widget, where the cycles of a launch went. */
#pragma once

#include "scene/scene.h"
#include "toolkit/drawing.h"

G_BEGIN_DECLS

void ws_stalls_find (WsDrawing *drawing, WsScene **asked, const WsScene *scene);

G_END_DECLS
