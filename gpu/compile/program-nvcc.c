/* program-nvcc.c: compiles a whole program with nvcc and the system's g++. */
#include "compile/program-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define BEFORE_13 "before-13.cuh"
#define OBJECT    "out.o"
#define LINKED    "linked.cpp"
#define REGISTERS "__cudaRegisterLinkedBinary_"

/* Versions that CUDA 13 supports, and that compile typical code. */
#define LEAST_HOST  9
#define MOST_HOST   15
#define PLAIN_HOST  "/usr/bin/g++"
#define BEFORE_HOST ") "

/* Arguments of nvcc: for PTX, which runs, and for machine code, which gives the registers of
 * kernels. "%ARCHITECTURE" stands for a number such as "75", "%FOLDER" for the folder. Makefiles
 * often request constexpr functions in kernels, which is harmless otherwise. */
static const char *const arguments[] = {
  "-x",
  "cu",
  "-std=c++17",
  "-lineinfo",
  "--expt-relaxed-constexpr",
  "-cudart",
  "none",
  "--no-compress",
  "-gencode",
  "arch=compute_%ARCHITECTURE,code=[compute_%ARCHITECTURE,sm_%ARCHITECTURE]",
  "-Wno-deprecated-gpu-targets",
  "-Xptxas",
  "-suppress-debug-info",
  "-Xcompiler",
  "-fPIC,-fdiagnostics-color=never,-idirafter,.,-idirafter,%FOLDER/" WS_PROGRAM_OWN,
  "-include",
  "%FOLDER/" WS_PROGRAM_OWN "/" BEFORE_13,
};
/* Like the executable it is meant to be, it precedes every library in symbol look-up. */
static const char *const link_arguments[] = { "-shared", "-Xlinker", "-Bsymbolic", "-o",
                                              ("%FOLDER/" WS_PROGRAM_OUTPUT) };
/* Device lambdas. Makefiles request them, too, but they make every source include <functional> and
 * more, which takes a third of nvcc's time. */
static const char *const lambda_arguments[] = { "--extended-lambda" };
static const char *const separate_arguments[] = { "-rdc=true", "-c", "-o", ("%FOLDER/" OBJECT) };
static const char *const join_arguments[] = { "-shared",
                                              "-fPIC",
                                              "-Wl,-Bsymbolic",
                                              "-o",
                                              ("%FOLDER/" WS_PROGRAM_OUTPUT),
                                              ("%FOLDER/" OBJECT),
                                              ("%FOLDER/" LINKED) };

/* Whether a text has a device lambda outside of macros: "[=] __device__ (int i)". */
static gboolean
has_lambda (const char *text)
{
  while ((text = strchr (text, ']')) != NULL)
    {
      text++;
      while (g_ascii_isspace (*text))
        text++;
      if (g_str_has_prefix (text, "__device__") || g_str_has_prefix (text, "__host__"))
        return TRUE;
    }
  return FALSE;
}

static gboolean
have_lambdas (const WsCompileRequest *request)
{
  for (guint i = 0; i + 1 < request->headers->len; i += 2)
    if (has_lambda (g_ptr_array_index (request->headers, i + 1)))
      return TRUE;
  return has_lambda (request->source);
}

static gboolean
run_nvcc (WsProgramWork *work, GError **error)
{
  const WsProgramCompiler *self = work->compiler;
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (self->device->library));
  g_ptr_array_add (argv, g_strdup ("-ccbin"));
  g_ptr_array_add (argv, g_strdup (self->host));
  ws_program_work_add_arguments (work, argv, arguments, G_N_ELEMENTS (arguments));
  if (work->lambdas || have_lambdas (work->request))
    ws_program_work_add_arguments (work, argv, lambda_arguments, G_N_ELEMENTS (lambda_arguments));
  if (work->separate)
    ws_program_work_add_arguments (work, argv, separate_arguments,
                                   G_N_ELEMENTS (separate_arguments));
  else
    ws_program_work_add_arguments (work, argv, link_arguments, G_N_ELEMENTS (link_arguments));
  ws_program_work_add_source (work, argv);
  return ws_program_work_run (work, argv, error);
}

/* ---- kernels that launch kernels ---- */

/* What nvlink would generate: separately compiled device code is registered by one function per
 * object. Here there is only one object, with complete PTX. */
