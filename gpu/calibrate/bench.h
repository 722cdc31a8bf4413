/* bench.h: a device on which micro-benchmarks are timed. */
#pragma once

#include "calibrate/kernel-text.h"
#include "device/device.h"

G_BEGIN_DECLS

/**
 * WsBench:
 * @device: what is measured; borrowed
 * @cancellable: (nullable): borrowed
 * @khz: the measured clock under load; until then, the spec's
 * @out: address of the output of the kernels
 * @buffer: address of the memory that they access
 * @buffer_bytes: its size
 * @flush: address of a buffer that fills the L2 cache of a real GPU; 0 for a virtual one, which
 * needs none
 */
typedef struct {
  WsDevice *device;
  GCancellable *cancellable;
  double khz;
  guint64 out;
  guint64 buffer;
  guint64 buffer_bytes;
  guint64 flush;
} WsBench;

/**
 * WsBenchShape:
 * @grid: blocks
 * @block: threads
 * @copies: copies of the body in one iteration
 * @rounds: iterations of the loop
 * @a: argument of the kernel
 * @b: argument of the kernel
 * @shared_bytes: shared memory of each block
 * @is_warm: whether an earlier launch left the accessed data in the L2 cache
 *
 * How a kernel is launched.
 */
typedef struct {
  guint grid;
  guint block;
  guint copies;
  guint rounds;
  guint a;
  guint b;
  guint shared_bytes;
  gboolean is_warm;
} WsBenchShape;

/**
 * WsBenchTime:
 * @cycles: of the first block, from its first warp's first to its last warp's last
 * @mean_cycles: of the first warp of each block, on average
 * @ns: from event to event
 *
 * How long a launch takes.
 */
typedef struct {
  double cycles;
  double mean_cycles;
  double ns;
} WsBenchTime;

gboolean ws_bench_init (WsBench *self, WsDevice *device, GCancellable *cancellable, GError **error);
guint ws_bench_get_threads (const WsBench *self);
double ws_bench_get_cycles (const WsBench *self, double ns);
gboolean ws_bench_time (WsBench *self, const WsKernelParts *parts, const WsBenchShape *shape,
                        WsBenchTime *time, GError **error);
gboolean ws_bench_time_empty (WsBench *self, guint blocks, guint launches, double *ns,
                              GError **error);

G_END_DECLS
