/* finder.h: Ctrl+K: a search over everything that a window can show or do: kernels, lessons and
 * their slides, views, charts, scenarios, devices, and menu entries. Its actions: find, show-chart,
 * show-scenario, lesson-slide. */
#pragma once

#include "window/lessons.h"

G_BEGIN_DECLS

#define WS_TYPE_FINDER (ws_finder_get_type ())
G_DECLARE_FINAL_TYPE (WsFinder, ws_finder, WS, FINDER, GObject)

WsFinder *ws_finder_new (const WsContext *context, WsPresentation *presentation,
                         WsLessons *lessons);
void ws_finder_end (WsFinder *self);

G_END_DECLS
