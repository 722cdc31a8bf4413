/* simt-stack.h: the divergent paths of a warp, and their reconvergence.
 *
 * One path is active: its pc, lanes and join are in WsWarp. When lanes diverge, one path continues
 * and the other is pushed to WsWarp.paths; a join is their reconvergence point, where the first to
 * arrive waits for the others. The path pushed last runs next, so that divergent paths run one
 * after the other until the warp is converged again.
 *
 * Instructions with a member mask (.sync) and block barriers wait for members on other paths: these
 * run first, and then all continue together. Lanes at a join whose partners in turn wait for them
 * continue alone.
 */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

void ws_simt_stack_reset (WsWarp *warp);
void ws_simt_stack_part (WsWarp *warp);
void ws_simt_stack_diverge (WsWarp *warp, guint32 join_pc, gboolean ends, guint32 target,
                            guint32 jump, guint32 stay);
void ws_simt_stack_branch (WsWarp *warp, guint32 join_pc, gboolean ends, const guint32 *targets,
                           const guint32 *masks, guint n);
void ws_simt_stack_call (WsWarp *warp, const guint32 *targets, const guint32 *masks, guint n);
void ws_simt_stack_return (WsWarp *warp);
void ws_simt_stack_settle_slowly (WsWarp *warp);
void ws_simt_stack_leave (WsWarp *warp, guint32 lanes);
void ws_simt_stack_split (WsWarp *warp, guint32 lanes);
gboolean ws_simt_stack_wait (WsWarp *warp, guint32 key, guint32 members, gboolean at_barrier);
gboolean ws_simt_stack_take (WsWarp *warp, guint32 key, guint32 *members, guint32 *pc,
                             guint32 *mask);
void ws_simt_stack_yield (WsWarp *warp);
guint32 ws_simt_stack_get_stuck (const WsWarp *warp, guint32 *mask);

/* To be called when the path has moved: handles its arrival at a join or another path, or its end.
 */
static inline void
ws_simt_stack_settle (WsWarp *warp)
{
  if (warp->n_paths > 0 || warp->mask == 0 || warp->pc == warp->rpc)
    ws_simt_stack_settle_slowly (warp);
}

G_END_DECLS
