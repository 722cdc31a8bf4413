#include "reader/evaluate.h"

#include "reader/type.h"

#include <math.h>
#include <string.h>

#define MAX_ARGUMENTS 8
#define LONG_TEXT     128 /* bytes that are as much work as another expression */

typedef struct {
  const WsScope *scope;
  const WsTokens *tokens;
  guint at;
  guint end;
  WsWork *work; /* of this expression and of those that lead here */
} Parser;

static const WsRange unknown;

static WsRange parse_ternary (Parser *self);
static WsRange parse_unary (Parser *self);

/**
 * ws_range_new:
 * @value: a whole number
 *
 * Returns: it alone
 */
WsRange
ws_range_new (double value)
{
  return ws_range_new_between (value, value);
}

/**
 * ws_range_new_between:
 * @low: least value
 * @high: greatest value
 *
 * Returns: whole numbers from one to the other
 */
WsRange
ws_range_new_between (double low, double high)
{
  return (WsRange){ .known = TRUE, .low = low, .high = high };
}

/**
 * ws_range_get_count:
 * @self: what an expression came to
 * @count: (out): it
 *
 * Whether it is one number that counts something: whole, and not negative.
 */
gboolean
ws_range_get_count (const WsRange *self, guint64 *count)
{
  if (!self->known || self->low != self->high || !(self->low >= 0)
      || self->low > WS_RANGE_MAX_COUNT)
    return FALSE;
  *count = (guint64)self->low;
  return TRUE;
}

/* ---- operations on ranges ---- */

static double
truncate_to (double value, gboolean is_float)
{
  return is_float ? value : trunc (value);
}

static WsRange
spread (const double *corners, guint n, gboolean is_float)
{
  WsRange range = { .known = TRUE, .is_float = is_float, .low = corners[0], .high = corners[0] };

  for (guint i = 0; i < n; i++)
    {
      if (isnan (corners[i]))
        return unknown;
      range.low = MIN (range.low, corners[i]);
      range.high = MAX (range.high, corners[i]);
    }
  return range;
}

static double
compute (char sign, double a, double b, gboolean is_float)
{
  switch (sign)
    {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b != 0 ? truncate_to (a / b, is_float) : NAN;
    case '<':
      return fabs (b) < 64 ? a * exp2 (b) : NAN;
    default:
      return fabs (b) < 64 ? floor (a / exp2 (b)) : NAN;
    }
}

static WsRange
apply_corners (char sign, const WsRange *a, const WsRange *b)
{
  gboolean is_float = a->is_float || b->is_float;
  const double corners[] = { compute (sign, a->low, b->low, is_float),
                             compute (sign, a->low, b->high, is_float),
                             compute (sign, a->high, b->low, is_float),
                             compute (sign, a->high, b->high, is_float) };

  return spread (corners, G_N_ELEMENTS (corners), is_float);
}

static WsRange
apply_remainder (const WsRange *a, const WsRange *b)
{
  if (a->low == a->high && b->low == b->high)
    return b->low != 0 ? ws_range_new (fmod (a->low, b->low)) : unknown;
  if (b->high < 1)
    return unknown;
  return ws_range_new_between (a->low < 0 ? -(b->high - 1) : 0,
                               MIN (MAX (a->high, 0), b->high - 1));
}

static WsRange
apply_bits (char sign, const WsRange *a, const WsRange *b)
{
  if (a->low < 0 || b->low < 0 || a->high > 4e15 || b->high > 4e15)
    return unknown;
  if (a->low == a->high && b->low == b->high)
    {
      guint64 x = (guint64)a->low;
      guint64 y = (guint64)b->low;

      return ws_range_new ((double)(sign == '&' ? x & y : sign == '|' ? x | y : x ^ y));
    }
  if (sign == '&')
    return ws_range_new_between (0, MIN (a->high, b->high));
  return ws_range_new_between (0, exp2 (ceil (log2 (MAX (MAX (a->high, b->high), 1) + 1))) - 1);
}

