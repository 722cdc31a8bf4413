/* The document's two scenarios for vector_add on a Tesla K40c (EuroCC, "CUDA", 2022: 1000000
 * repeats), on the virtual one: its figures beside ours. What the calculator says must be theirs;
 * of what is modelled the lessons must hold. Times are printed for 1000000 repeats. */
#include "plans.h"
#include "schedule/residency.h"
#include "virtual/virtual.h"

#define REPEATS 200
#define N_SIZES 12

/* As published; times in seconds, the rest in per cent. */
typedef struct {
  guint64 n;
  struct {
    guint32 block;
    double efficiency;
    double theoretical;
    double achieved;
    double seconds;
  } scenario[2];
} Row;

static const Row rows[N_SIZES] = {
  { 32, { { 32, 6.54, 25, 1.5, .35 }, { 32, 6.55, 25, 1.5, .35 } } },
  { 64, { { 64, 6.54, 50, 2.9, .41 }, { 32, 12.46, 25, 1.5, .41 } } },
  { 128, { { 128, 6.54, 100, 4.3, .69 }, { 32, 18.83, 25, 1.5, .69 } } },
  { 256, { { 256, 6.54, 100, 8.8, .70 }, { 32, 37.17, 25, 1.5, .69 } } },
  { 512, { { 512, 6.54, 100, 17, .71 }, { 32, 68.48, 25, 1.6, .69 } } },
  { 1024, { { 1024, 6.54, 100, 35, .74 }, { 64, 78.32, 50, 2.8, .70 } } },
  { 2048, { { 1024, 13.15, 100, 35, .75 }, { 128, 96.32, 100, 4.7, .70 } } },
  { 4096, { { 1024, 26.26, 100, 35, .75 }, { 256, 95.91, 100, 9.4, .72 } } },
  { 8192, { { 1024, 52.41, 100, 35, .75 }, { 512, 95.10, 100, 18, .74 } } },
  { 16384, { { 1024, 83.29, 100, 39, .91 }, { 1024, 83.28, 100, 39, .91 } } },
  { 32768, { { 1024, 62.07, 100, 72, 1.6 }, { 1024, 62.11, 100, 72, 1.6 } } },
  { 65536, { { 1024, 72.80, 100, 77, 2.49 }, { 1024, 72.80, 100, 75, 2.49 } } },
};

typedef struct {
  double efficiency;
  double theoretical;
  double achieved;
  double seconds;
} Figures;

static void
run_one (WsCatalog *catalog, WsDevice *device, const WsCatalogKernel *kernel,
         const WsPlanParameters *parameters, Figures *figures)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsRun) run = NULL;
  WsResidencySummary summary;
  WsOccupancy occupancy;

  plan = ws_plan_new (catalog, kernel, parameters, device->spec, &error);
  g_assert_no_error (error);
  run = plan_record (device, catalog, plan, "0", 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (run->correct);
  g_assert_true (ws_residency_summarise (run, 0, &summary));
  g_assert_true (summary.warps_known);
  g_assert_true (ws_residency_compute_occupancy (run, 0, &occupancy));
  *figures = (Figures){
    .efficiency = 100 * summary.sm_efficiency,
    .theoretical = 100 * occupancy.occupancy,
    .achieved = 100 * summary.achieved_occupancy,
    .seconds = (double)run->launches[0].duration_ns / 1e9 * 1000000 / parameters->repeats,
  };
}

static void
run_all (Figures all[N_SIZES][2])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  g_autoptr (WsDevice) device =
      ws_vm_device_new ((WsSpec *)ws_catalog_find_spec (catalog, "k40c", &error), 0);

  const WsCatalogKernel *kernel = ws_catalog_find (catalog, "vector_add", NULL);
  WsPlanParameters parameters;

  g_assert_no_error (error);
  ws_plan_parameters_init (&parameters, kernel);
  parameters.repeats = REPEATS;
  for (guint i = 0; i < N_SIZES; i++)
    for (guint s = 0; s < 2; s++)
      {
        parameters.n = rows[i].n;
        parameters.block = rows[i].scenario[s].block;
        run_one (catalog, device, kernel, &parameters, &all[i][s]);
      }
}

