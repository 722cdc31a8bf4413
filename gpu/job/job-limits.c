/* job-limits.c: checks a job against a device. */
#include "job/limits.h"

/**
 * ws_job_check_device:
 * @self: a job that passes ws_job_check()
 * @error: return location: #WsJobError
 *
 * Returns: whether the device is new enough for it and, unless the job is a trial, large enough;
 *   it may still reject the program
 */
gboolean
ws_job_check_device (const WsJob *self, const WsSpec *spec, GError **error)
{
  WsExtent whole = { .n_elements = ws_job_get_launch (self, 0)->n_elements };

  g_return_val_if_fail (self != NULL && spec != NULL, FALSE);

  if (!ws_limits_check_needs (&self->needs, self->words.id, spec, error))
    return FALSE;
  if (self->tries)
    return TRUE;
  for (guint i = 0; i < self->launches->len; i++)
    {
      const WsJobLaunch *launch = ws_job_get_launch (self, i);
      guint n = launch->block[0] * launch->block[1] * launch->block[2];
      const WsExtent extent = {
        .block = { launch->block[0], launch->block[1], launch->block[2] },
        .grid = { launch->grid[0], launch->grid[1], launch->grid[2] },
        .shared_bytes = launch->dynamic_shared_bytes
                        + ws_limits_get_spare_shared (launch->residency_percent, n,
                                                      launch->dynamic_shared_bytes, spec),
        .n_elements = launch->n_elements,
      };

      if (!ws_limits_check_block (&extent, spec, error)
          || !ws_limits_check_grid (&extent, spec, error))
        return FALSE;
    }
  for (guint i = 0; i < self->buffers->len; i++)
    whole.memory_bytes += ws_buffer_get_bytes (ws_job_get_buffer (self, i));
  return ws_limits_check_memory (&whole, spec, error);
}
