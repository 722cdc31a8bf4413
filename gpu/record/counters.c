/* counters.c: the hardware counters that a run keeps. */
#include "record/record-private.h"

/**
 * ws_counters_to_variant:
 * @counters: (element-type WsCounter): hardware counters
 *
 * Returns: (transfer floating): them as an array of %WS_COUNTER_FORMAT
 */
GVariant *
ws_counters_to_variant (GPtrArray *counters)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" WS_COUNTER_FORMAT));
  for (guint i = 0; i < counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (counters, i);
      g_variant_builder_add (&builder, WS_COUNTER_FORMAT, counter->launch, counter->name,
                             counter->unit, counter->value);
    }
  return g_variant_builder_end (&builder);
}

/**
 * ws_run_with_counters:
 * @counters: (element-type WsCounter): hardware counters of that launch
 *
 * Returns: (transfer full): the same run with @counters replacing those of @launch
 */
WsRun *
ws_run_with_counters (const WsRun *self, guint launch, GPtrArray *counters)
{
  g_autoptr (GVariant) before = ws_run_to_variant (self);
  g_autoptr (GPtrArray) all = ws_counters_new ();
  WsRun *run;

  g_return_val_if_fail (launch < self->n_launches, NULL);

  for (guint i = 0; i < self->counters->len + counters->len; i++)
    {
      gboolean own = i < self->counters->len;
      const WsCounter *from = own ? g_ptr_array_index (self->counters, i)
                                  : g_ptr_array_index (counters, i - self->counters->len);
      WsCounter *counter;

      if (own && from->launch == launch)
        continue;
      counter = g_memdup2 (from, sizeof *from);
      counter->launch = own ? from->launch : launch;
      counter->name = g_strdup (from->name);
      counter->unit = g_strdup (from->unit);
      g_ptr_array_add (all, counter);
    }
  run = ws_run_new_from_variant (
      ws_run_variant_replace (before, WS_RUN_COUNTERS, ws_counters_to_variant (all)), NULL);
  g_assert (run != NULL);
  return run;
}
