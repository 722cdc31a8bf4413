/* The virtual GPU runs each kernel as it is and with probes: both recordings must say the same. */
#include "catalog/catalog.h"
#include "compare.h"
#include "probe/probe.h"
#include "vm/vm.h"

#include <string.h>

#define SLOTS 4096

/* ---- the virtual GPU as a probe's target ---- */

static gboolean
target_alloc (gpointer data, guint64 size, guint64 *address, GError **error)
{
  WsDevice *device = data;

  return device->klass->alloc (device, size, "probe", address, error);
}

static void
target_release (gpointer data, guint64 address)
{
}

static gboolean
target_clear (gpointer data, guint64 address, guint64 size, GError **error)
{
  WsDevice *device = data;
  g_autofree guint8 *zeros = g_malloc0 (size);

  return device->klass->write (device, address, zeros, size, error);
}

static gboolean
target_write (gpointer data, guint64 address, const void *from, gsize size, GError **error)
{
  WsDevice *device = data;

  return device->klass->write (device, address, from, size, error);
}

static gboolean
target_read (gpointer data, guint64 address, void *to, gsize size, GError **error)
{
  WsDevice *device = data;

  return device->klass->read (device, address, to, size, error);
}

static gboolean
target_launch (gpointer data, const WsLaunchRequest *request, GError **error)
{
  WsDevice *device = data;

  return device->klass->launch (device, request, NULL, NULL, NULL, error);
}

/* ---- one launch ---- */

typedef struct {
  WsCatalog *catalog;
  WsDevice *device;
} Fixture;

typedef struct {
  const char *ptx;
  gsize length;
  const char *entry;
  guint32 grid[3];
  guint32 block[3];
  guint32 shared_bytes;
  const void *input;
  gsize input_bytes;
  gsize output_bytes;
  guint32 n;
  guint32 blocks[3];
  guint n_blocks;
  guint64 slots;
} Case;

/* Records one launch of (in, out, n), with probes or without. */
static WsRun *
record (Fixture *fixture, const Case *each, gboolean probed, WsProbeResult *result)
{
  g_autoptr (GError) error = NULL;
  WsDevice *device = fixture->device;
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, device->id, device->name, WS_ORIGIN_MODELLED);
  g_autoptr (WsPtxModule) module = ws_ptx_parse (each->ptx, (gssize)each->length, "k.ptx", &error);
  g_autoptr (WsProbe) probe = NULL;
  guint64 in;
  guint64 out;
  guint8 params[20];
  WsLaunchRequest request = {
    .entry = each->entry,
    .grid = { each->grid[0], each->grid[1], each->grid[2] },
    .block = { each->block[0], each->block[1], each->block[2] },
    .dynamic_shared_bytes = each->shared_bytes,
    .params = params,
    .params_size = sizeof params,
  };
  WsRecordRequest wanted = {
    .builder = builder, .blocks = each->blocks, .n_blocks = each->n_blocks, .residencies = TRUE
  };
  WsLaunch launch = { .grid = { each->grid[0], each->grid[1], each->grid[2] },
                      .block = { each->block[0], each->block[1], each->block[2] } };
  WsProbeTarget target = { target_alloc, target_release, target_clear, target_write,
                           target_read,  target_launch,  device };

  g_assert_no_error (error);
  device->klass->free_all (device);
  device->klass->load (device, each->ptx, (gssize)each->length, "k.ptx", &error);
  g_assert_no_error (error);
  launch.kernel = ws_run_builder_add_kernel (
      builder, device->klass->describe (device, each->entry, each->entry, "k.cu", NULL, &error));
  g_assert_no_error (error);
  ws_run_builder_add_launch (builder, &launch);
  if (probed)
    {
      probe = ws_probe_new (module, each->entry, &error);
      g_assert_no_error (error);
      device->klass->load (device, ws_probe_get_text (probe), -1, "probed.ptx", &error);
      g_assert_no_error (error);
    }
  device->klass->alloc (device, each->input_bytes, "in", &in, &error);
  device->klass->alloc (device, each->output_bytes, "out", &out, &error);
  device->klass->write (device, in, each->input, each->input_bytes, &error);
  g_assert_no_error (error);
  memcpy (params, &in, 8);
  memcpy (params + 8, &out, 8);
  memcpy (params + 16, &each->n, 4);
  ws_run_builder_add_region (builder, "in", WS_SPACE_GLOBAL, in, each->input_bytes, WS_VALUE_S32);
  ws_run_builder_add_region (builder, "out", WS_SPACE_GLOBAL, out, each->output_bytes,
                             WS_VALUE_S32);
  if (probed)
    ws_probe_record (probe, &target, device->spec, &request, &wanted, each->slots, result, &error);
  else
    device->klass->launch (device, &request, &wanted, NULL, NULL, &error);
  g_assert_no_error (error);
  return ws_run_builder_end (builder);
}

static void
check (Fixture *fixture, const Case *each)
{
  WsProbeResult result;
  WsComparison comparison;
  g_autoptr (WsRun) plain = record (fixture, each, FALSE, NULL);
  g_autoptr (WsRun) probed = record (fixture, each, TRUE, &result);

  g_assert_false (result.cut);
  g_assert_cmpuint (result.n_split, ==, 0);
  if (!ws_compare_runs (plain, probed, FALSE, &comparison))
    g_error ("%s", comparison.difference);
  g_assert_cmpuint (comparison.n_masks, ==, 0);
  g_assert_cmpuint (comparison.n_lane_events, >, 0);
  g_assert_cmpuint (plain->n_events, ==, probed->n_events);
}

