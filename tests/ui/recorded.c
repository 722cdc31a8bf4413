#include "recorded.h"

#include "plans.h"
#include "vm/vm.h"

#define DATE 1795262400 /* noon of 2026-11-21 UTC: the same day nearly everywhere */

/**
 * recorded_new:
 * @kernel: id of a kernel of the catalogue
 * @spec: of the virtual GPU, as in "h200"
 * @n: elements
 * @block: threads of a block
 *
 * Returns: (transfer full): the run
 */
WsRun *
recorded_new (const char *kernel, const char *spec, guint64 n, guint block)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  const WsCatalogKernel *chosen = ws_catalog_find (catalog, kernel, NULL);
  g_autoptr (WsDevice) device =
      ws_vm_device_new ((WsSpec *)ws_catalog_find_spec (catalog, spec, NULL), 0);
  g_autoptr (WsPlan) plan = NULL;
  WsPlanParameters parameters;
  WsRun *run;

  ws_plan_parameters_init (&parameters, chosen);
  parameters.n = n;
  parameters.block = block;
  plan = ws_plan_new (catalog, chosen, &parameters, device->spec, &error);
  g_assert_no_error (error);
  run = plan_record (device, catalog, plan, NULL, DATE, NULL, &error);
  g_assert_no_error (error);
  return run;
}
