/* Kernels of many kinds on the virtual GPU: each gives what the same in C gives, and a check finds
 * nothing in it. */
#include "programs.h"

#include "specs.h"
#include "virtual/virtual.h"

static void
test_program (gconstpointer data)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsDevice *device = ws_vm_device_new (spec, 2);

  program_run (data, device, NULL);
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

  program_run (program, device, builder);
  run = ws_run_builder_finish (builder, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < run->findings->len; i++)
    g_test_message ("%s: %s", program->entry,
                    ((const WsFinding *)g_ptr_array_index (run->findings, i))->message);
  g_assert_cmpuint (run->findings->len, ==, 0);
  ws_device_close (device);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_programs; i++)
    {
      g_autofree char *path = g_strdup_printf ("/programs/%s", programs[i].entry);

      g_autofree char *checked = g_strdup_printf ("/programs/checked/%s", programs[i].entry);

      g_test_add_data_func (path, &programs[i], test_program);
      g_test_add_data_func (checked, &programs[i], test_checked);
    }
  return g_test_run ();
}
