/* timing.h: facts about a timed job, shared by the code that times it and the code that shows the
 * times.
 */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsTiming:
 * @n_bytes: size of its input buffers: the minimum that a run reads
 * @grid: blocks of the first launch
 * @n_copies: copies of the input, used in rotation
 * @rotates: whether these are enough to defeat the L2 cache
 * @peak_bytes_per_s: of the device's memory
 * @copy_bytes_per_s: read and written by a large copy; 0 if none was measured
 * @origin: of all these figures and of the samples
 * @has_result: whether the last run's result is known: after the last sample
 * @result: its bits; 0 from a worker, which does not send them
 * @correct: whether it is right
 *
 * The context of the samples of a timing.
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
