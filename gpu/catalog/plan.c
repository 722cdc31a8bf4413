#include "catalog/catalog-private.h"
#include "catalog/blueprint.h"
#include "job/limits.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define ELEMENT_BYTES 4 /* of int and float */

static void
plan_launch_clear (gpointer data)
{
  WsPlanLaunch *launch = data;

  g_free (launch->entry);
}

/* "4194304 (2^22)", "100000" */
static char *
format_count (guint64 count)
{
  if (count >= 1024 && (count & (count - 1)) == 0)
    return g_strdup_printf ("%" G_GUINT64_FORMAT " (2^%d)", count, g_bit_nth_msf (count, -1));
  return g_strdup_printf ("%" PRIu64, count);
}

/* A device's error as one of the catalogue: the code tells which field to correct. */
static gboolean
translate (gboolean fits, GError **cause, GError **error)
{
  static const WsCatalogError codes[] = { [WS_JOB_ERROR_DEVICE] = WS_CATALOG_ERROR_BAD_PARAMETER,
                                          [WS_JOB_ERROR_BLOCK] = WS_CATALOG_ERROR_BAD_BLOCK,
                                          [WS_JOB_ERROR_SIZE] = WS_CATALOG_ERROR_BAD_N };

  if (fits)
    return TRUE;
  g_propagate_error (
      error, g_error_new_literal (WS_CATALOG_ERROR, (int)codes[(*cause)->code], (*cause)->message));
  g_clear_error (cause);
  return FALSE;
}

static gboolean
check_device (const WsCatalogKernel *kernel, const WsSpec *spec, GError **error)
{
  const WsJobNeeds needs = { kernel->cc_min_major, kernel->cc_min_minor, kernel->cc_for };
  GError *cause = NULL;

  return spec == NULL
         || translate (ws_limits_check_needs (&needs, kernel->id, spec, &cause), &cause, error);
}

static gboolean
check_n (const WsCatalogKernel *kernel, guint64 n, GError **error)
{
  g_autofree char *most = NULL;

  if (n == 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                              _ ("The number of elements must be at least 1."));
  if (n <= kernel->max_n)
    return TRUE;
  most = format_count (kernel->max_n);
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                            _ ("%" PRIu64 " elements are too many for %s: it supports up to %s."),
                            n, kernel->id, most);
}

static gboolean
check_block (const WsCatalogKernel *kernel, guint32 block, const WsSpec *spec, GError **error)
{
  const WsExtent extent = { .block = { block, 1, 1 } };
  guint most =
      spec != NULL ? MIN (kernel->max_block, spec->max_threads_per_block) : kernel->max_block;
  GError *cause = NULL;

  if (spec != NULL && !translate (ws_limits_check_block (&extent, spec, &cause), &cause, error))
    return FALSE;
  if (block == 0 || block > most || (block & (block - 1)) != 0)
    return ws_catalog_refuse (
        error, WS_CATALOG_ERROR_BAD_BLOCK,
        _ ("The block size of %s must be a power of two from 1 to %u, not %u."), kernel->id, most,
        block);
  return TRUE;
}

/* @text, as in a sentence: "int or float" */
static gboolean
check_name (const WsCatalogKernel *kernel, char **names, const char *name, const char *what,
            GError **error)
{
  g_autofree char *known = NULL;

  if (name != NULL && g_strv_contains ((const char *const *)names, name))
    return TRUE;
  known = g_strjoinv (", ", names);
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_PARAMETER,
                            _ ("%s has no %s “%s”; it has %s."), kernel->id, what,
                            name != NULL ? name : "?", known);
}

static guint64
grid_for (const WsCatalogKernel *kernel, const WsPlanParameters *parameters, guint64 n)
{
  guint64 per_block = (guint64)kernel->elements_per_thread * parameters->block;
  guint64 grid = (n + per_block - 1) / per_block;

  return kernel->strides ? MIN (grid, parameters->max_grid) : grid;
}

static gboolean
check_max_grid (const WsCatalogKernel *kernel, const WsPlanParameters *parameters, GError **error)
{
  return !kernel->strides || parameters->max_grid > 0
         || ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_PARAMETER,
                               _ ("The grid of %s must have at least one block."), kernel->id);
}

static gboolean
check_repeats (const WsCatalogKernel *kernel, guint32 repeats, GError **error)
{
  if (kernel->max_repeats == 0 || (repeats >= 1 && repeats <= kernel->max_repeats))
    return TRUE;
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_REPEATS,
                            _ ("%s repeats its work 1 to %u times, not %u."), kernel->id,
                            kernel->max_repeats, repeats);
}

