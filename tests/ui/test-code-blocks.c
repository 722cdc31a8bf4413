/* The blocks of a text: which lines they are of, whatever the text is. */
#include "editor/code-blocks.h"

#include <string.h>

static const struct {
  const char *name;
  const char *text;
  const char *blocks; /* first-last, the first first */
} rows[] = {
  { "empty", "", "" },
  { "no-block", "int x;\n", "" },
  { "one", "a {\n  b\n}\n", "1-3" },
  { "too-short", "a {\n}\nb { }\n", "" },
  { "end", "a {\nb\n}", "1-3" },
  { "nested", "{\n{\n\n}\n{\n\n\n}\n}\n", "1-9 2-4 5-8" },
  { "outer-of-a-line", "f { g {\n\n}\n\n}\n", "1-5" },
  { "else", "if {\n\n} else {\n\n}\n", "1-3 3-5" },
  { "unbalanced", "}\n{\n{\n\n}\n", "3-5" },
  { "comment", "// {\n/* { */\n/*\n {\n*/ {\n\n}\n", "3-5 5-7" },
  { "comment-goes-on", "// a \\\n{\n\n}\n{\n\n}\n", "5-7" },
  { "open-comment", "{\n/*\n\n}\n", "" },
  { "half-comment", "{\n\n} /*", "1-3" },
  { "string", "f (\"{\\\"{\") {\n'{' '\\'' '}'\n}\n", "1-3" },
  { "open-string", "f (\"{\n{\n\n}\n", "2-4" },
  { "string-goes-on", "\"\\\n{\" {\n\n}\n", "2-4" },
  { "separator", "1'000'000'0 {\n\n}\n", "1-3" },
  { "raw", "R\"x({\n)\" {\n)x\" {\n\n}\n", "3-5" },
  { "not-raw", "R\"{ x\n{\n\n}\n", "2-4" },
  { "crlf", "{\r\n\r\n}\r\n", "1-3" },
  { "cr", "{\r\r}\r", "1-3" },
  { "paragraph", "{\u2029\u2029}", "1-3" },
  { "macro", "#define F(x) { \\\n  x; \\\n}\n", "1-3" },
  { "backslash-at-end", "{\n\n} \"\\", "1-3" },
};

static void
test_row (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GArray) blocks = ws_code_blocks_find (rows[i].text);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint b = 0; b < blocks->len; b++)
    g_string_append_printf (found, "%s%u-%u", b > 0 ? " " : "",
                            g_array_index (blocks, WsCodeBlock, b).first,
                            g_array_index (blocks, WsCodeBlock, b).last);
  g_assert_cmpstr (found->str, ==, rows[i].blocks);
}

/* Of a hundred in each other all, in order; of bytes at random whatever there is, in the text. */
static void
test_many (void)
{
  static const char bytes[] = "{}{}\"'\\/*R()\n\n\n\nx1 ";
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) blocks = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint i = 0; i < 100; i++)
    g_string_append (text, "{\n");
  for (guint i = 0; i < 100; i++)
    g_string_append (text, "}\n");
  blocks = ws_code_blocks_find (text->str);
  g_assert_cmpuint (blocks->len, ==, 99); /* the innermost has two lines */
  for (guint i = 0; i < blocks->len; i++)
    {
      g_assert_cmpuint (g_array_index (blocks, WsCodeBlock, i).first, ==, i + 1);
      g_assert_cmpuint (g_array_index (blocks, WsCodeBlock, i).last, ==, 200 - i);
    }
  for (guint turn = 0; turn < 2000; turn++)
    {
      g_autoptr (GArray) some = NULL;
      guint n_lines = 1;

      g_string_set_size (text, 0);
      for (guint i = 0; i < 60; i++)
        g_string_append_c (text, bytes[g_rand_int_range (random, 0, (gint32)sizeof bytes - 1)]);
      for (guint i = 0; i < text->len; i++)
        n_lines += text->str[i] == '\n';
      some = ws_code_blocks_find (text->str);
      for (guint i = 0; i < some->len; i++)
        {
          const WsCodeBlock *block = &g_array_index (some, WsCodeBlock, i);

          g_assert_cmpuint (block->first + 2, <=, block->last);
          g_assert_cmpuint (block->last, <=, n_lines);
          if (i > 0)
            g_assert_cmpuint (block->first, >, block[-1].first);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/code-blocks/%s", rows[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_row);
    }
  g_test_add_func ("/code-blocks/many", test_many);
  return g_test_run ();
}
