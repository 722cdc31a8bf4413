/* compiler.c: looks for a compiler: NVRTC and CUDA's headers in a toolkit, in Warpstage's download
 * folder, among the system's libraries; else nvcc; else clang. */
#include "compile/compiler.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

/* After NVIDIA's installation guide (toolkits), its packages for Python, and Debian's. */
static const char *const library_folders[] = {
  "lib64",
  "lib",
  "targets/x86_64-linux/lib",
  "targets/sbsa-linux/lib",
  "lib/x86_64-linux-gnu",
  "lib/aarch64-linux-gnu",
};
static const char *const include_folders[] = {
  "include",
  "targets/x86_64-linux/include",
  "targets/sbsa-linux/include",
};

void
ws_compiler_free (WsCompiler *self)
{
  g_free (self->library);
  g_free (self->include);
  g_free (self);
}

/* Returns: (transfer full): the folder for a compiler downloaded for this user */
char *
ws_compiler_get_fetched_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "warpstage", "compiler", NULL);
}

/* "libnvrtc.so.13", but not "libnvrtc.alt.so.13" or the plain link of a development package; the
 * greatest if there are several. (transfer full) (nullable) */
static char *
find_library (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *best = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "libnvrtc.so.")
        && (best == NULL
            || atof (name + strlen ("libnvrtc.so.")) > atof (best + strlen ("libnvrtc.so."))))
      {
        g_free (best);
        best = g_strdup (name);
      }
  return best != NULL ? g_build_filename (folder, best, NULL) : NULL;
}

/* (transfer full) (nullable): the paths below @root */
static WsCompiler *
look_in (const char *root, WsCompilerPlace place)
{
  g_autofree char *library = NULL;
  WsCompiler *self;

  for (guint i = 0; i < G_N_ELEMENTS (library_folders) && library == NULL; i++)
    {
      g_autofree char *folder = g_build_filename (root, library_folders[i], NULL);

      library = find_library (folder);
    }
  if (library == NULL)
    return NULL;
  self = g_new0 (WsCompiler, 1);
  self->place = place;
  self->library = g_steal_pointer (&library);
  for (guint i = 0; i < G_N_ELEMENTS (include_folders) && self->include == NULL; i++)
    {
      g_autofree char *folder = g_build_filename (root, include_folders[i], NULL);
      g_autofree char *header = g_build_filename (folder, "cuda_fp16.h", NULL);

      if (g_file_test (header, G_FILE_TEST_EXISTS))
        self->include = g_steal_pointer (&folder);
    }
  return self;
}

static int
compare_descending (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)b, *(const char *const *)a);
}

/* (transfer full) (element-type utf8): /usr/local/cuda, then /usr/local/cuda-13.0 and such, newest
 * first */
static GPtrArray *
list_toolkits (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) versions = g_ptr_array_new ();
  g_autoptr (GDir) dir = g_dir_open ("/usr/local", 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "cuda-"))
      g_ptr_array_add (versions, g_build_filename ("/usr/local", name, NULL));
  g_ptr_array_sort (versions, compare_descending);
  g_ptr_array_add (list, g_strdup ("/usr/local/cuda"));
  for (guint i = 0; i < versions->len; i++)
    g_ptr_array_add (list, g_ptr_array_index (versions, i));
  g_ptr_array_add (list, g_strdup ("/opt/cuda"));
  return list;
}

static WsCompiler *
look_in_toolkits (void)
{
  g_autoptr (GPtrArray) toolkits = list_toolkits ();
  WsCompiler *found = NULL;

  for (guint i = 0; i < toolkits->len && found == NULL; i++)
    found = look_in (g_ptr_array_index (toolkits, i), WS_COMPILER_TOOLKIT);
  return found;
}

static WsCompiler *
find_nvrtc (void)
{
  static const char *const variables[] = { "CUDA_HOME", "CUDA_PATH" };
  g_autofree char *fetched = ws_compiler_get_fetched_folder ();
  WsCompiler *found = NULL;

  for (guint i = 0; found == NULL && i < G_N_ELEMENTS (variables); i++)
    if (g_getenv (variables[i]) != NULL)
      found = look_in (g_getenv (variables[i]), WS_COMPILER_NAMED);
  if (found == NULL)
    found = look_in_toolkits ();
  if (found == NULL)
    found = look_in (fetched, WS_COMPILER_FETCHED);
  if (found == NULL)
    found = look_in ("/usr", WS_COMPILER_SYSTEM);
  return found;
}

/* ---- programs ---- */

