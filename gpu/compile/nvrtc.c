/* nvrtc.c: NVIDIA's run-time compiler, opened by dlopen(): CUDA C++ to PTX in its own process's
 * memory. After NVIDIA's "NVRTC" documentation. */
#include "compile/compiler.h"
#include "compile/diagnostics.h"
#include "compile/tidy.h"

#include <dlfcn.h>
#include <glib/gi18n.h>
#include <string.h>

typedef void *Program;
typedef int Status;

enum { OK = 0 };

struct _WsNvrtc {
  void *library;
  void *builtins; /* nullable */
  char *name;
  char *include; /* nullable */
  Status (*version) (int *major, int *minor);
  const char *(*get_error) (Status status);
  Status (*create) (Program *program, const char *source, const char *name, int n_headers,
                    const char *const *headers, const char *const *names);
  Status (*destroy) (Program *program);
  Status (*add_expression) (Program program, const char *expression);
  Status (*get_lowered) (Program program, const char *expression, const char **lowered);
  Status (*compile) (Program program, int n_options, const char *const *options);
  Status (*get_log_size) (Program program, gsize *size);
  Status (*get_log) (Program program, char *log);
  Status (*get_ptx_size) (Program program, gsize *size);
  Status (*get_ptx) (Program program, char *ptx);
  Status (*get_cubin_size) (Program program, gsize *size);
  Status (*get_cubin) (Program program, char *cubin);
};

static const struct {
  const char *name;
  gsize offset;
} symbols[] = {
  { "nvrtcVersion", G_STRUCT_OFFSET (WsNvrtc, version) },
  { "nvrtcGetErrorString", G_STRUCT_OFFSET (WsNvrtc, get_error) },
  { "nvrtcCreateProgram", G_STRUCT_OFFSET (WsNvrtc, create) },
  { "nvrtcDestroyProgram", G_STRUCT_OFFSET (WsNvrtc, destroy) },
  { "nvrtcAddNameExpression", G_STRUCT_OFFSET (WsNvrtc, add_expression) },
  { "nvrtcGetLoweredName", G_STRUCT_OFFSET (WsNvrtc, get_lowered) },
  { "nvrtcCompileProgram", G_STRUCT_OFFSET (WsNvrtc, compile) },
  { "nvrtcGetProgramLogSize", G_STRUCT_OFFSET (WsNvrtc, get_log_size) },
  { "nvrtcGetProgramLog", G_STRUCT_OFFSET (WsNvrtc, get_log) },
  { "nvrtcGetPTXSize", G_STRUCT_OFFSET (WsNvrtc, get_ptx_size) },
  { "nvrtcGetPTX", G_STRUCT_OFFSET (WsNvrtc, get_ptx) },
  { "nvrtcGetCUBINSize", G_STRUCT_OFFSET (WsNvrtc, get_cubin_size) },
  { "nvrtcGetCUBIN", G_STRUCT_OFFSET (WsNvrtc, get_cubin) },
};

/* NVRTC loads its other half by name on the first compilation: it must be loaded before, from
 * wherever it is. */
static void *
open_builtins (const char *library)
{
  g_autofree char *folder = g_path_get_dirname (library);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  void *opened = NULL;
  const char *name;

  while (dir != NULL && opened == NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, "libnvrtc-builtins.so."))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        opened = dlopen (path, RTLD_NOW | RTLD_GLOBAL);
      }
  return opened;
}

/**
 * ws_nvrtc_open:
 * @compiler: from ws_compiler_find()
 * @error: return location for a #GError: %WS_COMPILE_ERROR_NO_COMPILER
 *
 * Returns: (transfer full) (nullable): the compiler, opened
 */
WsNvrtc *
ws_nvrtc_open (const WsCompiler *compiler, GError **error)
{
  g_autoptr (WsNvrtc) self = g_new0 (WsNvrtc, 1);
  int major, minor;

  self->builtins = open_builtins (compiler->library);
  self->library = dlopen (compiler->library, RTLD_NOW | RTLD_LOCAL);
  if (self->library == NULL)
    {
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
                   _ ("The compiler cannot be opened: %s."), dlerror ());
      return NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    {
      void *symbol = dlsym (self->library, symbols[i].name);

      memcpy ((char *)self + symbols[i].offset, &symbol, sizeof symbol);
      if (symbol != NULL)
        continue;
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_NO_COMPILER,
                   _ ("“%s” is not a supported compiler: it has no %s."), compiler->library,
                   symbols[i].name);
      return NULL;
    }
  if (self->version (&major, &minor) != OK)
    major = minor = 0;
  self->name = g_strdup_printf ("NVRTC %d.%d", major, minor);
  self->include = g_strdup (compiler->include);
  return g_steal_pointer (&self);
}

/**
 * ws_nvrtc_close:
 * @self: (transfer full): a compiler
 */
void
ws_nvrtc_close (WsNvrtc *self)
{
  if (self->library != NULL)
    dlclose (self->library);
  if (self->builtins != NULL)
    dlclose (self->builtins);
  g_free (self->name);
  g_free (self->include);
  g_free (self);
}

/* Returns: (transfer none): as in "NVRTC 13.0" */
const char *
ws_nvrtc_get_name (const WsNvrtc *self)
{
  return self->name;
}

static gboolean
fail (const WsNvrtc *self, Status status, GError **error)
{
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_SOURCE, _ ("%s failed: %s."), self->name,
               self->get_error (status));
  return FALSE;
}

