/* compile.c: requests to compilers and their results, also as GVariants. */
#include "compile/compile.h"

#include <glib/gi18n.h>
#include <string.h>

G_DEFINE_QUARK (ws - compile - error - quark, ws_compile_error)

static gboolean
refuse (GError **error, const char *what)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NONSENSE,
               _ ("Invalid request to compile a source: %s."), what);
  return FALSE;
}

/**
 * ws_compile_get_architecture:
 * @capability: compute capability of a GPU, times ten
 *
 * Returns: the architecture to compile for, as in 90
 */
guint
ws_compile_get_architecture (guint capability)
{
  return MAX (capability, WS_COMPILE_LEAST_ARCHITECTURE);
}

/**
 * ws_compile_get_limit:
 * @seconds: the default limit of a compiler
 *
 * Returns: the time limit in seconds: the environment variable WARPSTAGE_COMPILE_SECONDS, or else
 * @seconds
 */
guint
ws_compile_get_limit (guint seconds)
{
  const char *said = g_getenv ("WARPSTAGE_COMPILE_SECONDS");
  guint64 number;

  if (said != NULL
      && g_ascii_string_to_unsigned (said, 10, 1, WS_COMPILE_MOST_SECONDS, &number, NULL))
    return (guint)number;
  return seconds;
}

/**
 * ws_compile_set_endless:
 * @seconds: its limit
 * @error: return location for a #GError: %WS_COMPILE_ERROR_ENDLESS
 *
 * Sets the error that a compiler exceeded its time limit.
 */
void
ws_compile_set_endless (guint seconds, GError **error)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_ENDLESS,
               _ ("The compiler was stopped after %u s: the source makes it compute without end, "
                  "for example in a constexpr function or a template."),
               seconds);
}

/**
 * ws_compile_refuse_text:
 * @name: of a file that is not UTF-8
 * @error: return location for a #GError: %WS_COMPILE_ERROR_SOURCE
 *
 * Sets the error that a source, or a file it names, is not text.
 *
 * Returns: %FALSE
 */
gboolean
ws_compile_refuse_text (const char *name, GError **error)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE, _ ("“%s” is not a text file."),
               name);
  return FALSE;
}

/* ---- diagnostics ---- */

/**
 * ws_diagnostic_new:
 * @file: name used by the compiler
 * @line: from 1; 0 if it has none
 * @column: from 1; 0 if unknown
 * @severity: how bad it is
 * @text: one sentence
 *
 * Returns: (transfer full): a diagnostic
 */
WsDiagnostic *
ws_diagnostic_new (const char *file, guint line, guint column, WsSeverity severity,
                   const char *text)
{
  WsDiagnostic *self = g_new0 (WsDiagnostic, 1);

  self->file = g_strdup (file);
  self->line = line;
  self->column = column;
  self->severity = severity;
  self->text = g_strdup (text);
  return self;
}

/**
 * ws_diagnostic_free:
 * @self: (transfer full): a diagnostic
 */
void
ws_diagnostic_free (WsDiagnostic *self)
{
  g_free (self->file);
  g_free (self->text);
  g_free (self);
}

/* Returns: its name in compilers' output: "error", "warning", "note" */
static const char *
get_severity_name (WsSeverity severity)
{
  static const char *const names[] = { "error", "warning", "note" };

  return names[severity];
}

/**
 * ws_diagnostic_format:
 * @self: a diagnostic
 *
 * Returns: (transfer full): "sum.cu:4:7: error: ...", as in compilers' output
 */
char *
ws_diagnostic_format (const WsDiagnostic *self)
{
  GString *text = g_string_new (self->file);

  if (self->line > 0)
    g_string_append_printf (text, ":%u", self->line);
  if (self->line > 0 && self->column > 0)
    g_string_append_printf (text, ":%u", self->column);
  g_string_append_printf (text, ": %s: %s", get_severity_name (self->severity), self->text);
  return g_string_free (text, FALSE);
}

/* ---- requests ---- */

/**
 * ws_compile_request_new:
 * @file: name of the source, without folders
 *
 * Returns: (transfer full): a request without headers, for compute capability 7.5, the lowest that
 * CUDA 13 supports
 */
WsCompileRequest *
ws_compile_request_new (const char *file, const char *source)
{
  WsCompileRequest *self = g_new0 (WsCompileRequest, 1);

  self->file = g_strdup (file);
  self->source = g_strdup (source);
  self->headers = g_ptr_array_new_with_free_func (g_free);
  self->expressions = g_ptr_array_new_with_free_func (g_free);
  self->architecture = WS_COMPILE_LEAST_ARCHITECTURE;
  return self;
}

