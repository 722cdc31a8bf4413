#include "reader/access-ranges.h"

#include "reader/names.h"

#include <string.h>

#define MAX_ALIASES      8
#define MAX_BOUND_TOKENS 256
#define MAX_CONDITIONS   64 /* of a kernel: with more, a guard counts anywhere */

/* ---- bounds of a kernel's variables ---- */

static void
count (const WsReach *self)
{
  if (self->steps != NULL)
    (*self->steps)++;
}

static gboolean
look_up_built_in (const WsReach *self, const char *name, WsRange *range)
{
  static const char axes[] = "xyz";
  const char *dot = strchr (name, '.');
  const char *axis = dot != NULL && dot[1] != '\0' && dot[2] == '\0' ? strchr (axes, dot[1]) : NULL;
  guint i = axis != NULL ? (guint)(axis - axes) : 0;

  if (axis == NULL)
    return FALSE;
  if (g_str_has_prefix (name, "threadIdx."))
    *range = ws_range_new_between (0, self->block[i] - 1);
  else if (g_str_has_prefix (name, "blockIdx."))
    *range = ws_range_new_between (0, self->grid[i] - 1);
  else if (g_str_has_prefix (name, "blockDim."))
    *range = ws_range_new (self->block[i]);
  else if (g_str_has_prefix (name, "gridDim."))
    *range = ws_range_new (self->grid[i]);
  else
    return FALSE;
  return TRUE;
}

/* Ranks and sizes of cooperative groups, from the way the group was created. */
static gboolean
look_up_group (const WsReach *self, const char *name, WsRange *range)
{
  g_autofree char *group = g_strndup (name, strcspn (name, "."));
  double n_block = (double)self->block[0] * self->block[1] * self->block[2];
  double n = n_block * self->grid[0] * self->grid[1] * self->grid[2];
  WsSpan made;
  double size = n_block;

  if (!g_str_has_suffix (name, "rank()") && !g_str_has_suffix (name, "size()")
      && !g_str_has_suffix (name, "num_threads()"))
    return FALSE;
  if (ws_span_find_initial (&self->kernel->body, group, &made))
    {
      if (ws_span_has_word (&made, "this_grid"))
        size = n;
      else if (!ws_span_has_word (&made, "this_thread_block"))
        size = 32;
    }
  *range =
      g_str_has_suffix (name, "rank()") ? ws_range_new_between (0, size - 1) : ws_range_new (size);
  return TRUE;
}

/* ---- conditions ---- */

/* "if (OPEN ... CLOSE) ... END" */
typedef struct {
  guint open;
  guint close;
  guint end;
  gboolean is_loop; /* of "for" or "while" */
  gboolean leaves;  /* the kernel, or a loop's turn */
} WsCondition;

static gboolean
has_leave (const WsSpan *span)
{
  return ws_span_has_word (span, "return") || ws_span_has_word (span, "continue")
         || ws_span_has_word (span, "break");
}

/* (transfer full) (nullable) (element-type WsCondition): in the order of the source; %NULL of too
 * many */
static GArray *
list_conditions (const WsSpan *body)
{
  const WsTokens *tokens = body->tokens;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (WsCondition));

  for (guint i = body->first; i + 1 < body->end; i++)
    {
      WsCondition one = { .open = i + 1 };
      WsSpan statement = { tokens, 0, 0 };

      one.is_loop = ws_tokens_is (tokens, i, "for") || ws_tokens_is (tokens, i, "while");
      if ((!one.is_loop && !ws_tokens_is (tokens, i, "if")) || !ws_tokens_is (tokens, i + 1, "("))
        continue;
      one.close = ws_tokens_get_partner (tokens, i + 1);
      one.end = ws_span_skip_statement (body, one.close + 1);
      statement.first = one.close + 1;
      statement.end = one.end;
      one.leaves = !one.is_loop && has_leave (&statement);
      g_array_append_val (list, one);
      if (list->len > MAX_CONDITIONS)
        {
          g_array_unref (list);
          return NULL;
        }
    }
  return list;
}

