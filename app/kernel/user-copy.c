#include "kernel/user-copy.h"

#include "files/replacement.h"
#include "job/source.h"
#include "kernel/user-asking.h"
#include "user/plan-text.h"

#include "bundle/bundle.h"
#include <glib/gi18n.h>
#include <string.h>

#define KERNELS        "/warpstage/kernels/"
#define TEMPLATES      "/warpstage/templates/"
#define OPERATOR       "operator.cuh"
#define MOST_RAW_BYTES (64u << 20) /* of contents that go into a file of their own */

/* ---- the text ---- */

/* What stands for operator.cuh: the type and the operator that the kernel was compiled with. The
 * identity of max and min of floats is the lowest and the highest number that is one. */
static const struct {
  const char *op;
  const char *combine;
  const char *identity;
  const char *float_identity;
} operators[] = {
  { "sum", "a + b", "0", "0" },
  { "product", "a * b", "1", "1" },
  { "max", "a > b ? a : b", "-2147483647 - 1", "-3.402823466e+38f" },
  { "min", "a < b ? a : b", "2147483647", "3.402823466e+38f" },
};

static void
append_operator (GString *text, const WsRun *run)
{
  const char *op = "sum";
  const char *type = "int";
  guint row = 0;

  if (run->parameters != NULL)
    {
      g_variant_lookup (run->parameters, "op", "&s", &op);
      g_variant_lookup (run->parameters, "type", "&s", &type);
    }
  while (row + 1 < G_N_ELEMENTS (operators) && !g_str_equal (operators[row].op, op))
    row++;
  g_string_append_printf (
      text,
      "using T = %s; // type of the elements\n\n"
      "// the operator: associative and commutative; combine (identity, a) is "
      "a\n"
      "constexpr T identity = %s;\n"
      "__device__ __forceinline__ T combine (T a, T b) { return %s; }\n",
      type, g_str_equal (type, "float") ? operators[row].float_identity : operators[row].identity,
      operators[row].combine);
}

/* A header of the catalogue, without what makes it one. */
static gboolean
append_header (GString *text, const char *name)
{
  g_autofree char *path = g_strconcat (KERNELS, name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ws_bundle_get_resource (), path, 0, NULL);
  g_auto (GStrv) lines = NULL;

  if (bytes == NULL)
    return FALSE;
  lines = g_strsplit (g_bytes_get_data (bytes, NULL), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_str_has_prefix (lines[i], "#pragma once") && (*lines[i] != '\0' || lines[i + 1] != NULL))
      g_string_append_printf (text, "%s\n", lines[i]);
  return TRUE;
}

/* (transfer full) (nullable): "operator.cuh" of the line that includes it in quotes */
static char *
read_include (const char *line)
{
  const char *from = g_str_has_prefix (line, "#include \"") ? line + strlen ("#include \"") : NULL;
  const char *end = from != NULL ? strchr (from, '"') : NULL;

  return end != NULL ? g_strndup (from, (gsize)(end - from)) : NULL;
}

/* (transfer full): the source with the catalogue's headers in it, so that it stands for itself */
static char *
make_text (const WsRun *run, const char *source)
{
  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *header = read_include (lines[i]);

      if (header != NULL && g_str_equal (header, OPERATOR))
        append_operator (text, run);
      else if (header == NULL || !append_header (text, header))
        g_string_append_printf (text, "%s%s", lines[i], lines[i + 1] != NULL ? "\n" : "");
    }
  return g_string_free (text, FALSE);
}

/* ---- how it runs ---- */

typedef struct {
  const WsJob *job;
  const WsUserOutline *outline;
  GFile *file; /* of the source */
  WsUserPlan *plan;
} Copy;

