/* fold.h: chooses the visible columns of a tree if not all fit: neighbours of the result, as many
 * as a warp's lanes or half of that; if they do not fit either, those that the combinations nearest
 * to the result need, traced back from the result to the loads.
 */
#pragma once

#include "scene/tree-model.h"

G_BEGIN_DECLS

guint ws_tree_fold (const WsTreeModel *model, guint most, guint32 columns[], guint max_columns);
guint ws_tree_fold_near (const WsTreeModel *model, guint count, gboolean with_sources,
                         guint32 columns[], guint max_columns);
guint ws_tree_fold_get_most (const WsTreeModel *model);

G_END_DECLS
