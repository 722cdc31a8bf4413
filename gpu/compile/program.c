#include "compile/program-private.h"

#include "bundle/bundle.h"
#include "compile/diagnostics.h"
#include "compile/missing.h"

#include <glib/gi18n.h>
#include <string.h>
#include <sys/wait.h>

#define MOST_ROUNDS 16 /* attempts per source: each finds one header, or a kind of kernel */

/* Best first. */
static const WsProgramWay *const ways[] = { &ws_program_nvcc, &ws_program_clang };

/* ---- running it ---- */

/* (transfer full): @text, with @what replaced by @with */
static char *
replace (const char *text, const char *what, const char *with)
{
  GString *string = g_string_new (text);

  g_string_replace (string, what, with, 0);
  return g_string_free (string, FALSE);
}

/* Returns: architecture of the device code, as in 75 */
guint
ws_program_work_get_architecture (const WsProgramWork *work)
{
  guint most = work->compiler->way->most_architecture;
  guint asked = MAX (work->request->architecture, WS_COMPILE_LEAST_ARCHITECTURE);

  return most > 0 ? MIN (asked, most) : asked;
}

/**
 * ws_program_work_add_arguments:
 * @argv: (element-type utf8): receives them
 * @list: (array length=n): "%ARCHITECTURE" stands for a number such as "75", "%FOLDER" for the
 * folder
 */
void
ws_program_work_add_arguments (const WsProgramWork *work, GPtrArray *argv, const char *const *list,
                               guint n)
{
  g_autofree char *architecture = g_strdup_printf ("%u", ws_program_work_get_architecture (work));

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *with = replace (list[i], "%ARCHITECTURE", architecture);

      g_ptr_array_add (
          argv, replace (with, "%FOLDER", ws_compile_folder_get_path (work->compiler->folder)));
    }
}

/* The source's name, made distinct from an option. */
void
ws_program_work_add_source (const WsProgramWork *work, GPtrArray *argv)
{
  const char *file = work->request->file;

  g_ptr_array_add (argv, g_strconcat (*file == '-' ? "./" : "", file, NULL));
}

/**
 * ws_program_name_files:
 * @text: a compiler's output, with relative paths
 * @before: text before a file's name
 *
 * Returns: (transfer full): the same, with the user's names of files: clang calls a header next to
 * the source "./sum.h"
 */
char *
ws_program_name_files (const char *text, const char *before)
{
  g_autofree char *beside = g_strconcat (before, "./", NULL);
  char *named = replace (text, WS_PROGRAM_SOURCES "/", "");

  while (strstr (named, beside) != NULL)
    {
      g_autofree char *longer = named;

      named = replace (longer, beside, before);
    }
  return named;
}

/**
 * ws_program_work_run:
 * @argv: (element-type utf8): a program and its arguments
 * @error: return location for a #GError: #GSpawnError
 *
 * Runs it in the source's folder, and adds its output.
 *
 * Returns: whether it could be started
 */
gboolean
ws_program_work_run (WsProgramWork *work, GPtrArray *argv, GError **error)
{
  g_autofree char *log = NULL;
  g_autofree char *lines = NULL;
  g_autofree char *bare = NULL;

  g_ptr_array_add (argv, NULL);
  if (!ws_compile_folder_run (work->compiler->folder, WS_PROGRAM_SOURCES, argv, &work->status,
                              error))
    return FALSE;
  log = ws_compile_folder_read_log (work->compiler->folder);
  lines = g_strconcat ("\n", log, NULL);
  bare = ws_program_name_files (lines, "\n");
  ws_diagnostics_parse (bare, work->request->file, 1, work->result->diagnostics);
  return TRUE;
}

/* Returns: whether the last program failed */
gboolean
ws_program_work_has_failed (const WsProgramWork *work)
{
  return !WIFEXITED (work->status) || WEXITSTATUS (work->status) != 0;
}

/* ---- its files ---- */

/**
 * ws_program_write_own:
 * @below: a subfolder of the compiler's folder
 * @name: of the file there
 * @resource: the resource with its contents, below /warpstage
 * @error: return location for a #GError
 *
 * Returns: whether the resource exists and was written
 */
gboolean
ws_program_write_own (const WsProgramCompiler *self, const char *below, const char *name,
                      const char *resource, GError **error)
{
  g_autofree char *path = g_strconcat ("/warpstage/", resource, NULL);
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (ws_bundle_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);

  return bytes != NULL
         && ws_compile_folder_write (self->folder, below, name, g_bytes_get_data (bytes, NULL),
                                     error);
}