static void set_field (WsUserField *field, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
set_field (WsUserField *field, const char *format, ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ws_user_field_set (field, text, NULL);
}

static void
set_number (WsUserField *field, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  ws_user_field_set (field, g_ascii_dtostr (text, sizeof text, value), NULL);
}

static void
set_dims (WsUserField *field, const guint32 dims[3])
{
  if (dims[2] > 1)
    set_field (field, "%u, %u, %u", dims[0], dims[1], dims[2]);
  else if (dims[1] > 1)
    set_field (field, "%u, %u", dims[0], dims[1]);
  else
    set_field (field, "%u", dims[0]);
}

/* (transfer full): "sum.in.raw" beside "sum.cu" */
static GFile *
find_raw (const Copy *self, const char *name, char **base)
{
  g_autofree char *source = g_file_get_basename (self->file);
  g_autofree char *stem = g_strndup (source, (gsize)(strrchr (source, '.') - source));
  g_autofree char *simple = g_strdelimit (g_strdup (name), " /", '-');
  g_autoptr (GFile) folder = g_file_get_parent (self->file);

  *base = g_strdup_printf ("%s.%s.raw", stem, simple);
  return g_file_get_child (folder, *base);
}

/* The elements, in a file of their own. */
static gboolean
write_raw (const Copy *self, const char *name, GBytes *bytes, WsUserField *field, GError **error)
{
  g_autofree char *base = NULL;
  g_autoptr (GFile) file = find_raw (self, name, &base);
  gsize size;
  gconstpointer data = g_bytes_get_data (bytes, &size);

  set_field (field, "file %s", base);
  return ws_file_replace (file, data, size, WS_REPLACE_NONE, NULL, error);
}

/* In words, where they say it; else as a file of their elements. */
static gboolean
put_contents (const Copy *self, const char *name, const WsContents *contents, const WsBuffer *of,
              WsUserField *field, GError **error)
{
  guint64 length;
  WsValueType type = ws_buffer_get_type (of, &length);
  char first[G_ASCII_DTOSTR_BUF_SIZE];
  char second[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GBytes) bytes = NULL;

  g_ascii_dtostr (first, sizeof first, contents->first);
  if (contents->patches == NULL && contents->kind == WS_CONTENTS_NOTHING)
    set_field (field, "nothing");
  else if (contents->patches == NULL && contents->kind == WS_CONTENTS_CONSTANT)
    set_field (field, "constant %s", first);
  else if (contents->patches == NULL && contents->kind == WS_CONTENTS_RAMP)
    set_field (field, "ramp %s %s", first, g_ascii_dtostr (second, sizeof second, contents->step));
  else if (contents->patches == NULL && contents->kind == WS_CONTENTS_RANDOM
           && contents->divisor == 1 && contents->plus == 0)
    set_field (field, "random %s %s seed %" G_GUINT64_FORMAT, first,
               g_ascii_dtostr (second, sizeof second, contents->first + contents->count),
               contents->seed);
  else if (length * ws_value_type_get_width (type) > MOST_RAW_BYTES
           || (bytes = ws_contents_make (contents, type, length)) == NULL)
    set_field (field, "random");
  else
    return write_raw (self, name, bytes, field, error);
  return TRUE;
}

/* A variable of the source has its own name. */
static const char *
name_buffer (const WsBuffer *buffer)
{
  return buffer->symbol != NULL ? buffer->symbol : buffer->name;
}

static gboolean
add_buffer (const Copy *self, const WsBuffer *from, GError **error)
{
  static const char *const uses[] = { "in", "in", "out", "inout" };
  WsUserBuffer *buffer = ws_user_plan_add_buffer (self->plan, name_buffer (from));
  guint64 length;
  WsValueType type = ws_buffer_get_type (from, &length);

  buffer->symbol = g_strdup (from->symbol);
  ws_user_field_set (&buffer->type, ws_user_type_name_value (type), NULL);
  set_field (&buffer->length, "%" G_GUINT64_FORMAT, length);
  ws_user_field_set (&buffer->use, uses[from->use & 3], NULL);
  return put_contents (self, name_buffer (from), &from->contents, from, &buffer->contents, error);
}

static void
set_value (WsUserField *field, const WsArgument *from)
{
  if (from->type == WS_VALUE_F32 || from->type == WS_VALUE_F64)
    set_number (field, ws_value_to_double (from->type, from->bits));
  else if (from->type == WS_VALUE_S32)
    set_field (field, "%d", (gint32)from->bits);
  else
    set_field (field, "%" G_GUINT64_FORMAT, from->bits);
}

static gboolean
add_launch (const Copy *self, const WsJobLaunch *from, GError **error)
{
  const WsEntry *entry = ws_job_get_entry (self->job, from->entry);
  g_autofree char *name = g_strndup (entry->title, strcspn (entry->title, "<"));
  const WsUserOutlineKernel *kernel = ws_user_outline_find_kernel (self->outline, name);
  WsUserLaunch *launch;

  if (kernel == NULL || g_strv_length (kernel->parameters) != from->arguments->len)
    {
      g_set_error (error, WS_USER_PLAN_ERROR, WS_USER_PLAN_ERROR_NO_KERNEL,
                   _ ("The source has no kernel “%s”."), entry->title);
      return FALSE;
    }
  launch = ws_user_plan_add_launch (self->plan, entry->title);
  set_dims (&launch->grid, from->grid);
  set_dims (&launch->block, from->block);
  set_field (&launch->shared, "%u", from->dynamic_shared_bytes);
  for (guint i = 0; i < from->arguments->len; i++)
    {
      const WsArgument *argument = &g_array_index (from->arguments, WsArgument, i);
      gboolean is_buffer = argument->kind == WS_ARGUMENT_BUFFER;
      WsUserArgument *own = ws_user_launch_add_argument (launch, kernel->parameters[i],
                                                         is_buffer ? (int)argument->buffer : -1);

      if (is_buffer)
        set_field (&own->value, "%" G_GUINT64_FORMAT,
                   argument->offset
                       / ws_job_get_buffer (self->job, argument->buffer)->element_bytes);
      else
        set_value (&own->value, argument);
    }
  return TRUE;
}

/* Of all of a buffer, or of its first element; others nothing says. */
static gboolean
add_check (const Copy *self, const WsCheck *from, GError **error)
{
  const WsBuffer *buffer = ws_job_get_buffer (self->job, from->buffer);
  WsUserField *expect = &ws_user_plan_get_buffer (self->plan, from->buffer)->expect;
  guint64 length;
  WsValueType type = ws_buffer_get_type (buffer, &length);
  g_autofree char *name = g_strconcat (name_buffer (buffer), "-expected", NULL);
  char bound[G_ASCII_DTOSTR_BUF_SIZE];

  if (from->first != 0 || from->count != (from->kind == WS_CHECK_FOLD ? 1 : length))
    return TRUE;
  if (from->kind == WS_CHECK_FOLD)
    {
      set_field (expect, "%s of %s", ws_fold_get_name (from->fold),
                 name_buffer (ws_job_get_buffer (self->job, from->of)));
      return TRUE;
    }
  if (!put_contents (self, name, &from->contents, buffer, expect, error))
    return FALSE;
  if (type == WS_VALUE_F32 || type == WS_VALUE_F64)
    {
      g_autofree char *said = g_strdup (expect->text);

      set_field (expect, "%s within %s", said, g_ascii_dtostr (bound, sizeof bound, from->bound));
    }
  return TRUE;
}

static gboolean
fill_plan (const Copy *self, GError **error)
{
  for (guint i = 0; i < self->job->buffers->len; i++)
    if (!add_buffer (self, ws_job_get_buffer (self->job, i), error))
      return FALSE;
  for (guint i = 0; i < self->job->launches->len; i++)
    if (!add_launch (self, ws_job_get_launch (self->job, i), error))
      return FALSE;
  for (guint i = 0; i < self->job->checks->len; i++)
    if (!add_check (self, ws_job_get_check (self->job, i), error))
      return FALSE;
  return TRUE;
}

/* ---- files ---- */

/* "sum.wsjob" beside "sum.cu" */
static gboolean
write_plan (GFile *file, const char *text, GError **error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *stem = g_strndup (name, (gsize)(strrchr (name, '.') - name));
  g_autofree char *base = g_strconcat (stem, ".wsjob", NULL);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) plan = g_file_get_child (folder, base);

  return ws_file_replace (plan, text, strlen (text), WS_REPLACE_NONE, NULL, error);
}

