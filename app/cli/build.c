/* build.c: warpstage-cli build, and warpstage-nvcc: runs nvcc so that the programs it builds run
 * under "warpstage-cli run --". */
#include "cli/cli.h"
#include "cli/nvcc-arguments.h"

#include "compile/compile.h"
#include "program/cuda-home.h"
#include "program/program-run.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Replaces this process with nvcc. */
static int
become (const WsClientCompiler *compiler, const char *const *arguments)
{
  g_autofree char *libraries = ws_program_find_runtime ();
  g_autofree char *headers =
      libraries != NULL ? g_build_filename (libraries, WS_CUDA_HEADERS, NULL) : NULL;
  const CliNvcc nvcc = { compiler->library, compiler->host, libraries, headers };
  CliNvccRaised raised;
  g_autoptr (GPtrArray) command = cli_nvcc_make_command (&nvcc, arguments, &raised);

  if (raised.architecture > 0)
    cli_say (_ ("nvcc of CUDA 13 has no sm_%u: sm_%u is taken instead."), raised.architecture,
             WS_COMPILE_LEAST_ARCHITECTURE);
  if (raised.standard != NULL)
    cli_say (_ ("The headers of CUDA 13 need C++17: it is taken for -std=%s."), raised.standard);
  execv (compiler->library, (char **)command->pdata);
  cli_say ("%s: %s", compiler->library, g_strerror (errno));
  return CLI_FAILED;
}

/* Laid out like a toolkit; prints its path. */
static int
make_home (const WsClientCompiler *compiler)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *home = ws_cuda_home_make (compiler->library, &error);

  if (home == NULL)
    return cli_fail (error);
  printf ("%s\n", home);
  return CLI_OK;
}

/**
 * cli_build:
 * @argc: number of arguments, including the command's name
 * @argv: the command's name, then the arguments of nvcc
 *
 * Replaces this process with nvcc, so that its output runs on the virtual GPU: the resulting
 * program is the user's own and has the user's rights. Or makes a folder laid out like a toolkit,
 * and prints its path.
 *
 * Returns: the exit status, if it fails
 */
int
cli_build (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsClient) client = NULL;
  g_autoptr (WsClientCompiler) compiler = NULL;
  g_autoptr (GOptionContext) context = g_option_context_new (_ ("ARGUMENTS OF nvcc…"));
  gboolean makes_home = argc == 2 && g_str_equal (argv[1], "--cuda-home");
  GOptionEntry entries[] = {
    { "cuda-home", 0, 0, G_OPTION_ARG_NONE, &makes_home,
      _ ("Make a folder that looks like a CUDA Toolkit, for a Makefile's CUDA_HOME, and print it"),
      NULL },
    { 0 },
  };

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (
      context, _ ("Builds a program with nvcc and the shared libcudart: “warpstage-cli run -- "
                  "PROGRAM” runs it."));
  if (argc < 2)
    return cli_usage (context, _ ("No source given."));
  if (g_str_has_prefix (argv[1], "--help") || g_str_equal (argv[1], "-h"))
    {
      g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

      printf ("%s", help);
      return CLI_OK;
    }
  client = ws_client_new_for_programs (NULL);
  compiler = cli_find_compiler (client, &error);
  if (compiler == NULL)
    return cli_fail (error);
  if (compiler->kind != WS_COMPILER_NVCC)
    {
      cli_say (_ ("“build” needs NVIDIA's nvcc and g++, and one of them is missing; “warpstage-cli "
                  "compiler --get” brings nvcc."));
      return CLI_FAILED;
    }
  return makes_home ? make_home (compiler) : become (compiler, (const char *const *)argv + 1);
}
