/* Runs recorded on a real GPU and kept, against what the virtual GPU records of the same today. */
#include "paths.h"
#include "plans.h"
#include "threads/compare-runs.h"
#include "record/file.h"
#include "virtual/virtual.h"

static WsRun *
load (const char *name)
{
  g_autofree char *path = g_build_filename (WS_SOURCE_DIR, "tests", "data", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  WsRun *run = ws_run_load (file, NULL, &error);

  g_assert_no_error (error);
  return run;
}

static WsPlan *
make_plan (WsCatalog *catalog, const WsRun *run)
{
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, run->id, &error);
  WsPlanParameters parameters;
  WsPlan *plan;

  g_assert_no_error (error);
  ws_plan_parameters_from_variant (&parameters, kernel, run->parameters);
  plan = ws_plan_new (catalog, kernel, &parameters, run->spec, &error);
  g_assert_no_error (error);
  return plan;
}

static void
test_kept (gconstpointer name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  g_autoptr (WsRun) real = load (name);
  g_autoptr (WsPlan) plan = make_plan (catalog, real);
  g_autoptr (WsDevice) vm = ws_vm_device_new (real->spec, 0);
  g_autoptr (WsRun) virtual = plan_record (vm, catalog, plan, NULL, 0, NULL, &error);
  WsComparison comparison;

  g_assert_no_error (error);
  g_assert_cmpint (real->origin, ==, WS_ORIGIN_MEASURED);
  g_assert_true (real->correct && virtual->correct);
  g_assert_cmpuint (real->result, ==, virtual->result);
  if (!ws_compare_runs (virtual, real, 0, &comparison))
    g_error ("%s", comparison.difference);
  g_assert_cmpuint (comparison.n_blocks, >, 3);
  g_assert_cmpuint (comparison.n_lane_events, >, 10000);
  g_assert_cmpuint (comparison.n_masks, ==, 0);
  /* every block was somewhere, for some time, and all of that within the launch */
  for (guint l = 0; l < real->n_launches; l++)
    {
      const WsLaunch *launch = &real->launches[l];

      g_assert_cmpuint (launch->n_residencies, ==, ws_launch_get_n_blocks (launch));
      for (guint i = 0; i < launch->n_residencies; i++)
        {
          const WsResidency *residency = &real->residencies[launch->first_residency + i];

          g_assert_cmpuint (residency->sm, <, real->spec->n_sms);
          g_assert_cmpuint (residency->start, <, residency->end);
          g_assert_cmpuint (residency->end, <=, launch->duration_cycles);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/kept/reduce1", "h200-reduce1.wsrun", test_kept);
  g_test_add_data_func ("/kept/reduce5", "h200-reduce5.wsrun", test_kept);
  return g_test_run ();
}
