/* judge.c: compares the results of a job with the expected ones. */
#include "job/job.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MOST_ALIGNMENT 16 /* of a structure: that of float4 */

static guint64
get_bits (const guint8 *data, guint width, guint64 i)
{
  guint64 bits = 0;

  memcpy (&bits, data + i * width, width);
  return GUINT64_FROM_LE (bits);
}

/* The distance of two values; infinity if either is NaN, unless their bits are equal. */
static double
difference (WsValueType type, guint64 a, guint64 b)
{
  double x;
  double y;

  if (a == b)
    return 0;
  /* with 64-bit integers, a double would lose the last digits */
  if (type == WS_VALUE_U64)
    return (double)(a > b ? a - b : b - a);
  if (type == WS_VALUE_S64)
    return (gint64)a > (gint64)b ? (double)(a - b) : (double)(b - a);
  x = ws_value_to_double (type, a);
  y = ws_value_to_double (type, b);
  return isnan (x) || isnan (y) ? G_MAXDOUBLE : x == y ? 0 : fabs (x - y);
}

/* A check, and the verdict on it and those before it. */
typedef struct {
  const WsJob *job;
  WsJobRead read;
  gpointer user_data;
  const WsCheck *check;
  WsValueType type; /* of its buffer */
  WsVerdict *verdict;
  double furthest; /* deviation of the value in @verdict; -1 before the first */
} Judge;

/* Keeps the element with the largest deviation, preferring wrong ones. */
static void
note (Judge *self, guint64 element, guint64 result, guint64 expected, double bound)
{
  WsVerdict *verdict = self->verdict;
  double off = difference (self->type, result, expected);
  gboolean is_right = off <= bound;
  double excess = is_right ? off : off + 1 < G_MAXDOUBLE ? off + 1 : G_MAXDOUBLE;

  if (verdict->checked && verdict->correct && !is_right)
    self->furthest = -1;
  if (verdict->checked && !verdict->correct && is_right)
    return;
  verdict->checked = TRUE;
  verdict->correct = is_right;
  if (excess <= self->furthest)
    return;
  self->furthest = excess;
  verdict->buffer = self->check->buffer;
  verdict->element = element;
  verdict->type = self->type;
  verdict->result = result;
  verdict->expected = expected;
  verdict->bound = bound;
}

static gboolean
no_memory (GError **error)
{
  g_set_error_literal (
      error, WS_JOB_ERROR, WS_JOB_ERROR_MEMORY,
      _ ("Not enough memory on this computer for the expected values: take fewer elements."));
  return FALSE;
}

/* Elements of @self's buffer, from @first on, after the last launch. */
static GBytes *
read_part (const Judge *self, guint64 first, guint64 n, GError **error)
{
  guint width = ws_value_type_get_width (self->type);

  return self->read (self->check->buffer, first * width, n * width, self->user_data, error);
}

/* The elements of one step. */
static guint64
next_part (WsValueType type, guint64 left)
{
  return MIN (WS_JOB_PART_BYTES / ws_value_type_get_width (type), left);
}

static gboolean
judge_equals (Judge *self, GError **error)
{
  const WsCheck *check = self->check;
  guint width = ws_value_type_get_width (self->type);

  for (guint64 done = 0, n; done < check->count; done += n)
    {
      g_autoptr (GBytes) output = NULL;
      g_autoptr (GBytes) wanted = NULL;
      const guint8 *data;
      const guint8 *right;

      n = next_part (self->type, check->count - done);
      output = read_part (self, check->first + done, n, error);
      if (output == NULL)
        return FALSE;
      wanted = ws_contents_make_part (&check->contents, self->type, check->count, done, n);
      if (wanted == NULL)
        return no_memory (error);
      data = g_bytes_get_data (output, NULL);
      right = g_bytes_get_data (wanted, NULL);
      for (guint64 i = 0; i < n; i++)
        note (self, check->first + done + i, get_bits (data, width, i), get_bits (right, width, i),
              check->bound);
    }
  return TRUE;
}

