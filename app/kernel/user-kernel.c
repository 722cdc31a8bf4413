#include "kernel/user-kernel.h"

#include "files/input.h"
#include "files/replacement.h"
#include "kernel/expected.h"
#include "kernel/user-asking.h"

#include <glib/gi18n.h>
#include <string.h>

struct _WsUserKernel {
  GObject parent_instance;

  GFile *file;
  GFile *folder;
  char **allowed;         /* nullable: folders outside it that may be read */
  char *name;             /* of the file */
  char *text;             /* of the source */
  WsUserOutline *outline; /* what a worker said of it, with the plan */
  WsUserTexts *texts;     /* nullable: what it names */
  guint architecture;     /* to compile for; 0: the least */
  GPtrArray *diagnostics; /* nullable: of the compiler, last */
  char *compiler;         /* nullable: which compiled last */
  WsClient *reader;       /* whose worker reads it */
  WsClient *computer;     /* nullable: whose worker computes what must come out */
};

G_DEFINE_FINAL_TYPE (WsUserKernel, ws_user_kernel, G_TYPE_OBJECT)

static void
ws_user_kernel_finalize (GObject *object)
{
  WsUserKernel *self = WS_USER_KERNEL (object);

  g_clear_object (&self->file);
  g_clear_object (&self->folder);
  g_clear_pointer (&self->allowed, g_strfreev);
  g_free (self->name);
  g_free (self->text);
  g_clear_pointer (&self->outline, ws_user_outline_free);
  g_clear_pointer (&self->texts, ws_user_texts_free);
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
  g_clear_pointer (&self->compiler, g_free);
  g_clear_object (&self->reader);
  g_clear_object (&self->computer);
  G_OBJECT_CLASS (ws_user_kernel_parent_class)->finalize (object);
}

static void
ws_user_kernel_class_init (WsUserKernelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ws_user_kernel_finalize;
}

static void
ws_user_kernel_init (WsUserKernel *self)
{
}

/**
 * ws_user_kernel_is_source:
 * @path: of a file, or its name; a kernel of it may stand behind a colon
 *
 * Whether it is that of a CUDA source, or of PTX.
 */
gboolean
ws_user_kernel_is_source (const char *path)
{
  const char *base = strrchr (path, '/') != NULL ? strrchr (path, '/') + 1 : path;
  g_autofree char *name = g_strndup (base, strcspn (base, ":"));

  return g_str_has_suffix (name, ".cu") || g_str_has_suffix (name, ".cuh")
         || ws_user_source_is_ptx (name);
}

/* "sum.wsjob" of "sum.cu" */
static char *
make_name_beside (GFile *file, const char *suffix)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *stem = g_strndup (name, (gsize)(strrchr (name, '.') - name));

  return g_strconcat (stem, suffix, NULL);
}

static GFile *
get_file_beside (WsUserKernel *self, const char *suffix)
{
  g_autofree char *beside = make_name_beside (self->file, suffix);

  return g_file_get_child (self->folder, beside);
}

/**
 * ws_user_kernel_has_settings:
 * @file: a source
 *
 * Returns: whether there is a .wsjob file beside it
 */
gboolean
ws_user_kernel_has_settings (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = make_name_beside (file, ".wsjob");
  g_autoptr (GFile) settings = g_file_get_child (folder, name);

  return g_file_query_exists (settings, NULL);
}

/* @settings: (out) (transfer full) (nullable): what the .wsjob file beside @file says, where there
 * is one; it is for a worker to read */
