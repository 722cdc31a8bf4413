#include "kernel/expected.h"

#include "files/envelope.h"
#include "files/input.h"
#include "files/replacement.h"
#include "kernel/user-asking.h"

#include <glib/gi18n.h>
#include <string.h>

#define DEVICE "vm:h200"

/* What is kept: what the kernel was run with, and what came out. */
#define KEPT_TYPE    "(sa{say})"
#define KEPT_MAGIC   "WSBEFORE"
#define KEPT_VERSION 1
#define MOST_KEPT    (1u << 30) /* bytes of it */

typedef struct {
  WsExpectedRequest request;
  WsJob *job;
  WsClient *client;
  guint next;         /* of what has to be computed */
  WsUserExpected one; /* what is computed now */
  WsUserOrder order;  /* of the job that computes it */
} Adding;

static void
adding_free (gpointer data)
{
  Adding *self = data;

  ws_job_unref (self->job);
  g_object_unref (self->client);
  g_free (self);
}

/* ---- what came out before ---- */

/* What the result depends on, but for the code and how it is divided into blocks. (transfer full)
 */
static char *
describe_inputs (const WsUserPlan *plan)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < plan->buffers->len; i++)
    {
      const WsUserBuffer *buffer = ws_user_plan_get_buffer (plan, i);

      g_string_append_printf (text, "%s: %s, %s, %s, %s\n", buffer->name, buffer->type.text,
                              buffer->length.text, buffer->use.text, buffer->contents.text);
    }
  for (guint i = 0; i < plan->launches->len; i++)
    for (guint j = 0; j < ws_user_plan_get_launch (plan, i)->arguments->len; j++)
      {
        const WsUserArgument *argument =
            ws_user_launch_get_argument (ws_user_plan_get_launch (plan, i), j);

        g_string_append_printf (text, "%s = %s\n", argument->name, argument->value.text);
      }
  return g_strdup (text->str);
}

/* (transfer full) (nullable) */
static GBytes *
read_kept (const Adding *self, const char *name)
{
  g_autofree char *inputs = describe_inputs (self->request.order->plan);
  g_autoptr (GBytes) bytes = ws_input_read (self->request.kept, MOST_KEPT, NULL, NULL);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (GVariant) table = NULL;
  g_autoptr (GVariant) found = NULL;
  const char *of;
  guint32 version;

  if (bytes == NULL || ws_envelope_look (bytes, KEPT_MAGIC, &version) != WS_ENVELOPE_GOOD
      || version != KEPT_VERSION)
    return NULL;
  variant = ws_envelope_open (bytes, G_VARIANT_TYPE (KEPT_TYPE));
  g_variant_get (variant, "(&s@a{say})", &of, &table);
  if (!g_str_equal (of, inputs))
    return NULL;
  found = g_variant_lookup_value (table, name, G_VARIANT_TYPE_BYTESTRING);
  return found != NULL ? g_variant_get_data_as_bytes (found) : NULL;
}

static gboolean
write_kept (const Adding *self, GPtrArray *outputs, GError **error)
{
  g_autofree char *inputs = describe_inputs (self->request.order->plan);
  g_autoptr (GVariant) variant = NULL;
  g_autoptr (GBytes) file = NULL;
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{say}"));
  for (guint i = 0; i < self->job->buffers->len && i < outputs->len; i++)
    g_variant_builder_add (
        &builder, "{s@ay}", ws_job_get_buffer (self->job, i)->name,
        g_variant_new_from_bytes (G_VARIANT_TYPE ("ay"), outputs->pdata[i], TRUE));
  variant =
      g_variant_ref_sink (g_variant_new ("(s@a{say})", inputs, g_variant_builder_end (&builder)));
  file = ws_envelope_pack (KEPT_MAGIC, KEPT_VERSION, variant, error);
  return file != NULL
         && ws_file_replace (self->request.kept, g_bytes_get_data (file, NULL),
                             g_bytes_get_size (file), WS_REPLACE_NONE, NULL, error);
}

