/* reference-input.c: the input of the functions of reference-*.c. */
#include "catalog/blueprint.h"
#include "catalog/reference.h"

struct _WsReferenceInput {
  const WsPlan *plan;
  const WsJob *job;
  GHashTable *contents; /* name of a buffer: GBytes */
};

/**
 * ws_reference_input_new:
 * @plan: a plan whose kernel has a blueprint; must outlive the input
 * @job: the job made from it, with its buffers; must outlive it, too
 *
 * Returns: (transfer full): the input of the host's functions
 */
WsReferenceInput *
ws_reference_input_new (const WsPlan *plan, const WsJob *job)
{
  WsReferenceInput *self = g_new0 (WsReferenceInput, 1);

  self->plan = plan;
  self->job = job;
  self->contents =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_bytes_unref);
  return self;
}

void
ws_reference_input_free (WsReferenceInput *self)
{
  g_hash_table_unref (self->contents);
  g_free (self);
}

/**
 * ws_reference_get_number:
 * @name: of a parameter of the user, or of a "let" definition
 *
 * Returns: its value; the blueprint is known to have the names listed in the table of functions
 */
gint64
ws_reference_get_number (const WsReferenceInput *self, const char *name)
{
  const GPtrArray *names = self->plan->kernel->blueprint->names;

  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return self->plan->values[i];
  g_return_val_if_reached (0);
}

static guint
find_buffer (const WsReferenceInput *self, const char *name)
{
  guint i = 0;

  while (i < self->job->buffers->len && !g_str_equal (ws_job_get_buffer (self->job, i)->name, name))
    i++;
  return i;
}

/**
 * ws_reference_get_buffer:
 * @name: of a buffer listed in the table of functions
 *
 * Returns: (transfer none) (nullable): its elements before the first launch, packed; %NULL if out
 * of memory for them
 */
gconstpointer
ws_reference_get_buffer (WsReferenceInput *self, const char *name)
{
  GBytes *bytes = g_hash_table_lookup (self->contents, name);
  guint index = find_buffer (self, name);

  g_return_val_if_fail (index < self->job->buffers->len, NULL);

  if (bytes == NULL)
    {
      bytes = ws_job_make_contents (self->job, index, NULL);
      if (bytes == NULL)
        return NULL;
      g_hash_table_insert (self->contents, ws_job_get_buffer (self->job, index)->name, bytes);
    }
  return g_bytes_get_data (bytes, NULL);
}

/**
 * ws_reference_get_length:
 * @name: of a buffer
 *
 * Returns: number of its elements
 */
guint64
ws_reference_get_length (const WsReferenceInput *self, const char *name)
{
  guint index = find_buffer (self, name);

  g_return_val_if_fail (index < self->job->buffers->len, 0);
  return ws_job_get_buffer (self->job, index)->length;
}
