/* Convolutions, scans, matrix products, transposes, histograms, bank conflicts and latencies: right
 * results over sizes, blocks and options; the examples of lectures by value; the host's own
 * functions against the plainest way to compute the same; and what each kernel is there to show. */
#include "plans.h"
#include "metrics/metrics.h"
#include "accesses/site-counts.h"
#include "virtual/virtual.h"

#include <math.h>
#include <string.h>

static const char *const groups[] = { "Convolution", "Scan",      "Matrix product",
                                      "Transpose",   "Histogram", "Bank conflicts",
                                      "Latency" };

static gboolean
is_pattern (const WsCatalogKernel *kernel)
{
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    found |= g_str_equal (kernel->group, groups[i]);
  return found;
}

/* What differs from the kernel's defaults; 0 and NULL: nothing. */
typedef struct {
  const char *kernel;
  guint64 n;
  guint32 block;
  guint32 repeats;
  const char *option; /* as in "stride=4" */
  const char *other;
} Choice;

static void
set_option (const WsCatalogKernel *kernel, WsPlanParameters *parameters, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  g_autoptr (GError) error = NULL;
  guint found = 0;

  for (guint i = 0; i < kernel->options->len; i++)
    {
      const WsOption *option = ws_catalog_kernel_get_option (kernel, i);

      if (!g_str_equal (option->name, parts[0]))
        continue;
      g_assert_true (ws_option_parse (option, parts[1], &parameters->options[i], &error));
      found++;
    }
  g_assert_cmpuint (found, ==, 1);
}

static WsPlan *
make_plan (PlanFixture *fixture, const Choice *choice, const WsSpec *spec)
{
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, choice->kernel, NULL);
  g_autoptr (GError) error = NULL;
  WsPlanParameters parameters;
  WsPlan *plan;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = choice->n > 0 ? choice->n : parameters.n;
  parameters.block = choice->block > 0 ? choice->block : parameters.block;
  parameters.repeats = choice->repeats > 0 ? choice->repeats : parameters.repeats;
  if (choice->option != NULL)
    set_option (kernel, &parameters, choice->option);
  if (choice->other != NULL)
    set_option (kernel, &parameters, choice->other);
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, spec, &error);
  g_assert_no_error (error);
  return plan;
}

static WsJob *
make_job (PlanFixture *fixture, const Choice *choice)
{
  g_autoptr (WsPlan) plan = make_plan (fixture, choice, fixture->device->spec);

  return plan_make_job (fixture->catalog, plan, "0", FALSE);
}

/* (transfer full): with the right result */
static WsRun *
record_on (PlanFixture *fixture, WsDevice *device, const Choice *choice)
{
  g_autoptr (WsPlan) plan = make_plan (fixture, choice, device->spec);
  g_autoptr (GError) error = NULL;
  WsRun *run = plan_record (device, fixture->catalog, plan, "0", 0, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (run->has_result && run->correct);
  return run;
}

static double
get_metric (const WsRun *run, const char *id)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
  const WsMetric *metric = ws_metrics_find (metrics, id);

  g_assert_nonnull (metric);
  g_assert_true (metric->valid);
  return metric->value;
}

static double
measure (PlanFixture *fixture, const Choice *choice, const char *id)
{
  g_autoptr (WsRun) run = record_on (fixture, fixture->device, choice);

  return get_metric (run, id);
}

/* ---- right results ---- */

/* Returns: %FALSE where the kernel asks for other numbers than these. */
static gboolean
check (PlanFixture *fixture, const WsCatalogKernel *kernel, const WsPlanParameters *parameters)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan =
      ws_plan_new (fixture->catalog, kernel, parameters, fixture->device->spec, &error);
  WsVerdict verdict;

  if (plan == NULL)
    {
      g_assert_nonnull (strstr (error->message, "must be a multiple of 64"));
      return FALSE;
    }
  plan_compute (fixture->device, fixture->catalog, plan, &verdict, &error);
  if (error != NULL || !verdict.checked || !verdict.correct)
    g_error ("%s, n %" G_GUINT64_FORMAT ", block %u, options %u %u %u: %s, element "
             "%" G_GUINT64_FORMAT " is 0x%" G_GINT64_MODIFIER
             "x, the host has 0x%" G_GINT64_MODIFIER "x",
             kernel->id, parameters->n, parameters->block, parameters->options[0],
             parameters->options[1], parameters->options[2],
             error != NULL ? error->message : "wrong", verdict.element, verdict.result,
             verdict.expected);
  g_assert_cmpfloat (verdict.bound, ==, 0);
  return TRUE;
}

