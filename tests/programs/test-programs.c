/* Kernels of many kinds on the virtual GPU: each gives what the same in C gives. */
#include "programs.h"

#include "specs.h"
#include "virtual/virtual.h"

static void
test_program (gconstpointer data)
{
  g_autoptr (WsSpec) spec = specs_load ("h200");
  WsDevice *device = ws_vm_device_new (spec, 2);

  program_run (data, device);
  ws_device_close (device);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_programs; i++)
    {
      g_autofree char *path = g_strdup_printf ("/programs/%s", programs[i].entry);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  return g_test_run ();
}
