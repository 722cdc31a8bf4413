/* gpu-measure: what is measured on a real GPU, printed.
 *
 *   gpu-measure devices | time | sweep | cost | counters | residencies | memory | names
 *   gpu-measure launch=KERNEL   its first launch, for a profiler to look at
 *   gpu-measure agree FILE      FILE: "ncu KERNEL NAME VALUE", a line each: what Nsight Compute
 * read
 */
#include "gpu.h"
#include "plans.h"

#include "metrics/metrics.h"
#include "schedule/residency.h"
#include "worker/execution-private.h"

#include <string.h>

#define REPEATS 101

typedef struct {
  GArray *durations; /* guint64 */
} Samples;

static int
compare (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *)a;
  guint64 y = *(const guint64 *)b;

  return x < y ? -1 : x > y;
}

static void
sample_cb (const WsSample *sample, gpointer data)
{
  g_array_append_val (((Samples *)data)->durations, sample->duration_ns);
}

static guint64
percentile (GArray *sorted, guint percent)
{
  return g_array_index (sorted, guint64, (sorted->len - 1) * percent / 100);
}

static guint64
time_one (Gpu *gpu, const char *id, guint64 n, guint32 block, guint32 max_grid, gboolean rotate)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  const WsCatalogKernel *kernel = ws_catalog_find (gpu->catalog, id, &error);
  WsPlanParameters parameters;
  WsTimingRequest request;
  WsTiming timing;
  Samples samples = { .durations = g_array_new (FALSE, FALSE, sizeof (guint64)) };
  guint64 median;

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  if (block > 0)
    parameters.block = block;
  if (max_grid > 0)
    parameters.max_grid = max_grid;
  plan = ws_plan_new (gpu->catalog, kernel, &parameters, gpu->gpu->spec, &error);
  g_assert_no_error (error);
  ws_timing_request_init (&request);
  request.repeats = REPEATS;
  request.warmup = 10;
  request.rotate = rotate;
  request.copy = FALSE;
  if (!plan_time (gpu->gpu, gpu->catalog, plan, &request, sample_cb, &samples, &timing, &error))
    {
      g_print ("%-9s n %-10" G_GUINT64_FORMAT " %s\n", id, n, error->message);
      g_array_unref (samples.durations);
      return 0;
    }
  g_array_sort (samples.durations, compare);
  median = percentile (samples.durations, 50);
  g_print ("%-9s n 2^%-2d block %-4u grid %-6u median %9.3f us  p5 %9.3f  p95 %9.3f  %7.1f GB/s "
           "%5.3f of 4800  copies %-4u %s\n",
           id, g_bit_nth_msf (n, -1), plan->parameters.block,
           g_array_index (plan->launches, WsPlanLaunch, 0).grid[0], median / 1e3,
           percentile (samples.durations, 5) / 1e3, percentile (samples.durations, 95) / 1e3,
           (double)timing.n_bytes / median, (double)timing.n_bytes / median / 4800, timing.n_copies,
           timing.correct ? "right" : "WRONG");
  g_array_unref (samples.durations);
  return median;
}

static void
measure_time (Gpu *gpu)
{
  static const guint64 sizes[] = { 1 << 22, 1 << 24, 1 << 28 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      guint64 cub = time_one (gpu, "cub", sizes[s], 0, 0, TRUE);
      guint64 best = G_MAXUINT64;
      guint64 again;

      for (guint k = 0; k < ws_catalog_get_n_kernels (gpu->catalog)
                        && ws_catalog_get_kernel (gpu->catalog, k)->blueprint == NULL;
           k++)
        {
          guint64 median =
              time_one (gpu, ws_catalog_get_kernel (gpu->catalog, k)->id, sizes[s], 0, 0, TRUE);

          best = median > 0 ? MIN (best, median) : best;
        }
      /* the better of before and after */
      again = time_one (gpu, "cub", sizes[s], 0, 0, TRUE);
      cub = MIN (cub, again);
      g_print ("n 2^%d: the best is %.3f times CUB's bandwidth\n", g_bit_nth_msf (sizes[s], -1),
               (double)cub / best);
    }
}

static void
measure_sweep (Gpu *gpu)
{
  static const char *const kernels[] = { "reduce10", "reduce11" };
  static const guint64 sizes[] = { 1 << 22, 1 << 24, 1 << 28 };
  static const guint32 blocks[] = { 256, 512, 1024 };
  static const guint32 waves[] = { 1, 2, 3, 4, 6, 8, 16 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      time_one (gpu, "cub", sizes[s], 0, 0, TRUE);
      for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
        for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
          for (guint w = 0; w < G_N_ELEMENTS (waves); w++)
            time_one (gpu, kernels[k], sizes[s], blocks[b], waves[w] * gpu->gpu->spec->n_sms, TRUE);
    }
}

