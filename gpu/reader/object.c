#include "reader/object.h"

#include "reader/names.h"

#include <string.h>

#define MAX_PLACES 200 /* at which a variable's name is looked at */
#define MAX_NESTED 8   /* variables that are set to others */
#define MAX_VALUES 256
#define MAX_WORK   (10 * WS_WORK_MAX_STEPS) /* tokens, of all launches of a source */

typedef struct {
  const WsScope *scope;
  const WsUserFunction *function;
  WsWork *work;
  guint launch; /* token: what stands behind it counts only in a loop's next turn */
  guint depth;
  WsObject *object;
} Reader;

/* Whether so many tokens may still be looked at. */
static gboolean
spend (const Reader *self, guint n_tokens)
{
  self->work->n_steps += MIN (n_tokens, MAX_WORK);
  return self->work->n_steps <= MAX_WORK;
}

/* Returns: (transfer full): one of which nothing is known */
WsObject *
ws_object_new (void)
{
  WsObject *self = g_new0 (WsObject, 1);

  self->values = g_array_new (FALSE, FALSE, sizeof (WsRange));
  self->named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
ws_object_free (WsObject *self)
{
  g_array_unref (self->values);
  g_hash_table_unref (self->named);
  g_free (self);
}

/* Nothing is known of it any more. */
static void
forget (WsObject *self)
{
  g_array_set_size (self->values, 0);
  g_hash_table_remove_all (self->named);
  self->is_set = self->takes_initials = FALSE;
}

/* @name: (transfer full) */
static void
set_named (WsObject *self, char *name, WsRange value)
{
  g_hash_table_replace (self->named, name, g_memdup2 (&value, sizeof value));
}

/* Says what one of its fields is. */
void
ws_object_set (WsObject *self, const char *field, WsRange value)
{
  set_named (self, g_strdup (field), value);
}

static void read_expression (Reader *self, const WsSpan *span);

/* ---- what stands between brackets ---- */

/* Of "make_float3", "float3" and "dim3" how many numbers it has; 0 of others. */
static guint
count_numbers (const char *name)
{
  const char *type_name = g_str_has_prefix (name, "make_") ? name + strlen ("make_") : name;
  WsUserType type;

  return ws_user_type_parse (NULL, type_name, &type) ? type.n_fields : 0;
}

static void
read_list (const WsScope *scope, const WsSpan *inside, WsObject *object)
{
  const WsTokens *tokens = inside->tokens;
  g_autoptr (GArray) parts = ws_span_split (inside, ",");

  for (guint i = 0; i < parts->len && object->values->len < MAX_VALUES; i++)
    {
      WsSpan part = g_array_index (parts, WsSpan, i);
      g_autofree char *name = ws_tokens_dup (tokens, part.first);
      guint open = part.first + (ws_tokens_is (tokens, part.first, "{") ? 0 : 1);
      WsSpan inner = { tokens, open + 1, part.end - 1 };
      WsRange value;

      if (ws_tokens_get_partner (tokens, open) == part.end - 1 && part.end > open + 1
          && (open == part.first || count_numbers (name) > 0))
        {
          read_list (scope, &inner, object);
          continue;
        }
      if (ws_tokens_is (tokens, part.first, ".") && ws_tokens_is (tokens, part.first + 2, "="))
        {
          part.first += 3;
          set_named (object, ws_tokens_dup (tokens, part.first - 2), ws_evaluate (scope, &part));
          continue;
        }
      value = ws_evaluate (scope, &part);
      g_array_append_val (object->values, value);
    }
}

/* ---- constructors ---- */

typedef struct {
  const WsTokens *tokens;
  guint open; /* of its parameters */
  guint brace;
} Constructor;

typedef struct {
  const WsScope *outer;
  GPtrArray *names; /* utf8 */
  GArray *values;   /* WsRange */
} Call;

static gboolean
look_up_parameter (const WsScope *scope, const char *name, WsRange *range)
{
  const Call *call = scope->data;

  for (guint i = 0; i < call->names->len; i++)
    if (g_str_equal (g_ptr_array_index (call->names, i), name))
      {
        *range = g_array_index (call->values, WsRange, i);
        return TRUE;
      }
  *range = ws_host_find_global (scope, name);
  return range->known;
}

/* Behind "Add (T x = 3) : a (x)" or "Add (T x)": the body's brace; @open of what is none of these
 */
static guint
find_constructor_body (const WsTokens *tokens, guint open)
{
  guint i = ws_tokens_get_partner (tokens, open) + 1;

  if (!ws_tokens_is (tokens, i, ":"))
    return ws_tokens_is (tokens, i, "{") ? i : open;
  for (i++; ws_tokens_is_word (tokens, i) && ws_tokens_get_partner (tokens, i + 1) > i + 1; i++)
    {
      i = ws_tokens_get_partner (tokens, i + 1) + 1;
      if (!ws_tokens_is (tokens, i, ","))
        return ws_tokens_is (tokens, i, "{") ? i : open;
    }
  return open;
}

/* How many arguments it may have. */
static gboolean
takes (const Constructor *self, guint n)
{
  WsSpan inside = { self->tokens, self->open + 1,
                    ws_tokens_get_partner (self->tokens, self->open) };
  g_autoptr (GArray) parts = ws_span_split (&inside, ",");
  guint least = 0;

  for (guint i = 0; i < parts->len; i++)
    least += !ws_span_has_word (&g_array_index (parts, WsSpan, i), "=");
  return n >= least && n <= parts->len;
}

/* The constructor of a structure for so many arguments.
 * @has_any: (out): whether it has one, so that there are no others than these
 * @found: (out): the one that is meant
 *
 * Returns: whether it is known */
static gboolean
find_constructor (const WsUserItem *item, const char *name, guint n, gboolean *has_any,
                  Constructor *found)
{
  const WsTokens *tokens = item->span.tokens;
  guint open = ws_tokens_find (tokens, item->span.first, "{");
  guint close = ws_tokens_get_partner (tokens, open);
  guint n_found = 0;

  *has_any = FALSE;
  for (guint i = open + 1; i < close; i = MAX (ws_tokens_get_partner (tokens, i), i) + 1)
    {
      Constructor one = { tokens, i + 1, 0 };
      WsSpan inside = { tokens, i + 2, ws_tokens_get_partner (tokens, i + 1) };

      if (!ws_tokens_is (tokens, i, name) || !ws_tokens_is (tokens, i + 1, "(")
          || ws_tokens_is (tokens, i - 1, "~") || ws_span_has_word (&inside, name))
        continue;
      *has_any = TRUE;
      one.brace = find_constructor_body (tokens, one.open);
      if (!takes (&one, n))
        continue;
      *found = one;
      n_found++;
    }
  /* what its body does is not read */
  return n_found == 1 && found->brace > found->open
         && ws_tokens_get_partner (tokens, found->brace) == found->brace + 1;
}

/* What its fields are set to between ":" and "{". @arguments: (element-type WsSpan) */
static void
call_constructor (const WsScope *outer, const Constructor *self, const GArray *arguments,
                  WsObject *object)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (WsRange));
  Call call = { outer, names, values };
  const WsScope scope = { .source = outer->source,
                          .lookup = look_up_parameter,
                          .data = &call,
                          .depth = outer->depth + 1,
                          .work = outer->work };
  WsSpan inside = { self->tokens, self->open + 1,
                    ws_tokens_get_partner (self->tokens, self->open) };
  g_autoptr (GArray) parts = ws_span_split (&inside, ",");

  for (guint i = 0; i < parts->len; i++)
    {
      WsSpan part = g_array_index (parts, WsSpan, i);
      guint equals = MIN (ws_tokens_find (self->tokens, part.first, "="), part.end);
      WsSpan value = { self->tokens, equals + 1, part.end };
      WsRange range = i < arguments->len
                          ? ws_evaluate (outer, &g_array_index (arguments, WsSpan, i))
                      : equals < part.end ? ws_evaluate (&scope, &value)
                                          : (WsRange){ 0 };

      g_ptr_array_add (names, ws_tokens_dup (self->tokens, equals - 1));
      g_array_append_val (values, range);
    }
  for (guint i = inside.end + 2; i < self->brace;)
    {
      guint close = ws_tokens_get_partner (self->tokens, i + 1);
      WsSpan value = { self->tokens, i + 2, close };

      set_named (object, ws_tokens_dup (self->tokens, i), ws_evaluate (&scope, &value));
      i = close + 2;
    }
  object->takes_initials = TRUE;
}

