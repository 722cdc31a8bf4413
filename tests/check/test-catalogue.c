/* The kernels of the catalogue: those that are right give no finding, in any order of their
 * threads. */
#include "plans.h"

#include <string.h>

#define FEW   1500 /* elements: several blocks, the last not full */
#define WHOLE 1024 /* of those that want whole groups, or squares */

static WsRun *
record (const PlanFixture *self, const WsCatalogKernel *kernel, WsOrder order, WsRun **partial,
        GError **error)
{
  WsPlanParameters parameters;
  g_autoptr (WsPlan) plan = NULL;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.checked = TRUE;
  parameters.order = order;
  if (plan_takes_all (kernel))
    parameters.n = MIN (parameters.n, kernel->blueprint == NULL ? FEW : WHOLE);
  plan = ws_plan_new (self->catalog, kernel, &parameters, NULL, error);
  return plan != NULL ? plan_record (self->device, self->catalog, plan, "0", 0, partial, error)
                      : NULL;
}

static void
test_right (PlanFixture *self, gconstpointer data)
{
  guint n = 0;

  for (guint i = 0; i < ws_catalog_get_n_kernels (self->catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (self->catalog, i);

      if (kernel->faults || kernel->tries || kernel->library != NULL)
        continue;
      for (WsOrder order = WS_ORDER_TIME; order <= WS_ORDER_LANES; order++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (WsRun) run = record (self, kernel, order, NULL, &error);

          g_assert_no_error (error);
          if (run->findings->len > 0)
            g_error ("%s, %s: %s", kernel->id, ws_order_get_name (order),
                     ((WsFinding *)g_ptr_array_index (run->findings, 0))->message);
          g_assert_true (!run->has_result || run->correct);
          n++;
        }
    }
  g_assert_cmpuint (n, >, 150);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/check/catalogue/right", PlanFixture, "h200", plan_set_up, test_right,
              plan_tear_down);
  return g_test_run ();
}