/* With each option at both its ends, the others as they are suggested. */
static guint
check_options (PlanFixture *fixture, const WsCatalogKernel *kernel, WsPlanParameters *parameters)
{
  guint n = check (fixture, kernel, parameters) ? 1 : 0;

  for (guint i = 0; i < kernel->options->len; i++)
    {
      const WsOption *option = ws_catalog_kernel_get_option (kernel, i);
      const guint32 ends[] = { option->least, option->most };

      for (guint end = 0; end < G_N_ELEMENTS (ends); end++)
        {
          parameters->options[i] = ends[end];
          /* of rows few will do */
          if (g_str_equal (option->name, "height"))
            parameters->options[i] = MIN (ends[end], 50);
          n += check (fixture, kernel, parameters) ? 1 : 0;
        }
      parameters->options[i] = option->initial;
    }
  return n;
}

/* Sizes below a block, no power of two, and with a last block that is not full. */
static void
test_all (PlanFixture *fixture, gconstpointer data)
{
  static const guint64 sizes[] = { 1, 8, 31, 64, 70, 192 };
  static const guint64 more[] = { 1000, 4097 }; /* of what is not a matrix */
  guint n_kernels = 0;

  for (guint k = 0; k < ws_catalog_get_n_kernels (fixture->catalog); k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (fixture->catalog, k);
      gboolean is_wide = kernel->max_n > 4096;
      guint n = 0;
      WsPlanParameters parameters;

      if (!is_pattern (kernel))
        continue;
      n_kernels++;
      ws_plan_parameters_init (&parameters, kernel);
      parameters.repeats = MIN (parameters.repeats, 13);
      for (guint i = 0; i < G_N_ELEMENTS (sizes) + (is_wide ? G_N_ELEMENTS (more) : 0); i++)
        for (guint32 block = 32; block <= 1024; block *= 2)
          {
            if (block > 32 && !ws_catalog_kernel_has_block (kernel))
              continue;
            parameters.n = i < G_N_ELEMENTS (sizes) ? sizes[i] : more[i - G_N_ELEMENTS (sizes)];
            parameters.block = block;
            n += check_options (fixture, kernel, &parameters);
          }
      g_assert_cmpuint (n, >=, 2);
    }
  g_assert_cmpuint (n_kernels, ==, 19);
}

/* ---- examples of lectures ---- */

/* What the host says must come out, which is what does. */
static void
assert_ints (PlanFixture *fixture, const Choice *choice, const gint32 *values, guint n)
{
  g_autoptr (WsJob) job = make_job (fixture, choice);
  g_autoptr (WsRun) run = record_on (fixture, fixture->device, choice);
  GBytes *bytes = ws_job_get_check (job, 0)->contents.values;

  g_assert_true (run->correct);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), values,
                   n * sizeof *values);
}

/* The arrays of the course "GPUs: Architecture and Programming" (NYU), "Pattern: Prefix Sum". */
static void
test_scans (PlanFixture *fixture, gconstpointer data)
{
  static const gint32 inclusive[] = { 3, 4, 11, 11, 15, 16, 22, 25 };
  static const gint32 exclusive[] = { 0, 3, 4, 11, 11, 15, 16, 22 };
  static const gint32 in_pairs[] = { 3, 4, 7, 7, 4, 5, 6, 9 };
  static const Choice choices[] = { { "scan_hillis_steele", 8, 8, 0, NULL, NULL },
                                    { "scan_work_efficient", 8, 4, 0, NULL, NULL },
                                    { "scan_array", 8, 2, 0, NULL, NULL },
                                    { "scan_exclusive", 8, 8, 0, NULL, NULL },
                                    { "scan_work_efficient", 8, 1, 0, NULL, NULL } };

  for (guint i = 0; i < 3; i++)
    assert_ints (fixture, &choices[i], inclusive, G_N_ELEMENTS (inclusive));
  assert_ints (fixture, &choices[3], exclusive, G_N_ELEMENTS (exclusive));
  assert_ints (fixture, &choices[4], in_pairs, G_N_ELEMENTS (in_pairs));
}