static WsRange
apply_comparison (const char *sign, const WsRange *a, const WsRange *b)
{
  gboolean is_one = a->low == a->high && b->low == b->high;
  double x = a->low, y = b->low;

  if (!is_one)
    return ws_range_new_between (0, 1);
  if (g_str_equal (sign, "=="))
    return ws_range_new (x == y);
  if (g_str_equal (sign, "!="))
    return ws_range_new (x != y);
  if (g_str_equal (sign, "<"))
    return ws_range_new (x < y);
  if (g_str_equal (sign, ">"))
    return ws_range_new (x > y);
  if (g_str_equal (sign, "<="))
    return ws_range_new (x <= y);
  if (g_str_equal (sign, ">="))
    return ws_range_new (x >= y);
  return ws_range_new (g_str_equal (sign, "&&") ? x != 0 && y != 0 : x != 0 || y != 0);
}

static WsRange
apply (const char *sign, const WsRange *a, const WsRange *b)
{
  if (!a->known || !b->known)
    return unknown;
  if (g_str_equal (sign, "%"))
    return apply_remainder (a, b);
  if (strchr ("&|^", *sign) != NULL && sign[1] == '\0')
    return apply_bits (*sign, a, b);
  if (strchr ("+-*/", *sign) != NULL || g_str_equal (sign, "<<") || g_str_equal (sign, ">>"))
    return apply_corners (*sign, a, b);
  return apply_comparison (sign, a, b);
}

/* ---- calls ---- */

typedef struct {
  const WsScope *outer;
  const char *names[MAX_ARGUMENTS];
  WsRange values[MAX_ARGUMENTS];
  guint n;
} Call;

static gboolean
look_up_argument (const WsScope *scope, const char *name, WsRange *range)
{
  const Call *call = scope->data;

  for (guint i = 0; i < call->n; i++)
    if (g_str_equal (name, call->names[i]))
      {
        *range = call->values[i];
        return TRUE;
      }
  return FALSE;
}

#define RANDOM_MAX 2147483647.0 /* of the C library's rand() */

static const struct {
  const char *name;
  double most;
  gboolean is_float;
} random_calls[] = {
  { "rand", RANDOM_MAX, FALSE },   { "rand_r", RANDOM_MAX, FALSE },
  { "random", RANDOM_MAX, FALSE }, { "lrand48", RANDOM_MAX, FALSE },
  { "drand48", 1, TRUE },
};

/* Of one number; with an "f" behind the name, too. */
static const struct {
  const char *name;
  double (*compute) (double value);
} computed[] = {
  { "sin", sin }, { "cos", cos },     { "tan", tan },   { "tanh", tanh }, { "exp", exp },
  { "log", log }, { "log10", log10 }, { "fabs", fabs }, { "cbrt", cbrt },
};

static WsRange
call_known (const char *name, const WsRange *arguments, guint n)
{
  WsRange a = n > 0 ? arguments[0] : unknown;
  WsRange b = n > 1 ? arguments[1] : unknown;

  for (guint i = 0; i < G_N_ELEMENTS (random_calls); i++)
    if (g_str_equal (name, random_calls[i].name))
      return (WsRange){ TRUE, random_calls[i].is_float, 0, random_calls[i].most };
  for (guint i = 0; i < G_N_ELEMENTS (computed); i++)
    if (g_str_has_prefix (name, computed[i].name) && a.known && a.low == a.high
        && (name[strlen (computed[i].name)] == '\0'
            || g_str_equal (name + strlen (computed[i].name), "f")))
      return spread (&(double){ computed[i].compute (a.low) }, 1, TRUE);
  if (g_str_has_suffix (name, "min") && a.known && b.known)
    return (WsRange){ TRUE, a.is_float || b.is_float, MIN (a.low, b.low), MIN (a.high, b.high) };
  if (g_str_has_suffix (name, "max") && a.known && b.known)
    return (WsRange){ TRUE, a.is_float || b.is_float, MAX (a.low, b.low), MAX (a.high, b.high) };
  /* of one side, min() has a bound all the same */
  if (g_str_has_suffix (name, "min") && (a.known || b.known))
    return ws_range_new_between (0, a.known ? a.high : b.high);
  if (!a.known)
    return unknown;
  if (g_str_has_prefix (name, "ceil"))
    return (WsRange){ TRUE, TRUE, ceil (a.low), ceil (a.high) };
  if (g_str_has_prefix (name, "floor"))
    return (WsRange){ TRUE, TRUE, floor (a.low), floor (a.high) };
  if (g_str_has_prefix (name, "sqrt") && a.low >= 0)
    return (WsRange){ TRUE, TRUE, sqrt (a.low), sqrt (a.high) };
  if (g_str_has_prefix (name, "log2") && a.low > 0)
    return (WsRange){ TRUE, TRUE, log2 (a.low), log2 (a.high) };
  if (g_str_has_suffix (name, "abs") && a.low >= 0)
    return a;
  return unknown;
}

