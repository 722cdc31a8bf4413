#include "catalog/expression.h"

#include "catalog/error.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_DEPTH 32 /* parentheses within parentheses */

/* What one step does with the numbers on top of the stack. */
typedef enum {
  STEP_NUMBER,
  STEP_NAME,
  STEP_ADD,
  STEP_SUBTRACT,
  STEP_MULTIPLY,
  STEP_DIVIDE,
  STEP_REMAINDER,
  STEP_POWER,
  STEP_NEGATE,
  STEP_EQUAL,
  STEP_AT_MOST,
  STEP_AT_LEAST,
  STEP_MIN,
  STEP_MAX,
  STEP_CEIL,
  STEP_LOG2,
  STEP_SQRT,
} StepKind;

typedef struct {
  StepKind kind;
  gint64 value; /* of a number; of a name its index */
} Step;

struct _WsExpression {
  char *text;
  GArray *steps; /* Step: operands before what works on them */
};

/* ---- reading ---- */

typedef struct {
  const char *text; /* all of it, for messages */
  const char *at;
  const char *const *names;
  guint n_names;
  GArray *steps;
  guint depth;
  GError **error;
} Reader;

static gboolean refuse (Reader *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (Reader *self, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list args;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (self->error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_DAMAGED, _ ("“%s”: %s"), self->text,
               what);
  return FALSE;
}

static gboolean
add (Reader *self, StepKind kind, gint64 value)
{
  const Step step = { kind, value };

  if (self->steps->len >= WS_EXPRESSION_MAX_STEPS)
    return refuse (self, _ ("too long: at most %d numbers and operations are supported."),
                   WS_EXPRESSION_MAX_STEPS);
  g_array_append_val (self->steps, step);
  return TRUE;
}

static void
skip_blanks (Reader *self)
{
  while (*self->at == ' ' || *self->at == '\t')
    self->at++;
}

/* Takes @sign where it is next. */
static gboolean
take (Reader *self, const char *sign)
{
  skip_blanks (self);
  if (!g_str_has_prefix (self->at, sign))
    return FALSE;
  self->at += strlen (sign);
  return TRUE;
}

static gboolean
missing (Reader *self, const char *what)
{
  skip_blanks (self);
  return *self->at == '\0' ? refuse (self, _ ("%s is missing at the end."), what)
                           : refuse (self, _ ("%s is missing before “%s”."), what, self->at);
}

static gboolean read_relation (Reader *self);

static const struct {
  const char *name;
  StepKind kind;
  guint n_arguments;
} functions[] = {
  { "min", STEP_MIN, 2 },   { "max", STEP_MAX, 2 },   { "ceil", STEP_CEIL, 2 },
  { "log2", STEP_LOG2, 1 }, { "sqrt", STEP_SQRT, 1 },
};

/* call = name "(" relation {"," relation} ")" */
static gboolean
read_call (Reader *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      if (!g_str_equal (functions[i].name, name))
        continue;
      for (guint a = 0; a < functions[i].n_arguments; a++)
        if ((a > 0 && !take (self, ",") && !missing (self, "“,”")) || !read_relation (self))
          return FALSE;
      return (take (self, ")") || missing (self, "“)”")) && add (self, functions[i].kind, 0);
    }
  return refuse (self, _ ("unknown function “%s”."), name);
}

static gboolean
is_of_name (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.';
}

/* name = letter {letter | digit | "_" | "."} */
static gboolean
read_name (Reader *self)
{
  const char *end = self->at;
  g_autofree char *name = NULL;

  while (is_of_name (*end))
    end++;
  name = g_strndup (self->at, (gsize)(end - self->at));
  self->at = end;
  if (take (self, "("))
    return read_call (self, name);
  for (guint i = 0; i < self->n_names; i++)
    if (g_str_equal (self->names[i], name))
      return add (self, STEP_NAME, i);
  return refuse (self, _ ("unknown name “%s”."), name);
}

static gboolean
read_number (Reader *self)
{
  guint64 value = 0;

  for (; g_ascii_isdigit (*self->at); self->at++)
    if (!g_uint64_checked_mul (&value, value, 10)
        || !g_uint64_checked_add (&value, value, (guint64)(*self->at - '0')) || value > G_MAXINT64)
      return refuse (self, _ ("a number is too large."));
  return add (self, STEP_NUMBER, (gint64)value);
}

/* primary = number | name | call | "(" relation ")" */
static gboolean
read_primary (Reader *self)
{
  skip_blanks (self);
  if (g_ascii_isdigit (*self->at))
    return read_number (self);
  if (g_ascii_isalpha (*self->at))
    return read_name (self);
  if (take (self, "("))
    return read_relation (self) && (take (self, ")") || missing (self, "“)”"));
  return missing (self, _ ("a number or name"));
}