/* The host's result for the input. */
static gboolean
fold_input (const Judge *self, GBytes *given, WsFolding *folding, GError **error)
{
  guint64 length;
  WsValueType type = ws_buffer_get_type (ws_job_get_buffer (self->job, self->check->of), &length);

  ws_folding_init (folding, self->check->fold, self->type);
  if (given != NULL)
    {
      ws_folding_add (folding, given);
      return TRUE;
    }
  for (guint64 done = 0, n; done < length; done += n)
    {
      g_autoptr (GBytes) input = NULL;

      n = next_part (type, length - done);
      input = ws_job_make_contents_part (self->job, self->check->of, done, n, error);
      if (input == NULL)
        return FALSE;
      ws_folding_add (folding, input);
    }
  return TRUE;
}

static gboolean
judge_fold (Judge *self, GBytes *const *inputs, GError **error)
{
  const WsCheck *check = self->check;
  WsFolding input;
  WsFolding output;
  guint64 expected;
  double bound;

  ws_folding_init (&output, check->fold, self->type);
  for (guint64 done = 0, n; done < check->count; done += n)
    {
      g_autoptr (GBytes) part = NULL;

      n = next_part (self->type, check->count - done);
      part = read_part (self, check->first + done, n, error);
      if (part == NULL)
        return FALSE;
      ws_folding_add (&output, part);
    }
  if (!fold_input (self, inputs != NULL ? inputs[check->of] : NULL, &input, error))
    return FALSE;
  expected = ws_folding_finish (&input, check->roundings, &bound);
  note (self, check->first, ws_folding_finish (&output, 0, NULL), expected, bound + check->bound);
  return TRUE;
}

/**
 * ws_job_judge:
 * @self: a job that passes ws_job_check()
 * @inputs: (nullable) (array) (element-type GBytes): the contents of each buffer before the first
 * launch; %NULL, or %NULL for one buffer, to generate them again, part by part
 * @read: reads a part of a buffer after the last launch
 * @user_data: for @read
 * @verdict: (out caller-allocates): whether the results are right, and the value with the largest
 * deviation
 *
 * Compares the results with the expected ones: see #WsCheck.
 *
 * Returns: whether it could be read
 */
