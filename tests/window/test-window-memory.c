/* What the window keeps of a run, it keeps of one run: kernel after kernel is picked, and the
 * memory that the program has stays what it was.
 *
 *   WINDOW_RUNS  how many runs (80); 10000 by hand, without sanitizers */
#include "window-helpers.h"
#include "window/memory.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define DEFAULT_RUNS 80
#define FIRST_RUNS   30 /* by then all that is made once is made */
#define N_KERNELS    5  /* that follow each other */
#define MAX_GROWTH   (8 * 1024 * 1024.)

static WsWindow *window;

static double
get_resident_bytes (void)
{
  g_autofree char *text = NULL;
  double pages = 0;

  malloc_trim (0);
  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%*s %lf", &pages), ==, 1);
  return pages * (double)sysconf (_SC_PAGESIZE);
}

static gboolean
is_other_run (gpointer before)
{
  WsRun *run = ws_playhead_get_run (ws_window_get_playhead (window));

  return run != NULL && run != before && !window_helper_is_busy (window);
}

static void
test_flat (void)
{
  const char *wanted = g_getenv ("WINDOW_RUNS");
  guint n = wanted != NULL ? (guint)atoi (wanted) : DEFAULT_RUNS;
  double before = 0;
  double after;

  window_helper_settle (window);
  for (guint i = 1; i <= n; i++)
    {
      g_autoptr (WsRun) run = ws_run_ref (ws_playhead_get_run (ws_window_get_playhead (window)));

      ws_kernel_choice_choose (
          ws_window_get_choice (window),
          ws_catalog_get_kernel (ws_window_get_catalog (window), i % N_KERNELS));
      g_assert_true (helper_wait (is_other_run, run));
      helper_iterate (20);
      if (i == FIRST_RUNS)
        before = get_resident_bytes ();
      if (i % 1000 == 0)
        g_test_message ("%u runs: %.1f MB", i, get_resident_bytes () / 1e6);
    }
  after = get_resident_bytes ();
  g_print ("# after %u runs %.1f MB, after %u runs %.1f MB\n", FIRST_RUNS, before / 1e6, n,
           after / 1e6);
  g_assert_cmpfloat (after - before, <, MAX_GROWTH);
}

static void
add_tests (void)
{
  g_test_add_func ("/window/memory/flat", test_flat);
}

int
main (int argc, char **argv)
{
  WsWindowOptions options = { .kernel = (char *)"reduce1",
                              .device = (char *)"vm:k40c",
                              .n = (char *)"2^14",
                              .block = (char *)"1024",
                              .width = 1000,
                              .height = 700,
                              .stage = -1 };

  ws_memory_init ();
  return window_helper_main (&argc, &argv, &options, &window, add_tests);
}
