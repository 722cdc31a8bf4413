#include "compile/tidy.h"

#include <string.h>

#define LONG_LINE 1024 /* bytes from which on a line is broken */

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$';
}

static const char *
find_name_end (const char *at)
{
  while (is_name (*at))
    at++;
  return at;
}

/* Number of occurrences of each name: (element-type utf8 guint). (transfer full) */
static GHashTable *
count_names (const char *ptx)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const char *at = ptx; *at != '\0';)
    {
      const char *end = find_name_end (at);
      char *name;
      gpointer count;

      if (end == at)
        {
          at++;
          continue;
        }
      if (g_ascii_isdigit (*at))
        {
          at = end;
          continue;
        }
      name = g_strndup (at, (gsize)(end - at));
      count = g_hash_table_lookup (counts, name);
      g_hash_table_replace (counts, name, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
      at = end;
    }
  return counts;
}

/* The name in ".global .align 4 .b8 name[16] = ...;", on one line. (transfer full) (nullable) */
static char *
read_variable (const char *line, gsize length)
{
  const char *end = memchr (line, '[', length);
  const char *assigned = memchr (line, '=', length);
  const char *begin;

  if (!(g_str_has_prefix (line, ".global ") || g_str_has_prefix (line, ".const ")) || length == 0
      || line[length - 1] != ';')
    return NULL;
  if (end == NULL || (assigned != NULL && assigned < end))
    end = assigned != NULL ? assigned : line + length - 1;
  while (end > line && !is_name (end[-1]))
    end--;
  for (begin = end; begin > line && is_name (begin[-1]);)
    begin--;
  return g_strndup (begin, (gsize)(end - begin));
}

/* In PTX a newline is white space: after a comma it changes nothing. */
static void
add_line (GString *text, const char *line, gsize length)
{
  while (length > LONG_LINE)
    {
      const char *comma = memchr (line + LONG_LINE / 2, ',', length - LONG_LINE / 2);
      gsize part;

      if (comma == NULL)
        break;
      part = (gsize)(comma - line) + 1;
      g_string_append_len (text, line, (gssize)part);
      g_string_append_c (text, '\n');
      line += part;
      length -= part;
    }
  g_string_append_len (text, line, (gssize)length);
}

/**
 * ws_compile_tidy:
 * @ptx: of a compiler
 *
 * Removes unused variables: headers define a thousand of them. Breaks the lines of tables, which
 * are too long to read.
 *
 * Returns: (transfer full): the same program
 */
char *
ws_compile_tidy (const char *ptx)
{
  g_autoptr (GHashTable) counts = count_names (ptx);
  GString *text = g_string_sized_new (strlen (ptx));

  for (const char *line = ptx; *line != '\0';)
    {
      gsize length = strcspn (line, "\n");
      g_autofree char *name = read_variable (line, length);

      if (name == NULL || GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) > 1)
        add_line (text, line, length);
      if (line[length] == '\n')
        g_string_append_c (text, '\n');
      line += length + (line[length] == '\n');
    }
  return g_string_free (text, FALSE);
}
