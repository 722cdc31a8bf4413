#include "catalog/catalog-private.h"

/* The numbers on the slide "Parallel reduction: interleaved addressing" (M. Harris, "Optimizing
 * Parallel Reduction in CUDA"). */
static const gint8 slide[16] = { 10, 1, 8, -1, 0, -2, 3, 5, -2, -3, 2, 7, 0, 11, 0, 2 };

static guint64
number_to_bits (WsValueType type, gint32 value)
{
  float single = (float)value;
  guint32 bits = (guint32)value;

  if (type == WS_VALUE_F32)
    memcpy (&bits, &single, sizeof bits);
  return bits;
}

/* One element is larger (of a minimum: smaller) than all others, at a place that the seed decides:
 * a kernel that leaves anything out is likely to be found out. */
static void
plant (const WsPlanParameters *parameters, WsFold fold, WsContents *contents)
{
  guint64 first = parameters->seed == 0 ? G_N_ELEMENTS (slide) : 0;
  guint64 place;

  if (parameters->n <= first)
    return;
  place = first + ws_contents_random (parameters->seed, G_MAXUINT64 / 2) % (parameters->n - first);
  ws_contents_add_patch (contents, place,
                         number_to_bits (parameters->type, fold == WS_FOLD_MAX ? 99 : -99));
}

/* Whole numbers from -9 to 11, or tenths of them; of a map all but those of the first input ten
 * higher, so that nothing is divided by 0. */
static void
describe_random (const WsPlanParameters *parameters, guint input, WsContents *contents)
{
  gboolean is_float = parameters->type == WS_VALUE_F32;

  contents->kind = WS_CONTENTS_RANDOM;
  contents->seed = parameters->seed + input;
  contents->first = is_float ? -90 : -9;
  contents->count = is_float ? 201 : 21;
  contents->divisor = is_float ? 10 : 1;
  contents->plus = input > 0 ? 10 : 0;
}

/**
 * ws_plan_describe_input:
 * @self: a plan
 * @input: which of its inputs
 * @contents: (out caller-allocates): zeroed: what the input holds
 */
void
ws_plan_describe_input (const WsPlan *self, guint input, WsContents *contents)
{
  const WsPlanParameters *parameters = &self->parameters;
  WsFold fold = ws_plan_get_fold (self);

  if (self->kernel->map == NULL && fold == WS_FOLD_PRODUCT)
    {
      contents->kind = WS_CONTENTS_FACTORS;
      contents->seed = parameters->seed;
      return;
    }
  describe_random (parameters, input, contents);
  if (self->kernel->map != NULL)
    return;
  for (guint i = 0; parameters->seed == 0 && i < MIN (parameters->n, G_N_ELEMENTS (slide)); i++)
    ws_contents_add_patch (contents, i, number_to_bits (parameters->type, slide[i]));
  if (fold != WS_FOLD_SUM)
    plant (parameters, fold, contents);
}

/* (transfer full) (nullable) */
static GBytes *
make_one (const WsPlan *self, guint input)
{
  WsContents contents = { 0 };
  GBytes *one;

  ws_plan_describe_input (self, input, &contents);
  one = ws_contents_make (&contents, self->parameters.type, self->parameters.n);
  ws_contents_clear (&contents);
  return one;
}

/**
 * ws_plan_make_input:
 * @self: a plan
 *
 * The first 16 elements of seed 0 are the slide's: 10 1 8 -1 0 -2 3 5 -2 -3 2 7 0 11 0 2.
 *
 * Returns: (transfer full) (nullable): the inputs, n packed elements each, one behind the other;
 * %NULL where there is no memory for them
 */
GBytes *
ws_plan_make_input (const WsPlan *self)
{
  guint n_inputs = ws_plan_get_n_inputs (self);
  g_autoptr (GBytes) first = make_one (self, 0);
  gsize size;
  guint8 *all;

  /* of a reduction the one is all, and may be a quarter of the computer's memory */
  if (first == NULL || n_inputs == 1)
    return g_steal_pointer (&first);
  size = g_bytes_get_size (first);
  all = g_try_malloc (size * n_inputs);
  if (all != NULL)
    memcpy (all, g_bytes_get_data (first, NULL), size);
  for (guint i = 1; all != NULL && i < n_inputs; i++)
    {
      g_autoptr (GBytes) one = make_one (self, i);

      if (one != NULL)
        memcpy (all + i * size, g_bytes_get_data (one, NULL), size);
      else
        g_clear_pointer (&all, g_free);
    }
  return all != NULL ? g_bytes_new_take (all, size * n_inputs) : NULL;
}
