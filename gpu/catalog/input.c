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

/* One element, at an index given by the seed, is larger (for a minimum: smaller) than all others:
 * this is likely to expose a kernel that skips elements. */
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

/* Whole numbers from -9 to 11, or tenths of them. */
static void
describe_random (const WsPlanParameters *parameters, WsContents *contents)
{
  gboolean is_float = parameters->type == WS_VALUE_F32;

  contents->kind = WS_CONTENTS_RANDOM;
  contents->seed = parameters->seed;
  contents->first = is_float ? -90 : -9;
  contents->count = is_float ? 201 : 21;
  contents->divisor = is_float ? 10 : 1;
}

/**
 * ws_plan_describe_input:
 * @contents: (out caller-allocates): zeroed; receives the contents of its input
 */
void
ws_plan_describe_input (const WsPlan *self, WsContents *contents)
{
  const WsPlanParameters *parameters = &self->parameters;
  WsFold fold = ws_plan_get_fold (self);

  if (fold == WS_FOLD_PRODUCT)
    {
      contents->kind = WS_CONTENTS_FACTORS;
      contents->seed = parameters->seed;
      return;
    }
  describe_random (parameters, contents);
  for (guint i = 0; parameters->seed == 0 && i < MIN (parameters->n, G_N_ELEMENTS (slide)); i++)
    ws_contents_add_patch (contents, i, number_to_bits (parameters->type, slide[i]));
  if (fold != WS_FOLD_SUM)
    plant (parameters, fold, contents);
}

/* The first 16 elements of seed 0 are the slide's: 10 1 8 -1 0 -2 3 5 -2 -3 2 7 0 11 0 2.
 *
 * Returns: (transfer full) (nullable): its input: n packed elements; %NULL if out of memory
 *   for them */
GBytes *
ws_plan_make_input (const WsPlan *self)
{
  WsContents contents = { 0 };
  GBytes *input;

  g_return_val_if_fail (self != NULL && self->kernel->blueprint == NULL, NULL);

  ws_plan_describe_input (self, &contents);
  input = ws_contents_make (&contents, self->parameters.type, self->parameters.n);
  ws_contents_clear (&contents);
  return input;
}
