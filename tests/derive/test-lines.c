/* What each line did: the figures of its columns. */
#include "derive/lines.h"
#include "recorded.h"

static const WsLineUse *
get_line (GArray *uses, guint line)
{
  g_assert_cmpuint (line, <, uses->len);
  return &g_array_index (uses, WsLineUse, line);
}

static void
assert_figures (const WsLineUse *use, const char *executions, const char *lanes, const char *passes,
                const char *sectors)
{
  const char *const expected[WS_N_LINE_COLUMNS] = { executions, lanes, passes, sectors };

  for (guint column = 0; column < WS_N_LINE_COLUMNS; column++)
    {
      g_autofree char *text = ws_line_use_format (use, (WsLineColumn)column);
      double value;

      if (expected[column] != NULL)
        g_assert_cmpstr (text, ==, expected[column]);
      g_assert_cmpint (ws_line_use_get (use, (WsLineColumn)column, &value), ==, *text != '\0');
    }
}

/* A column of a tile is one bank; a row of it, and of the output, is whole sectors. */
static void
test_transpose (void)
{
  const Recorded what = { "transpose_shared", "k40c", 128, 256 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (GArray) uses = ws_line_use_new (run, 0);

  assert_figures (get_line (uses, 17), NULL, "32.0", "1.0", "4.0");
  assert_figures (get_line (uses, 25), NULL, "32.0", "32.0", "4.0");
  assert_figures (get_line (uses, 18), "128", "32.0", "", "");
  assert_figures (get_line (uses, 12), "", "", "", "");
  g_assert_cmpuint (get_line (uses, 25)->passes, ==, 32 * get_line (uses, 25)->ideal_passes);
}

/* Of events alone, where nobody counted, it is the same in the recorded blocks. */
static void
test_recorded (void)
{
  const Recorded what = { "reduce2", "h200", 256, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (GArray) counted = ws_line_use_new (run, 0);
  g_autoptr (GArray) seen = NULL;
  WsLaunch *launch = (WsLaunch *)&run->launches[0];

  g_assert_cmpuint (ws_launch_get_n_blocks (launch), ==, 2);
  g_assert_true (launch->has_counts);
  launch->has_counts = FALSE;
  seen = ws_line_use_new (run, 0);
  launch->has_counts = TRUE;
  g_assert_cmpuint (seen->len, ==, counted->len);
  for (guint line = 0; line < seen->len; line++)
    {
      g_assert_cmpuint (get_line (seen, line)->executed, ==, get_line (counted, line)->executed);
      g_assert_cmpuint (get_line (seen, line)->lanes, ==, get_line (counted, line)->lanes);
      g_assert_cmpuint (get_line (seen, line)->passes, ==, get_line (counted, line)->passes);
      g_assert_cmpuint (get_line (seen, line)->sectors, ==, get_line (counted, line)->sectors);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lines/transpose", test_transpose);
  g_test_add_func ("/lines/recorded", test_recorded);
  return g_test_run ();
}
