#include "catalog/catalog-private.h"

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
  return g_strdup_printf ("%" G_GUINT64_FORMAT, count);
}

static gboolean
check_device (const WsCatalogKernel *kernel, const WsSpec *spec, GError **error)
{
  if (spec->cc_major > kernel->cc_min_major
      || (spec->cc_major == kernel->cc_min_major && spec->cc_minor >= kernel->cc_min_minor))
    return TRUE;
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_PARAMETER,
                            "%s uses %s, which needs compute capability %u.%u; the %s has %u.%u.",
                            kernel->id, kernel->cc_for, kernel->cc_min_major, kernel->cc_min_minor,
                            spec->name, spec->cc_major, spec->cc_minor);
}

static gboolean
check_n (const WsCatalogKernel *kernel, guint64 n, GError **error)
{
  g_autofree char *most = NULL;

  if (n == 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                              "The number of elements must be at least 1.");
  if (n <= kernel->max_n)
    return TRUE;
  most = format_count (kernel->max_n);
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                            "%" G_GUINT64_FORMAT
                            " elements are too many for %s: it takes up to %s.",
                            n, kernel->id, most);
}

static gboolean
check_block (const WsCatalogKernel *kernel, guint32 block, const WsSpec *spec, GError **error)
{
  guint most = MIN (kernel->max_block, spec->max_threads_per_block);

  if (block > spec->max_threads_per_block)
    return ws_catalog_refuse (
        error, WS_CATALOG_ERROR_BAD_BLOCK,
        "A block of %u threads is over the limit of the %s: %u threads per block.", block,
        spec->name, spec->max_threads_per_block);
  if (block == 0 || block > most || (block & (block - 1)) != 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_BLOCK,
                              "The block size of %s must be a power of two from 1 to %u, not %u.",
                              kernel->id, most, block);
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
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_PARAMETER, "%s has no %s “%s”; it has %s.",
                            kernel->id, what, name != NULL ? name : "?", known);
}

static guint64
grid_for (const WsCatalogKernel *kernel, const WsPlanParameters *parameters, guint64 n)
{
  guint64 per_block = (guint64)kernel->elements_per_thread * parameters->block;
  guint64 grid = (n + per_block - 1) / per_block;

  return kernel->strides ? MIN (grid, parameters->max_grid) : grid;
}

static gboolean
check_grid (const WsCatalogKernel *kernel, const WsPlanParameters *parameters, const WsSpec *spec,
            GError **error)
{
  guint64 grid;

  if (kernel->strides && parameters->max_grid == 0)
    return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_PARAMETER,
                              "The grid of %s must have at least one block.", kernel->id);
  grid = grid_for (kernel, parameters, parameters->n);
  if (grid <= spec->max_grid_x)
    return TRUE;
  return ws_catalog_refuse (
      error, WS_CATALOG_ERROR_BAD_N,
      "%" G_GUINT64_FORMAT " elements in blocks of %u %s need a grid of %" G_GUINT64_FORMAT
      " blocks, over the limit of the %s: %u. Take larger blocks or fewer elements.",
      parameters->n, parameters->block, parameters->block == 1 ? "thread" : "threads", grid,
      spec->name, spec->max_grid_x);
}

static gboolean
check_repeats (const WsCatalogKernel *kernel, guint32 repeats, GError **error)
{
  if (kernel->max_repeats == 0 || (repeats >= 1 && repeats <= kernel->max_repeats))
    return TRUE;
  return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_REPEATS,
                            "%s repeats its work 1 to %u times, not %u.", kernel->id,
                            kernel->max_repeats, repeats);
}

/* Shared memory that no thread uses: with so much of it no more blocks fit than the kernel's share
 * of the SM's warps. At least one block fits, whatever the share: so V. Volkov, "Better performance
 * at lower occupancy" (GTC 2010), set the occupancy of a launch. */
