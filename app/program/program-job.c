#include "program/program-job.h"

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  g_autoptr (GVariant) answer = ws_client_ask_finish (WS_CLIENT (source), result, &error);
  WsJob *job = answer != NULL ? ws_job_from_variant (answer, &error) : NULL;

  if (job != NULL)
    g_task_return_pointer (task, job, (GDestroyNotify)ws_job_unref);
  else
    g_task_return_error (task, error);
}

/**
 * ws_program_make_job_async:
 * @capture: what the job is of
 * @client: one of a compiler's worker: what the program left is read there
 */
void
ws_program_make_job_async (const WsProgramCapture *capture, WsClient *client,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert_value (
      &dict, "history",
      g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, capture->run->frames, TRUE));
  g_variant_dict_insert (&dict, "file", "s", capture->file);
  g_variant_dict_insert (&dict, "source", "s", capture->source);
  if (capture->code != NULL)
    {
      g_variant_dict_insert (&dict, "ptx", "s", capture->code->ptx);
      g_variant_dict_insert_value (
          &dict, "cubin",
          g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, capture->code->cubin, TRUE));
    }
  ws_client_ask_async (client, "capture", g_variant_dict_end (&dict), cancellable, answered_cb,
                       task);
}

/* Returns: (transfer full) (nullable): the job */
WsJob *
ws_program_make_job_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
