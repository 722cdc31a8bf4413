#include "catalog/catalog-private.h"
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

/* What a device lacks, as an error of the catalogue: the field that mends it is told by its code.
 */
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
                            _ ("%" PRIu64 " elements are too many for %s: it takes up to %s."), n,
                            kernel->id, most);
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

/* @text, as one sentence says it: "int or float" */
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

/* Whether the device has room for the first launch, which is the largest. */
static gboolean
check_room (const WsCatalogKernel *kernel, const WsPlanParameters *parameters, guint32 shared_bytes,
            const WsSpec *spec, GError **error)
{
  guint64 grid = grid_for (kernel, parameters, parameters->n);
  /* of a reduction the input, and the blocks' results, which two buffers hold in turn */
  guint64 n =
      kernel->map == NULL
          ? parameters->n + 2 * grid
          : parameters->n
                * (g_strv_length (kernel->inputs) + (guint64)g_strv_length (kernel->outputs));
  GError *cause = NULL;
  const WsExtent extent = {
    .block = { parameters->block, 1, 1 },
    .grid = { grid, 1, 1 },
    .shared_bytes = shared_bytes
                    + (spec != NULL ? ws_limits_get_spare_shared (kernel->residency_percent,
                                                                  parameters->block, spec)
                                    : 0),
    .n_elements = parameters->n,
    .memory_bytes = ELEMENT_BYTES * n,
  };

  return spec == NULL
         || translate (ws_limits_check_grid (&extent, spec, &cause)
                           && ws_limits_check_block (&extent, spec, &cause)
                           && ws_limits_check_memory (&extent, spec, &cause),
                       &cause, error);
}

/* Puts the choices into a pattern of catalog.ini. (transfer full) */
static char *
fill_pattern (const char *pattern, const WsCatalogKernel *kernel,
              const WsPlanParameters *parameters)
{
  GString *text = g_string_new (pattern);
  char block[16];

  g_snprintf (block, sizeof block, "%u", parameters->block);
  g_string_replace (text, "{block}", block, 0);
  g_string_replace (text, "{t}", parameters->type == WS_VALUE_F32 ? "f" : "i", 0);
  g_string_replace (text, "{type}", ws_plan_type_name (parameters->type), 0);
  g_string_replace (text, "{op}", parameters->op, 0);
  g_string_replace (text, "{id}", kernel->id, 0);
  return g_string_free (text, FALSE);
}

/**
 * ws_plan_parameters_init:
 * @self: (out caller-allocates): parameters
 * @kernel: a kernel
 *
 * Sets what the catalogue suggests for @kernel.
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
}

/**
 * ws_plan_parameters_to_variant:
 * @self: parameters
 *
 * Returns: (transfer floating): an `a{sv}` with n (t), block (u), type (s), op (s), seed (t),
 *   max_grid (u) and, where there are any, repeats (u), as a run holds them
 */
GVariant *
ws_plan_parameters_to_variant (const WsPlanParameters *self)
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
  return g_variant_builder_end (&builder);
}

/**
 * ws_plan_parameters_from_variant:
 * @self: (out caller-allocates): parameters
 * @kernel: what they are of
 * @variant: as from ws_plan_parameters_to_variant()
 *
 * The other way round. What @variant does not have, or has of another kind, is the kernel's
 * default.
 */
void
ws_plan_parameters_from_variant (WsPlanParameters *self, const WsCatalogKernel *kernel,
                                 GVariant *variant)
{
  const char *word;

  ws_plan_parameters_init (self, kernel);
  g_variant_lookup (variant, "n", "t", &self->n);
  g_variant_lookup (variant, "block", "u", &self->block);
  g_variant_lookup (variant, "seed", "t", &self->seed);
  g_variant_lookup (variant, "max_grid", "u", &self->max_grid);
  g_variant_lookup (variant, "repeats", "u", &self->repeats);
  if (g_variant_lookup (variant, "op", "&s", &word))
    ws_plan_set_op (self, word, NULL);
  if (g_variant_lookup (variant, "type", "&s", &word))
    ws_plan_set_type (self, word, NULL);
}

