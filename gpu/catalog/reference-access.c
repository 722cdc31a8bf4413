/* reference-access.c: kernels about access patterns. Each adds two floats, or a float and a
 * constant: one rounding, to nearest, as add.rn of PTX; so the results are identical bit for
 * bit. */
#include "catalog/reference-private.h"

/* The element of A and B that the thread of element @i reads last. */
typedef guint64 (*Choose) (gconstpointer data, guint64 i);

static GBytes *
add (WsReferenceInput *input, guint64 count, Choose choose, gconstpointer data)
{
  const float *a = ws_reference_get_buffer (input, "A");
  const float *b = ws_reference_get_buffer (input, "B");
  float *results = a != NULL && b != NULL ? g_try_new (float, count) : NULL;

  for (guint64 i = 0; results != NULL && i < count; i++)
    {
      guint64 k = choose (data, i);

      results[i] = a[k] + b[k];
    }
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}

/* Every @step-th element of @name, and @plus. */
static GBytes *
add_constant (WsReferenceInput *input, guint64 count, const char *name, guint64 step, float plus)
{
  const float *values = ws_reference_get_buffer (input, name);
  float *results = values != NULL ? g_try_new (float, count) : NULL;

  for (guint64 i = 0; results != NULL && i < count; i++)
    results[i] = values[i * step] + plus;
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}

static guint64
further_on (gconstpointer data, guint64 i)
{
  return i + *(const guint64 *)data;
}

/* ---- random numbers ---- */

/* G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003: xorwow, with the
 * words that cuRAND's device API calls d and v[0] ... v[4]. */
typedef struct {
  guint32 d;
  guint32 v[5];
} Xorwow;

/* Word w of generator @i of @n is element w * n + i. */
static Xorwow
load_state (const guint32 *states, guint64 i, guint64 n)
{
  Xorwow state = { .d = states[i] };

  for (guint w = 0; w < 5; w++)
    state.v[w] = states[(w + 1) * n + i];
  return state;
}

static guint32
draw (Xorwow *self)
{
  guint32 t = self->v[0] ^ (self->v[0] >> 2);

  for (guint w = 0; w < 4; w++)
    self->v[w] = self->v[w + 1];
  self->v[4] = (self->v[4] ^ (self->v[4] << 4)) ^ (t ^ (t << 1));
  self->d += 362437;
  return self->v[4] + self->d;
}

/* The share of the 2^32 numbers that maps to each of @n. */
static guint32
share_of (guint64 n)
{
  return (guint32)(((G_GUINT64_CONSTANT (1) << 32) + n - 1) / n);
}

typedef struct {
  const guint32 *states;       /* of the threads */
  const guint32 *group_states; /* NULL, or of the warps */
  guint64 n;
  guint64 repeats;
  guint64 size; /* elements of a group; @n if there are no groups */
  guint64 n_groups;
} Draws;

/* The last of @repeats draws. */
static guint64
at_random (gconstpointer data, guint64 i)
{
  const Draws *self = data;
  Xorwow state = load_state (self->states, i, self->n);
  guint32 drawn = 0;
  guint64 group = 0;

  if (self->group_states != NULL)
    {
      guint64 n_warps = (self->n + WS_WARP_SIZE - 1) / WS_WARP_SIZE;
      Xorwow group_state = load_state (self->group_states, i / WS_WARP_SIZE, n_warps);

      group = draw (&group_state) / share_of (self->n_groups);
    }
  for (guint64 r = 0; r < self->repeats; r++)
    drawn = draw (&state);
  return drawn / share_of (self->size) + group * self->size;
}

/**
 * ws_reference_sum:
 * @input: buffers A and B
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): A + B
 */
GBytes *
ws_reference_sum (WsReferenceInput *input, guint64 count, double *bound)
{
  const guint64 offset = 0;

  return add (input, count, further_on, &offset);
}

/**
 * ws_reference_sum_at_offset:
 * @input: buffers A and B, number offset
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): A + B, from element offset on
 */
GBytes *
ws_reference_sum_at_offset (WsReferenceInput *input, guint64 count, double *bound)
{
  const guint64 offset = (guint64)ws_reference_get_number (input, "offset");

  return add (input, count, further_on, &offset);
}

/**
 * ws_reference_sum_at_random:
 * @input: buffers A, B and RNGs, the generators' states; numbers n and repeats
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): A + B at the last element that each thread draws from all
 */
GBytes *
ws_reference_sum_at_random (WsReferenceInput *input, guint64 count, double *bound)
{
  const guint64 n = (guint64)ws_reference_get_number (input, "n");
  const Draws draws = { .states = ws_reference_get_buffer (input, "RNGs"),
                        .n = n,
                        .size = n,
                        .repeats = (guint64)ws_reference_get_number (input, "repeats") };

  return draws.states != NULL ? add (input, count, at_random, &draws) : NULL;
}

/**
 * ws_reference_sum_in_random_group:
 * @input: buffers A, B, RNGs1 and RNGs2, the states of a generator for each thread and for each
 * warp; numbers n, size of a group, groups and repeats
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): A + B at the last element that each thread draws from the
 * group drawn by its warp
 */
GBytes *
ws_reference_sum_in_random_group (WsReferenceInput *input, guint64 count, double *bound)
{
  const Draws draws = { .states = ws_reference_get_buffer (input, "RNGs1"),
                        .group_states = ws_reference_get_buffer (input, "RNGs2"),
                        .n = (guint64)ws_reference_get_number (input, "n"),
                        .size = (guint64)ws_reference_get_number (input, "size"),
                        .n_groups = (guint64)ws_reference_get_number (input, "groups"),
                        .repeats = (guint64)ws_reference_get_number (input, "repeats") };

  return draws.states != NULL && draws.group_states != NULL ? add (input, count, at_random, &draws)
                                                            : NULL;
}

/**
 * ws_reference_strided_plus_10:
 * @input: buffer A, number stride
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): each stride-th element plus 10
 */
GBytes *
ws_reference_strided_plus_10 (WsReferenceInput *input, guint64 count, double *bound)
{
  return add_constant (input, count, "A", (guint64)ws_reference_get_number (input, "stride"), 10);
}

/**
 * ws_reference_pairs_plus_10_20:
 * @input: buffer data
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): elements in pairs: the first of each plus 10, the second
 * plus 20
 */
GBytes *
ws_reference_pairs_plus_10_20 (WsReferenceInput *input, guint64 count, double *bound)
{
  const float *values = ws_reference_get_buffer (input, "data");
  float *results = values != NULL ? g_try_new (float, count) : NULL;

  for (guint64 i = 0; results != NULL && i < count; i++)
    results[i] = values[i] + (i % 2 == 0 ? 10.0f : 20.0f);
  return results != NULL ? g_bytes_new_take (results, count * sizeof *results) : NULL;
}

/**
 * ws_reference_x_plus_10:
 * @input: buffer x
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): x and 10
 */
GBytes *
ws_reference_x_plus_10 (WsReferenceInput *input, guint64 count, double *bound)
{
  return add_constant (input, count, "x", 1, 10);
}

/**
 * ws_reference_y_plus_20:
 * @input: buffer y
 * @count: elements
 * @bound: (out): unchanged: the results are exact
 *
 * Returns: (transfer full) (nullable): y and 20
 */
GBytes *
ws_reference_y_plus_20 (WsReferenceInput *input, guint64 count, double *bound)
{
  return add_constant (input, count, "y", 1, 20);
}