/* (transfer full) */
static WsCompiler *
make_program (WsCompilerKind kind, WsCompilerPlace place, const char *program)
{
  WsCompiler *self = g_new0 (WsCompiler, 1);

  self->kind = kind;
  self->place = place;
  self->library = g_strdup (program);
  return self;
}

/* A wrapper that would call Warpstage again: the nvcc of its own CUDA_HOME. */
static gboolean
is_own (const char *program)
{
  g_autofree char *path = realpath (program, NULL);

  return path != NULL && g_str_has_suffix (path, "/warpstage-nvcc");
}

static WsCompiler *
look_for_nvcc (const char *root, WsCompilerPlace place)
{
  g_autofree char *program = g_build_filename (root, "bin", "nvcc", NULL);

  return g_file_test (program, G_FILE_TEST_IS_EXECUTABLE) && !is_own (program)
             ? make_program (WS_COMPILER_NVCC, place, program)
             : NULL;
}

static WsCompiler *
find_nvcc (void)
{
  static const char *const variables[] = { "CUDA_HOME", "CUDA_PATH" };
  g_autoptr (GPtrArray) toolkits = list_toolkits ();
  g_autofree char *fetched = ws_compiler_get_fetched_folder ();
  WsCompiler *found = NULL;

  for (guint i = 0; found == NULL && i < G_N_ELEMENTS (variables); i++)
    if (g_getenv (variables[i]) != NULL)
      found = look_for_nvcc (g_getenv (variables[i]), WS_COMPILER_NAMED);
  for (guint i = 0; found == NULL && i < toolkits->len; i++)
    found = look_for_nvcc (g_ptr_array_index (toolkits, i), WS_COMPILER_TOOLKIT);
  if (found == NULL)
    found = look_for_nvcc (fetched, WS_COMPILER_FETCHED);
  if (found == NULL)
    found = look_for_nvcc ("/usr", WS_COMPILER_SYSTEM);
  return found;
}

/* Those of distributions, newest first: one in a home folder could be anything. */
static WsCompiler *
find_clang (void)
{
  static const char *const folder = "/usr/bin";
  g_autofree char *plain = g_build_filename (folder, "clang", NULL);

  if (g_file_test (plain, G_FILE_TEST_IS_EXECUTABLE))
    return make_program (WS_COMPILER_CLANG, WS_COMPILER_SYSTEM, plain);
  for (guint version = 30; version >= 14; version--)
    {
      g_autofree char *program = g_strdup_printf ("%s/clang-%u", folder, version);

      if (g_file_test (program, G_FILE_TEST_IS_EXECUTABLE))
        return make_program (WS_COMPILER_CLANG, WS_COMPILER_SYSTEM, program);
    }
  return NULL;
}

static const struct {
  const char *name; /* of WARPSTAGE_COMPILER */
  WsCompiler *(*find) (void);
  const char *lost; /* nullable: what it lacks compared with the first */
} kinds[] = {
  [WS_COMPILER_NVRTC] = { "nvrtc", find_nvrtc, NULL },
  [WS_COMPILER_NVCC] = { "nvcc", find_nvcc,
                         N_ ("Compiling with NVIDIA's nvcc, as NVRTC was not found: this takes a "
                             "second or two, and functions without __device__ are host "
                             "functions.") },
  [WS_COMPILER_CLANG] = { "clang", find_clang,
                          N_ ("Compiling with Clang and a small header of Warpstage's: CUDA's own "
                              "headers (half, cooperative groups, cuRAND, CUB) are missing; exp, "
                              "log, "
                              "sin, cos and pow for float are the fast approximations.") },
};

/**
 * ws_compiler_explain:
 * @kind: kind of compiler
 *
 * Returns: (nullable): its limitations, as a sentence in the user's language; %NULL if there are
 * none
 */
const char *
ws_compiler_explain (WsCompilerKind kind)
{
  return kinds[kind].lost != NULL ? _ (kinds[kind].lost) : NULL;
}

/**
 * ws_compiler_explain_name:
 * @name: of a compiler, as in a #WsCompileResult: "clang 14.0.6"
 *
 * Returns: (nullable): as ws_compiler_explain()
 */
const char *
ws_compiler_explain_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (name, kinds[i].name))
      return ws_compiler_explain ((WsCompilerKind)i);
  return NULL;
}

/* The kind that WARPSTAGE_COMPILER names; %FALSE if it names a folder. */
static gboolean
find_kind (const char *name, WsCompilerKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (name, kinds[i].name))
      {
        *kind = (WsCompilerKind)i;
        return TRUE;
      }
  return FALSE;
}