gboolean
ws_job_judge (const WsJob *self, GBytes *const *inputs, WsJobRead read, gpointer user_data,
              WsVerdict *verdict, GError **error)
{
  Judge judge = {
    .job = self, .read = read, .user_data = user_data, .verdict = verdict, .furthest = -1
  };

  g_return_val_if_fail (self != NULL && read != NULL && verdict != NULL, FALSE);

  *verdict = (WsVerdict){ .correct = TRUE };
  for (guint i = 0; i < self->checks->len; i++)
    {
      judge.check = ws_job_get_check (self, i);
      judge.type = ws_buffer_get_type (ws_job_get_buffer (self, judge.check->buffer), NULL);
      if (judge.check->kind == WS_CHECK_FOLD ? !judge_fold (&judge, inputs, error)
                                             : !judge_equals (&judge, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- two devices ---- */

/* Two NaNs are equal, whatever their bits. */
static gboolean
is_within (WsValueType type, guint64 a, guint64 b, double bound)
{
  return ws_value_type_is_float (type)
         && (difference (type, a, b) <= bound
             || (isnan (ws_value_to_double (type, a)) && isnan (ws_value_to_double (type, b))));
}

/* The tolerance of the job for an element of a buffer. */
static double
find_bound (const WsJob *self, guint32 buffer)
{
  double bound = 0;

  for (guint i = 0; i < self->checks->len; i++)
    if (ws_job_get_check (self, i)->buffer == buffer)
      bound = MAX (bound, ws_job_get_check (self, i)->bound);
  return bound;
}

/* A buffer's contents from two devices. */
typedef struct {
  const guint8 *first;
  const guint8 *second;
  double bound;
  gboolean approximate;
} Pair;

/* One scalar of an element. */
static gboolean
compare_scalar (const Pair *self, const WsField *field, guint64 element, guint64 offset,
                WsJobDifference *found)
{
  const guint width = ws_value_type_get_width (field->type);
  guint64 first = get_bits (self->first + offset, width, 0);
  guint64 second = get_bits (self->second + offset, width, 0);

  found->n_values++;
  if (first == second)
    return TRUE;
  if (is_within (field->type, first, second, self->bound)
      || (self->approximate && ws_value_is_nearly (field->type, first, second)))
    {
      found->n_rounded++;
      return TRUE;
    }
  found->differs = TRUE;
  found->element = element;
  found->field = field->name;
  found->type = field->type;
  found->first = first;
  found->second = second;
  return FALSE;
}

/* Where the bytes without fields begin, as a job has a limited number of fields; padding between
 * the fields of a structure, and after the last, is ignored. */
static guint32
find_rest (const WsBuffer *buffer)
{
  guint32 end = 0;

  for (guint f = 0; f < buffer->fields->len; f++)
    {
      const WsField *field = &g_array_index (buffer->fields, WsField, f);

      end = MAX (end, field->offset + ws_value_type_get_width (field->type));
    }
  return buffer->element_bytes - end < MOST_ALIGNMENT ? buffer->element_bytes : end;
}

static gboolean
compare_buffer (const WsJob *self, guint32 index, GBytes *a, GBytes *b, gboolean approximate,
                WsJobDifference *found)
{
  const WsBuffer *buffer = ws_job_get_buffer (self, index);
  const Pair pair = { g_bytes_get_data (a, NULL), g_bytes_get_data (b, NULL),
                      find_bound (self, index), approximate };
  const WsField byte = { .type = WS_VALUE_B8 };
  const guint32 rest = find_rest (buffer);
  guint64 n = MIN (g_bytes_get_size (a), g_bytes_get_size (b)) / buffer->element_bytes;

  found->n_buffers++;
  found->bound = MAX (found->bound, pair.bound);
  found->buffer = index;
  for (guint64 i = 0; i < n; i++)
    {
      for (guint f = 0; f < buffer->fields->len; f++)
        {
          const WsField *field = &g_array_index (buffer->fields, WsField, f);

          if (!compare_scalar (&pair, field, i, i * buffer->element_bytes + field->offset, found))
            return FALSE;
        }
      for (guint32 at = rest; at < buffer->element_bytes; at++)
        if (!compare_scalar (&pair, &byte, i, i * buffer->element_bytes + at, found))
          return FALSE;
    }
  return TRUE;
}

/**
 * ws_job_compare:
 * @a: (element-type GBytes): the final contents of each buffer on one device, packed; empty for
 * read-only ones
 * @b: (element-type GBytes): the same for another device
 * @approximate: whether the kernels use approximate functions, which differ between devices
 * @found: (out caller-allocates): what was compared, and the first difference
 *
 * Integers are equal if their bits are; floats also within the tolerance of the job's checks of
 * their buffer, or if nearly equal after approximate functions. Each field of a structure is a
 * value.
 *
 * Returns: whether all are equal
 */
gboolean
ws_job_compare (const WsJob *self, GPtrArray *a, GPtrArray *b, gboolean approximate,
                WsJobDifference *found)
{
  g_return_val_if_fail (a->len >= self->buffers->len && b->len >= self->buffers->len, FALSE);

  *found = (WsJobDifference){ 0 };
  for (guint32 i = 0; i < self->buffers->len; i++)
    if (g_bytes_get_size (g_ptr_array_index (a, i)) > 0
        && !compare_buffer (self, i, g_ptr_array_index (a, i), g_ptr_array_index (b, i),
                            approximate, found))
      return FALSE;
  return TRUE;
}
