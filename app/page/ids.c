#include "page/ids.h"

#include <string.h>

#define BASE 36

void
ws_ids_init (WsIds *self)
{
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
}

void
ws_ids_clear (WsIds *self)
{
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->texts);
}

/**
 * ws_ids_add:
 * @text: without %WS_IDS_BORDER
 *
 * Returns: its number: that of the first of its like
 */
guint32
ws_ids_add (WsIds *self, const char *text)
{
  gpointer number;
  char *kept;

  g_return_val_if_fail (strstr (text, WS_IDS_BORDER) == NULL, 0);

  if (g_hash_table_lookup_extended (self->numbers, text, NULL, &number))
    return GPOINTER_TO_UINT (number);
  kept = g_strdup (text);
  g_ptr_array_add (self->texts, kept);
  g_hash_table_insert (self->numbers, kept, GUINT_TO_POINTER (self->texts->len - 1));
  return self->texts->len - 1;
}

/* Returns: (transfer full): all texts, with a border between them */
char *
ws_ids_join (const WsIds *self)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < self->texts->len; i++)
    {
      if (i > 0)
        g_string_append (all, WS_IDS_BORDER);
      g_string_append (all, g_ptr_array_index (self->texts, i));
    }
  return g_string_free (all, FALSE);
}

/* To the base 36, as parseInt (text, 36) reads it. */
void
ws_ids_append_number (GString *text, guint32 number)
{
  static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  char reversed[8];
  guint n = 0;

  do
    reversed[n++] = digits[number % BASE];
  while ((number /= BASE) > 0);
  while (n > 0)
    g_string_append_c (text, reversed[--n]);
}

/**
 * ws_ids_append_list:
 * @numbers: (element-type guint32): of texts
 *
 * Appends them, with commas between them; of neighbours the first and the last: "4-9,c".
 */
void
ws_ids_append_list (GString *text, const GArray *numbers)
{
  guint next;

  for (guint i = 0; i < numbers->len; i = next)
    {
      guint32 first = g_array_index (numbers, guint32, i);

      for (next = i + 1;
           next < numbers->len && g_array_index (numbers, guint32, next) == first + (next - i);
           next++)
        ;
      if (i > 0)
        g_string_append_c (text, ',');
      ws_ids_append_number (text, first);
      if (next == i + 1)
        continue;
      g_string_append_c (text, next == i + 2 ? ',' : '-');
      ws_ids_append_number (text, first + (next - i - 1));
    }
}
