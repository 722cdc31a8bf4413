/* program-clang.c: compiles a whole program with the distribution's clang, without a CUDA Toolkit:
 * kernels to PTX, then the host code around it, both with Warpstage's headers. After LLVM's
 * "Compiling CUDA with clang". */
#include "compile/program-private.h"

#include "compile/missing.h"
#include "compile/tidy.h"
#include "fatbin/write.h"

#include <glib/gi18n.h>
#include <string.h>

#define FIRST      "first" /* CUDA headers that are replaced by empty ones, found before any others */
#define HEADER     "without-cuda.cuh"
#define DEVICE     "out.ptx"
#define FAT_BINARY "out.fatbin"

/* What HEADER has instead of them, at its start. */
static const char *const empty[] = {
  "builtin_types.h",          "cuda.h",
  "cuda_profiler_api.h",      "cuda_runtime.h",
  "cuda_runtime_api.h",       "device_atomic_functions.h",
  "device_functions.h",       "device_launch_parameters.h",
  "driver_types.h",           "host_defines.h",
  "math_constants.h",         "math_functions.h",
  "sm_20_atomic_functions.h", "sm_20_intrinsics.h",
  "texture_types.h",          "vector_functions.h",
  "vector_types.h",
};

/* What HEADER includes. */
static const struct {
  const char *name;
  const char *resource;
} own[] = {
  { "device.cuh", "device/device.cuh" },
  { "runtime/api.h", "runtime/api.h" },
  { "runtime/types.h", "runtime/types.h" },
  { "runtime/errors.def", "runtime/errors.def" },
};

/* As in program-nvcc.c, "%ARCHITECTURE" stands for a number such as "75", "%FOLDER" for the folder.
 * The version of a nonexistent SDK selects how kernels are launched. */
static const char *const arguments[] = {
  "-x",
  "cuda",
  "-nocudainc",
  "-nocudalib",
  "-Xclang",
  "-target-sdk-version=11.0",
  "-std=c++17",
  "-Wno-unknown-cuda-version",
  "-Wno-invalid-constexpr",
  "-fno-color-diagnostics",
  "-fno-caret-diagnostics",
  ("-I%FOLDER/" FIRST),
  "-idirafter",
  ".",
  "-idirafter",
  ("%FOLDER/" WS_PROGRAM_OWN),
  "-include",
  ("%FOLDER/" WS_PROGRAM_OWN "/" HEADER),
};
static const char *const device_arguments[] = {
  "--cuda-device-only",
  "-S",
  "-O3",
  "--cuda-gpu-arch=sm_%ARCHITECTURE",
  "-Xclang",
  "-target-feature",
  "-Xclang",
  "+ptx70",
  "-gline-directives-only",
  "-o",
  ("%FOLDER/" DEVICE),
  "-MD",
  "-MF",
  ("%FOLDER/" WS_COMPILE_READS "device"),
};
/* The device compilation has already reported diagnostics. Like the executable it is meant to be,
 * it precedes every library in symbol look-up. */
static const char *const host_arguments[] = {
  "--cuda-host-only",
  "-w",
  "-O1",
  "-fPIC",
  "-shared",
  "-Wl,-Bsymbolic",
  "-Xclang",
  "-fcuda-include-gpubinary",
  "-Xclang",
  ("%FOLDER/" FAT_BINARY),
  "-o",
  ("%FOLDER/" WS_PROGRAM_OUTPUT),
  "-MD",
  "-MF",
  ("%FOLDER/" WS_COMPILE_READS "host"),
};
/* Makes it print its header search path. */
static const char *const search_arguments[] = {
  "-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib", "-E", "-v", "/dev/null",
};
static const char *const libraries[] = { "-lstdc++", "-lm" };

#define BEFORE_SEARCHED "#include <...> search starts here:\n"
/* An administrator may have put an incomplete CUDA Toolkit there. */
#define PASSED_OVER "/usr/local/include"

/* ---- files ---- */

static gboolean
write_headers (const WsProgramWork *work, GError **error)
{
  const WsProgramCompiler *self = work->compiler;

  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    if (!ws_compile_folder_write (self->folder, FIRST, empty[i], "", error))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (!ws_program_write_own (self, WS_PROGRAM_OWN, own[i].name, own[i].resource, error))
      return FALSE;
  return TRUE;
}

