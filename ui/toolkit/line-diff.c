#include "toolkit/line-diff.h"

#include <string.h>

#define MOST_EDITS 1000 /* maximum edits: beyond, the whole middle is replaced */

/* Lines as numbers: equal for equal lines of either text. */
typedef struct {
  guint *lines;
  guint n;
} Text;

/* The middles of two texts, between their common beginning and end. */
typedef struct {
  const guint *before;
  const guint *after;
  int n_before;
  int n_after;
  guint offset; /* lines in front of both */
} Middle;

static Text
number_lines (const char *text, GHashTable *numbers)
{
  /* g_strsplit() finds no line in an empty text, which has one */
  g_auto (GStrv) lines = *text != '\0' ? g_strsplit (text, "\n", -1) : g_new0 (char *, 2);
  Text self = { 0 };

  if (lines[0] == NULL)
    lines[0] = g_strdup ("");
  self.n = g_strv_length (lines);
  self.lines = g_new (guint, self.n + 1);
  for (guint i = 0; i < self.n; i++)
    {
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, lines[i]));

      if (number == 0)
        {
          number = g_hash_table_size (numbers) + 1;
          g_hash_table_insert (numbers, g_strdup (lines[i]), GUINT_TO_POINTER (number));
        }
      self.lines[i] = number;
    }
  return self;
}

static void
add (GArray *steps, WsLineFate fate, guint before, guint after)
{
  const WsLineStep step = { fate, before, after };

  g_array_append_val (steps, step);
}

/* On diagonal @k, whether the path with one more edit comes from above: an insertion. */
static gboolean
is_from_above (const int *reached, int k, int d)
{
  return k == -d || (k != d && reached[k - 1] < reached[k + 1]);
}

/* Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): how far each diagonal is
 * reached with d edits, for each d until the end is reached. @trace: what was reached before each.
 *
 * Returns: the edits that it takes; -1 if there are too many */
static int
find_way (const Middle *middle, GPtrArray *trace)
{
  int most = MIN (middle->n_before + middle->n_after, MOST_EDITS);
  g_autofree int *all = g_new0 (int, (gsize)2 * most + 3);
  int *reached = all + most + 1;

  for (int d = 0; d <= most; d++)
    {
      g_ptr_array_add (trace, g_memdup2 (reached - d - 1, sizeof *reached * ((gsize)2 * d + 3)));
      for (int k = -d; k <= d; k += 2)
        {
          int x = is_from_above (reached, k, d) ? reached[k + 1] : reached[k - 1] + 1;
          int y = x - k;

          while (x < middle->n_before && y < middle->n_after
                 && middle->before[x] == middle->after[y])
            {
              x++;
              y++;
            }
          reached[k] = x;
          if (x >= middle->n_before && y >= middle->n_after)
            return d;
        }
    }
  return -1;
}

/* Backtracks from the end to the beginning. */
static void
go_back (const Middle *middle, const GPtrArray *trace, int edits, GArray *steps)
{
  guint offset = middle->offset;
  int x = middle->n_before;
  int y = middle->n_after;

  for (int d = edits; d >= 0; d--)
    {
      const int *reached = (const int *)g_ptr_array_index (trace, d) + d + 1;
      int k = x - y;
      gboolean above = is_from_above (reached, k, d);
      int from_x = d == 0 ? 0 : above ? reached[k + 1] : reached[k - 1];
      int from_y = d == 0 ? 0 : from_x - (above ? k + 1 : k - 1);

      for (; x > from_x && y > from_y; x--, y--)
        add (steps, WS_LINE_STAYED, offset + (guint)x, offset + (guint)y);
      if (d == 0)
        return;
      if (above)
        add (steps, WS_LINE_CAME, 0, offset + (guint)y--);
      else
        add (steps, WS_LINE_WENT, offset + (guint)x--, 0);
    }
}

static void
reverse (GArray *steps, guint first)
{
  for (guint i = first, j = steps->len; i + 1 < j; i++, j--)
    {
      WsLineStep step = g_array_index (steps, WsLineStep, i);

      g_array_index (steps, WsLineStep, i) = g_array_index (steps, WsLineStep, j - 1);
      g_array_index (steps, WsLineStep, j - 1) = step;
    }
}

static void
compare_middles (const Middle *middle, GArray *steps)
{
  g_autoptr (GPtrArray) trace = g_ptr_array_new_with_free_func (g_free);
  guint first = steps->len;
  int edits = find_way (middle, trace);

  if (edits >= 0)
    {
      go_back (middle, trace, edits, steps);
      reverse (steps, first);
      return;
    }
  for (int i = 1; i <= middle->n_before; i++)
    add (steps, WS_LINE_WENT, middle->offset + (guint)i, 0);
  for (int i = 1; i <= middle->n_after; i++)
    add (steps, WS_LINE_CAME, 0, middle->offset + (guint)i);
}

/**
 * ws_line_diff_new:
 * @after: another
 *
 * Compares them line by line, with the fewest edits. Texts that have more than a thousand of them
 * between their common beginning and end have those lines all replaced.
 *
 * Returns: (transfer full) (element-type WsLineStep): one step per line, in the order of the texts;
 * in a change, deletions precede insertions
 */
GArray *
ws_line_diff_new (const char *before, const char *after)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Text old = number_lines (before, numbers);
  Text new = number_lines (after, numbers);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (WsLineStep));
  guint least = MIN (old.n, new.n);
  guint front = 0;
  guint back = 0;
  Middle middle;

  while (front < least && old.lines[front] == new.lines[front])
    front++;
  while (back < least - front && old.lines[old.n - 1 - back] == new.lines[new.n - 1 - back])
    back++;
  middle = (Middle){ .before = old.lines + front,
                     .after = new.lines + front,
                     .n_before = (int)(old.n - front - back),
                     .n_after = (int)(new.n - front - back),
                     .offset = front };
  for (guint i = 1; i <= front; i++)
    add (steps, WS_LINE_STAYED, i, i);
  compare_middles (&middle, steps);
  for (guint i = back; i > 0; i--)
    add (steps, WS_LINE_STAYED, old.n - i + 1, new.n - i + 1);
  g_free (old.lines);
  g_free (new.lines);
  return steps;
}

/**
 * ws_line_diff_find:
 * @self: (nullable) (element-type WsLineStep): what became of a text's lines; %NULL: nothing did
 * @line: of the text before, from 1
 *
 * Returns: its line in the new text; 0 if deleted, and for 0
 */
guint
ws_line_diff_find (const GArray *self, guint line)
{
  if (self == NULL || line == 0)
    return line;
  for (guint i = 0; i < self->len; i++)
    if (g_array_index (self, WsLineStep, i).before == line)
      return g_array_index (self, WsLineStep, i).after;
  return 0;
}
