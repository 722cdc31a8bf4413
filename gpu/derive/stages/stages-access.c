/* stages-access.c: what an event, or a node, is to its stage. */
#include "accesses/memory-request.h"
#include "stages/stages-private.h"

/**
 * ws_stages_cares:
 * @all_nodes: whether nodes that reach no result count, too: where none does
 *
 * Whether the stages are about the node: it was made in the block, and leads to a result if
 * anything does.
 */
gboolean
ws_stages_cares (const WsNode *node, gboolean all_nodes)
{
  return node->event != WS_NONE && (all_nodes || node->reaches_result);
}

/**
 * ws_stages_get_ways:
 * @site: of @event
 * @event: an access to shared memory, of ws_stages_is_shared_access()
 *
 * Returns: how many times the wavefronts it took that it would without a bank conflict
 */
guint
ws_stages_get_ways (const WsRun *run, const WsSite *site, const WsEvent *event)
{
  WsAccessCost cost;

  if (!ws_memory_request_get_cost (run, site, event, &cost))
    return 0;
  return (cost.wavefronts + cost.ideal_wavefronts - 1) / MAX (cost.ideal_wavefronts, 1);
}

/**
 * ws_stages_get_pieces:
 * @site: of @event
 * @event: any
 * @needed: (out): how many its bytes need; untouched where it is no access to global memory
 *
 * Returns: how many sectors, or segments of a device that moves those, it touches; 0 if it is no
 *   access to global memory
 */
guint
ws_stages_get_pieces (const WsRun *run, const WsSite *site, const WsEvent *event, guint *needed)
{
  guint unit = run->spec->transaction_bytes;
  WsAccessCost cost;

  if (event->space != WS_SPACE_GLOBAL || !ws_memory_request_get_cost (run, site, event, &cost))
    return 0;
  *needed = MAX ((cost.bytes + unit - 1) / unit, 1);
  return unit == WS_MEMORY_REQUEST_SEGMENT_BYTES ? cost.segments : cost.sectors;
}

/**
 * ws_stages_is_shared_access:
 * @site: of @event
 * @event: any
 *
 * Whether the event goes to shared memory, and to which addresses was recorded.
 */
gboolean
ws_stages_is_shared_access (const WsSite *site, const WsEvent *event)
{
  return event->space == WS_SPACE_SHARED && ws_memory_request_is_access (site, event);
}