static double
median_of (double *values, guint n)
{
  for (guint i = 1; i < n; i++)
    for (guint k = i; k > 0 && values[k] < values[k - 1]; k--)
      {
        double swap = values[k];

        values[k] = values[k - 1];
        values[k - 1] = swap;
      }
  return values[n / 2];
}

typedef enum { PLAIN, EVENTS, RESIDENCIES, N_WAYS } Way;

/* One launch with probes of a kind or without, on input that is there. */
static double
time_launch (Gpu *gpu, WsExecution *session, Way way)
{
  g_autoptr (GError) error = NULL;
  const WsJobLaunch *first = ws_job_get_launch (session->job, 0);
  g_autoptr (GArray) blocks = ws_execution_parse_blocks (NULL, first->grid[0], NULL);
  WsRecordRequest record = { .blocks = (const guint32 *)(const void *)blocks->data,
                             .n_blocks = blocks->len,
                             .residencies = way == RESIDENCIES };
  guint8 params[WS_JOB_PARAMS_BYTES];
  WsLaunchRequest request;
  WsLaunchResult result;

  ws_execution_make_request (session, first, params, &request);
  gpu->gpu->klass->launch (gpu->gpu, &request, way != PLAIN ? &record : NULL, &result, NULL,
                           &error);
  g_assert_no_error (error);
  return (double)result.duration_ns;
}

/* What recording costs: the first launch with probes for the events of the default blocks, with
 * those for the residencies of all, and without, in turn. */
static void
measure_cost (Gpu *gpu)
{
  enum { N = 31 };

  for (guint k = 0; k < ws_catalog_get_n_kernels (gpu->catalog)
                    && ws_catalog_get_kernel (gpu->catalog, k)->blueprint == NULL;
       k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (gpu->catalog, k);
      g_autoptr (GError) error = NULL;
      g_autoptr (WsPlan) plan = gpu_make_plan (gpu, kernel->id, 1 << 22, 0, "int", "sum");
      g_autoptr (WsJob) job = plan_make_job (gpu->catalog, plan, NULL, FALSE);
      g_auto (WsExecution) session = { 0 };
      double times[N_WAYS][N];
      double medians[N_WAYS];

      ws_execution_init (&session, gpu->gpu, job, NULL, &error);
      g_assert_no_error (error);
      ws_execution_begin (&session, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < N; i++)
        for (guint way = 0; way < N_WAYS; way++)
          times[way][i] = time_launch (gpu, &session, (Way)way);
      for (guint way = 0; way < N_WAYS; way++)
        medians[way] = median_of (times[way], N) / 1e3;
      g_print ("%-9s n 2^22, block %-4u first launch: %7.2f us, events %7.2f us: %.2f times, "
               "residencies %7.2f us: %.2f times\n",
               kernel->id, plan->parameters.block, medians[PLAIN], medians[EVENTS],
               medians[EVENTS] / medians[PLAIN], medians[RESIDENCIES],
               medians[RESIDENCIES] / medians[PLAIN]);
    }
}

/* The launch that counters are compared on. */
static WsPlan *
plan_to_count (Gpu *gpu, const char *kernel)
{
  return gpu_make_plan (gpu, kernel, 1 << 24, 128, "int", "sum");
}

static int
launch_once (Gpu *gpu, const char *kernel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = plan_to_count (gpu, kernel);
  WsVerdict verdict;

  plan_compute (gpu->gpu, gpu->catalog, plan, &verdict, &error);
  g_assert_no_error (error);
  return 0;
}

/* How far two readings of one counter may be apart. Counts of what a kernel does are the same in
 * every run; bank conflicts, and the wavefronts that they cost, also come from how warps happen to
 * meet; times and shares from the state of clocks and caches: Nsight Compute's own readings of
 * reduce7's share of active cycles, some minutes apart, were 84.6, 87.1, 87.5, 88.7, 89.0 and 90.0
 * %. Of the elapsed time CUPTI counts up to 2 us more at the kernel's ends than Nsight Compute
 * does, which is a larger share of a shorter kernel. */
