#include "reader/fill.h"

#include "reader/type.h"

#include <math.h>
#include <string.h>

#define MAX_COUNTERS 2
#define MAX_VALUES   4096  /* of "{ 1, 2, 3 }" */
#define MOST_LITERAL 65535 /* a product with a greater one wraps round in C, and not here */
#define FIRST_LOOKED 40    /* elements, before those round the powers of 2 */
#define MOST_LOOKED  24    /* power of 2 */
#define MAX_LOOKED   1000  /* tokens of what a variable is set to */
#define MAX_NESTED   8     /* variables in an expression that lead to others */
#define MAX_WORK     (3 * WS_WORK_MAX_STEPS) /* tokens, of all arrays of a source */

typedef struct {
  const WsScope *scope; /* of the host code */
  const WsUserFunction *function;
  const WsSpan *body;
  char *counters[MAX_COUNTERS]; /* (nullable): of rows, of columns; or of elements alone */
  guint n_counters;
  double width;        /* of a row; 0 if there are no rows */
  double at;           /* the element that is looked at */
  GHashTable *changes; /* utf8: GUINT_TO_POINTER: 1 of variables that is_changed(), 0 of others */
  WsWork *work;
} Reader;

/* Whether so many tokens may still be looked at. */
static gboolean
spend (const Reader *self, guint n_tokens)
{
  self->work->n_steps += MIN (n_tokens, MAX_WORK);
  return self->work->n_steps <= MAX_WORK;
}

/* ---- variables ---- */

/* Whether it is counted up or down by one. */
static gboolean
is_counter (const Reader *self, const char *name)
{
  const WsSpan *body = self->body;
  const WsTokens *tokens = body->tokens;

  for (guint i = ws_tokens_find (tokens, body->first, name); i < body->end && spend (self, 1);
       i = ws_tokens_find (tokens, i + 1, name))
    if ((ws_tokens_is (tokens, i + 1, "++") || ws_tokens_is (tokens, i + 1, "--")
         || (i > body->first
             && (ws_tokens_is (tokens, i - 1, "++") || ws_tokens_is (tokens, i - 1, "--")))))
      return TRUE;
  return FALSE;
}

static gboolean
find_change (const Reader *self, const char *name)
{
  static const char *const signs[] = {
    "+=", "-=", "*=", "/=", "<<=", ">>=", "^=", "|=", "&=", "%="
  };
  const WsSpan *body = self->body;
  const WsTokens *tokens = body->tokens;

  if (is_counter (self, name))
    return TRUE;
  for (guint i = ws_tokens_find (tokens, body->first, name); i < body->end;
       i = ws_tokens_find (tokens, i + 1, name))
    {
      WsSpan value = { tokens, i + 2, i + 2 };

      for (guint k = 0; k < G_N_ELEMENTS (signs); k++)
        if (ws_tokens_is (tokens, i + 1, signs[k]))
          return TRUE;
      while (ws_tokens_is (tokens, i + 1, "=") && value.end < MIN (body->end, i + MAX_LOOKED)
             && !ws_tokens_is (tokens, value.end, ";"))
        value.end++;
      if (!spend (self, value.end - i) || ws_span_has_word (&value, name))
        return TRUE;
    }
  return FALSE;
}

/* Whether it becomes something else that depends on what it was. */
static gboolean
is_changed (const Reader *self, const char *name)
{
  gpointer known;

  if (!g_hash_table_lookup_extended (self->changes, name, NULL, &known))
    {
      known = GUINT_TO_POINTER (find_change (self, name));
      g_hash_table_insert (self->changes, g_strdup (name), known);
    }
  return GPOINTER_TO_UINT (known) != 0;
}

/* "std::uniform_int_distribution<int> die (1, 6);" */
static gboolean
look_up_distribution (const WsScope *scope, const char *name, WsRange *range)
{
  const Reader *self = scope->data;
  const WsSpan *body = self->body;
  const WsTokens *tokens = body->tokens;

  for (guint i = ws_tokens_find (tokens, body->first + 1, name);
       i + 1 < body->end && spend (self, 1); i = ws_tokens_find (tokens, i + 1, name))
    {
      guint type =
          ws_tokens_is (tokens, i - 1, ">") ? ws_tokens_find_angle (tokens, i - 1) - 1 : i - 1;
      gboolean is_real = ws_tokens_is (tokens, type, "uniform_real_distribution");
      WsSpan inside = { tokens, i + 2, ws_tokens_get_partner (tokens, i + 1) };
      g_autoptr (GArray) parts = NULL;
      WsRange low, high;

      if (!is_real && !ws_tokens_is (tokens, type, "uniform_int_distribution"))
        continue;
      parts = ws_span_split (&inside, ",");
      if (inside.end < inside.first || parts->len != 2)
        return FALSE;
      low = ws_evaluate (scope, &g_array_index (parts, WsSpan, 0));
      high = ws_evaluate (scope, &g_array_index (parts, WsSpan, 1));
      *range = (WsRange){ low.known && high.known, is_real, low.low, high.high };
      return TRUE;
    }
  return FALSE;
}