/* What a function of one statement returns. */
static WsRange
call_function (const WsScope *outer, const WsUserFunction *function, Call *call)
{
  const WsScope scope = { .source = outer->source,
                          .lookup = look_up_argument,
                          .data = call,
                          .depth = outer->depth + 1,
                          .work = outer->work };
  WsSpan body = function->body;

  if (!ws_tokens_is (body.tokens, body.first, "return")
      || !ws_tokens_is (body.tokens, body.end - 1, ";") || function->parameters->len < call->n)
    return unknown;
  for (guint i = 0; i < call->n; i++)
    call->names[i] = g_array_index (function->parameters, WsUserParameter, i).name;
  body.first++;
  body.end--;
  return ws_evaluate (&scope, &body);
}

static gboolean
look_up_macro_argument (const WsScope *scope, const char *name, WsRange *range)
{
  const Call *call = scope->data;

  if (look_up_argument (scope, name, range))
    return TRUE;
  return call->outer->lookup != NULL && call->outer->lookup (call->outer, name, range);
}

static WsRange
call_macro (const WsScope *outer, const WsUserMacro *macro, Call *call)
{
  const WsScope scope = { .source = outer->source,
                          .lookup = look_up_macro_argument,
                          .data = call,
                          .depth = outer->depth + 1,
                          .work = outer->work };
  WsSpan all = ws_tokens_get_all (macro->tokens);

  call->outer = outer;
  for (guint i = 0; i < call->n && i < macro->parameters->len; i++)
    call->names[i] = g_ptr_array_index (macro->parameters, i);
  call->n = MIN (call->n, macro->parameters->len);
  return ws_evaluate (&scope, &all);
}

/* What is asked of the scope for a call, "rank()", or for an array's element, "a[]". */
static gboolean
look_up_odd (Parser *self, const char *name, const char *ending, WsRange *range)
{
  g_autofree char *whole = g_strconcat (name, ending, NULL);

  return self->scope->lookup != NULL && self->scope->lookup (self->scope, whole, range);
}

/* Of "T (2)": what knows its size knows that it is a type. */
static gboolean
is_type_parameter (const WsScope *scope, const char *name)
{
  g_autofree char *size = g_strconcat ("sizeof ", name, NULL);
  WsRange range;

  return scope->lookup != NULL && scope->lookup (scope, size, &range);
}

static WsRange
parse_call (Parser *self, const char *name, guint open)
{
  guint close = ws_tokens_get_partner (self->tokens, open);
  WsSpan inside = { self->tokens, open + 1, close };
  g_autoptr (GArray) parts = ws_span_split (&inside, ",");
  const WsUserSource *source = self->scope->source;
  const WsUserMacro *macro = source != NULL ? ws_user_source_find_macro (source, name) : NULL;
  const WsUserFunction *function =
      source != NULL ? ws_user_source_find_function (source, name) : NULL;
  Call call = { .n = MIN (parts->len, MAX_ARGUMENTS) };
  WsRange range = unknown;

  self->at = close + 1;
  for (guint i = 0; i < call.n; i++)
    call.values[i] = ws_evaluate (self->scope, &g_array_index (parts, WsSpan, i));
  if (self->scope->depth >= WS_SCOPE_MAX_DEPTH || look_up_odd (self, name, "()", &range))
    return range;
  if (macro != NULL && macro->parameters != NULL)
    return call_macro (self->scope, macro, &call);
  if (function != NULL)
    return call_function (self->scope, function, &call);
  if (call.n == 1 && is_type_parameter (self->scope, name))
    return call.values[0];
  return call_known (name, call.values, call.n);
}

