#include "clock.h"

#include <execinfo.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#define OVER_MS  100
#define ALARM_MS 70

static Hold longest;
static guint n_over;
static guint present;
static double cpu_before;
static gint64 wall_before;

/* ---- where it is held: said while it is ---- */

static timer_t alarm_timer;
static gboolean has_alarm;

static void
alarm_cb (int number)
{
  gpointer frames[40];
  static const char text[] = "# the main loop is held here:\n";

  if (write (STDERR_FILENO, text, sizeof text - 1) > 0)
    backtrace_symbols_fd (frames, backtrace (frames, G_N_ELEMENTS (frames)), STDERR_FILENO);
}

static void
init_alarm (void)
{
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGUSR2 };
  gpointer frame;

  event._sigev_un._tid = gettid ();
  backtrace (&frame, 1); /* what it loads is loaded before a signal needs it */
  signal (SIGUSR2, alarm_cb);
  has_alarm = timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &alarm_timer) == 0;
}

static void
set_alarm (void)
{
  struct itimerspec time = { .it_value.tv_nsec = ALARM_MS * 1000000 };

  if (has_alarm)
    timer_settime (alarm_timer, 0, &time, NULL);
}

/* ---- how long ---- */

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
  set_alarm ();
  return result;
}

void
clock_init (void)
{
  if (g_getenv ("MONKEY_HOLDS") != NULL)
    init_alarm ();
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
