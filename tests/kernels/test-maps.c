/* Kernels with a shape of their own, against the host: right results over sizes, blocks, options
 * and repeats; and the catalogue's own word on occupancy. */
#include "part.h"
#include "plans.h"
#include "occupancy/occupancy.h"
#include "virtual/virtual.h"

#include <string.h>

static WsPlan *
make_plan (PlanFixture *fixture, const WsCatalogKernel *kernel, guint64 n, guint32 block,
           guint32 repeats)
{
  g_autoptr (GError) error = NULL;
  WsPlanParameters parameters;
  WsPlan *plan;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = block;
  parameters.repeats = repeats;
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  g_assert_no_error (error);
  return plan;
}

/* Whether the kernel takes these numbers; what it leaves is right then. */
static gboolean
check (PlanFixture *fixture, const WsCatalogKernel *kernel, const WsPlanParameters *parameters)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan =
      ws_plan_new (fixture->catalog, kernel, parameters, fixture->device->spec, &error);
  WsVerdict verdict;

  if (plan == NULL)
    {
      g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N);
      g_assert_true (g_str_has_suffix (error->message, "."));
      return FALSE;
    }
  plan_compute (fixture->device, fixture->catalog, plan, &verdict, &error);
  g_assert_no_error (error);
  g_assert_true (verdict.checked);
  if (!verdict.correct)
    g_error ("%s, n %" G_GUINT64_FORMAT ", block %u, %u repeats, %u: element %" G_GUINT64_FORMAT
             " is 0x%" G_GINT64_MODIFIER "x, the host has 0x%" G_GINT64_MODIFIER "x",
             kernel->id, parameters->n, parameters->block, parameters->repeats,
             parameters->options[0], verdict.element, verdict.result, verdict.expected);
  return TRUE;
}

/* The @i-th of the values that are tried of the kernel's only option: its least, its greatest, and
 * some between. FALSE behind the last. */
static gboolean
choose (const WsCatalogKernel *kernel, guint i, WsPlanParameters *parameters)
{
  const WsOption *option;
  guint steps;

  g_assert_cmpuint (kernel->options->len, <=, 1);
  if (kernel->options->len == 0)
    return i == 0;
  option = ws_catalog_kernel_get_option (kernel, 0);
  steps = MIN (option->most - option->least, 3);
  parameters->options[0] =
      steps > 0 ? option->least + (option->most - option->least) * i / steps : option->least;
  return i <= steps;
}

/* Every size and number of repeats with a block and an option. Returns: how many the kernel takes
 */
static guint
check_sizes (PlanFixture *fixture, const WsCatalogKernel *kernel, WsPlanParameters *parameters)
{
  static const guint64 sizes[] = { 1, 2, 31, 33, 64, 1000, 1024, 4096, 20000 };
  static const guint32 repeats[] = { 1, 2, 7 };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint r = 0; r < (kernel->max_repeats > 0 ? G_N_ELEMENTS (repeats) : 1); r++)
      {
        parameters->n = sizes[i];
        parameters->repeats = repeats[r];
        parameters->seed = i + r;
        if (parameters->block >= 32 || (sizes[i] <= 1024 && ws_catalog_kernel_has_block (kernel)))
          n += check (fixture, kernel, parameters);
      }
  return n;
}

/* Every kernel with a shape of its own, over blocks and options: also where the last block is not
 * full, and where a thread has no element. */
static void
test_all (PlanFixture *fixture, gconstpointer data)
{
  guint n_shapes = 0;

  for (guint k = 0; k < ws_catalog_get_n_kernels (fixture->catalog); k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (fixture->catalog, k);
      WsPlanParameters parameters;
      guint n = 0;

      /* test-patterns has the matrices */
      if (kernel->blueprint == NULL || kernel->faults || kernel->max_n <= 4096 || !part_has (k, 5))
        continue;
      n_shapes++;
      ws_plan_parameters_init (&parameters, kernel);
      for (guint i = 0; choose (kernel, i, &parameters); i++)
        for (parameters.block = 1; parameters.block <= 1024; parameters.block *= 2)
          n += check_sizes (fixture, kernel, &parameters);
      g_assert_cmpuint (n, >=, 12);
    }
  g_assert_cmpuint (n_shapes, >=, part_of (22, 6));
}

static GBytes *
read_cb (guint buffer, guint64 first, guint64 n, gpointer data, GError **error)
{
  const float *c = data;

  g_assert_cmpuint (buffer, ==, 2);
  return g_bytes_new (c + first / 4, n);
}

