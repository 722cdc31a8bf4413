/* The pattern of a dataflow is told from its graph, whatever made it. */
#include "plans.h"
#include "recorded.h"
#include "shapes.h"
#include "dataflow/pattern.h"

static void
assert_pattern (const WsRun *run, guint launch, guint block, const char *expected)
{
  g_autoptr (WsDataflow) flow = ws_dataflow_new (run, launch, block);
  WsPattern pattern = ws_pattern_find (run, launch, flow);

  g_test_message ("launch %u, block %u of %u threads: %s", launch, block,
                  ws_launch_get_n_threads (&run->launches[launch]), ws_pattern_get_name (pattern));
  g_assert_cmpstr (ws_pattern_get_name (pattern), ==, expected);
  g_assert_cmpuint (ws_pattern_get_score (run, launch, flow, pattern), >=,
                    ws_pattern_get_score (run, launch, flow, WS_PATTERN_PLAIN));
  g_assert_cmpuint (ws_pattern_get_score (run, launch, flow, WS_PATTERN_AUTO), ==, 0);
}

/* Of every block that was recorded. */
static void
test_kernel (gconstpointer data)
{
  const ShapesKernel *kernel = data;
  g_autoptr (WsRun) run = shapes_new (kernel->kernel);
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (run, 0, &n);

  g_assert_cmpuint (n, >, 0);
  for (gsize i = 0; i < n; i++)
    assert_pattern (run, 0, blocks[i].block, kernel->shape);
}

/* Every launch of every reduction is a tree, down to a block of one thread, if that does not copy
 * each element: in shared memory, by shuffles, and in global memory, where idle lanes of the last
 * warp leave values that nothing needs. */
static void
test_reductions (void)
{
  static const guint blocks[] = { 1, 8, 64, 128, 256, 512, 1024 };
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, NULL);
  guint n_kernels = 0;

  for (guint k = 0; k < ws_catalog_get_n_kernels (catalog); k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, k);

      if (!g_str_has_prefix (kernel->id, "reduce"))
        continue;
      g_test_message ("%s", kernel->id);
      n_kernels++;
      for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
        {
          g_autoptr (WsRun) run = recorded_new (
              &(Recorded){ .kernel = kernel->id, .spec = "h200", .n = 4096, .block = blocks[b] });

          for (guint launch = 0; launch < run->n_launches; launch++)
            if (run->launches[launch].n_results < run->launches[launch].n_elements)
              assert_pattern (run, launch, ws_run_get_first_block (run, launch), "tree");
        }
    }
  g_assert_cmpuint (n_kernels, ==, 12 + 9);
}

/* Those of the catalogue that people know by their pattern, of whatever sizes it suggests. */
static void
test_catalog (void)
{
  static const struct {
    Recorded recorded;
    const char *pattern;
  } cases[] = {
    { { "convolution_1d", "h200", 1000, 64 }, "stencil" },
    { { "convolution_1d_tiled", "h200", 1000, 64 }, "stencil" },
    { { "scan_hillis_steele", "h200", 512, 128 }, "scan" },
    { { "scan_work_efficient", "h200", 512, 64 }, "scan" },
    { { "histogram_global", "h200", 8192, 128 }, "scatter" },
    { { "histogram_shared", "h200", 8192, 128 }, "scatter" },
    { { "vector_add", "h200", 8192, 256 }, "map" },
    { { "readOffset", "h200", 8192, 256 }, "map" },
    { { "reduceNeighbored", "h200", 8192, 128 }, "tree" },
    { { "reduceUnrolling8", "h200", 8192, 128 }, "tree" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WsRun) run = recorded_new (&cases[i].recorded);

      g_test_message ("%s", cases[i].recorded.kernel);
      assert_pattern (run, 0, ws_run_get_first_block (run, 0), cases[i].pattern);
    }
}

/* A block that was not recorded has no graph. */
static void
test_nothing (void)
{
  g_autoptr (WsRun) run = shapes_new ("sum_of_two");

  assert_pattern (run, 0, 77, "plain");
}

static void
test_names (void)
{
  WsPattern pattern = WS_PATTERN_MAP;

  for (guint i = 0; i < WS_N_PATTERNS; i++)
    {
      g_assert_true (ws_pattern_parse (ws_pattern_get_name ((WsPattern)i), &pattern));
      g_assert_cmpint (pattern, ==, i);
    }
  g_assert_false (ws_pattern_parse ("round", &pattern));
  g_assert_false (ws_pattern_parse (NULL, &pattern));
  g_assert_cmpint (pattern, ==, WS_PATTERN_PYRAMID);
}

int
main (int argc, char **argv)
{
  guint n_kernels;
  const ShapesKernel *kernels = shapes_get_kernels (&n_kernels);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_kernels; i++)
    {
      g_autofree char *path = g_strdup_printf ("/record/pattern/%s", kernels[i].kernel);

      g_test_add_data_func (path, &kernels[i], test_kernel);
    }
  g_test_add_func ("/record/pattern/reductions", test_reductions);
  g_test_add_func ("/record/pattern/catalog", test_catalog);
  g_test_add_func ("/record/pattern/nothing", test_nothing);
  g_test_add_func ("/record/pattern/names", test_names);
  return g_test_run ();
}
