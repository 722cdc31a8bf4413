/* bench.h: a device on which micro-benchmarks are timed. */
#pragma once

#include "calibrate/kernel-text.h"
#include "device/device.h"

G_BEGIN_DECLS

/**
 * WsBench:
 * @device: what is measured; borrowed
 * @cancellable: (nullable): borrowed
 * @khz: the clock under load, as it was found; the spec's until then
 * @out: address of the output of the kernels
 * @buffer: address of what they access
 * @buffer_bytes: its size
 * @flush: address of what fills the L2 cache of a real GPU; 0 of a virtual one, which is told
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
 * @copies: of the body in a round
 * @rounds: of the loop
 * @a: handed over
 * @b: handed over
 * @shared_bytes: that each block takes for itself
 * @is_warm: whether an earlier launch has left in the L2 cache what is accessed
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