/* "Scale (3.f)", "P{3, 2.5f}" */
static void
construct (const Reader *self, const char *name, const WsSpan *inside)
{
  const WsUserItem *item = ws_user_source_find_item (self->scope->source, name);
  g_autoptr (GArray) arguments = ws_span_split (inside, ",");
  guint n_numbers = count_numbers (name);
  Constructor constructor;
  gboolean has_any;

  forget (self->object);
  self->object->rest = g_str_equal (name, "dim3");
  if (n_numbers > 0)
    {
      read_list (self->scope, inside, self->object);
      self->object->is_set = g_str_equal (name, "dim3") || !g_str_has_prefix (name, "make_");
      /* "make_float3 (1)" is somebody's own */
      if (!self->object->is_set && self->object->values->len != n_numbers)
        forget (self->object);
      return;
    }
  if (item == NULL || item->function != NULL || !ws_span_has_word (&item->span, "{"))
    return;
  if (find_constructor (item, name, arguments->len, &has_any, &constructor))
    call_constructor (self->scope, &constructor, arguments, self->object);
  else if (!has_any)
    {
      read_list (self->scope, inside, self->object);
      self->object->is_set = self->object->takes_initials = TRUE;
    }
}

/* ---- variables ---- */

/* Whether what stands at @at may not have happened before the launch. */
static gboolean
is_conditional (const Reader *self, guint at)
{
  guint n_steps = 0;
  gboolean is_one =
      ws_span_is_conditional (&self->function->body, at, self->launch,
                              MAX_WORK - MIN (self->work->n_steps, MAX_WORK), &n_steps);

  spend (self, n_steps);
  return is_one;
}

