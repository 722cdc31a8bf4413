/* kept-nodes.h: caches the render nodes of a drawing's parts between frames.
 *
 * GTK redraws only where nodes differ from the previous frame: a part with a known key reuses its
 * node, and costs neither recording nor pixels.
 */
#pragma once

#include "scene/painter.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _WsKeptNodes WsKeptNodes;

WsKeptNodes *ws_kept_nodes_new (void);
void ws_kept_nodes_free (WsKeptNodes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsKeptNodes, ws_kept_nodes_free)

void ws_kept_nodes_show (WsKeptNodes *self, GtkSnapshot *snapshot, WsPainter *painter, int scale);

G_END_DECLS
