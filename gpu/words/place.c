#include "words/place.h"

#include <string.h>

/* Long enough for any line that people write; a hostile line of megabytes is cut round the place.
 */
#define MAX_LINE 160

/**
 * ws_words_clean:
 * @text: a stranger's
 * @length: bytes of it
 *
 * Returns: (transfer full): it as people may see it: valid UTF-8, no control characters but tabs
 */
char *
ws_words_clean (const char *text, gsize length)
{
  char *clean = g_utf8_make_valid (text, (gssize)length);

  for (char *c = clean; *c != '\0'; c++)
    if ((guint8)*c < 0x20 && *c != '\t')
      *c = '?';
  return clean;
}

/**
 * ws_words_point:
 * @text: a stranger's
 * @length: bytes of it
 * @at: byte of a place
 *
 * Returns: (transfer full): the line of the place, and below it a line with a caret under the place
 */
char *
ws_words_point (const char *text, gsize length, gsize at)
{
  const char *newline;
  gsize start, end, from;
  g_autofree char *line = NULL;
  g_autofree char *before = NULL;
  g_autoptr (GString) caret = g_string_new (NULL);

  at = MIN (at, length);
  newline = memchr (text + at, '\n', length - at);
  end = newline != NULL ? (gsize)(newline - text) : length;
  for (start = at; start > 0 && text[start - 1] != '\n';)
    start--;
  from = start;
  if (end > start && text[end - 1] == '\r')
    end--;
  if (at - start > MAX_LINE / 2)
    from = at - MAX_LINE / 2;
  line = ws_words_clean (text + from, MIN (end > from ? end - from : 0, MAX_LINE));
  before = ws_words_clean (text + from, at - from);
  /* Tabs stay tabs, so that the caret stands under its place whatever their width. */
  for (const char *c = before; *c != '\0'; c = g_utf8_next_char (c))
    g_string_append_c (caret, *c == '\t' ? '\t' : ' ');
  return g_strdup_printf ("%s\n%s^", line, caret->str);
}