static gboolean
look_up (const WsScope *scope, const char *name, WsRange *range)
{
  const Reader *self = scope->data;
  WsScope inner = *scope;
  WsSpan value;

  if (scope->depth >= WS_SCOPE_MAX_DEPTH)
    return FALSE;
  inner.depth++;
  for (guint k = 0; k < self->n_counters; k++)
    if (g_str_equal (name, self->counters[k]))
      {
        *range = ws_range_new (self->n_counters == 1 ? self->at
                               : k == 0              ? floor (self->at / self->width)
                                                     : fmod (self->at, self->width));
        return TRUE;
      }
  if (g_str_has_suffix (name, "()"))
    {
      g_autofree char *called = g_strndup (name, strlen (name) - 2);

      return look_up_distribution (&inner, called, range);
    }
  if (!spend (self, 1) || (strpbrk (name, ".[ ") == NULL && is_changed (self, name)))
    {
      *range = (WsRange){ 0 };
      return TRUE;
    }
  if (strpbrk (name, ".[ ") == NULL && ws_span_find_initial (self->body, name, &value))
    {
      *range =
          spend (self, value.end - value.first) ? ws_evaluate (&inner, &value) : (WsRange){ 0 };
      return TRUE;
    }
  inner.lookup = self->scope->lookup;
  inner.data = self->scope->data;
  return inner.lookup != NULL && inner.lookup (&inner, name, range);
}

static WsScope
make_scope (const Reader *self)
{
  return (WsScope){ .source = self->scope->source, .lookup = look_up, .data = (gpointer)self };
}

static WsRange
evaluate_at (Reader *self, const WsSpan *span, double at)
{
  const WsScope scope = make_scope (self);

  self->at = at;
  return spend (self, span->end - span->first) ? ws_evaluate (&scope, span) : (WsRange){ 0 };
}

/* ---- which elements ---- */

static gboolean
take_counter (Reader *self, const WsTokens *tokens, guint at)
{
  g_autofree char *name = ws_tokens_dup (tokens, at);

  /* of "a[i][i]" only the diagonal is written */
  if (!ws_tokens_is_word (tokens, at) || !is_counter (self, name)
      || (self->n_counters > 0 && g_str_equal (name, self->counters[0])))
    return FALSE;
  self->counters[self->n_counters++] = g_steal_pointer (&name);
  return TRUE;
}

static void
forget_counters (Reader *self)
{
  while (self->n_counters > 0)
    g_free (self->counters[--self->n_counters]);
}

static gboolean
take_width (Reader *self, const WsSpan *span)
{
  const WsScope scope = make_scope (self);
  WsRange range = ws_evaluate (&scope, span);
  guint64 count;

  if (!ws_range_get_count (&range, &count) || count == 0)
    return FALSE;
  self->width = (double)count;
  return TRUE;
}

/* "y * width + x", and "x + y * width" */
static gboolean
read_flat (Reader *self, const WsSpan *index)
{
  g_autoptr (GArray) terms = ws_span_split (index, "+");
  gboolean turned;
  const WsSpan *row, *column;
  WsSpan width;

  if (terms->len != 2)
    return FALSE;
  turned = g_array_index (terms, WsSpan, 0).end == g_array_index (terms, WsSpan, 0).first + 1;
  row = &g_array_index (terms, WsSpan, turned);
  column = &g_array_index (terms, WsSpan, !turned);
  if (column->end != column->first + 1 || row->end < row->first + 3
      || !ws_tokens_is (row->tokens, row->first + 1, "*"))
    return FALSE;
  width = (WsSpan){ row->tokens, row->first + 2, row->end };
  if (!take_width (self, &width))
    return FALSE;
  if (take_counter (self, row->tokens, row->first)
      && take_counter (self, column->tokens, column->first))
    return TRUE;
  forget_counters (self);
  return FALSE;
}