static void
check_kernel (Fixture *fixture, const WsCatalogKernel *kernel, guint64 n, guint32 block)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (GBytes) ptx = NULL;
  g_autoptr (GBytes) input = NULL;
  WsPlanParameters parameters;
  const WsPlanLaunch *first;
  Case each = { .slots = SLOTS };

  ws_plan_parameters_init (&parameters, kernel);
  parameters.n = n;
  parameters.block = block;
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  g_assert_no_error (error);
  ptx = ws_catalog_load_ptx (fixture->catalog, plan, &error);
  g_assert_no_error (error);
  input = ws_plan_make_input (plan);
  first = &g_array_index (plan->launches, WsPlanLaunch, 0);
  each.ptx = g_bytes_get_data (ptx, &each.length);
  each.entry = first->entry;
  for (guint i = 0; i < 3; i++)
    {
      each.grid[i] = first->grid[i];
      each.block[i] = first->block[i];
    }
  each.shared_bytes = first->dynamic_shared_bytes;
  each.input = g_bytes_get_data (input, &each.input_bytes);
  each.output_bytes = MAX (each.input_bytes, 4 * (first->grid[0] + 4));
  each.n = (guint32)n;
  each.blocks[each.n_blocks++] = 0;
  if (first->grid[0] > 2)
    each.blocks[each.n_blocks++] = first->grid[0] / 2;
  if (first->grid[0] > 1)
    each.blocks[each.n_blocks++] = first->grid[0] - 1;
  check (fixture, &each);
}

static void
test_catalogue (Fixture *fixture, gconstpointer data)
{
  static const guint64 sizes[] = { 1, 31, 33, 1000, 20000 };
  static const guint32 blocks[] = { 1, 16, 32, 128, 1024 };

  for (guint k = 0; k < ws_catalog_get_n_kernels (fixture->catalog); k++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
        check_kernel (fixture, ws_catalog_get_kernel (fixture->catalog, k), sizes[i], blocks[b]);
}

/* Where there is too little room, what fitted is there, whole, and the result says what would do.
 */
static void
test_too_small (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (GBytes) ptx = NULL;
  g_autoptr (WsRun) cut = NULL;
  g_autoptr (WsRun) whole = NULL;
  WsPlanParameters parameters;
  gint32 input[256] = { 0 };
  WsProbeResult result;
  guint64 wanted;
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, "reduce1", &error);
  Case each = { .grid = { 2, 1, 1 },
                .block = { 128, 1, 1 },
                .shared_bytes = 512,
                .input = input,
                .input_bytes = sizeof input,
                .output_bytes = sizeof input,
                .n = 256,
                .blocks = { 0, 1 },
                .n_blocks = 2,
                .slots = 7 };

  ws_plan_parameters_init (&parameters, kernel);
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  ptx = ws_catalog_load_ptx (fixture->catalog, plan, &error);
  g_assert_no_error (error);
  each.ptx = g_bytes_get_data (ptx, &each.length);
  each.entry = g_array_index (plan->launches, WsPlanLaunch, 0).entry;
  cut = record (fixture, &each, TRUE, &result);
  g_assert_true (result.cut);
  g_assert_cmpuint (result.slots_wanted, >, 7);
  wanted = result.slots_wanted;
  g_assert_cmpuint (cut->n_events, >, 0);
  each.slots = wanted;
  whole = record (fixture, &each, TRUE, &result);
  g_assert_false (result.cut);
  g_assert_cmpuint (result.slots_wanted, ==, wanted);
  g_assert_cmpuint (whole->n_events, >, cut->n_events);
}

/* Without probes at any site only residencies are written, and the second body is all there is. */
static void
test_residencies_alone (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) ptx = NULL;
  g_autoptr (WsPlan) plan = NULL;
  g_autoptr (WsPtxModule) module = NULL;
  g_autoptr (WsPtxProbed) probed = NULL;
  WsPtxFunction *function;
  WsPlanParameters parameters;
  const WsCatalogKernel *kernel = ws_catalog_find (fixture->catalog, "reduce5", &error);

  ws_plan_parameters_init (&parameters, kernel);
  plan = ws_plan_new (fixture->catalog, kernel, &parameters, fixture->device->spec, &error);
  ptx = ws_catalog_load_ptx (fixture->catalog, plan, &error);
  g_assert_no_error (error);
  module =
      ws_ptx_parse (g_bytes_get_data (ptx, NULL), (gssize)g_bytes_get_size (ptx), "k.ptx", &error);
  function = ws_ptx_module_find (module, g_array_index (plan->launches, WsPlanLaunch, 0).entry);
  probed = ws_ptx_rewrite (module, function, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (strstr (probed->text, "$ws_plain"));
  g_assert_null (strstr (probed->text, "ws_p+"));
  g_assert_nonnull (strstr (probed->text, "%globaltimer"));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  fixture->device =
      ws_vm_device_new ((WsSpec *)ws_catalog_find_spec (fixture->catalog, "h200", &error), 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ws_device_close (fixture->device);
  ws_catalog_free (fixture->catalog);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/probe/catalogue", Fixture, NULL, set_up, test_catalogue, tear_down);
  g_test_add ("/probe/too-small", Fixture, NULL, set_up, test_too_small, tear_down);
  g_test_add ("/probe/residencies-alone", Fixture, NULL, set_up, test_residencies_alone, tear_down);
  return g_test_run ();
}
