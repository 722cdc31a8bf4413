#include "cli/column.h"

#include <stdio.h>
#include <stdlib.h>

/**
 * cli_column_measure:
 * @text: one line
 *
 * Returns: its width in terminal columns: two for a Chinese character, none for a combining accent
 */
int
cli_column_measure (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  int width = 0;

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

/**
 * cli_column_widen:
 * @width: (inout): width of a column, as for cli_column_print()
 * @text: its text
 *
 * Widens the column to fit @text.
 */
void
cli_column_widen (int *width, const char *text)
{
  int need = MAX (abs (*width), cli_column_measure (text));

  *width = *width < 0 ? -need : need;
}

/**
 * cli_column_print:
 * @width: terminal columns, as in printf(): @text is aligned right, or left if negative
 * @text: the cell's text; longer text is not cut
 *
 * Prints a cell of a table to stdout.
 */
void
cli_column_print (int width, const char *text)
{
  int blanks = MAX (abs (width) - cli_column_measure (text), 0);

  printf ("%*s%s%*s", width > 0 ? blanks : 0, "", text, width < 0 ? blanks : 0, "");
}

/**
 * cli_column_printf:
 * @width: as for cli_column_print()
 *
 * Prints a cell of a table to stdout.
 */
void
cli_column_printf (int width, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  cli_column_print (width, text);
}