static gboolean
read_settings (GFile *file, const char *const *allowed, char **settings, GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  const WsInputScope scope = { folder, allowed };
  g_autofree char *name = make_name_beside (file, ".wsjob");
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  g_autoptr (GBytes) bytes =
      ws_input_read_named (&scope, name, WS_USER_MAX_SETTINGS, cancellable, &cause);

  *settings = NULL;
  if (g_error_matches (cause, WS_INPUT_ERROR, WS_INPUT_ERROR_MISSING))
    return TRUE;
  if (bytes == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  text = ws_input_dup_text (bytes);
  if (text == NULL)
    return ws_compile_refuse_text (name, error);
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_FILE,
                           _ ("The kernel's settings are not UTF-8 text."));
      return FALSE;
    }
  *settings = g_steal_pointer (&text);
  return TRUE;
}

/* Returns: whether it is known how large it is, and said */
static gboolean
refuse_size (GFile *file, const char *name, guint most, GError **error)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (info == NULL || g_file_info_get_size (info) <= most)
    return FALSE;
  g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_TOO_LARGE,
               ws_user_source_is_ptx (name)
                   ? _ ("“%s” has %.1f MB; PTX files may have up to %u MB.")
                   : _ ("“%s” has %.1f MB; sources may have up to %u MB."),
               name, (double)g_file_info_get_size (info) / 1e6, most >> 20);
  return TRUE;
}

