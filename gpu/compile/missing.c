#include "compile/missing.h"

#include <glib/gi18n.h>
#include <string.h>

/* What NVRTC and nvcc, clang, and nvcc's host compiler print around a header's name. */
static const struct {
  const char *before;
  const char *after;
} sentences[] = {
  { "cannot open source file \"", "\"" },
  { "could not open source file \"", "\"" },
  { "'", "' file not found" },
  { "", ": No such file or directory" },
};

/**
 * ws_compile_read_missing:
 * @text: of a diagnostic
 *
 * Returns: (transfer full) (nullable): the name of the missing header
 */
char *
ws_compile_read_missing (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    {
      const char *begin = strstr (text, sentences[i].before);
      const char *end;

      if (begin == NULL)
        continue;
      begin += strlen (sentences[i].before);
      end = strstr (begin, sentences[i].after);
      if (end != NULL && end > begin)
        return g_strndup (begin, (gsize)(end - begin));
    }
  return NULL;
}

/**
 * ws_compile_find_missing:
 * @result: the result of a request
 *
 * Returns: (transfer full) (nullable): the place that includes a missing header, with its name as
 * the text; %NULL if all were found
 */
WsDiagnostic *
ws_compile_find_missing (const WsCompileResult *result)
{
  for (guint i = 0; result->ptx == NULL && i < result->diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (result->diagnostics, i);
      g_autofree char *name =
          one->severity == WS_SEVERITY_ERROR ? ws_compile_read_missing (one->text) : NULL;

      /* files elsewhere are not read, whether they exist or not */
      if (name != NULL && !g_path_is_absolute (name) && strstr (name, "..") == NULL)
        return ws_diagnostic_new (one->file, one->line, one->column, WS_SEVERITY_WARNING, name);
    }
  return NULL;
}

/**
 * ws_compile_add_missing:
 * @result: (inout): the result of compiling without the headers
 * @missing: (element-type WsDiagnostic): from ws_compile_find_missing()
 *
 * Puts the missing headers first: as errors if the source cannot be compiled without them.
 */
void
ws_compile_add_missing (WsCompileResult *result, const GPtrArray *missing)
{
  guint n = 0;

  for (guint i = 0; i < missing->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (missing, i);

      g_autofree char *text = g_strdup_printf (
          result->ptx != NULL
              ? _ ("“%s” was not found; compiling without it")
              : _ ("“%s” was not found, and the source does not compile without it"),
          one->text);

      /* a header missing from one of the compiler's own does not concern the source */
      if (g_path_is_absolute (one->file))
        continue;
      g_ptr_array_insert (
          result->diagnostics, (int)n++,
          ws_diagnostic_new (one->file, one->line, one->column,
                             result->ptx != NULL ? WS_SEVERITY_WARNING : WS_SEVERITY_ERROR, text));
    }
}
