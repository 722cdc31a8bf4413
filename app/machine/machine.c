#include "machine/machine.h"

#include "compile/compiler.h"
#include "files/replacement.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>

#define SECONDS      30
#define MEMORY_BYTES (G_GUINT64_CONSTANT (8) << 30)
#define FILE_BYTES   (G_GUINT64_CONSTANT (256) << 20)

/* Compute capabilities from 7.5 to 12.1, times ten: those that ptxas of CUDA 13 assembles for. */
static const guint architectures[] = { 75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121 };

/* ---- the tools ---- */

/* (transfer full) (nullable) */
static char *
look_in (const char *root, const char *name)
{
  g_autofree char *path = root != NULL ? g_build_filename (root, "bin", name, NULL) : NULL;

  return path != NULL && g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) ? g_steal_pointer (&path)
                                                                       : NULL;
}

static char *
find_tool (const char *name)
{
  const char *only = g_getenv ("WARPSTAGE_COMPILER");
  g_autofree char *fetched = ws_compiler_get_fetched_folder ();
  const char *const roots[] = { g_getenv ("CUDA_HOME"), g_getenv ("CUDA_PATH"), "/usr/local/cuda",
                                "/opt/cuda", fetched };
  char *found = NULL;

  if (only != NULL)
    return look_in (only, name);
  for (guint i = 0; i < G_N_ELEMENTS (roots) && found == NULL; i++)
    found = look_in (roots[i], name);
  return found != NULL ? found : g_find_program_in_path (name);
}

/**
 * ws_machine_tools_find:
 * @self: (out caller-allocates): what is there
 *
 * Looks in the folder that WARPSTAGE_COMPILER names and nowhere else, where it is set; else where
 * ws_compiler_find() looks for a compiler, and among the programs.
 */
void
ws_machine_tools_find (WsMachineTools *self)
{
  *self = (WsMachineTools){ .ptxas = find_tool ("ptxas"),
                            .nvdisasm = find_tool ("nvdisasm"),
                            .seconds = SECONDS };
}

/**
 * ws_machine_tools_clear:
 * @self: (inout): tools
 */
void
ws_machine_tools_clear (WsMachineTools *self)
{
  g_clear_pointer (&self->ptxas, g_free);
  g_clear_pointer (&self->nvdisasm, g_free);
}

/**
 * ws_machine_list_architectures:
 * @n: (out): how many there are
 *
 * Returns: (transfer none) (array length=n): compute capabilities, times ten
 */
const guint *
ws_machine_list_architectures (guint *n)
{
  *n = G_N_ELEMENTS (architectures);
  return architectures;
}

/* ---- running them ---- */

static void
set_limit (int resource, guint64 most)
{
  const struct rlimit limit = { .rlim_cur = most, .rlim_max = most };

  setrlimit (resource, &limit);
}

static void
limit_child (gpointer data)
{
  set_limit (RLIMIT_CPU, GPOINTER_TO_UINT (data));
  set_limit (RLIMIT_AS, MEMORY_BYTES);
  set_limit (RLIMIT_FSIZE, FILE_BYTES);
  set_limit (RLIMIT_CORE, 0);
}

static gboolean
fail (GSubprocess *process, const char *tool, guint seconds, const char *said, GError **error)
{
  g_autofree char *name = g_path_get_basename (tool);
  g_autofree char *first = g_strndup (said, strcspn (said, "\n"));

  if (g_subprocess_get_if_signaled (process))
    g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_ENDLESS,
                 _ ("%s was stopped: it exceeded %u s, or its memory limit."), name, seconds);
  else
    g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE, _ ("%s rejected the input: %s"),
                 name, *first != '\0' ? first : _ ("no message."));
  return FALSE;
}

/* @out: (out) (transfer full): what it said, on either stream */
static gboolean
run_tool (const char *const *argv, guint seconds, GCancellable *cancellable, char **out,
          GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize size;
  const char *data;

  g_subprocess_launcher_set_child_setup (launcher, limit_child, GUINT_TO_POINTER (seconds), NULL);
  process = g_subprocess_launcher_spawnv (launcher, argv, error);
  if (process == NULL)
    return FALSE;
  if (!g_subprocess_communicate (process, NULL, cancellable, &bytes, NULL, error))
    {
      g_subprocess_force_exit (process);
      return FALSE;
    }
  data = g_bytes_get_data (bytes, &size);
  *out = size > 0 ? g_utf8_make_valid (data, (gssize)size) : g_strdup ("");
  if (g_subprocess_get_successful (process))
    return TRUE;
  fail (process, argv[0], seconds, *out, error);
  g_clear_pointer (out, g_free);
  return FALSE;
}