/* A header that programs include. */
static gboolean
write_ready (const WsProgramCompiler *self, const char *below, const char *name, const char *base,
             GError **error)
{
  g_autofree char *resource = g_strconcat ("program/", base, NULL);

  return ws_program_write_own (self, below, name, resource, error);
}

static gboolean
write_all (const WsProgramWork *work, GError **error)
{
  const WsProgramCompiler *self = work->compiler;
  const WsCompileRequest *request = work->request;
  g_auto (GStrv) own = g_resource_enumerate_children (
      ws_bundle_get_resource (), "/warpstage/program", G_RESOURCE_LOOKUP_FLAGS_NONE, error);

  for (guint i = 0; own != NULL && own[i] != NULL; i++)
    if (!write_ready (self, WS_PROGRAM_OWN, own[i], own[i], error))
      return FALSE;
  if (self->way->write != NULL && !self->way->write (work, error))
    return FALSE;
  for (guint i = 0; i + 1 < request->headers->len; i += 2)
    if (!ws_compile_folder_write (self->folder, WS_PROGRAM_SOURCES,
                                  g_ptr_array_index (request->headers, i),
                                  g_ptr_array_index (request->headers, i + 1), error))
      return FALSE;
  return own != NULL
         && ws_compile_folder_write (self->folder, WS_PROGRAM_SOURCES, request->file,
                                     request->source, error);
}

/* A missing header named like one of Warpstage's: "../../Common/helper_cuda.h". */
static gboolean
find_header (const WsProgramWork *work)
{
  const GPtrArray *diagnostics = work->result->diagnostics;

  for (guint i = 0; i < diagnostics->len; i++)
    {
      const WsDiagnostic *one = g_ptr_array_index (diagnostics, i);
      g_autofree char *name =
          one->severity == WS_SEVERITY_ERROR ? ws_compile_read_missing (one->text) : NULL;
      g_autofree char *base = name != NULL ? g_path_get_basename (name) : NULL;

      if (base != NULL && strchr (name, '/') != NULL
          && write_ready (work->compiler, WS_PROGRAM_SOURCES, name, base, NULL))
        return TRUE;
    }
  return FALSE;
}

/* Lines of PTX have the path where the source was compiled: keeps only its name, padded with
 * spaces. */
static void
leave_out (char *begin, gsize size, const char *folder)
{
  g_autofree char *quoted = g_strconcat ("\"", folder, "/", NULL);
  gsize length = strlen (quoted);
  char *at = begin;

  while ((at = memmem (at, size - (gsize)(at - begin), quoted, length)) != NULL)
    {
      char *name = at + length;
      char *end = memchr (name, '"', size - (gsize)(name - begin));

      if (end == NULL)
        break;
      memmove (at + 1, name, (gsize)(end + 1 - name));
      memset (end + 1 - (length - 1), ' ', length - 1);
      at = end;
    }
}

static GBytes *
read_object (const WsProgramCompiler *self)
{
  const char *folder = ws_compile_folder_get_path (self->folder);
  g_autofree char *sources = g_build_filename (folder, WS_PROGRAM_SOURCES, NULL);
  gsize size;
  char *object =
      g_bytes_unref_to_data (ws_compile_folder_read (self->folder, WS_PROGRAM_OUTPUT), &size);

  leave_out (object, size, sources);
  leave_out (object, size, folder);
  return g_bytes_new_take (object, size);
}

/* ---- compiling ---- */

static gboolean
has_error (const GPtrArray *diagnostics)
{
  for (guint i = 0; i < diagnostics->len; i++)
    if (((const WsDiagnostic *)g_ptr_array_index (diagnostics, i))->severity == WS_SEVERITY_ERROR)
      return TRUE;
  return FALSE;
}

/* Retries if that may help. */
static gboolean
prepare_next (WsProgramWork *work)
{
  gboolean finds = find_header (work);

  if (!finds && work->compiler->way->change != NULL)
    finds = work->compiler->way->change (work);
  if (finds)
    g_ptr_array_set_size (work->result->diagnostics, 0);
  return finds;
}

static gboolean
compile (WsProgramWork *work, GError **error)
{
  const WsProgramCompiler *self = work->compiler;
  g_autofree char *log = NULL;
  guint round = 0;

  if (!write_all (work, error))
    return FALSE;
  do
    if (!self->way->build (work, error))
      return FALSE;
  while (ws_program_work_has_failed (work) && ++round < MOST_ROUNDS && prepare_next (work));
  if (!ws_program_work_has_failed (work) && self->way->finish != NULL
      && !self->way->finish (work, error))
    return FALSE;
  if (!ws_program_work_has_failed (work))
    {
      work->result->object = read_object (self);
      ws_compile_folder_list_reads (self->folder, work->result->reads);
      return TRUE;
    }
  if (self->way->explain != NULL)
    self->way->explain (work);
  if (has_error (work->result->diagnostics))
    return TRUE;
  log = ws_compile_folder_read_log (self->folder);
  ws_compile_folder_set_failure (self->folder, self->name, work->status, log, error);
  return FALSE;
}

