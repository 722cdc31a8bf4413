/* What the lecture says of the reductions, read off recorded runs with no knowledge of which
 * kernel it was. */
#include "recorded.h"
#include "record/access.h"
#include "dataflow/dataflow.h"
#include "stages/divergence.h"
#include "metrics/metrics.h"
#include "stages/stages.h"
#include "virtual/virtual.h"

/* The lanes for which `tid % (2 * s) == 0` holds are those that do not jump over the addition: as
 * an H200 recorded them. */
static void
test_interleaved_masks (void)
{
  static const guint32 masks[] = { 0x55555555, 0x11111111, 0x01010101, 0x00010001, 0x00000001 };
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce1", "h200", 100000, 128 });
  const WsBlockRecord *block = ws_run_find_block (run, 0, 0);
  guint found = 0;

  for (guint i = 0; i < block->n_events; i++)
    {
      const WsEvent *event = &run->events[block->first_event + i];
      const WsSite *site = ws_run_get_site (run, 0, event->site);

      if (event->warp != 0 || site->op_class != WS_OP_BRANCH || site->line != 19)
        continue;
      if (found < G_N_ELEMENTS (masks))
        g_assert_cmphex (event->active & ~event->taken, ==, masks[found]);
      else
        g_assert_cmphex (event->active & ~event->taken, ==, 1);
      found++;
    }
  g_assert_cmpuint (found, ==, 7);
}

static guint
worst_ways (const WsRun *run, guint stage_index)
{
  g_autoptr (WsDataflow) dataflow = ws_dataflow_new (run, 0, 0);
  g_autoptr (WsStages) stages = ws_stages_new (run, 0, 0, dataflow);

  g_assert_cmpuint (stage_index, <, stages->n_stages);
  return stages->stages[stage_index].ways;
}

static double
metric (const WsRun *run, const char *id)
{
  g_autoptr (GArray) metrics = ws_metrics_new (run, 0);
  const WsMetric *found = ws_metrics_find (metrics, id);

  g_assert_nonnull (found);
  g_assert_true (found->valid);
  return found->value;
}

/* reduce2: whole warps work or rest; its strides meet in the same banks: 2, 4, 8 ... ways. */
static void
test_strided (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce2", "h200", 65536, 256 });
  g_autoptr (WsDataflow) dataflow = ws_dataflow_new (run, 0, 0);
  g_autoptr (WsStages) stages = ws_stages_new (run, 0, 0, dataflow);

  for (guint i = 0; i < stages->n_stages; i++)
    if (stages->stages[i].kind == WS_STAGE_COMBINE && stages->stages[i].n_threads >= 32)
      g_assert_cmpuint (stages->stages[i].n_warps_divergent, ==, 0);
  g_assert_cmpuint (worst_ways (run, 1), ==, 2);
  g_assert_cmpuint (worst_ways (run, 2), ==, 4);
  g_assert_cmpuint (worst_ways (run, 3), ==, 8);
}

static void
test_sequential (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce3", "h200", 65536, 256 });
  g_autoptr (WsDataflow) dataflow = ws_dataflow_new (run, 0, 0);
  g_autoptr (WsStages) stages = ws_stages_new (run, 0, 0, dataflow);

  for (guint i = 0; i < stages->n_stages; i++)
    g_assert_cmpuint (stages->stages[i].ways, <=, 1);
  g_assert_cmpfloat (metric (run, "shared-bank-conflicts"), ==, 0);
}

static void
walk (const WsDataflow *dataflow, guint32 index, guint *uses, guint64 *elements, guint *n_elements)
{
  const WsNode *node = &dataflow->nodes[index];

  g_assert_cmpuint (uses[index]++, ==, 0);
  if (node->event == WS_NONE)
    {
      g_assert_cmpuint (node->space, ==, WS_SPACE_GLOBAL);
      elements[(*n_elements)++] = node->address;
    }
  for (guint e = 0; e < node->n_edges; e++)
    walk (dataflow, dataflow->edges[node->first_edge + e], uses, elements, n_elements);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *)a;
  guint64 y = *(const guint64 *)b;

  return x < y ? -1 : x > y;
}

/* The dataflow of each kernel is a tree over exactly the block's elements, each used once, and its
 * root is the block's result. */
