/* explore.h: what stands round the panes of a window: the switch between Learn and Explore, the
 * line that says what runs and opens to edit it, the sentence above the stage or below the panes,
 * which controls have room, and what is left of a lesson. Its actions: place, workbench,
 * edit-fields, leave-lesson. */
#pragma once

#include "window/kernel-choice.h"
#include "window/presentation.h"

G_BEGIN_DECLS

#define WS_EXPLORE_NARROW_PX 880 /* where a window is narrower, it shows one pane at a time */

#define WS_TYPE_EXPLORE (ws_explore_get_type ())
G_DECLARE_FINAL_TYPE (WsExplore, ws_explore, WS, EXPLORE, GObject)

WsExplore *ws_explore_new (const WsContext *context, WsPresentation *presentation,
                           WsKernelChoice *choice);
gboolean ws_explore_close_fields (WsExplore *self);
void ws_explore_set_width (WsExplore *self, int width);

G_END_DECLS
