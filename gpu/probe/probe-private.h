/* probe-private.h: what the sources of probe/ share. */
#pragma once

#include "probe/probe.h"

G_BEGIN_DECLS

struct _WsProbe {
  WsPtxModule *module;
  WsPtxFunction *function;
  WsPtxProbed *probed;
};

/* What a launch wrote, on the host. */
typedef struct {
  const WsProbe *probe;
  guint32 n_warps;
  guint32 n_threads; /* of a block */
  guint64 slots_address;
  guint64 warp_bytes;
  const guint8 *slots; /* recorded block after block, warp after warp */
  const guint64 *ends; /* per recorded thread, warps filled up to 32 */
  const guint64 *symbols;
  const WsProbeResidency *raw; /* per block of the grid */
} WsProbeData;

/* decode.c: events and lanes of the recorded block with this place among the recorded ones.
 * @start: when the block began, on the launch's clock. */
void ws_probe_decode_block (const WsProbeData *data, guint place, guint32 block, guint64 start,
                            GArray *events, GArray *lanes, WsProbeResult *result);

/* place.c: the SMs' own clocks on one time axis, and block slots. Returns the length of the launch.
 */
guint64 ws_probe_place (const WsProbeResidency *raw, guint32 n_blocks, const WsSpec *spec,
                        WsResidency *residencies);

/* translate.c: a device's own address as a run has it, and in which space it is. */
guint64 ws_probe_translate (const WsProbeData *data, WsSpace *space, guint64 address);

G_END_DECLS