/**
 * ws_plan_new:
 * @catalog: the catalogue
 * @kernel: one of its kernels
 * @parameters: what the user chose
 * @spec: (nullable): the limits of the device that is to run it; %NULL where that is not known:
 * what runs it has a word of its own then, by ws_job_check_device()
 * @error: return location for a #GError
 *
 * Checks the choice against the kernel and the device, and lists the launches: each works on the
 * results of the one before, until one value is left or, with blocks of one thread that take one
 * element each, a launch combines nothing. A kernel of a single launch leaves one value by itself;
 * a plan "map" is one launch that leaves n values.
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
  guint32 shared_bytes;
  guint64 n;

  g_return_val_if_fail (catalog != NULL && kernel != NULL && parameters != NULL, NULL);

  shared_bytes =
      ELEMENT_BYTES * MAX (parameters->block * kernel->shared_per_thread, kernel->shared_min);
  if (!check_device (kernel, spec, error) || !check_n (kernel, parameters->n, error)
      || !check_block (kernel, parameters->block, spec, error)
      || !check_name (kernel, kernel->types, ws_plan_type_name (parameters->type), "type", error)
      || !check_name (kernel, kernel->ops, parameters->op, "operator", error)
      || !check_repeats (kernel, parameters->repeats, error)
      || !check_max_grid (kernel, parameters, error)
      || !check_room (kernel, parameters, shared_bytes, spec, error))
    return NULL;

  self = g_new0 (WsPlan, 1);
  self->kernel = kernel;
  self->parameters = *parameters;
  if (kernel->max_repeats == 0)
    self->parameters.repeats = 0;
  self->launches = g_array_new (FALSE, TRUE, sizeof (WsPlanLaunch));
  g_array_set_clear_func (self->launches, plan_launch_clear);
  self->kernel_title = fill_pattern (kernel->call, kernel, parameters);
  ptx = fill_pattern (kernel->ptx, kernel, parameters);
  self->ptx_path = g_strconcat ("ptx/", ptx, NULL);

  n = parameters->n;
  for (;;)
    {
      guint64 grid = grid_for (kernel, parameters, n);
      WsPlanLaunch launch = {
        .entry = fill_pattern (kernel->entry, kernel, parameters),
        .n_elements = n,
        .n_results = kernel->map != NULL ? n
                     : kernel->single    ? 1
                                         : grid,
        .grid = { grid, 1, 1 },
        .block = { parameters->block, 1, 1 },
        .dynamic_shared_bytes = shared_bytes,
      };

      g_array_append_val (self->launches, launch);
      if (kernel->map != NULL || kernel->single || grid == 1 || grid == n)
        break;
      n = grid;
    }
  self->remaining = g_array_index (self->launches, WsPlanLaunch, self->launches->len - 1).n_results;
  return g_steal_pointer (&self);
}

/**
 * ws_plan_free:
 * @self: (transfer full) (nullable): a plan
 */
void
ws_plan_free (WsPlan *self)
{
  if (self == NULL)
    return;
  g_free (self->ptx_path);
  g_free (self->kernel_title);
  g_array_unref (self->launches);
  g_free (self);
}

/**
 * ws_plan_get_n_inputs:
 * @self: a plan
 *
 * Returns: buffers that its kernel reads; they come first
 */
guint
ws_plan_get_n_inputs (const WsPlan *self)
{
  return g_strv_length (self->kernel->inputs);
}

/**
 * ws_plan_get_n_buffers:
 * @self: a plan
 *
 * Returns: buffers that its kernel reads or writes
 */
guint
ws_plan_get_n_buffers (const WsPlan *self)
{
  return ws_plan_get_n_inputs (self) + g_strv_length (self->kernel->outputs);
}

/**
 * ws_plan_get_buffer_name:
 * @self: a plan
 * @index: below ws_plan_get_n_buffers(); inputs come first
 *
 * Returns: (transfer none): as in "in"
 */
const char *
ws_plan_get_buffer_name (const WsPlan *self, guint index)
{
  guint n_inputs = ws_plan_get_n_inputs (self);

  g_return_val_if_fail (index < ws_plan_get_n_buffers (self), NULL);

  return index < n_inputs ? self->kernel->inputs[index] : self->kernel->outputs[index - n_inputs];
}