/* ---- what an expression is made of ---- */

static gboolean
is (const Parser *self, const char *sign)
{
  return self->at < self->end && ws_tokens_is (self->tokens, self->at, sign);
}

static gboolean
accept (Parser *self, const char *sign)
{
  gboolean has = is (self, sign);

  self->at += has;
  return has;
}

static WsRange
parse_number (Parser *self)
{
  g_autofree char *text = ws_tokens_dup (self->tokens, self->at++);
  gboolean is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  WsRange range = ws_range_new (0);

  range.is_float = !is_hex && strpbrk (text, ".eE") != NULL;
  for (char *from = text, *to = text;; from++)
    if (*from != '\'')
      {
        *to++ = *from;
        if (*from == '\0')
          break;
      }
  range.low = range.high =
      range.is_float ? g_ascii_strtod (text, NULL) : (double)g_ascii_strtoull (text, NULL, 0);
  return range;
}

static WsRange
parse_sizeof (Parser *self)
{
  guint open = self->at + 1;
  guint close = ws_tokens_get_partner (self->tokens, open);
  WsSpan inside = { self->tokens, open + 1, close };
  g_autofree char *text = ws_span_dup_text (&inside);
  g_autofree char *name = g_strconcat ("sizeof ", text, NULL);
  WsUserType type;
  WsRange range;

  if (!ws_tokens_is (self->tokens, open, "(") || close == open)
    {
      self->at++;
      parse_unary (self);
      return unknown;
    }
  self->at = close + 1;
  if (self->scope->lookup != NULL && self->scope->lookup (self->scope, name, &range))
    return range;
  if (ws_user_type_read (self->scope->source, &inside, NULL, NULL, &type))
    return ws_range_new (type.is_pointer ? 8 : type.bytes);
  return unknown;
}

/* Whether all between the brackets are words of a number's type. */
static gboolean
is_cast (const Parser *self, gboolean *is_float)
{
  guint close = ws_tokens_get_partner (self->tokens, self->at);
  WsUserType type;
  WsSpan inside = { self->tokens, self->at + 1, close };

  for (guint i = inside.first; i < close; i++)
    {
      g_autofree char *word = ws_tokens_dup (self->tokens, i);

      if (!ws_user_type_is_word (word) && !g_str_equal (word, "*"))
        return FALSE;
    }
  if (inside.first >= close || !ws_user_type_read (NULL, &inside, NULL, NULL, &type))
    return FALSE;
  *is_float = type.is_float;
  return TRUE;
}

static WsRange
cast (WsRange value, gboolean is_float)
{
  value.low = truncate_to (value.low, is_float);
  value.high = truncate_to (value.high, is_float);
  value.is_float = is_float;
  return value;
}

