/* The real GPU's recording against the virtual GPU's: lane by lane the same. */
#include "threads/compare-runs.h"
#include "plans.h"
#include "gpu.h"
#include "launch-case.h"

#include <string.h>

typedef struct {
  guint n_runs;
  guint64 n_blocks;
  guint64 n_lane_events;
  guint64 n_masks;
  guint64 n_parts;
  guint64 n_contended;
  guint64 n_cut;
} Total;

/* Masks may differ where the hardware split a warp, and nowhere else. */
static void
check_masks (const char *name, const WsComparison *comparison)
{
  if (comparison->n_masks == comparison->n_parts)
    return;
  g_print ("# %s: the hardware kept lanes together that the virtual GPU has apart\n", name);
  g_test_fail ();
}

static void
add (Total *total, const WsComparison *comparison)
{
  total->n_runs++;
  total->n_blocks += comparison->n_blocks;
  total->n_lane_events += comparison->n_lane_events;
  total->n_masks += comparison->n_masks;
  total->n_parts += comparison->n_parts;
  total->n_contended += comparison->n_contended;
  total->n_cut += comparison->n_cut;
}

static void
check (Gpu *gpu, const WsCatalogKernel *kernel, guint64 n, guint32 block, const char *type,
       Total *total)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = gpu_make_plan (gpu, kernel->id, n, block, type, kernel->ops[0]);
  g_autoptr (WsRun) real = NULL;
  g_autoptr (WsRun) virtual = NULL;
  WsComparison comparison;

  if (plan == NULL)
    return;
  real = plan_record (gpu->gpu, gpu->catalog, plan, NULL, 0, NULL, &error);
  /* kernels that launch kernels are not recorded there */
  if (g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED))
    return;
  g_assert_no_error (error);
  virtual = plan_record (gpu->vm, gpu->catalog, plan, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (real->correct && virtual->correct);
  /* what atomics return that all blocks meet in is the order of the blocks */
  if (!ws_compare_runs (virtual, real, plan_is_contended (kernel) ? WS_COMPARE_CONTENDED : 0,
                        &comparison))
    {
      g_print ("# n %" G_GUINT64_FORMAT ", block %u, %s: %s\n", n, block, type,
               comparison.difference);
      g_test_fail ();
    }
  check_masks (kernel->id, &comparison);
  g_free (comparison.difference);
  add (total, &comparison);
}

static void
test_kernel (gconstpointer id)
{
  static const guint64 sizes[] = { 1, 33, 1000, 100000, 1 << 20 };
  static const guint32 blocks[] = { 1, 16, 32, 128, 256, 1024 };
  g_auto (Gpu) gpu = { 0 };
  const WsCatalogKernel *kernel;
  Total total = { 0 };

  if (!gpu_open (&gpu))
    return;
  kernel = ws_catalog_find (gpu.catalog, id, NULL);
  for (guint t = 0; kernel->types[t] != NULL; t++)
    for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        if (!plan_takes_all (kernel) && i == 0)
          check (&gpu, kernel, kernel->default_n, blocks[b], kernel->types[t], &total);
        else if (plan_takes_all (kernel) && !(blocks[b] < 32 && sizes[i] > 100000))
          check (&gpu, kernel, sizes[i], blocks[b], kernel->types[t], &total);
  g_print ("# %-9s %3u runs, %5" G_GUINT64_FORMAT " blocks, %10" G_GUINT64_FORMAT
           " lane events the same; masks differ in %" G_GUINT64_FORMAT
           " (split in %" G_GUINT64_FORMAT "), values of contended atomics in %" G_GUINT64_FORMAT
           ", lanes cut there %" G_GUINT64_FORMAT "\n",
           kernel->id, total.n_runs, total.n_blocks, total.n_lane_events, total.n_masks,
           total.n_parts, total.n_contended, total.n_cut);
}

/* Loops, early exits, nested branches, calls, atomics, shuffles and the rest: see
 * tests/parity/parity.ini. What is left in memory is also what a plain C program computes. */
static void
test_cases (void)
{
  g_auto (Gpu) gpu = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) cases = NULL;

  if (!gpu_open (&gpu))
    return;
  cases = ws_parity_load_cases (&error);
  g_assert_no_error (error);
  for (guint i = 0; i < cases->len; i++)
    {
      const WsParityCase *parity = g_ptr_array_index (cases, i);
      g_autoptr (WsCase) each = ws_case_new_from_parity (parity);
      g_autofree gint32 *left = ws_parity_case_expect (parity, each->input);
      g_autofree gint32 *right = g_new0 (gint32, each->n_out);
      g_autoptr (WsRun) virtual = ws_case_record (gpu.vm, each, NULL, NULL, NULL);
      g_autoptr (WsRun) real = ws_case_record (gpu.gpu, each, NULL, NULL, right);
      WsComparison comparison;

      if (memcmp (left, right, each->n_out * sizeof *left) != 0)
        {
          g_print ("# %s: what the kernel left in memory differs\n", each->name);
          g_test_fail ();
        }
      if (!ws_compare_runs (virtual, real, each->contended ? WS_COMPARE_CONTENDED : 0, &comparison))
        {
          g_print ("# %s\n", comparison.difference);
          g_test_fail ();
        }
      check_masks (each->name, &comparison);
      g_print ("# %-9s %" G_GUINT64_FORMAT " blocks, %8" G_GUINT64_FORMAT
               " lane events the same; masks differ in %" G_GUINT64_FORMAT
               " (split in %" G_GUINT64_FORMAT
               "), values of contended atomics in %" G_GUINT64_FORMAT
               ", lanes cut there %" G_GUINT64_FORMAT "\n",
               each->name, comparison.n_blocks, comparison.n_lane_events, comparison.n_masks,
               comparison.n_parts, comparison.n_contended, comparison.n_cut);
      g_free (comparison.difference);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (WsCatalog) catalog = NULL;
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (catalog, i);
      g_autofree char *path = g_strconcat ("/gpu/parity/kernels/", kernel->id, NULL);

      /* the result of races is not known */
      if (!kernel->faults && !kernel->races)
        g_test_add_data_func_full (path, g_strdup (kernel->id), test_kernel, g_free);
    }
  g_test_add_func ("/gpu/parity/cases", test_cases);
  return g_test_run ();
}
