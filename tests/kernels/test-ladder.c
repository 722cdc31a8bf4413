/* The seven reductions on the GPU of the lecture (M. Harris, "Optimizing Parallel Reduction in
 * CUDA": 2^22 ints, blocks of 128, on a G80), on the virtual one: its times beside ours, and each
 * kernel faster than the one before. And on a virtual H200, beside what an H200 measured. */
#include "plans.h"
#include "virtual/virtual.h"

static void
add_cb (const WsSample *sample, gpointer data)
{
  *(guint64 *)data = sample->duration_ns;
}

static double
time_us (WsCatalog *catalog, WsDevice *device, guint number)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *id = g_strdup_printf ("reduce%u", number);
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, id, NULL);
  g_autoptr (WsPlan) plan = NULL;
  WsPlanParameters parameters;
  WsTimingRequest request = { .repeats = 1 };
  WsTiming timing;
  guint64 duration_ns = 0;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = 1 << 22;
  parameters.block = 128;
  plan = ws_plan_new (catalog, kernel, &parameters, device->spec, &error);
  g_assert_no_error (error);
  plan_time (device, catalog, plan, &request, add_cb, &duration_ns, &timing, &error);
  g_assert_no_error (error);
  g_assert_true (timing.correct);
  return (double)duration_ns / 1e3;
}

static void
run_ladder (const char *spec, const char *what, const double theirs[7], double ours[7])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  g_autoptr (WsDevice) device =
      ws_vm_device_new ((WsSpec *)ws_catalog_find_spec (catalog, spec, &error), 0);

  g_assert_no_error (error);
  for (guint k = 0; k < 7; k++)
    {
      ours[k] = time_us (catalog, device, k + 1);
      g_print ("# %s reduce%u: modelled %8.1f us, %s %8.1f: %.2f times\n", spec, k + 1, ours[k],
               what, theirs[k], ours[k] / theirs[k]);
    }
}

static void
test_g80 (void)
{
  static const double published[7] = { 8054, 3456, 1722, 965, 536, 381, 268 };
  double ours[7];

  run_ladder ("g80", "published", published, ours);
  for (guint k = 1; k < 7; k++)
    g_assert_cmpfloat (ours[k], <, ours[k - 1]);
}

static void
test_h200 (void)
{
  /* tests/measured/h200-time.txt */
  static const double measured[7] = { 48.9, 35.2, 32.3, 20.3, 20.0, 19.8, 17.0 };
  double ours[7];

  run_ladder ("h200", "measured", measured, ours);
  /* the three steps that count on it: divergence and %, half the blocks, and no more than that */
  g_assert_cmpfloat (ours[1], <, 0.9 * ours[0]);
  g_assert_cmpfloat (ours[3], <, 0.7 * ours[2]);
  g_assert_cmpfloat (ours[4], <=, ours[3]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ladder/g80", test_g80);
  g_test_add_func ("/ladder/h200", test_h200);
  return g_test_run ();
}