static WsRange
parse_name (Parser *self)
{
  g_autofree char *name = ws_tokens_dup (self->tokens, self->at++);
  const WsUserMacro *macro;
  WsRange range = unknown;

  while (is (self, "::") && ws_tokens_is_word (self->tokens, self->at + 1))
    {
      g_free (name);
      name = ws_tokens_dup (self->tokens, self->at + 1);
      self->at += 2;
    }
  if (g_str_has_suffix (name, "_cast") && is (self, "<"))
    {
      WsSpan inside = { self->tokens, self->at + 1,
                        ws_tokens_skip_angles (self->tokens, self->at) - 1 };
      WsUserType type;
      gboolean is_known = ws_user_type_read (self->scope->source, &inside, NULL, NULL, &type);

      self->at = inside.end + 1;
      range = parse_unary (self);
      return is_known ? cast (range, type.is_float) : range;
    }
  while ((is (self, ".") || is (self, "->")) && ws_tokens_is_word (self->tokens, self->at + 1))
    {
      g_autofree char *member = ws_tokens_dup (self->tokens, self->at + 1);
      g_autofree char *whole = g_strconcat (name, ".", member, NULL);

      g_free (g_steal_pointer (&name));
      name = g_steal_pointer (&whole);
      self->at += 2;
    }
  if (is (self, "("))
    {
      if (ws_user_type_is_word (name) && ws_tokens_get_partner (self->tokens, self->at) > self->at)
        return cast (parse_unary (self),
                     g_str_equal (name, "float") || g_str_equal (name, "double"));
      return parse_call (self, name, self->at);
    }
  if (is (self, "["))
    {
      self->at = ws_tokens_get_partner (self->tokens, self->at) + 1;
      while (is (self, "[") && ws_tokens_get_partner (self->tokens, self->at) > self->at)
        self->at = ws_tokens_get_partner (self->tokens, self->at) + 1;
      look_up_odd (self, name, "[]", &range);
      return range;
    }
  if (g_str_equal (name, "true") || g_str_equal (name, "false"))
    return ws_range_new (g_str_equal (name, "true"));
  if (g_str_equal (name, "warpSize"))
    return ws_range_new (32);
  if (g_str_equal (name, "RAND_MAX"))
    return ws_range_new (RANDOM_MAX);
  if (self->scope->depth >= WS_SCOPE_MAX_DEPTH)
    return unknown;
  if (self->scope->lookup != NULL && self->scope->lookup (self->scope, name, &range))
    return range;
  macro =
      self->scope->source != NULL ? ws_user_source_find_macro (self->scope->source, name) : NULL;
  if (macro != NULL && macro->parameters == NULL)
    {
      WsScope inner = *self->scope;
      WsSpan all = ws_tokens_get_all (macro->tokens);

      inner.depth++;
      return ws_evaluate (&inner, &all);
    }
  return unknown;
}

static WsRange
parse_prefixed (Parser *self)
{
  static const WsRange zero = { .known = TRUE };
  const WsToken *token = ws_tokens_get (self->tokens, self->at);
  gboolean is_float;
  WsRange value;

  if (self->at >= self->end || token == NULL || self->work->depth > WS_WORK_MAX_DEPTH
      || self->work->n_steps > WS_SCOPE_MAX_STEPS)
    {
      self->at = self->end;
      return unknown;
    }
  if (accept (self, "+"))
    return parse_unary (self);
  if (accept (self, "-"))
    {
      value = parse_unary (self);
      return apply ("-", &zero, &value);
    }
  if (accept (self, "!"))
    {
      value = parse_unary (self);
      return apply ("==", &value, &zero);
    }
  if (is (self, "~") || is (self, "&") || is (self, "*") || is (self, "++") || is (self, "--"))
    {
      self->at++;
      parse_unary (self);
      return unknown;
    }
  if (is (self, "(") && ws_tokens_get_partner (self->tokens, self->at) > self->at)
    {
      guint close = ws_tokens_get_partner (self->tokens, self->at);

      if (is_cast (self, &is_float))
        {
          self->at = close + 1;
          value = parse_unary (self);
          return cast (value, is_float);
        }
      self->at++;
      value = parse_ternary (self);
      self->at = close + 1;
      return value;
    }
  if (token->kind == WS_TOKEN_NUMBER)
    return parse_number (self);
  if (is (self, "sizeof"))
    return parse_sizeof (self);
  if (token->kind == WS_TOKEN_WORD)
    return parse_name (self);
  self->at++;
  return unknown;
}

static WsRange
raise_to (const WsRange *base, const WsRange *exponent)
{
  WsRange value;

  if (!base->known || !exponent->known || base->low != base->high
      || exponent->low != exponent->high)
    return unknown;
  value = ws_range_new (pow (base->low, exponent->low));
  value.is_float = base->is_float || exponent->is_float || exponent->low < 0;
  value.known = isfinite (value.low);
  return value;
}

