/* view-choices.h: display options of dataflow and memory: the tree's size and layout, and the mode
 * of memory. Its actions: tree-size, tree-layout, next-tree-size, memory-mode, memory-color,
 * next-memory-mode. */
#pragma once

#include "window/context.h"

G_BEGIN_DECLS

#define WS_TYPE_VIEW_CHOICES (ws_view_choices_get_type ())
G_DECLARE_FINAL_TYPE (WsViewChoices, ws_view_choices, WS, VIEW_CHOICES, GObject)

WsViewChoices *ws_view_choices_new (const WsContext *context);

G_END_DECLS