/* Whether the device supports every launch, and has memory for all buffers. */
static gboolean
check_room (const WsPlan *self, const WsSpec *spec, GError **error)
{
  const WsPlanLaunch *first = &g_array_index (self->launches, WsPlanLaunch, 0);
  WsExtent whole = { .n_elements = self->parameters.n };
  GError *cause = NULL;

  if (spec == NULL || self->kernel->tries)
    return TRUE;
  if (self->kernel->blueprint != NULL)
    {
      if (!ws_blueprint_count_bytes (self, &whole.memory_bytes, error))
        return FALSE;
    }
  else /* the input, and the blocks' results, in two alternating buffers */
    whole.memory_bytes = ELEMENT_BYTES * (self->parameters.n + 2 * (guint64)first->grid[0]);
  for (guint i = 0; i < self->launches->len; i++)
    {
      const WsPlanLaunch *launch = &g_array_index (self->launches, WsPlanLaunch, i);
      guint n_threads = launch->block[0] * launch->block[1] * launch->block[2];
      const WsExtent extent = {
        .block = { launch->block[0], launch->block[1], launch->block[2] },
        .grid = { launch->grid[0], launch->grid[1], launch->grid[2] },
        .shared_bytes = launch->dynamic_shared_bytes
                        + ws_limits_get_spare_shared (self->kernel->residency_percent, n_threads,
                                                      launch->dynamic_shared_bytes, spec),
        .n_elements = launch->n_elements,
      };

      if (!translate (ws_limits_check_grid (&extent, spec, &cause)
                          && ws_limits_check_block (&extent, spec, &cause),
                      &cause, error))
        return FALSE;
    }
  return translate (ws_limits_check_memory (&whole, spec, &cause), &cause, error);
}

/* Returns: whether its block size can be chosen: for some it is given by an option, or by their
 * algorithm */
gboolean
ws_catalog_kernel_has_block (const WsCatalogKernel *kernel)
{
  return kernel->blueprint == NULL || ws_blueprint_uses (kernel->blueprint, WS_BLUEPRINT_BLOCK);
}

/**
 * ws_plan_parameters_init:
 * @self: (out caller-allocates): parameters
 *
 * Sets the catalogue's defaults for @kernel.
 */
void
ws_plan_parameters_init (WsPlanParameters *self, const WsCatalogKernel *kernel)
{
  memset (self, 0, sizeof *self);
  self->n = kernel->default_n;
  self->block = kernel->default_block;
  ws_plan_type_parse (kernel->types[0], &self->type);
  g_strlcpy (self->op, kernel->ops[0], sizeof self->op);
  self->seed = kernel->default_seed;
  self->max_grid = kernel->default_max_grid;
  self->repeats = kernel->default_repeats;
  for (guint i = 0; i < kernel->options->len; i++)
    self->options[i] = ws_catalog_kernel_get_option (kernel, i)->initial;
}

/* (transfer floating): a{ss}: the chosen value of each option by name, and non-default values of
 * the options that all kernels have */
static GVariant *
options_to_variant (const WsPlanParameters *self, const WsCatalogKernel *kernel)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  for (guint i = 0; i < kernel->options->len; i++)
    {
      const WsOption *option = ws_catalog_kernel_get_option (kernel, i);
      g_autofree char *value = ws_option_format (option, self->options[i]);

      g_variant_builder_add (&builder, "{ss}", option->name, value);
    }
  if (self->checked)
    g_variant_builder_add (&builder, "{ss}", WS_PLAN_CHECK, "yes");
  if (self->order != WS_ORDER_TIME)
    g_variant_builder_add (&builder, "{ss}", WS_PLAN_ORDER, ws_order_get_name (self->order));
  return g_variant_builder_end (&builder);
}

/* Returns: (transfer floating): an `a{sv}` with n (t), block (u), type (s), op (s), seed (t),
 *   max_grid (u) and, if there are any, repeats (u) and options (a{ss}), as in a run */
GVariant *
ws_plan_parameters_to_variant (const WsPlanParameters *self, const WsCatalogKernel *kernel)
{
  GVariantBuilder builder;
  const char *type = ws_plan_type_name (self->type);

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "n", g_variant_new_uint64 (self->n));
  g_variant_builder_add (&builder, "{sv}", "block", g_variant_new_uint32 (self->block));
  g_variant_builder_add (&builder, "{sv}", "type", g_variant_new_string (type ? type : ""));
  g_variant_builder_add (&builder, "{sv}", "op", g_variant_new_string (self->op));
  g_variant_builder_add (&builder, "{sv}", "seed", g_variant_new_uint64 (self->seed));
  g_variant_builder_add (&builder, "{sv}", "max_grid", g_variant_new_uint32 (self->max_grid));
  if (self->repeats > 0)
    g_variant_builder_add (&builder, "{sv}", "repeats", g_variant_new_uint32 (self->repeats));
  if (kernel->options->len > 0 || self->checked || self->order != WS_ORDER_TIME)
    g_variant_builder_add (&builder, "{sv}", "options", options_to_variant (self, kernel));
  return g_variant_builder_end (&builder);
}

/* Reductions are only compared with the same type and operator; other kernels each have their
 * own. */
static gboolean
may_have (const WsCatalogKernel *kernel, char **names, const char *name)
{
  return kernel->blueprint == NULL || g_strv_contains ((const char *const *)names, name);
}