static WsRange
parse_unary (Parser *self)
{
  WsRange value;

  self->work->depth++;
  value = parse_prefixed (self);
  if (self->scope->has_powers && accept (self, "^"))
    {
      WsRange exponent = parse_unary (self);

      value = raise_to (&value, &exponent);
    }
  self->work->depth--;
  return value;
}

/* After the C++ standard's table of precedence, the loosest first. */
static const char *const levels[][5] = {
  { "||" },
  { "&&" },
  { "|" },
  { "^" },
  { "&" },
  { "==", "!=" },
  { "<", ">", "<=", ">=" },
  { "<<", ">>" },
  { "+", "-" },
  { "*", "/", "%" },
};

static WsRange
parse_level (Parser *self, guint level)
{
  WsRange left;

  if (level == G_N_ELEMENTS (levels))
    return parse_unary (self);
  left = parse_level (self, level + 1);
  for (guint i = 0; i < G_N_ELEMENTS (levels[level]) && levels[level][i] != NULL;)
    {
      WsRange right;

      if (!accept (self, levels[level][i]))
        {
          i++;
          continue;
        }
      right = parse_level (self, level + 1);
      left = apply (levels[level][i], &left, &right);
      i = 0;
    }
  return left;
}

static WsRange
parse_choice (Parser *self)
{
  WsRange condition = parse_level (self, 0);
  WsRange yes, no;

  if (!accept (self, "?"))
    return condition;
  yes = parse_ternary (self);
  if (!accept (self, ":"))
    return unknown;
  no = parse_ternary (self);
  if (condition.known && condition.low == condition.high)
    return condition.low != 0 ? yes : no;
  /* "argc > 1 ? atoi (argv[1]) : 1024": what is taken where nothing is said */
  if (!yes.known || !no.known)
    return yes.known ? yes : no;
  return (WsRange){ TRUE, yes.is_float || no.is_float, MIN (yes.low, no.low),
                    MAX (yes.high, no.high) };
}

/* Each branch is one more within the other. */
static WsRange
parse_ternary (Parser *self)
{
  WsRange value = unknown;

  if (self->work->depth++ > WS_WORK_MAX_DEPTH)
    self->at = self->end;
  else
    value = parse_choice (self);
  self->work->depth--;
  return value;
}

/* Whether what led here was as much as is looked at for one question. */
static gboolean
is_used_up (const WsScope *scope)
{
  return scope->depth > WS_SCOPE_MAX_DEPTH
         || (scope->work != NULL && scope->work->n_steps > WS_SCOPE_MAX_STEPS);
}

/**
 * ws_evaluate:
 * @scope: what its names stand for
 *
 * Returns: what it comes to
 */
WsRange
ws_evaluate (const WsScope *scope, const WsSpan *span)
{
  WsWork work = { 0 };
  WsScope counted = *scope;
  Parser parser = {
    .scope = &counted, .tokens = span->tokens, .at = span->first, .end = span->end
  };
  WsRange value;

  if (counted.work == NULL)
    counted.work = &work;
  parser.work = counted.work;
  if (span->tokens == NULL || span->first >= span->end || is_used_up (&counted))
    return unknown;
  counted.work->n_steps++;
  value = parse_ternary (&parser);
  return parser.at >= parser.end ? value : unknown;
}

/**
 * ws_evaluate_text:
 * @scope: what its names stand for
 *
 * Returns: what it comes to
 */
WsRange
ws_evaluate_text (const WsScope *scope, const char *text)
{
  g_autoptr (WsTokens) tokens = NULL;
  WsSpan all;

  /* a long text that names itself is not cut into words time and again */
  if (is_used_up (scope))
    return unknown;
  if (scope->work != NULL)
    scope->work->n_steps += (guint)MIN (strlen (text) / LONG_TEXT, WS_SCOPE_MAX_STEPS);
  tokens = ws_tokens_new (text);
  all = ws_tokens_get_all (tokens);
  return ws_evaluate (scope, &all);
}
