/* kept-nodes.h: the render nodes of a drawing's parts, kept from frame to frame.
 *
 * GTK draws anew only where the nodes of one frame are not those of the frame before: a part whose
 * key is known is shown by the node that it had, and costs neither recording nor pixels.
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