/* Of the same course, "Pattern: Convolution": 7 times 7 inputs, a mask of 5 times 5; one output is
 * said to be 321. The corner has 9 inputs, the others are ghost cells. */
static void
test_convolution (PlanFixture *fixture, gconstpointer data)
{
  const Choice choice = { .kernel = "convolution_2d" };
  g_autoptr (WsJob) job = make_job (fixture, &choice);
  g_autoptr (WsRun) run = record_on (fixture, fixture->device, &choice);
  g_autoptr (GBytes) mask_bytes = ws_job_make_contents (job, 1, NULL);
  const float *out = g_bytes_get_data (ws_job_get_check (job, 0)->contents.values, NULL);
  const float *mask = g_bytes_get_data (mask_bytes, NULL);
  static const float rows[2][5] = { { 1, 2, 3, 2, 1 }, { 3, 4, 5, 4, 3 } };

  g_assert_true (run->correct);
  g_assert_cmpuint (ws_job_get_check (job, 0)->count, ==, 49);
  g_assert_cmpuint (ws_job_get_buffer (job, 0)->columns, ==, 7);
  g_assert_cmpuint (ws_job_get_buffer (job, 1)->columns, ==, 5);
  g_assert_cmpmem (mask, sizeof rows[0], rows[0], sizeof rows[0]);
  g_assert_cmpmem (mask + 10, sizeof rows[1], rows[1], sizeof rows[1]);
  g_assert_cmpmem (mask + 20, sizeof rows[0], rows[0], sizeof rows[0]);
  g_assert_cmpfloat (out[2 * 7 + 2], ==, 321);
  /* 5 1 + 4 2 + 3 3, 4 2 + 3 3 + 2 4, 3 3 + 2 4 + 1 5 */
  g_assert_cmpfloat (out[0], ==, 22 + 25 + 22);
}

/* ---- the host's functions, once more ---- */

static double
read_float (GBytes *bytes, guint64 i)
{
  g_assert_cmpuint (4 * i, <, g_bytes_get_size (bytes));
  return (double)((const float *)g_bytes_get_data (bytes, NULL))[i];
}

static gint32
read_int (GBytes *bytes, guint64 i)
{
  g_assert_cmpuint (4 * i, <, g_bytes_get_size (bytes));
  return ((const gint32 *)g_bytes_get_data (bytes, NULL))[i];
}

/* In double precision: sums of products of whole numbers are exact in either. */
static void
test_convolution_1d (PlanFixture *fixture, gconstpointer data)
{
  static const gint64 widths[] = { 1, 4, 7, 31 };

  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      g_autofree char *option = g_strdup_printf ("mask_width=%d", (int)widths[w]);
      const Choice choice = { "convolution_1d", 50, 32, 0, option, NULL };
      g_autoptr (WsJob) job = make_job (fixture, &choice);
      g_autoptr (GBytes) in = ws_job_make_contents (job, 0, NULL);
      g_autoptr (GBytes) mask = ws_job_make_contents (job, 1, NULL);
      GBytes *wanted = ws_job_get_check (job, 0)->contents.values;

      for (gint64 i = 0; i < 50; i++)
        {
          double sum = 0;

          for (gint64 k = 0; k < 50; k++)
            {
              gint64 j = k - i + widths[w] / 2;

              if (j >= 0 && j < widths[w])
                sum += read_float (in, (guint64)k) * read_float (mask, (guint64)j);
            }
          g_assert_cmpfloat (read_float (wanted, (guint64)i), ==, sum);
        }
    }
}

