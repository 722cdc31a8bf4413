/* command.c: compilers that are programs: nvcc, and clang with a header of Warpstage's. The source
 * and its headers are written to a private folder; compilers run there without a shell or
 * environment, inside the worker's sandbox. After NVIDIA's "CUDA Compiler Driver NVCC" and LLVM's
 * "Compiling CUDA with clang". */
#include "bundle/bundle.h"
#include "compile/compiler.h"
#include "compile/diagnostics.h"
#include "compile/folder.h"
#include "compile/mangled.h"
#include "compile/tidy.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/wait.h>

#define HEADERS     "headers" /* include path searched first */
#define EMPTY       "empty"   /* include path searched last: headers that only host code needs */
#define USER_HEADER "device.cuh"
#define OUTPUT      "out.ptx"
#define NAMES_FILE  "asked for" /* name of the file that names instances */

struct _WsCommand {
  WsCompilerKind kind;
  char *program;
  char *name;
  WsCompileFolder *folder;
  gboolean shares; /* whether clang compiles unannotated functions for the device, too */
};

/* Arguments of each; "%ARCHITECTURE" stands for a number such as "75", "%FILE" for the source. */
static const char *const arguments[][32] = {
  [WS_COMPILER_NVCC] = { "-ptx", "-lineinfo", "-arch=compute_%ARCHITECTURE", "-std=c++17",
                         "-I" HEADERS, "-Xcompiler", "-idirafter," EMPTY,
                         "-Wno-deprecated-gpu-targets", "-diag-suppress", "550", "-o", OUTPUT,
                         "%FILE", NULL },
  [WS_COMPILER_CLANG] = { "-x",
                          "cuda",
                          "--cuda-device-only",
                          "-nocudainc",
                          "-nocudalib",
                          "-nostdinc",
                          "-nostdinc++",
                          "-Wno-unknown-cuda-version",
                          "-Wno-invalid-constexpr",
                          "-S",
                          "-O3",
                          "--cuda-gpu-arch=sm_%ARCHITECTURE",
                          "-Xclang",
                          "-target-feature",
                          "-Xclang",
                          "+ptx70",
                          "-gline-directives-only",
                          "-std=c++17",
                          "-fno-color-diagnostics",
                          "-fno-caret-diagnostics",
                          "-I" HEADERS,
                          "-o",
                          OUTPUT,
                          "%FILE",
                          NULL },
};

/* ---- files ---- */

/* nvcc uses the host's headers; missing ones are replaced by empty files. */
static gboolean
write_headers (const WsCommand *self, const WsCompileRequest *request, GError **error)
{
  for (guint i = 0; i + 1 < request->headers->len; i += 2)
    {
      const char *text = g_ptr_array_index (request->headers, i + 1);
      gboolean is_last = self->kind == WS_COMPILER_NVCC && *text == '\0';

      if (!ws_compile_folder_write (self->folder, is_last ? EMPTY : HEADERS,
                                    g_ptr_array_index (request->headers, i), text, error))
        return FALSE;
    }
  return TRUE;
}

/* An instance of a template is compiled if something refers to it. */
static gboolean
write_source (const WsCommand *self, const WsCompileRequest *request, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->kind == WS_COMPILER_CLANG)
    g_string_append (text, "#include \"" USER_HEADER "\"\n");
  if (self->shares)
    g_string_append (text, "#pragma clang force_cuda_host_device begin\n");
  g_string_append_printf (text, "#line 1 \"%s\"\n", request->file);
  g_string_append (text, request->source);
  if (self->shares)
    g_string_append (text, "\n#pragma clang force_cuda_host_device end");
  g_string_append (text, "\n#line 1 \"" NAMES_FILE "\"\n");
  for (guint i = 0; i < request->expressions->len; i++)
    if (strchr (g_ptr_array_index (request->expressions, i), '<') != NULL)
      g_string_append_printf (text, "void *ws_instance_%u () { return (void *)&%s; }\n", i,
                              (const char *)g_ptr_array_index (request->expressions, i));
  return ws_compile_folder_write (self->folder, ".", request->file, text->str, error);
}

static gboolean
write_own_header (const WsCommand *self, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (self->kind != WS_COMPILER_CLANG)
    return TRUE;
  bytes = g_resource_lookup_data (ws_bundle_get_resource (), "/warpstage/device/" USER_HEADER, 0,
                                  error);
  return bytes != NULL
         && ws_compile_folder_write (self->folder, HEADERS, USER_HEADER,
                                     g_bytes_get_data (bytes, NULL), error);
}

/* ---- running it ---- */

/* (transfer full) */
static char *
fill_in (const WsCommand *self, const char *argument, const WsCompileRequest *request)
{
  const char *at = strstr (argument, "%ARCHITECTURE");
  guint architecture = self->kind == WS_COMPILER_CLANG
                           ? MIN (request->architecture, WS_COMPILE_CLANG_ARCHITECTURE)
                           : request->architecture;

  if (g_str_equal (argument, "%FILE"))
    return g_strconcat ("./", request->file, NULL);
  return at != NULL ? g_strdup_printf ("%.*s%u", (int)(at - argument), argument, architecture)
                    : g_strdup (argument);
}

static GPtrArray *
make_argv (const WsCommand *self, const WsCompileRequest *request)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (self->program));
  for (guint i = 0; arguments[self->kind][i] != NULL; i++)
    g_ptr_array_add (argv, fill_in (self, arguments[self->kind][i], request));
  /* required for a source that launches kernels from kernels */
  if (self->kind == WS_COMPILER_NVCC && strstr (request->source, "<<<") != NULL)
    g_ptr_array_add (argv, g_strdup ("-rdc=true"));
  g_ptr_array_add (argv, NULL);
  return argv;
}

/* ---- its messages ---- */

