#include "measure.h"

#include <time.h>

double
measure_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a;
  double y = *(const double *)b;

  return x < y ? -1 : x > y;
}

double
measure_get_share (GArray *values, double share)
{
  if (values->len == 0)
    return 0;
  g_array_sort (values, compare);
  return g_array_index (values, double, (guint)((values->len - 1) * share));
}
