/* judge.c: whether what came out is what must have. */
#include "job/job.h"

#include <math.h>
#include <string.h>

static guint64
get_bits (const guint8 *data, guint width, guint64 i)
{
  guint64 bits = 0;

  memcpy (&bits, data + i * width, width);
  return GUINT64_FROM_LE (bits);
}

/* How far two values are apart; infinity where one is no number and the other another. */
static double
difference (WsValueType type, guint64 a, guint64 b)
{
  double x;
  double y;

  if (a == b)
    return 0;
  /* of integers of 64 bits a double would lose the last digits */
  if (type == WS_VALUE_U64)
    return (double)(a > b ? a - b : b - a);
  if (type == WS_VALUE_S64)
    return (gint64)a > (gint64)b ? (double)(a - b) : (double)(b - a);
  x = ws_value_to_double (type, a);
  y = ws_value_to_double (type, b);
  return isnan (x) || isnan (y) ? G_MAXDOUBLE : x == y ? 0 : fabs (x - y);
}

/* Keeps the element that is furthest off; of wrong ones rather than of right ones. */
static void
note (WsVerdict *verdict, double *furthest, guint32 buffer, guint64 element, WsValueType type,
      guint64 result, guint64 expected, double bound)
{
  double off = difference (type, result, expected);
  gboolean is_right = off <= bound;
  double excess = is_right ? off : off + 1 < G_MAXDOUBLE ? off + 1 : G_MAXDOUBLE;

  if (verdict->checked && verdict->correct && !is_right)
    *furthest = -1;
  if (verdict->checked && !verdict->correct && is_right)
    return;
  verdict->checked = TRUE;
  verdict->correct = is_right;
  if (excess <= *furthest)
    return;
  *furthest = excess;
  verdict->buffer = buffer;
  verdict->element = element;
  verdict->type = type;
  verdict->result = result;
  verdict->expected = expected;
  verdict->bound = bound;
}

static gboolean
no_memory (GError **error)
{
  g_set_error_literal (error, WS_JOB_ERROR, WS_JOB_ERROR_MEMORY,
                       "The computer has no memory for the values that must come out: take fewer "
                       "elements.");
  return FALSE;
}

static gboolean
judge_equals (const WsCheck *check, WsValueType type, GBytes *output, WsVerdict *verdict,
              double *furthest, GError **error)
{
  g_autoptr (GBytes) wanted = ws_contents_make (&check->contents, type, check->count);
  guint width = ws_value_type_get_width (type);
  const guint8 *data = g_bytes_get_data (output, NULL);
  const guint8 *right;

  if (wanted == NULL)
    return no_memory (error);
  right = g_bytes_get_data (wanted, NULL);
  for (guint64 i = 0; i < check->count; i++)
    note (verdict, furthest, check->buffer, check->first + i, type, get_bits (data, width, i),
          get_bits (right, width, i), check->bound);
  return TRUE;
}

static gboolean
judge_fold (const WsJob *self, const WsCheck *check, WsValueType type, GBytes *const *inputs,
            GBytes *output, WsVerdict *verdict, double *furthest, GError **error)
{
  GBytes *given = inputs != NULL ? inputs[check->of] : NULL;
  g_autoptr (GBytes) input =
      given != NULL ? g_bytes_ref (given) : ws_job_make_contents (self, check->of, error);
  guint64 result;
  guint64 expected;
  double bound;

  if (input == NULL)
    return FALSE;
  expected = ws_fold (check->fold, type, input, check->roundings, &bound);
  result = ws_fold (check->fold, type, output, 0, NULL);
  note (verdict, furthest, check->buffer, check->first, type, result, expected,
        bound + check->bound);
  return TRUE;
}

/**
 * ws_job_judge:
 * @self: a job that ws_job_check() has nothing against
 * @inputs: (nullable) (array) (element-type GBytes): what each buffer held before the first launch;
 * %NULL, or %NULL of one buffer, to have it made again
 * @read: reads a buffer as the last launch left it
 * @user_data: for @read
 * @verdict: (out caller-allocates): what is right, and the value that is furthest off
 * @error: return location
 *
 * Holds what came out against what must have: see #WsCheck.
 *
 * Returns: whether it could be read
 */
gboolean
ws_job_judge (const WsJob *self, GBytes *const *inputs, WsJobRead read, gpointer user_data,
              WsVerdict *verdict, GError **error)
{
  double furthest = -1;

  g_return_val_if_fail (self != NULL && read != NULL && verdict != NULL, FALSE);

  *verdict = (WsVerdict){ .correct = TRUE };
  for (guint i = 0; i < self->checks->len; i++)
    {
      const WsCheck *check = ws_job_get_check (self, i);
      WsValueType type = ws_buffer_get_type (ws_job_get_buffer (self, check->buffer), NULL);
      guint width = ws_value_type_get_width (type);
      g_autoptr (GBytes) output =
          read (check->buffer, check->first * width, check->count * width, user_data, error);

      if (output == NULL)
        return FALSE;
      if (check->kind == WS_CHECK_FOLD
              ? !judge_fold (self, check, type, inputs, output, verdict, &furthest, error)
              : !judge_equals (check, type, output, verdict, &furthest, error))
        return FALSE;
    }
  return TRUE;
}