static gpointer
copy_text (gconstpointer text, gpointer data)
{
  return g_strdup (text);
}

/* Returns: (transfer full): a copy */
WsCompileRequest *
ws_compile_request_copy (const WsCompileRequest *self)
{
  WsCompileRequest *copy = g_memdup2 (self, sizeof *self);

  copy->file = g_strdup (self->file);
  copy->source = g_strdup (self->source);
  copy->headers = g_ptr_array_copy (self->headers, copy_text, NULL);
  copy->expressions = g_ptr_array_copy (self->expressions, copy_text, NULL);
  return copy;
}

void
ws_compile_request_free (WsCompileRequest *self)
{
  g_free (self->file);
  g_free (self->source);
  g_ptr_array_unref (self->headers);
  g_ptr_array_unref (self->expressions);
  g_free (self);
}

/**
 * ws_compile_request_add_header:
 * @name: as in the #include
 */
void
ws_compile_request_add_header (WsCompileRequest *self, const char *name, const char *text)
{
  g_ptr_array_add (self->headers, g_strdup (name));
  g_ptr_array_add (self->headers, g_strdup (text));
}

static void
add_texts (GVariantBuilder *builder, const char *key, const GPtrArray *texts)
{
  g_variant_builder_add (
      builder, "{sv}", key,
      g_variant_new_strv ((const char *const *)texts->pdata, (gssize)texts->len));
}

/* Returns: (transfer floating): it as a{sv} */
GVariant *
ws_compile_request_to_variant (const WsCompileRequest *self)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "file", g_variant_new_string (self->file));
  g_variant_builder_add (&builder, "{sv}", "source", g_variant_new_string (self->source));
  add_texts (&builder, "headers", self->headers);
  add_texts (&builder, "expressions", self->expressions);
  g_variant_builder_add (&builder, "{sv}", "architecture",
                         g_variant_new_uint32 (self->architecture));
  return g_variant_builder_end (&builder);
}

static void
take_texts (GVariant *variant, const char *key, GPtrArray *texts)
{
  g_autofree const char **list = NULL;

  if (!g_variant_lookup (variant, key, "^a&s", &list))
    return;
  for (guint i = 0; list[i] != NULL; i++)
    g_ptr_array_add (texts, g_strdup (list[i]));
}

static gboolean
check_request (const WsCompileRequest *self, GError **error)
{
  if (*self->file == '\0' || strpbrk (self->file, "/\"\n") != NULL)
    return refuse (error, _ ("its name is invalid"));
  if (self->headers->len % 2 != 0 || self->headers->len > WS_COMPILE_MAX_HEADERS * 2)
    return refuse (error, _ ("its headers are invalid, or too many"));
  if (self->expressions->len > WS_COMPILE_MAX_EXPRESSIONS)
    return refuse (error, _ ("it names too many kernels"));
  if (self->architecture < 50 || self->architecture > 999)
    return refuse (error, _ ("unknown compute capability"));
  for (guint i = 0; i <= self->headers->len; i++)
    {
      const char *text =
          i == self->headers->len ? self->source : g_ptr_array_index (self->headers, i);
      const char *name =
          i == self->headers->len ? self->file : g_ptr_array_index (self->headers, i & ~1u);

      if (strlen (text) <= WS_COMPILE_MAX_SOURCE)
        continue;
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_TOO_LARGE,
                   _ ("“%s” has %.1f MB; sources may have up to %u MB."), name,
                   (double)strlen (text) / 1e6, WS_COMPILE_MAX_SOURCE >> 20);
      return FALSE;
    }
  return TRUE;
}

/**
 * ws_compile_request_from_variant:
 * @variant: of ws_compile_request_to_variant(), or any other variant
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NONSENSE, or
 * %WS_COMPILE_ERROR_TOO_LARGE
 *
 * Returns: (transfer full) (nullable): the request
 */
WsCompileRequest *
ws_compile_request_from_variant (GVariant *variant, GError **error)
{
  const char *file = "";
  const char *source = "";
  g_autoptr (WsCompileRequest) self = NULL;

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE_VARDICT))
    {
      refuse (error, _ ("it is malformed"));
      return NULL;
    }
  g_variant_lookup (variant, "file", "&s", &file);
  g_variant_lookup (variant, "source", "&s", &source);
  self = ws_compile_request_new (file, source);
  g_variant_lookup (variant, "architecture", "u", &self->architecture);
  take_texts (variant, "headers", self->headers);
  take_texts (variant, "expressions", self->expressions);
  return check_request (self, error) ? g_steal_pointer (&self) : NULL;
}

