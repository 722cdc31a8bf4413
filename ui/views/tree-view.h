/* tree-view.h: the dataflow of a block in a widget, usually a reduction tree: pan, zoom, drag the
 * focus, choose a warp. */
#pragma once

#include "playback/canvas.h"

#include "view/figure.h"

G_BEGIN_DECLS

#define WS_TYPE_TREE_VIEW (ws_tree_view_get_type ())
G_DECLARE_FINAL_TYPE (WsTreeView, ws_tree_view, WS, TREE_VIEW, WsCanvas)

/* Signals: warp-chosen (guint), focus-moved. */
GtkWidget *ws_tree_view_new (void);
void ws_tree_view_set_focus (WsTreeView *self, guint first, guint count);
void ws_tree_view_set_whole (WsTreeView *self, gboolean full, guint count);
void ws_tree_view_get_options (WsTreeView *self, WsTreeOptions *options);
void ws_tree_view_set_layout (WsTreeView *self, WsPattern layout);
const char *ws_tree_view_get_title (WsTreeView *self);
char *ws_tree_view_dup_subtitle (WsTreeView *self);

G_END_DECLS
