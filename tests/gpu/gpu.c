#include "gpu.h"

gboolean
gpu_open (Gpu *self)
{
  g_autoptr (GError) error = NULL;

  self->driver = ws_cuda_driver_open (NULL, &error);
  if (self->driver != NULL)
    self->infos = ws_cuda_list (self->driver, &error);
  if (self->infos != NULL)
    self->gpu = ws_cuda_device_new (self->driver, g_ptr_array_index (self->infos, 0), &error);
  if (self->gpu == NULL)
    {
      g_autofree char *reason = g_strdup_printf ("skipped: no CUDA device (%s)", error->message);

      g_test_skip (reason);
      g_print ("# %s\n", reason);
      return FALSE;
    }
  self->catalog = ws_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->vm = ws_vm_device_new (self->gpu->spec, 0);
  return TRUE;
}

void
gpu_close (Gpu *self)
{
  g_clear_pointer (&self->vm, ws_device_close);
  g_clear_pointer (&self->gpu, ws_device_close);
  g_clear_pointer (&self->infos, g_ptr_array_unref);
  g_clear_pointer (&self->driver, ws_cuda_driver_close);
  g_clear_pointer (&self->catalog, ws_catalog_unref);
}

WsPlan *
gpu_make_plan (Gpu *self, const char *kernel, guint64 n, guint32 block, const char *type,
               const char *op)
{
  g_autoptr (GError) error = NULL;
  const WsCatalogKernel *found = ws_catalog_find (self->catalog, kernel, &error);
  WsPlanParameters parameters;
  WsPlan *plan;

  g_assert_no_error (error);
  ws_plan_parameters_init (&parameters, found);
  parameters.n = n;
  if (block > 0)
    parameters.block = block;
  g_assert_true (ws_plan_set_type (&parameters, type, NULL)
                 && ws_plan_set_op (&parameters, op, NULL));
  plan = ws_plan_new (self->catalog, found, &parameters, self->gpu->spec, &error);
  if (found->blueprint == NULL
      || !g_error_matches (error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N))
    g_assert_no_error (error);
  return plan;
}

gboolean
gpu_is_quick (void)
{
  return g_getenv ("GPU_QUICK") != NULL;
}