/* ---- one buffer after the other ---- */

static void add_next (GTask *task);

static void
add_values (GTask *task, GBytes *values)
{
  Adding *self = g_task_get_task_data (task);
  const WsBuffer *buffer = ws_job_get_buffer (self->job, self->one.index);

  /* of another length it is something else that came out */
  if (g_bytes_get_size (values) == ws_buffer_get_bytes (buffer))
    ws_user_job_expect (self->job, self->one.index, self->one.has_bound, self->one.bound, values);
  add_next (task);
}

static void
computed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Adding *self = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) outputs = ws_client_compute_finish (WS_CLIENT (source), result, &error);

  if (outputs == NULL && self->one.is_before && ws_client_error_is_fault (error))
    {
      /* nothing good came out yet; the recording says why */
      g_clear_error (&error);
      add_next (g_steal_pointer (&task));
      return;
    }
  if (outputs != NULL && outputs->len <= self->one.index)
    error = g_error_new_literal (WS_CLIENT_ERROR, WS_CLIENT_ERROR_PROTOCOL,
                                 _ ("The worker sent no result."));
  if (error == NULL && self->one.is_before)
    write_kept (self, outputs, &error);
  if (error != NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) && !self->one.is_before)
        g_prefix_error (&error, _ ("The expected contents of “%s” could not be computed: "),
                        ws_job_get_buffer (self->job, self->one.index)->name);
      g_task_return_error (task, error);
      return;
    }
  add_values (g_steal_pointer (&task), outputs->pdata[self->one.index]);
}

/* @task: (transfer full) */
static void
compute (GTask *task, WsJob *job)
{
  Adding *self = g_task_get_task_data (task);
  g_autoptr (WsJobSource) source = ws_job_source_new_for_job (job);

  ws_client_compute_async (self->client, &(WsClientJob){ DEVICE, source },
                           g_task_get_cancellable (task), computed_cb, task);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (WsUserMade) made = ws_user_make_finish (result, &error);

  if (made != NULL)
    compute (g_steal_pointer (&task), made->job);
  else
    g_task_return_error (task, error);
}

/* @task: (transfer full) */
static void
add_next (GTask *task)
{
  Adding *self = g_task_get_task_data (task);
  const WsExpectedRequest *request = &self->request;
  g_autoptr (GBytes) kept = NULL;

  if (self->next >= request->expected->len)
    {
      g_task_return_pointer (task, ws_job_ref (self->job), (GDestroyNotify)ws_job_unref);
      g_object_unref (task);
      return;
    }
  self->one = g_array_index (request->expected, WsUserExpected, self->next++);
  self->order = *request->order;
  self->order.buffer = (int)self->one.buffer;
  if (!self->one.is_before)
    {
      ws_user_make_async (request->compiler, &self->order, g_task_get_cancellable (task), made_cb,
                          task);
      return;
    }
  kept = read_kept (self, ws_user_plan_get_buffer (request->order->plan, self->one.buffer)->name);
  if (kept != NULL)
    add_values (task, kept);
  else
    compute (task, self->job);
}

/**
 * ws_expected_add_async:
 * @request: what a job was made of
 * @job: (inout): the job, which is not shared yet
 * @client: of ws_client_new()
 *
 * Computes what must come out, and adds checks of it to @job.
 */
void
ws_expected_add_async (const WsExpectedRequest *request, WsJob *job, WsClient *client,
                       GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Adding *self = g_new0 (Adding, 1);

  self->request = *request;
  self->job = ws_job_ref (job);
  self->client = g_object_ref (client);
  g_task_set_task_data (task, self, adding_free);
  add_next (task);
}

/**
 * ws_expected_add_finish:
 * @result: from the callback
 * @error: return location for a #GError: a #WsUserPlanError, a #WsClientError, a worker's own error
 * or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the job, with its checks
 */
WsJob *
ws_expected_add_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
