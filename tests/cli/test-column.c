/* Columns of a terminal are as wide as what is seen in them. */
#include "cli/column.h"

static void
test_measure (void)
{
  static const struct {
    const char *text;
    int width;
  } cases[] = {
    { "", 0 },       { "warps", 5 },        { "élan", 4 },     { "e\u0301lan", 4 }, { "µs × 2", 6 },
    { "占有率", 6 }, { "32 スレッド", 11 }, { "a\u200bb", 2 }, { "\xff", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (cli_column_measure (cases[i].text), ==, cases[i].width);
}

static void
test_widen (void)
{
  int right = 3;
  int left = -3;

  cli_column_widen (&right, "ab");
  cli_column_widen (&left, "ab");
  g_assert_cmpint (right, ==, 3);
  g_assert_cmpint (left, ==, -3);
  cli_column_widen (&right, "占有率");
  cli_column_widen (&left, "占有率");
  g_assert_cmpint (right, ==, 6);
  g_assert_cmpint (left, ==, -6);
}

/* What is printed, in a process of its own. */
static void
test_print (void)
{
  if (g_test_subprocess ())
    {
      cli_column_print (6, "é");
      cli_column_print (-6, "占有");
      cli_column_print (2, "占有");
      cli_column_printf (5, "%u", 12u);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*     é占有  占有   12*");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/column/measure", test_measure);
  g_test_add_func ("/column/widen", test_widen);
  g_test_add_func ("/column/print", test_print);
  return g_test_run ();
}