/* The innermost condition around a token, or containing it. (nullable) */
static const WsCondition *
find_condition (const WsReach *self, guint at, gboolean in_brackets)
{
  const WsCondition *found = NULL;

  for (guint i = 0; self->conditions != NULL && i < self->conditions->len; i++)
    {
      const WsCondition *one = &g_array_index (self->conditions, WsCondition, i);

      if (one->open < at && at < (in_brackets ? one->close : one->end))
        found = one;
    }
  return found;
}

/* Whether a guard bounds the current access. "i < n" does inside its condition, "i >= n" if it
 * leaves the kernel, and "i < n" in a loop limits its iterations. */
static gboolean
is_guarded (const WsReach *self, guint guard, gboolean is_less)
{
  const WsCondition *condition = find_condition (self, guard, TRUE);

  if (condition == NULL)
    return TRUE;
  if (condition->is_loop)
    return is_less;
  return condition->leaves
         || (is_less && (self->at == 0 || (guard <= self->at && self->at < condition->end)));
}

/* Up to the end of a condition; empty if that is further than in any real source, so that many
 * conditions in one line take linear time. */
static WsSpan
get_bound (const WsSpan *body, guint first)
{
  static const char *const ends[] = { ")", "&&", "||", ";", "?", ",", "{", "}" };
  WsSpan bound = { body->tokens, first, first };

  while (bound.end < body->end)
    {
      for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
        if (ws_tokens_is (body->tokens, bound.end, ends[i]))
          return bound;
      if (bound.end - first >= MAX_BOUND_TOKENS)
        return (WsSpan){ body->tokens, first, first };
      bound.end = MAX (ws_tokens_get_partner (body->tokens, bound.end), bound.end) + 1;
    }
  return bound;
}

/* "i < n" anywhere, and "i >= n" before a return: a guard bounds its variable. */
static void
apply_guards (const WsScope *scope, const WsSpan *body, const char *name, WsRange *range)
{
  const WsReach *self = scope->data;

  for (guint i = ws_tokens_find (body->tokens, body->first, name); i + 2 < body->end;
       i = ws_tokens_find (body->tokens, i + 1, name))
    {
      gboolean less =
          ws_tokens_is (body->tokens, i + 1, "<") || ws_tokens_is (body->tokens, i + 1, ">=");
      gboolean at_most =
          ws_tokens_is (body->tokens, i + 1, "<=") || ws_tokens_is (body->tokens, i + 1, ">");
      WsSpan bound;
      WsRange limit;

      count (self);
      if ((!less && !at_most) || ws_tokens_is (body->tokens, i - 1, ".")
          || ws_tokens_is (body->tokens, i - 1, "*")
          || !is_guarded (self, i,
                          ws_tokens_is (body->tokens, i + 1, "<")
                              || ws_tokens_is (body->tokens, i + 1, "<=")))
        continue;
      bound = get_bound (body, i + 2);
      limit = ws_evaluate (scope, &bound);
      if (!limit.known || (limit.high <= 1 && !less) || limit.high < less)
        continue;
      if (!range->known)
        *range = ws_range_new_between (0, limit.high - less);
      range->high = MIN (range->high, limit.high - less);
    }
  range->low = MIN (MAX (range->low, 0), range->high);
}

/**
 * ws_reach_is_row_start:
 * @name: of a parameter
 *
 * Whether its name suggests the row offsets of a sparse matrix.
 */