/**
 * ws_plan_parameters_from_variant:
 * @self: (out caller-allocates): parameters
 * @variant: as from ws_plan_parameters_to_variant()
 *
 * The inverse. Values missing from @variant, or of another type, are the kernel's defaults.
 */
void
ws_plan_parameters_from_variant (WsPlanParameters *self, const WsCatalogKernel *kernel,
                                 GVariant *variant)
{
  g_autoptr (GVariantIter) options = NULL;
  const char *word;
  const char *value;

  ws_plan_parameters_init (self, kernel);
  g_variant_lookup (variant, "n", "t", &self->n);
  g_variant_lookup (variant, "block", "u", &self->block);
  g_variant_lookup (variant, "seed", "t", &self->seed);
  g_variant_lookup (variant, "max_grid", "u", &self->max_grid);
  g_variant_lookup (variant, "repeats", "u", &self->repeats);
  if (g_variant_lookup (variant, "op", "&s", &word) && may_have (kernel, kernel->ops, word))
    ws_plan_set_op (self, word, NULL);
  if (g_variant_lookup (variant, "type", "&s", &word) && may_have (kernel, kernel->types, word))
    ws_plan_set_type (self, word, NULL);
  if (g_variant_lookup (variant, "options", "a{ss}", &options))
    while (g_variant_iter_next (options, "{&s&s}", &word, &value))
      ws_plan_set_option (self, kernel, word, value, NULL);
}

/* For a reduction: each launch works on the results of the previous one. */
static void
plan_reduction (WsPlan *self)
{
  const WsCatalogKernel *kernel = self->kernel;
  const WsPlanParameters *parameters = &self->parameters;
  guint64 n = parameters->n;

  for (;;)
    {
      guint64 grid = grid_for (kernel, parameters, n);
      WsPlanLaunch launch = {
        .entry = ws_plan_fill_pattern (self, kernel->entry),
        .n_elements = n,
        .n_results = kernel->single ? 1 : grid,
        .grid = { grid, 1, 1 },
        .block = { parameters->block, 1, 1 },
        .dynamic_shared_bytes =
            ELEMENT_BYTES * MAX (parameters->block * kernel->shared_per_thread, kernel->shared_min),
      };

      g_array_append_val (self->launches, launch);
      self->remaining = launch.n_results;
      if (kernel->single || grid == 1 || grid == n)
        break;
      n = grid;
    }
}

/**
 * ws_plan_new:
 * @parameters: what the user chose
 * @spec: (nullable): the limits of the device that will run it; %NULL if unknown:
 * ws_job_check_device() checks them later
 *
 * Checks the choice against the kernel and the device, and lists the launches: each works on the
 * results of the previous one, until one value is left or, with blocks of one thread that take one
 * element each, a launch combines nothing. A kernel of a single launch leaves one value by itself.
 * The launches of a plan "launches" follow its blueprint.
 *
 * Returns: (transfer full) (nullable): the plan; %NULL with an error of %WS_CATALOG_ERROR whose
 *   message is a sentence for the user, with the limit and the spec that it comes from
 */
WsPlan *
ws_plan_new (WsCatalog *catalog, const WsCatalogKernel *kernel, const WsPlanParameters *parameters,
             const WsSpec *spec, GError **error)
{
  g_autoptr (WsPlan) self = NULL;
  g_autofree char *ptx = NULL;

  g_return_val_if_fail (catalog != NULL && kernel != NULL && parameters != NULL, NULL);

  if (!check_device (kernel, spec, error) || !check_n (kernel, parameters->n, error)
      || (ws_catalog_kernel_has_block (kernel)
          && !check_block (kernel, parameters->block, spec, error))
      || !check_name (kernel, kernel->types, ws_plan_type_name (parameters->type), "type", error)
      || !check_name (kernel, kernel->ops, parameters->op, "operator", error)
      || !check_repeats (kernel, parameters->repeats, error)
      || !check_max_grid (kernel, parameters, error)
      || !ws_plan_check_options (parameters, kernel, error))
    return NULL;

  self = g_new0 (WsPlan, 1);
  self->kernel = kernel;
  self->parameters = *parameters;
  if (kernel->max_repeats == 0)
    self->parameters.repeats = 0;
  self->launches = g_array_new (FALSE, TRUE, sizeof (WsPlanLaunch));
  g_array_set_clear_func (self->launches, plan_launch_clear);
  self->kernel_title = ws_plan_fill_pattern (self, kernel->call);
  ptx = ws_plan_fill_pattern (self, kernel->ptx);
  self->ptx_path = g_strconcat ("ptx/", ptx, NULL);
  if (kernel->blueprint == NULL)
    plan_reduction (self);
  else if (!ws_blueprint_plan (self, error))
    return NULL;
  return check_room (self, spec, error) ? g_steal_pointer (&self) : NULL;
}

void
ws_plan_free (WsPlan *self)
{
  if (self == NULL)
    return;
  g_free (self->ptx_path);
  g_free (self->kernel_title);
  g_array_unref (self->launches);
  g_free (self->values);
  g_free (self);
}