/* Where the outermost loop ends that the launch is in; where it stands, of one in none. */
static guint
find_loop_end (const Reader *self)
{
  const WsSpan *body = &self->function->body;
  const WsTokens *tokens = body->tokens;

  for (guint i = body->first; i < self->launch && spend (self, 1); i++)
    if (ws_tokens_is (tokens, i, "for") || ws_tokens_is (tokens, i, "while")
        || ws_tokens_is (tokens, i, "do"))
      {
        guint end = ws_span_skip_statement (body, ws_tokens_is (tokens, i, "do")
                                                      ? i + 1
                                                      : ws_tokens_get_partner (tokens, i + 1) + 1);

        if (end > self->launch)
          return end;
        i = MAX (end, i + 1) - 1;
      }
  return self->launch;
}

static WsSpan
get_value (const Reader *self, const WsSpan *body, guint first)
{
  WsSpan value = { body->tokens, first, first };

  while (value.end < body->end && spend (self, 1) && !ws_tokens_is (body->tokens, value.end, ";")
         && !ws_tokens_is (body->tokens, value.end, ","))
    value.end = MAX (ws_tokens_get_partner (body->tokens, value.end), value.end) + 1;
  value.end = MIN (value.end, body->end);
  return value;
}

static gboolean
is_part (gpointer name, gpointer value, gpointer data)
{
  return g_str_has_prefix (name, data);
}

