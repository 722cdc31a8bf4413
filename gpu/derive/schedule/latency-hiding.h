/* latency-hiding.h: Little's law: what must be in flight at once to hide a latency. */
#pragma once

#include "record/spec.h"

G_BEGIN_DECLS

/**
 * WsLatencyHiding:
 * @latency_cycles: of a simple arithmetic instruction
 * @operations_per_cycle: that an SM begins: of all its schedulers, 32 lanes an instruction
 * @operations: in flight in an SM at once, for that: one of each lane of each instruction
 * @warps: of an SM that are enough, where each has one instruction in flight
 * @memory_latency_ns: of a load that the device memory answers
 * @bytes: in flight in the whole GPU at once, for the memory's bandwidth
 * @bytes_per_sm: of that, an SM's share
 *
 * What hides the latencies of a GPU: latency times throughput.
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