static double
tolerance (const char *name, double value, double duration_ns)
{
  if (strstr (name, "bank_conflicts") != NULL)
    return 0.25 * value + 30000;
  if (g_str_has_suffix (name, "_elapsed"))
    return 5 + 100 * 2000 / duration_ns;
  if (g_str_has_suffix (name, ".pct") || strstr (name, ".pct_") != NULL)
    return 5;
  if (strstr (name, "duration") != NULL)
    return 0.1 * value + 2000;
  if (strstr (name, "cycles") != NULL || g_str_has_prefix (name, "dram__"))
    return 0.1 * value;
  if (strstr (name, "wavefronts") != NULL)
    return 0.01 * value;
  return 0.001 * value;
}

static int
compare_with_ncu (Gpu *gpu, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GPtrArray) counters = NULL;
  g_autofree char *kernel = g_strdup ("");
  guint n_compared = 0;
  guint n_apart = 0;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 4);
      double theirs;
      double duration_ns = 1;

      if (g_strv_length (words) != 4)
        continue;
      theirs = g_ascii_strtod (words[3], NULL);
      if (!g_str_equal (words[1], kernel))
        {
          g_autoptr (WsPlan) plan = plan_to_count (gpu, words[1]);

          g_free (kernel);
          kernel = g_strdup (words[1]);
          g_clear_pointer (&counters, g_ptr_array_unref);
          counters = plan_count (gpu->gpu, gpu->catalog, plan, 0, &error);
          g_assert_no_error (error);
        }
      for (guint c = 0; c < counters->len; c++)
        {
          const WsCounter *counter = g_ptr_array_index (counters, c);

          if (strstr (counter->name, "duration") != NULL)
            duration_ns = counter->value;
        }
      for (guint c = 0; c < counters->len; c++)
        {
          const WsCounter *counter = g_ptr_array_index (counters, c);
          double apart = ABS (counter->value - theirs);
          gboolean ok = apart <= tolerance (counter->name, theirs, duration_ns);

          if (!g_str_equal (counter->name, words[2]))
            continue;
          n_compared++;
          n_apart += !ok;
          g_print ("%-8s %-62s %16.3f, Nsight Compute %16.3f%s\n", kernel, counter->name,
                   counter->value, theirs, ok ? "" : "   APART");
        }
    }
  g_print ("%u counters compared, %u apart\n", n_compared, n_apart);
  return n_compared > 0 && n_apart == 0 ? 0 : 1;
}

static double
find_counter (GPtrArray *counters, const char *name)
{
  for (guint i = 0; i < counters->len; i++)
    {
      const WsCounter *counter = g_ptr_array_index (counters, i);

      if (g_str_equal (counter->name, name))
        return counter->value;
    }
  return -1;
}

/* ---- what memory is asked for: as recorded, and as the hardware counts it ---- */

#define MEMORY_WITHIN 0.02

/* Those that two warps of a block may change by how they happen to meet. */
static gboolean
is_of_conflicts (const char *name)
{
  return strstr (name, "bank_conflicts") != NULL || strstr (name, "wavefronts") != NULL;
}

/* All blocks are counted on the virtual GPU, whose events are those of the real one, lane by lane
 * (parity).
 *
 * Returns: how many figures are apart */
static guint
compare_memory (Gpu *gpu, const WsPlan *plan, const char *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = plan_record (gpu->vm, gpu->catalog, plan, "0", 0, NULL, &error);
  g_autoptr (GPtrArray) counters = NULL;
  g_autoptr (GArray) metrics = NULL;
  guint n_apart = 0;

  if (run != NULL)
    counters = plan_count (gpu->gpu, gpu->catalog, plan, 0, &error);
  if (counters == NULL)
    {
      g_print ("%s %s: %s\n", plan->kernel->id, options, error->message);
      return 1;
    }
  metrics = ws_metrics_new (run, 0);
  for (guint i = 0; i < metrics->len; i++)
    {
      const WsMetric *metric = &g_array_index (metrics, WsMetric, i);
      double counted = metric->ncu != NULL ? find_counter (counters, metric->ncu) : -1;
      double apart = ABS (counted - metric->value);
      gboolean ok;

      if (counted < 0 || !metric->valid || *metric->unit != '\0' || metric->denominator != 1
          || (metric->group != WS_METRIC_SHARED && metric->group != WS_METRIC_GLOBAL)
          || (metric->value == 0 && counted == 0))
        continue;
      ok = apart <= MEMORY_WITHIN * MAX (counted, metric->value);
      n_apart += !ok;
      g_print ("%-28s %-14s %-42s %14.0f, counted %14.0f%s\n", plan->kernel->id, options,
               metric->id, metric->value, counted,
               ok                              ? ""
               : is_of_conflicts (metric->ncu) ? "   apart (conflicts)"
                                               : "   APART");
    }
  return n_apart;
}