/* The code around the PTX, with the user's names of files. */
static gboolean
write_fat_binary (const WsProgramWork *work, GError **error)
{
  const WsCompileFolder *folder = work->compiler->folder;
  g_autofree char *written = ws_compile_folder_read_text (folder, DEVICE);
  g_autofree char *below = ws_compile_folder_hide (folder, written);
  g_autofree char *named = ws_program_name_files (below, "\"");
  g_autofree char *ptx = ws_compile_tidy (named);
  g_autoptr (GBytes) binary = ws_fat_binary_write (ptx, ws_program_work_get_architecture (work));

  return ws_compile_folder_write_bytes (folder, ".", FAT_BINARY, binary, error);
}

/* ---- running it ---- */

/* Only the system's headers, if known. */
static void
add_includes (const WsProgramCompiler *self, GPtrArray *argv)
{
  if (self->includes != NULL)
    g_ptr_array_add (argv, g_strdup ("-nostdinc"));
  for (guint i = 0; self->includes != NULL && self->includes[i] != NULL; i++)
    {
      g_ptr_array_add (argv, g_strdup ("-isystem"));
      g_ptr_array_add (argv, g_strdup (self->includes[i]));
    }
}

static gboolean
run_clang (WsProgramWork *work, const char *const *pass, guint n, gboolean links, GError **error)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (argv, g_strdup (work->compiler->device->library));
  ws_program_work_add_arguments (work, argv, arguments, G_N_ELEMENTS (arguments));
  add_includes (work->compiler, argv);
  ws_program_work_add_arguments (work, argv, pass, n);
  ws_program_work_add_source (work, argv);
  if (links)
    ws_program_work_add_arguments (work, argv, libraries, G_N_ELEMENTS (libraries));
  return ws_program_work_run (work, argv, error);
}

static gboolean
build (WsProgramWork *work, GError **error)
{
  if (!run_clang (work, device_arguments, G_N_ELEMENTS (device_arguments), FALSE, error))
    return FALSE;
  return ws_program_work_has_failed (work)
         || (write_fat_binary (work, error)
             && run_clang (work, host_arguments, G_N_ELEMENTS (host_arguments), TRUE, error));
}

/* ---- messages ---- */

/* A missing header may be one of CUDA's. */
static void
explain_missing (WsProgramWork *work)
{
  GPtrArray *diagnostics = work->result->diagnostics;

  for (guint i = 0; i < diagnostics->len; i++)
    {
      WsDiagnostic *one = g_ptr_array_index (diagnostics, i);
      g_autofree char *name =
          one->severity == WS_SEVERITY_ERROR ? ws_compile_read_missing (one->text) : NULL;
      g_autofree char *text = NULL;

      if (name == NULL)
        continue;
      text = g_strdup_printf (
          _ ("%s. Clang compiles a program without CUDA's own headers: “Get the Compiler…” in the "
             "menu, or “warpstage-cli compiler --get”, brings them."),
          one->text);
      g_free (one->text);
      one->text = g_steal_pointer (&text);
    }
}

/* ---- opening ---- */

/* (transfer full) (nullable): folders of headers, from clang's output */
static char **
read_searched (const char *log)
{
  const char *at = strstr (log, BEFORE_SEARCHED);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (at == NULL)
    return NULL;
  for (at += strlen (BEFORE_SEARCHED); *at == ' ';)
    {
      gsize length = strcspn (at, "\n");
      g_autofree char *folder = g_strndup (at + 1, length - 1);

      if (!g_str_equal (folder, PASSED_OVER))
        g_strv_builder_add (builder, folder);
      at += length + (at[length] == '\n');
    }
  return g_strv_builder_end (builder);
}

static char **
find_includes (const WsProgramCompiler *self)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *log = NULL;
  int status = 0;

  g_ptr_array_add (argv, self->device->library);
  for (guint i = 0; i < G_N_ELEMENTS (search_arguments); i++)
    g_ptr_array_add (argv, (char *)search_arguments[i]);
  g_ptr_array_add (argv, NULL);
  if (!ws_compile_folder_run (self->folder, ".", argv, &status, NULL))
    return NULL;
  log = ws_compile_folder_read_log (self->folder);
  return read_searched (log);
}

static gboolean
open_clang (WsProgramCompiler *self, const char *said, GError **error)
{
  g_autofree char *version = ws_compile_read_version (said, "clang version ");

  self->name = g_strdup_printf ("clang %s", version);
  self->includes = find_includes (self);
  return TRUE;
}

const WsProgramWay ws_program_clang = {
  .find = ws_compiler_find_clang,
  .open = open_clang,
  .write = write_headers,
  .build = build,
  .explain = explain_missing,
  .most_architecture = WS_COMPILE_CLANG_ARCHITECTURE,
};
