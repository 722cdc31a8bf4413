#include "job/source.h"

struct _WsJobSource {
  WsJobMake make;
  gpointer data;
  GDestroyNotify free_data;
  GMutex lock;
};

/**
 * ws_job_source_new:
 * @make: makes the job; called in any thread, but only in one at a time
 * @data: (transfer full): for @make
 * @free_data: (nullable): for @data
 *
 * Returns: (transfer full): a source of identical jobs
 */
WsJobSource *
ws_job_source_new (WsJobMake make, gpointer data, GDestroyNotify free_data)
{
  WsJobSource *self = g_atomic_rc_box_new0 (WsJobSource);

  g_return_val_if_fail (make != NULL, NULL);

  self->make = make;
  self->data = data;
  self->free_data = free_data;
  g_mutex_init (&self->lock);
  return self;
}

static WsJob *
ref_job (gpointer data, GError **error)
{
  return ws_job_ref (data);
}

/* Returns: (transfer full): a source of that job */
WsJobSource *
ws_job_source_new_for_job (WsJob *job)
{
  g_return_val_if_fail (job != NULL, NULL);
  return ws_job_source_new (ref_job, ws_job_ref (job), (GDestroyNotify)ws_job_unref);
}

static WsJob *
read_job (gpointer data, GError **error)
{
  return ws_job_from_variant (data, error);
}

/* Returns: (transfer full) (nullable): a source of the job behind the run; %NULL if the run does
 * not have it, as from an older program */
WsJobSource *
ws_job_source_new_for_run (const WsRun *run)
{
  g_return_val_if_fail (run != NULL, NULL);

  if (run->job == NULL)
    return NULL;
  return ws_job_source_new (read_job, g_variant_ref (run->job), (GDestroyNotify)g_variant_unref);
}

WsJobSource *
ws_job_source_ref (WsJobSource *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  WsJobSource *self = data;

  if (self->free_data != NULL)
    self->free_data (self->data);
  g_mutex_clear (&self->lock);
}

/**
 * ws_job_source_unref:
 * @self: (transfer full) (nullable): a source; dropping the last reference frees its data
 */
void
ws_job_source_unref (WsJobSource *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

/**
 * ws_job_source_make:
 * @error: return location: of the source's own function
 *
 * Makes the job. This may take a while: interactive programs should use a separate thread.
 *
 * Returns: (transfer full) (nullable): a job that passes ws_job_check()
 */
WsJob *
ws_job_source_make (WsJobSource *self, GError **error)
{
  WsJob *job;

  g_return_val_if_fail (self != NULL, NULL);

  g_mutex_lock (&self->lock);
  job = self->make (self->data, error);
  g_mutex_unlock (&self->lock);
  return job;
}
