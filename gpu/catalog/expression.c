#include "catalog/expression.h"

#include "catalog/error.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_DEPTH 32 /* parentheses within parentheses */

/* On 64-bit integers; FALSE if there is no result. */
typedef gboolean (*Compute) (gint64 a, gint64 b, gint64 *result);

/* One step pushes a number on the stack, or operates on the topmost ones. */
typedef struct {
  Compute compute;  /* NULL for a number or a name */
  guint n_operands; /* operands popped from the stack */
  gboolean is_name;
  gint64 value; /* of a number; the index of a name */
} Step;

struct _WsExpression {
  char *text;
  GArray *steps; /* Step: in postfix order */
};

/* ---- computing: overflow is an error ---- */

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

/* Bit by bit, from the highest bit of the root. */
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

/* ---- reading ---- */

typedef struct {
  const char *text; /* the whole text, for messages */
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
add (Reader *self, Step step)
{
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

/* Consumes @sign if it is next. */
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

static gboolean read_operations (Reader *self);

static const struct {
  const char *name;
  Compute compute;
  guint n_arguments;
} functions[] = {
  { "min", least, 2 },  { "max", greatest, 2 }, { "ceil", round_up, 2 },
  { "log2", log_2, 1 }, { "sqrt", root, 1 },
};

/* call = name "(" operations {"," operations} ")" */
static gboolean
read_call (Reader *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      if (!g_str_equal (functions[i].name, name))
        continue;
      for (guint a = 0; a < functions[i].n_arguments; a++)
        if ((a > 0 && !take (self, ",") && !missing (self, "“,”")) || !read_operations (self))
          return FALSE;
      return (take (self, ")") || missing (self, "“)”"))
             && add (self, (Step){ .compute = functions[i].compute,
                                   .n_operands = functions[i].n_arguments });
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
      return add (self, (Step){ .is_name = TRUE, .value = i });
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
  return add (self, (Step){ .value = (gint64)value });
}

/* primary = number | name | call | "(" operations ")" */
static gboolean
read_primary (Reader *self)
{
  skip_blanks (self);
  if (g_ascii_isdigit (*self->at))
    return read_number (self);
  if (g_ascii_isalpha (*self->at))
    return read_name (self);
  if (take (self, "("))
    return read_operations (self) && (take (self, ")") || missing (self, "“)”"));
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
    good = read_unary (self) && add (self, (Step){ .compute = negate, .n_operands = 1 });
  else
    good = read_primary (self)
           && (!take (self, "^")
               || (read_unary (self) && add (self, (Step){ .compute = power, .n_operands = 2 })));
  self->depth--;
  return good;
}

/* Lowest precedence first; a relation is 1 if true, 0 otherwise. */
static const struct {
  const char *sign;
  Compute compute;
} operators[][3] = {
  { { "=", equal }, { "<=", at_most }, { ">=", at_least } },
  { { "+", plus }, { "-", minus } },
  { { "*", times }, { "/", quotient }, { "%", rest } },
};

/* level = next level {operator next level}, from left to right */
static gboolean
read_level (Reader *self, guint level)
{
  if (level == G_N_ELEMENTS (operators))
    return read_unary (self);
  if (!read_level (self, level + 1))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (operators[level]) && operators[level][i].sign != NULL;)
    {
      if (!take (self, operators[level][i].sign))
        {
          i++;
          continue;
        }
      if (!read_level (self, level + 1)
          || !add (self, (Step){ .compute = operators[level][i].compute, .n_operands = 2 }))
        return FALSE;
      i = 0;
    }
  return TRUE;
}

static gboolean
read_operations (Reader *self)
{
  return read_level (self, 0);
}

/**
 * ws_expression_new:
 * @text: as in "ceil(n, block)": whole numbers, names, + - * / % ^, = <= >= (1 if true, 0
 * otherwise), min(a, b), max(a, b), ceil(a, b): a / b rounded up, log2(a) and sqrt(a): rounded down
 * @names: (array length=n_names): the allowed names
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
  if (!read_operations (&reader))
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
 * Returns: whether it is exactly one name that an expression may use
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
 * Returns: whether its value may depend on the name
 */
gboolean
ws_expression_uses (const WsExpression *self, guint name)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);

      if (step->is_name && step->value == (gint64)name)
        return TRUE;
    }
  return FALSE;
}

/**
 * ws_expression_evaluate:
 * @values: (array): values of the names
 * @result: (out): its value
 * @error: return location: %WS_CATALOG_ERROR_BAD_N if it has none: a division by 0, a number
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
      gint64 value = step->is_name ? values[step->value] : step->value;

      if (step->compute != NULL
          && !step->compute (stack[n - step->n_operands], stack[n - 1], &value))
        {
          g_set_error (
              error, WS_CATALOG_ERROR, WS_CATALOG_ERROR_BAD_N,
              _ ("“%s” has no value for these numbers: it divides by zero, or exceeds 64 bits."),
              self->text);
          return FALSE;
        }
      n -= step->n_operands;
      stack[n++] = value;
    }
  *result = stack[0];
  return TRUE;
}