/* Whether what stands at @at is declared there: "float x, a[8][16];", not "x = a[8][16];". */
static gboolean
is_declared (const Reader *self, const WsSpan *span, guint at)
{
  const WsTokens *tokens = span->tokens;
  guint first = at;
  gboolean in_list = FALSE;

  while (first > span->first && spend (self, 1) && !ws_tokens_is (tokens, first - 1, ";")
         && !ws_tokens_is (tokens, first - 1, "{") && !ws_tokens_is (tokens, first - 1, "}"))
    {
      if (ws_tokens_is (tokens, first - 1, "(")
          || (!in_list && ws_tokens_is (tokens, first - 1, "=")))
        return FALSE;
      in_list |= ws_tokens_is (tokens, first - 1, ",");
      first = MIN (ws_tokens_get_partner (tokens, first - 1), first - 1);
    }
  return first < at && ws_tokens_is_word (tokens, first) && !ws_tokens_is (tokens, first, "return")
         && !ws_tokens_is (tokens, first, "else")
         && (first + 1 == at || ws_tokens_is_word (tokens, first + 1)
             || ws_tokens_is (tokens, first + 1, "*") || ws_tokens_is (tokens, first + 1, "::"));
}

/* Of "float a[8][16]" and "float (*a)[16]" the bracket that opens the row's length; 0 of a name
 * that is not declared there, or otherwise. */
static guint
find_row (const Reader *self, const WsSpan *span, const char *name)
{
  const WsTokens *tokens = span->tokens;

  for (guint i = ws_tokens_find (tokens, span->first, name); i < span->end;
       i = ws_tokens_find (tokens, i + 1, name))
    {
      gboolean is_address = i >= 2 && ws_tokens_is (tokens, i - 1, "*")
                            && ws_tokens_get_partner (tokens, i - 2) == i + 1;
      guint open = is_address ? i + 2 : ws_tokens_get_partner (tokens, i + 1) + 1;

      if (open > i + 1 && ws_tokens_is (tokens, open, "[")
          && (is_address || ws_tokens_is (tokens, i + 1, "["))
          && is_declared (self, span, is_address ? i - 2 : i))
        return open;
    }
  return 0;
}

/* @width: (out): what stands between the brackets of a row: of an array of the function, of a
 * parameter, or of one at the top level */
static gboolean
find_width (const Reader *self, const char *name, WsSpan *width)
{
  const GArray *parameters = self->function->parameters;
  const WsUserItem *item = ws_user_source_find_item (self->scope->source, name);
  WsSpan rows = *self->body;
  guint open = find_row (self, &rows, name);

  for (guint i = 0; open == 0 && i < parameters->len; i++)
    if (g_str_equal (g_array_index (parameters, WsUserParameter, i).name, name))
      {
        rows = g_array_index (parameters, WsUserParameter, i).rows;
        open = rows.first;
      }
  if (open == 0 && item != NULL && item->function == NULL)
    {
      rows = item->span;
      open = find_row (self, &rows, name);
    }
  if (open == 0)
    return FALSE;
  *width = (WsSpan){ rows.tokens, open + 1, ws_tokens_get_partner (rows.tokens, open) };
  /* of "a[][8][16]" an index of two is none */
  return !ws_tokens_is (rows.tokens, width->end + 1, "[");
}

/* "a[y][x]", where "float a[HEIGHT][WIDTH]" is declared. */
static gboolean
read_rows (Reader *self, guint at, guint first, guint second)
{
  const WsTokens *tokens = self->body->tokens;
  g_autofree char *name = ws_tokens_dup (tokens, at);
  WsSpan width;

  if (!find_width (self, name, &width) || !take_width (self, &width)
      || ws_tokens_get_partner (tokens, first) != first + 2
      || ws_tokens_get_partner (tokens, second) != second + 2)
    return FALSE;
  if (take_counter (self, tokens, first + 1) && take_counter (self, tokens, second + 1))
    return TRUE;
  forget_counters (self);
  return FALSE;
}

/* Whether the index is understood: @equals is where "=" stands. */
static gboolean
read_index (Reader *self, guint at, guint equals, WsSpan *index)
{
  const WsTokens *tokens = self->body->tokens;
  guint close = ws_tokens_get_partner (tokens, at + 1);
  WsSpan value;

  *index = (WsSpan){ tokens, at + 2, close };
  if (close + 1 != equals)
    {
      index->end = equals;
      return ws_tokens_get_partner (tokens, close + 1) + 1 == equals
             && read_rows (self, at, at + 1, close + 1);
    }
  /* "int at = y * width + x;" */
  if (index->end == index->first + 1 && ws_tokens_is_word (tokens, index->first))
    {
      g_autofree char *name = ws_tokens_dup (tokens, index->first);

      if (take_counter (self, tokens, index->first))
        return TRUE;
      if (ws_span_find_initial (self->body, name, &value))
        *index = value;
    }
  return read_flat (self, index);
}

