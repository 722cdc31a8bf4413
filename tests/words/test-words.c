/* What sentences are made of: things that are counted, lists, capitals, dates. */
#include "words/date.h"
#include "words/locale.h"
#include "words/words.h"

static void
test_count (void)
{
  static const struct {
    WsNoun noun;
    guint64 n;
    const char *expected;
  } cases[] = {
    { WS_NOUN_BLOCK, 1, "1 block" },        { WS_NOUN_BLOCK, 0, "0 blocks" },
    { WS_NOUN_WARP, 2, "2 warps" },         { WS_NOUN_THREAD, 1, "1 thread" },
    { WS_NOUN_BYTE, 12288, "12288 bytes" }, { WS_NOUN_LANE, 32, "32 lanes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ws_words_count (cases[i].noun, cases[i].n);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
  for (guint noun = 0; noun < WS_N_NOUNS; noun++)
    {
      g_autofree char *one = ws_words_count_as (noun, 1, "1");
      g_autofree char *many = ws_words_count_as (noun, 12000, "12 000");

      g_assert_true (g_str_has_prefix (one, "1 "));
      g_assert_true (g_str_has_prefix (many, "12 000 "));
      g_assert_cmpstr (one + 2, !=, many + 7);
    }
}

static void
test_list (void)
{
  const char *const items[] = { "a", "b", "c" };
  static const char *const expected[] = { "", "a", "a and b", "a, b and c" };

  for (guint n = 0; n <= G_N_ELEMENTS (items); n++)
    {
      g_autofree char *list = ws_words_list (items, n);

      g_assert_cmpstr (list, ==, expected[n]);
    }
}

static void
test_open_list (void)
{
  g_autoptr (GString) list = g_string_new (NULL);

  ws_words_add_item (list, "100 %s");
  ws_words_add_item (list, "b");
  ws_words_add_item (list, "c");
  g_assert_cmpstr (list->str, ==, "100 %s, b, c");
}

static void
test_sentences (void)
{
  static const char *const cases[][2] = {
    { "", "" }, { "a word", "A word" }, { "B", "B" }, { "élan", "Élan" }, { "2 of 3", "2 of 3" }
  };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *capitalized = ws_words_capitalize (cases[i][0]);

      g_assert_cmpstr (capitalized, ==, cases[i][1]);
    }
  ws_words_append (text, "One.");
  ws_words_append (text, "Two.");
  g_assert_cmpstr (text->str, ==, "One. Two.");
}

/* With no translation, and of what is empty, it is what was given: gettext has its header there. */
static void
test_translate (void)
{
  static const char text[] = "What nobody has translated";

  g_assert_true (ws_words_translate (text) == text);
  g_assert_cmpstr (ws_words_translate (""), ==, "");
  g_assert_null (ws_words_translate (NULL));
}

/* 2026-11-02, at noon where the test is; in the pseudo-locale each is a translation. */
static void
test_date (void)
{
  static const char *const expected[WS_N_DATES] = { "2026-11-02", "12:05", "2 Nov 2026, 12:05",
                                                    "2 Nov, 12:05", "2026" };
  g_autoptr (GDateTime) date = g_date_time_new_local (2026, 11, 2, 12, 5, 0);

  for (guint form = 0; form < WS_N_DATES; form++)
    {
      g_autofree char *text = ws_date_format (g_date_time_to_unix (date), form);
      g_autofree char *unknown = ws_date_format (0, form);
      g_autofree char *translated = g_strconcat ("ďáá ", expected[form], NULL);

      g_assert_cmpstr (text, ==, g_getenv ("WS_PSEUDO") != NULL ? translated : expected[form]);
      g_assert_cmpstr (unknown, ==, "");
    }
}

/* Each of the words, in any order and in capitals or not. */
static void
test_match (void)
{
  g_assert_true (ws_words_match ("Bank Conflicts by Stride", ""));
  g_assert_true (ws_words_match ("Bank Conflicts by Stride", "stride  BANK"));
  g_assert_true (ws_words_match ("Bank Conflicts by Stride", "conf\tri"));
  g_assert_false (ws_words_match ("Bank Conflicts by Stride", "bank transpose"));
  g_assert_true (ws_words_match ("Größe", "GRÖ"));
  g_assert_false (ws_words_match ("", "a"));
}

/* What is quoted is cut in its middle, in characters, and nothing else is. */
static void
test_shorten (void)
{
  g_autofree char *long_text = g_strnfill (60000, 'n');
  g_autofree char *quoted =
      g_strdup_printf ("“a” must be 1, not “%s”, which is 3. %s", long_text, long_text);
  g_autofree char *half = g_strnfill (40, 'n');
  g_autofree char *expected =
      g_strdup_printf ("“a” must be 1, not “%s…%s”, which is 3. %s", half, half, long_text);
  g_autofree char *shortened = ws_words_shorten (quoted);
  g_autofree char *eighty = g_strdup_printf ("“%080d” and “ä", 0);
  g_autofree char *same = ws_words_shorten (eighty);
  GString *umlauts = g_string_new ("“");
  g_autofree char *cut = NULL;

  g_assert_cmpstr (shortened, ==, expected);
  g_assert_cmpstr (same, ==, eighty);
  for (guint i = 0; i < 90; i++)
    g_string_append (umlauts, "ä");
  g_string_append (umlauts, "”");
  cut = ws_words_shorten (umlauts->str);
  g_string_free (umlauts, TRUE);
  g_assert_true (g_utf8_validate (cut, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (cut, -1), ==, 83);
}

static void
test_extent (void)
{
  static const struct {
    guint32 extent[3];
    const char *text;
  } rows[] = {
    { { 128, 1, 1 }, "128" },
    { { 16, 8, 1 }, "(16, 8)" },
    { { 4, 1, 2 }, "(4, 1, 2)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = ws_words_format_extent (rows[i].extent);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

int
main (int argc, char **argv)
{
  if (g_getenv ("WS_PSEUDO") != NULL)
    ws_locale_init ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/words/translate", test_translate);
  g_test_add_func ("/words/count", test_count);
  g_test_add_func ("/words/date", test_date);
  g_test_add_func ("/words/list", test_list);
  g_test_add_func ("/words/open-list", test_open_list);
  g_test_add_func ("/words/sentences", test_sentences);
  g_test_add_func ("/words/extent", test_extent);
  g_test_add_func ("/words/match", test_match);
  g_test_add_func ("/words/shorten", test_shorten);
  return g_test_run ();
}
