/* compiler.c: warpstage-cli compiler: shows the CUDA compiler in use, and downloads one. */
#include "cli/cli.h"

#include "compile/compiler.h"
#include "fetch/fetch.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <unistd.h>

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

/**
 * cli_find_compiler:
 * @client: asks its worker
 * @error: return location for a #GError
 *
 * Waits for its answer.
 *
 * Returns: (transfer full) (nullable): the compiler it uses
 */
WsClientCompiler *
cli_find_compiler (WsClient *client, GError **error)
{
  Answer answer = { .loop = g_main_loop_new (NULL, FALSE) };

  ws_client_find_compiler_async (client, NULL, found_cb, &answer);
  g_main_loop_run (answer.loop);
  g_main_loop_unref (answer.loop);
  if (answer.error != NULL)
    g_propagate_error (error, answer.error);
  return answer.compiler;
}

/* The compiler of a program's main(). */
static void
print_programs (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_programs (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsClientCompiler) compiler = cli_find_compiler (client, &error);

  if (compiler == NULL)
    printf ("%s\n", error->message);
  else
    {
      printf (_ ("For whole programs: %s\n  %s\n"), compiler->name, compiler->library);
      if (compiler->host != NULL)
        printf ("  %s\n", compiler->host);
    }
}

static int
print_compiler (void)
{
  g_autoptr (WsClient) client = ws_client_new_for_compiler (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsClientCompiler) compiler = cli_find_compiler (client, &error);

  if (compiler == NULL)
    return cli_fail (error);
  printf ("%s\n  %s\n", compiler->name, compiler->library);
  if (ws_compiler_explain (compiler->kind) != NULL)
    printf ("  %s\n", ws_compiler_explain (compiler->kind));
  else if (compiler->include != NULL)
    printf (_ ("  CUDA's headers: %s\n"), compiler->include);
  else
    printf ("%s", _ ("  CUDA's headers were not found: only sources that include none of them can "
                     "be compiled.\n"));
  if (compiler->is_fetched)
    printf ("%s", _ ("  Fetched by Warpstage.\n"));
  print_programs ();
  return CLI_OK;
}

/* ---- fetching ---- */

#define PROGRESS_MS 200

typedef struct {
  GMainLoop *loop;
  WsFetch *fetch;
  char *licence;
  gboolean is_there;
  GError *error;
} Fetching;

static void
licence_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetching *self = data;

  self->licence = ws_fetch_read_licence_finish (result, &self->error);
  g_main_loop_quit (self->loop);
}

static void
installed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetching *self = data;

  self->is_there = ws_fetch_install_finish (result, &self->error);
  g_main_loop_quit (self->loop);
}

static gboolean
progress_cb (gpointer data)
{
  Fetching *self = data;
  g_autofree char *name = NULL;
  double fraction = ws_fetch_get_fraction (self->fetch, &name);

  if (isatty (STDERR_FILENO))
    g_printerr ("\r%3.0f %%  %-40s", fraction * 100, name != NULL ? name : "");
  return G_SOURCE_CONTINUE;
}

static void
install (Fetching *self, guint parts)
{
  guint progress = g_timeout_add (PROGRESS_MS, progress_cb, self);

  ws_fetch_install_async (self->fetch, parts, NULL, installed_cb, self);
  g_main_loop_run (self->loop);
  g_source_remove (progress);
  if (isatty (STDERR_FILENO))
    g_printerr ("\n");
}

static int
get_compiler (WsFetch *fetch, guint parts, gboolean accepts)
{
  Fetching self = { .loop = g_main_loop_new (NULL, FALSE), .fetch = fetch };
  g_autofree char *size = g_format_size (ws_wheels_get_bytes (ws_fetch_get_wheels (fetch), parts));
  g_autoptr (GError) error = NULL;

  if (accepts)
    {
      printf (_ ("Fetching %s from PyPI. NVIDIA's licence is accepted.\n"), size);
      install (&self, parts);
    }
  else
    {
      ws_fetch_read_licence_async (fetch, NULL, licence_cb, &self);
      g_main_loop_run (self.loop);
    }
  g_main_loop_unref (self.loop);
  error = self.error;
  if (error != NULL)
    return cli_fail (error);
  if (self.is_there)
    return print_compiler ();
  printf ("%s\n", self.licence);
  g_free (self.licence);
  cli_say (_ ("This is NVIDIA's licence. To accept it and fetch %s, run “warpstage-cli compiler "
              "--get --accept-licence”."),
           size);
  return CLI_FAILED;
}

static int
change_compiler (gboolean removes, guint parts, gboolean accepts)
{
  WsFetchPlaces places;
  g_autoptr (GError) error = NULL;
  WsWheels *wheels = ws_wheels_load (&error);
  g_autoptr (WsFetch) fetch = NULL;

  if (wheels == NULL)
    return cli_fail (error);
  ws_fetch_places_init (&places);
  fetch = ws_fetch_new (wheels, &places);
  ws_fetch_places_clear (&places);
  if (!removes)
    return get_compiler (fetch, parts, accepts);
  return ws_fetch_remove (fetch, &error) ? CLI_OK : cli_fail (error);
}

/**
 * cli_compiler:
 * @argc: number of arguments, including the command's name
 * @argv: the arguments
 *
 * warpstage-cli compiler.
 *
 * Returns: the exit status
 */
int
cli_compiler (int argc, char **argv)
{
  gboolean gets = FALSE, removes = FALSE, accepts = FALSE, curand = FALSE, sass = FALSE;
  const GOptionEntry entries[] = {
    { "get", 0, 0, G_OPTION_ARG_NONE, &gets,
      _ ("Fetch NVIDIA's compiler from PyPI; shows the licence first"), NULL },
    { "accept-licence", 0, 0, G_OPTION_ARG_NONE, &accepts, _ ("Accept NVIDIA's licence"), NULL },
    { "with-curand", 0, 0, G_OPTION_ARG_NONE, &curand, _ ("Also fetch cuRAND's headers"), NULL },
    { "with-sass", 0, 0, G_OPTION_ARG_NONE, &sass, _ ("Also fetch nvdisasm, for machine code"),
      NULL },
    { "remove", 0, 0, G_OPTION_ARG_NONE, &removes, _ ("Remove the fetched compiler"), NULL },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return cli_usage (context, error->message);
  if (argc > 1)
    return cli_usage (context, _ ("This command takes only options."));
  if (gets && removes)
    return cli_usage (context, _ ("Use either --get or --remove."));
  if (!gets && !removes)
    return print_compiler ();
  return change_compiler (
      removes, WS_FETCH_COMPILER | (curand ? WS_FETCH_CURAND : 0u) | (sass ? WS_FETCH_SASS : 0u),
      accepts);
}