/* "p.a = 3", "p.v = make_int2 (1, 2)", "p.a++", "p.set (3)": @at is at p. */
static void
read_field (const Reader *self, guint at, gboolean is_known)
{
  static const char *const signs[] = { "++",  "--",  "+=", "-=", "*=", "/=", "%=",
                                       "<<=", ">>=", "&=", "|=", "^=", "[" };
  const WsSpan *body = &self->function->body;
  const WsTokens *tokens = body->tokens;
  g_autoptr (GString) name = g_string_new (NULL);
  guint i = at + 1;
  gboolean is_changed =
      at > 0
      && (ws_tokens_is (tokens, at - 1, "++") || ws_tokens_is (tokens, at - 1, "--")
          || ws_tokens_is (tokens, at - 1, "&"));

  for (; ws_tokens_is (tokens, i, ".") && ws_tokens_is_word (tokens, i + 1); i += 2)
    {
      g_autofree char *word = ws_tokens_dup (tokens, i + 1);

      g_string_append_printf (name, "%s%s", name->len > 0 ? "." : "", word);
    }
  if (ws_tokens_is (tokens, i, "("))
    forget (self->object);
  for (guint k = 0; k < G_N_ELEMENTS (signs); k++)
    is_changed |= ws_tokens_is (tokens, i, signs[k]);
  if (is_changed)
    set_named (self->object, g_strdup (name->str), (WsRange){ 0 });
  else if (ws_tokens_is (tokens, i, "="))
    {
      WsSpan value = get_value (self, body, i + 1);
      WsRange range = is_known ? ws_evaluate (self->scope, &value) : (WsRange){ 0 };
      g_autoptr (WsObject) part = ws_object_new ();
      Reader inner = *self;

      g_string_append_c (name, '.');
      g_hash_table_foreach_remove (self->object->named, is_part, name->str);
      g_string_truncate (name, name->len - 1);
      set_named (self->object, g_strdup (name->str), range);
      inner.object = part;
      inner.depth++;
      if (is_known && !range.known)
        read_expression (&inner, &value);
      for (guint k = 0; k < part->values->len; k++)
        set_named (self->object, g_strdup_printf ("%s#%u", name->str, k),
                   g_array_index (part->values, WsRange, k));
    }
}

/* Whether a function that it is handed to may change it: "init (p)". @at is at p. */
static gboolean
is_handed_on (const Reader *self, guint at)
{
  const WsTokens *tokens = self->function->body.tokens;
  guint open = at;
  g_autofree char *name = NULL;
  const WsUserFunction *function;

  if (!(ws_tokens_is (tokens, at - 1, "(") || ws_tokens_is (tokens, at - 1, ","))
      || !(ws_tokens_is (tokens, at + 1, ")") || ws_tokens_is (tokens, at + 1, ",")))
    return FALSE;
  while (open > self->function->body.first && spend (self, 1)
         && !ws_tokens_is (tokens, open - 1, "(") && !ws_tokens_is (tokens, open - 1, ";"))
    open = MIN (ws_tokens_get_partner (tokens, open - 1), open - 1);
  name = ws_tokens_dup (tokens, open - 2);
  function = ws_user_source_find_function (self->scope->source, name);
  for (guint i = 0; function != NULL && i < function->parameters->len; i++)
    {
      const WsSpan *type = &g_array_index (function->parameters, WsUserParameter, i).type;

      if (ws_span_has_word (type, "&") && !ws_span_has_word (type, "const"))
        return TRUE;
    }
  return FALSE;
}

