/* compiler.c: warpstage-cli compiler: which compiler for CUDA there is. */
#include "cli/cli.h"

#include <glib/gi18n.h>
#include <stdio.h>

typedef struct {
  GMainLoop *loop;
  WsClientCompiler *compiler;
  GError *error;
} Answer;

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->compiler = ws_client_find_compiler_finish (WS_CLIENT (source), result, &answer->error);
  g_main_loop_quit (answer->loop);
}

static void
wait_for (Answer *answer, GError **error)
{
  g_main_loop_run (answer->loop);
  g_main_loop_unref (answer->loop);
  if (answer->error != NULL)
    g_propagate_error (error, answer->error);
}

static int
print_compiler (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (WsClientCompiler) compiler = NULL;
  g_autoptr (GError) error = NULL;
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_find_compiler_async (client, NULL, found_cb, &answer);
  wait_for (&answer, &error);
  compiler = answer.compiler;
  if (compiler == NULL)
    return cli_fail (error);
  printf ("%s\n  %s\n", compiler->name, compiler->library);
  if (compiler->include != NULL)
    printf (_ ("  CUDA's headers: %s\n"), compiler->include);
  else
    printf (
        "%s",
        _ ("  CUDA's headers are not there: sources that include none of them are compiled.\n"));
  if (compiler->is_fetched)
    printf ("%s", _ ("  Warpstage fetched it.\n"));
  return CLI_OK;
}

/**
 * cli_compiler:
 * @argc: number of words
 * @argv: the command's words, its name first
 *
 * warpstage-cli compiler.
 *
 * Returns: the exit status
 */
int
cli_compiler (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc > 1)
    return cli_usage (context, _ ("This command takes no words."));
  return print_compiler ();
}
