/* timing-gate.c: keeps the GPU busy until the host has queued what is to be timed.
 *
 * An event that an idle GPU finds is over at once, long before the launch behind it has been
 * queued: what is between the two is then the host's time, 2 to 20 us of it, and differs from run
 * to run. Behind a kernel that only waits, event, launches and event stand in line, and follow each
 * other as fast as the GPU can take them. It touches no memory: caches stay as they are.
 */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>

#define HOLD_US 40 /* several times what queueing a plan takes */

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

/* Queues a kernel that waits: before the event from which something is timed.
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
 * Unloads that kernel.
 */
void
ws_cuda_timing_gate_free (WsCudaDevice *self)
{
  if (self->gate != NULL && !self->parent.lost)
    self->driver->cuModuleUnload (self->gate);
}
