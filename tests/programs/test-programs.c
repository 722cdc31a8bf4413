/* Kernels of many kinds on the virtual GPU: each gives what the same in C gives, and a check finds
 * nothing in it. */
#include "threads/compare-runs.h"
#include "programs.h"

#include "specs.h"
#include "virtual/virtual.h"

static void
test_program (gconstpointer data)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsDevice *device = ws_vm_device_new (spec, 2);
  g_autoptr (GError) error = NULL;

  program_run (data, device, NULL, &error);
  g_assert_no_error (error);
  ws_device_close (device);
}

static void
test_checked (gconstpointer data)
{
  const Program *program = data;
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsDevice *device = ws_vm_device_new (spec, 1);
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, device->id, device->name, WS_ORIGIN_MODELLED);
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;

  program_run (program, device, &(WsRecordRequest){ .builder = builder, .checks = TRUE }, &error);
  g_assert_no_error (error);
  run = ws_run_builder_finish (builder, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < run->findings->len; i++)
    g_test_message ("%s: %s", program->entry,
                    ((const WsFinding *)g_ptr_array_index (run->findings, i))->message);
  g_assert_cmpuint (run->findings->len, ==, 0);
  ws_device_close (device);
}

/* Its first and its last block recorded on as many threads. */
static WsRun *
record (const Program *program, WsSpec *spec, guint n_threads)
{
  const guint32 blocks[] = { 0, program->grid - 1 };
  WsDevice *device = ws_vm_device_new (spec, n_threads);
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (spec, device->id, device->name, WS_ORIGIN_MODELLED);
  const WsRecordRequest wanted = { .builder = builder,
                                   .blocks = blocks,
                                   .n_blocks = MIN (program->grid, 2) };
  g_autoptr (GError) error = NULL;

  program_run (program, device, &wanted, &error);
  g_assert_no_error (error);
  ws_device_close (device);
  return ws_run_builder_end (builder);
}

/* A recording is the same however many threads make it. */
static void
test_recorded (gconstpointer data)
{
  const Program *program = data;
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsRun) one = record (program, spec, 1);
  g_autoptr (WsRun) four = record (program, spec, 4);
  WsComparison comparison;

  if (!ws_compare_runs (one, four, 0, &comparison))
    g_error ("%s: %s", program->entry, comparison.difference);
  g_assert_cmpuint (comparison.n_masks, ==, 0);
  g_assert_cmpuint (comparison.n_blocks, ==, MIN (program->grid, 2));
  g_assert_cmpuint (comparison.n_lane_events, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_programs; i++)
    {
      g_autofree char *path = g_strdup_printf ("/programs/%s", programs[i].entry);
      g_autofree char *recorded = g_strdup_printf ("/programs/recorded/%s", programs[i].entry);
      g_autofree char *checked = g_strdup_printf ("/programs/checked/%s", programs[i].entry);

      g_test_add_data_func (path, &programs[i], test_program);
      g_test_add_data_func (recorded, &programs[i], test_recorded);
      g_test_add_data_func (checked, &programs[i], test_checked);
    }
  return g_test_run ();
}
