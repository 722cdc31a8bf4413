/* command.c: compilers that are programs: nvcc, and clang with a header of Warpstage's. The source
 * and its headers become files in a folder of their own; what is run there has no shell, no
 * environment, and what the worker's sandbox leaves. After NVIDIA's "CUDA Compiler Driver NVCC" and
 * LLVM's "Compiling CUDA with clang". */
#include "bundle/bundle.h"
#include "compile/compiler.h"
#include "compile/diagnostics.h"
#include "compile/mangled.h"
#include "compile/tidy.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define FOLDER_PREFIX "warpstage-compiler-"
#define HEADERS       "headers" /* what an include finds first */
#define EMPTY         "empty"   /* what it finds last: headers that only host code needs */
#define USER_HEADER   "device.cuh"
#define OUTPUT        "out.ptx"
#define LOG           "log"
#define NAMES_FILE    "asked for" /* as the file of lines that name instances */
#define MOST_LOG      (1u << 20)  /* bytes that are read of what it prints */
#define MOST_PTX      (64u << 20)

struct _WsCommand {
  WsCompilerKind kind;
  char *program;
  char *name;
  char *folder;
  gboolean shares; /* whether clang is to take a function without a word for the kernels', too */
};

/* What each is called with; "%ARCHITECTURE" stands for as in "75", "%FILE" for the source. */
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

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_all (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

/* Folders of workers that were ended: "warpstage-compiler-1234-AbCdEf". */
static void
remove_old (void)
{
  g_autoptr (GDir) dir = g_dir_open (g_get_tmp_dir (), 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
      gint64 process;
      GStatBuf status;

      if (!g_str_has_prefix (name, FOLDER_PREFIX))
        continue;
      process = g_ascii_strtoll (name + strlen (FOLDER_PREFIX), NULL, 10);
      if (process > 0 && kill ((pid_t)process, 0) != 0 && errno == ESRCH
          && g_lstat (path, &status) == 0 && S_ISDIR (status.st_mode)
          && status.st_uid == geteuid ())
        remove_all (path);
    }
}

/* Nothing leads out of the folder. */
static gboolean
is_inside (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", -1);

  return *name != '/' && *name != '\0' && !g_strv_contains ((const char *const *)parts, "..");
}

static gboolean
write_file (const WsCommand *self, const char *below, const char *name, const char *text,
            GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, below, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  if (!is_inside (name))
    return TRUE;
  g_mkdir_with_parents (parent, 0700);
  g_unlink (path); /* what it had would stay behind a shorter text */
  return g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, error);
}

/* nvcc has the host's headers; those that it lacks are empty. */
static gboolean
write_headers (const WsCommand *self, const WsCompileRequest *request, GError **error)
{
  for (guint i = 0; i + 1 < request->headers->len; i += 2)
    {
      const char *text = g_ptr_array_index (request->headers, i + 1);
      gboolean is_last = self->kind == WS_COMPILER_NVCC && *text == '\0';

      if (!write_file (self, is_last ? EMPTY : HEADERS, g_ptr_array_index (request->headers, i),
                       text, error))
        return FALSE;
    }
  return TRUE;
}

/* An instance of a template is compiled where something names it. */
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
  return write_file (self, ".", request->file, text->str, error);
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
         && write_file (self, HEADERS, USER_HEADER, g_bytes_get_data (bytes, NULL), error);
}

/* (transfer full): what stands in it, at most @most bytes; empty where it is not there */
static char *
read_file (const WsCommand *self, const char *name, gsize most)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  int descriptor = open (path, O_RDONLY | O_CLOEXEC);
  g_autofree char *text = g_malloc0 (most + 1);
  gsize length = 0;
  gssize n = 0;

  while (descriptor >= 0 && length < most
         && (n = read (descriptor, text + length, most - length)) > 0)
    length += (gsize)n;
  if (descriptor >= 0)
    close (descriptor);
  return g_strdup (text);
}

/* ---- running it ---- */

/* In the child. It goes with the worker, and uses no more time than it may, nor do those that it
 * starts; a file of theirs is no larger than a program. */
static void
limit_cb (gpointer data)
{
  const struct rlimit seconds = { WS_COMPILE_COMMAND_SECONDS, WS_COMPILE_COMMAND_SECONDS };
  const struct rlimit bytes = { MOST_PTX, MOST_PTX };

  prctl (PR_SET_PDEATHSIG, SIGKILL);
  setrlimit (RLIMIT_CPU, &seconds);
  setrlimit (RLIMIT_FSIZE, &bytes);
}

/* @argv: (element-type utf8): zero-terminated */
static gboolean
run (const WsCommand *self, const GPtrArray *argv, int *status, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, LOG, NULL);
  g_autofree char *temporary = g_strconcat ("TMPDIR=", self->folder, NULL);
  g_autofree char *home = g_strconcat ("HOME=", self->folder, NULL);
  const char *environment[] = { "PATH=/usr/bin:/bin", "LC_ALL=C", temporary, home, NULL };
  int log = open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  gboolean started;
  GPid child;

  started = g_spawn_async_with_fds (self->folder, (char **)argv->pdata, (char **)environment,
                                    G_SPAWN_DO_NOT_REAP_CHILD, limit_cb, NULL, &child, -1, log, log,
                                    error);
  if (log >= 0)
    close (log);
  if (!started)
    return FALSE;
  while (waitpid (child, status, 0) < 0 && errno == EINTR)
    continue;
  return TRUE;
}

/* (transfer full) */
static char *
fill_in (const char *argument, const WsCompileRequest *request)
{
  const char *at = strstr (argument, "%ARCHITECTURE");

  if (g_str_equal (argument, "%FILE"))
    return g_strconcat ("./", request->file, NULL);
  return at != NULL
             ? g_strdup_printf ("%.*s%u", (int)(at - argument), argument, request->architecture)
             : g_strdup (argument);
}