/* (transfer full) (nullable): its text, unless it is none or too long */
static char *
read_text (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  const guint most = ws_user_source_is_ptx (name) ? WS_USER_MAX_PTX : WS_COMPILE_MAX_SOURCE;
  g_autoptr (GError) cause = NULL;
  g_autoptr (GBytes) bytes = ws_input_read (file, most, cancellable, &cause);
  g_autofree char *text = NULL;

  if (bytes == NULL)
    {
      if (!g_error_matches (cause, WS_INPUT_ERROR, WS_INPUT_ERROR_TOO_LARGE)
          || !refuse_size (file, name, most, error))
        g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  text = ws_input_dup_text (bytes);
  if (text == NULL)
    ws_compile_refuse_text (name, error);
  return g_steal_pointer (&text);
}

/* ---- opening ---- */

/* What a thread reads; owned by it alone. */
typedef struct {
  GFile *file;
  char *text; /* nullable: that of the file is read */
  char **allowed;
  char *settings;         /* nullable */
  GError *settings_error; /* nullable: why they cannot be read */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *self = data;

  g_object_unref (self->file);
  g_free (self->text);
  g_strfreev (self->allowed);
  g_free (self->settings);
  g_clear_error (&self->settings_error);
  g_free (self);
}

typedef struct {
  GFile *file;
  char *kernel;
  char **allowed;
  WsClient *client;
  Reading *reading; /* nullable: what was read */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_object_unref (self->file);
  g_free (self->kernel);
  g_strfreev (self->allowed);
  g_object_unref (self->client);
  g_clear_pointer (&self->reading, reading_free);
  g_free (self);
}

/* (transfer full): as a worker is told of it: in UTF-8, which names of files need not be */
static char *
dup_name (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return g_filename_display_name (name);
}

static WsUserKernel *
new_kernel (const Opening *opening, WsUserOutline *outline, WsUserTexts *texts)
{
  WsUserKernel *self = g_object_new (WS_TYPE_USER_KERNEL, NULL);

  self->file = g_object_ref (opening->file);
  self->folder = g_file_get_parent (opening->file);
  self->allowed = g_strdupv (opening->allowed);
  self->name = dup_name (opening->file);
  self->text = g_strdup (opening->reading->text);
  self->outline = outline;
  self->texts = texts;
  self->reader = g_object_ref (opening->client);
  return self;
}

/* What is wrong with the settings is said of a source that can be read. */
static void
asked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Opening *self = g_task_get_task_data (task);
  GError *error = NULL;
  WsUserTexts *texts = NULL;
  WsUserOutline *outline = ws_user_ask_finish (result, &texts, &error);
  g_autoptr (WsUserKernel) kernel = outline != NULL ? new_kernel (self, outline, texts) : NULL;

  ws_user_ask_take_remark (task, result);
  if (kernel == NULL)
    g_task_return_error (task, error);
  else if (self->reading->settings_error != NULL)
    g_task_return_error (task, g_steal_pointer (&self->reading->settings_error));
  else
    g_task_return_pointer (task, g_steal_pointer (&kernel), g_object_unref);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *self = data;
  GError *error = NULL;

  if (self->text == NULL)
    self->text = read_text (self->file, cancellable, &error);
  if (self->text == NULL || g_cancellable_set_error_if_cancelled (cancellable, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  read_settings (self->file, (const char *const *)self->allowed, &self->settings, cancellable,
                 &self->settings_error);
  g_task_return_pointer (task, NULL, NULL);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Opening *self = g_task_get_task_data (task);
  g_autofree char *name = dup_name (self->file);
  g_autoptr (GFile) folder = g_file_get_parent (self->file);
  const WsInputScope scope = { folder, (const char *const *)self->allowed };
  WsUserQuestion question = { .name = name, .kernel = self->kernel };
  GError *error = NULL;

  g_task_propagate_pointer (G_TASK (result), &error);
  if (error == NULL)
    {
      /* the thread has ended */
      self->reading = g_object_steal_data (G_OBJECT (result), "reading");
      question.text = self->reading->text;
      question.settings = self->reading->settings;
      if (!g_utf8_validate (question.text, -1, NULL))
        ws_compile_refuse_text (name, &error);
    }
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  ws_user_ask_async (self->client, &question, &scope, g_task_get_cancellable (task), asked_cb,
                     g_object_ref (task));
}

/**
 * ws_user_kernel_open_async:
 * @request: what to open
 * @client: of ws_client_new_for_compiler(): whose worker reads it
 * @cancellable: (nullable): to give up, at once, even where a file does not answer
 *
 * Reads its file in a thread, those that it names, and its .wsjob file, where there is one; what
 * they say is read by the worker.
 */
void
ws_user_kernel_open_async (const WsUserKernelRequest *request, WsClient *client,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  g_autoptr (GTask) thread = g_task_new (NULL, cancellable, read_cb, task);
  Opening *opening = g_new0 (Opening, 1);
  Reading *reading = g_new0 (Reading, 1);

  opening->file = g_object_ref (request->file);
  opening->kernel = g_strdup (request->kernel);
  opening->allowed = g_strdupv ((char **)request->allowed);
  opening->client = g_object_ref (client);
  g_task_set_task_data (task, opening, opening_free);
  reading->file = g_object_ref (request->file);
  reading->text = g_strdup (request->text);
  reading->allowed = g_strdupv ((char **)request->allowed);
  g_task_set_task_data (thread, reading, NULL);
  g_object_set_data_full (G_OBJECT (thread), "reading", reading, reading_free);
  g_task_set_return_on_cancel (thread, TRUE);
  g_task_run_in_thread (thread, read_in_thread);
}

/**
 * ws_user_kernel_open_finish:
 * @result: from the callback
 * @text: (out) (optional) (nullable) (transfer full): the source's text, which can be edited even
 * where it cannot be run; %NULL if it could not be read
 * @error: return location for a #GError: a #WsInputError, a #WsCompileError, a #WsPtxError, a
 * #WsUserPlanError, a #WsClientError or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): it
 */
WsUserKernel *
ws_user_kernel_open_finish (GAsyncResult *result, char **text, GError **error)
{
  GTask *task = G_TASK (result);
  const Opening *opening = g_task_get_task_data (task);

  if (text != NULL)
    *text = opening->reading == NULL || g_cancellable_is_cancelled (g_task_get_cancellable (task))
                ? NULL
                : g_strdup (opening->reading->text);
  return g_task_propagate_pointer (task, error);
}

/**
 * ws_user_kernel_get_bracket:
 * @result: what the callback of ws_user_kernel_open_async() or ws_user_kernel_make_async() was
 * given
 *
 * Returns: (transfer none) (nullable): where it failed, the bracket of the source that may be to
 * blame
 */
const WsUserBracket *
ws_user_kernel_get_bracket (GAsyncResult *result)
{
  return ws_user_ask_get_bracket (result);
}

/**
 * ws_user_kernel_has_main:
 * @result: what the callback of ws_user_kernel_open_async() was given
 *
 * Returns: whether the source is a whole program: also where nobody can say how its kernels run
 */
gboolean
ws_user_kernel_has_main (GAsyncResult *result)
{
  return ws_user_ask_has_main (result);
}

static void
load_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  char *text = read_text (data, cancellable, &error);

  if (text != NULL)
    g_task_return_pointer (task, text, g_free);
  else
    g_task_return_error (task, error);
}

/**
 * ws_user_kernel_load_async:
 * @file: a CUDA source, or PTX
 * @cancellable: (nullable): to give up, at once, even where a file does not answer
 *
 * Reads its text in a thread, and no more of it.
 */
void
ws_user_kernel_load_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, load_in_thread);
}