static void
print (Figures all[N_SIZES][2])
{
  g_print ("# modelled (published)\n"
           "#     n  S    thr x blk   SM efficiency %%  theoretical %%      achieved %%        "
           "time s\n");
  for (guint i = 0; i < N_SIZES; i++)
    for (guint s = 0; s < 2; s++)
      g_print ("# %5u  %u %6u x %-3u  %6.2f (%6.2f)    %3.0f (%3.0f)    %5.1f (%5.1f)   %5.3f "
               "(%4.2f)\n",
               (guint)rows[i].n, s + 1, rows[i].scenario[s].block,
               (guint)(rows[i].n / rows[i].scenario[s].block), all[i][s].efficiency,
               rows[i].scenario[s].efficiency, all[i][s].theoretical,
               rows[i].scenario[s].theoretical, all[i][s].achieved, rows[i].scenario[s].achieved,
               all[i][s].seconds, rows[i].scenario[s].seconds);
}

static void
test_scenarios (void)
{
  Figures all[N_SIZES][2];

  run_all (all);
  print (all);
  for (guint i = 0; i < N_SIZES; i++)
    {
      const Figures *one = &all[i][0];
      const Figures *two = &all[i][1];

      /* the calculator's, exactly */
      for (guint s = 0; s < 2; s++)
        {
          g_assert_cmpfloat (all[i][s].theoretical, ==, rows[i].scenario[s].theoretical);
          g_assert_cmpfloat (all[i][s].achieved, <=, all[i][s].theoretical);
          g_assert_cmpfloat (all[i][s].efficiency, <=, 100);
        }
      /* one block keeps one SM of 15 busy */
      if (rows[i].n <= 1024)
        g_assert_cmpfloat_with_epsilon (one->efficiency, 100. / 15, 0.2);
      /* many small blocks keep more SMs busy, at lower occupancy, in no more time */
      if (rows[i].n >= 64 && rows[i].n <= 8192)
        {
          g_assert_cmpfloat (two->efficiency, >, 1.5 * one->efficiency);
          g_assert_cmpfloat (two->achieved, <, one->achieved);
          g_assert_cmpfloat (two->seconds, <=, one->seconds * 1.001);
        }
      /* more warps wait no longer, as long as the SM has cycles to spare */
      if (rows[i].n >= 256 && rows[i].n <= 8192)
        g_assert_cmpfloat (one->seconds, <, 1.15 * all[2][0].seconds);
      /* warps that divide are the last: those of the other three ways have left, so achieved stays
       * well below the warps that came, which are as many as a block has */
      if (rows[i].n == 1024)
        {
          g_assert_cmpfloat (one->achieved, <, 45);
          g_assert_cmpfloat (one->achieved, >, 25);
        }
    }
  /* from 16384 on both scenarios are the same launch */
  for (guint i = 9; i < N_SIZES; i++)
    {
      g_assert_cmpfloat (all[i][0].seconds, ==, all[i][1].seconds);
      g_assert_cmpfloat (all[i][0].efficiency, ==, all[i][1].efficiency);
    }
  /* 32 blocks where 30 fit: the last two run alone, and cost as much again */
  g_assert_cmpfloat (all[10][0].seconds, >, 1.5 * all[9][0].seconds);
  g_assert_cmpfloat (all[10][0].efficiency, <, 75);
}

/* The four causes of low achieved occupancy, as the catalogue has them, on a GPU of many SMs: the
 * calculator promises all of them the full occupancy. */
static void
test_causes (void)
{
  static const struct {
    const char *kernel;
    double efficiency; /* at most */
    double achieved;   /* at most */
  } causes[] = {
    { "unbalanced_warps", 100, 75 },
    { "unbalanced_blocks", 60, 40 },
    { "few_blocks", 10, 20 },
    { "partial_wave", 85, 90 },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsCatalog) catalog = ws_catalog_new (NULL, &error);
  g_autoptr (WsDevice) device =
      ws_vm_device_new ((WsSpec *)ws_catalog_find_spec (catalog, "h200", &error), 0);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (causes); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_find (catalog, causes[i].kernel, NULL);
      WsPlanParameters parameters;
      Figures figures;

      ws_plan_parameters_init (&parameters, kernel);
      run_one (catalog, device, kernel, &parameters, &figures);
      g_print ("# h200 %-17s SM efficiency %5.1f %%, theoretical %3.0f %%, achieved %5.1f %%\n",
               kernel->id, figures.efficiency, figures.theoretical, figures.achieved);
      g_assert_cmpfloat (figures.theoretical, ==, 100);
      g_assert_cmpfloat (figures.efficiency, <=, causes[i].efficiency);
      g_assert_cmpfloat (figures.achieved, <=, causes[i].achieved);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scenarios/k40c", test_scenarios);
  g_test_add_func ("/scenarios/causes", test_causes);
  return g_test_run ();
}
