/* The virtual GPU runs each kernel as it is and with probes: both recordings must say the same. */
#include "part.h"
#include "plans.h"
#include "catalog/catalog.h"
#include "threads/compare-runs.h"
#include "launch-case.h"
#include "probe-device.h"
#include "virtual/virtual.h"

#include <string.h>

#define SLOTS 4096

/* ---- one launch ---- */

/* How a launch with probes went. */
typedef struct {
  gboolean flat; /* whether the short text for spans is taken where it will do */
  guint64 slots;
  WsProbeResult result;
} Probed;

static gboolean
record_by_probes (WsDevice *device, const WsCase *each, const WsLaunchRequest *request,
                  const WsRecordRequest *record, gpointer data)
{
  Probed *probed = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPtxModule) module =
      ws_ptx_parse (each->ptx, (gssize)each->ptx_length, each->name, &error);
  g_autoptr (WsProbe) probe = ws_probe_new (module, each->name, &error);
  const ProbeDevice on = { .device = device };
  const WsProbeTarget target = probe_device_target (&on);
  g_autofree char *spans = NULL;
  g_autoptr (WsSpanReading) reading = NULL;

  g_assert_no_error (error);
  spans = ws_probe_make_spans_text (probe, probed->flat && ws_probe_is_flat (request), &error);
  device->klass->load (device, spans, -1, "spans.ptx", &error);
  g_assert_no_error (error);
  reading = ws_probe_read_spans (probe, &target, request, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ws_span_reading_deliver (reading, NULL, device->spec, 0, record), >, 0);
  device->klass->load (device, ws_probe_get_text (probe), -1, "probed.ptx", &error);
  g_assert_no_error (error);
  ws_case_reset (device, each, request);
  ws_probe_set_slots (probe, probed->slots);
  ws_probe_record (probe, &target, request, record, &probed->result, &error);
  g_assert_no_error (error);
  return TRUE;
}

/* Every warp of every block was there for some time, the first from the block's start on; and what
 * was recorded of a block happened while it was there. */
static void
check_spans (const WsRun *run)
{
  const WsLaunch *launch = &run->launches[0];
  guint n_warps = ws_launch_get_n_warps (launch);

  g_assert_cmpuint (launch->n_residencies, ==, ws_launch_get_n_blocks (launch));
  g_assert_cmpuint (launch->first_warp_span, !=, WS_NONE);
  for (guint i = 0; i < launch->n_residencies; i++)
    {
      const WsResidency *residency = &run->residencies[i];
      const WsWarpSpan *spans = &run->warp_spans[(gsize)i * n_warps];
      guint32 first = G_MAXUINT32;

      for (guint w = 0; w < n_warps; w++)
        {
          g_assert_cmpuint (spans[w].end, >, spans[w].start);
          first = MIN (first, spans[w].start);
        }
      g_assert_cmpuint (first, ==, 0);
      g_assert_cmpuint (residency->sm, <, run->spec->n_sms);
    }
  for (gsize i = 0; i < run->n_events; i++)
    {
      const WsResidency *residency = &run->residencies[run->events[i].block];

      g_assert_cmpuint (run->events[i].time, >=, residency->start);
      g_assert_cmpuint (run->events[i].time, <=, residency->end);
    }
}

/* The same launch both ways. */
static void
check (PlanFixture *fixture, const WsCase *each)
{
  Probed how = { .flat = TRUE, .slots = SLOTS };
  WsComparison comparison;
  g_autofree gint32 *left = g_new0 (gint32, each->n_out);
  g_autofree gint32 *right = g_new0 (gint32, each->n_out);
  g_autoptr (WsRun) plain = ws_case_record (fixture->device, each, NULL, NULL, left);
  g_autoptr (WsRun) probed = ws_case_record (fixture->device, each, record_by_probes, &how, right);

  if (how.result.cut) /* some take longer than others */
    {
      how.slots = how.result.slots_wanted;
      g_clear_pointer (&probed, ws_run_unref);
      probed = ws_case_record (fixture->device, each, record_by_probes, &how, right);
    }
  g_assert_false (how.result.cut);
  if (how.result.n_split != 0)
    g_error ("%s: %" G_GUINT64_FORMAT " events of a basic block were split", each->name,
             how.result.n_split);
  if (memcmp (left, right, each->n_out * 4) != 0)
    g_error ("%s", each->name);
  g_assert_cmpmem (left, each->n_out * 4, right, each->n_out * 4);
  if (!ws_compare_runs (plain, probed, each->contended ? WS_COMPARE_CONTENDED : 0, &comparison))
    g_error ("%s", comparison.difference);
  g_assert_cmpuint (comparison.n_masks, ==, 0);
  g_assert_cmpuint (comparison.n_lane_events, >, 0);
  g_assert_cmpuint (plain->n_events, ==, probed->n_events);
  check_spans (probed);
}

/* The kernels of tests/parity, which do between them all that a recording must get right. */
static void
test_cases (PlanFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) cases = ws_parity_load_cases (&error);

  g_assert_no_error (error);
  g_assert_cmpuint (cases->len, >=, 10);
  for (guint i = 0; i < cases->len; i++)
    {
      g_autoptr (WsCase) each = NULL;

      if (!part_has (i, 5))
        continue;
      each = ws_case_new_from_parity (g_ptr_array_index (cases, i));
      check (fixture, each);
    }
}