static gboolean
lack (const char *name, GError **error)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
               _ ("NVIDIA's %s was not found. Choose “Get the Compiler…” from the menu, run "
                  "“warpstage-cli compiler --get --with-sass”, or install a CUDA Toolkit."),
               name);
  return FALSE;
}

/* @folder: an empty one, where the machine code is left as "code" */
static gboolean
assemble (const WsMachineTools *self, const WsMachineInput *input, const char *folder,
          GCancellable *cancellable, char **said, GError **error)
{
  g_autofree char *source = g_build_filename (folder, "kernel.ptx", NULL);
  g_autofree char *code = g_build_filename (folder, "code", NULL);
  g_autofree char *arch = g_strdup_printf ("-arch=sm_%u", input->architecture);
  g_autoptr (GFile) file = NULL;
  const char *const argv[] = { self->ptxas, "-v", "-lineinfo", arch, source, "-o", code, NULL };

  if (self->ptxas == NULL)
    return lack ("ptxas", error);
  file = g_file_new_for_path (source);
  return ws_file_replace (file, input->ptx, strlen (input->ptx), WS_REPLACE_NONE, cancellable,
                          error)
         && run_tool (argv, self->seconds, cancellable, said, error);
}

static void
clear_folder (char *folder)
{
  static const char *const names[] = { "kernel.ptx", "code" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

/**
 * ws_machine_get_usage:
 * @ptx: text
 * @architecture: compute capability, times ten
 * @error: return location for a #GError: a #WsCompileError
 *
 * Waits for the assembler.
 *
 * Returns: (transfer full) (element-type WsUsage) (nullable): what the threads of each kernel take
 */
GPtrArray *
ws_machine_get_usage (const WsMachineTools *self, const char *ptx, guint architecture,
                      GError **error)
{
  char *folder = g_dir_make_tmp ("warpstage-XXXXXX", error);
  g_autofree char *said = NULL;
  GPtrArray *usage = NULL;

  if (folder == NULL)
    return NULL;
  if (assemble (self, &(WsMachineInput){ ptx, architecture, WS_MACHINE_OF_PTX }, folder, NULL,
                &said, error))
    usage = ws_usage_parse (said);
  clear_folder (folder);
  return usage;
}

/**
 * ws_machine_disassemble:
 * @input: PTX
 * @usage: (out) (optional) (transfer full) (element-type WsUsage): what the threads of each kernel
 * take
 * @cancellable: (nullable): ends the tools
 * @error: return location for a #GError: a #WsCompileError, or %G_IO_ERROR_CANCELLED
 *
 * Waits for both tools.
 *
 * Returns: (transfer full) (nullable): the machine code as text, with the lines that it comes from
 */
char *
ws_machine_disassemble (const WsMachineTools *self, const WsMachineInput *input, GPtrArray **usage,
                        GCancellable *cancellable, GError **error)
{
  static const char *const flags[] = { [WS_MACHINE_OF_SOURCE] = "-g", [WS_MACHINE_OF_PTX] = "-gp" };
  char *folder = g_dir_make_tmp ("warpstage-XXXXXX", error);
  g_autofree char *code = folder != NULL ? g_build_filename (folder, "code", NULL) : NULL;
  const char *const argv[] = { self->nvdisasm, flags[input->origin], "-c", code, NULL };
  g_autofree char *said = NULL;
  char *text = NULL;

  if (folder == NULL)
    return NULL;
  if (self->nvdisasm == NULL)
    lack ("nvdisasm", error);
  else if (assemble (self, input, folder, cancellable, &said, error)
           && run_tool (argv, self->seconds, cancellable, &text, error) && usage != NULL)
    *usage = ws_usage_parse (said);
  clear_folder (folder);
  return text;
}

/**
 * ws_machine_cut_kernel:
 * @text: of ws_machine_disassemble()
 * @entry: of a kernel, as in PTX
 *
 * Returns: (transfer full) (nullable): what is its own
 */
char *
ws_machine_cut_kernel (const char *text, const char *entry)
{
  g_autofree char *label = g_strdup_printf ("\n.text.%s:\n", entry);
  const char *begin = strstr (text, label);
  const char *end;

  if (begin == NULL)
    return NULL;
  begin += strlen (label);
  end = strstr (begin, "\n//-----");
  return end != NULL ? g_strndup (begin, (gsize)(end - begin)) : g_strdup (begin);
}
