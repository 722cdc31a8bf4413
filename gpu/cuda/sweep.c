/* sweep.c: prepares the L2 cache for a launch, without dirty lines, and measures an empty launch.
 *
 * Uploading an input can leave the whole L2 cache dirty. The loads of a kernel launched then wait
 * for write-backs, and its warps live a tenth longer: reduce5 at n = 2^24 on an H200 has an
 * achieved occupancy of 57 % instead of 47 %. Nsight Compute flushes the cache, too.
 */
#include "cuda/cuda-private.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#define SWEEP_BLOCKS  1024
#define SWEEP_THREADS 256
#define UNIT_BYTES    16
#define N_TRIES       15

/* Reads all of it: volatile, so that the compiler keeps the loads. */
static const char text[] = ".version 6.4\n"
                           ".target sm_75\n"
                           ".address_size 64\n"
                           ".visible .entry ws_sweep (.param .u64 from, .param .u64 units)\n"
                           "{\n"
                           "  .reg .pred %p;\n"
                           "  .reg .b32 %r<8>;\n"
                           "  .reg .b64 %d<8>;\n"
                           "  ld.param.u64 %d1, [from];\n"
                           "  ld.param.u64 %d2, [units];\n"
                           "  mov.u32 %r1, %ctaid.x;\n"
                           "  mov.u32 %r2, %ntid.x;\n"
                           "  mov.u32 %r3, %tid.x;\n"
                           "  mad.lo.u32 %r3, %r1, %r2, %r3;\n"
                           "  mov.u32 %r1, %nctaid.x;\n"
                           "  mul.wide.u32 %d3, %r1, %r2;\n"
                           "  cvt.u64.u32 %d4, %r3;\n"
                           "again:\n"
                           "  setp.ge.u64 %p, %d4, %d2;\n"
                           "  @%p bra done;\n"
                           "  shl.b64 %d5, %d4, 4;\n"
                           "  add.u64 %d5, %d5, %d1;\n"
                           "  ld.volatile.global.v4.u32 {%r4, %r5, %r6, %r7}, [%d5];\n"
                           "  add.u64 %d4, %d4, %d3;\n"
                           "  bra again;\n"
                           "done:\n"
                           "  ret;\n"
                           "}\n";

static gboolean
load (WsCudaDevice *self, GError **error)
{
  if (self->sweep != NULL)
    return TRUE;
  self->sweep_bytes = 2 * MAX (self->parent.spec->l2_bytes, 1 << 20);
  if (!ws_cuda_alloc (self, self->sweep_bytes, _ ("sweeping the L2 cache"), &self->sweep_buffer,
                      error))
    return FALSE;
  if (!WS_CUDA_TRY (self->driver, cuMemsetD8 (self->sweep_buffer, 0, self->sweep_bytes), error))
    return FALSE;
  self->sweep = ws_cuda_load (self, text, sizeof text - 1, _ ("the sweep"), 0, error);
  return self->sweep != NULL;
}

static gboolean
enqueue (WsCudaDevice *self, guint64 bytes, guint blocks, GError **error)
{
  const guint64 params[2] = { self->sweep_buffer, bytes / UNIT_BYTES };
  const WsLaunchRequest request = {
    .entry = "ws_sweep",
    .grid = { blocks, 1, 1 },
    .block = { SWEEP_THREADS, 1, 1 },
    .params = (const guint8 *)(const void *)params,
    .params_size = sizeof params,
  };
  CUfunction function;

  return ws_cuda_find (self, self->sweep, request.entry, &function, error)
         && ws_cuda_enqueue (self, function, &request, error);
}

/* Reads more unwritten memory than fits in the L2 cache, so that dirty lines are written back.
 * Queued before the next launch.
 *
 * Returns: %FALSE if it could not be queued */
gboolean
ws_cuda_sweep (WsCudaDevice *self, GError **error)
{
  return load (self, error) && enqueue (self, self->sweep_bytes, SWEEP_BLOCKS, error);
}

static int
compare_floats (gconstpointer a, gconstpointer b)
{
  float x = *(const float *)a;
  float y = *(const float *)b;

  return x < y ? -1 : x > y;
}

/* Time from event to event, with or without an empty launch between them. */
static gboolean
time_once (WsCudaDevice *self, gboolean launch, float *ms, GError **error)
{
  return ws_cuda_timing_gate (self, error)
         && WS_CUDA_TRY (self->driver, cuEventRecord (self->start, self->stream), error)
         && (!launch || enqueue (self, 0, 1, error))
         && WS_CUDA_TRY (self->driver, cuEventRecord (self->stop, self->stream), error)
         && ws_cuda_wait (self, NULL, error)
         && WS_CUDA_TRY (self->driver, cuEventElapsedTime (ms, self->start, self->stop), error);
}

static gboolean
find_median (WsCudaDevice *self, gboolean launch, float *ms, GError **error)
{
  float tries[N_TRIES];

  for (guint i = 0; i < N_TRIES; i++)
    if (!time_once (self, launch, &tries[i], error))
      return FALSE;
  qsort (tries, N_TRIES, sizeof *tries, compare_floats);
  *ms = tries[N_TRIES / 2];
  return TRUE;
}

/**
 * ws_cuda_measure_launch:
 * @duration_ns: (out): overhead of a launch: the time of an empty one, minus that of the events
 * themselves
 *
 * Measured on the first call.
 *
 * Returns: %FALSE if it could not be measured
 */
gboolean
ws_cuda_measure_launch (WsCudaDevice *self, guint64 *duration_ns, GError **error)
{
  float with;
  float without;

  if (self->launch_ns == 0)
    {
      if (!load (self, error) || !find_median (self, TRUE, &with, error)
          || !find_median (self, FALSE, &without, error))
        return FALSE;
      self->launch_ns = (guint64)MAX (1, ((double)with - (double)without) * 1e6);
    }
  *duration_ns = self->launch_ns;
  return TRUE;
}

/**
 * ws_cuda_sweep_free:
 * @self: a device that is closed
 *
 * Frees the memory and the kernel of ws_cuda_sweep().
 */
void
ws_cuda_sweep_free (WsCudaDevice *self)
{
  if (self->parent.lost)
    return;
  if (self->sweep != NULL)
    self->driver->cuModuleUnload (self->sweep);
  if (self->sweep_buffer != 0)
    self->driver->cuMemFree (self->sweep_buffer);
}
