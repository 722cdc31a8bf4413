/* options.c: how a window is asked to begin, read and judged. */
#include "window/options.h"

#include <glib/gi18n.h>

/**
 * ws_window_options_apply:
 * @self: how a window begins
 * @parameters: (inout): what holds where @self says nothing
 * @error: return location for a #GError: a sentence
 *
 * Reads elements, block, operator and type as typed. Whether a kernel takes them is for
 * ws_plan_new() to say.
 *
 * Returns: %FALSE if one of them is none
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
 * @self: how a window begins
 * @catalog: what there is to run
 * @error: return location for a #GError: a sentence
 *
 * Judges what can be judged before there is a device: whether there is the kernel, and whether it,
 * or where none is named any kernel, takes these elements, block, operator and type.
 *
 * Returns: %FALSE if that is not so
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
      /* one whose blocks are as large as an option says takes any, and none */
      if ((self->block == NULL || ws_catalog_kernel_has_block (kernel))
          && takes (self, catalog, kernel, NULL))
        return TRUE;
    }
  /* the first has the last word: its refusal is the one that is said */
  return takes (self, catalog, ws_catalog_get_kernel (catalog, 0), error);
}
