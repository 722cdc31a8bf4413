/* timing-gate.c: keeps the GPU busy until the host has queued the work to be timed.
 *
 * An idle GPU completes an event at once, long before the following launch is queued: the measured
 * time then includes 2 to 20 us of the host's, which varies between runs. After a kernel that only
 * waits, event, launches and event are all queued, and follow each other as fast as the GPU can
 * execute them. It accesses no memory, so caches are unaffected.
 */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>

#define HOLD_US 40 /* several times as long as queueing a plan */

static const char text[] = ".version 6.4\n"
                           ".target sm_75\n"
                           ".address_size 64\n"
                           ".visible .entry ws_timing_gate (.param .u64 cycles)\n"
                           "{\n"
                           "  .reg .pred %p;\n"
                           "  .reg .b64 %d<4>;\n"
                           "  ld.param.u64 %d1, [cycles];\n"
                           "  mov.u64 %d2, %clock64;\n"
                           "again:\n"
                           "  mov.u64 %d3, %clock64;\n"
                           "  sub.s64 %d3, %d3, %d2;\n"
                           "  setp.lt.u64 %p, %d3, %d1;\n"
                           "  @%p bra again;\n"
                           "  ret;\n"
                           "}\n";

/* Queues a kernel that waits, before the first event of a timing.
 *
 * Returns: %FALSE if it could not be queued */
gboolean
ws_cuda_timing_gate (WsCudaDevice *self, GError **error)
{
  const guint64 cycles = (guint64)self->parent.spec->clock_khz * HOLD_US / 1000;
  const WsLaunchRequest request = {
    .entry = "ws_timing_gate",
    .grid = { 1, 1, 1 },
    .block = { 1, 1, 1 },
    .params = (const guint8 *)(const void *)&cycles,
    .params_size = sizeof cycles,
  };
  CUfunction function;

  if (self->gate == NULL)
    self->gate = ws_cuda_load (self, text, sizeof text - 1, _ ("the timing gate"), 0, error);
  return self->gate != NULL && ws_cuda_find (self, self->gate, request.entry, &function, error)
         && ws_cuda_enqueue (self, function, &request, error);
}

/**
 * ws_cuda_timing_gate_free:
 * @self: a device that is closed
 *
 * Unloads the waiting kernel.
 */
void
ws_cuda_timing_gate_free (WsCudaDevice *self)
{
  if (self->gate != NULL && !self->parent.lost)
    self->driver->cuModuleUnload (self->gate);
}
