#include "code/layout.h"

#include <string.h>

static const char *const keywords[] = {
  "alignas",   "auto",     "bool",    "break",   "case",     "char",   "class",    "const",
  "constexpr", "continue", "default", "do",      "double",   "else",   "enum",     "extern",
  "false",     "float",    "for",     "goto",    "if",       "inline", "int",      "long",
  "namespace", "nullptr",  "return",  "short",   "signed",   "sizeof", "static",   "struct",
  "switch",    "template", "true",    "typedef", "typename", "union",  "unsigned", "using",
  "void",      "volatile", "while",   "size_t",
};

static const char *const cuda_words[] = {
  "__global__",    "__device__",        "__host__",         "__shared__",        "__constant__",
  "__restrict__",  "__forceinline__",   "__noinline__",     "__launch_bounds__", "__managed__",
  "threadIdx",     "blockIdx",          "blockDim",         "gridDim",           "warpSize",
  "__syncthreads", "__syncwarp",        "__shfl_down_sync", "__shfl_up_sync",    "__shfl_xor_sync",
  "__shfl_sync",   "__reduce_add_sync", "__ballot_sync",    "__activemask",      "atomicAdd",
  "atomicMax",     "atomicMin",
};

static gboolean
is_in (const char *const *words, gsize n, const char *at, gsize length)
{
  for (gsize i = 0; i < n; i++)
    if (strncmp (words[i], at, length) == 0 && words[i][length] == '\0')
      return TRUE;
  return FALSE;
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* End of a comment of several lines that goes on at @at. */
static gsize
skip_comment (const char *line, gsize length, gsize at, gboolean *in_comment)
{
  const char *end = g_strstr_len (line + at, length - at, "*/");

  *in_comment = end == NULL;
  return end != NULL ? (gsize)(end - line) + 2 : length;
}

static gsize
skip_string (const char *line, gsize length, gsize at)
{
  char quote = line[at++];

  while (at < length && line[at] != quote)
    at += line[at] == '\\' && at + 1 < length ? 2 : 1;
  return MIN (at + 1, length);
}

/**
 * ws_code_next_token:
 * @line: (array length=length): a line of the source
 * @length: bytes
 * @at: (inout): where to begin; then, where the token ends
 * @begin: (out): where the token begins: its bytes are [@begin, @at)
 * @in_comment: (inout): whether a comment of several lines goes on; FALSE at the first line
 * @kind: (out): what the token is
 *
 * Returns: %FALSE at the end of the line
 */
gboolean
ws_code_next_token (const char *line, gsize length, gsize *at, gsize *begin, gboolean *in_comment,
                    WsTokenKind *kind)
{
  gsize i = *at;

  if (i >= length)
    return FALSE;
  *begin = i;
  *kind = WS_TOKEN_PLAIN;
  if (*in_comment)
    {
      *kind = WS_TOKEN_COMMENT;
      *at = skip_comment (line, length, i, in_comment);
      return TRUE;
    }
  if (line[i] == '/' && i + 1 < length && line[i + 1] == '/')
    {
      *kind = WS_TOKEN_COMMENT;
      *at = length;
    }
  else if (line[i] == '/' && i + 1 < length && line[i + 1] == '*')
    {
      *kind = WS_TOKEN_COMMENT;
      *at = i + 2 < length ? skip_comment (line, length, i + 2, in_comment) : length;
      *in_comment = *in_comment || i + 2 >= length;
    }
  else if (line[i] == '"' || line[i] == '\'')
    {
      *kind = WS_TOKEN_STRING;
      *at = skip_string (line, length, i);
    }
  else if (line[i] == '#' && (i == 0 || strspn (line, " \t") == i))
    {
      *kind = WS_TOKEN_DIRECTIVE;
      do
        i++;
      while (i < length && is_word (line[i]));
      *at = i;
    }
  else if (is_word (line[i]))
    {
      gsize first = i;

      while (i < length && (is_word (line[i]) || (g_ascii_isdigit (line[first]) && line[i] == '.')))
        i++;
      if (g_ascii_isdigit (line[first]))
        *kind = WS_TOKEN_NUMBER;
      else if (is_in (keywords, G_N_ELEMENTS (keywords), line + first, i - first))
        *kind = WS_TOKEN_KEYWORD;
      else if (is_in (cuda_words, G_N_ELEMENTS (cuda_words), line + first, i - first))
        *kind = WS_TOKEN_CUDA;
      *at = i;
    }
  else
    {
      do
        i++;
      while (i < length && !is_word (line[i]) && strchr ("/\"'#", line[i]) == NULL);
      *at = i;
    }
  return TRUE;
}
