/* simt-stack.h: the paths that the lanes of a warp are on, and how they meet again.
 *
 * One path runs: its place, lanes and join stand in WsWarp. Where lanes go different ways, one way
 * runs on, the other waits in WsWarp.paths; a join is where they meet: the first of them to come
 * there waits for the others. The path that waited last runs next, so that a warp does one thing
 * after another, as deep as ways part, until it is whole again.
 *
 * Instructions that name their members (.sync) and barriers of the block wait for those that are on
 * other paths: these run then, and all go on together. Lanes that wait at a join for some that wait
 * for them in turn go on alone.
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

/* After the path has moved: where it has come to a join, or to another path, or has no lane left.
 */
static inline void
ws_simt_stack_settle (WsWarp *warp)
{
  if (warp->n_paths > 0 || warp->mask == 0 || warp->pc == warp->rpc)
    ws_simt_stack_settle_slowly (warp);
}

G_END_DECLS