static GPtrArray *
make_argv (const WsCommand *self, const WsCompileRequest *request)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (self->program));
  for (guint i = 0; arguments[self->kind][i] != NULL; i++)
    g_ptr_array_add (argv, fill_in (arguments[self->kind][i], request));
  /* a source that launches kernels from kernels is refused without it */
  if (self->kind == WS_COMPILER_NVCC && strstr (request->source, "<<<") != NULL)
    g_ptr_array_add (argv, g_strdup ("-rdc=true"));
  g_ptr_array_add (argv, NULL);
  return argv;
}

/* ---- what it says ---- */

/* (transfer full): @text, with @with in the place of @what */
static char *
replace (const char *text, const char *what, const char *with)
{
  g_auto (GStrv) parts = g_strsplit (text, what, -1);

  return g_strjoinv (with, parts);
}

/* (transfer full): with files named as their user does */
static char *
hide_folder (const WsCommand *self, const char *text, const char *file)
{
  g_autofree char *folder = g_strconcat (self->folder, "/", NULL);
  g_autofree char *called = g_strconcat ("./", file, NULL);
  g_autofree char *below = replace (text, folder, "");
  g_autofree char *bare = replace (below, HEADERS "/", "");

  return replace (bare, called, file);
}

/* What is wrong with a name that was asked for is of the source as a whole. */
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
set_failure (const WsCommand *self, int status, const char *log, GError **error)
{
  g_autofree char *first = g_strndup (log, strcspn (log, "\n"));
  g_autofree char *line = g_utf8_make_valid (first, -1);

  if (WIFSIGNALED (status) && (WTERMSIG (status) == SIGXCPU || WTERMSIG (status) == SIGKILL))
    ws_compile_set_endless (WS_COMPILE_COMMAND_SECONDS, error);
  else
    g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE, _ ("%s failed: %s."), self->name,
                 *line != '\0' ? line : _ ("no output"));
}

static void
take_output (const WsCommand *self, const WsCompileRequest *request, WsCompileResult *result)
{
  g_autofree char *written = read_file (self, OUTPUT, MOST_PTX);
  g_autofree char *ptx = hide_folder (self, written, request->file);

  result->ptx = ws_compile_tidy (ptx);
  for (guint i = 0; i < request->expressions->len; i++)
    g_ptr_array_add (result->names,
                     ws_mangled_find (ptx, g_ptr_array_index (request->expressions, i)));
}

static void
clean (const WsCommand *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_all (path);
      else
        g_unlink (path);
    }
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
      || !write_source (self, request, error) || !run (self, argv, &status, error))
    return NULL;
  printed = read_file (self, LOG, MOST_LOG);
  log = hide_folder (self, printed, request->file);
  ws_diagnostics_parse (log, request->file, 1, result->diagnostics);
  move_names (result->diagnostics, request->file);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    take_output (self, request, result);
  else if (result->diagnostics->len == 0)
    {
      set_failure (self, status, log, error);
      return NULL;
    }
  return g_steal_pointer (&result);
}

/**
 * ws_command_compile:
 * @request: what to compile
 * @error: return location for a #GError: %WS_COMPILE_ERROR_SOURCE where the compiler itself failed,
 * %WS_COMPILE_ERROR_ENDLESS where it took too long
 *
 * As ws_nvrtc_compile(). No file of it stays. Clang shares plain functions between host and
 * kernels, as NVRTC does, but then refuses kernels that are instantiated by hand: where a source is
 * refused so, it is compiled as it stands.
 *
 * Returns: (transfer full) (nullable): what came of it
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
  clean (self);
  return g_steal_pointer (&result);
}

/* ---- opening it ---- */

/* "release 13.0, V13.0.88", "Debian clang version 14.0.6" (transfer full) */
static char *
read_name (WsCompilerKind kind, const char *said)
{
  static const char *const before[] = { "", "release ", "clang version " };
  static const char *const names[] = { "", "nvcc", "clang" };
  const char *at = strstr (said, before[kind]);
  const char *version = at != NULL ? at + strlen (before[kind]) : "";

  return g_strdup_printf ("%s %.*s", names[kind], (int)strspn (version, "0123456789."), version);
}

/**
 * ws_command_new:
 * @compiler: of ws_compiler_find(): a program
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER
 *
 * Asks it for its version, and makes a folder for it.
 *
 * Returns: (transfer full) (nullable): the compiler
 */
WsCommand *
ws_command_new (const WsCompiler *compiler, GError **error)
{
  g_autoptr (WsCommand) self = g_new0 (WsCommand, 1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *pattern = g_strdup_printf (FOLDER_PREFIX "%d-XXXXXX", (int)getpid ());
  g_autofree char *said = NULL;
  int status = 1;

  remove_old ();
  self->kind = compiler->kind;
  self->program = g_strdup (compiler->library);
  self->folder = g_dir_make_tmp (pattern, NULL);
  g_ptr_array_add (argv, self->program);
  g_ptr_array_add (argv, (char *)"--version");
  g_ptr_array_add (argv, NULL);
  if (self->folder != NULL && run (self, argv, &status, NULL) && status == 0)
    {
      said = read_file (self, LOG, MOST_LOG);
      self->name = read_name (self->kind, said);
      return g_steal_pointer (&self);
    }
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
               _ ("“%s” could not be started."), compiler->library);
  return NULL;
}

/* Its folder goes, too. */
void
ws_command_free (WsCommand *self)
{
  if (self->folder != NULL)
    remove_all (self->folder);
  g_free (self->program);
  g_free (self->name);
  g_free (self->folder);
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
  return self->folder;
}