static gboolean
write_linked (const WsProgramCompiler *self, GError **error)
{
  g_autoptr (GBytes) object = ws_compile_folder_read (self->folder, OBJECT);
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) text =
      g_string_new ("extern \"C\" void **__cudaRegisterFatBinary (void *);\n"
                    "extern \"C\" void __cudaRegisterFatBinaryEnd (void **);\n");
  gsize size;
  const char *begin = g_bytes_get_data (object, &size);
  const char *at = begin;

  while (at != NULL
         && (at = memmem (at, size - (gsize)(at - begin), REGISTERS, strlen (REGISTERS))) != NULL)
    {
      gsize length = strlen (REGISTERS);
      char *name;

      while (at + length < begin + size && (g_ascii_isalnum (at[length]) || at[length] == '_'))
        length++;
      name = g_strndup (at, length);
      at += length;
      if (g_hash_table_add (done, name))
        g_string_append_printf (
            text,
            "extern \"C\" void %s (void (*call) (void **), void *binary, void *, void (*) (void "
            "*))\n"
            "{\n  void **handle = __cudaRegisterFatBinary (binary);\n\n  call (handle);\n"
            "  __cudaRegisterFatBinaryEnd (handle);\n}\n",
            name);
    }
  return ws_compile_folder_write (self->folder, ".", LINKED, text->str, error);
}

static gboolean
join (WsProgramWork *work, GError **error)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  if (!work->separate)
    return TRUE;
  if (!write_linked (work->compiler, error))
    return FALSE;
  g_ptr_array_add (argv, g_strdup (work->compiler->host));
  ws_program_work_add_arguments (work, argv, join_arguments, G_N_ELEMENTS (join_arguments));
  return ws_program_work_run (work, argv, error);
}

static gboolean
says (const WsProgramWork *work, const char *words)
{
  const GPtrArray *diagnostics = work->result->diagnostics;

  for (guint i = 0; i < diagnostics->len; i++)
    if (strstr (((const WsDiagnostic *)g_ptr_array_index (diagnostics, i))->text, words) != NULL)
      return TRUE;
  return FALSE;
}

/* Retries: with separate compilation, because kernels launch kernels; with device lambdas, which a
 * macro generates. */
static gboolean
change (WsProgramWork *work)
{
  gboolean separates = !work->separate && says (work, "requires separate compilation mode");
  gboolean has_lambdas = !work->lambdas && says (work, "requires --extended-lambda");

  work->separate |= separates;
  work->lambdas |= has_lambdas;
  return separates || has_lambdas;
}

/* ---- opening it ---- */

/* (transfer full) (nullable): "12.2.0", if CUDA's headers support it */
static char *
read_host_version (WsCompileFolder *folder, const char *program)
{
  g_autofree char *said = g_file_test (program, G_FILE_TEST_IS_EXECUTABLE)
                              ? ws_compile_folder_ask_version (folder, program)
                              : NULL;
  g_autofree char *version = said != NULL ? ws_compile_read_version (said, BEFORE_HOST) : NULL;
  guint64 major = version != NULL ? g_ascii_strtoull (version, NULL, 10) : 0;

  return major >= LEAST_HOST && major <= MOST_HOST ? g_steal_pointer (&version) : NULL;
}

/* (transfer full) (nullable): the system's g++, else the newest with a version in its name */
static char *
find_host (WsCompileFolder *folder, char **version)
{
  *version = read_host_version (folder, PLAIN_HOST);
  if (*version != NULL)
    return g_strdup (PLAIN_HOST);
  for (guint major = MOST_HOST; major >= LEAST_HOST; major--)
    {
      g_autofree char *program = g_strdup_printf (PLAIN_HOST "-%u", major);

      *version = read_host_version (folder, program);
      if (*version != NULL)
        return g_steal_pointer (&program);
    }
  return NULL;
}

static gboolean
open_nvcc (WsProgramCompiler *self, const char *said, GError **error)
{
  g_autofree char *version = ws_compile_read_version (said, "release ");
  g_autofree char *host_version = NULL;

  self->host = find_host (self->folder, &host_version);
  if (self->host == NULL)
    {
      g_set_error_literal (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
                           _ ("A program's main() is compiled by g++, which was not found: install "
                              "g++ 12, 13 or 14."));
      return FALSE;
    }
  self->name = g_strdup_printf ("nvcc %s, g++ %s", version, host_version);
  return TRUE;
}

const WsProgramWay ws_program_nvcc = {
  .find = ws_compiler_find_nvcc,
  .open = open_nvcc,
  .build = run_nvcc,
  .change = change,
  .finish = join,
};