/* Whether this is part of the Python package, which sets a marker: it has neither a menu nor a
 * downloader. */
static gboolean
is_of_python (void)
{
  return g_getenv ("WARPSTAGE_PYTHON") != NULL;
}

static const char *
get_missing_words (void)
{
  if (is_of_python ())
    return _ ("No CUDA compiler was found. Install NVIDIA's with “pip install "
              "'warpstage[compiler]'”. The kernels in the list need no compiler.");
  return _ ("No CUDA compiler was found: NVIDIA's NVRTC is not on this computer. Choose “Get the "
            "Compiler…” from the menu, run “warpstage-cli compiler --get”, or install a CUDA "
            "Toolkit. The kernels in the list need no compiler.");
}

/**
 * ws_compiler_find:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER, with the remedy
 *
 * If WARPSTAGE_COMPILER is set, looks only in that folder, or for that kind ("nvrtc", "nvcc",
 * "clang"). Otherwise for NVRTC, in the folders of CUDA_HOME and CUDA_PATH, in CUDA Toolkits, in
 * ws_compiler_get_fetched_folder(), and among the system's libraries; then for nvcc, in the same
 * toolkits; then for the distribution's clang.
 *
 * Returns: (transfer full) (nullable): the first
 */
WsCompiler *
ws_compiler_find (GError **error)
{
  const char *only = g_getenv ("WARPSTAGE_COMPILER");
  WsCompiler *found = NULL;
  WsCompilerKind kind;

  if (only != NULL && find_kind (only, &kind))
    found = kinds[kind].find ();
  else if (only != NULL)
    found = look_in (only, WS_COMPILER_NAMED);
  for (guint i = 0; only == NULL && found == NULL && i < G_N_ELEMENTS (kinds); i++)
    found = kinds[i].find ();
  if (found == NULL)
    g_set_error_literal (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
                         get_missing_words ());
  return found;
}

/* For a whole program; %FALSE if WARPSTAGE_COMPILER names another kind. */
static gboolean
may_be (WsCompilerKind kind)
{
  const char *only = g_getenv ("WARPSTAGE_COMPILER");
  WsCompilerKind named = kind;

  if (only == NULL)
    return TRUE;
  return find_kind (only, &named) && (named == WS_COMPILER_CLANG) == (kind == WS_COMPILER_CLANG);
}

static void
set_lacks_programs (GError **error)
{
  const char *sentence =
      is_of_python ()
          ? _ ("A program's main() is compiled by NVIDIA's nvcc or by Clang, and neither is on "
               "this computer: install the distribution's clang, or a CUDA Toolkit.")
          : _ (
              "A program's main() is compiled by NVIDIA's nvcc or by Clang, and neither is on this "
              "computer. Choose “Get the Compiler…” from the menu, run “warpstage-cli compiler "
              "--get”, or install a CUDA Toolkit or the distribution's clang.");

  g_set_error_literal (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER, sentence);
}

/**
 * ws_compiler_find_nvcc:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER, with the remedy
 *
 * If WARPSTAGE_COMPILER names a folder, looks only there, and nowhere if it is "clang". Otherwise
 * in the folders of CUDA_HOME and CUDA_PATH, in CUDA Toolkits, in ws_compiler_get_fetched_folder(),
 * and among the system's programs.
 *
 * Returns: (transfer full) (nullable): the first nvcc, which compiles whole programs
 */
WsCompiler *
ws_compiler_find_nvcc (GError **error)
{
  const char *only = g_getenv ("WARPSTAGE_COMPILER");
  WsCompilerKind kind;
  WsCompiler *found = NULL;

  if (only != NULL && !find_kind (only, &kind))
    found = look_for_nvcc (only, WS_COMPILER_NAMED);
  else if (may_be (WS_COMPILER_NVCC))
    found = find_nvcc ();
  if (found == NULL)
    set_lacks_programs (error);
  return found;
}

/**
 * ws_compiler_find_clang:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER, with the remedy
 *
 * Looks nowhere if WARPSTAGE_COMPILER names something else.
 *
 * Returns: (transfer full) (nullable): the distribution's clang, which compiles whole programs that
 * do not need CUDA's own headers
 */
WsCompiler *
ws_compiler_find_clang (GError **error)
{
  WsCompiler *found = may_be (WS_COMPILER_CLANG) ? find_clang () : NULL;

  if (found == NULL)
    set_lacks_programs (error);
  return found;
}
