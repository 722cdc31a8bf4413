/* Variables by their names: what the 32 lanes have in them is what the host computes; of what is
 * not sure nothing is said. */
#include "threads/variables.h"
#include "recorded.h"

#include <string.h>

/* What the host has for a name of the catalogue's kernels, of lane @thread in block @block. */
static gboolean
compute (const WsRun *run, const char *name, guint block, guint thread, guint32 *value)
{
  const WsLaunch *launch = &run->launches[0];
  const guint32 *size = launch->block;
  guint32 x = thread % size[0];
  guint32 y = thread / size[0] % size[1];
  guint32 bx = block % launch->grid[0];
  guint32 by = block / launch->grid[0] % launch->grid[1];
  const struct {
    const char *name;
    guint32 value;
  } known[] = {
    { "tid", x },
    { "column", bx * size[0] + x },
    { "row", by * size[1] + y },
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].name, name))
      {
        *value = known[i].value;
        return TRUE;
      }
  return FALSE;
}

static void
assert_name (const WsRun *run, const WsVariables *variables, guint line, const char *name,
             guint warp, guint32 until, guint32 lanes, guint32 first, guint32 step)
{
  const WsBlockRecord *block = ws_run_find_block (run, 0, 1);
  guint variable = ws_variables_find (variables, name, line);
  WsLaneValues values;

  g_assert_cmpuint (variable, !=, WS_NONE);
  g_assert_cmpstr (ws_variables_get_name (variables, variable), ==, name);
  g_assert_true (ws_variables_get_values (variables, variable, block, warp, until, &values));
  g_assert_cmphex (values.lanes, ==, lanes);
  g_assert_cmpstr (values.name, ==, name);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    if ((lanes & 1u << lane) != 0)
      g_assert_cmpuint (values.values[lane], ==, first + lane * step);
}

/* tid and i of a block in the middle, and s as its rounds go by: at the barrier of each it is half
 * of what it was. Backwards, too. */
