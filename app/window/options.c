/* options.c: parses and checks the options of a window. */
#include "window/options.h"

#include <glib/gi18n.h>

/**
 * ws_window_options_apply:
 * @self: the options of a window
 * @parameters: (inout): the defaults, overridden by @self
 * @error: return location for a #GError
 *
 * Parses elements, block, operator and type as typed. ws_plan_new() checks whether a kernel accepts
 * them.
 *
 * Returns: %FALSE if one of them is malformed
 */
gboolean
ws_window_options_apply (const WsWindowOptions *self, WsPlanParameters *parameters, GError **error)
{
  return (self->n == NULL || ws_plan_parse_n (self->n, &parameters->n, error))
         && (self->block == NULL || ws_plan_parse_block (self->block, &parameters->block, error))
         && (self->op == NULL || ws_plan_set_op (parameters, self->op, error))
         && (self->type == NULL || ws_plan_set_type (parameters, self->type, error));
}

static gboolean
takes (const WsWindowOptions *self, WsCatalog *catalog, const WsCatalogKernel *kernel,
       GError **error)
{
  g_autoptr (WsPlan) plan = NULL;
  WsPlanParameters parameters;

  ws_plan_parameters_init (&parameters, kernel);
  if (!ws_window_options_apply (self, &parameters, error))
    return FALSE;
  plan = ws_plan_new (catalog, kernel, &parameters, NULL, error);
  return plan != NULL;
}

/**
 * ws_window_options_check:
 * @self: the options of a window
 * @catalog: what there is to run
 * @error: return location for a #GError
 *
 * Checks what can be checked without a device: whether the kernel exists, and whether it (or any
 * kernel, if none is named) accepts these elements, block, operator and type.
 *
 * Returns: %FALSE if a check fails
 */
gboolean
ws_window_options_check (const WsWindowOptions *self, WsCatalog *catalog, GError **error)
{
  const WsCatalogKernel *kernel = NULL;

  if (self->kernel != NULL)
    {
      kernel = ws_catalog_find (catalog, self->kernel, error);
      return kernel != NULL && takes (self, catalog, kernel, error);
    }
  for (guint i = 1; i < ws_catalog_get_n_kernels (catalog); i++)
    {
      kernel = ws_catalog_get_kernel (catalog, i);
      /* a kernel whose block size depends on an option accepts any size, and none */
      if ((self->block == NULL || ws_catalog_kernel_has_block (kernel))
          && takes (self, catalog, kernel, NULL))
        return TRUE;
    }
  /* the first kernel is tried last, so that its error is reported */
  return takes (self, catalog, ws_catalog_get_kernel (catalog, 0), error);
}
