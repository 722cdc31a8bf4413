/* judge.c: whether what came out is what must have. */
#include "job/job.h"

#include <glib/gi18n.h>
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

/* A check, and what has come of it and of those before it. */
typedef struct {
  const WsJob *job;
  const WsCheck *check;
  WsValueType type; /* of its buffer */
  WsVerdict *verdict;
  double furthest; /* how far off the value of @verdict is; -1 before the first */
} Judge;

/* Keeps the element that is furthest off; of wrong ones rather than of right ones. */
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
      _ ("The computer has no memory for the values that must come out: take fewer "
         "elements."));
  return FALSE;
}

static gboolean
judge_equals (Judge *self, GBytes *output, GError **error)
{
  const WsCheck *check = self->check;
  g_autoptr (GBytes) wanted = ws_contents_make (&check->contents, self->type, check->count);
  guint width = ws_value_type_get_width (self->type);
  const guint8 *data = g_bytes_get_data (output, NULL);
  const guint8 *right;

  if (wanted == NULL)
    return no_memory (error);
  right = g_bytes_get_data (wanted, NULL);
  for (guint64 i = 0; i < check->count; i++)
    note (self, check->first + i, get_bits (data, width, i), get_bits (right, width, i),
          check->bound);
  return TRUE;
}

static gboolean
judge_fold (Judge *self, GBytes *const *inputs, GBytes *output, GError **error)
{
  const WsCheck *check = self->check;
  GBytes *given = inputs != NULL ? inputs[check->of] : NULL;
  g_autoptr (GBytes) input =
      given != NULL ? g_bytes_ref (given) : ws_job_make_contents (self->job, check->of, error);
  guint64 result;
  guint64 expected;
  double bound;

  if (input == NULL)
    return FALSE;
  expected = ws_fold (check->fold, self->type, input, check->roundings, &bound);
  result = ws_fold (check->fold, self->type, output, 0, NULL);
  note (self, check->first, result, expected, bound + check->bound);
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
  Judge judge = { .job = self, .verdict = verdict, .furthest = -1 };

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
      judge.check = check;
      judge.type = type;
      if (check->kind == WS_CHECK_FOLD ? !judge_fold (&judge, inputs, output, error)
                                       : !judge_equals (&judge, output, error))
        return FALSE;
    }
  return TRUE;
}