static gboolean
has_counter (const Reader *self, const WsSpan *index)
{
  for (guint i = index->first; i < index->end; i++)
    {
      g_autofree char *word = ws_tokens_dup (index->tokens, i);

      if (ws_tokens_is_word (index->tokens, i) && is_counter (self, word))
        return TRUE;
    }
  return FALSE;
}

/* Where the statement that contains @at is nested: index of the bracket or the keyword before it;
 * the body's first token where it is in none. */
static guint
find_outer (const Reader *self, guint at)
{
  const WsSpan *body = self->body;
  const WsTokens *tokens = body->tokens;

  while (at > body->first && spend (self, 1))
    {
      at--;
      if (ws_tokens_is (tokens, at, "else") || ws_tokens_is (tokens, at, "{"))
        return at;
      if (ws_tokens_get_partner (tokens, at) < at)
        {
          guint open = ws_tokens_get_partner (tokens, at);

          if (open > body->first && ws_tokens_is (tokens, at, ")")
              && (ws_tokens_is (tokens, open - 1, "if") || ws_tokens_is (tokens, open - 1, "for")
                  || ws_tokens_is (tokens, open - 1, "while")))
            return open - 1;
          at = open;
        }
      else if (ws_tokens_is (tokens, at, ";"))
        {
          /* statements before it, up to the bracket round them */
          while (at > body->first && spend (self, 1) && !ws_tokens_is (tokens, at, "{"))
            at = MIN (ws_tokens_get_partner (tokens, at - 1), at - 1);
          return ws_tokens_is (tokens, at, "{") ? at : body->first;
        }
    }
  return body->first;
}

/* Whether a condition stands between the assignment and its loop: only some elements are meant. */
static gboolean
is_conditional (const Reader *self, guint at)
{
  const WsTokens *tokens = self->body->tokens;
  guint n_found = 0;

  for (guint i = find_outer (self, at); i > self->body->first; i = find_outer (self, i))
    {
      WsSpan head = { tokens, i + 2, ws_tokens_get_partner (tokens, i + 1) };

      if (ws_tokens_is (tokens, i, "if") || ws_tokens_is (tokens, i, "else"))
        return TRUE;
      if (!ws_tokens_is (tokens, i, "for") && !ws_tokens_is (tokens, i, "while"))
        continue;
      for (guint k = 0; k < self->n_counters; k++)
        n_found += ws_span_has_word (&head, self->counters[k]);
      if (n_found >= self->n_counters)
        return FALSE;
    }
  return FALSE;
}

/* ---- what is written ---- */

static char *
format_value (const WsRange *value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, value->is_float ? "%.9g" : "%.0f", value->low);
  if (value->is_float && strpbrk (buffer, ".en") == NULL)
    g_strlcat (buffer, ".0", sizeof buffer);
  return g_strdup (buffer);
}

static gboolean
add_values (Reader *self, const WsSpan *inside, guint *n, GString *text)
{
  g_autoptr (GArray) parts = ws_span_split (inside, ",");

  for (guint i = 0; i < parts->len; i++)
    {
      const WsSpan *part = &g_array_index (parts, WsSpan, i);
      WsSpan inner = { part->tokens, part->first + 1, part->end - 1 };
      WsRange value;
      g_autofree char *number = NULL;

      if (part->first >= part->end)
        continue;
      if (ws_tokens_is (part->tokens, part->first, "{"))
        {
          if (!add_values (self, &inner, n, text))
            return FALSE;
          continue;
        }
      value = evaluate_at (self, part, 0);
      if (!value.known || value.low != value.high || (*n)++ >= MAX_VALUES)
        return FALSE;
      number = part->end == part->first + 1 ? ws_span_dup_text (part) : format_value (&value);
      if (part->end == part->first + 1 && ws_tokens_is_word (part->tokens, part->first))
        {
          g_free (number);
          number = format_value (&value);
        }
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", number);
    }
  return TRUE;
}

static void
read_values (Reader *self, const WsSpan *value, WsFill *fill)
{
  WsSpan inside = { value->tokens, value->first + 1,
                    ws_tokens_get_partner (value->tokens, value->first) };
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  if (!add_values (self, &inside, &n, text))
    return;
  fill->kind = n > 0 ? WS_FILL_VALUES : WS_FILL_ZEROS;
  fill->text = n > 0 ? g_strdup (text->str) : NULL;
}