/* (transfer full): @text, with @what replaced by @with */
static char *
replace (const char *text, const char *what, const char *with)
{
  g_auto (GStrv) parts = g_strsplit (text, what, -1);

  return g_strjoinv (with, parts);
}

/* (transfer full): with the user's names of files */
static char *
name_files (const char *text, const char *file)
{
  g_autofree char *called = g_strconcat ("./", file, NULL);
  g_autofree char *bare = replace (text, HEADERS "/", "");

  return replace (bare, called, file);
}

/* An error in a requested name applies to the source as a whole. */
static void
move_names (GPtrArray *diagnostics, const char *file)
{
  for (guint i = diagnostics->len; i-- > 0;)
    {
      WsDiagnostic *one = g_ptr_array_index (diagnostics, i);

      if (!g_str_equal (one->file, NAMES_FILE))
        continue;
      g_free (one->file);
      one->file = g_strdup (file);
      one->line = one->column = 0;
      if (one->severity != WS_SEVERITY_ERROR)
        g_ptr_array_remove_index (diagnostics, i);
    }
}

static void
take_output (const WsCommand *self, const WsCompileRequest *request, WsCompileResult *result)
{
  g_autofree char *written = ws_compile_folder_read_text (self->folder, OUTPUT);
  g_autofree char *below = ws_compile_folder_hide (self->folder, written);
  g_autofree char *ptx = name_files (below, request->file);

  result->ptx = ws_compile_tidy (ptx);
  for (guint i = 0; i < request->expressions->len; i++)
    g_ptr_array_add (result->names,
                     ws_mangled_find (ptx, g_ptr_array_index (request->expressions, i)));
}

static WsCompileResult *
compile (WsCommand *self, const WsCompileRequest *request, GError **error)
{
  g_autoptr (WsCompileResult) result = ws_compile_result_new (self->name);
  g_autoptr (GPtrArray) argv = make_argv (self, request);
  g_autofree char *printed = NULL;
  g_autofree char *log = NULL;
  int status = 0;

  if (!write_own_header (self, error) || !write_headers (self, request, error)
      || !write_source (self, request, error)
      || !ws_compile_folder_run (self->folder, ".", argv, &status, error))
    return NULL;
  printed = ws_compile_folder_read_log (self->folder);
  log = name_files (printed, request->file);
  ws_diagnostics_parse (log, request->file, 1, result->diagnostics);
  move_names (result->diagnostics, request->file);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    take_output (self, request, result);
  else if (result->diagnostics->len == 0)
    {
      ws_compile_folder_set_failure (self->folder, self->name, status, log, error);
      return NULL;
    }
  return g_steal_pointer (&result);
}

/**
 * ws_command_compile:
 * @request: what to compile
 * @error: return location for a #GError: %WS_COMPILE_ERROR_SOURCE if the compiler itself failed,
 * %WS_COMPILE_ERROR_ENDLESS if it took too long
 *
 * As ws_nvrtc_compile(). No files are left behind. Clang shares plain functions between host and
 * device, as NVRTC does, but then rejects explicitly instantiated kernels: in that case the source
 * is compiled unchanged.
 *
 * Returns: (transfer full) (nullable): the result
 */
WsCompileResult *
ws_command_compile (WsCommand *self, const WsCompileRequest *request, GError **error)
{
  g_autoptr (WsCompileResult) result = NULL;

  self->shares = self->kind == WS_COMPILER_CLANG;
  result = compile (self, request, error);
  if (self->shares && result != NULL && result->ptx == NULL)
    {
      g_autoptr (WsCompileResult) plain = NULL;

      self->shares = FALSE;
      plain = compile (self, request, NULL);
      if (plain != NULL && plain->ptx != NULL)
        {
          ws_compile_result_free (result);
          result = g_steal_pointer (&plain);
        }
    }
  ws_compile_folder_clean (self->folder);
  return g_steal_pointer (&result);
}

/* ---- opening ---- */

/* (transfer full) */
static char *
read_name (WsCompilerKind kind, const char *said)
{
  static const char *const before[] = { "", "release ", "clang version " };
  static const char *const names[] = { "", "nvcc", "clang" };
  g_autofree char *version = ws_compile_read_version (said, before[kind]);

  return g_strdup_printf ("%s %s", names[kind], version);
}

/**
 * ws_command_new:
 * @compiler: from ws_compiler_find(): a program
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER
 *
 * Queries its version, and creates a folder for it.
 *
 * Returns: (transfer full) (nullable): the compiler
 */
WsCommand *
ws_command_new (const WsCompiler *compiler, GError **error)
{
  g_autoptr (WsCommand) self = g_new0 (WsCommand, 1);
  g_autofree char *said = NULL;

  self->kind = compiler->kind;
  self->program = g_strdup (compiler->library);
  self->folder = ws_compile_folder_new (ws_compile_get_limit (WS_COMPILE_COMMAND_SECONDS));
  if (self->folder != NULL)
    said = ws_compile_folder_ask_version (self->folder, self->program);
  if (said != NULL)
    {
      self->name = read_name (self->kind, said);
      return g_steal_pointer (&self);
    }
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
               _ ("“%s” could not be started."), compiler->library);
  return NULL;
}

/* Also removes its folder. */
void
ws_command_free (WsCommand *self)
{
  g_clear_pointer (&self->folder, ws_compile_folder_free);
  g_free (self->program);
  g_free (self->name);
  g_free (self);
}

/* Returns: (transfer none): as in "clang 14.0.6" */
const char *
ws_command_get_name (const WsCommand *self)
{
  return self->name;
}

/* Returns: (transfer none): where its files are */
const char *
ws_command_get_folder (const WsCommand *self)
{
  return ws_compile_folder_get_path (self->folder);
}