/* unary = "-" unary | primary ["^" unary] */
static gboolean
read_unary (Reader *self)
{
  gboolean good;

  if (self->depth >= MAX_DEPTH)
    return refuse (self, _ ("parentheses nested too deeply."));
  self->depth++;
  if (take (self, "-"))
    good = read_unary (self) && add (self, STEP_NEGATE, 0);
  else
    good = read_primary (self)
           && (!take (self, "^") || (read_unary (self) && add (self, STEP_POWER, 0)));
  self->depth--;
  return good;
}

typedef struct {
  const char *sign;
  StepKind kind;
} Operator;

/* (nullable): the one of @operators that is next, taken */
static const Operator *
take_operator (Reader *self, const Operator *operators, guint n)
{
  for (guint i = 0; i < n; i++)
    if (take (self, operators[i].sign))
      return &operators[i];
  return NULL;
}

/* operand {operator operand}, from left to right */
static gboolean
read_chain (Reader *self, gboolean (*read_operand) (Reader *), const Operator *operators, guint n)
{
  const Operator *operator;

  if (!read_operand (self))
    return FALSE;
  while ((operator= take_operator (self, operators, n)) != NULL)
    if (!read_operand (self) || !add (self, operator->kind, 0))
      return FALSE;
  return TRUE;
}

/* product = unary {("*" | "/" | "%") unary} */
static gboolean
read_product (Reader *self)
{
  static const Operator operators[] = { { "*", STEP_MULTIPLY },
                                        { "/", STEP_DIVIDE },
                                        { "%", STEP_REMAINDER } };

  return read_chain (self, read_unary, operators, G_N_ELEMENTS (operators));
}

/* sum = product {("+" | "-") product} */
static gboolean
read_sum (Reader *self)
{
  static const Operator operators[] = { { "+", STEP_ADD }, { "-", STEP_SUBTRACT } };

  return read_chain (self, read_product, operators, G_N_ELEMENTS (operators));
}

/* relation = sum {("=" | "<=" | ">=") sum}: 1 where it holds, 0 where not */
static gboolean
read_relation (Reader *self)
{
  static const Operator operators[] = { { "=", STEP_EQUAL },
                                        { "<=", STEP_AT_MOST },
                                        { ">=", STEP_AT_LEAST } };

  return read_chain (self, read_sum, operators, G_N_ELEMENTS (operators));
}

/**
 * ws_expression_new:
 * @text: as in "ceil(n, block)": whole numbers, names, + - * / % ^, = <= >= (1 where that holds, 0
 * where not), min(a, b), max(a, b), ceil(a, b): a / b rounded up, log2(a) and sqrt(a): rounded down
 * @names: (array length=n_names): what may be named
 * @n_names: how many
 * @error: return location: %WS_CATALOG_ERROR_DAMAGED with the text and what is wrong with it
 *
 * Returns: (transfer full) (nullable): the expression
 */
WsExpression *
ws_expression_new (const char *text, const char *const *names, guint n_names, GError **error)
{
  g_autoptr (WsExpression) self = g_new0 (WsExpression, 1);
  Reader reader = { .text = text, .at = text, .names = names, .n_names = n_names, .error = error };

  g_return_val_if_fail (text != NULL, NULL);

  self->text = g_strdup (text);
  self->steps = reader.steps = g_array_new (FALSE, FALSE, sizeof (Step));
  if (!read_relation (&reader))
    return NULL;
  skip_blanks (&reader);
  if (*reader.at == '\0')
    return g_steal_pointer (&self);
  refuse (&reader, _ ("“%s” is not allowed here."), reader.at);
  return NULL;
}

void
ws_expression_free (WsExpression *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_array_unref (self->steps);
  g_free (self);
}

const char *
ws_expression_get_text (const WsExpression *self)
{
  return self->text;
}

/**
 * ws_expression_is_name:
 * @text: any
 *
 * Returns: whether it is a name and nothing else, which an expression may have
 */
gboolean
ws_expression_is_name (const char *text)
{
  if (!g_ascii_isalpha (*text))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (g_str_equal (functions[i].name, text))
      return FALSE;
  while (is_of_name (*text))
    text++;
  return *text == '\0';
}

/**
 * ws_expression_uses:
 * @name: index of a name
 *
 * Returns: whether its value may depend on the name's
 */
gboolean
ws_expression_uses (const WsExpression *self, guint name)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);

      if (step->kind == STEP_NAME && step->value == (gint64)name)
        return TRUE;
    }
  return FALSE;
}

/* ---- computing: whole numbers of 64 bits, whose overflow is an error ---- */

static gboolean
negate (gint64 a, gint64 b, gint64 *result)
{
  return !__builtin_sub_overflow ((gint64)0, a, result);
}

static gboolean
plus (gint64 a, gint64 b, gint64 *result)
{
  return !__builtin_add_overflow (a, b, result);
}