/* Every kernel with what the catalogue suggests, and with each of its options at both ends. */
static void
measure_memory (Gpu *gpu)
{
  guint n = 0;
  guint n_apart = 0;

  for (guint k = 0; k < ws_catalog_get_n_kernels (gpu->catalog); k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (gpu->catalog, k);
      guint n_options = kernel->options->len;

      if (kernel->faults || kernel->races || kernel->library != NULL)
        continue;
      for (guint o = 0; o < 1 + 2 * n_options; o++)
        {
          g_autoptr (GError) error = NULL;
          g_autofree char *name = NULL;
          g_autoptr (WsPlan) plan = NULL;
          WsPlanParameters parameters;

          ws_plan_parameters_init (&parameters, kernel);
          if (o > 0)
            {
              const WsOption *option = ws_catalog_kernel_get_option (kernel, (o - 1) / 2);
              g_autofree char *value = NULL;

              parameters.options[(o - 1) / 2] = o % 2 == 1 ? option->least : option->most;
              value = ws_option_format (option, parameters.options[(o - 1) / 2]);
              name = g_strdup_printf ("%s=%s", option->name, value);
            }
          plan = ws_plan_new (gpu->catalog, kernel, &parameters, NULL, &error);
          if (plan == NULL)
            {
              g_print ("%s %s: %s\n", kernel->id, name != NULL ? name : "", error->message);
              continue;
            }
          n++;
          n_apart += compare_memory (gpu, plan, name != NULL ? name : "") > 0;
        }
    }
  g_print ("%u launches compared; in %u of them a figure is more than %g %% apart\n", n, n_apart,
           MEMORY_WITHIN * 100);
}

static guint64
first_start (const WsRun *run)
{
  guint64 first = G_MAXUINT64;

  for (guint i = 0; i < run->launches[0].n_residencies; i++)
    first = MIN (first, run->residencies[run->launches[0].first_residency + i].start);
  return first;
}

#define N_RECORDINGS 5
#define POINTS_APART 3.

static const char *const occupancy_names[] = {
  "sm__warps_active.avg.pct_of_peak_sustained_active",
  "smsp__cycles_active.avg.pct_of_peak_sustained_elapsed",
};

/* The median of what Nsight Compute read, by the lines of @path; -1 where it did not. */
static double
find_ncu (const char *path, const char *kernel, const char *name)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  double values[64];
  guint n = 0;

  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL))
    return -1;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && n < G_N_ELEMENTS (values); i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", 4);

      if (g_strv_length (words) == 4 && g_str_equal (words[1], kernel)
          && g_str_equal (words[2], name))
        values[n++] = g_ascii_strtod (words[3], NULL);
    }
  return n > 0 ? median_of (values, n) : -1;
}

/* Achieved occupancy and SM efficiency from the residencies that were recorded, beside what Nsight
 * Compute read of the untouched kernel, and CUPTI in this process: medians of some. Held against
 * Nsight Compute's where it is there. */
static int
measure_residencies (Gpu *gpu, const char *path)
{
  static const char *const kernels[] = { "reduce1", "reduce2", "reduce3", "reduce4",
                                         "reduce5", "reduce6", "reduce7" };
  static const char *const titles[] = { "achieved occupancy", "SM efficiency" };
  guint n_apart = 0;
  double first_cycles = 0; /* before a launch's first block begins */

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_autoptr (WsPlan) plan = plan_to_count (gpu, kernels[k]);
      double recorded[2][N_RECORDINGS];
      double counted[2][N_RECORDINGS];

      for (guint i = 0; i < N_RECORDINGS; i++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GPtrArray) counters = plan_count (gpu->gpu, gpu->catalog, plan, 0, &error);
          g_autoptr (WsRun) run = NULL;
          WsResidencySummary summary;

          g_assert_no_error (error);
          run = plan_record (gpu->gpu, gpu->catalog, plan, NULL, 0, NULL, &error);
          g_assert_no_error (error);
          ws_residency_summarise (run, 0, &summary);
          first_cycles = (double)first_start (run);
          recorded[0][i] = 100 * summary.achieved_occupancy;
          recorded[1][i] = 100 * summary.sm_efficiency;
          for (guint m = 0; m < 2; m++)
            counted[m][i] = find_counter (counters, occupancy_names[m]);
        }
      for (guint m = 0; m < 2; m++)
        {
          double ours = median_of (recorded[m], N_RECORDINGS);
          double cupti = median_of (counted[m], N_RECORDINGS);
          double ncu = find_ncu (path, kernels[k], occupancy_names[m]);
          gboolean apart = ABS (ours - (ncu >= 0 ? ncu : cupti)) > POINTS_APART;

          n_apart += apart;
          g_print ("%-8s %-18s %5.2f %% (%5.2f to %5.2f), Nsight Compute %5.2f %%, CUPTI %5.2f %% "
                   "(%5.2f to %5.2f)%s\n",
                   kernels[k], titles[m], ours, recorded[m][0], recorded[m][N_RECORDINGS - 1], ncu,
                   cupti, counted[m][0], counted[m][N_RECORDINGS - 1], apart ? "   APART" : "");
        }
    }
  g_print ("a launch that does nothing takes %.2f us\n",
           first_cycles * 1e3 / gpu->gpu->spec->clock_khz);
  g_print ("%u of %u figures further apart than %.0f points\n", n_apart,
           2 * (guint)G_N_ELEMENTS (kernels), POINTS_APART);
  return n_apart == 0 ? 0 : 1;
}

