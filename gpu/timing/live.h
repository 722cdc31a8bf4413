/* live.h: a stream of thousands of timings of one plan. */
#pragma once

#include "timing/timing.h"

G_BEGIN_DECLS

#define WS_LIVE_MAX_SAMPLES (1 << 17) /* the latest are kept */
#define WS_LIVE_MAX_BEFORE  4096      /* of what was timed before */

/**
 * WsLive:
 * @kernel: id in the catalogue
 * @title: as in "Kernel 1: interleaved addressing"
 * @device: as in "vm:h200"
 * @device_name: as in "Virtual NVIDIA H200"
 * @driver: (nullable): of the GPU
 * @origin: measured or modelled
 * @n: elements
 * @block: threads of a block
 * @grid: blocks of the first launch
 * @n_bytes: of the input
 * @rotates: whether inputs are rotated to defeat the L2 cache
 * @peak_bytes_per_s: of the device's memory, 0 if unknown
 * @copy_bytes_per_s: of a large copy, 0 if not measured
 * @date: when it began, seconds since 1970
 * @before: (nullable): the latest samples of earlier timings on the same device
 * @n_before: number of samples before the first of these
 * @steps: (nullable) (element-type WsLiveStep): the plans of @before, in order
 *
 * Owned by the code that fills it. The samples are durations in ns, the oldest first.
 */
typedef struct _WsLive WsLive;
struct _WsLive {
  char *kernel;
  char *title;
  char *device;
  char *device_name;
  char *driver;
  WsOrigin origin;
  guint64 n;
  guint32 block;
  guint64 grid;
  guint64 n_bytes;
  gboolean rotates;
  guint64 peak_bytes_per_s;
  guint64 copy_bytes_per_s;
  gint64 date;
  WsLive *before;
  guint64 n_before;
  GArray *steps;
};

/**
 * WsLiveStep:
 * @at: samples before its first
 * @title: of its kernel
 * @n: elements
 * @block: threads of a block
 *
 * The first sample of another plan.
 */
typedef struct {
  guint64 at;
  char *title;
  guint64 n;
  guint32 block;
} WsLiveStep;

#define WS_TYPE_LIVE (ws_live_get_type ())
GType ws_live_get_type (void);
WsLive *ws_live_new (const char *kernel, const char *title);
WsLive *ws_live_new_after (WsLive *earlier, const char *kernel, const char *title);
WsLive *ws_live_ref (WsLive *self);
void ws_live_unref (WsLive *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsLive, ws_live_unref)

void ws_live_append (WsLive *self, const guint64 *durations_ns, guint n);
void ws_live_clear (WsLive *self);
guint64 ws_live_get_n_total (const WsLive *self);
guint ws_live_get_n_kept (const WsLive *self);
guint64 ws_live_get_duration_ns (const WsLive *self, guint i);

/**
 * WsLiveColumn:
 * @n: samples in it
 *
 * Summary of consecutive samples, in ns.
 */
typedef struct {
  guint n;
  guint64 median_ns;
  guint64 p5_ns;
  guint64 p95_ns;
  guint64 min_ns;
  guint64 max_ns;
} WsLiveColumn;

void ws_live_summarise (const WsLive *self, WsTimingSummary *summary);
void ws_live_get_columns (WsLive *self, guint first, guint n, WsLiveColumn *columns,
                          guint n_columns);
void ws_live_get_histogram (const WsLive *self, guint64 from_ns, guint64 to_ns, guint *bins,
                            guint n_bins);

G_END_DECLS