/**
 * ws_user_kernel_load_finish:
 * @result: from the callback
 * @error: return location for a #GError: %G_IO_ERROR, a #WsInputError, or
 * %WS_COMPILE_ERROR_SOURCE if no kernel can be of it
 *
 * Returns: (transfer full) (nullable): the text
 */
char *
ws_user_kernel_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

GFile *
ws_user_kernel_get_file (WsUserKernel *self)
{
  return self->file;
}

const char *
ws_user_kernel_get_text (WsUserKernel *self)
{
  return self->text;
}

const WsUserOutline *
ws_user_kernel_get_outline (WsUserKernel *self)
{
  return self->outline;
}

/* Returns: (transfer none): how it is run; may be changed */
WsUserPlan *
ws_user_kernel_get_plan (WsUserKernel *self)
{
  return self->outline->plan;
}

/**
 * ws_user_kernel_set_architecture:
 * @architecture: of the GPU that it is compiled for from now on: see ws_compile_get_architecture()
 */
void
ws_user_kernel_set_architecture (WsUserKernel *self, guint architecture)
{
  self->architecture = architecture;
}

/* Returns: (transfer none) (nullable) (element-type WsDiagnostic): what the compiler said last */
GPtrArray *
ws_user_kernel_get_diagnostics (WsUserKernel *self)
{
  return self->diagnostics;
}

/* Returns: (transfer none) (nullable): what compiled it last, as in "NVRTC 13.0" */
const char *
ws_user_kernel_get_compiler (WsUserKernel *self)
{
  return self->compiler;
}

/* Returns: (transfer full) (nullable): which launches are skipped, and what the compiler said last,
 * a line each; %NULL if there is nothing to say */
char *
ws_user_kernel_dup_said (WsUserKernel *self)
{
  GString *said = g_string_new (NULL);

  for (guint i = 0; i < self->outline->plan->skipped->len; i++)
    g_string_append_printf (said, "%s%s", said->len > 0 ? "\n" : "",
                            (const char *)g_ptr_array_index (self->outline->plan->skipped, i));
  for (guint i = 0; self->diagnostics != NULL && i < self->diagnostics->len; i++)
    {
      g_autofree char *text = ws_diagnostic_format (g_ptr_array_index (self->diagnostics, i));

      g_string_append_printf (said, "%s%s", said->len > 0 ? "\n" : "", text);
    }
  return g_string_free (said, said->len == 0);
}

