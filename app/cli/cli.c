/* cli.c: messages on stderr, for all commands. */
#include "cli/cli.h"

#include "ptx/ptx.h"
#include "words/place.h"

#include <string.h>

/* Tabs are kept, to align carets. */
static void
replace_controls (char *text)
{
  for (char *p = text; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p) && *p != '\t')
      *p = '?';
}

/**
 * cli_say:
 * @format: a sentence, as of printf()
 *
 * Prints it on stderr, on one line, whatever a name contains.
 */
void
cli_say (const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  replace_controls (sentence);
  g_printerr ("warpstage-cli: %s\n", sentence);
}

/* What cli_add_place() has added. */
static gboolean
has_place (const GError *error)
{
  const char *last = strrchr (error->message, '\n');

  return g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE) && last != NULL
         && last[1 + strspn (last + 1, " \t")] == '^';
}

/* The position of a compiler's message in its source text. (transfer full) (nullable) */
static char *
find_place (const WsDiagnostic *one, const char *file, const char *text)
{
  const char *line = text;

  if (one->line == 0 || one->column == 0 || !g_str_equal (one->file, file))
    return NULL;
  for (guint i = 1; line != NULL && i < one->line; i++)
    {
      line = strchr (line, '\n');
      line = line != NULL ? line + 1 : NULL;
    }
  if (line == NULL)
    return NULL;
  return ws_words_point (text, strlen (text),
                         (gsize)(line - text) + MIN (one->column - 1, strcspn (line, "\n")));
}

/**
 * cli_format_diagnostic:
 * @file: name of the user's source
 * @text: (nullable): its contents
 *
 * Returns: (transfer full): the compiler's message, the source line below, and a caret below that
 */
char *
cli_format_diagnostic (const WsDiagnostic *one, const char *file, const char *text)
{
  g_autofree char *said = ws_diagnostic_format (one);
  g_autofree char *place = text != NULL ? find_place (one, file, text) : NULL;

  return place != NULL ? g_strconcat (said, "\n", place, NULL) : g_steal_pointer (&said);
}

/**
 * cli_add_place:
 * @error: (inout): a compiler's first error
 * @diagnostics: (nullable) (element-type WsDiagnostic): all its messages
 * @file: name of the user's source
 * @text: its contents
 *
 * Adds the line with the error, and a caret below it.
 */
void
cli_add_place (GError *error, GPtrArray *diagnostics, const char *file, const char *text)
{
  for (guint i = 0; diagnostics != NULL && i < diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (diagnostics, i);
      g_autofree char *said = ws_diagnostic_format (one);
      g_autofree char *place = find_place (one, file, text);
      char *message;

      if (!g_error_matches (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE)
          || !g_str_has_prefix (error->message, said))
        continue;
      if (place == NULL)
        return;
      message = g_strconcat (error->message, "\n", place, NULL);
      g_free (error->message);
      error->message = message;
      return;
    }
}

/**
 * cli_diagnostics_take:
 * @self: (nullable) (inout): receives the list
 * @list: (nullable) (element-type WsDiagnostic): a compiler's messages
 * @file: name of the user's source
 * @text: (nullable): its contents
 */
void
cli_diagnostics_take (CliDiagnostics *self, GPtrArray *list, const char *file, const char *text)
{
  if (self == NULL)
    return;
  cli_diagnostics_clear (self);
  self->list = list != NULL ? g_ptr_array_ref (list) : NULL;
  self->file = g_strdup (file);
  self->text = g_strdup (text);
}

void
cli_diagnostics_clear (CliDiagnostics *self)
{
  g_clear_pointer (&self->list, g_ptr_array_unref);
  g_clear_pointer (&self->file, g_free);
  g_clear_pointer (&self->text, g_free);
}

/**
 * cli_fail:
 * @error: what went wrong
 *
 * Prints it to stderr.
 *
 * Returns: %CLI_FAILED, to be returned
 */
int
cli_fail (const GError *error)
{
  g_auto (GStrv) lines = NULL;

  if (error->domain != WS_PTX_ERROR && !has_place (error))
    {
      cli_say ("%s", error->message);
      return CLI_FAILED;
    }
  /* the source line follows the message, with a caret below it */
  lines = g_strsplit (error->message, "\n", -1);
  cli_say ("%s", lines[0] != NULL ? lines[0] : "");
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    {
      replace_controls (lines[i]);
      g_printerr ("%s\n", lines[i]);
    }
  return CLI_FAILED;
}

/**
 * cli_usage:
 * @context: of the command
 * @sentence: the error of the command line
 *
 * Prints it to stderr, with the command's help.
 *
 * Returns: %CLI_USAGE, to be returned
 */
int
cli_usage (GOptionContext *context, const char *sentence)
{
  g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

  cli_say ("%s", sentence);
  g_printerr ("\n%s", help);
  return CLI_USAGE;
}
