#include "program/program-build.h"

#include "program/program-cache.h"
#include "program/program-headers.h"

struct _WsProgramBuild {
  GObject parent_instance;

  char *name; /* of the source's file */
  GFile *folder;
  WsClient *compiler;
  GPtrArray *diagnostics; /* nullable: of the compiler, last */

  char *text;          /* nullable: what the object was compiled of */
  char *edited;        /* nullable: what the code was compiled of, where that is another text */
  GPtrArray *headers;  /* nullable: likewise: names and texts */
  guint architecture;  /* of both */
  GBytes *object;      /* nullable */
  char *maker;         /* nullable: that has made it */
  WsProgramCode *code; /* nullable */
};

G_DEFINE_FINAL_TYPE (WsProgramBuild, ws_program_build, G_TYPE_OBJECT)

static void
forget_code (WsProgramBuild *self)
{
  g_clear_pointer (&self->code, ws_program_code_free);
  g_clear_pointer (&self->edited, g_free);
}

/**
 * ws_program_build_forget:
 *
 * The next one is of the whole source, as the host's compiler has it.
 */
void
ws_program_build_forget (WsProgramBuild *self)
{
  forget_code (self);
  g_clear_pointer (&self->object, g_bytes_unref);
  g_clear_pointer (&self->maker, g_free);
  g_clear_pointer (&self->headers, g_ptr_array_unref);
  g_clear_pointer (&self->text, g_free);
}

static void
ws_program_build_finalize (GObject *object)
{
  WsProgramBuild *self = WS_PROGRAM_BUILD (object);

  ws_program_build_forget (self);
  g_clear_object (&self->folder);
  g_clear_object (&self->compiler);
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
  g_free (self->name);
  G_OBJECT_CLASS (ws_program_build_parent_class)->finalize (object);
}

static void
ws_program_build_class_init (WsProgramBuildClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_program_build_finalize;
}

static void
ws_program_build_init (WsProgramBuild *self)
{
}

/**
 * ws_program_build_new:
 * @file: the source's: headers are taken from its folder
 *
 * Returns: (transfer full): one of which nothing is compiled yet
 */
WsProgramBuild *
ws_program_build_new (GFile *file)
{
  WsProgramBuild *self = g_object_new (WS_TYPE_PROGRAM_BUILD, NULL);

  self->name = g_file_get_basename (file);
  self->folder = g_file_get_parent (file);
  return self;
}

static guint
get_architecture (const WsSpec *spec)
{
  return ws_compile_get_architecture (ws_spec_get_capability (spec));
}

/**
 * ws_program_build_is_of:
 * @text: of a source
 * @spec: of a virtual GPU
 *
 * Returns: whether it is what that text was compiled to for that one
 */
gboolean
ws_program_build_is_of (WsProgramBuild *self, const char *text, const WsSpec *spec)
{
  return self->object != NULL && self->architecture == get_architecture (spec)
         && g_str_equal (self->edited != NULL ? self->edited : self->text, text);
}

/* Returns: (transfer none) (nullable): a shared object with the program's main() */
GBytes *
ws_program_build_get_object (WsProgramBuild *self)
{
  return self->object;
}

/* Returns: (transfer none) (nullable): what has made that, as in "nvcc 13.0, g++ 12.2.0" */
const char *
ws_program_build_get_compiler (WsProgramBuild *self)
{
  return self->maker;
}

/* Returns: (transfer none) (nullable): what runs in place of the object's kernels */
const WsProgramCode *
ws_program_build_get_code (WsProgramBuild *self)
{
  return self->code;
}

/* Returns: (transfer none) (nullable) (element-type WsDiagnostic): of the compiler, last */
GPtrArray *
ws_program_build_get_diagnostics (WsProgramBuild *self)
{
  return self->diagnostics;
}

/* ---- compiling ---- */

static void
take_diagnostics (WsProgramBuild *self, const WsCompileResult *result)
{
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
  self->diagnostics = g_ptr_array_ref (result->diagnostics);
}

