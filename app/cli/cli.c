/* cli.c: what all commands say on stderr. */
#include "cli/cli.h"

#include "ptx/ptx.h"

/* Tabs stay, under which a caret stands. */
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
 * Says it on stderr, on one line, whatever stands in a name.
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

/**
 * cli_fail:
 * @error: what went wrong
 *
 * Says it on stderr.
 *
 * Returns: %CLI_FAILED, to be returned
 */
int
cli_fail (const GError *error)
{
  g_auto (GStrv) lines = NULL;

  if (error->domain != WS_PTX_ERROR)
    {
      cli_say ("%s", error->message);
      return CLI_FAILED;
    }
  /* a line of the PTX stands below what is said of it, and a caret below that */
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
 * @sentence: what is wrong with the command line
 *
 * Says it on stderr, and the command's help.
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
