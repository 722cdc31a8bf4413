/* What became of the lines of a text: of texts written down here, and of random ones, where the
 * steps must lead from one to the other, with no more edits than a table of all ways needs. */
#include "toolkit/line-diff.h"

#include <glib.h>
#include <string.h>

/* Each step as a letter: what stayed, what went, what came. */
static char *
spell (const GArray *steps)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < steps->len; i++)
    g_string_append_c (text, "=-+"[g_array_index (steps, WsLineStep, i).fate]);
  return g_string_free (text, FALSE);
}

static void
test_written (void)
{
  static const struct {
    const char *before;
    const char *after;
    const char *steps;
  } rows[] = {
    { "", "", "=" },
    { "a", "a", "=" },
    { "a\nb\nc", "a\nc", "=-=" },
    { "a\nc", "a\nb\nc", "=+=" },
    { "a\nb\nc", "a\nx\nc", "=-+=" },
    { "a\na\nb", "a\nb", "=-=" },
    { "one", "other", "-+" },
    { "a\nb\nc\nd", "b\nc\nd\ne", "-===+" },
    { "a\n", "a", "=-" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GArray) steps = ws_line_diff_new (rows[i].before, rows[i].after);
      g_autofree char *spelt = spell (steps);

      g_assert_cmpstr (spelt, ==, rows[i].steps);
    }
}

static void
test_find (void)
{
  g_autoptr (GArray) steps = ws_line_diff_new ("a\nb\nc\nd", "x\na\nc\nd");
  static const guint after[] = { 0, 2, 0, 3, 4, 0 };

  for (guint line = 0; line < G_N_ELEMENTS (after); line++)
    g_assert_cmpuint (ws_line_diff_find (steps, line), ==, after[line]);
  g_assert_cmpuint (ws_line_diff_find (NULL, 7), ==, 7);
}

/* The length of the longest common part, by a table. */
static guint
count_common (char **a, char **b)
{
  guint n = g_strv_length (a);
  guint m = g_strv_length (b);
  g_autofree guint *table = g_new0 (guint, ((gsize)n + 1) * (m + 1));

  for (guint i = 1; i <= n; i++)
    for (guint j = 1; j <= m; j++)
      table[i * (m + 1) + j] = g_str_equal (a[i - 1], b[j - 1])
                                   ? table[(i - 1) * (m + 1) + j - 1] + 1
                                   : MAX (table[(i - 1) * (m + 1) + j], table[i * (m + 1) + j - 1]);
  return table[n * (m + 1) + m];
}

static char *
make_text (guint most_lines, guint most_kinds)
{
  GString *text = g_string_new (NULL);
  guint n = (guint)g_test_rand_int_range (0, (int)most_lines);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%d\n", g_test_rand_int_range (0, (int)most_kinds));
  return g_string_free (text, FALSE);
}

static void
check_steps (const char *before, const char *after, guint most_gone)
{
  g_autoptr (GArray) steps = ws_line_diff_new (before, after);
  g_auto (GStrv) a = g_strsplit (before, "\n", -1);
  g_auto (GStrv) b = g_strsplit (after, "\n", -1);
  guint i = 0;
  guint j = 0;
  guint stayed = 0;

  for (guint k = 0; k < steps->len; k++)
    {
      const WsLineStep *step = &g_array_index (steps, WsLineStep, k);

      g_assert_cmpuint (step->before, ==, step->fate != WS_LINE_CAME ? ++i : 0);
      g_assert_cmpuint (step->after, ==, step->fate != WS_LINE_WENT ? ++j : 0);
      if (step->fate != WS_LINE_STAYED)
        continue;
      g_assert_cmpstr (a[i - 1], ==, b[j - 1]);
      stayed++;
    }
  g_assert_cmpuint (i, ==, g_strv_length (a) + (*before == '\0'));
  g_assert_cmpuint (j, ==, g_strv_length (b) + (*after == '\0'));
  if (most_gone > 0 && *before != '\0' && *after != '\0')
    g_assert_cmpuint (stayed, ==, count_common (a, b));
}

static void
test_random (void)
{
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *before = make_text (40, 2 + i % 9);
      g_autofree char *after = make_text (40, 2 + i % 9);

      if (*before != '\0' && *after != '\0')
        check_steps (before, after, 1);
    }
}

/* Texts that have nothing in common are no reason to wait. */
static void
test_large (void)
{
  g_autofree char *before = make_text (20000, 1 << 30);
  g_autofree char *after = make_text (20000, 1 << 30);
  g_autofree char *framed_before = g_strconcat ("begin\n", before, "end\n", NULL);
  g_autofree char *framed_after = g_strconcat ("begin\n", after, "end\n", NULL);
  g_autoptr (GArray) steps = ws_line_diff_new (framed_before, framed_after);

  check_steps (framed_before, framed_after, 0);
  g_assert_cmpuint (ws_line_diff_find (steps, 1), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-diff/written", test_written);
  g_test_add_func ("/line-diff/find", test_find);
  g_test_add_func ("/line-diff/random", test_random);
  g_test_add_func ("/line-diff/large", test_large);
  return g_test_run ();
}
