/* Every kernel, block and operator against the host: test-reductions KERNEL, or KERNEL and "large"
 * for the documents' own size. */
#include "part.h"
#include "plans.h"
#include "virtual/virtual.h"

#include <string.h>

static const char *kernel_id;

static void
check (PlanFixture *fixture, guint64 n, guint block, const char *type, const char *op)
{
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, kernel_id, &error);
  g_autoptr (WsPlan) plan = NULL;
  WsPlanParameters parameters;
  WsVerdict verdict;

  g_assert_no_error (error);
  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = block;
  g_assert_true (ws_plan_set_type (&parameters, type, NULL)
                 && ws_plan_set_op (&parameters, op, NULL));
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  g_assert_no_error (error);
  plan_compute (fixture->device, fixture->catalog, plan, &verdict, &error);
  g_assert_no_error (error);
  if (!verdict.correct)
    g_error ("%s, n %" G_GUINT64_FORMAT ", block %u, %s %s: 0x%" G_GINT64_MODIFIER
             "x, the host has 0x%" G_GINT64_MODIFIER "x",
             kernel_id, n, block, type, op, verdict.result, verdict.expected);
}

static void
test_all (PlanFixture *fixture, gconstpointer data)
{
  static const guint64 sizes[] = { 1, 2, 31, 32, 33, 1000, 100000 };
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, kernel_id, NULL);
  guint n = 0;

  for (guint block = 1; block <= 1024; block *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (guint t = 0; kernel->types[t] != NULL; t++)
        for (guint o = 0; kernel->ops[o] != NULL; o++)
          if (!g_str_equal (kernel->ops[o], "product") && part_has (n++, 13))
            check (fixture, sizes[i], block, kernel->types[t], kernel->ops[o]);
}

static void
test_products (PlanFixture *fixture, gconstpointer data)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, kernel_id, NULL);

  for (guint block = 1; block <= 1024; block *= 4)
    for (guint t = 0; kernel->types[t] != NULL; t++)
      check (fixture, 1000, block, kernel->types[t], "product");
}

/* Every remainder of what is loaded at a time, at the end of a whole step and of a short one. */
static void
test_remainders (PlanFixture *fixture, gconstpointer data)
{
  guint i = 0;

  for (guint block = 1; block <= 64; block *= 8)
    for (guint64 n = 1; n <= 70; n++)
      for (guint64 steps = 0; steps <= 2; steps++)
        if (part_has (i++, 7))
          check (fixture, n + steps * 16 * block, block, "int", "sum");
}

/* What a kernel keeps in variables of its own, it leaves as it found it: the next run on the same
 * loaded module is right too. */
static void
test_again (PlanFixture *fixture, gconstpointer data)
{
  static const guint64 sizes[] = { 100000, 1, 5000, 5000 };
  const WsDeviceClass *klass = fixture->device->klass;
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, kernel_id, NULL);
  const gsize most = (sizes[0] + 1) * sizeof (guint32);
  gboolean loaded = FALSE;
  guint64 first[2];

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsPlan) plan = NULL;
      g_autoptr (GBytes) input = NULL;
      g_autofree guint8 *poison = g_malloc (most);
      WsPlanParameters parameters;
      guint32 result;
      double bound;
      guint64 in, out;

      ws_plan_parameters_init (&parameters, kernel);
      parameters.n = sizes[i];
      parameters.block = 128;
      plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
      g_assert_no_error (error);
      input = ws_plan_make_input (plan);
      if (!loaded)
        {
          g_autoptr (GBytes) ptx = ws_catalog_load_ptx (fixture->catalog, plan, &error);

          g_assert_no_error (error);
          loaded = klass->load (fixture->device, g_bytes_get_data (ptx, NULL),
                                (gssize)g_bytes_get_size (ptx), plan->ptx_path, &error)
                   && klass->alloc (fixture->device, most, "in", &first[0], &error)
                   && klass->alloc (fixture->device, most, "out", &first[1], &error);
          g_assert_no_error (error);
        }
      in = first[0];
      out = first[1];
      memset (poison, 0x5a, most);
      klass->write (fixture->device, out, poison, most, &error);
      g_assert_no_error (error);
      klass->write (fixture->device, in, g_bytes_get_data (input, NULL), g_bytes_get_size (input),
                    &error);
      g_assert_no_error (error);
      for (guint k = 0; k < plan->launches->len; k++)
        {
          const WsPlanLaunch *launch = &g_array_index (plan->launches, WsPlanLaunch, k);
          guint32 n = (guint32)launch->n_elements;
          guint8 params[20];
          WsLaunchRequest request = {
            .entry = launch->entry,
            .grid = { launch->grid[0], launch->grid[1], launch->grid[2] },
            .block = { launch->block[0], launch->block[1], launch->block[2] },
            .dynamic_shared_bytes = launch->dynamic_shared_bytes,
            .params = params,
            .params_size = sizeof params,
          };
          WsLaunchResult ignored = { 0 };
          guint64 swap = in;

          memcpy (params, &in, 8);
          memcpy (params + 8, &out, 8);
          memcpy (params + 16, &n, 4);
          klass->launch (fixture->device, &request, NULL, &ignored, NULL, &error);
          g_assert_no_error (error);
          in = out;
          out = swap;
        }
      klass->read (fixture->device, in, &result, sizeof result, &error);
      g_assert_no_error (error);
      g_assert_cmpint ((gint32)result, ==, (gint32)plan_expect (plan, input, &bound));
    }
}

static void
test_large (PlanFixture *fixture, gconstpointer data)
{
  check (fixture, 4194304, 128, "int", "sum");
}

static gboolean
has_product (void)
{
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, NULL);
  const WsCatalogKernel *kernel = ws_catalog_find (catalog, kernel_id, NULL);

  return g_strv_contains ((const char *const *)kernel->ops, "product");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert (argc >= 2);
  kernel_id = argv[1];
  g_test_add ("/reductions/all", PlanFixture, "h200", plan_set_up, test_all, plan_tear_down);
  if (has_product ())
    g_test_add ("/reductions/products", PlanFixture, "h200", plan_set_up, test_products,
                plan_tear_down);
  g_test_add ("/reductions/remainders", PlanFixture, "h200", plan_set_up, test_remainders,
              plan_tear_down);
  g_test_add ("/reductions/again", PlanFixture, "h200", plan_set_up, test_again, plan_tear_down);
  g_test_add ("/reductions/large", PlanFixture, "h200", plan_set_up, test_large, plan_tear_down);
  return g_test_run ();
}
