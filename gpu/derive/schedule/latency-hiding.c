#include "schedule/latency-hiding.h"

#include <math.h>

/* Little's law: J. D. C. Little, "A Proof for the Queuing Formula: L = λW", Operations Research
 * 9(3), 1961. Returns: how many are in flight at once */
static double
get_needed (double latency, double throughput)
{
  return latency * throughput;
}

/**
 * ws_latency_hiding_init:
 * @self: (out caller-allocates): what hides the latencies
 * @spec: of a GPU
 *
 * Latencies stand in spec files alone: a real GPU's, and those of a run, are not known.
 *
 * Returns: %FALSE if unknown
 */
gboolean
ws_latency_hiding_init (WsLatencyHiding *self, const WsSpec *spec)
{
  *self = (WsLatencyHiding){ 0 };
  if (spec->latency_arithmetic == 0 || spec->latency_memory == 0 || spec->clock_khz == 0
      || spec->issue_cycles == 0 || spec->n_sms == 0)
    return FALSE;
  self->latency_cycles = spec->latency_arithmetic;
  self->operations_per_cycle =
      (double)spec->schedulers_per_sm * WS_WARP_SIZE / (double)spec->issue_cycles;
  self->operations = get_needed (self->latency_cycles, self->operations_per_cycle);
  self->warps = self->operations / WS_WARP_SIZE;
  self->memory_latency_ns = spec->latency_memory * 1e6 / spec->clock_khz;
  self->bytes =
      get_needed (self->memory_latency_ns, (double)spec->memory_bandwidth_bytes_per_s / 1e9);
  self->bytes_per_sm = self->bytes / spec->n_sms;
  return TRUE;
}

/**
 * ws_latency_hiding_get_warps:
 * @self: what hides the latencies
 * @chains: instructions of a warp that do not wait for each other; at least one
 *
 * Returns: warps of an SM that hide the latency of arithmetic, in whole ones
 */
guint
ws_latency_hiding_get_warps (const WsLatencyHiding *self, guint chains)
{
  g_return_val_if_fail (chains > 0, 0);

  return (guint)ceil (self->warps / chains);
}
