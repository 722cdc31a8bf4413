/* session.h: runs a job on a device: to record it, to time it, to count it. Knows devices only by
 * their table, and nothing of who made the job. */
#pragma once

#include "device/device.h"
#include "job/limits.h"

G_BEGIN_DECLS

typedef void (*WsSessionProgress) (double fraction, const char *sentence, gpointer user_data);
typedef void (*WsSessionSample) (const WsSample *sample, gpointer user_data);

/* @date: now, seconds since 1970; 0 where not known: a recording reads no clock */
WsRun *ws_session_record (WsDevice *device, const WsJob *job, gint64 date,
                          WsSessionProgress progress, gpointer user_data, GCancellable *cancellable,
                          WsRun **partial, GError **error);
/* Runs the job without recording and judges what came out. */
gboolean ws_session_compute (WsDevice *device, const WsJob *job, WsVerdict *verdict,
                             GError **error);
/* (transfer full) (element-type guint32): the blocks that @spec names of a grid, ascending, each
 * once */
GArray *ws_session_parse_blocks (const char *spec, guint64 n_blocks, GError **error);

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
 */
typedef struct {
  guint repeats;
  guint warmup;
  gboolean rotate;
  gboolean copy;
  WsTimingCache *cache;
} WsTimingRequest;

/**
 * WsTiming:
 * @n_bytes: of the buffers that it reads: what a run must read at least
 * @grid: blocks of the first launch
 * @n_copies: of the input, that took turns
 * @rotates: whether they are enough to hide the L2 cache; the virtual GPU has none that outlives a
 * launch
 * @peak_bytes_per_s: of the device's memory
 * @copy_bytes_per_s: read and written by a large copy; 0 where none was measured
 * @origin: of all these figures and of the samples
 * @has_result: whether the two that follow are valid: after the last sample
 * @result: bits of the last run's result
 * @correct: whether it is right
 *
 * What the samples of a timing are to be held against.
 */
typedef struct {
  guint64 n_bytes;
  guint64 grid;
  guint n_copies;
  gboolean rotates;
  guint64 peak_bytes_per_s;
  guint64 copy_bytes_per_s;
  WsOrigin origin;
  gboolean has_result;
  guint64 result;
  gboolean correct;
} WsTiming;

void ws_timing_request_init (WsTimingRequest *self);
/* @facts: (nullable): told once, before the first sample */
typedef void (*WsSessionFacts) (const WsTiming *timing, gpointer user_data);
gboolean ws_session_time (WsDevice *device, const WsJob *job, const WsTimingRequest *request,
                          WsSessionFacts facts, WsSessionSample sample, gpointer user_data,
                          WsTiming *timing, GCancellable *cancellable, GError **error);

/* (transfer full) (element-type WsCounter): the hardware counters of one launch of the job */
GPtrArray *ws_session_count (WsDevice *device, const WsJob *job, guint launch,
                             GCancellable *cancellable, GError **error);

G_END_DECLS