/* (transfer full): a text whose size is queried first */
static char *
get_text (Program program, Status (*get_size) (Program program, gsize *size),
          Status (*get) (Program program, char *text))
{
  gsize size = 0;
  char *text;

  if (get_size (program, &size) != OK || size == 0)
    return g_strdup ("");
  text = g_malloc0 (size + 1);
  get (program, text);
  return text;
}

/* (transfer full) */
static GBytes *
get_cubin (const WsNvrtc *self, Program program)
{
  gsize size = 0;
  char *cubin;

  if (self->get_cubin_size (program, &size) != OK)
    size = 0;
  cubin = g_malloc0 (MAX (size, 1));
  if (size > 0)
    self->get_cubin (program, cubin);
  return g_bytes_new_take (cubin, size);
}

/* @linked: whether it will be linked with CUDA's device runtime */
static GPtrArray *
list_options (const WsNvrtc *self, const WsCompileRequest *request, gboolean linked)
{
  GPtrArray *options = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (options, g_strdup_printf ("--gpu-architecture=%s_%u",
                                             request->wants_machine_code ? "sm" : "compute",
                                             request->architecture));
  g_ptr_array_add (options, g_strdup ("--std=c++17"));
  g_ptr_array_add (options, g_strdup ("-lineinfo"));
  /* unannotated functions are compiled for the device, too: plain C helpers are used by both
   * sides */
  g_ptr_array_add (options, g_strdup ("--device-as-default-execution-space"));
  if (linked)
    g_ptr_array_add (options, g_strdup ("-rdc=true"));
  if (self->include != NULL)
    {
      g_ptr_array_add (options, g_strconcat ("-I", self->include, NULL));
      g_ptr_array_add (options, g_strconcat ("-I", self->include, "/cccl", NULL));
    }
  return options;
}

static void
take_names (const WsNvrtc *self, Program program, const WsCompileRequest *request,
            WsCompileResult *result)
{
  for (guint i = 0; i < request->expressions->len; i++)
    {
      const char *lowered = NULL;

      if (self->get_lowered (program, g_ptr_array_index (request->expressions, i), &lowered) != OK)
        lowered = NULL;
      g_ptr_array_add (result->names, g_strdup (lowered != NULL ? lowered : ""));
    }
}

/* The prefix of a source ends in "#line 1". */
static guint
count_lines (const char *text)
{
  const char *begin = strstr (text, "#line 1 ");
  guint n = begin != NULL ? 0 : 1;

  for (const char *at = begin != NULL ? begin : text; *at != '\0'; at++)
    if (*at == '\n' && at[1] != '\0')
      n++;
  return n;
}

static WsCompileResult *
compile (WsNvrtc *self, const WsCompileRequest *request, gboolean linked, GError **error)
{
  g_autoptr (WsCompileResult) result = ws_compile_result_new (self->name);
  g_autoptr (GPtrArray) options = list_options (self, request, linked);
  guint n_headers = request->headers->len / 2;
  g_autofree const char **names = g_new (const char *, n_headers + 1);
  g_autofree const char **texts = g_new (const char *, n_headers + 1);
  g_autofree char *log = NULL;
  Program program = NULL;
  Status status;

  for (guint i = 0; i < n_headers; i++)
    {
      names[i] = g_ptr_array_index (request->headers, 2 * i);
      texts[i] = g_ptr_array_index (request->headers, 2 * i + 1);
    }
  status = self->create (&program, request->source, request->file, (int)n_headers, texts, names);
  if (status != OK)
    {
      fail (self, status, error);
      return NULL;
    }
  for (guint i = 0; i < request->expressions->len; i++)
    self->add_expression (program, g_ptr_array_index (request->expressions, i));
  status = self->compile (program, (int)options->len, (const char *const *)options->pdata);
  log = get_text (program, self->get_log_size, self->get_log);
  ws_diagnostics_parse (log, request->file, count_lines (request->source), result->diagnostics);
  if (status == OK)
    {
      g_autofree char *ptx = get_text (program, self->get_ptx_size, self->get_ptx);

      if (request->wants_machine_code)
        {
          result->ptx = g_steal_pointer (&ptx);
          result->object = get_cubin (self, program);
        }
      else
        result->ptx = ws_compile_tidy (ptx);
      take_names (self, program, request, result);
    }
  self->destroy (&program);
  /* a failure without a line in the log is the compiler's own */
  if (status != OK && result->diagnostics->len == 0)
    {
      fail (self, status, error);
      return NULL;
    }
  return g_steal_pointer (&result);
}

/**
 * ws_nvrtc_compile:
 * @request: what to compile
 * @error: return location for a #GError: %WS_COMPILE_ERROR_SOURCE if the compiler itself failed
 *
 * Errors of the source are not a #GError, but the result's diagnostics. A source that launches
 * kernels from kernels is compiled again for linking, as the compiler otherwise rejects it.
 *
 * Returns: (transfer full) (nullable): the result
 */
WsCompileResult *
ws_nvrtc_compile (WsNvrtc *self, const WsCompileRequest *request, GError **error)
{
  g_autoptr (WsCompileResult) result = compile (self, request, FALSE, error);

  if (result == NULL || result->ptx != NULL || strstr (request->source, "<<<") == NULL)
    return g_steal_pointer (&result);
  return compile (self, request, TRUE, error);
}
