/* The tokens of the code that is shown, and which of its lines. */
#include "synthetic.h"

#include "code/layout.h"

#include <string.h>

static void
test_tokens (void)
{
  static const char *const lines[] = { "  if (tid % 2 == 0) /* a",
                                       "comment */ x = \"a // b\"; // end", "#include <x>" };
  static const WsTokenKind kinds[] = { WS_TOKEN_KEYWORD, WS_TOKEN_COMMENT, WS_TOKEN_DIRECTIVE };
  gboolean in_comment = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GString) joined = g_string_new (NULL);
      gsize at = 0;
      gsize begin;
      gsize before = 0;
      gboolean found = FALSE;
      WsTokenKind kind;

      while (ws_code_next_token (lines[i], strlen (lines[i]), &at, &begin, &in_comment, &kind))
        {
          g_assert_cmpuint (begin, ==, before);
          g_assert_cmpuint (at, >, begin);
          g_string_append_len (joined, lines[i] + begin, at - begin);
          found = found || kind == kinds[i];
          if (i == 1 && kind == WS_TOKEN_STRING)
            g_assert_cmpint (strncmp (lines[i] + begin, "\"a // b\"", at - begin), ==, 0);
          before = at;
        }
      g_assert_cmpstr (joined->str, ==, lines[i]);
      g_assert_true (found);
      g_assert_cmpint (in_comment, ==, i == 0);
    }
}

static void
test_tabs (void)
{
  static const char *const lines[][2] = {
    { "\tadd.s32 \t%r1;", "        add.s32         %r1;" },
    { "1234567\tx", "1234567 x" },
    { "12345678\tx", "12345678        x" },
    { "Σ\tx", "Σ       x" },
    { "none", "none" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *expanded = ws_code_expand_tabs (lines[i][0], strlen (lines[i][0]));

      g_assert_cmpstr (expanded, ==, lines[i][1]);
    }
}

/* All lines that stand out are seen, where they have room together; the first, where they do not.
 */
static void
test_highlights (void)
{
  g_autoptr (WsScene) scene = synthetic_scene_new (SYNTHETIC_INTERLEAVED, 64, SYNTHETIC_SMALL);
  const WsTheme *theme = ws_theme_get (WS_THEME_PROJECTOR);
  WsText *text = ws_text_new (NULL, theme);
  const WsMoment moment = { .position = ws_scene_get_n_events (scene) - 1 };
  static const guint pairs[][2] = { { 2, 5 }, { 5, 2 }, { 9, 12 }, { 1, 7 } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (double height = 120; height < 700; height += 35)
      {
        WsCodeOptions options = { 0 };
        WsCodeLayout l;

        for (guint k = 0; k < 2; k++)
          ws_emphasis_add (&options.emphasis, WS_HIGHLIGHT_LINE, pairs[i][k]);
        ws_code_layout_init (&l, text, &(WsFrame){ scene, &moment, theme, 900, height }, &options);
        g_assert_cmpuint (l.n_lines, >, 12);
        g_assert_cmpuint (pairs[i][0], >=, l.first);
        g_assert_cmpuint (pairs[i][0], <, l.first + l.count);
        if ((guint)ABS ((int)pairs[i][0] - (int)pairs[i][1]) >= l.count)
          continue;
        g_assert_cmpuint (pairs[i][1], >=, l.first);
        g_assert_cmpuint (pairs[i][1], <, l.first + l.count);
      }
  ws_text_free (text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/code/tokens", test_tokens);
  g_test_add_func ("/draw/code/tabs", test_tabs);
  g_test_add_func ("/draw/code/highlights", test_highlights);
  return g_test_run ();
}