static void
test_tree (gconstpointer data)
{
  const char *id = data;
  const guint block_size = 256;
  const guint64 n = 65536;
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ id, "h200", n, block_size });
  const WsLaunch *launch = &run->launches[0];
  g_autoptr (WsDataflow) dataflow = ws_dataflow_new (run, 0, 0);
  g_autofree guint *uses = g_new0 (guint, dataflow->n_nodes);
  g_autofree guint64 *elements = g_new0 (guint64, dataflow->n_nodes);
  guint n_elements = 0;
  guint64 per_block = n / ws_launch_get_n_blocks (launch);
  gint32 sum = 0;
  guint64 in = 0;

  g_assert_cmpuint (dataflow->n_results, ==, 1);
  walk (dataflow, dataflow->results[0], uses, elements, &n_elements);
  g_assert_cmpuint (n_elements, ==, per_block);
  qsort (elements, n_elements, sizeof *elements, compare);
  for (guint i = 0; i < run->regions->len; i++)
    {
      const WsRegion *region = g_ptr_array_index (run->regions, i);

      if (g_str_equal (region->name, "in"))
        in = region->address;
    }
  for (guint i = 0; i < n_elements; i++)
    {
      g_assert_cmpuint (elements[i], ==, elements[0] + i * 4);
      for (guint k = 0; k < dataflow->n_nodes; k++)
        if (dataflow->nodes[k].event == WS_NONE && dataflow->nodes[k].space == WS_SPACE_GLOBAL
            && dataflow->nodes[k].address == elements[i])
          sum += (gint32)dataflow->nodes[k].value;
    }
  g_assert_cmpuint (elements[0], ==, in);
  g_assert_cmpint ((gint32)dataflow->nodes[dataflow->results[0]].value, ==, sum);
}

/* The same input gives the same run, whatever the number of host threads. */
static void
test_threads (gconstpointer data)
{
  g_autoptr (WsRun) one = recorded_new (
      &(Recorded){ .kernel = data, .spec = "h200", .n = 100000, .block = 64, .n_threads = 1 });
  g_autoptr (GVariant) expected = ws_run_to_variant (one);

  for (guint n = 2; n <= 5; n += 3)
    {
      g_autoptr (WsRun) run = recorded_new (
          &(Recorded){ .kernel = data, .spec = "h200", .n = 100000, .block = 64, .n_threads = n });
      g_autoptr (GVariant) variant = ws_run_to_variant (run);

      g_assert_true (g_variant_equal (variant, expected));
    }
}

/* Every block of the grid was somewhere, within the limits of an SM. */
static void
test_residencies (void)
{
  g_autoptr (WsRun) run = recorded_new (&(Recorded){ "reduce3", "h200", 1048576, 128 });
  const WsLaunch *launch = &run->launches[0];
  guint n_sms = 0;

  g_assert_cmpuint (launch->n_residencies, ==, ws_launch_get_n_blocks (launch));
  for (guint i = 0; i < launch->n_residencies; i++)
    {
      const WsResidency *residency = &run->residencies[launch->first_residency + i];

      g_assert_cmpuint (residency->block, ==, i);
      g_assert_cmpuint (residency->start, <, residency->end);
      g_assert_cmpuint (residency->end, <=, launch->duration_cycles);
      g_assert_cmpuint (residency->slot, <,
                        run->spec->max_warps_per_sm / ws_launch_get_n_warps (launch));
      n_sms = MAX (n_sms, residency->sm + 1u);
    }
  g_assert_cmpuint (n_sms, ==, run->spec->n_sms);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lessons/interleaved-masks", test_interleaved_masks);
  g_test_add_func ("/lessons/strided-conflicts", test_strided);
  g_test_add_func ("/lessons/sequential-none", test_sequential);
  g_test_add_func ("/lessons/residencies", test_residencies);
  for (guint k = 1; k <= 12; k++)
    {
      g_autofree char *id = g_strdup_printf ("reduce%u", k);
      g_autofree char *tree = g_strdup_printf ("/lessons/tree/%s", id);
      g_autofree char *threads = g_strdup_printf ("/lessons/threads/%s", id);

      /* blocks of the later ones take elements that are no neighbours, or read each other's */
      if (k <= 9)
        g_test_add_data_func_full (tree, g_strdup (id), test_tree, g_free);
      g_test_add_data_func_full (threads, g_strdup (id), test_threads, g_free);
    }
  return g_test_run ();
}
