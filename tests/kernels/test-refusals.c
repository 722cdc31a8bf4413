/* Kernels that are there to be refused: what the virtual GPU answers is what CUDA calls it. */
#include "plans.h"
#include "recorded.h"

#include <string.h>

static WsRun *
try (PlanFixture *fixture, const char *id, const char *options, WsRun **partial, GError **error)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, id, NULL);
  g_autoptr (WsPlan) plan = NULL;
  WsPlanParameters parameters;

  g_assert_true (kernel->tries);
  ws_plan_parameters_init (&parameters, kernel);
  if (options != NULL)
    g_assert_true (ws_plan_set_options (&parameters, kernel, options, NULL));
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, error);
  g_assert_no_error (*error);
  return plan_record (fixture->device, fixture->catalog, plan, NULL, RECORDED_DATE, partial, error);
}

static void
test_answers (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel;
    const char *options;
    WsDeviceError code;
    const char *words[4];
  } rows[] = {
    { "null1",
      NULL,
      WS_DEVICE_ERROR_FAULT,
      { "null1.cu:13: block 16, ", "through a null pointer", "cudaErrorIllegalAddress", "late" } },
    { "alloc1",
      NULL,
      WS_DEVICE_ERROR_MEMORY,
      { "Not enough memory for 10.0", "CUDA_ERROR_OUT_OF_MEMORY", "cudaErrorMemoryAllocation",
        "at once" } },
    { "threads1",
      NULL,
      WS_DEVICE_ERROR_LIMIT,
      { "2048", "CUDA_ERROR_INVALID_VALUE", "cudaErrorInvalidConfiguration", "at once" } },
    { "threads1", "threads=65536", WS_DEVICE_ERROR_LIMIT, { "65536", "1024" } },
    { "late1",
      NULL,
      WS_DEVICE_ERROR_FAULT,
      { "late1.cu:13: ", "past the end of “out”", "cudaErrorIllegalAddress", "late" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsRun) partial = NULL;
      g_autoptr (WsRun) run = try (fixture, rows[i].kernel, rows[i].options, &partial, &error);

      g_assert_null (run);
      g_assert_error (error, WS_DEVICE_ERROR, (int)rows[i].code);
      for (guint w = 0; w < G_N_ELEMENTS (rows[i].words) && rows[i].words[w] != NULL; w++)
        if (strstr (error->message, rows[i].words[w]) == NULL)
          g_error ("%s: “%s” is not in “%s”", rows[i].kernel, rows[i].words[w], error->message);
      /* what was asked for can be looked at, with its source and what came of it */
      g_assert_nonnull (partial);
      g_assert_cmpuint (partial->n_launches, >=, 1);
      g_assert_nonnull (strstr (ws_run_get_kernel (partial, 0)->source, "__global__"));
      g_assert_cmpuint (partial->findings->len, ==, 1);
      g_assert_cmpstr (((const WsFinding *)partial->findings->pdata[0])->message, ==,
                       error->message);
    }
}

/* Asked for no more than there is, the same kernels run and are right. */
static void
test_succeeds (PlanFixture *fixture, gconstpointer data)
{
  static const char *const rows[][2] = { { "threads1", "threads=1024" },
                                         { "threads1", "threads=1" },
                                         { "alloc1", "gigabytes=1" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsRun) run = try (fixture, rows[i][0], rows[i][1], NULL, &error);

      g_assert_no_error (error);
      g_assert_true (run->correct && run->has_result);
    }
}

/* No other job is asked: it is refused before anything is sent, and a job of another maker,
 * before it runs. */
static void
test_others (PlanFixture *fixture, gconstpointer data)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, "threads1", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (WsJob) sent = NULL;
  g_autoptr (GVariant) variant = NULL;
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  job = plan_make_job (fixture->catalog, plan, NULL, FALSE);
  g_assert_true (job->tries && ws_job_check_device (job, fixture->device->spec, &error));
  variant = g_variant_ref_sink (ws_job_to_variant (job));
  sent = ws_job_from_variant (variant, &error);
  g_assert_no_error (error);
  g_assert_true (sent->tries);
  sent->tries = FALSE;
  g_assert_false (ws_job_check (sent, &error));
  g_assert_cmpstr (error->message, ==,
                   "Launch 1: a block has 2048 threads in x: 1 to 1024 are possible.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/refusals/answers", PlanFixture, "h200", plan_set_up, test_answers, plan_tear_down);
  g_test_add ("/refusals/succeeds", PlanFixture, "h200", plan_set_up, test_succeeds,
              plan_tear_down);
  g_test_add ("/refusals/others", PlanFixture, "h200", plan_set_up, test_others, plan_tear_down);
  return g_test_run ();
}
