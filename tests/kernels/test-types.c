/* The kernels of types.h on the virtual GPU: each gives the host's answer, and its recording finds
 * nothing. */
#include "types.h"

#include "dataflow/dataflow.h"
#include "record/file.h"
#include "specs.h"
#include "virtual/virtual.h"

/* Recorded and checked: nothing is wrong with it, the run can be read back, and dataflow goes
 * through it. */
static void
record (WsDevice *device, const TypeLaunch *launched)
{
  static const guint32 first = 0;
  const WsLaunchRequest *request = &launched->request;
  g_autoptr (WsRunBuilder) builder =
      ws_run_builder_new (device->spec, "vm:test", "Test", WS_ORIGIN_MODELLED);
  WsLaunch launch = { .grid = { request->grid[0], 1, 1 }, .block = { request->block[0], 1, 1 } };
  WsRecordRequest record = {
    .builder = builder, .blocks = &first, .n_blocks = 1, .counts = TRUE, .residencies = TRUE
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (WsRun) run = NULL;
  g_autoptr (WsRun) read = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (WsDataflow) dataflow = NULL;

  for (guint checks = 0; checks < 2; checks++)
    {
      launch.kernel = ws_run_builder_add_kernel (
          builder, device->klass->describe (device, request->entry, request->entry, launched->path,
                                            NULL, &error));
      g_assert_no_error (error);
      record.launch = ws_run_builder_add_launch (builder, &launch);
      record.checks = checks == 1;
      record.residencies = checks == 0;
      device->klass->launch (device, request, &record, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  run = ws_run_builder_end (builder);
  g_assert_cmpuint (run->findings->len, ==, 0);
  bytes = ws_run_to_bytes (run, &error);
  g_assert_no_error (error);
  read = ws_run_load_bytes (bytes, &error);
  g_assert_no_error (error);
  dataflow = ws_dataflow_new (read, 0, 0);
  g_assert_nonnull (dataflow);
}

static void
test_kernel (gconstpointer data)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  g_autoptr (WsDevice) device = ws_vm_device_new (spec, 1);
  g_auto (TypeLaunch) launch = { 0 };

  type_kernel_run (data, device, &launch);
  record (device, &launch);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_type_kernels; i++)
    {
      g_autofree char *path = g_strdup_printf ("/kernels/types/%s", type_kernels[i].entry);

      g_test_add_data_func (path, &type_kernels[i], test_kernel);
    }
  return g_test_run ();
}
