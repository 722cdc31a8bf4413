/* min-tree.h: the least of many keys that change one at a time. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _WsMinTree WsMinTree;

WsMinTree *ws_min_tree_new (guint n, guint64 key);
void ws_min_tree_free (WsMinTree *self);
void ws_min_tree_set (WsMinTree *self, guint index, guint64 key);
guint ws_min_tree_find (const WsMinTree *self);
guint64 ws_min_tree_get (const WsMinTree *self, guint index);

G_END_DECLS
