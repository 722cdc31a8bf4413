/* Kernels of many kinds on the real GPU: each gives what the same in C gives, as on the virtual
 * one (tests/programs, and types of tests/kernels). */
#include "gpu.h"
#include "programs.h"
#include "types.h"

static void
test_program (gconstpointer data)
{
  g_auto (Gpu) gpu = { 0 };

  if (gpu_open (&gpu))
    program_run (data, gpu.gpu, NULL);
}

static void
test_types (gconstpointer data)
{
  g_auto (Gpu) gpu = { 0 };
  g_auto (TypeLaunch) launch = { 0 };

  if (gpu_open (&gpu))
    type_kernel_run (data, gpu.gpu, &launch);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_programs; i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/programs/%s", programs[i].entry);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  for (guint i = 0; i < n_type_kernels; i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/types/%s", type_kernels[i].entry);

      g_test_add_data_func (path, &type_kernels[i], test_types);
    }
  return g_test_run ();
}