/* ---- settings ---- */

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WsUserKernel *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GVariant) answer = ws_client_ask_finish (WS_CLIENT (source), result, &error);
  g_autofree char *text = answer != NULL ? ws_user_settings_from_variant (answer, &error) : NULL;
  g_autoptr (GFile) file = get_file_beside (self, ".wsjob");

  if (text != NULL && ws_file_replace (file, text, strlen (text), WS_REPLACE_NONE, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Writes how it is run into the .wsjob file beside it, in which what is said of its other kernels
 * stays. */
void
ws_user_kernel_save_plan_async (WsUserKernel *self, GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);
  g_autofree char *before = NULL;
  GError *error = NULL;

  if (!read_settings (self->file, (const char *const *)self->allowed, &before, NULL, &error))
    g_task_return_error (task, error);
  else
    ws_client_ask_async (self->reader, "write",
                         ws_user_settings_to_variant (self->outline->plan, before), NULL,
                         written_cb, g_steal_pointer (&task));
}

/**
 * ws_user_kernel_save_plan_finish:
 * @result: from the callback
 *
 * Returns: whether it is written
 */
gboolean
ws_user_kernel_save_plan_finish (WsUserKernel *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
examined_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const WsUserPlan *draft = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GVariant) answer = ws_client_ask_finish (WS_CLIENT (source), result, &error);
  GArray *remarks = answer != NULL ? ws_user_remarks_from_variant (answer, draft, &error) : NULL;

  if (remarks != NULL)
    g_task_return_pointer (task, remarks, (GDestroyNotify)g_array_unref);
  else
    g_task_return_error (task, error);
}

/**
 * ws_user_kernel_examine_async:
 * @draft: how it would be run, as a form says it
 *
 * Asks what each field of a form comes to.
 */
void
ws_user_kernel_examine_async (WsUserKernel *self, const WsUserPlan *draft,
                              GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_task_data (task, ws_user_plan_copy (draft), (GDestroyNotify)ws_user_plan_free);
  ws_client_ask_async (self->reader, "examine", ws_user_form_to_variant (draft), cancellable,
                       examined_cb, task);
}

/**
 * ws_user_kernel_examine_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsUserPlanError, a #WsClientError or
 * %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable) (element-type WsUserRemark): of each field of
 * ws_user_form_list()
 */
GArray *
ws_user_kernel_examine_finish (WsUserKernel *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- making the job ---- */

typedef struct {
  WsUserPlan *plan; /* as it was when it was asked for */
  WsClient *client;
  WsUserOrder order;
  WsCompileResult *compiled; /* nullable: what was built */
  WsUserContents *contents;  /* nullable: the files that the plan names */
  WsUserMade *made;          /* nullable */
  GFile *kept;               /* nullable: what came out before */
} Making;

static void
making_free (gpointer data)
{
  Making *self = data;

  ws_user_plan_free (self->plan);
  g_object_unref (self->client);
  g_clear_pointer (&self->compiled, ws_compile_result_free);
  g_clear_pointer (&self->contents, ws_user_contents_free);
  g_clear_pointer (&self->made, ws_user_made_free);
  g_clear_object (&self->kept);
  g_free (self);
}

static void
keep_diagnostics (WsUserKernel *self, const WsCompileResult *result)
{
  g_clear_pointer (&self->diagnostics, g_ptr_array_unref);
  self->diagnostics = g_ptr_array_ref (result->diagnostics);
  g_free (self->compiler);
  self->compiler = g_strdup (result->compiler);
}

static void
expected_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  WsJob *job = ws_expected_add_finish (result, &error);

  if (job != NULL)
    g_task_return_pointer (task, job, (GDestroyNotify)ws_job_unref);
  else
    g_task_return_error (task, error);
}

/* @task: (transfer full) */
static void
add_expected (GTask *task)
{
  WsUserKernel *self = g_task_get_source_object (task);
  Making *making = g_task_get_task_data (task);
  WsExpectedRequest request;

  if (self->computer == NULL)
    self->computer = ws_client_new (NULL);
  making->kept = get_file_beside (self, ".before");
  request = (WsExpectedRequest){ .order = &making->order,
                                 .compiler = making->client,
                                 .expected = making->made->expected,
                                 .kept = making->kept };
  ws_expected_add_async (&request, making->made->job, self->computer, g_task_get_cancellable (task),
                         expected_cb, task);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Making *self = g_task_get_task_data (task);
  GError *error = NULL;

  self->made = ws_user_make_finish (result, &error);
  if (self->made == NULL)
    g_task_return_error (task, error);
  else if (self->made->expected->len > 0)
    add_expected (g_steal_pointer (&task));
  else
    g_task_return_pointer (task, ws_job_ref (self->made->job), (GDestroyNotify)ws_job_unref);
}

