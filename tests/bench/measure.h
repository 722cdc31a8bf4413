/* measure.h: what the benchmarks share: processor time, and shares of many samples. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* of this process, all of its threads */
double measure_cpu_ms (void);
/* of doubles, which are sorted: 0.5 is the median; 0 of nothing */
double measure_get_share (GArray *values, double share);

G_END_DECLS
