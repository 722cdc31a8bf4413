/* What a slow test leaves out where not all is to be tested: in the build with the sanitizers, and
 * in the minute after a change. The optimised build of tests/run.sh tests all (THOROUGH in
 * tests/tap.sh). */
#pragma once

#include <glib.h>

/* Whether case @i of a row is tried: each where all are, else every @every-th. */
static inline gboolean
part_has (guint i, guint every)
{
  return g_test_thorough () || i % every == 0;
}

/* How many of @n rounds are tried: all, or an @every-th of them, and at least one. */
static inline guint
part_of (guint n, guint every)
{
  return g_test_thorough () ? n : MAX (1, n / every);
}