static guint32
shared_for_residency (const WsCatalogKernel *kernel, guint32 block, const WsSpec *spec)
{
  guint warps = (block + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
  guint blocks = spec->max_warps_per_sm * kernel->residency_percent / 100 / MAX (warps, 1);
  guint bytes;

  if (kernel->residency_percent >= 100)
    return 0;
  blocks = CLAMP (blocks, 1, spec->max_blocks_per_sm);
  bytes = spec->shared_per_sm_bytes / blocks / 512 * 512;
  bytes = bytes > spec->shared_reserved_bytes ? bytes - spec->shared_reserved_bytes : 0;
  return MIN (bytes, spec->shared_per_block_bytes);
}

static gboolean
check_memory (const WsCatalogKernel *kernel, const WsPlanParameters *parameters, guint64 grid,
              guint32 shared_bytes, const WsSpec *spec, GError **error)
{
  /* of a reduction the input, and the blocks' results, which two buffers hold in turn */
  guint64 n =
      kernel->map == NULL
          ? parameters->n + 2 * grid
          : parameters->n
                * (g_strv_length (kernel->inputs) + (guint64)g_strv_length (kernel->outputs));
  guint64 bytes = ELEMENT_BYTES * n;

  if (shared_bytes > spec->shared_per_block_bytes)
    return ws_catalog_refuse (
        error, WS_CATALOG_ERROR_BAD_BLOCK,
        "A block of %u threads needs %u bytes of shared memory, over the limit of the "
        "%s: %u bytes per block.",
        parameters->block, shared_bytes, spec->name, spec->shared_per_block_bytes);
  if (bytes > spec->memory_bytes)
    {
      g_autofree char *wanted = g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
      g_autofree char *there = g_format_size_full (spec->memory_bytes, G_FORMAT_SIZE_IEC_UNITS);

      return ws_catalog_refuse (error, WS_CATALOG_ERROR_BAD_N,
                                "%" G_GUINT64_FORMAT " elements need %s of memory; the %s has %s.",
                                parameters->n, wanted, spec->name, there);
    }
  return TRUE;
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
 * @spec: the limits of the device that is to run it
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

  g_return_val_if_fail (catalog != NULL && kernel != NULL && parameters != NULL && spec != NULL,
                        NULL);

  shared_bytes =
      ELEMENT_BYTES * MAX (parameters->block * kernel->shared_per_thread, kernel->shared_min)
      + shared_for_residency (kernel, parameters->block, spec);
  if (!check_device (kernel, spec, error) || !check_n (kernel, parameters->n, error)
      || !check_block (kernel, parameters->block, spec, error)
      || !check_name (kernel, kernel->types, ws_plan_type_name (parameters->type), "type", error)
      || !check_name (kernel, kernel->ops, parameters->op, "operator", error)
      || !check_repeats (kernel, parameters->repeats, error)
      || !check_grid (kernel, parameters, spec, error)
      || !check_memory (kernel, parameters, grid_for (kernel, parameters, parameters->n),
                        shared_bytes, spec, error))
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

guint
ws_plan_get_n_inputs (const WsPlan *self)
{
  return g_strv_length (self->kernel->inputs);
}

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

static void
put_argument (guint8 *params, gsize *at, const void *value, gsize width)
{
  *at = (*at + width - 1) / width * width;
  memcpy (params + *at, value, width);
  *at += width;
}

/**
 * ws_plan_fill_params:
 * @self: a plan
 * @launch: one of its launches
 * @buffers: (array): addresses of its buffers, inputs first
 * @params: (out caller-allocates) (array): the parameter block, laid out as CUDA C lays out the
 * arguments that catalog.ini lists
 *
 * Returns: bytes of it that are used
 */
gsize
ws_plan_fill_params (const WsPlan *self, const WsPlanLaunch *launch, const guint64 *buffers,
                     guint8 params[WS_PLAN_PARAMS_BYTES])
{
  char **arguments = self->kernel->arguments;
  guint32 n = (guint32)launch->n_elements;
  gsize at = 0;

  memset (params, 0, WS_PLAN_PARAMS_BYTES);
  for (guint i = 0; arguments[i] != NULL; i++)
    if (strcmp (arguments[i], "n") == 0)
      put_argument (params, &at, &n, sizeof n);
    else if (strcmp (arguments[i], "repeats") == 0)
      put_argument (params, &at, &self->parameters.repeats, sizeof self->parameters.repeats);
    else
      for (guint b = 0; b < ws_plan_get_n_buffers (self); b++)
        if (strcmp (arguments[i], ws_plan_get_buffer_name (self, b)) == 0)
          put_argument (params, &at, &buffers[b], sizeof buffers[b]);
  return at;
}