static void
test_reduction (void)
{
  const Recorded what = { "reduce3", "h200", 384, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  g_autoptr (WsVariables) variables = ws_variables_new (run, 0);
  const WsBlockRecord *block = ws_run_find_block (run, 0, 1);
  const WsKernel *kernel = ws_run_get_kernel (run, 0);
  guint s = ws_variables_find (variables, "s", 19);
  guint32 expected = 64;
  WsLaneValues values;

  g_assert_cmpuint (ws_variables_get_n (variables), ==, 3);
  assert_name (run, variables, 12, "tid", 2, 0, G_MAXUINT32, 64, 1);
  assert_name (run, variables, 13, "i", 2, 0, G_MAXUINT32, 128 + 64, 1);
  g_assert_cmpuint (s, !=, WS_NONE);
  g_assert_cmpuint (ws_variables_find (variables, "s", 25), ==, WS_NONE);
  g_assert_cmpuint (ws_variables_find (variables, "sdata", 13), ==, WS_NONE);
  g_assert_cmpuint (ws_variables_find (variables, "n", 13), ==, WS_NONE);
  g_assert_false (ws_variables_get_values (variables, s, block, 2, 0, &values));
  for (guint32 e = 0; e < block->n_events; e++)
    {
      const WsEvent *event = &run->events[block->first_event + e];
      const WsSite *site = &kernel->sites[event->site];

      if (event->warp != 2 || site->op_class != WS_OP_BARRIER || site->line != 21)
        continue;
      g_assert_true (ws_variables_get_values (variables, s, block, 2, e, &values));
      g_assert_cmphex (values.lanes, ==, G_MAXUINT32);
      for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
        g_assert_cmpuint (values.values[lane], ==, expected);
      expected /= 2;
    }
  g_assert_cmpuint (expected, ==, 0);
  g_assert_false (ws_variables_get_values (variables, s, block, 2, block->n_events - 1, &values));
}

/* In two dimensions, and of constants that stand outside the kernel; a sum has no name, nor has a
 * loop within a loop. */
static void
test_shapes (void)
{
  const Recorded product = { "matrix_product", "h200", 64, 256 };
  const Recorded transpose = { "transpose_naive", "h200", 64, 256 };
  const Recorded convolution = { "convolution_2d", "h200", 64, 256 };
  g_autoptr (WsRun) a = recorded_new (&product);
  g_autoptr (WsRun) b = recorded_new (&transpose);
  g_autoptr (WsRun) c = recorded_new (&convolution);
  g_autoptr (WsVariables) of_product = ws_variables_new (a, 0);
  g_autoptr (WsVariables) of_transpose = ws_variables_new (b, 0);
  g_autoptr (WsVariables) of_convolution = ws_variables_new (c, 0);
  guint row = ws_variables_find (of_product, "row", 1000);
  guint y = ws_variables_find (of_transpose, "y", 1000);
  gsize n;
  const WsBlockRecord *blocks = ws_run_get_blocks (a, 0, &n);
  WsLaneValues values;

  g_assert_cmpuint (row, !=, WS_NONE);
  g_assert_cmpuint (y, !=, WS_NONE);
  g_assert_true (ws_variables_get_values (of_product, row, &blocks[n - 1], 1, 0, &values));
  g_assert_cmpuint (values.values[31], ==,
                    blocks[n - 1].block / a->launches[0].grid[0] * a->launches[0].block[1]
                        + 63 / a->launches[0].block[0]);
  blocks = ws_run_get_blocks (b, 0, &n);
  g_assert_true (ws_variables_get_values (of_transpose, y, &blocks[n - 1], 2, 0, &values));
  g_assert_cmpuint (values.values[0], ==,
                    blocks[n - 1].block / b->launches[0].grid[0] * 32
                        + 64 / b->launches[0].block[0]);
  g_assert_cmpuint (ws_variables_find (of_product, "sum", 1000), ==, WS_NONE);
  for (guint line = 1; line < 100; line++)
    g_assert_cmpuint (ws_variables_find (of_convolution, "x", line), ==, WS_NONE);
}

/* What is set again, or whose address is taken, or is declared twice, or made of what is not known,
 * or stands in a comment, or is read otherwise than it stands, is not sure. */
static void
test_unsure (void)
{
  static const struct {
    const char *above;
    const char *body;
    gboolean sure;
  } sources[] = {
    { "", "unsigned tid = threadIdx.x;", TRUE },
    { "#define threadIdx blockIdx\n", "unsigned tid = threadIdx.x;", FALSE },
    { "", "unsigned tid = threadIdx.x; tid++;", FALSE },
    { "", "unsigned tid = threadIdx.x; --tid;", FALSE },
    { "", "unsigned tid = threadIdx.x; tid += 1;", FALSE },
    { "", "unsigned tid = threadIdx.x; f (&tid);", FALSE },
    { "", "// unsigned tid = threadIdx.x;", FALSE },
    { "", "unsigned tid = threadIdx.x / n;", FALSE },
    { "", "unsigned tid = threadIdx.x / 0;", FALSE },
    { "", "float tid = threadIdx.x;", FALSE },
    { "", "int tid = threadIdx.x; for (;;) { int tid = 1; }", FALSE },
    { "", "int tid = threadIdx.x; if (tid > 3) f (tid & 1);", TRUE },
  };
  const Recorded what = { "reduce3", "h200", 384, 128 };
  g_autoptr (WsRun) run = recorded_new (&what);
  WsKernel *kernel = g_ptr_array_index (run->kernels, run->launches[0].kernel);
  char *source = kernel->source;
  g_autofree char *lines = g_strnfill (30, '\n'); /* its instructions end at line 27 */

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autofree char *whole = g_strdup_printf ("%s__global__ void reduce3 ()\n{\n%s\n%s}\n",
                                                sources[i].above, sources[i].body, lines);
      g_autoptr (WsVariables) variables = NULL;

      g_test_message ("%s%s", sources[i].above, sources[i].body);
      kernel->source = whole;
      variables = ws_variables_new (run, 0);
      kernel->source = source;
      g_assert_cmpint (ws_variables_find (variables, "tid", 20) != WS_NONE, ==, sources[i].sure);
    }
}

