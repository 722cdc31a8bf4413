#include "palette/palette-rank.h"

#include <string.h>

/* Points: of a word of the query by where it stands, and of the query as a whole. */
enum {
  IN_MORE = 1,
  BEGINS_IN_MORE = 2,
  IN_LABEL = 4,
  BEGINS_IN_LABEL = 8,
  BEGINS_LABEL = 10,
  LABEL_BEGINS_WITH_ALL = 20,
  LABEL_IS_ALL = 40
};

static gboolean
is_begin (const char *text, const char *place)
{
  return place == text || !g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (place)));
}

/* Of a word, folded as @text is: @begins where it begins a word of @text, else @within; 0 if it
 * is not there. */
static guint
rate (const char *text, const char *word, guint begins, guint within)
{
  guint rank = 0;

  for (const char *place = strstr (text, word); place != NULL; place = strstr (place + 1, word))
    {
      if (is_begin (text, place))
        return begins;
      rank = within;
    }
  return rank;
}

static guint
rate_word (const char *label, const char *more, const char *word)
{
  guint rank;

  if (g_str_has_prefix (label, word))
    return BEGINS_LABEL;
  rank = rate (label, word, BEGINS_IN_LABEL, IN_LABEL);
  return rank > 0 ? rank : rate (more, word, BEGINS_IN_MORE, IN_MORE);
}

/**
 * ws_palette_rank:
 * @label: what stands in the list
 * @more: what else it is found by
 * @query: words in any order, apart by blanks
 *
 * A word that begins the label counts more than one that begins a word of it, that more than one
 * within a word, and all of these more than any in @more.
 *
 * Returns: more for what is the better answer; 0 if one of the words is in neither; 1 or more
 * where there are no words
 */
guint
ws_palette_rank (const char *label, const char *more, const char *query)
{
  g_autofree char *folded_label = NULL;
  g_autofree char *folded_more = NULL;
  g_autofree char *folded_query = NULL;
  g_auto (GStrv) words = NULL;
  guint rank = 1;

  g_return_val_if_fail (label != NULL && more != NULL && query != NULL, 0);

  if (strlen (query) > WS_PALETTE_MAX_QUERY)
    return 0;
  folded_label = g_utf8_casefold (label, -1);
  folded_more = g_utf8_casefold (more, -1);
  folded_query = g_strstrip (g_utf8_casefold (query, -1));
  words = g_strsplit_set (folded_query, " \t\n", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      guint points = *words[i] != '\0' ? rate_word (folded_label, folded_more, words[i]) : 1;

      if (points == 0)
        return 0;
      rank += points;
    }
  if (*folded_query == '\0')
    return rank;
  if (g_str_equal (folded_label, folded_query))
    rank += LABEL_IS_ALL;
  else if (g_str_has_prefix (folded_label, folded_query))
    rank += LABEL_BEGINS_WITH_ALL;
  return rank;
}
