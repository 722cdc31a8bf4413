/* rewrite-text.c: the text between two instructions of a function, statement by statement. */
#include "ptx/rewrite-private.h"

#include <string.h>

static guint32
skip_blanks (const char *text, guint32 at, guint32 end)
{
  for (;;)
    {
      while (at < end && g_ascii_isspace (text[at]))
        at++;
      if (at + 1 < end && text[at] == '/' && text[at + 1] == '/')
        while (at < end && text[at] != '\n')
          at++;
      else if (at + 1 < end && text[at] == '/' && text[at + 1] == '*')
        {
          at += 2;
          while (at + 1 < end && !(text[at] == '*' && text[at + 1] == '/'))
            at++;
          at = MIN (at + 2, end);
        }
      else
        return at;
    }
}

static gboolean
starts_with (const char *text, guint32 at, guint32 end, const char *word)
{
  gsize length = strlen (word);

  return end - at > length && strncmp (text + at, word, length) == 0
         && !g_ascii_isalnum (text[at + length]);
}

/* The position after the ';' that ends the statement at @at; braces of initial values and strings
 * may hold one. */
static guint32
find_semicolon (const char *text, guint32 at, guint32 end)
{
  gboolean in_string = FALSE;

  for (; at < end; at++)
    {
      if (text[at] == '"')
        in_string = !in_string;
      if (text[at] == ';' && !in_string)
        return at + 1;
    }
  return end;
}

static guint32
find_line_end (const char *text, guint32 at, guint32 end)
{
  while (at < end && text[at] != '\n')
    at++;
  return at;
}

static gboolean
is_variable (const char *text, guint32 at, guint32 end)
{
  static const char *const spaces[] = { ".shared", ".local", ".global", ".const", ".extern" };

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    if (starts_with (text, at, end, spaces[i]))
      return TRUE;
  return FALSE;
}

/**
 * ws_rewrite_split:
 * @self: the function being rewritten
 * @start: byte of the module's text where the part begins: after an instruction
 * @end: byte where it ends: before the next one
 * @depth: (inout): braces open
 * @variables: receives the variables of the function itself
 * @rest: receives everything else: labels, braces, registers, directives
 *
 * Splits the text between two instructions, one statement per line.
 */
void
ws_rewrite_split (const WsRewriter *self, guint32 start, guint32 end, guint *depth,
                  GString *variables, GString *rest)
{
  const char *text = self->module->text;
  guint32 at = skip_blanks (text, start, end);

  while (at < end)
    {
      guint32 stop = at + 1;
      GString *to = rest;

      if (text[at] == '{')
        (*depth)++;
      else if (text[at] == '}')
        *depth -= *depth > 0;
      else if (starts_with (text, at, end, ".loc") || starts_with (text, at, end, ".file"))
        stop = find_line_end (text, at, end);
      else if (text[at] == '.')
        {
          if (*depth == 0 && is_variable (text, at, end))
            to = variables;
          stop = find_semicolon (text, at, end);
        }
      else if (text[at] != ';')
        {
          while (stop < end && text[stop] != ':')
            stop++;
          stop = MIN (stop + 1, end);
        }
      if (self->has_state && starts_with (text, at, end, ".callprototype"))
        ws_rewrite_prototype (text, at, stop, to);
      else
        g_string_append_len (to, text + at, stop - at);
      g_string_append_c (to, '\n');
      at = skip_blanks (text, stop, end);
    }
}
