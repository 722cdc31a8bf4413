/* The kernels of the catalogue: those that are right give no finding, in any order of their
 * threads. */
#include "plans.h"
#include "part.h"

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

      if (kernel->faults || kernel->races || kernel->tries || kernel->library != NULL)
        continue;
      for (WsOrder order = WS_ORDER_TIME; order <= WS_ORDER_LANES; order++)
        {
          if (!part_has (i + order, 4))
            continue;

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
  g_assert_cmpuint (n, >, part_of (150, 4));
}

/* Those that race: where, among whom, and what it is called; and in the order that shows it, what
 * comes out is wrong. */
static void
test_races (PlanFixture *self, gconstpointer data)
{
  static const struct {
    const char *kernel;
    guint line;
    gboolean among_warps;
    WsOrder order;
  } races[] = {
    { "race1", 19, TRUE, WS_ORDER_WARPS },
    { "race2", 37, FALSE, WS_ORDER_LANES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (races); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_find (self->catalog, races[i].kernel, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsRun) run = record (self, kernel, WS_ORDER_TIME, NULL, &error);
      g_autoptr (WsRun) other_run = record (self, kernel, races[i].order, NULL, &error);
      const WsFinding *finding;
      const WsSite *site;

      g_assert_no_error (error);
      g_assert_true (kernel->races);
      g_assert_cmpuint (run->findings->len, ==, 1);
      finding = g_ptr_array_index (run->findings, 0);
      site = ws_run_get_site (run, finding->launch, finding->site);
      g_assert_cmpuint (finding->kind, ==, WS_FINDING_RACE);
      g_assert_cmpuint (site->line, ==, races[i].line);
      g_assert_true ((finding->warp != finding->other.warp) == races[i].among_warps);
      g_assert_cmpuint (finding->block, ==, finding->other.block);
      g_assert_true (g_str_has_prefix (finding->place, "sdata["));
      g_assert_nonnull (strstr (finding->message, finding->place));
      g_assert_cmpuint (finding->count, >, 1);
      g_assert_true (run->correct);
      g_assert_cmpuint (other_run->findings->len, ==, 1);
      g_assert_false (other_run->correct);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/check/catalogue/right", PlanFixture, "h200", plan_set_up, test_right,
              plan_tear_down);
  g_test_add ("/check/catalogue/races", PlanFixture, "h200", plan_set_up, test_races,
              plan_tear_down);
  return g_test_run ();
}
