/* text.c: changes text by its lines and the words that mean something in it. */
#include "fuzz.h"

#include <string.h>

#define MOST_CHANGES 3

static guint
below (GRand *rand, gsize n)
{
  return n > 1 ? (guint)g_rand_int_range (rand, 0, (gint32)MIN (n, G_MAXINT32)) : 0;
}

/* A word in place of one, or of nothing. */
static void
change_word (GRand *rand, char **line, const char *word)
{
  gsize length = strlen (*line);
  gsize at = below (rand, length + 1);
  gsize end = at;
  char *changed;

  if (below (rand, 2) == 0)
    at = end = strcspn (*line, "=") < length ? strcspn (*line, "=") + 1 : at;
  if (below (rand, 3) > 0)
    while (end < length && strchr (";=,. \t", (*line)[end]) == NULL)
      end++;
  changed = g_strdup_printf ("%.*s%s%s", (int)at, *line, word, *line + end);
  g_free (*line);
  *line = changed;
}

static void
change (GRand *rand, GPtrArray *lines, const char *word)
{
  guint at = below (rand, lines->len);
  guint to = below (rand, lines->len + 1);

  switch (below (rand, 6))
    {
    case 0:
      if (lines->len > 1)
        g_ptr_array_remove_index (lines, at);
      break;
    case 1:
      g_ptr_array_insert (lines, (gint)to, g_strdup (lines->pdata[at]));
      break;
    case 2:
      g_ptr_array_insert (lines, (gint)to, g_strdup (word));
      break;
    default:
      change_word (rand, (char **)&lines->pdata[at], word);
      break;
    }
}

/**
 * ws_fuzz_mutate_text:
 * @data: text
 * @size: of @data
 * @max_size: room for it
 * @seed: of the changes
 * @words: (array length=n_words): that mean something in it
 * @n_words: how many
 *
 * Changes text in place.
 *
 * Returns: the new size; 0 where it would be none, or too large, and every fourth time
 */
gsize
ws_fuzz_mutate_text (guint8 *data, gsize size, gsize max_size, guint32 seed,
                     const char *const *words, guint n_words)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree char *text = g_strndup ((const char *)data, size);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) split = g_strsplit (text, "\n", -1);
  g_autofree char *all = NULL;

  if (split[0] == NULL || below (rand, 4) == 0)
    return 0;
  for (guint i = 0; split[i] != NULL; i++)
    g_ptr_array_add (lines, g_strdup (split[i]));
  for (guint i = 1 + below (rand, MOST_CHANGES); i > 0; i--)
    change (rand, lines, words[below (rand, n_words)]);
  g_ptr_array_add (lines, NULL);
  all = g_strjoinv ("\n", (char **)lines->pdata);
  if (strlen (all) > max_size)
    return 0;
  memcpy (data, all, strlen (all));
  return strlen (all);
}
