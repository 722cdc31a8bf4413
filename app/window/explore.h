/* explore.h: the controls around the panes of a window: the switch between Learn and Explore, the
 * line that describes the run and expands for editing, the sentence above the stage or below the
 * panes, the controls that fit, and the rest of a lesson. Its actions: place, workbench,
 * edit-fields, leave-lesson. */
#pragma once

#include "window/kernel-choice.h"
#include "window/presentation.h"

G_BEGIN_DECLS

#define WS_EXPLORE_NARROW_PX 880 /* below this width, a window shows one pane at a time */

#define WS_TYPE_EXPLORE (ws_explore_get_type ())
G_DECLARE_FINAL_TYPE (WsExplore, ws_explore, WS, EXPLORE, GObject)

WsExplore *ws_explore_new (const WsContext *context, WsPresentation *presentation,
                           WsKernelChoice *choice);
gboolean ws_explore_close_fields (WsExplore *self);
void ws_explore_set_width (WsExplore *self, int width);

G_END_DECLS
