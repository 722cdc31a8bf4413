/* The tokens of the code that is shown. */
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/code/tokens", test_tokens);
  return g_test_run ();
}