static void
compiled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WsProgramBuild *self = g_task_get_source_object (task);
  const WsCompileRequest *request = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (WsCompileResult) compiled =
      ws_program_cache_compile_finish (WS_CLIENT (source), result, &error);

  if (compiled != NULL)
    take_diagnostics (self, compiled);
  if (compiled == NULL || !ws_compile_result_check (compiled, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  ws_program_build_forget (self);
  self->object = g_bytes_ref (compiled->object);
  self->maker = g_strdup (compiled->compiler);
  self->text = g_strdup (request->source);
  self->headers = g_ptr_array_ref (request->headers);
  self->architecture = request->architecture;
  g_task_return_boolean (task, TRUE);
}

/* @task: (transfer full) */
static void
compile (WsProgramBuild *self, GTask *task)
{
  const WsCompileRequest *request = g_task_get_task_data (task);

  if (self->compiler == NULL)
    self->compiler = ws_client_new_for_programs (NULL);
  ws_program_cache_compile_async (self->compiler, request, g_task_get_cancellable (task),
                                  compiled_cb, task);
}

/* ---- kernels alone ---- */

/* (transfer full) (nullable) */
static WsCompileResult *
read_edited (GAsyncResult *result, WsClient *client)
{
  g_autoptr (GVariant) answer = ws_client_ask_finish (client, result, NULL);
  g_autoptr (WsCompileResult) compiled =
      answer != NULL ? ws_compile_result_from_variant (answer, NULL) : NULL;

  return compiled != NULL && compiled->ptx != NULL && compiled->object != NULL
             ? g_steal_pointer (&compiled)
             : NULL;
}

/* Where it did not come to that, whatever the reason, the whole is compiled, and says it. */
static void
edited_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  WsProgramBuild *self = g_task_get_source_object (task);
  const WsCompileRequest *request = g_task_get_task_data (task);
  g_autoptr (WsCompileResult) compiled = read_edited (result, WS_CLIENT (source));

  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  if (compiled == NULL)
    {
      compile (self, task);
      return;
    }
  forget_code (self);
  take_diagnostics (self, compiled);
  self->code = ws_program_code_new (compiled->ptx, compiled->object);
  self->edited = g_strdup (request->source);
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

/* @task: (transfer full) */
static void
compile_kernels (WsProgramBuild *self, const WsProgramSource *source, GTask *task)
{
  const WsCompileRequest *request = g_task_get_task_data (task);
  GVariantBuilder texts;
  GVariantDict dict;

  g_variant_builder_init (&texts, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < request->headers->len; i++)
    g_variant_builder_add (&texts, "s", g_ptr_array_index (request->headers, i));
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "file", "s", self->name);
  g_variant_dict_insert (&dict, "before", "s", self->text);
  g_variant_dict_insert (&dict, "source", "s", source->text);
  g_variant_dict_insert (&dict, "ptx", "s", source->ptx);
  g_variant_dict_insert (&dict, "architecture", "u", self->architecture);
  g_variant_dict_insert_value (&dict, "headers", g_variant_builder_end (&texts));
  ws_client_ask_async (source->reader, "edit", g_variant_dict_end (&dict),
                       g_task_get_cancellable (task), edited_cb, task);
}

/* Host code reads them, too. */
static gboolean
has_headers (WsProgramBuild *self, const GPtrArray *headers)
{
  if (self->headers->len != headers->len)
    return FALSE;
  for (guint i = 0; i < headers->len; i++)
    if (!g_str_equal (g_ptr_array_index (self->headers, i), g_ptr_array_index (headers, i)))
      return FALSE;
  return TRUE;
}

/* The edit was taken back. */
static gboolean
is_back (WsProgramBuild *self, const WsProgramSource *source)
{
  if (self->object == NULL || self->architecture != get_architecture (source->spec)
      || !g_str_equal (self->text, source->text))
    return FALSE;
  forget_code (self);
  return TRUE;
}

/**
 * ws_program_build_make_async:
 * @source: what is to be compiled
 *
 * Compiles what has to be: nothing, kernels alone, or all.
 */
void
ws_program_build_make_async (WsProgramBuild *self, const WsProgramSource *source,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  WsCompileRequest *request = ws_compile_request_new (self->name, source->text);
  GError *error = NULL;

  request->architecture = get_architecture (source->spec);
  g_task_set_task_data (task, request, (GDestroyNotify)ws_compile_request_free);
  if (ws_program_build_is_of (self, source->text, source->spec) || is_back (self, source))
    {
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
    }
  else if (!ws_program_add_headers (request, self->folder, cancellable, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  else if (self->object != NULL && source->ptx != NULL
           && self->architecture == request->architecture && has_headers (self, request->headers))
    compile_kernels (self, source, task);
  else
    compile (self, task);
}

/**
 * ws_program_build_make_finish:
 * @error: return location for a #GError: a #WsCompileError, a #WsClientError or
 * %G_IO_ERROR_CANCELLED
 *
 * Returns: whether there is an object of that source
 */
gboolean
ws_program_build_make_finish (WsProgramBuild *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