/* Returns: whether its source and its job are known */
gboolean
ws_user_copy_is_possible (const WsRun *run)
{
  return run->job != NULL && run->n_launches > 0 && ws_run_get_kernel (run, 0)->source != NULL
         && !g_str_has_prefix (run->id, WS_USER_PREFIX);
}

typedef struct {
  WsJob *job;
  GFile *file;
  char *text;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *self = data;

  g_clear_pointer (&self->job, ws_job_unref);
  g_object_unref (self->file);
  g_free (self->text);
  g_free (self);
}

static gboolean
write_both (const Writing *self, const WsUserOutline *outline, GError **error)
{
  g_autoptr (WsUserPlan) plan = ws_user_plan_new ();
  const Copy copy = { .job = self->job, .outline = outline, .file = self->file, .plan = plan };
  g_autofree char *settings = NULL;

  if (!fill_plan (&copy, error))
    return FALSE;
  settings = ws_user_plan_write (plan);
  return write_plan (self->file, settings, error)
         && ws_file_replace (self->file, self->text, strlen (self->text), WS_REPLACE_NONE, NULL,
                             error);
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (WsUserOutline) outline = ws_user_ask_finish (result, NULL, &error);

  if (outline != NULL && write_both (g_task_get_task_data (task), outline, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * ws_user_copy_write_async:
 * @run: a run of which a copy is possible
 * @file: where its source is to be; its name ends in ".cu"
 * @client: of ws_client_new_for_compiler(): whose worker reads the source, which may be a
 * stranger's
 *
 * Writes the source into @file, with the headers of the catalogue in it, and beside it the .wsjob
 * file that runs it with the same buffers and launches, and expects the same. Elements that no
 * words say are in files beside it.
 */
void
ws_user_copy_write_async (const WsRun *run, GFile *file, WsClient *client,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  g_autoptr (WsJobSource) made = ws_job_source_new_for_run (run);
  g_autofree char *name = g_file_get_basename (file);
  Writing *self = g_new0 (Writing, 1);
  GError *error = NULL;

  self->file = g_object_ref (file);
  self->text = make_text (run, ws_run_get_kernel (run, 0)->source);
  self->job = made != NULL ? ws_job_source_make (made, &error) : NULL;
  g_task_set_task_data (task, self, writing_free);
  if (self->job == NULL)
    g_task_return_error (task, error);
  else
    ws_user_ask_async (client, &(WsUserQuestion){ .name = name, .text = self->text, .kernel = "" },
                       NULL, NULL, asked_cb, g_steal_pointer (&task));
}

/**
 * ws_user_copy_write_finish:
 * @result: from the callback
 *
 * Returns: whether all is written
 */
gboolean
ws_user_copy_write_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* ---- templates ---- */

static const WsUserTemplate templates[] = {
  { "map", N_ ("Map"), N_ ("Each thread computes one output element from one input element.") },
  { "reduction", N_ ("Reduction"),
    N_ ("Each block of threads sums its elements in a tree in shared memory.") },
  { "scan", N_ ("Scan"),
    N_ ("Each element becomes the sum of all elements up to it, within a block.") },
  { "stencil", N_ ("Stencil"),
    N_ ("Each element becomes the mean of its neighbours, loaded once per block.") },
  { "matrix", N_ ("Matrix product"),
    N_ ("Tiles of two matrices are loaded into shared memory, row by column.") },
};

guint
ws_user_template_get_n (void)
{
  return G_N_ELEMENTS (templates);
}

/**
 * ws_user_template_get:
 * @self: (out): what it is, in the user's language
 */
void
ws_user_template_get (guint index, WsUserTemplate *self)
{
  *self = templates[index];
  self->title = _ (templates[index].title);
  self->about = _ (templates[index].about);
}

static GBytes *
find_template (const char *id, const char *suffix, GError **error)
{
  g_autofree char *path = g_strconcat (TEMPLATES, id, suffix, NULL);

  return g_resource_lookup_data (ws_bundle_get_resource (), path, 0, error);
}

/**
 * ws_user_template_write:
 * @file: where its source is to be; its name ends in ".cu"
 *
 * Writes it, and the .wsjob file that runs it beside it.
 *
 * Returns: whether both are written
 */
gboolean
ws_user_template_write (const char *id, GFile *file, GError **error)
{
  g_autoptr (GBytes) source = find_template (id, ".cu", error);
  g_autoptr (GBytes) plan = source != NULL ? find_template (id, ".wsjob", error) : NULL;
  gsize size;
  gconstpointer data;

  if (plan == NULL || !write_plan (file, g_bytes_get_data (plan, NULL), error))
    return FALSE;
  data = g_bytes_get_data (source, &size);
  return ws_file_replace (file, data, size, WS_REPLACE_NONE, NULL, error);
}
