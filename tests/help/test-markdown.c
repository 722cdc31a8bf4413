/* Markdown as blocks: what each kind of text becomes. */
#include "help/markdown.h"

static void
check (const GPtrArray *blocks, guint index, WsMarkdownKind kind, guint level, const char *markup,
       const char *target)
{
  const WsMarkdownBlock *block;

  g_assert_cmpuint (index, <, blocks->len);
  block = g_ptr_array_index (blocks, index);
  g_assert_cmpuint (block->kind, ==, kind);
  g_assert_cmpuint (block->level, ==, level);
  g_assert_cmpstr (block->markup, ==, markup);
  g_assert_cmpstr (block->target, ==, target);
}

static void
test_blocks (void)
{
  g_autoptr (GPtrArray) blocks = ws_markdown_parse ("# The keys of `a`\n"
                                                    "\n"
                                                    "One *line*\n"
                                                    "and **another** < `b < c`.\n"
                                                    "\n"
                                                    "<!-- man warpstage -->\n"
                                                    "\n"
                                                    "    code <a>\n"
                                                    "    more\n"
                                                    "\n"
                                                    "![Two runs](../../screenshots/a.png)\n");

  g_assert_cmpuint (blocks->len, ==, 4);
  check (blocks, 0, WS_MARKDOWN_HEADING, 1, "The keys of <tt>a</tt>", "the-keys-of-a");
  check (blocks, 1, WS_MARKDOWN_PARAGRAPH, 0,
         "One <i>line</i> and <b>another</b> &lt; <tt>b &lt; c</tt>.", NULL);
  check (blocks, 2, WS_MARKDOWN_CODE, 0, "code &lt;a&gt;\nmore", NULL);
  check (blocks, 3, WS_MARKDOWN_PICTURE, 0, "Two runs", "../../screenshots/a.png");
}

static void
test_lists (void)
{
  g_autoptr (GPtrArray) blocks = ws_markdown_parse ("- one\n"
                                                    "\n"
                                                    "  still one\n"
                                                    "  - deeper\n"
                                                    "- two\n"
                                                    "\n"
                                                    "after\n");

  g_assert_cmpuint (blocks->len, ==, 5);
  check (blocks, 0, WS_MARKDOWN_ITEM, 1, "one", NULL);
  check (blocks, 1, WS_MARKDOWN_PARAGRAPH, 1, "still one", NULL);
  check (blocks, 2, WS_MARKDOWN_ITEM, 2, "deeper", NULL);
  check (blocks, 3, WS_MARKDOWN_ITEM, 1, "two", NULL);
  check (blocks, 4, WS_MARKDOWN_PARAGRAPH, 0, "after", NULL);
}

static void
test_links (void)
{
  g_autoptr (GPtrArray) blocks = ws_markdown_parse ("See [the *keys*](window.md#keys).");

  g_assert_cmpuint (blocks->len, ==, 1);
  check (blocks, 0, WS_MARKDOWN_PARAGRAPH, 0, "See <a href=\"window.md#keys\">the <i>keys</i></a>.",
         NULL);
}

static void
test_empty (void)
{
  g_autoptr (GPtrArray) blocks = ws_markdown_parse ("\n<b>\n");

  g_assert_cmpuint (blocks->len, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/markdown/blocks", test_blocks);
  g_test_add_func ("/markdown/lists", test_lists);
  g_test_add_func ("/markdown/links", test_links);
  g_test_add_func ("/markdown/empty", test_empty);
  return g_test_run ();
}
