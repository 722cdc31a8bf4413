/* Planes: what is drawn of a dataflow that is no tree. */
#include "shapes.h"
#include "record/file.h"
#include "planes/layout.h"

#include <glib/gstdio.h>

static void
test_kernel (gconstpointer data)
{
  const ShapesKernel *kernel = data;
  g_autoptr (WsRun) run = shapes_new (kernel->kernel);
  const char *folder = g_getenv ("KEEP_SHAPES");

  if (folder != NULL)
    {
      g_autofree char *name = g_strdup_printf ("%s.wsrun", kernel->kernel);
      g_autoptr (GFile) file = g_file_new_build_filename (folder, name, NULL);
      g_autoptr (GError) error = NULL;

      ws_run_save (run, file, NULL, &error);
      g_assert_no_error (error);
    }
}

int
main (int argc, char **argv)
{
  guint n_kernels;
  const ShapesKernel *kernels = shapes_get_kernels (&n_kernels);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_kernels; i++)
    {
      g_autofree char *path = g_strdup_printf ("/draw/planes/%s", kernels[i].kernel);

      g_test_add_data_func (path, &kernels[i], test_kernel);
    }
  return g_test_run ();
}