/* Of "P p, q" at q the token of p; @at of what is in no list. */
static guint
find_first_of_list (const Reader *self, const WsTokens *tokens, guint at)
{
  guint first = at, found = at;

  if (at == 0 || !ws_tokens_is (tokens, at - 1, ","))
    return at;
  while (first > 0 && spend (self, 1) && !ws_tokens_is (tokens, first - 1, ";")
         && !ws_tokens_is (tokens, first - 1, "{") && !ws_tokens_is (tokens, first - 1, "(")
         && (!ws_tokens_is (tokens, first - 1, "}") || ws_tokens_is (tokens, first, ",")))
    {
      first = MIN (ws_tokens_get_partner (tokens, first - 1), first - 1);
      /* the first that follows a type */
      if (first > 0 && ws_tokens_is_word (tokens, first) && !ws_tokens_is_word (tokens, first + 1)
          && !ws_tokens_is (tokens, first + 1, "<") && !ws_tokens_is (tokens, first + 1, "::")
          && (ws_tokens_is_word (tokens, first - 1) || ws_tokens_is (tokens, first - 1, ">")))
        found = first;
    }
  return first > 0 && ws_tokens_is (tokens, first - 1, "(") ? at : found;
}

/* (transfer full): of "P p" and "Add<float> add" the structure; empty where nothing is declared. */
static char *
read_declared (const Reader *self, const WsTokens *tokens, guint at)
{
  guint name = find_first_of_list (self, tokens, at);
  guint type = name - 1;

  if (name == 0)
    return g_strdup ("");
  if (ws_tokens_is (tokens, type, ">"))
    type = MAX (ws_tokens_find_angle (tokens, type), 1) - 1;
  if (!ws_tokens_is_word (tokens, type) || ws_tokens_is (tokens, type, "return"))
    return g_strdup ("");
  return ws_tokens_dup (tokens, type);
}

/* One place where a variable's name stands. */
static void
read_place (Reader *self, const WsSpan *body, guint at)
{
  const WsTokens *tokens = body->tokens;
  g_autofree char *declared = read_declared (self, tokens, at);
  gboolean is_before = at < self->launch;
  WsSpan inside = { tokens, at + 2, ws_tokens_get_partner (tokens, at + 1) };

  if (*declared != '\0' && inside.end > at + 1
      && (ws_tokens_is (tokens, at + 1, "(") || ws_tokens_is (tokens, at + 1, "{")))
    construct (self, declared, &inside);
  else if (ws_tokens_is (tokens, at + 1, "="))
    {
      WsSpan value = get_value (self, body, at + 2);
      WsSpan braced = { tokens, value.first + 1, value.end - 1 };

      forget (self->object);
      if (*declared != '\0' && ws_tokens_is (tokens, value.first, "{"))
        construct (self, declared, &braced);
      else if (is_before && (*declared != '\0' || !is_conditional (self, at)))
        read_expression (self, &value);
    }
  else if (*declared != '\0'
           && (ws_tokens_is (tokens, at + 1, ";") || ws_tokens_is (tokens, at + 1, ",")))
    {
      inside = (WsSpan){ tokens, at + 1, at + 1 };
      construct (self, declared, &inside);
      /* "P p;" is not filled */
      self->object->is_set = FALSE;
    }
  else if (ws_tokens_is (tokens, at + 1, "."))
    read_field (self, at, is_before && !is_conditional (self, at));
  else if ((at > 0 && ws_tokens_is (tokens, at - 1, "&")) || is_handed_on (self, at))
    forget (self->object);
}

/* A variable of another function, which may be changed there. */
static gboolean
is_shared (const Reader *self, const char *name)
{
  const GPtrArray *items = self->scope->source->items;

  for (guint i = 0; i < items->len && spend (self, 1); i++)
    {
      const WsUserFunction *one = ((const WsUserItem *)g_ptr_array_index (items, i))->function;

      if (one != NULL && one->has_body && one != self->function
          && ws_span_has_word (&one->body, name))
        return TRUE;
    }
  return FALSE;
}

static void
read_variable (Reader *self, const char *name)
{
  const WsSpan *body = &self->function->body;
  const WsTokens *tokens = body->tokens;
  const WsUserItem *item = ws_user_source_find_item (self->scope->source, name);
  guint end = find_loop_end (self);
  guint n = 0;

  if (item != NULL && item->function == NULL && !is_shared (self, name))
    read_place (self, &item->span, ws_tokens_find (item->span.tokens, item->span.first, name));
  for (guint i = ws_tokens_find (tokens, body->first, name); i < end;
       i = ws_tokens_find (tokens, i + 1, name))
    {
      if (ws_tokens_is (tokens, i - 1, ".") || ws_tokens_is (tokens, i - 1, "->"))
        continue;
      read_place (self, body, i);
      if (n++ < MAX_PLACES && spend (self, 1))
        continue;
      forget (self->object);
      return;
    }
}

