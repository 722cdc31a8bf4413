#include "catalog/reference-private.h"
#include "catalog/blueprint.h"

#include <string.h>

#define INTS   (1u << WS_VALUE_S32)
#define FLOATS (1u << WS_VALUE_F32)

/* What catalog.ini can name, with what it asks for. */
static const WsReference references[] = {
  { "paths", FLOATS, ws_reference_paths, { "a", "b" }, { NULL } },
  { "relax", FLOATS, ws_reference_relax, { "a", "b" }, { "repeats" } },
  { "relax-by-warp", FLOATS, ws_reference_relax_by_warp, { "a", "b" }, { "block", "repeats" } },
  { "scan", INTS, ws_reference_scan, { "in" }, { "section" } },
  { "scan-exclusive", INTS, ws_reference_scan_exclusive, { "in" }, { "section" } },
  { "convolution-1d",
    FLOATS,
    ws_reference_convolution_1d,
    { "in", "mask" },
    { "n", "mask_width" } },
  { "convolution-2d",
    FLOATS,
    ws_reference_convolution_2d,
    { "in", "mask" },
    { "n", "height", "mask_width" } },
  { "pyramid-1d", FLOATS, ws_reference_pyramid_1d, { NULL }, { "mask_width" } },
  { "pyramid-2d", FLOATS, ws_reference_pyramid_2d, { NULL }, { "mask_width" } },
  { "matrix-product", FLOATS, ws_reference_matrix_product, { "A", "B" }, { "n" } },
  { "transpose", FLOATS, ws_reference_transpose, { "in" }, { "n", "height" } },
  { "histogram", INTS, ws_reference_histogram, { "in" }, { NULL } },
  { "strided-reads", INTS, ws_reference_strided_reads, { "in" }, { "block", "stride", "repeats" } },
  { "copy", INTS | FLOATS, ws_reference_copy, { "in" }, { NULL } },
  { "chains", FLOATS, ws_reference_chains, { "in" }, { "chains", "repeats" } },
  { "relax-by-block", FLOATS, ws_reference_relax_by_block, { "a", "b" }, { "block", "repeats" } },
  { "paths-by-thread", FLOATS, ws_reference_paths_by_thread, { "a", "b" }, { NULL } },
  { "sum", FLOATS, ws_reference_sum, { "A", "B" }, { NULL } },
  { "sum-at-offset", FLOATS, ws_reference_sum_at_offset, { "A", "B" }, { "offset" } },
  { "sum-at-random", FLOATS, ws_reference_sum_at_random, { "A", "B", "RNGs" }, { "n", "repeats" } },
  { "sum-in-random-group",
    FLOATS,
    ws_reference_sum_in_random_group,
    { "A", "B", "RNGs1", "RNGs2" },
    { "n", "size", "groups", "repeats" } },
  { "strided-plus-10", FLOATS, ws_reference_strided_plus_10, { "A" }, { "stride" } },
  { "pairs-plus-10-20", FLOATS, ws_reference_pairs_plus_10_20, { "data" }, { NULL } },
  { "x-plus-10", FLOATS, ws_reference_x_plus_10, { "x" }, { NULL } },
  { "y-plus-20", FLOATS, ws_reference_y_plus_20, { "y" }, { NULL } },
  { "numbers", FLOATS, ws_reference_numbers, { NULL }, { NULL } },
  { "parity-values", FLOATS, ws_reference_parity_values, { NULL }, { NULL } },
  { "series-by-warp", FLOATS, ws_reference_series_by_warp, { NULL }, { "repeats" } },
  { "series-by-thread", FLOATS, ws_reference_series_by_thread, { NULL }, { "repeats" } },
};

/**
 * ws_reference_find:
 * @name: as catalog.ini calls it
 *
 * Returns: (transfer none) (nullable): the function of this name
 */
const WsReference *
ws_reference_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    if (g_str_equal (references[i].name, name))
      return &references[i];
  return NULL;
}

struct _WsReferenceInput {
  const WsPlan *plan;
  const WsJob *job;
  GHashTable *contents; /* name of a buffer: GBytes */
};

/**
 * ws_reference_input_new:
 * @plan: a plan whose kernel has a blueprint; must outlive the input
 * @job: the job that is made of it, with its buffers; must outlive it, too
 *
 * Returns: (transfer full): what the host's functions are given
 */
WsReferenceInput *
ws_reference_input_new (const WsPlan *plan, const WsJob *job)
{
  WsReferenceInput *self = g_new0 (WsReferenceInput, 1);

  self->plan = plan;
  self->job = job;
  self->contents =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_bytes_unref);
  return self;
}

void
ws_reference_input_free (WsReferenceInput *self)
{
  g_hash_table_unref (self->contents);
  g_free (self);
}

/**
 * ws_reference_get_number:
 * @name: of what the user chose, or of what "let" defines
 *
 * Returns: its value; that the blueprint has the name is sure of those that the table of functions
 * lists
 */
gint64
ws_reference_get_number (const WsReferenceInput *self, const char *name)
{
  const GPtrArray *names = self->plan->kernel->blueprint->names;

  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return self->plan->values[i];
  g_return_val_if_reached (0);
}

static guint
find_buffer (const WsReferenceInput *self, const char *name)
{
  guint i = 0;

  while (i < self->job->buffers->len && !g_str_equal (ws_job_get_buffer (self->job, i)->name, name))
    i++;
  return i;
}

/**
 * ws_reference_get_buffer:
 * @name: of a buffer that the table of functions lists
 *
 * Returns: (transfer none) (nullable): its elements before the first launch, packed; %NULL where
 *   there is no memory for them
 */
gconstpointer
ws_reference_get_buffer (WsReferenceInput *self, const char *name)
{
  GBytes *bytes = g_hash_table_lookup (self->contents, name);
  guint index = find_buffer (self, name);

  g_return_val_if_fail (index < self->job->buffers->len, NULL);

  if (bytes == NULL)
    {
      bytes = ws_job_make_contents (self->job, index, NULL);
      if (bytes == NULL)
        return NULL;
      g_hash_table_insert (self->contents, ws_job_get_buffer (self->job, index)->name, bytes);
    }
  return g_bytes_get_data (bytes, NULL);
}

/**
 * ws_reference_get_length:
 * @name: of a buffer
 *
 * Returns: its elements
 */
guint64
ws_reference_get_length (const WsReferenceInput *self, const char *name)
{
  guint index = find_buffer (self, name);

  g_return_val_if_fail (index < self->job->buffers->len, 0);
  return ws_job_get_buffer (self->job, index)->length;
}
