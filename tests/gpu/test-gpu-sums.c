/* Every kernel on the real GPU: right results, untouched and recorded. */
#include "gpu.h"
#include "plans.h"

static void
check (Gpu *gpu, const WsCatalogKernel *kernel, guint64 n, guint32 block, const char *type,
       const char *op)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = gpu_make_plan (gpu, kernel->id, n, block, type, op);
  WsVerdict verdict;

  if (plan == NULL)
    return;
  plan_compute (gpu->gpu, gpu->catalog, plan, &verdict, &error);
  g_assert_no_error (error);
  if (!verdict.correct)
    g_error ("%s, n %" G_GUINT64_FORMAT ", block %u, %s %s: 0x%" G_GINT64_MODIFIER
             "x, the host has 0x%" G_GINT64_MODIFIER "x",
             kernel->id, n, block, type, op, verdict.result, verdict.expected);
}

/* Sums of all kernels at the sizes that the documents name. */
static void
test_sums (void)
{
  static const guint64 sizes[] = { 1, 31, 1000, 100000, 1 << 22, 1 << 24, 1 << 28 };
  g_auto (Gpu) gpu = { 0 };
  guint n_checked = 0;

  if (!gpu_open (&gpu))
    return;
  for (guint k = 0; k < ws_catalog_get_n_kernels (gpu.catalog)
                    && !ws_catalog_get_kernel (gpu.catalog, k)->faults;
       k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (gpu.catalog, k);

      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        if (plan_takes_all (kernel) ? !gpu_is_quick () || sizes[i] <= 100000 : i == 0)
          {
            check (&gpu, kernel, plan_takes_all (kernel) ? sizes[i] : kernel->default_n, 0,
                   kernel->types[0], kernel->ops[0]);
            n_checked++;
          }
      g_print ("# %s: right for n up to %s\n", kernel->id, gpu_is_quick () ? "100000" : "2^28");
    }
  g_print ("# %u sums right on the %s\n", n_checked, gpu.gpu->name);
}

/* Types, operators and block sizes at sizes that do not come out even. */
static void
test_grid (void)
{
  static const guint64 sizes[] = { 1, 2, 31, 33, 1000, 100003 };
  g_auto (Gpu) gpu = { 0 };
  guint n_checked = 0;

  if (gpu_is_quick () || !gpu_open (&gpu))
    return;
  for (guint k = 0; k < ws_catalog_get_n_kernels (gpu.catalog)
                    && !ws_catalog_get_kernel (gpu.catalog, k)->faults;
       k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (gpu.catalog, k);

      for (guint t = 0; kernel->types[t] != NULL; t++)
        for (guint o = 0; kernel->ops[o] != NULL; o++)
          for (guint block = 1; block <= kernel->max_block; block *= 4)
            for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
              if (plan_takes_all (kernel) || i == 0)
                {
                  check (&gpu, kernel, plan_takes_all (kernel) ? sizes[i] : kernel->default_n,
                         block, kernel->types[t], kernel->ops[o]);
                  n_checked++;
                }
    }
  g_print ("# %u results right on the %s\n", n_checked, gpu.gpu->name);
}

/* Recorded runs give the same results. */
static void
test_recorded (void)
{
  static const guint64 sizes[] = { 1, 1000, 100000 };
  g_auto (Gpu) gpu = { 0 };

  if (!gpu_open (&gpu))
    return;
  for (guint k = 0; k < ws_catalog_get_n_kernels (gpu.catalog)
                    && !ws_catalog_get_kernel (gpu.catalog, k)->faults;
       k++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        const WsCatalogKernel *kernel = ws_catalog_get_kernel (gpu.catalog, k);
        g_autoptr (GError) error = NULL;
        guint64 n = plan_takes_all (kernel) ? sizes[i] : kernel->default_n;
        g_autoptr (WsPlan) plan =
            gpu_make_plan (&gpu, kernel->id, n, 0, kernel->types[0], kernel->ops[0]);
        g_autoptr (WsRun) run = NULL;

        if (plan == NULL)
          continue;
        run = plan_record (gpu.gpu, gpu.catalog, plan, NULL, 0, NULL, &error);
        /* kernels that launch kernels are not recorded there */
        if (g_error_matches (error, WS_DEVICE_ERROR, WS_DEVICE_ERROR_UNSUPPORTED))
          continue;
        g_assert_no_error (error);
        g_assert_true (run->correct);
        g_assert_cmpint (run->origin, ==, WS_ORIGIN_MEASURED);
        g_assert_cmpuint (run->n_events, >, 0);
        g_assert_cmpuint (run->launches[0].n_residencies, ==,
                          ws_launch_get_n_blocks (&run->launches[0]));
        g_assert_cmpuint (run->launches[0].registers_from, ==, WS_REGISTERS_DRIVER);
        if (sizes[i] == 100000)
          for (guint note = 0; run->notes[note] != NULL; note++)
            g_print ("# %s: %s\n", kernel->id, run->notes[note]);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/sums", test_sums);
  g_test_add_func ("/gpu/grid", test_grid);
  g_test_add_func ("/gpu/recorded", test_recorded);
  return g_test_run ();
}