static gboolean add_expression (Reader *self, const WsSpan *span, guint depth, GString *text);

static gboolean
names_counter (const Reader *self, const WsSpan *span)
{
  for (guint k = 0; k < self->n_counters; k++)
    if (ws_span_has_word (span, self->counters[k]))
      return TRUE;
  return FALSE;
}

/* What a name comes to: the index, a number, or what it is set to. */
static gboolean
add_name (Reader *self, const WsTokens *tokens, guint at, guint depth, GString *text)
{
  g_autofree char *name = ws_tokens_dup (tokens, at);
  g_autofree char *number = NULL;
  WsSpan one = { tokens, at, at + 1 };
  WsSpan initial;
  WsRange first, later;
  gboolean is_set;

  for (guint k = 0; k < self->n_counters; k++)
    if (g_str_equal (name, self->counters[k]))
      {
        if (self->n_counters == 1)
          g_string_append_c (text, 'i');
        else
          g_string_append_printf (text, "(i %c %.0f)", k == 0 ? '/' : '%', self->width);
        return TRUE;
      }
  first = evaluate_at (self, &one, 0);
  later = evaluate_at (self, &one, 77);
  if (!first.known || !later.known)
    return FALSE;
  is_set = ws_span_find_initial (self->body, name, &initial);
  if (first.low == later.low && !(is_set && names_counter (self, &initial)))
    {
      number = format_value (&first);
      g_string_append (text, number);
      return TRUE;
    }
  if (depth >= MAX_NESTED || !is_set)
    return FALSE;
  g_string_append_c (text, '(');
  if (!add_expression (self, &initial, depth + 1, text))
    return FALSE;
  g_string_append_c (text, ')');
  return TRUE;
}