static void
print_names (Gpu *gpu)
{
#define WS_COUNTER(name, unit, title) g_print ("%s\n", name);
#include "record/counters.def"
#undef WS_COUNTER
}

static void
measure_counters (Gpu *gpu)
{
  static const char *const kernels[] = { "reduce1", "reduce2", "reduce3", "reduce4",
                                         "reduce5", "reduce6", "reduce7", "reduce10" };

  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WsPlan) plan = plan_to_count (gpu, kernels[k]);
      gint64 begun = g_get_monotonic_time ();
      g_autoptr (GPtrArray) counters = plan_count (gpu->gpu, gpu->catalog, plan, 0, &error);

      g_print ("%s, n 2^24, block 128, first launch (%.1f ms)\n", kernels[k],
               (g_get_monotonic_time () - begun) / 1e3);
      if (counters == NULL)
        {
          g_print ("  %s\n", error->message);
          return;
        }
      for (guint i = 0; i < counters->len; i++)
        {
          const WsCounter *counter = g_ptr_array_index (counters, i);

          g_print ("  %-62s %18.3f %s\n", counter->name, counter->value, counter->unit);
        }
    }
}

static void
show_devices (Gpu *gpu)
{
  for (guint i = 0; i < gpu->infos->len; i++)
    {
      const WsCudaInfo *info = g_ptr_array_index (gpu->infos, i);
      const WsSpec *spec = info->spec;

      g_print ("cuda:%d %s %s %s\n", info->ordinal, spec != NULL ? spec->name : "?", info->uuid,
               info->state);
      if (spec != NULL)
        g_print ("  cc %u.%u, %u SMs of %u warps, %u blocks, %u registers, %u bytes shared (%u "
                 "reserved a block), %u kHz, L2 %" G_GUINT64_FORMAT ", memory %" G_GUINT64_FORMAT
                 ", peak %" G_GUINT64_FORMAT " bytes/s\n",
                 spec->cc_major, spec->cc_minor, spec->n_sms, spec->max_warps_per_sm,
                 spec->max_blocks_per_sm, spec->registers_per_sm, spec->shared_per_sm_bytes,
                 spec->shared_reserved_bytes, spec->clock_khz, spec->l2_bytes, spec->memory_bytes,
                 spec->memory_bandwidth_bytes_per_s);
    }
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*measure) (Gpu *gpu);
  } parts[] = { { "devices", show_devices },      { "time", measure_time },
                { "sweep", measure_sweep },       { "cost", measure_cost },
                { "counters", measure_counters }, { "memory", measure_memory },
                { "names", print_names } };
  g_auto (Gpu) gpu = { 0 };

  if (!gpu_open (&gpu))
    return 77;
  if (argc == 3 && g_str_equal (argv[1], "agree"))
    return compare_with_ncu (&gpu, argv[2]);
  if (argc <= 3 && argc >= 2 && g_str_equal (argv[1], "residencies"))
    return measure_residencies (&gpu, argv[2]);
  if (argc == 2 && g_str_has_prefix (argv[1], "launch="))
    return launch_once (&gpu, argv[1] + strlen ("launch="));
  for (int i = 1; i < argc; i++)
    for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
      if (g_str_equal (argv[i], parts[p].name))
        parts[p].measure (&gpu);
  return 0;
}