static void
test_matrices (PlanFixture *fixture, gconstpointer data)
{
  const Choice product = { .kernel = "matrix_product", .n = 23 };
  const Choice transpose = { "transpose_padded", 37, 0, 0, "height=5", NULL };
  g_autoptr (WsJob) products = make_job (fixture, &product);
  g_autoptr (WsJob) transposes = make_job (fixture, &transpose);
  g_autoptr (GBytes) a = ws_job_make_contents (products, 0, NULL);
  g_autoptr (GBytes) b = ws_job_make_contents (products, 1, NULL);
  g_autoptr (GBytes) in = ws_job_make_contents (transposes, 0, NULL);

  for (guint64 row = 0; row < 23; row++)
    for (guint64 column = 0; column < 23; column++)
      {
        double sum = 0;

        for (guint64 k = 0; k < 23; k++)
          sum += read_float (a, row * 23 + k) * read_float (b, k * 23 + column);
        g_assert_cmpfloat (
            read_float (ws_job_get_check (products, 0)->contents.values, row * 23 + column), ==,
            sum);
      }
  for (guint64 row = 0; row < 5; row++)
    for (guint64 column = 0; column < 37; column++)
      g_assert_cmpfloat (
          read_float (ws_job_get_check (transposes, 0)->contents.values, column * 5 + row), ==,
          read_float (in, row * 37 + column));
  g_assert_cmpuint (ws_job_get_buffer (transposes, 1)->columns, ==, 5);
}

static void
test_counts (PlanFixture *fixture, gconstpointer data)
{
  const Choice histogram = { "histogram_global", 500, 0, 0, "n_bins=7", NULL };
  const Choice strided = { "bank_stride", 70, 32, 3, "stride=5", NULL };
  g_autoptr (WsJob) histograms = make_job (fixture, &histogram);
  g_autoptr (WsJob) reads = make_job (fixture, &strided);
  g_autoptr (GBytes) in = ws_job_make_contents (histograms, 0, NULL);
  g_autoptr (GBytes) table = ws_job_make_contents (reads, 0, NULL);
  gint32 all = 0;

  for (gint32 bin = 0; bin < 7; bin++)
    {
      gint32 count = 0;

      for (guint64 i = 0; i < 500; i++)
        count += read_int (in, i) == bin;
      g_assert_cmpint (read_int (ws_job_get_check (histograms, 0)->contents.values, (guint64)bin),
                       ==, count);
      all += count;
    }
  g_assert_cmpint (all, ==, 500);
  for (guint64 i = 0; i < 70; i++)
    {
      guint64 first = i % 32 * 5;

      g_assert_cmpint (read_int (ws_job_get_check (reads, 0)->contents.values, i), ==,
                       read_int (table, first) + read_int (table, first + 1)
                           + read_int (table, first + 2));
    }
}

/* Chains of 0.5 x + a that began at 0, 1, 2: each is 2 a, less what is left of where it began. */
static void
test_chains (PlanFixture *fixture, gconstpointer data)
{
  const Choice choice = { "chains", 40, 32, 12, "chains=3", NULL };
  g_autoptr (WsJob) job = make_job (fixture, &choice);
  g_autoptr (GBytes) in = ws_job_make_contents (job, 0, NULL);

  for (guint64 i = 0; i < 40; i++)
    {
      double add = read_float (in, i);
      double sum = 0;

      for (guint c = 0; c < 3; c++)
        sum += 2 * add + (c - 2 * add) / 16; /* 12 rounds of three chains are 4 of each */
      g_assert_cmpfloat (fabs (read_float (ws_job_get_check (job, 0)->contents.values, i) - sum),
                         <=, 1e-5 * MAX (fabs (sum), 1));
    }
}

/* ---- refusals ---- */

static void
test_refused (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel;
    guint64 n;
    guint32 block;
    const char *sentence;
  } cases[] = {
    { "matrix_product_33", 65, 256,
      "The rows and columns must be a multiple of 64: each block computes 64 columns of C, "
      "without a test at the edge." },
    { "convolution_1d", 1000, 96,
      "The block size of convolution_1d must be a power of two from 1 to 1024, not 96." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, cases[i].kernel, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsPlan) plan = NULL;
      WsPlanParameters parameters;

      ws_plan_parameters_init (&parameters, kernel);
      parameters.n = cases[i].n;
      parameters.block = cases[i].block;
      plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
      g_assert_null (plan);
      g_assert_cmpstr (error->message, ==, cases[i].sentence);
    }
}

