/* How much memory is free, and what is refused for it. */
#include "device/host-memory.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEGABYTE (G_GUINT64_CONSTANT (1) << 20)

/* To the last byte that is free, and not into what others were promised. */
static void
test_free (void)
{
  g_autoptr (WsHostMemory) host = ws_host_memory_new_fixed (1000);

  g_assert_true (ws_host_memory_check (host, 1000, 0, "It", "", NULL));
  g_assert_false (ws_host_memory_check (host, 1001, 0, "It", "", NULL));
  g_assert_true (ws_host_memory_check (host, 400, 600, "It", "", NULL));
  g_assert_false (ws_host_memory_check (host, 401, 600, "It", "", NULL));
  g_assert_true (ws_host_memory_check (host, 0, 2000, "It", "", NULL));
  g_assert_false (ws_host_memory_check (host, 1, 2000, "It", "", NULL));
  g_assert_false (ws_host_memory_check (host, G_MAXUINT64, G_MAXUINT64, "It", "", NULL));
}

/* Of the computer something is free, and not all of it. */
static void
test_computer (void)
{
  g_autoptr (WsHostMemory) host = ws_host_memory_new ();
  guint64 whole = (guint64)sysconf (_SC_PHYS_PAGES) * (guint64)sysconf (_SC_PAGESIZE);

  g_assert_cmpuint (ws_host_memory_get_free (host), >, MEGABYTE);
  g_assert_cmpuint (ws_host_memory_get_free (host), <, whole);
  g_assert_cmpuint (ws_host_memory_get_free (NULL), >, 0);
  g_assert_cmpuint (ws_host_memory_get_free (NULL), <, whole);
}

/* Of what a process may still take of its address space, a sixteenth is left to others. */
static void
test_process (void)
{
  g_autoptr (WsHostMemory) host = ws_host_memory_new ();
  FILE *statm = fopen ("/proc/self/statm", "r");
  struct rlimit before;
  struct rlimit limit;
  guint64 pages = 0;
  guint64 taken;
  guint64 bytes;

  g_assert_cmpint (getrlimit (RLIMIT_AS, &before), ==, 0);
  g_assert_cmpint (fscanf (statm, "%" G_GUINT64_FORMAT, &pages), ==, 1);
  fclose (statm);
  taken = pages * (guint64)sysconf (_SC_PAGESIZE);
  limit = before;
  limit.rlim_cur = taken + 64 * MEGABYTE;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
  bytes = ws_host_memory_get_free (host);
  g_assert_cmpint (setrlimit (RLIMIT_AS, &before), ==, 0);
  /* little has been taken since it was asked how much */
  g_assert_cmpuint (bytes, <=, 60 * MEGABYTE);
  g_assert_cmpuint (bytes, >, 50 * MEGABYTE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/host-memory/free", test_free);
  g_test_add_func ("/device/host-memory/computer", test_computer);
  g_test_add_func ("/device/host-memory/process", test_process);
  return g_test_run ();
}
