/* How well a text answers what is looked for. */
#include "palette/palette-rank.h"

#include <string.h>

static void
expect_before (const char *query, const char *better, const char *worse)
{
  guint first = ws_palette_rank (better, "", query);
  guint second = ws_palette_rank (worse, "", query);

  if (first <= second)
    g_error ("“%s” has “%s” (%u) before “%s” (%u).", query, worse, second, better, first);
}

static void
test_order (void)
{
  expect_before ("bank", "Bank", "Bank conflicts");
  expect_before ("bank", "Bank conflicts", "Shared memory, bank by bank");
  expect_before ("bank", "Without bank conflicts", "Embankment");
  expect_before ("bank con", "Bank conflicts", "Conflicts of a bank");
  expect_before ("con bank", "Bank conflicts", "Riverbank conflicts");
  g_assert_cmpuint (ws_palette_rank ("Embankment", "", "bank"), >,
                    ws_palette_rank ("Scan", "bank", "bank"));
  g_assert_cmpuint (ws_palette_rank ("Scan", "a bank", "bank"), >,
                    ws_palette_rank ("Scan", "embankment", "bank"));
}

static void
test_words (void)
{
  g_assert_cmpuint (ws_palette_rank ("Bank conflicts", "shared", "SHARED  bank"), >, 0);
  g_assert_cmpuint (ws_palette_rank ("Bank conflicts", "shared", "shared banks"), ==, 0);
  g_assert_cmpuint (ws_palette_rank ("Anything", "", "  "), >, 0);
  g_assert_cmpuint (ws_palette_rank ("Größe", "", "GRÖ"), >, 0);
}

static void
test_hostile (void)
{
  g_autofree char *letters = g_strnfill (10000, 'b');
  g_autofree char *blanks = g_strnfill (10000, ' ');
  g_autofree char *words = g_strnfill (10000, 'b');

  for (guint i = 1; i < 10000; i += 2)
    words[i] = ' ';
  g_assert_cmpuint (ws_palette_rank ("Bank", "", letters), ==, 0);
  g_assert_cmpuint (ws_palette_rank ("Bank", "", words), ==, 0);
  ws_palette_rank ("Bank", "", blanks);
  g_assert_cmpuint (ws_palette_rank ("Bank", "", "%s\\"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/palette-rank/order", test_order);
  g_test_add_func ("/palette-rank/words", test_words);
  g_test_add_func ("/palette-rank/hostile", test_hostile);
  return g_test_run ();
}
