/* timing.h: what is known of a job that is timed, where it is timed and where the times are shown.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsTiming:
 * @n_bytes: of the buffers that it reads: what a run must read at least
 * @grid: blocks of the first launch
 * @n_copies: of the input, that took turns
 * @rotates: whether they are enough to hide the L2 cache
 * @peak_bytes_per_s: of the device's memory
 * @copy_bytes_per_s: read and written by a large copy; 0 where none was measured
 * @origin: of all these figures and of the samples
 * @has_result: whether the last run's result is known: after the last sample
 * @result: its bits; of a worker 0, which does not tell them
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

G_END_DECLS
