#include "chosen.h"

static WsCatalog *
get_catalog (void)
{
  static WsCatalog *catalog;

  if (g_once_init_enter (&catalog))
    {
      WsCatalog *made = ws_catalog_new (NULL, NULL);

      g_assert_nonnull (made);
      g_once_init_leave (&catalog, made);
    }
  return catalog;
}

static WsJob *
fail (gpointer data, GError **error)
{
  ws_catalog_find (get_catalog (), data, error);
  return NULL;
}

WsJobSource *
chosen_new_source (const Chosen *self)
{
  const WsCatalogKernel *kernel = ws_catalog_find (get_catalog (), self->kernel, NULL);
  WsPlanParameters parameters;
  WsJobSource *source;

  if (kernel == NULL)
    return ws_job_source_new (fail, g_strdup (self->kernel), g_free);
  ws_plan_parameters_init (&parameters, kernel);
  parameters.type = self->type;
  parameters.seed = self->seed;
  if (self->n > 0)
    parameters.n = self->n;
  if (self->block > 0)
    parameters.block = self->block;
  if (self->op != NULL)
    g_strlcpy (parameters.op, self->op, sizeof parameters.op);
  if (self->max_grid > 0)
    parameters.max_grid = self->max_grid;
  if (self->repeats > 0)
    parameters.repeats = self->repeats;
  source = ws_catalog_choose (get_catalog (), kernel, &parameters, self->blocks, self->keeps_input);
  if (self->n_source_bytes > 0)
    {
      g_autoptr (WsJob) job = ws_job_source_make (source, NULL);

      g_free (job->program.source);
      job->program.source = g_strnfill (self->n_source_bytes, ' ');
      for (gsize i = 1000; i < self->n_source_bytes; i += 1000)
        job->program.source[i] = '\n';
      ws_job_source_unref (source);
      source = ws_job_source_new_for_job (job);
    }
  return source;
}

void
chosen_record_async (WsClient *client, const Chosen *self, GCancellable *cancellable,
                     WsClientProgress progress, gpointer progress_data,
                     GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (WsJobSource) source = chosen_new_source (self);

  ws_client_record_async (client, self->device, source, cancellable, progress, progress_data,
                          callback, user_data);
}

void
chosen_time_async (WsClient *client, const Chosen *self, const WsTimeRequest *request,
                   GCancellable *cancellable, WsClientSamples samples, gpointer samples_data,
                   GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (WsJobSource) source = chosen_new_source (self);

  ws_client_time_async (client, self->device, source, request, cancellable, samples, samples_data,
                        callback, user_data);
}

void
chosen_count_async (WsClient *client, const Chosen *self, guint launch, GCancellable *cancellable,
                    GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (WsJobSource) source = chosen_new_source (self);

  ws_client_count_async (client, self->device, source, launch, cancellable, callback, user_data);
}
