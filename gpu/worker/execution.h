/* execution.h: runs a job on a device: to record it, to time it, to count it. Knows devices only by
 * their table, and nothing of where the job comes from. */
#pragma once

#include "device/device.h"
#include "job/limits.h"
#include "job/timing.h"

G_BEGIN_DECLS

typedef void (*WsExecutionProgress) (double fraction, const char *sentence, gpointer user_data);
typedef void (*WsExecutionFacts) (const WsTiming *timing, gpointer user_data);
typedef void (*WsExecutionSample) (const WsSample *sample, gpointer user_data);

/**
 * WsExecutionWatch:
 * @progress: (nullable): called before each launch
 * @user_data: for @progress
 * @cancellable: (nullable): gives up
 *
 * Follows an execution.
 */
typedef struct {
  WsExecutionProgress progress;
  gpointer user_data;
  GCancellable *cancellable;
} WsExecutionWatch;

WsRun *ws_execution_record (WsDevice *device, const WsJob *job, gint64 date,
                            const WsExecutionWatch *watch, WsRun **partial, GError **error);
GPtrArray *ws_execution_get_outputs (WsDevice *device, const WsJob *job, GCancellable *cancellable,
                                     GError **error);
gboolean ws_execution_compute (WsDevice *device, const WsJob *job, WsVerdict *verdict,
                               GError **error);
GArray *ws_execution_parse_blocks (const char *spec, guint64 n_blocks, GError **error);

/* What the timings of one process share: what the buffers held last, and what copies were measured.
 */
typedef struct _WsTimingCache WsTimingCache;

WsTimingCache *ws_timing_cache_new (void);
void ws_timing_cache_free (WsTimingCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsTimingCache, ws_timing_cache_free)

/**
 * WsTimingRequest:
 * @repeats: samples; 0: until it is cancelled
 * @warmup: runs before the first of them
 * @rotate: whether each run reads another copy of what is only read, as many as it takes to find
 * nothing of it in the L2 cache
 * @copy: whether to measure the bandwidth of a copy, too
 * @cache: (nullable): of earlier timings
 * @facts: (nullable): told once what the samples are to be held against, before the first
 * @sample: (nullable): called with each timing as it comes
 * @user_data: for both
 */
typedef struct {
  guint repeats;
  guint warmup;
  gboolean rotate;
  gboolean copy;
  WsTimingCache *cache;
  WsExecutionFacts facts;
  WsExecutionSample sample;
  gpointer user_data;
} WsTimingRequest;

void ws_timing_request_init (WsTimingRequest *self);
gboolean ws_execution_time (WsDevice *device, const WsJob *job, const WsTimingRequest *request,
                            WsTiming *timing, GCancellable *cancellable, GError **error);

GPtrArray *ws_execution_read_counters (WsDevice *device, const WsJob *job, guint launch,
                                       GCancellable *cancellable, GError **error);

G_END_DECLS
