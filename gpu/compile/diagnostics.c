/* diagnostics.c: parses the logs of compilers: a line with the place and the message, then, for
 * NVIDIA's, possibly the source line, indented by two, with a caret under it. */
#include "compile/diagnostics.h"

#include <stdlib.h>
#include <string.h>

#define SOURCE_INDENT 2
#define AT_END        "At end of source: "
#define NAMES_FILE    "__nv_name_map" /* NVRTC's: the requested names, one expression each */

static const struct {
  const char *word;
  WsSeverity severity;
} words[] = {
  { "catastrophic error", WS_SEVERITY_ERROR },
  { "fatal error", WS_SEVERITY_ERROR },
  { "error", WS_SEVERITY_ERROR },
  { "warning", WS_SEVERITY_WARNING },
  { "remark", WS_SEVERITY_NOTE },
  { "note", WS_SEVERITY_NOTE },
};

/* "error: ...", "error #20-D: ..." (nullable): the part after the colon */
static const char *
read_severity (const char *text, WsSeverity *severity)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *at = text + strlen (words[i].word);

      if (!g_str_has_prefix (text, words[i].word))
        continue;
      if (*at == ' ' && at[1] == '#')
        at += 2 + strspn (at + 2, "0123456789-D");
      if (at[0] != ':' || at[1] != ' ')
        continue;
      *severity = words[i].severity;
      return at + 2;
    }
  return NULL;
}

/* "sum.cu:4:10: error: ...", of clang, and of gcc, which reads includes for nvcc (transfer full)
 * (nullable) */
static WsDiagnostic *
read_with_colons (const char *text)
{
  for (const char *at = strchr (text, ':'); at != NULL && at != text; at = strchr (at + 1, ':'))
    {
      char *end;
      guint line = (guint)strtoul (at + 1, &end, 10);
      guint column = *end == ':' ? (guint)strtoul (end + 1, &end, 10) : 0;
      WsSeverity severity;
      const char *sentence;
      g_autofree char *file = NULL;

      if (line == 0 || column == 0 || end[0] != ':' || end[1] != ' ')
        continue;
      sentence = read_severity (end + 2, &severity);
      if (sentence == NULL)
        return NULL;
      file = g_strndup (text, (gsize)(at - text));
      return ws_diagnostic_new (file, line, column, severity, sentence);
    }
  return NULL;
}

/* "sum.cu(4): error: ...", "At end of source: error: ...", located in the last line of @end_file
 * (transfer full) (nullable) */
static WsDiagnostic *
read_line (const char *text, const char *end_file, guint n_lines)
{
  const char *close = strstr (text, "): ");
  const char *open = close != NULL ? g_strrstr_len (text, close - text, "(") : NULL;
  char *end = NULL;
  guint line = open != NULL ? (guint)strtoul (open + 1, &end, 10) : 0;
  WsSeverity severity;
  const char *sentence;
  g_autofree char *file = NULL;

  if (g_str_has_prefix (text, AT_END))
    {
      sentence = read_severity (text + strlen (AT_END), &severity);
      return sentence != NULL ? ws_diagnostic_new (end_file, n_lines, 0, severity, sentence) : NULL;
    }
  if (open == NULL || open == text || end != close)
    return read_with_colons (text);
  sentence = read_severity (close + 3, &severity);
  if (sentence == NULL)
    return read_with_colons (text);
  file = g_strndup (text, (gsize)(open - text));
  return ws_diagnostic_new (file, line, 0, severity, sentence);
}

static gboolean
is_caret (const char *text)
{
  gsize blanks = strspn (text, " \t");

  return blanks >= SOURCE_INDENT && g_str_equal (text + blanks, "^");
}

/* NVRTC reports missing names in a generated file: these errors are dropped if the source has
 * errors itself; otherwise they are moved to the source's beginning. */
static void
place_names (GPtrArray *diagnostics, const char *file)
{
  gboolean is_alone = TRUE;

  for (guint i = 0; i < diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (diagnostics, i);

      if (one->severity == WS_SEVERITY_ERROR && !g_str_equal (one->file, NAMES_FILE))
        is_alone = FALSE;
    }
  for (guint i = diagnostics->len; i-- > 0;)
    {
      const WsDiagnostic *one = g_ptr_array_index (diagnostics, i);

      if (!g_str_equal (one->file, NAMES_FILE))
        continue;
      if (is_alone)
        g_ptr_array_insert (diagnostics, (int)i + 1,
                            ws_diagnostic_new (file, 1, 0, one->severity, one->text));
      g_ptr_array_remove_index (diagnostics, i);
    }
}

/**
 * ws_diagnostics_parse:
 * @log: a compiler's output
 * @file: name of the source
 * @n_lines: of the source
 * @diagnostics: (element-type WsDiagnostic): receives its diagnostics, at most
 * %WS_COMPILE_MAX_DIAGNOSTICS
 */
void
ws_diagnostics_parse (const char *log, const char *file, guint n_lines, GPtrArray *diagnostics)
{
  g_auto (GStrv) lines = g_strsplit (log, "\n", -1);
  WsDiagnostic *last = NULL;

  for (guint i = 0; lines[i] != NULL && diagnostics->len < WS_COMPILE_MAX_DIAGNOSTICS; i++)
    {
      g_autofree char *text = g_utf8_make_valid (lines[i], -1);
      WsDiagnostic *one = read_line (text, file, n_lines);

      if (one != NULL)
        g_ptr_array_add (diagnostics, last = one);
      else if (last != NULL && last->column == 0 && is_caret (text))
        last->column = (guint)strspn (text, " \t") - SOURCE_INDENT + 1;
    }
  place_names (diagnostics, file);
}