/* ---- results ---- */

/**
 * ws_compile_result_new:
 * @compiler: name of the compiler
 *
 * Returns: (transfer full): an empty result
 */
WsCompileResult *
ws_compile_result_new (const char *compiler)
{
  WsCompileResult *self = g_new0 (WsCompileResult, 1);

  self->compiler = g_strdup (compiler);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->reads = g_ptr_array_new_with_free_func (g_free);
  self->diagnostics = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_diagnostic_free);
  return self;
}

void
ws_compile_result_free (WsCompileResult *self)
{
  g_free (self->ptx);
  g_clear_pointer (&self->object, g_bytes_unref);
  g_free (self->compiler);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->reads);
  g_ptr_array_unref (self->diagnostics);
  g_free (self);
}

/* Returns: (transfer floating): it as a{sv} */
GVariant *
ws_compile_result_to_variant (const WsCompileResult *self)
{
  GVariantBuilder builder, places;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "compiler", g_variant_new_string (self->compiler));
  if (self->ptx != NULL)
    g_variant_builder_add (&builder, "{sv}", "ptx", g_variant_new_string (self->ptx));
  if (self->object != NULL)
    g_variant_builder_add (
        &builder, "{sv}", "object",
        g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, self->object, TRUE));
  add_texts (&builder, "names", self->names);
  add_texts (&builder, "reads", self->reads);
  g_variant_builder_init (&places, G_VARIANT_TYPE ("a(suuus)"));
  for (guint i = 0; i < self->diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (self->diagnostics, i);

      g_variant_builder_add (&places, "(suuus)", one->file, one->line, one->column,
                             (guint)one->severity, one->text);
    }
  g_variant_builder_add (&builder, "{sv}", "diagnostics", g_variant_builder_end (&places));
  return g_variant_builder_end (&builder);
}

/**
 * ws_compile_result_from_variant:
 * @variant: of ws_compile_result_to_variant(), or any other variant
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NONSENSE
 *
 * Returns: (transfer full) (nullable): the result
 */
WsCompileResult *
ws_compile_result_from_variant (GVariant *variant, GError **error)
{
  g_autoptr (WsCompileResult) self = NULL;
  g_autoptr (GVariantIter) places = NULL;
  g_autoptr (GVariant) object = NULL;
  const char *compiler = "", *file, *text;
  guint line, column, severity;

  if (!g_variant_is_of_type (variant, G_VARIANT_TYPE_VARDICT))
    {
      refuse (error, _ ("it is malformed"));
      return NULL;
    }
  g_variant_lookup (variant, "compiler", "&s", &compiler);
  self = ws_compile_result_new (compiler);
  g_variant_lookup (variant, "ptx", "s", &self->ptx);
  object = g_variant_lookup_value (variant, "object", G_VARIANT_TYPE_BYTESTRING);
  if (object != NULL)
    self->object = g_variant_get_data_as_bytes (object);
  take_texts (variant, "names", self->names);
  take_texts (variant, "reads", self->reads);
  if (g_variant_lookup (variant, "diagnostics", "a(suuus)", &places))
    while (g_variant_iter_next (places, "(&suuu&s)", &file, &line, &column, &severity, &text))
      g_ptr_array_add (
          self->diagnostics,
          ws_diagnostic_new (file, line, column, MIN (severity, WS_SEVERITY_LAST), text));
  return g_steal_pointer (&self);
}

/**
 * ws_compile_result_check:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_SOURCE: the first error of the source,
 * with its place, and the number of errors
 *
 * Returns: whether there is PTX, or an object
 */
gboolean
ws_compile_result_check (const WsCompileResult *self, GError **error)
{
  g_autofree char *first = NULL;
  guint n_more = 0;

  if (self->ptx != NULL || self->object != NULL)
    return TRUE;
  for (guint i = 0; i < self->diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (self->diagnostics, i);

      if (one->severity != WS_SEVERITY_ERROR)
        continue;
      if (first == NULL)
        first = ws_diagnostic_format (one);
      else
        n_more++;
    }
  if (first == NULL)
    g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE,
                 _ ("%s failed without a message."), self->compiler);
  else if (n_more == 0)
    g_set_error_literal (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE, first);
  else
    g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE,
                 g_dngettext (NULL, "%s (and %u more error)", "%s (and %u more errors)", n_more),
                 first, n_more);
  return FALSE;
}
