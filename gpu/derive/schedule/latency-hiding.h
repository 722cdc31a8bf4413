/* latency-hiding.h: Little's law: the parallelism that hides a latency. */
#pragma once

#include "record/spec.h"

G_BEGIN_DECLS

/**
 * WsLatencyHiding:
 * @latency_cycles: of a simple arithmetic instruction
 * @operations_per_cycle: that an SM begins: of all its schedulers, 32 lanes an instruction
 * @operations: that an SM must have in flight to hide it: one per lane and instruction
 * @warps: of an SM that suffice, with one instruction in flight each
 * @memory_latency_ns: of a load that device memory serves
 * @bytes: that the whole GPU must have in flight to saturate the memory
 * @bytes_per_sm: of that, an SM's share
 *
 * What it takes to hide a GPU's latencies: latency times throughput.
 */
typedef struct {
  double latency_cycles;
  double operations_per_cycle;
  double operations;
  double warps;
  double memory_latency_ns;
  double bytes;
  double bytes_per_sm;
} WsLatencyHiding;

gboolean ws_latency_hiding_init (WsLatencyHiding *self, const WsSpec *spec);
guint ws_latency_hiding_get_warps (const WsLatencyHiding *self, guint chains);

G_END_DECLS