static void
check_kernel (PlanFixture *fixture, const WsCatalogKernel *kernel, guint64 n, guint32 block)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsJob) job = NULL;
  g_autoptr (GBytes) ptx = NULL;
  WsPlanParameters parameters;
  const WsPlanLaunch *first;
  WsCase each = { 0 };
  guint32 blocks[3];
  g_autofree gint32 *input = g_new (gint32, n);

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = block;
  parameters.repeats = MIN (parameters.repeats, 3);
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  /* some take no such number of elements */
  if (kernel->blueprint != NULL
      && g_error_matches (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N))
    return;
  g_assert_no_error (error);
  ptx = ws_catalog_load_ptx (fixture->catalog, plan, &error);
  g_assert_no_error (error);
  first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  each.ptx = (char *)g_bytes_get_data (ptx, &each.ptx_length);
  /* what launches kernels is not recorded by probes */
  if (g_strstr_len (each.ptx, (gssize)each.ptx_length, "cudaCDP2LaunchDevice") != NULL)
    return;
  each.name = first->entry;
  each.blocks = blocks;
  for (guint i = 0; i < 3; i++)
    {
      each.grid[i] = first->grid[i];
      each.block[i] = first->block[i];
    }
  each.shared_bytes = first->dynamic_shared_bytes;
  for (guint64 i = 0; i < n; i++)
    input[i] = (gint32)(i * 7 % 21) - 9;
  each.input = input;
  each.n = (guint32)n;
  each.n_out = MAX (each.n, first->grid[0] + 4);
  job = plan_make_job (fixture->catalog, plan, NULL, FALSE);
  each.job = kernel->blueprint != NULL ? job : NULL;
  each.contended = kernel->blueprint != NULL && plan_is_contended (kernel);
  if (kernel->blueprint != NULL)
    each.n_out =
        (guint32)(ws_buffer_get_bytes (ws_job_get_buffer (job, ws_job_get_check (job, 0)->buffer))
                  / 4);
  each.blocks[each.n_blocks++] = 0;
  if (first->grid[0] > 2)
    each.blocks[each.n_blocks++] = first->grid[0] / 2;
  if (first->grid[0] > 1)
    each.blocks[each.n_blocks++] = first->grid[0] - 1;
  check (fixture, &each);
}

static void
test_catalogue (PlanFixture *fixture, gconstpointer data)
{
  static const guint64 sizes[] = { 1, 31, 33, 1000, 4096, 20000 };
  static const guint32 blocks[] = { 1, 16, 32, 128, 1024 };

  for (guint k = 0; k < ws_catalog_get_n_kernels (fixture->catalog)
                    && !ws_catalog_get_kernel (fixture->catalog, k)->faults;
       k++)
    {
      const WsCatalogKernel *kernel = ws_catalog_get_kernel (fixture->catalog, k);

      if (!plan_takes_all (kernel))
        {
          check_kernel (fixture, kernel, kernel->default_n, kernel->default_block);
          continue;
        }
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
          if (part_has (k + i * G_N_ELEMENTS (blocks) + b, 7)
              && (kernel->blueprint == NULL || (sizes[i] <= 4096 && blocks[b] >= 32)))
            check_kernel (fixture, kernel, sizes[i], blocks[b]);
    }
}

/* Where there is too little room, what fitted is there, whole, and the result says what would do.
 */
static void
test_too_small (PlanFixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (GBytes) ptx = NULL;
  g_autoptr (WsRun) cut = NULL;
  g_autoptr (WsRun) whole = NULL;
  WsPlanParameters parameters;
  Probed how = { .slots = 7 };
  guint32 blocks[] = { 0, 1 };
  gint32 input[256] = { 0 };
  guint64 wanted;
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, "reduce1", &error);
  WsCase each = { .grid = { 2, 1, 1 },
                  .block = { 128, 1, 1 },
                  .shared_bytes = 512,
                  .input = input,
                  .n = 256,
                  .n_out = 256,
                  .blocks = blocks,
                  .n_blocks = 2 };

  ws_plan_parameters_init (&parameters, kernel);
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  ptx = ws_catalog_load_ptx (fixture->catalog, plan, &error);
  g_assert_no_error (error);
  each.ptx = (char *)g_bytes_get_data (ptx, &each.ptx_length);
  /* what launches kernels is not recorded by probes */
  if (g_strstr_len (each.ptx, (gssize)each.ptx_length, "cudaCDP2LaunchDevice") != NULL)
    return;
  each.name = g_array_index (plan->launches, WsPlanLaunch, 0).entry;
  cut = ws_case_record (fixture->device, &each, record_by_probes, &how, NULL);
  g_assert_true (how.result.cut);
  g_assert_cmpuint (how.result.slots_wanted, >, 7);
  wanted = how.result.slots_wanted;
  g_assert_cmpuint (cut->n_events, >, 0);
  how.slots = wanted;
  whole = ws_case_record (fixture->device, &each, record_by_probes, &how, NULL);
  g_assert_false (how.result.cut);
  g_assert_cmpuint (how.result.slots_wanted, ==, wanted);
  g_assert_cmpuint (whole->n_events, >, cut->n_events);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/probe/catalogue", PlanFixture, "h200", plan_set_up, test_catalogue, plan_tear_down);
  g_test_add ("/probe/cases", PlanFixture, "h200", plan_set_up, test_cases, plan_tear_down);
  g_test_add ("/probe/too-small", PlanFixture, "h200", plan_set_up, test_too_small, plan_tear_down);
  return g_test_run ();
}