/* A single wrong element, whichever, is found; so is one that is no number. */
static void
test_judge (PlanFixture *fixture, gconstpointer data)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, "vector_add", NULL);
  g_autoptr (WsPlan) plan = make_plan (fixture, kernel, 1000, 128, 1);
  g_autoptr (WsJob) job = plan_make_job (fixture->catalog, plan, NULL, FALSE);
  g_autoptr (GBytes) in_a = ws_job_make_contents (job, 0, NULL);
  g_autoptr (GBytes) in_b = ws_job_make_contents (job, 1, NULL);
  const float *a = g_bytes_get_data (in_a, NULL);
  const float *b = g_bytes_get_data (in_b, NULL);
  float c[1000];

  for (guint i = 0; i < G_N_ELEMENTS (c); i++)
    c[i] = i / 32 % 4 == 0   ? a[i] + b[i]
           : i / 32 % 4 == 1 ? a[i] - b[i]
           : i / 32 % 4 == 2 ? a[i] * b[i]
                             : a[i] / b[i];
  for (guint wrong = 0; wrong <= 1000; wrong += 37)
    {
      WsVerdict verdict;
      float kept = wrong < 1000 ? c[wrong] : 0;

      if (wrong < 999)
        c[wrong] = wrong % 2 == 0 ? kept * 1.000001f : (float)g_ascii_strtod ("nan", NULL);
      g_assert_true (ws_job_judge (job, NULL, read_cb, c, &verdict, NULL));
      g_assert_cmpint (verdict.correct, ==, wrong >= 999);
      if (wrong < 999)
        g_assert_cmpuint (verdict.element, ==, wrong);
      if (wrong < 1000)
        c[wrong] = kept;
    }
}

/* Numbers of repeats that are refused, with their sentences. */
static void
test_repeats (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *text;
    const char *message;
  } rows[] = {
    { "0", "The number of repeats must be at least 1." },
    { "-3", "“-3” is not a number of repeats: try 100." },
    { "", "“” is not a number of repeats: try 100." },
    { "5000000000", "5000000000 repeats exceed the limit of every kernel." },
    { "10^30", "10^30 repeats exceed the limit of every kernel." },
  };
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, "vector_add", NULL);
  g_autoptr (GError) error = NULL;
  WsPlanParameters parameters;
  guint32 repeats = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_false (ws_plan_parse_repeats (rows[i].text, &repeats, &error));
      g_assert_error (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_REPEATS);
      g_assert_cmpstr (error->message, ==, rows[i].message);
      g_clear_error (&error);
    }
  g_assert_true (ws_plan_parse_repeats ("10^3", &repeats, &error));
  g_assert_cmpuint (repeats, ==, 1000);
  ws_plan_parameters_init (&parameters, kernel);
  parameters.repeats = 2000000;
  g_assert_null (
      ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error));
  g_assert_cmpstr (error->message, ==,
                   "vector_add repeats its work 1 to 1000000 times, not 2000000.");
}

/* On every model of a GPU, more work per thread goes with half, a quarter, an eighth of the warps,
 * as near as its limits allow. */
static void
test_residency (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *spec;
    guint warps[4]; /* of work1, work2, work4, work8 */
  } rows[] = {
    { "g80", { 24, 12, 4, 4 } },
    { "k40c", { 64, 32, 16, 8 } },
    { "rtx2080ti", { 32, 16, 8, 4 } },
    { "h200", { 64, 32, 16, 8 } },
  };
  static const char *const kernels[] = { "work1", "work2", "work4", "work8" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
      {
        g_autoptr (GError) error = NULL;
        const WsSpec *spec = ws_catalog_find_spec (fixture->catalog, rows[i].spec, NULL);
        const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, kernels[k], NULL);
        g_autoptr (WsPlan) plan = NULL;
        WsOccupancyLaunch launch = { .carve_out = -1, .barriers = 1 };
        WsOccupancy occupancy;
        WsPlanParameters parameters;

        ws_plan_parameters_init (&parameters, kernel);
        plan = ws_plan_new (fixture->catalog, kernel, &parameters, spec, &error);
        g_assert_no_error (error);
        launch.threads = parameters.block;
        launch.dynamic_shared_bytes =
            g_array_index (plan->launches, WsPlanLaunch, 0).dynamic_shared_bytes
            + ws_limits_get_spare_shared (kernel->residency_percent, parameters.block, 0, spec);
        ws_occupancy_compute (ws_occupancy_limits_find (spec->cc_major, spec->cc_minor), &launch,
                              &occupancy);
        if (occupancy.warps != rows[i].warps[k])
          g_error ("%s on %s: %u warps, not %u (%u bytes)", kernels[k], rows[i].spec,
                   occupancy.warps, rows[i].warps[k], launch.dynamic_shared_bytes);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/maps/all", PlanFixture, "h200", plan_set_up, test_all, plan_tear_down);
  g_test_add ("/maps/judge", PlanFixture, "h200", plan_set_up, test_judge, plan_tear_down);
  g_test_add ("/maps/repeats", PlanFixture, "h200", plan_set_up, test_repeats, plan_tear_down);
  g_test_add ("/maps/residency", PlanFixture, "h200", plan_set_up, test_residency, plan_tear_down);
  return g_test_run ();
}
