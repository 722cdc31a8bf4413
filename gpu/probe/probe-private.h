/* probe-private.h: what the sources of probe/ share. */
#pragma once

#include "probe/probe.h"

G_BEGIN_DECLS

typedef struct {
  const WsPtxFunction *function;
  const WsPtxInstruction *instruction;
} WsProbeSite;

struct _WsProbe {
  WsPtxModule *module;
  WsPtxFunction *function;
  WsPtxProbed *probed;
  WsProbeSite *sites; /* per site of the kernel */
  guint64 slots;      /* room for each thread */
};

/* The spans that the warps of a launch wrote. */
struct _WsSpanReading {
  guint32 mask; /* of the blocks that were probed */
  guint32 n_blocks;
  guint32 n_warps; /* of a block */
  gpointer memory;
  const WsProbeSpan *spans;     /* per warp of the grid */
  const WsProbeTiming *timings; /* of the first n_timed of them */
  guint32 n_timed;
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
  const guint64 *starts; /* per recorded block: its SM's clock */
} WsProbeData;

void ws_probe_decode_block (const WsProbeData *data, guint place, guint32 block, GArray *events,
                            GArray *lanes, WsProbeResult *result);

gboolean ws_probe_span_is_written (const WsProbeSpan *span);

void ws_probe_place (const WsSpanReading *reading, const WsSpec *spec, WsResidency *residencies,
                     WsWarpSpan *spans);
void ws_probe_give_slots (WsResidency *residencies, guint32 n_blocks, const WsSpec *spec);

guint64 ws_probe_translate (const WsProbeData *data, WsSpace *space, guint64 address);

void ws_probe_sort_events (GArray *events);

gboolean ws_probe_launch (const WsProbe *self, const WsProbeTarget *target,
                          const WsLaunchRequest *request, gconstpointer control, gsize control_size,
                          GError **error);

G_END_DECLS