/* What a thread needs; owned by it alone. */
typedef struct {
  WsUserPlan *plan;
  GFile *folder;
  char **allowed;
} Naming;

static void
naming_free (gpointer data)
{
  Naming *self = data;

  ws_user_plan_free (self->plan);
  g_clear_object (&self->folder);
  g_strfreev (self->allowed);
  g_free (self);
}

static void
read_contents_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Naming *self = data;
  const WsInputScope scope = { self->folder, (const char *const *)self->allowed };

  g_task_return_pointer (task, ws_user_contents_read (self->plan, &scope, cancellable),
                         (GDestroyNotify)ws_user_contents_free);
}

static void
contents_read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Making *self = g_task_get_task_data (task);
  GError *error = NULL;

  self->contents = g_task_propagate_pointer (G_TASK (result), &error);
  if (self->contents == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->order.contents = self->contents;
  ws_user_make_async (self->client, &self->order, g_task_get_cancellable (task), made_cb,
                      g_object_ref (task));
}

/* A file that does not answer holds up the thread alone.
 *
 * @task: (transfer full) */
static void
read_contents (GTask *task)
{
  WsUserKernel *self = g_task_get_source_object (task);
  const Making *making = g_task_get_task_data (task);
  g_autoptr (GTask) thread =
      g_task_new (NULL, g_task_get_cancellable (task), contents_read_cb, task);
  Naming *naming = g_new0 (Naming, 1);

  naming->plan = ws_user_plan_copy (making->plan);
  naming->folder = self->folder != NULL ? g_object_ref (self->folder) : NULL;
  naming->allowed = g_strdupv (self->allowed);
  g_task_set_task_data (thread, naming, naming_free);
  g_task_set_return_on_cancel (thread, TRUE);
  g_task_run_in_thread (thread, read_contents_in_thread);
}

static void
built_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  WsUserKernel *self = g_task_get_source_object (task);
  Making *making = g_task_get_task_data (task);
  GError *error = NULL;

  making->compiled = ws_user_build_finish (result, &error);
  making->order.compiled = making->compiled;
  if (making->compiled == NULL)
    ws_user_ask_take_remark (task, result);
  else if (!self->outline->is_ptx)
    keep_diagnostics (self, making->compiled);
  if (making->compiled != NULL && ws_compile_result_check (making->compiled, &error))
    read_contents (g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

/**
 * ws_user_kernel_make_async:
 * @client: of ws_client_new_for_compiler()
 *
 * Compiles the source and makes the job, as its plan says now. PTX is taken as it is.
 */
void
ws_user_kernel_make_async (WsUserKernel *self, WsClient *client, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Making *making = g_new0 (Making, 1);

  g_set_object (&self->reader, client);
  making->plan = ws_user_plan_copy (self->outline->plan);
  making->client = g_object_ref (client);
  making->order = (WsUserOrder){
    .question = { .name = self->name, .text = self->text, .texts = self->texts },
    .plan = making->plan,
    .architecture = self->architecture,
    .buffer = -1,
  };
  g_task_set_task_data (task, making, making_free);
  ws_user_build_async (client, &making->order, cancellable, built_cb, task);
}

/**
 * ws_user_kernel_make_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsCompileError, a #WsInputError, a #WsUserPlanError,
 * %WS_PTX_ERROR, %WS_JOB_ERROR, a #WsClientError or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the job
 */
WsJob *
ws_user_kernel_make_finish (WsUserKernel *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