static gboolean
minus (gint64 a, gint64 b, gint64 *result)
{
  return !__builtin_sub_overflow (a, b, result);
}

static gboolean
times (gint64 a, gint64 b, gint64 *result)
{
  return !__builtin_mul_overflow (a, b, result);
}

static gboolean
quotient (gint64 a, gint64 b, gint64 *result)
{
  if (b == 0 || (a == G_MININT64 && b == -1))
    return FALSE;
  *result = a / b;
  return TRUE;
}

static gboolean
rest (gint64 a, gint64 b, gint64 *result)
{
  if (b == 0 || (a == G_MININT64 && b == -1))
    return FALSE;
  *result = a % b;
  return TRUE;
}

static gboolean
power (gint64 a, gint64 b, gint64 *result)
{
  *result = 1;
  if (b < 0)
    return FALSE;
  if (a == 0 || a == 1)
    {
      *result = b == 0 ? 1 : a;
      return TRUE;
    }
  for (gint64 i = 0; i < b; i++)
    if (__builtin_mul_overflow (*result, a, result) || i > 64)
      return FALSE;
  return TRUE;
}

static gboolean
equal (gint64 a, gint64 b, gint64 *result)
{
  *result = a == b;
  return TRUE;
}

static gboolean
at_most (gint64 a, gint64 b, gint64 *result)
{
  *result = a <= b;
  return TRUE;
}

static gboolean
at_least (gint64 a, gint64 b, gint64 *result)
{
  *result = a >= b;
  return TRUE;
}

static gboolean
least (gint64 a, gint64 b, gint64 *result)
{
  *result = MIN (a, b);
  return TRUE;
}

static gboolean
greatest (gint64 a, gint64 b, gint64 *result)
{
  *result = MAX (a, b);
  return TRUE;
}

static gboolean
round_up (gint64 a, gint64 b, gint64 *result)
{
  if (a < 0 || b <= 0)
    return FALSE;
  *result = a / b + (a % b != 0);
  return TRUE;
}

static gboolean
log_2 (gint64 a, gint64 b, gint64 *result)
{
  if (a <= 0)
    return FALSE;
  *result = 63 - __builtin_clzll ((unsigned long long)a);
  return TRUE;
}

/* Digit by digit, from the highest bit of the root. */
static gboolean
root (gint64 a, gint64 b, gint64 *result)
{
  *result = 0;
  if (a < 0)
    return FALSE;
  for (gint64 bit = G_GINT64_CONSTANT (1) << 31; bit > 0; bit >>= 1)
    {
      gint64 tried = *result | bit;

      if (tried <= a / tried)
        *result = tried;
    }
  return TRUE;
}

static const struct {
  gboolean (*compute) (gint64 a, gint64 b, gint64 *result);
  guint n_operands;
} computing[] = {
  [STEP_ADD] = { plus, 2 },        [STEP_SUBTRACT] = { minus, 2 },
  [STEP_MULTIPLY] = { times, 2 },  [STEP_DIVIDE] = { quotient, 2 },
  [STEP_REMAINDER] = { rest, 2 },  [STEP_POWER] = { power, 2 },
  [STEP_NEGATE] = { negate, 1 },   [STEP_EQUAL] = { equal, 2 },
  [STEP_AT_MOST] = { at_most, 2 }, [STEP_AT_LEAST] = { at_least, 2 },
  [STEP_MIN] = { least, 2 },       [STEP_MAX] = { greatest, 2 },
  [STEP_CEIL] = { round_up, 2 },   [STEP_LOG2] = { log_2, 1 },
  [STEP_SQRT] = { root, 1 },
};

/**
 * ws_expression_evaluate:
 * @values: (array): of the names that it was read with
 * @result: (out): its value
 * @error: return location: %WS_CATALOG_ERROR_BAD_N where it has none: a division by 0, a number
 * beyond 64 bits
 */
gboolean
ws_expression_evaluate (const WsExpression *self, const gint64 *values, gint64 *result,
                        GError **error)
{
  gint64 stack[WS_EXPRESSION_MAX_STEPS];
  guint n = 0;

  g_return_val_if_fail (self != NULL && values != NULL && result != NULL, FALSE);

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);
      guint n_operands = step->kind <= STEP_NAME ? 0 : computing[step->kind].n_operands;
      gint64 value = step->value;

      if (step->kind == STEP_NAME)
        value = values[step->value];
      else if (n_operands > 0
               && !computing[step->kind].compute (stack[n - n_operands], stack[n - 1], &value))
        {
          g_set_error (
              error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N,
              _ ("“%s” has no value for these numbers: it divides by zero, or exceeds 64 bits."),
              self->text);
          return FALSE;
        }
      n -= n_operands;
      stack[n++] = value;
    }
  *result = stack[0];
  return TRUE;
}
