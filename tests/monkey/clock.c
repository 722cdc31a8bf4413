#include "clock.h"

#include <time.h>

#define OVER_MS 100

static Hold longest;
static guint n_over;
static guint present;
static double cpu_before;
static gint64 wall_before;

static double
get_cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void
note (void)
{
  double cpu_ms = get_cpu_ms () - cpu_before;
  double wall_ms = (double)(g_get_monotonic_time () - wall_before) / 1000;

  if (wall_before == 0)
    return;
  if (cpu_ms > OVER_MS)
    {
      n_over++;
      if (g_getenv ("MONKEY_HOLDS") != NULL)
        g_printerr ("# action %u: the main loop was held for %.0f ms of processor time, %.0f ms\n",
                    present, cpu_ms, wall_ms);
    }
  if (cpu_ms > longest.cpu_ms)
    {
      longest.cpu_ms = cpu_ms;
      longest.wall_ms = wall_ms;
      longest.action = present;
    }
  longest.longest_wall_ms = MAX (longest.longest_wall_ms, wall_ms);
}

static int
poll_cb (GPollFD *fds, guint n, int timeout)
{
  int result;

  note ();
  result = g_poll (fds, n, timeout);
  cpu_before = get_cpu_ms ();
  wall_before = g_get_monotonic_time ();
  return result;
}

void
clock_init (void)
{
  g_main_context_set_poll_func (NULL, poll_cb);
}

void
clock_name (guint action)
{
  present = action;
}

const Hold *
clock_get_longest (void)
{
  return &longest;
}

guint
clock_count_over (void)
{
  return n_over;
}