/**
 * ws_program_compiler_compile:
 * @request: what to compile; its expressions are ignored
 * @error: return location for a #GError: %WS_COMPILE_ERROR_SOURCE if the compiler failed without an
 * error in the source, %WS_COMPILE_ERROR_ENDLESS if it took too long
 *
 * Compiles and links. No files are left behind.
 *
 * Returns: (transfer full) (nullable): a shared object, or errors in the source
 */
WsCompileResult *
ws_program_compiler_compile (WsProgramCompiler *self, const WsCompileRequest *request,
                             GError **error)
{
  g_autoptr (WsCompileResult) result = ws_compile_result_new (self->name);
  WsProgramWork work = { .compiler = self, .request = request, .result = result };
  gboolean is_done = compile (&work, error);

  ws_compile_folder_clean (self->folder);
  return is_done ? g_steal_pointer (&result) : NULL;
}

/* ---- opening ---- */

/* A toolkit's folders. It may be in the home folder: files next to them are not the compiler's. */
static char **
list_reads (const char *program)
{
  static const char *const names[] = { "bin", "include", "lib", "lib64", "nvvm", "targets" };
  g_autofree char *bin = g_path_get_dirname (program);
  g_autofree char *root = g_path_get_dirname (bin);
  char **list = g_new0 (char *, G_N_ELEMENTS (names) + 1);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    list[i] = g_build_filename (root, names[i], NULL);
  return list;
}

/* (transfer full) (nullable) */
static WsProgramCompiler *
open_way (const WsProgramWay *way, GError **error)
{
  g_autoptr (WsProgramCompiler) self = g_new0 (WsProgramCompiler, 1);
  g_autofree char *said = NULL;

  self->way = way;
  self->device = way->find (error);
  if (self->device == NULL)
    return NULL;
  self->reads = list_reads (self->device->library);
  self->folder = ws_compile_folder_new (ws_compile_get_limit (WS_COMPILE_PROGRAM_SECONDS));
  if (self->folder != NULL)
    said = ws_compile_folder_ask_version (self->folder, self->device->library);
  if (said == NULL)
    {
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
                   _ ("“%s” could not be started."), self->device->library);
      return NULL;
    }
  return way->open (self, said, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * ws_program_compiler_new:
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER, with the remedy
 *
 * Finds nvcc, as ws_compiler_find_nvcc(), and the system's g++, else clang, as
 * ws_compiler_find_clang(), queries versions, and creates a folder for them.
 *
 * Returns: (transfer full) (nullable): the compiler
 */
WsProgramCompiler *
ws_program_compiler_new (GError **error)
{
  WsProgramCompiler *self = NULL;
  g_autoptr (GError) first = NULL;

  for (guint i = 0; self == NULL && i < G_N_ELEMENTS (ways); i++)
    self = open_way (ways[i], first == NULL ? &first : NULL);
  if (self == NULL)
    g_propagate_error (error, g_steal_pointer (&first));
  return self;
}

/* Also removes its folder. */
void
ws_program_compiler_free (WsProgramCompiler *self)
{
  g_clear_pointer (&self->device, ws_compiler_free);
  g_clear_pointer (&self->folder, ws_compile_folder_free);
  g_strfreev (self->reads);
  g_strfreev (self->includes);
  g_free (self->host);
  g_free (self->name);
  g_free (self);
}

/* Returns: (transfer none): path of the device compiler */
const WsCompiler *
ws_program_compiler_get_device (const WsProgramCompiler *self)
{
  return self->device;
}

/* Returns: (transfer none) (nullable): path of the host compiler, if different */
const char *
ws_program_compiler_get_host (const WsProgramCompiler *self)
{
  return self->host;
}

/* Returns: (transfer none): as in "nvcc 13.0, g++ 12.2.0", or "clang 14.0.6" */
const char *
ws_program_compiler_get_name (const WsProgramCompiler *self)
{
  return self->name;
}

/* Returns: (transfer none): where its files are */
const char *
ws_program_compiler_get_folder (const WsProgramCompiler *self)
{
  return ws_compile_folder_get_path (self->folder);
}

/* Returns: (transfer none) (array zero-terminated=1): folders that it reads in addition to the
 * system's */
const char *const *
ws_program_compiler_get_read_folders (const WsProgramCompiler *self)
{
  return (const char *const *)self->reads;
}