/* ---- what each is there to show ---- */

static guint
greatest_common_divisor (guint a, guint b)
{
  return b == 0 ? a : greatest_common_divisor (b, a % b);
}

/* A stride meets in as many banks as it has in common with 32. */
static void
test_bank_stride (PlanFixture *fixture, gconstpointer data)
{
  for (guint stride = 1; stride <= 32; stride++)
    {
      g_autofree char *option = g_strdup_printf ("stride=%u", stride);
      const Choice choice = { "bank_stride", 64, 64, 4, option, NULL };
      guint wavefronts = greatest_common_divisor (stride, 32);

      g_assert_cmpfloat (measure (fixture, &choice, "shared-load-bank-conflicts"), ==,
                         (wavefronts - 1) * 4 * 2);
    }
}

/* With one bin, the 32 lanes of each warp are served one after another; with more, as the device
 * counts it, so it comes out of the recorded accesses. */
static void
test_meeting (PlanFixture *fixture, gconstpointer data)
{
  const Choice one = { "histogram_shared", 8192, 128, 0, "n_bins=1", NULL };
  const Choice many = { "histogram_shared", 128, 128, 0, "n_bins=32", NULL };
  g_autoptr (WsRun) run = record_on (fixture, fixture->device, &many);
  guint64 n_blocks;
  g_autofree WsSiteCount *counted = ws_site_counts_new (run, 0, FALSE, &n_blocks);
  g_autofree WsSiteCount *derived = ws_site_counts_new (run, 0, TRUE, &n_blocks);
  guint64 most = 0;

  g_assert_cmpfloat (measure (fixture, &one, "shared-bank-conflicts"), ==, 31 * 8192 / 32);
  g_assert_cmpuint (n_blocks, ==, ws_launch_get_n_blocks (&run->launches[0]));
  for (guint i = 0; i < ws_run_get_kernel (run, 0)->n_sites; i++)
    {
      g_assert_cmpuint (counted[i].wavefronts, ==, derived[i].wavefronts);
      if (ws_run_get_site (run, 0, i)->op_class == WS_OP_ATOMIC)
        most = MAX (most, counted[i].wavefronts);
    }
  g_assert_cmpuint (most, >, 4);
}

/* A warp's store of a column touches 32 sectors, its load of a row 4; through shared memory both
 * touch 4, and the column is in one bank unless rows are padded. */
static void
test_transposes (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *kernel;
    double stored;
    double conflicts;
  } cases[] = { { "transpose_naive", 32, 0 },
                { "transpose_shared", 4, 31 },
                { "transpose_padded", 4, 0 } };
  const guint warps = 4 * 4 * 8; /* tiles, and warps of a block */

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Choice choice = { .kernel = cases[i].kernel };
      g_autoptr (WsRun) run = record_on (fixture, fixture->device, &choice);

      g_assert_cmpfloat (get_metric (run, "global-load-transactions-per-request"), ==, 4);
      g_assert_cmpfloat (get_metric (run, "global-store-transactions-per-request"), ==,
                         cases[i].stored);
      g_assert_cmpfloat (get_metric (run, "shared-bank-conflicts"), ==,
                         cases[i].conflicts * 4 * warps);
    }
}

/* Each tile's element is loaded once for a row or column of threads; a histogram's blocks reach
 * global memory once for each bin; threads near the ends of a convolution diverge. */
static void
test_traffic (PlanFixture *fixture, gconstpointer data)
{
  const Choice naive = { "matrix_product", 64, 0, 0, "tile=16", NULL };
  const Choice tiled = { "matrix_product_tiled", 64, 0, 0, "tile=16", NULL };
  const Choice inside = { "convolution_1d", 1024, 64, 0, "mask_width=1", NULL };
  const Choice ends = { "convolution_1d", 1024, 64, 0, "mask_width=9", NULL };
  const Choice halo = { "convolution_1d_tiled", 1024, 64, 0, "mask_width=9", NULL };

  g_assert_cmpfloat (measure (fixture, &naive, "global-load-requests"), ==,
                     16 * measure (fixture, &tiled, "global-load-requests"));
  g_assert_cmpfloat (measure (fixture, &inside, "divergent-branches"), ==, 0);
  g_assert_cmpfloat (measure (fixture, &ends, "divergent-branches"), >, 0);
  g_assert_cmpfloat (measure (fixture, &halo, "global-load-requests"), <,
                     measure (fixture, &ends, "global-load-requests") / 4);
}

