/* Every kernel, block and operator against the host: test-reductions KERNEL, or KERNEL and "large"
 * for the documents' own size. */
#include "catalog/catalog.h"
#include "vm/vm.h"
#include "worker/session.h"

static const char *kernel_id;

typedef struct {
  WsCatalog *catalog;
  WsDevice *device;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  fixture->device =
      ws_vm_device_new ((WsSpec *)ws_catalog_find_spec (fixture->catalog, "h200", &error), 0);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ws_device_close (fixture->device);
  ws_catalog_free (fixture->catalog);
}

static void
check (Fixture *fixture, guint64 n, guint block, const char *type, const char *op)
{
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, kernel_id, &error);
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (GBytes) input = NULL;
  WsPlanParameters parameters;
  guint64 result;
  guint64 expected;
  double bound;

  g_assert_no_error (error);
  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = block;
  g_assert_true (ws_plan_set_type (&parameters, type, NULL)
                 && ws_plan_set_op (&parameters, op, NULL));
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  g_assert_no_error (error);
  input = ws_plan_make_input (plan);
  ws_session_compute (fixture->device, fixture->catalog, plan, input, &result, &error);
  g_assert_no_error (error);
  expected = ws_plan_expect (plan, input, &bound);
  if (!ws_plan_is_correct (plan, result, expected, bound))
    g_error ("%s, n %" G_GUINT64_FORMAT ", block %u, %s %s: 0x%" G_GINT64_MODIFIER
             "x, the host has 0x%" G_GINT64_MODIFIER "x",
             kernel_id, n, block, type, op, result, expected);
}

static void
test_all (Fixture *fixture, gconstpointer data)
{
  static const guint64 sizes[] = { 1, 2, 31, 32, 33, 1000, 100000 };
  static const char *const types[] = { "int", "float" };
  static const char *const ops[] = { "sum", "max", "min" };

  for (guint block = 1; block <= 1024; block *= 2)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (guint t = 0; t < G_N_ELEMENTS (types); t++)
        for (guint o = 0; o < G_N_ELEMENTS (ops); o++)
          check (fixture, sizes[i], block, types[t], ops[o]);
}

static void
test_products (Fixture *fixture, gconstpointer data)
{
  for (guint block = 1; block <= 1024; block *= 4)
    {
      check (fixture, 1000, block, "int", "product");
      check (fixture, 1000, block, "float", "product");
    }
}

static void
test_large (Fixture *fixture, gconstpointer data)
{
  check (fixture, 4194304, 128, "int", "sum");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert (argc >= 2);
  kernel_id = argv[1];
  g_test_add ("/reductions/all", Fixture, NULL, set_up, test_all, tear_down);
  g_test_add ("/reductions/products", Fixture, NULL, set_up, test_products, tear_down);
  g_test_add ("/reductions/large", Fixture, NULL, set_up, test_large, tear_down);
  return g_test_run ();
}