static gboolean
add_expression (Reader *self, const WsSpan *span, guint depth, GString *text)
{
  const WsTokens *tokens = span->tokens;

  for (guint i = span->first; i < span->end; i++)
    {
      const WsToken *token = ws_tokens_get (tokens, i);
      g_autofree char *word = ws_tokens_dup (tokens, i);

      if (i > span->first && token->start > token[-1].start + token[-1].length)
        g_string_append_c (text, ' ');
      if (ws_tokens_is (tokens, i + 1, "::"))
        i++;
      else if (!ws_tokens_is_word (tokens, i) || ws_user_type_is_word (word)
               || ws_tokens_is (tokens, i + 1, "(") || g_str_has_suffix (word, "_cast"))
        g_string_append (text, word);
      else if (!add_name (self, tokens, i, depth, text))
        return FALSE;
      if (token->kind == WS_TOKEN_NUMBER && g_ascii_strtod (word, NULL) > MOST_LITERAL
          && strpbrk (word, ".eE") == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Elements round which an expression would turn out to be no ramp. */
static double
get_looked (guint k)
{
  return k < FIRST_LOOKED ? k : exp2 (5 + (k - FIRST_LOOKED) / 3) + (k - FIRST_LOOKED) % 3 - 1;
}

#define N_LOOKED (FIRST_LOOKED + 3 * (MOST_LOOKED - 4))

static gboolean
look_up_index (const WsScope *scope, const char *name, WsRange *range)
{
  if (!g_str_equal (name, "i"))
    return FALSE;
  *range = ws_range_new (*(const double *)scope->data);
  return TRUE;
}

/* An expression of i alone, which comes to the same everywhere. */
static void
read_expression (Reader *self, const WsSpan *value, const double *values, WsFill *fill)
{
  g_autoptr (GString) text = g_string_new ("= ");

  if (!add_expression (self, value, 0, text))
    return;
  for (guint k = 0; k < N_LOOKED; k++)
    {
      double at = get_looked (k);
      const WsScope scope = { .lookup = look_up_index, .data = &at };
      WsRange range = ws_evaluate_text (&scope, text->str + 2);

      if (!spend (self, (guint)text->len) || !range.known
          || !(fabs (range.low - values[k]) <= 1e-6 * fabs (values[k])))
        return;
    }
  fill->kind = WS_FILL_EXPRESSION;
  fill->text = g_strdup (text->str);
}

/* Whether a condition has a say, in the value or in a variable of it: "i == 5000 ? 1 : 0" is no
 * ramp, though no element that is looked at shows it. */
static gboolean
has_condition (Reader *self, const WsSpan *value)
{
  static const char *const signs[] = { "?", "==", "!", "&&", "||" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *plain = ws_span_dup_text (value);

  add_expression (self, value, 0, text);
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strstr (plain, signs[i]) != NULL || strstr (text->str, signs[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
read_numbers (Reader *self, const WsSpan *value, WsFill *fill)
{
  double values[N_LOOKED];
  gboolean is_ramp = TRUE;

  for (guint k = 0; k < N_LOOKED; k++)
    {
      WsRange range = evaluate_at (self, value, get_looked (k));

      if (!range.known || range.low != range.high)
        return;
      values[k] = range.low;
    }
  for (guint k = 2; k < N_LOOKED; k++)
    is_ramp &= fabs (values[k] - (values[0] + get_looked (k) * (values[1] - values[0])))
               <= 1e-9 * fabs (values[k]);
  if (!is_ramp || has_condition (self, value))
    {
      read_expression (self, value, values, fill);
      return;
    }
  fill->first = values[0];
  fill->step = values[1] - values[0];
  fill->kind = fill->step != 0 ? WS_FILL_RAMP : WS_FILL_CONSTANT;
}

static void
read_value (Reader *self, const WsSpan *value, WsFill *fill)
{
  WsRange first = evaluate_at (self, value, 0);
  WsRange later = evaluate_at (self, value, 1000);

  if (!first.known || first.low == first.high)
    {
      read_numbers (self, value, fill);
      return;
    }
  if (!later.known || first.low != later.low || first.high != later.high)
    return;
  fill->kind = first.is_float ? WS_FILL_UNIFORM : WS_FILL_RANDOM;
  fill->first = first.low;
  fill->step = first.high - first.low + (first.is_float ? 0 : 1);
}

/* "h[x] = x" is a ramp, whatever x is. */
static gboolean
is_own_index (const WsSpan *index, const WsSpan *value)
{
  g_autofree char *left = ws_span_dup_text (index);
  g_autofree char *right = ws_span_dup_text (value);

  return g_str_equal (left, right);
}

/**
 * ws_fill_read:
 * @scope: of the host code
 * @function: in which it stands
 * @at: index of an array's name, behind which "[" stands
 * @work: (inout): what has been looked at for all arrays of the source
 * @fill: (out): what is written there: %WS_FILL_UNKNOWN if nothing is; to be cleared
 *
 * Reads "h[i] = ...;". What is not understood is %WS_FILL_OTHER, never something like it.
 */
void
ws_fill_read (const WsScope *scope, const WsUserFunction *function, guint at, WsWork *work,
              WsFill *fill)
{
  g_autoptr (GHashTable) changes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const WsSpan *body = &function->body;
  const WsTokens *tokens = body->tokens;
  Reader reader = {
    .scope = scope, .function = function, .body = body, .changes = changes, .work = work
  };
  guint i = at + 1;
  WsSpan index, value;
  gboolean is_known;

  *fill = (WsFill){ .line = ws_tokens_get (tokens, at)->line };
  while (ws_tokens_is (tokens, i, "[") && ws_tokens_get_partner (tokens, i) > i)
    i = ws_tokens_get_partner (tokens, i) + 1;
  if (!ws_tokens_is (tokens, i, "="))
    return;
  value = (WsSpan){ tokens, i + 1, i + 1 };
  while (value.end < body->end && !ws_tokens_is (tokens, value.end, ";")
         && !ws_tokens_is (tokens, value.end, ","))
    value.end = MAX (ws_tokens_get_partner (tokens, value.end), value.end) + 1;
  value.end = MIN (value.end, body->end);
  fill->kind = WS_FILL_OTHER;
  if (ws_tokens_is (tokens, value.first, "{"))
    {
      read_values (&reader, &value, fill);
      return;
    }
  is_known = read_index (&reader, at, i, &index);
  fill->is_partial = !is_known;
  if (is_conditional (&reader, at) || !spend (&reader, 0))
    fill->is_partial = TRUE;
  else if (!is_known && has_counter (&reader, &index) && is_own_index (&index, &value))
    {
      fill->kind = WS_FILL_RAMP;
      fill->step = 1;
    }
  else if (is_known || has_counter (&reader, &index))
    read_value (&reader, &value, fill);
  forget_counters (&reader);
}

/**
 * ws_fill_clear:
 * @self: (inout): what an array is filled with
 */
void
ws_fill_clear (WsFill *self)
{
  g_clear_pointer (&self->text, g_free);
}