/* Fewer warps, and sooner done: on a G80 SGEMM made 128 Gflop/s at 67 %, 204 at 33 % (V. Volkov,
 * "Better Performance at Lower Occupancy", GTC 2010). As near to these as whole blocks come. */
static void
test_occupancy (PlanFixture *fixture, gconstpointer data)
{
  static const struct {
    const char *spec;
    double occupancies[2];
  } cases[] = { { "k40c", { 62.5, 25 } }, { "rtx2080ti", { 50, 25 } } };
  const Choice choices[] = { { .kernel = "matrix_product_67" }, { .kernel = "matrix_product_33" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const WsSpec *spec = ws_catalog_find_spec (fixture->catalog, cases[i].spec, NULL);
      g_autoptr (WsDevice) device = ws_vm_device_new ((WsSpec *)spec, 0);
      double durations[2];

      for (guint k = 0; k < G_N_ELEMENTS (choices); k++)
        {
          g_autoptr (WsRun) run = record_on (fixture, device, &choices[k]);

          g_assert_cmpfloat (get_metric (run, "theoretical-occupancy"), ==,
                             cases[i].occupancies[k]);
          durations[k] = get_metric (run, "duration");
        }
      g_assert_cmpfloat (durations[1], <, durations[0]);
      g_test_message ("%s, %g %% against %g %%: %.2f times as fast; published of a G80, 33 %% "
                      "against 67 %%: 1.59",
                      cases[i].spec, cases[i].occupancies[1], cases[i].occupancies[0],
                      durations[0] / durations[1]);
    }
}

/* More chains in one warp, or more loads of each thread: sooner done, as long as there is latency
 * to hide. */
static void
test_latency (PlanFixture *fixture, gconstpointer data)
{
  static const char *const chains[] = { "chains=1", "chains=2", "chains=3", "chains=4" };
  static const char *const loads[] = { "loads=1", "loads=2", "loads=4" };
  double before = G_MAXDOUBLE;

  for (guint i = 0; i < G_N_ELEMENTS (chains); i++)
    {
      const Choice choice = { "chains", 32, 32, 0, chains[i], NULL };
      double duration = measure (fixture, &choice, "duration");

      g_test_message ("%s: one warp takes %.0f ns", chains[i], duration);
      g_assert_cmpfloat (duration, <, before * 0.9);
      before = duration;
    }
  before = G_MAXDOUBLE;
  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    {
      const Choice choice = { "loads", 0, 64, 0, loads[i], NULL };
      double duration = measure (fixture, &choice, "duration");

      g_test_message ("%s: two warps of an SM take %.0f ns", loads[i], duration);
      g_assert_cmpfloat (duration, <, before * 0.9);
      before = duration;
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, spec, function) \
  g_test_add ("/patterns/" path, PlanFixture, spec, plan_set_up, function, plan_tear_down)
  ADD ("all", "h200", test_all);
  ADD ("scans", "h200", test_scans);
  ADD ("convolution", "h200", test_convolution);
  ADD ("convolution-1d", "h200", test_convolution_1d);
  ADD ("matrices", "h200", test_matrices);
  ADD ("counts", "h200", test_counts);
  ADD ("chains", "h200", test_chains);
  ADD ("refused", "h200", test_refused);
  ADD ("bank-stride", "h200", test_bank_stride);
  ADD ("meeting", "h200", test_meeting);
  ADD ("transposes", "h200", test_transposes);
  ADD ("traffic", "h200", test_traffic);
  ADD ("occupancy", NULL, test_occupancy);
  ADD ("latency", "h200", test_latency);
#undef ADD
  return g_test_run ();
}
