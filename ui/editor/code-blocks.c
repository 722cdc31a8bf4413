#include "editor/code-blocks.h"

#include <string.h>

#define LEAST_LINES   2  /* from the first to the last */
#define MAX_DELIMITER 16 /* of a raw string: C++, [lex.string] */

typedef struct {
  const char *at;
  guint line;
  GArray *open;   /* guint: lines of braces that are not closed yet */
  GArray *blocks; /* WsCodeBlock */
} Scan;

static void
add (Scan *self, guint first, guint last)
{
  WsCodeBlock block = { first, last };

  if (last - first >= LEAST_LINES)
    g_array_append_val (self->blocks, block);
}

/* One character, or one end of a line: those that GtkTextBuffer knows. */
static void
step (Scan *self)
{
  if (*self->at == '\r' && self->at[1] == '\n')
    self->at++;
  else if (g_str_has_prefix (self->at, "\u2029"))
    self->at += strlen ("\u2029") - 1;
  else if (*self->at != '\n' && *self->at != '\r')
    {
      self->at++;
      return;
    }
  self->line++;
  self->at++;
}

static gboolean
is_line_end (const char *at)
{
  return *at == '\n' || *at == '\r' || g_str_has_prefix (at, "\u2029");
}

/* Past the next @end, or to the end of the text. */
static void
skip_past (Scan *self, const char *end)
{
  while (*self->at != '\0' && !g_str_has_prefix (self->at, end))
    step (self);
  if (*self->at != '\0')
    self->at += strlen (end);
}

static void
skip_comment (Scan *self)
{
  guint first = self->line;

  if (self->at[1] == '*')
    {
      self->at += 2;
      skip_past (self, "*/");
      if (self->at[-1] == '/')
        add (self, first, self->line);
      return;
    }
  /* a backslash at its end goes on with it */
  while (*self->at != '\0' && !is_line_end (self->at))
    {
      if (*self->at == '\\' && is_line_end (self->at + 1))
        self->at++;
      step (self);
    }
}

/* R"name( ... )name" */
static void
skip_raw (Scan *self)
{
  gsize n = strcspn (self->at + 1, "(\"\\ \n\r");
  g_autofree char *end = NULL;

  if (self->at[1 + n] != '(' || n > MAX_DELIMITER)
    {
      self->at++;
      return;
    }
  end = g_strdup_printf (")%.*s\"", (int)n, self->at + 1);
  skip_past (self, end);
}

/* "text", 'c': to the closing quote, or to the end of the line. */
static void
skip_quoted (Scan *self)
{
  char quote = *self->at++;

  while (*self->at != '\0' && *self->at != quote && !is_line_end (self->at))
    {
      if (*self->at == '\\' && self->at[1] != '\0')
        self->at++;
      step (self);
    }
  if (*self->at == quote)
    self->at++;
}

static void
scan_brace (Scan *self)
{
  if (*self->at == '{')
    g_array_append_val (self->open, self->line);
  else if (self->open->len > 0)
    {
      add (self, g_array_index (self->open, guint, self->open->len - 1), self->line);
      g_array_set_size (self->open, self->open->len - 1);
    }
  self->at++;
}

/* The outer first, of those that begin in the same line. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const WsCodeBlock *one = a;
  const WsCodeBlock *two = b;

  if (one->first != two->first)
    return one->first < two->first ? -1 : 1;
  return one->last == two->last ? 0 : one->last > two->last ? -1 : 1;
}

/**
 * ws_code_blocks_find:
 * @text: C, C++ or CUDA, valid or not
 *
 * Braces in comments, strings and characters are ignored, as are unmatched ones.
 *
 * Returns: (transfer full) (element-type WsCodeBlock): in the order of their first lines, one of
 * each
 */
GArray *
ws_code_blocks_find (const char *text)
{
  Scan self = { .at = text, .line = 1 };
  guint n = 0;

  g_return_val_if_fail (text != NULL, NULL);

  self.open = g_array_new (FALSE, FALSE, sizeof (guint));
  self.blocks = g_array_new (FALSE, FALSE, sizeof (WsCodeBlock));
  while (*self.at != '\0')
    {
      char before = self.at == text ? '\0' : self.at[-1];

      if (*self.at == '/' && (self.at[1] == '/' || self.at[1] == '*'))
        skip_comment (&self);
      else if (*self.at == '"' && before == 'R')
        skip_raw (&self);
      else if (*self.at == '"' || (*self.at == '\'' && !g_ascii_isdigit (before)))
        skip_quoted (&self);
      else if (*self.at == '{' || *self.at == '}')
        scan_brace (&self);
      else
        step (&self);
    }
  g_array_sort (self.blocks, compare);
  for (guint i = 0; i < self.blocks->len; i++)
    {
      WsCodeBlock block = g_array_index (self.blocks, WsCodeBlock, i);

      if (n == 0 || g_array_index (self.blocks, WsCodeBlock, n - 1).first != block.first)
        g_array_index (self.blocks, WsCodeBlock, n++) = block;
    }
  g_array_set_size (self.blocks, n);
  g_array_unref (self.open);
  return self.blocks;
}