gboolean
ws_reach_is_row_start (const char *name)
{
  static const char *const names[] = { "row_ptr",   "rowptr",   "row_offsets",
                                       "row_start", "rowstart", "offsets" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (lower, names[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Whether a variable is increased somewhere, like a loop's counter. */
static gboolean
grows (const WsSpan *body, const char *name)
{
  static const char *const signs[] = { "++", "+=", "<<=", "*=" };

  for (guint i = ws_tokens_find (body->tokens, body->first, name); i < body->end;
       i = ws_tokens_find (body->tokens, i + 1, name))
    for (guint k = 0; k < G_N_ELEMENTS (signs); k++)
      if (ws_tokens_is (body->tokens, i + 1, signs[k])
          || (k == 0 && i > body->first && ws_tokens_is (body->tokens, i - 1, signs[k])))
        return TRUE;
  return FALSE;
}

/* "out = 1 - out", the index of a double buffer: it alternates between 0 and 1. */
static gboolean
takes_turns (const WsSpan *body, const char *name)
{
  for (guint i = ws_tokens_find (body->tokens, body->first, name); i < body->end;
       i = ws_tokens_find (body->tokens, i + 1, name))
    if (ws_tokens_is (body->tokens, i + 1, "=") && ws_tokens_is (body->tokens, i + 2, "1")
        && ws_tokens_is (body->tokens, i + 3, "-") && ws_tokens_is_word (body->tokens, i + 4)
        && ws_tokens_is (body->tokens, i + 5, ";"))
      return TRUE;
  return FALSE;
}

/* What the elements of a parameter can be: a byte only one of 256. */
static gboolean
look_up_elements (const WsReach *self, const char *array, WsRange *range)
{
  for (guint i = 0; i < self->kernel->parameters->len; i++)
    {
      const WsUserParameter *parameter =
          &g_array_index (self->kernel->parameters, WsUserParameter, i);
      WsUserType type;
      WsAccessed accessed;

      if (!g_str_equal (parameter->name, array))
        continue;
      if (ws_reach_is_row_start (array))
        {
          WsReach inner = *self;

          if (inner.depth++ > 0)
            return FALSE;
          ws_reach_look (&inner, array, &accessed);
          *range = ws_range_new_between (0, WS_REACH_ROW_ELEMENTS * (accessed.length.high - 1));
          range->known = accessed.length.known;
          ws_accessed_clear (&accessed);
          return range->known;
        }
      if (ws_user_type_read (self->source, &parameter->type, NULL, NULL, &type)
          && type.value == WS_VALUE_B8 && type.n_fields == 0)
        {
          *range = ws_range_new_between (0, 255);
          return TRUE;
        }
    }
  return FALSE;
}

/* Results of a long search may be incomplete. */
static gboolean
is_whole (const WsScope *scope)
{
  return scope->depth <= WS_SCOPE_MAX_DEPTH / 2
         && (scope->work == NULL || scope->work->n_steps < WS_SCOPE_MAX_STEPS);
}

typedef struct {
  gboolean is_found;
  WsRange range;
} Known;

static gboolean find_range (const WsScope *scope, const char *name, WsRange *range);

/* Caches each name per condition: an unrolled kernel looks up a few of them a thousand times. */
static gboolean
look_up (const WsScope *scope, const char *name, WsRange *range)
{
  const WsReach *self = scope->data;
  const WsCondition *condition = find_condition (self, self->at, FALSE);
  g_autofree char *key =
      self->known != NULL ? g_strdup_printf ("%s@%u", name, condition != NULL ? condition->open : 0)
                          : NULL;
  const Known *known = key != NULL ? g_hash_table_lookup (self->known, key) : NULL;
  Known found = { 0 };

  if (known == NULL)
    {
      found.is_found = find_range (scope, name, &found.range);
      if (self->known != NULL && is_whole (scope))
        g_hash_table_insert (self->known, g_steal_pointer (&key), g_memdup2 (&found, sizeof found));
      known = &found;
    }
  *range = known->range;
  return known->is_found;
}

static gboolean
find_range (const WsScope *scope, const char *name, WsRange *range)
{
  const WsReach *self = scope->data;
  WsScope inner = *scope;
  WsSpan value;

  inner.depth++;
  if (scope->depth >= WS_SCOPE_MAX_DEPTH)
    return FALSE;
  if (look_up_built_in (self, name, range) || look_up_group (self, name, range))
    return TRUE;
  if (g_str_has_suffix (name, "[]"))
    {
      g_autofree char *array = g_strndup (name, strlen (name) - 2);

      return look_up_elements (self, array, range);
    }
  if (self->number != NULL && self->number (name, range, self->data))
    return range->known;
  if (strchr (name, '.') != NULL || strchr (name, '(') != NULL || strchr (name, ' ') != NULL)
    return FALSE;
  *range = (WsRange){ 0 };
  if (ws_span_find_initial (&self->kernel->body, name, &value))
    {
      WsRange grown;

      *range = ws_evaluate (&inner, &value);
      grown = (WsRange){ 0 };
      /* of a loop's counter, the end is known if the loop states it */
      if (grows (&self->kernel->body, name))
        apply_guards (&inner, &self->kernel->body, name, &grown);
      if (grown.known && grown.high > range->high)
        *range = grown;
      if (range->known && range->low >= 0 && range->high <= 1
          && takes_turns (&self->kernel->body, name))
        *range = ws_range_new_between (0, 1);
    }
  else if (!ws_span_has_word (&self->kernel->body, name))
    return FALSE;
  else
    {
      *range = ws_host_find_global (&inner, name);
      if (range->known)
        return TRUE;
      /* a macro is not a variable of the kernel */
      if (ws_user_source_find_macro (self->source, name) != NULL)
        return FALSE;
    }
  apply_guards (&inner, &self->kernel->body, name, range);
  return range->known;
}

/* ---- accesses ---- */

typedef struct {
  WsReach *reach;
  WsScope scope;
  WsAccessed *accessed;
  gboolean is_unknown;
  double length;
  WsRange last;  /* elements that the current access reaches */
  guint before;  /* tokens of its name before the last: of "a.x" 2 */
  guint n_steps; /* tokens that were looked at */
} Look;

static void
reach_to (Look *self, const WsRange *index, double scale)
{
  self->last = (WsRange){ 0 };
  if (!index->known || index->high > 1e12)
    {
      self->is_unknown = TRUE;
      return;
    }
  self->last = ws_range_new ((index->high + 1) * scale);
  self->length = MAX (self->length, self->last.high);
}

static void
note_store (Look *self)
{
  WsRange *stored = &self->accessed->stored;

  stored->known &= self->last.known;
  stored->high = MAX (stored->high, self->last.high);
  self->accessed->writes = TRUE;
}

static gboolean
is_assignment (const WsTokens *tokens, guint i)
{
  static const char *const assignments[] = { "=",  "+=", "-=", "*=",  "/=",  "|=", "&=",
                                             "^=", "++", "--", "<<=", ">>=", "%=" };

  for (guint k = 0; k < G_N_ELEMENTS (assignments); k++)
    if (ws_tokens_is (tokens, i, assignments[k]))
      return TRUE;
  return FALSE;
}

/* What stands before the access at @i: "&" of an atomic's argument, "++". */
static void
note_use (Look *self, guint first, guint behind)
{
  const WsTokens *tokens = self->reach->kernel->body.tokens;
  guint before = first - 1;
  gboolean by_address;
  g_autofree char *function = NULL;

  /* of a structure's field */
  while (ws_tokens_is (tokens, behind, ".") && ws_tokens_is_word (tokens, behind + 1))
    behind += 2;
  /* "&(p[i])", not "f (p[i])" */
  while (before > 1 && ws_tokens_is (tokens, before, "(") && ws_tokens_is (tokens, behind, ")")
         && !ws_tokens_is_word (tokens, before - 1))
    {
      before--;
      behind++;
    }
  by_address = ws_tokens_is (tokens, before, "&");
  function = ws_tokens_dup (tokens, by_address ? before - 2 : before - 1);
  if (g_str_has_prefix (function, "atomic")
      && ws_tokens_is (tokens, by_address ? before - 1 : before, "("))
    self->accessed->adds = self->accessed->reads = self->accessed->writes = TRUE;
  else if (by_address)
    {
      /* what it is handed to may store there */
      note_store (self);
      self->accessed->reads = TRUE;
    }
  else if (ws_tokens_is (tokens, behind, "="))
    note_store (self);
  else if (is_assignment (tokens, behind) || ws_tokens_is (tokens, before, "++")
           || ws_tokens_is (tokens, before, "--"))
    self->accessed->reads = self->accessed->writes = TRUE;
  else
    self->accessed->reads = TRUE;
}

static void look_at (Look *self, const char *name, double offset, double scale, guint depth);

/* Number of analysed elements in one element of a cast pointer's type. */
static double
get_scale (const WsReach *self, const WsSpan *span)
{
  WsUserType type;

  if (!ws_user_type_read (self->source, span, self->type, self->data, &type))
    return 1;
  return self->element_bytes > 0 ? (double)type.bytes / self->element_bytes
                                 : MAX (type.n_fields, 1);
}

/* The variable that an address stands in: "float *row = in + y * w;". The declaration's "*" is
 * there, or "auto". (transfer full) (nullable) */
static char *
find_alias (Look *self, guint at, double *scale)
{
  const WsSpan *body = &self->reach->kernel->body;
  const WsTokens *tokens = body->tokens;
  guint first = body->first;
  guint i = at;
  guint name;
  WsSpan span;

  while (i > first && !ws_tokens_is (tokens, i, "=") && !ws_tokens_is (tokens, i, ";")
         && !ws_tokens_is (tokens, i, "{") && !ws_tokens_is (tokens, i, "}"))
    i--;
  self->n_steps += at - i;
  if (!ws_tokens_is (tokens, i, "=") || i < first + 2 || !ws_tokens_is_word (tokens, i - 1))
    return NULL;
  name = i - 1;
  for (i = name; i > first && !ws_tokens_is (tokens, i - 1, ";")
                 && !ws_tokens_is (tokens, i - 1, "{") && !ws_tokens_is (tokens, i - 1, "}")
                 && !ws_tokens_is (tokens, i - 1, ")");)
    i--;
  span = (WsSpan){ tokens, i, name };
  if (!ws_span_has_word (&span, "*") && !ws_span_has_word (&span, "auto"))
    return NULL;
  *scale = get_scale (self->reach, &span);
  return ws_tokens_dup (tokens, name);
}

static WsRange
evaluate (Look *self, const WsSpan *span)
{
  WsWork work = { 0 };
  WsScope scope = self->scope;
  WsRange range;

  scope.work = &work;
  self->n_steps += span->end > span->first ? span->end - span->first : 0;
  range = ws_evaluate (&scope, span);
  self->accessed->is_cut |= !range.known && work.n_steps > WS_SCOPE_MAX_STEPS;
  return range;
}

/* The brackets with the rows' lengths of a parameter of rows: "[16]" of "a[][16]"; empty of others
 */
static WsSpan
find_rows (const WsReach *self, const char *name)
{
  for (guint i = 0; i < self->kernel->parameters->len; i++)
    if (g_str_equal (g_array_index (self->kernel->parameters, WsUserParameter, i).name, name))
      return g_array_index (self->kernel->parameters, WsUserParameter, i).rows;
  return (WsSpan){ 0 };
}

static WsRange
evaluate_brackets (Look *self, const WsTokens *tokens, guint open)
{
  WsSpan inside = { tokens, open + 1, ws_tokens_get_partner (tokens, open) };

  return evaluate (self, &inside);
}

/* "[y][x]" of rows as one index.
 * @close: (inout): where the first bracket closes; then the last
 * @is_address: (out): whether brackets are missing, so that it stands for a row's address */
static WsRange
evaluate_index (Look *self, const char *name, guint *close, gboolean *is_address)
{
  const WsTokens *tokens = self->reach->kernel->body.tokens;
  const WsSpan rows = find_rows (self->reach, name);
  WsRange index = evaluate_brackets (self, tokens, ws_tokens_get_partner (tokens, *close));

  *is_address = FALSE;
  for (guint row = rows.first; row < rows.end;
       row = MAX (ws_tokens_get_partner (rows.tokens, row), row) + 1)
    {
      WsRange length = evaluate_brackets (self, rows.tokens, row);
      WsRange next = ws_range_new (0);

      *is_address |= !ws_tokens_is (tokens, *close + 1, "[");
      if (!*is_address)
        {
          next = evaluate_brackets (self, tokens, *close + 1);
          *close = ws_tokens_get_partner (tokens, *close + 1);
        }
      index.known &= length.known && next.known;
      index.low = index.low * length.low + next.low;
      index.high = index.high * length.high + next.high;
    }
  return index;
}

/* "p + EXPRESSION", where it stands for an address. */
static void
look_at_sum (Look *self, guint at, double offset, double scale, guint depth)
{
  const WsSpan *body = &self->reach->kernel->body;
  WsSpan sum = get_bound (body, at + 2);
  WsRange index = evaluate (self, &sum);
  double inner = 1;
  g_autofree char *alias = find_alias (self, at, &inner);

  if (alias != NULL && depth < MAX_ALIASES && index.known)
    look_at (self, alias, offset + index.high * scale, inner * scale, depth + 1);
  else
    {
      index.high += offset / scale;
      reach_to (self, &index, scale);
      note_use (self, at - self->before, sum.end);
    }
}

static void
look_at_element (Look *self, const char *name, guint at, double offset, double scale, guint depth)
{
  const WsTokens *tokens = self->reach->kernel->body.tokens;
  guint close = ws_tokens_get_partner (tokens, at + 1);
  gboolean is_address;
  WsRange index = evaluate_index (self, name, &close, &is_address);
  double inner = 1;
  g_autofree char *alias = is_address || ws_tokens_is (tokens, at - self->before - 1, "&")
                               ? find_alias (self, at, &inner)
                               : NULL;

  if (alias != NULL && depth < MAX_ALIASES && index.known)
    {
      look_at (self, alias, offset + index.high * scale, inner * scale, depth + 1);
      return;
    }
  index.high += offset / scale;
  reach_to (self, &index, scale);
  note_use (self, at - self->before, close + 1);
}

/* "((float4 *)p)[i]", "reinterpret_cast<float4 *> (p)[i]": @at is at p. */
static gboolean
look_at_cast (Look *self, guint at, double offset, double scale)
{
  const WsTokens *tokens = self->reach->kernel->body.tokens;
  guint first = at - self->before;
  guint open = ws_tokens_get_partner (tokens, at + 1);
  WsSpan type_span = { tokens, 0, 0 };
  WsSpan index_span = { tokens, at + 3, ws_tokens_get_partner (tokens, at + 2) };
  WsRange index;
  double inner = 1;

  if (!ws_tokens_is (tokens, at + 1, ")") || !ws_tokens_is (tokens, at + 2, "["))
    return FALSE;
  if (ws_tokens_is (tokens, first - 1, ")") && open < ws_tokens_get_partner (tokens, first - 1))
    type_span = (WsSpan){ tokens, ws_tokens_get_partner (tokens, first - 1) + 1, first - 1 };
  else if (open == first - 1 && ws_tokens_is (tokens, open - 1, ">"))
    type_span = (WsSpan){ tokens, ws_tokens_find_angle (tokens, open - 1) + 1, open - 1 };
  inner = type_span.first < type_span.end ? get_scale (self->reach, &type_span) : 1;
  index = evaluate (self, &index_span);
  index.high += offset / (scale * inner);
  reach_to (self, &index, scale * inner);
  note_use (self, open, index_span.end + 1);
  return TRUE;
}

/* Whether "a.x" stands at @at, which is at x. */
static gboolean
is_field_of (const WsTokens *tokens, guint at, const char *structure)
{
  return at >= 2 && ws_tokens_is (tokens, at - 1, ".") && ws_tokens_is (tokens, at - 2, structure)
         && !ws_tokens_is (tokens, at - 3, ".") && !ws_tokens_is (tokens, at - 3, "->");
}

/* "f (p, n)": of an atomic it is the first element. */
static void
look_at_argument (Look *self, guint at, const WsRange *first, double scale)
{
  const WsTokens *tokens = self->reach->kernel->body.tokens;
  guint begin = at - self->before;
  g_autofree char *function = ws_tokens_dup (tokens, begin - 2);

  if (ws_tokens_is (tokens, begin - 1, "(") && g_str_has_prefix (function, "atomic"))
    {
      reach_to (self, first, scale);
      note_use (self, begin, at + 1);
      return;
    }
  /* passed on: its use there is not visible here */
  self->is_unknown = TRUE;
  self->accessed->reads = self->accessed->writes = TRUE;
}

static void
look_at (Look *self, const char *name, double offset, double scale, guint depth)
{
  const WsSpan *body = &self->reach->kernel->body;
  const WsTokens *tokens = body->tokens;
  const char *dot = strchr (name, '.');
  g_autofree char *structure = dot != NULL ? g_strndup (name, (gsize)(dot - name)) : NULL;
  const char *last = dot != NULL ? dot + 1 : name;
  guint outer = self->before;

  for (guint i = ws_tokens_find (tokens, body->first, last); i < body->end;
       i = ws_tokens_find (tokens, i + 1, last))
    {
      WsRange first = ws_range_new (offset / scale);
      double inner = 1;
      g_autofree char *alias = NULL;

      count (self->reach);
      if (self->n_steps++ > WS_WORK_MAX_STEPS)
        {
          self->is_unknown = self->accessed->is_cut = TRUE;
          self->before = outer;
          return;
        }
      if (!ws_tokens_is_word (tokens, i)
          || (structure != NULL
                  ? !is_field_of (tokens, i, structure)
                  : ws_tokens_is (tokens, i - 1, ".") || ws_tokens_is (tokens, i - 1, "->")))
        continue;
      self->before = structure != NULL ? 2 : 0;
      self->reach->at = i;
      /* "extern __shared__ float s[];" only declares it */
      if (ws_tokens_is (tokens, i + 1, "[") && ws_tokens_is (tokens, i + 2, "]"))
        continue;
      if (ws_tokens_is (tokens, i + 1, "["))
        {
          look_at_element (self, name, i, offset, scale, depth);
          continue;
        }
      if (look_at_cast (self, i, offset, scale))
        continue;
      if (ws_tokens_is (tokens, i + 1, "+"))
        {
          look_at_sum (self, i, offset, scale, depth);
          continue;
        }
      alias = find_alias (self, i, &inner);
      if (alias != NULL && !g_str_equal (alias, name) && depth < MAX_ALIASES)
        look_at (self, alias, offset, inner * scale, depth + 1);
      else if (ws_tokens_is (tokens, i - self->before - 1, "*")
               || ws_tokens_is (tokens, i + 1, "->"))
        {
          guint behind = i + 1;

          reach_to (self, &first, scale);
          if (ws_tokens_is (tokens, behind, "->"))
            behind += 2;
          while (ws_tokens_is (tokens, behind, ")"))
            behind++;
          note_use (self,
                    ws_tokens_is (tokens, i - self->before - 1, "*") ? i - self->before - 1
                                                                     : i - self->before,
                    behind);
        }
      else if (ws_tokens_is (tokens, i + 1, ",") || ws_tokens_is (tokens, i + 1, ")"))
        look_at_argument (self, i, &first, scale);
    }
  self->before = outer;
}

/* Whether a word of an index is @name, or a variable that is set to an element of it. */
static gboolean
leads_to (const WsReach *self, const char *word, const char *name)
{
  WsSpan value;

  count (self);
  return g_str_equal (word, name)
         || ((g_ascii_isalpha (*word) || *word == '_')
             && ws_span_find_initial (&self->kernel->body, word, &value)
             && ws_span_has_word (&value, name));
}

/* For an index that depends on an element of @name: the parameter that it indexes. */
static char *
find_indexed (const WsReach *self, const char *name)
{
  const WsSpan *body = &self->kernel->body;
  g_autoptr (GHashTable) others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = ws_tokens_find (body->tokens, body->first, "["); i < body->end;
       i = ws_tokens_find (body->tokens, i + 1, "["))
    {
      WsSpan index = { body->tokens, i + 1, ws_tokens_get_partner (body->tokens, i) };

      if (i == body->first || !ws_tokens_is_word (body->tokens, i - 1)
          || ws_tokens_is (body->tokens, i - 1, name))
        continue;
      for (guint j = index.first; j < index.end; j++)
        {
          g_autofree char *word = ws_tokens_dup (body->tokens, j);

          /* visited only once */
          if (!g_hash_table_contains (others, word) && leads_to (self, word, name))
            return ws_tokens_dup (body->tokens, i - 1);
          g_hash_table_add (others, g_steal_pointer (&word));
        }
    }
  return NULL;
}

/**
 * ws_reach_look:
 * @self: how the kernel is launched
 * @name: of a parameter that is an address
 * @accessed: (out): the accesses; to be cleared by ws_accessed_clear()
 */
void
ws_reach_look (const WsReach *self, const char *name, WsAccessed *accessed)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GArray) conditions = list_conditions (&self->kernel->body);
  WsReach reach = *self;
  Look look = { .reach = &reach, .accessed = accessed };

  *accessed = (WsAccessed){ .stored = ws_range_new (0) };
  reach.known = known;
  reach.conditions = conditions;
  look.scope = (WsScope){ .source = self->source, .lookup = look_up, .data = &reach };
  look_at (&look, name, 0, 1, 0);
  accessed->least = look.length;
  if (look.length > 0 && !look.is_unknown)
    accessed->length = ws_range_new (look.length);
  accessed->indexes = find_indexed (self, name);
}

/**
 * ws_accessed_clear:
 * @self: (inout): accesses to a parameter
 */
void
ws_accessed_clear (WsAccessed *self)
{
  g_clear_pointer (&self->indexes, g_free);
}

/* "a * x[i]" makes no row as long as a. */
static gboolean
is_factor (const WsTokens *tokens, guint i)
{
  return (ws_tokens_is (tokens, i + 1, "*") && ws_tokens_is (tokens, i + 3, "["))
         || (ws_tokens_is (tokens, i - 1, "*") && ws_tokens_is (tokens, i - 2, "]"));
}

/**
 * ws_reach_is_size:
 * @name: of a parameter that is a whole number
 * @line: (out): where
 *
 * Whether an index is compared with it, as in "i < n", or it is a row length, as in "y * width +
 * x".
 */
gboolean
ws_reach_is_size (const WsUserFunction *kernel, const char *name, guint *line)
{
  static const char *const signs[] = { "<", "<=", ">=", ">", "*", "/" };
  const WsSpan *body = &kernel->body;

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = ws_tokens_find (body->tokens, body->first, name); i < body->end;
         i = ws_tokens_find (body->tokens, i + 1, name))
      for (guint k = pass == 0 ? 0 : 4; k < (pass == 0 ? 4 : G_N_ELEMENTS (signs)); k++)
        if (pass == 1 && is_factor (body->tokens, i))
          continue;
        else if (ws_tokens_is (body->tokens, i - 1, signs[k])
                 || (k <= 4 && ws_tokens_is (body->tokens, i + 1, signs[k])))
          {
            *line = ws_tokens_get (body->tokens, i)->line;
            return TRUE;
          }
  return FALSE;
}

/* Returns: 1, 2 or 3: number of axes of its thread and block indices */
guint
ws_reach_count_axes (const WsUserFunction *kernel)
{
  const WsSpan *body = &kernel->body;
  guint n = 1;

  for (guint i = body->first; i + 2 < body->end; i++)
    if ((ws_tokens_is (body->tokens, i, "threadIdx") || ws_tokens_is (body->tokens, i, "blockIdx")
         || ws_tokens_is (body->tokens, i, "blockDim"))
        && ws_tokens_is (body->tokens, i + 1, "."))
      n = MAX (n, ws_tokens_is (body->tokens, i + 2, "z")   ? 3
                  : ws_tokens_is (body->tokens, i + 2, "y") ? 2
                                                            : 1);
  return n;
}