/* No name that is shown is wrong, in any kernel where the host can tell. */
static void
test_all (void)
{
  static const Recorded kernels[] = {
    { "reduce1", "h200", 4096, 128 },
    { "reduce2", "h200", 4096, 128 },
    { "reduce3", "h200", 4096, 128 },
    { "reduce4", "h200", 4096, 128 },
    { "reduce5", "h200", 4096, 128 },
    { "reduce6", "h200", 4096, 128 },
    { "reduce7", "h200", 4096, 128 },
    { "reduce8", "h200", 4096, 128 },
    { "reduce9", "h200", 4096, 128 },
    { "reduceNeighbored", "h200", 4096, 128 },
    { "reduceNeighboredLess", "h200", 4096, 128 },
    { "reduceInterleaved", "h200", 4096, 128 },
    { "reduceUnrolling4", "h200", 4096, 128 },
    { "scan_hillis_steele", "h200", 4096, 128 },
    { "scan_work_efficient", "h200", 4096, 128 },
    { "convolution_1d", "h200", 4096, 128 },
    { "convolution_2d", "h200", 64, 256 },
    { "matrix_product", "h200", 64, 256 },
    { "matrix_product_tiled", "h200", 64, 256 },
    { "transpose_shared", "h200", 64, 256 },
    { "histogram_global", "h200", 4096, 128 },
    { "few_blocks", "h200", 2048, 256 },
  };
  guint n_checked = 0;

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_autoptr (WsRun) run = recorded_new (&kernels[k]);
      g_autoptr (WsVariables) variables = ws_variables_new (run, 0);
      gsize n_blocks;
      const WsBlockRecord *blocks = ws_run_get_blocks (run, 0, &n_blocks);
      const WsBlockRecord *last = &blocks[n_blocks - 1];

      for (guint i = 0; i < ws_variables_get_n (variables); i++)
        {
          const char *name = ws_variables_get_name (variables, i);
          WsLaneValues values;

          g_test_message ("%s: %s", kernels[k].kernel, name);
          if (!ws_variables_get_values (variables, i, last, 1, 0, &values))
            continue;
          for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
            {
              guint32 expected;

              if (!compute (run, name, last->block, WS_WARP_SIZE + lane, &expected))
                continue;
              g_assert_cmpuint (values.values[lane], ==, expected);
              n_checked++;
            }
        }
    }
  g_assert_cmpuint (n_checked, >, 15 * WS_WARP_SIZE);
}

/* What is read first is a thread's own element: its address says which i it has. */
static void
test_addresses (void)
{
  static const Recorded kernels[] = {
    { "reduce1", "h200", 4096, 128 },
    { "reduce3", "h200", 4096, 128 },
    { "scan_hillis_steele", "h200", 4096, 128 },
    { "few_blocks", "h200", 2048, 256 },
  };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_autoptr (WsRun) run = recorded_new (&kernels[k]);
      g_autoptr (WsVariables) variables = ws_variables_new (run, 0);
      gsize n_blocks;
      const WsBlockRecord *blocks = ws_run_get_blocks (run, 0, &n_blocks);
      const WsBlockRecord *block = &blocks[n_blocks - 1];
      guint i = ws_variables_find (variables, "i", 1000);
      guint64 base = 0;
      gboolean found = FALSE;
      WsLaneValues values;

      g_assert_cmpuint (i, !=, WS_NONE);
      for (guint32 e = 0; e < block->n_events && !found; e++)
        {
          WsLaneValues read;

          if (!ws_lane_values_init (&read, run, 0, block, e) || read.space != WS_SPACE_GLOBAL)
            continue;
          g_assert_true (ws_variables_get_values (
              variables, i, block, run->events[block->first_event + e].warp, e, &values));
          base = read.addresses[0] - 4 * values.values[0];
          for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
            g_assert_cmpuint (read.addresses[lane], ==, base + 4 * values.values[lane]);
          g_assert_cmpuint (base % 256, ==, 0);
          found = TRUE;
        }
      g_assert_true (found);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/variables/reduction", test_reduction);
  g_test_add_func ("/variables/unsure", test_unsure);
  g_test_add_func ("/variables/shapes", test_shapes);
  g_test_add_func ("/variables/all", test_all);
  g_test_add_func ("/variables/addresses", test_addresses);
  return g_test_run ();
}
