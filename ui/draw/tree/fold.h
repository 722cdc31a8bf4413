/* fold.h: which columns of a tree are seen where not all have room: neighbours of the result, as
 * many as a warp has lanes or half of that; where not even they have room, those that the
 * combinations nearest to the result need, from the result back to what was loaded.
 */
#pragma once

#include "scene/tree-model.h"

G_BEGIN_DECLS

guint ws_tree_fold (const WsTreeModel *model, guint most, guint32 columns[], guint max_columns);
guint ws_tree_fold_near (const WsTreeModel *model, guint count, gboolean with_sources,
                         guint32 columns[], guint max_columns);
guint ws_tree_fold_get_most (const WsTreeModel *model);

G_END_DECLS