/* ---- all of it ---- */

static void
read_expression (Reader *self, const WsSpan *span)
{
  const WsTokens *tokens = span->tokens;
  guint name = span->first;
  guint open;
  g_autofree char *word = NULL;
  WsSpan inside;

  if (span->first >= span->end || self->depth++ > MAX_NESTED)
    return;
  while (ws_tokens_is (tokens, name + 1, "::") && name + 2 < span->end)
    name += 2;
  word = ws_tokens_dup (tokens, name);
  open = ws_tokens_is (tokens, name + 1, "<") ? ws_tokens_skip_angles (tokens, name + 1) : name + 1;
  inside = (WsSpan){ tokens, open + 1, span->end - 1 };
  if (!ws_tokens_is_word (tokens, name))
    return;
  if (span->end == span->first + 1)
    read_variable (self, word);
  else if (open < span->end && ws_tokens_get_partner (tokens, open) == span->end - 1
           && (ws_tokens_is (tokens, open, "(") || ws_tokens_is (tokens, open, "{")))
    construct (self, word, &inside);
}

/**
 * ws_object_read:
 * @scope: of the host code
 * @function: in which it stands
 * @span: of an argument that is handed on by value
 * @work: (inout): what has been looked at for all launches of the source
 *
 * Returns: (transfer full): what is known of it
 */
WsObject *
ws_object_read (const WsScope *scope, const WsUserFunction *function, const WsSpan *span,
                WsWork *work)
{
  WsObject *object = ws_object_new ();
  Reader reader = {
    .scope = scope, .function = function, .work = work, .launch = span->first, .object = object
  };

  read_expression (&reader, span);
  if (!spend (&reader, 0))
    forget (object);
  return object;
}

/* The number of a field of a field, among those of the latter: of "v.y" 1. */
static guint
count_before (const WsUserType *type, guint field, gsize prefix)
{
  guint n = 0;

  while (field > n
         && strncmp (type->fields[field - n - 1].name, type->fields[field].name, prefix) == 0
         && type->fields[field - n - 1].name[prefix] == '.')
    n++;
  return n;
}

/**
 * ws_object_get:
 * @type: of it
 * @field: index of one of the type's
 * @element: of the field's
 * @number: how many numbers come before it, in all fields
 *
 * Returns: what it is; unknown where nothing says it
 */
WsRange
ws_object_get (const WsObject *self, const WsUserSource *source, const WsUserType *type,
               guint field, guint element, guint number)
{
  const char *name = type->fields[field].name;
  const char *dot = strrchr (name, '.');
  g_autofree char *outer = dot != NULL ? g_strndup (name, (gsize)(dot - name)) : NULL;
  g_autofree char *numbered =
      dot != NULL
          ? g_strdup_printf ("%s#%u", outer, count_before (type, field, (gsize)(dot - name)))
          : NULL;
  const WsScope scope = { .source = source };
  const WsRange *named = g_hash_table_lookup (self->named, name);

  if (named == NULL && numbered != NULL)
    named = g_hash_table_lookup (self->named, numbered);
  if (named == NULL && outer != NULL)
    named = g_hash_table_lookup (self->named, outer);
  if (named != NULL)
    return type->fields[field].n == 1 ? *named : (WsRange){ 0 };
  if (number < self->values->len)
    return g_array_index (self->values, WsRange, number);
  if (self->takes_initials && type->fields[field].initial.tokens != NULL)
    return ws_evaluate (&scope, &type->fields[field].initial);
  return self->is_set ? ws_range_new (self->rest) : (WsRange){ 0 };
}
