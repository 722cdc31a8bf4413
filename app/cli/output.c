#include "cli/output.h"

#include "cli/cli.h"

#include <glib/gi18n.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void G_GNUC_NORETURN
fail (int code)
{
  if (code == EPIPE)
    {
      /* as in “| head -1”: the reader has closed the pipe; the client, which must outlive its
       * worker, ignores the signal */
      signal (SIGPIPE, SIG_DFL);
      raise (SIGPIPE);
    }
  fprintf (stderr, _ ("warpstage-cli: Could not write all output: %s.\n"), strerror (code));
  fflush (stderr);
  _exit (CLI_FAILED);
}

/* Why an earlier write failed: stdio only keeps that it did. Writing one more byte, which no longer
 * matters, fails for the same reason. */
static int
find_reason (void)
{
  return write (STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
}

static void
end_cb (void)
{
  if (ferror (stdout))
    fail (find_reason ());
  if (fclose (stdout) != 0)
    fail (errno);
}

/* Into stdout's buffer, like all other output: a flush here would lose the reason for a failure. */
static void
print_cb (const char *text)
{
  fputs (text, stdout);
}

/* To be called at the start of main(): from now on, however the program exits, it checks that all
 * output was written, and reports a failure in the exit status. */
void
cli_output_begin (void)
{
  /* no file opened later may become stdout or stderr; this one rejects writes */
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0 && errno == EBADF)
      open ("/dev/null", O_RDONLY);
  g_set_print_handler (print_cb);
  atexit (end_cb); /* --help of a command exits this way, too */
}

/* Flushes the output; ends the program if the reader has closed it. For long output, line by
 * line. */
void
cli_output_flush (void)
{
  if (fflush (stdout) != 0)
    fail (errno);
}

/* A progress line on the terminal while a file is written. */
void
cli_output_count (guint done, guint n, gpointer data)
{
  if (!isatty (STDERR_FILENO))
    return;
  fprintf (stderr, done < n ? "\r%3u %%" : "\r      \r", done * 100 / n);
  fflush (stderr);
}

/**
 * cli_output_show:
 * @line: (nullable): the current progress; %NULL once done
 *
 * Shows it on a terminal, replacing the previous line.
 */
void
cli_output_show (const char *line)
{
  if (!isatty (STDERR_FILENO))
    return;
  fprintf (stderr, "\r\033[K%s", line != NULL ? line : "");
  fflush (stderr);
}

/* A #WsClientProgress, for cli_output_show(). */
void
cli_output_show_progress (double fraction, const char *sentence, gpointer data)
{
  g_autofree char *line = g_strdup_printf ("%3.0f %%  %s", fraction * 100, sentence);

  cli_output_show (line);
}
