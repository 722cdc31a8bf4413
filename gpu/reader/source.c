#include "reader/source.h"

#include "reader/demangle.h"
#include "reader/include.h"
#include "reader/remark.h"
#include "ptx/ptx.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_DEPTH       64 /* of namespaces */
#define MAX_MACRO_DEPTH 4
#define MAX_MADE        256         /* calls of macros that declare something */
#define MAX_MADE_BYTES  (64u << 10) /* of what one of them makes */

void
ws_user_function_free (WsUserFunction *self)
{
  g_free (self->name);
  g_free (self->qualified);
  g_array_unref (self->template_parameters);
  g_array_unref (self->parameters);
  g_free (self);
}

static void
item_free (WsUserItem *self)
{
  g_ptr_array_unref (self->names);
  g_free (self->prefix);
  g_clear_pointer (&self->function, ws_user_function_free);
  g_free (self);
}

static void
file_free (WsUserFile *self)
{
  g_free (self->name);
  ws_tokens_free (self->tokens);
  g_free (self);
}

static void
macro_free (WsUserMacro *self)
{
  g_clear_pointer (&self->parameters, g_ptr_array_unref);
  ws_tokens_free (self->tokens);
  g_free (self);
}

static void
parameter_clear (gpointer data)
{
  g_free (((WsUserParameter *)data)->name);
}

/* ---- directives ---- */

static void
read_macro (WsUserSource *self, const WsTokens *tokens, guint directive)
{
  g_autofree char *text = ws_tokens_dup (tokens, directive);
  g_autoptr (WsTokens) line = ws_tokens_new (text + 1);
  WsUserMacro *macro;
  const WsToken *name = ws_tokens_get (line, 1);
  guint body = 2;

  if (!ws_tokens_is (line, 0, "define") || !ws_tokens_is_word (line, 1))
    return;
  macro = g_new0 (WsUserMacro, 1);
  if (line->text[name->start + name->length] == '(')
    {
      guint close = ws_tokens_get_partner (line, 2);

      macro->parameters = g_ptr_array_new_with_free_func (g_free);
      for (guint i = 3; i < close; i++)
        if (ws_tokens_is_word (line, i))
          g_ptr_array_add (macro->parameters, ws_tokens_dup (line, i));
      body = close + 1;
    }
  macro->tokens = ws_tokens_new (
      ws_tokens_get (line, body) != NULL ? line->text + ws_tokens_get (line, body)->start : "");
  g_hash_table_replace (self->macros, ws_tokens_dup (line, 1), macro);
}

/* ---- items at the top level ---- */

typedef struct {
  WsUserSource *source;
  guint file;
  const WsTokens *tokens;
  GString *prefix;
  GArray *depths; /* of lengths of the prefix: a namespace that is open each */
  guint depth;    /* of macros that led here */
} Reader;

static gboolean
is_attribute (const WsTokens *tokens, guint open)
{
  static const char *const names[] = { "__align__", "alignas", "__attribute__", "__launch_bounds__",
                                       "__declspec" };

  for (guint i = 0; open > 0 && i < G_N_ELEMENTS (names); i++)
    if (ws_tokens_is (tokens, open - 1, names[i]))
      return TRUE;
  return FALSE;
}

/* The bracket that opens what stands behind the function's name, before @brace; @brace where
 * nothing does. */
static guint
find_bracket (const WsTokens *tokens, guint first, guint brace)
{
  guint i = brace;

  while (i > first
         && (ws_tokens_is (tokens, i - 1, "const") || ws_tokens_is (tokens, i - 1, "noexcept")
             || ws_tokens_is (tokens, i - 1, "override")))
    i--;
  if (i > first && !ws_tokens_is (tokens, i - 1, ")"))
    {
      /* auto f () -> int {...} */
      for (guint j = i; j-- > first && !ws_tokens_is (tokens, j, "}");)
        if (ws_tokens_is (tokens, j, "->") && ws_tokens_is (tokens, j - 1, ")"))
          i = j;
    }
  if (i == first || !ws_tokens_is (tokens, i - 1, ")"))
    return brace;
  return ws_tokens_get_partner (tokens, i - 1);
}

/* The bracket that opens the parameters of the function whose body opens at @brace; @brace where it
 * is no function's. */
static guint
find_parameters (const WsTokens *tokens, guint first, guint brace)
{
  guint i = find_bracket (tokens, first, brace);

  while (i < brace && is_attribute (tokens, i) && i > first + 1)
    {
      brace = i - 1;
      i = find_bracket (tokens, first, brace);
    }
  return i;
}

static gboolean
is_aggregate_keyword (const WsTokens *tokens, guint i)
{
  return ws_tokens_is (tokens, i, "struct") || ws_tokens_is (tokens, i, "class")
         || ws_tokens_is (tokens, i, "union") || ws_tokens_is (tokens, i, "enum");
}

/* Index after the item that begins at @first; @parameters: (out): of a function, their opening
 * bracket; else @first; @body: (out): that of its body; else the end */
static guint
find_item_end (const WsTokens *tokens, guint first, guint *parameters, guint *body)
{
  guint n = tokens->list->len;
  gboolean assigned = FALSE;

  *parameters = first;
  *body = n;
  for (guint i = first; i < n; i++)
    {
      if (ws_tokens_is (tokens, i, ";"))
        return i + 1;
      if (ws_tokens_is (tokens, i, "="))
        assigned = TRUE;
      if (i == first && ws_tokens_is (tokens, i, "template") && ws_tokens_is (tokens, i + 1, "<"))
        i = MAX (ws_tokens_skip_angles (tokens, i + 1), i + 1) - 1;
      else if (ws_tokens_is (tokens, i, "{"))
        {
          guint open = assigned ? i : find_parameters (tokens, first, i);
          guint close = ws_tokens_get_partner (tokens, i);

          if (close == i)
            return n;
          if (open != i)
            {
              *parameters = open;
              *body = i;
              return close + 1;
            }
          i = close;
        }
      else if (ws_tokens_get_partner (tokens, i) > i)
        i = ws_tokens_get_partner (tokens, i);
    }
  return n;
}

static void
read_template_parameters (const WsTokens *tokens, guint first, WsUserFunction *function)
{
  guint end;
  WsSpan inside;
  g_autoptr (GArray) parts = NULL;

  if (!ws_tokens_is (tokens, first, "template") || !ws_tokens_is (tokens, first + 1, "<"))
    return;
  end = ws_tokens_skip_angles (tokens, first + 1);
  inside = (WsSpan){ tokens, first + 2, end - 1 };
  parts = ws_span_split (&inside, ",");
  g_array_append_vals (function->template_parameters, parts->data, parts->len);
  function->is_specialization = parts->len == 0;
}

/* Of "float (*a)[16]" and "int (*f) (int)", where @behind is behind "(*a)": the token of its name;
 * 0 of others. */
static guint
find_bracketed_name (const WsSpan *span, guint behind)
{
  guint open = behind > span->first ? ws_tokens_get_partner (span->tokens, behind - 1) : behind;

  return open + 3 < behind && open > span->first && ws_tokens_is (span->tokens, open + 1, "*")
                 && ws_tokens_is_word (span->tokens, behind - 2)
             ? behind - 2
             : 0;
}

static WsUserParameter
read_parameter (const WsSpan *span)
{
  WsUserParameter parameter = { .type = *span };
  guint end = span->end;
  guint behind, name;

  /* without its default */
  for (guint i = span->first; i < end; i++)
    if (ws_tokens_is (span->tokens, i, "="))
      end = i;
  behind = end;
  while (end > span->first && ws_tokens_is (span->tokens, end - 1, "]"))
    {
      parameter.is_array = TRUE;
      end = ws_tokens_get_partner (span->tokens, end - 1);
    }
  name = find_bracketed_name (span, end);
  if (name > 0 && parameter.is_array)
    {
      parameter.rows = (WsSpan){ span->tokens, end, behind };
      parameter.name = ws_tokens_dup (span->tokens, name);
      parameter.type.end = ws_tokens_get_partner (span->tokens, end - 1);
      return parameter;
    }
  if (parameter.is_array)
    parameter.rows =
        (WsSpan){ span->tokens, ws_tokens_get_partner (span->tokens, end) + 1, behind };
  /* a function pointer, which is of no use to a kernel: its type is rejected */
  if (end > span->first && ws_tokens_is (span->tokens, end - 1, ")")
      && (name = find_bracketed_name (span, ws_tokens_get_partner (span->tokens, end - 1))) > 0)
    {
      parameter.name = ws_tokens_dup (span->tokens, name);
      parameter.type.end = end;
      return parameter;
    }
  if (end > span->first + 1 && ws_tokens_is_word (span->tokens, end - 1))
    parameter.name = ws_tokens_dup (span->tokens, --end);
  else
    parameter.name = g_strdup ("");
  parameter.type.end = end;
  return parameter;
}

/* Whether a function's head has a word, itself or by a macro: "#define KERNEL __global__ void",
 * "#define GLOBAL(t) __global__ t". */
static gboolean
has_head_word (const WsUserSource *source, const WsSpan *head, const char *word, guint depth)
{
  if (ws_span_has_word (head, word))
    return TRUE;
  for (guint i = head->first; depth < MAX_MACRO_DEPTH && i < head->end; i++)
    {
      g_autofree char *name = ws_tokens_dup (head->tokens, i);
      const WsUserMacro *macro =
          ws_tokens_is_word (head->tokens, i) ? ws_user_source_find_macro (source, name) : NULL;
      WsSpan all = macro != NULL ? ws_tokens_get_all (macro->tokens) : (WsSpan){ 0 };

      if (macro != NULL && has_head_word (source, &all, word, depth + 1))
        return TRUE;
    }
  return FALSE;
}

/* For "vec3 operator+ (vec3 a, vec3 b)", the begin of its name; @open for other functions. */
static guint
find_operator (const WsTokens *tokens, guint first, guint open)
{
  for (guint i = open; i-- > first && open - i <= 3;)
    if (ws_tokens_is (tokens, i, "operator"))
      return i;
  return open;
}

/* (transfer full): @at: (out): where it stands */
static char *
read_function_name (const WsTokens *tokens, guint first, guint open, guint *at)
{
  WsSpan name = { tokens, find_operator (tokens, first, open), open };

  *at = name.first;
  if (name.first < open)
    return ws_span_dup_text (&name);
  *at = open - 1;
  if (ws_tokens_is (tokens, *at, ">"))
    {
      guint angle = ws_tokens_find_angle (tokens, *at);

      /* there is no name before angle brackets at the item's begin */
      *at = angle > first ? angle - 1 : angle;
    }
  return ws_tokens_dup (tokens, *at);
}

static WsUserFunction *
read_function (Reader *self, WsSpan item, guint open, guint body)
{
  const WsTokens *tokens = self->tokens;
  WsUserFunction *function = g_new0 (WsUserFunction, 1);
  guint name;
  guint close = ws_tokens_get_partner (tokens, open);
  WsSpan inside = { tokens, open + 1, close };
  g_autoptr (GArray) parts = ws_span_split (&inside, ",");

  function->name = read_function_name (tokens, item.first, open, &name);
  function->qualified = g_strconcat (self->prefix->str, function->name, NULL);
  function->file = self->file;
  function->line = ws_tokens_get (tokens, name)->line;
  function->head = (WsSpan){ tokens, item.first, name };
  function->is_kernel = has_head_word (self->source, &function->head, "__global__", 0);
  function->is_device = has_head_word (self->source, &function->head, "__device__", 0);
  function->template_parameters = g_array_new (FALSE, FALSE, sizeof (WsSpan));
  function->parameters = g_array_new (FALSE, FALSE, sizeof (WsUserParameter));
  g_array_set_clear_func (function->parameters, parameter_clear);
  read_template_parameters (tokens, item.first, function);
  for (guint i = 0; i < parts->len; i++)
    {
      WsUserParameter parameter = read_parameter (&g_array_index (parts, WsSpan, i));

      g_array_append_val (function->parameters, parameter);
    }
  if (function->parameters->len == 1)
    {
      const WsUserParameter *only = &g_array_index (function->parameters, WsUserParameter, 0);

      if (*only->name == '\0' && only->type.end == only->type.first + 1
          && ws_tokens_is (tokens, only->type.first, "void"))
        g_array_set_size (function->parameters, 0);
    }
  function->has_body = body < item.end;
  if (function->has_body)
    function->body = (WsSpan){ tokens, body + 1, item.end - 1 };
  return function;
}

static void
add_name (WsUserItem *item, const WsTokens *tokens, guint index)
{
  if (ws_tokens_is_word (tokens, index))
    g_ptr_array_add (item->names, ws_tokens_dup (tokens, index));
}

/* Names declared by an item other than a function: structures, variables, types, enumerators.
 */
static void
read_names (WsUserItem *item, const WsTokens *tokens)
{
  guint first = item->span.first;

  /* "template <class T>" declares no T */
  if (ws_tokens_is (tokens, first, "template") && ws_tokens_is (tokens, first + 1, "<"))
    first = ws_tokens_skip_angles (tokens, first + 1);
  for (guint i = first; i < item->span.end; i++)
    {
      if (is_aggregate_keyword (tokens, i))
        {
          guint name = i + 1;

          while (is_attribute (tokens, name + 1))
            name = ws_tokens_get_partner (tokens, name + 1) + 1;
          if (ws_tokens_is (tokens, name, "class") || ws_tokens_is (tokens, name, "struct"))
            name++;
          add_name (item, tokens, name);
          if (ws_tokens_is (tokens, i, "enum"))
            for (guint j = name; j < item->span.end; j++)
              add_name (item, tokens, j);
        }
      if (i > item->span.first && ws_tokens_is_word (tokens, i)
          && (ws_tokens_is (tokens, i + 1, ";") || ws_tokens_is (tokens, i + 1, "=")
              || ws_tokens_is (tokens, i + 1, "[") || ws_tokens_is (tokens, i + 1, ",")
              || ws_tokens_is (tokens, i + 1, "(") || ws_tokens_is (tokens, i + 1, "{")))
        add_name (item, tokens, i);
      if (ws_tokens_get_partner (tokens, i) > i)
        i = ws_tokens_get_partner (tokens, i);
      if (ws_tokens_is (tokens, i, "="))
        /* an initialiser declares nothing, up to the next declarator */
        while (i + 1 < item->span.end && !ws_tokens_is (tokens, i + 1, ",")
               && !ws_tokens_is (tokens, i + 1, ";"))
          i = MAX (i + 1, ws_tokens_get_partner (tokens, i + 1));
    }
}

static void
index_names (WsUserSource *self, WsUserItem *item)
{
  for (guint i = 0; i < item->names->len; i++)
    {
      const char *name = g_ptr_array_index (item->names, i);
      GPtrArray *named = g_hash_table_lookup (self->named, name);

      if (named == NULL)
        g_hash_table_insert (self->named, g_strdup (name), named = g_ptr_array_new ());
      g_ptr_array_add (named, item);
    }
}

static guint
read_item (Reader *self, guint first)
{
  const WsTokens *tokens = self->tokens;
  WsUserItem *item = g_new0 (WsUserItem, 1);
  guint parameters, body;
  guint end = find_item_end (tokens, first, &parameters, &body);

  item->file = self->file;
  item->span = (WsSpan){ tokens, first, end };
  item->names = g_ptr_array_new_with_free_func (g_free);
  item->prefix = g_strdup (self->prefix->str);
  if (parameters > first + 1)
    {
      item->function = read_function (self, item->span, parameters, body);
      g_ptr_array_add (item->names, g_strdup (item->function->name));
      if (item->function->is_kernel && item->function->has_body)
        g_ptr_array_add (self->source->kernels, item->function);
    }
  else
    read_names (item, tokens);
  g_ptr_array_add (self->source->items, item);
  index_names (self->source, item);
  return MAX (end, first + 1);
}

/* ---- items that a macro makes ---- */

static void read_items (Reader *self);

/* What the parameter of a macro stands for, or "__VA_ARGS__". (transfer full) (nullable): %NULL of
 * other words */
static char *
find_argument (const WsUserMacro *macro, const WsSpan *inside, const GArray *parts,
               const char *word)
{
  guint n = macro->parameters->len;
  WsSpan rest = { inside->tokens, inside->end, inside->end };

  for (guint k = 0; k < MIN (n, parts->len); k++)
    if (g_str_equal (word, g_ptr_array_index (macro->parameters, k)))
      return ws_span_dup_text (&g_array_index (parts, WsSpan, k));
  if (!g_str_equal (word, "__VA_ARGS__"))
    return NULL;
  if (n < parts->len)
    rest.first = g_array_index (parts, WsSpan, n).first;
  return ws_span_dup_text (&rest);
}

/* Appends what stands for a macro's call with its arguments. */
static void
append_expanded (const WsUserMacro *macro, const WsSpan *inside, GString *text)
{
  g_autoptr (GArray) parts = ws_span_split (inside, ",");
  const WsTokens *tokens = macro->tokens;

  for (guint i = 0; i < tokens->list->len && text->len < MAX_MADE_BYTES; i++)
    {
      g_autofree char *word = ws_tokens_dup (tokens, i);
      g_autofree char *argument = NULL;
      gboolean is_joined = ws_tokens_is (tokens, i, "#") && ws_tokens_is (tokens, i + 1, "#");

      if (is_joined || g_str_equal (word, "##"))
        {
          while (text->len > 0 && text->str[text->len - 1] == ' ')
            g_string_truncate (text, text->len - 1);
          i += is_joined;
          continue;
        }
      argument = find_argument (macro, inside, parts, word);
      g_string_append_printf (text, "%s ", argument != NULL ? argument : word);
    }
}

/* (transfer full): the expansion of the call, on its line */
static WsTokens *
expand (const WsUserMacro *macro, const WsSpan *inside, guint32 line)
{
  g_autoptr (GString) text = g_string_new (NULL);
  WsTokens *expanded;

  append_expanded (macro, inside, text);
  expanded = ws_tokens_new (text->str);
  for (guint i = 0; i < expanded->list->len; i++)
    g_array_index (expanded->list, WsToken, i).line = line;
  return expanded;
}

/* Whether "NAME (...)" is a call of a macro that declares a function or a structure. */
static const WsUserMacro *
find_maker (const Reader *self, guint first)
{
  const WsTokens *tokens = self->tokens;
  g_autofree char *name = ws_tokens_is_word (tokens, first) ? ws_tokens_dup (tokens, first) : NULL;
  const WsUserMacro *macro = name != NULL ? ws_user_source_find_macro (self->source, name) : NULL;
  WsSpan all;

  if (macro == NULL || macro->parameters == NULL || self->depth >= MAX_MACRO_DEPTH
      || self->source->made->len >= MAX_MADE || !ws_tokens_is (tokens, first + 1, "(")
      || ws_tokens_get_partner (tokens, first + 1) <= first + 1)
    return NULL;
  all = ws_tokens_get_all (macro->tokens);
  return ws_span_has_word (&all, "{") ? macro : NULL;
}

/* The text from @first to @end is one item, kept or dropped as a whole; the macro's expansion adds
 * names and functions to it.
 * @tokens: (transfer full): that */
static guint
read_made (Reader *self, guint first, guint end, WsTokens *tokens)
{
  Reader inner = *self;
  guint n_before = self->source->items->len;
  WsUserItem *item = g_new0 (WsUserItem, 1);

  item->file = self->file;
  item->span = (WsSpan){ self->tokens, first, end };
  item->names = g_ptr_array_new_with_free_func (g_free);
  item->prefix = g_strdup (self->prefix->str);
  g_ptr_array_add (self->source->made, tokens);
  inner.tokens = tokens;
  inner.depth++;
  read_items (&inner);
  for (guint i = n_before; i < self->source->items->len; i++)
    {
      WsUserItem *one = g_ptr_array_index (self->source->items, i);

      item->makes_kernel |=
          one->makes_kernel || (one->function != NULL && one->function->is_kernel);
      for (guint k = 0; k < one->names->len; k++)
        g_ptr_array_add (item->names, g_strdup (g_ptr_array_index (one->names, k)));
      one->is_made = TRUE;
    }
  g_ptr_array_add (self->source->items, item);
  index_names (self->source, item);
  return end;
}

/* "KERNEL (fill)", where a macro expands to a whole item. */
static guint
read_call (Reader *self, guint first, const WsUserMacro *macro)
{
  guint close = ws_tokens_get_partner (self->tokens, first + 1);
  WsSpan inside = { self->tokens, first + 2, close };

  return read_made (self, first, close + 1,
                    expand (macro, &inside, ws_tokens_get (self->tokens, first)->line));
}

/* A function whose head a macro makes, "KERNEL (fill) { ... }": the macro, or %NULL of others.
 * @name: (out): the token of its name
 * @end: (out): where the function ends */
static const WsUserMacro *
find_head_maker (const Reader *self, guint first, guint *name, guint *end)
{
  guint parameters, body;
  g_autofree char *word = NULL;
  const WsUserMacro *macro;

  if (self->depth >= MAX_MACRO_DEPTH || self->source->made->len >= MAX_MADE)
    return NULL;
  *end = find_item_end (self->tokens, first, &parameters, &body);
  if (parameters <= first || body >= *end)
    return NULL;
  *name = parameters - 1;
  word = ws_tokens_dup (self->tokens, *name);
  macro = ws_user_source_find_macro (self->source, word);
  return macro != NULL && macro->parameters != NULL ? macro : NULL;
}

static void
append_tokens (const WsSpan *span, GString *text, GArray *lines)
{
  for (guint i = span->first; i < span->end; i++)
    {
      const WsToken *token = ws_tokens_get (span->tokens, i);
      const char *between = token->kind == WS_TOKEN_DIRECTIVE ? "\n" : " ";

      g_string_append (text, between);
      g_string_append_len (text, span->tokens->text + token->start, token->length);
      g_string_append (text, between);
      g_array_append_val (lines, token->line);
    }
}

/* With its body, whose lines are preserved. */
static guint
read_made_head (Reader *self, guint first, guint end, guint name, const WsUserMacro *macro)
{
  const WsTokens *tokens = self->tokens;
  guint close = ws_tokens_get_partner (tokens, name + 1);
  WsSpan before = { tokens, first, name };
  WsSpan inside = { tokens, name + 2, close };
  WsSpan behind = { tokens, close + 1, end };
  guint32 line = ws_tokens_get (tokens, name)->line;
  g_autoptr (WsTokens) head = expand (macro, &inside, line);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  WsTokens *made;

  append_tokens (&before, text, lines);
  g_string_append (text, head->text);
  for (guint i = 0; i < head->list->len; i++)
    g_array_append_val (lines, line);
  append_tokens (&behind, text, lines);
  made = ws_tokens_new (text->str);
  for (guint i = 0; i < MIN (made->list->len, lines->len); i++)
    g_array_index (made->list, WsToken, i).line = g_array_index (lines, guint32, i);
  return read_made (self, first, end, made);
}

static guint
read_namespace (Reader *self, guint first)
{
  const WsTokens *tokens = self->tokens;
  guint at = first + (ws_tokens_is (tokens, first, "inline") ? 2 : 1);
  guint brace = at;

  while (ws_tokens_is_word (tokens, brace) || ws_tokens_is (tokens, brace, "::"))
    brace++;
  if (!ws_tokens_is (tokens, brace, "{"))
    return read_item (self, first);
  g_array_append_val (self->depths, (guint){ (guint)self->prefix->len });
  for (; at < brace; at++)
    if (ws_tokens_is_word (tokens, at))
      {
        g_autofree char *name = ws_tokens_dup (tokens, at);

        g_string_append_printf (self->prefix, "%s::", name);
      }
  return brace + 1;
}

static void
read_items (Reader *self)
{
  const WsTokens *tokens = self->tokens;

  for (guint i = 0; i < tokens->list->len;)
    {
      const WsUserMacro *maker = find_maker (self, i);
      guint name, end;

      if (maker != NULL)
        i = read_call (self, i, maker);
      else if (ws_tokens_get (tokens, i)->kind == WS_TOKEN_DIRECTIVE)
        i++;
      else if (ws_tokens_is (tokens, i, ";"))
        i++;
      else if (ws_tokens_is (tokens, i, "}"))
        {
          if (self->depths->len > 0)
            {
              g_string_truncate (self->prefix,
                                 g_array_index (self->depths, guint, self->depths->len - 1));
              g_array_set_size (self->depths, self->depths->len - 1);
            }
          i++;
        }
      else if (self->depths->len < MAX_DEPTH
               && (ws_tokens_is (tokens, i, "namespace")
                   || (ws_tokens_is (tokens, i, "inline")
                       && ws_tokens_is (tokens, i + 1, "namespace"))))
        i = read_namespace (self, i);
      else if (ws_tokens_is (tokens, i, "extern") && ws_tokens_is (tokens, i + 1, "\"C\"")
               && ws_tokens_is (tokens, i + 2, "{"))
        {
          g_array_append_val (self->depths, (guint){ (guint)self->prefix->len });
          i += 3;
        }
      else if ((maker = find_head_maker (self, i, &name, &end)) != NULL)
        i = read_made_head (self, i, end, name, maker);
      else
        i = read_item (self, i);
    }
}

/* ---- lambdas ---- */

/**
 * ws_user_source_add_functor:
 * @file: index of the file that the lambda stands in
 * @functor: a structure that replaces it, with operator(); lives as long as @self
 *
 * Adds an item outside any file, which is kept if a requested kernel names it.
 *
 * Returns: (transfer full): its operator()
 */
WsUserFunction *
ws_user_source_add_functor (WsUserSource *self, guint file, const WsTokens *functor)
{
  Reader reader = { .source = self, .file = file, .tokens = functor, .depth = MAX_MACRO_DEPTH };
  guint n_before = self->items->len;
  guint at = ws_tokens_find (functor, 0, "operator");
  guint open = at + 3;
  guint brace = ws_tokens_find (functor, ws_tokens_get_partner (functor, open), "{");
  const WsSpan call = { functor, at, ws_tokens_get_partner (functor, brace) + 1 };
  WsUserFunction *function;

  reader.prefix = g_string_new (NULL);
  reader.depths = g_array_new (FALSE, FALSE, sizeof (guint));
  read_items (&reader);
  for (guint i = n_before; i < self->items->len; i++)
    {
      WsUserItem *one = g_ptr_array_index (self->items, i);

      one->is_made = one->is_functor = TRUE;
    }
  function = read_function (&reader, call, open, brace);
  g_string_free (reader.prefix, TRUE);
  g_array_unref (reader.depths);
  return function;
}

/* ---- what a kernel needs ---- */

static gboolean
is_host_alone (const WsUserItem *item)
{
  const WsUserFunction *function = item->function;
  const WsTokens *tokens = item->span.tokens;

  if (function != NULL)
    return g_str_equal (function->name, "main")
           || (ws_span_has_word (&function->head, "__host__") && !function->is_device
               && !function->is_kernel);
  return ws_tokens_is (tokens, item->span.first, "using")
         && ws_tokens_is (tokens, item->span.first + 1, "namespace")
         && (ws_tokens_is (tokens, item->span.first + 2, "std")
             || ws_tokens_is (tokens, item->span.first + 2, "thrust"));
}

/* Kernels, their instances, and items that declare no name. */
static gboolean
is_root (const WsUserItem *item)
{
  const WsTokens *tokens = item->span.tokens;
  guint first = item->span.first;

  if (item->is_made)
    return FALSE;
  if (item->makes_kernel)
    return TRUE;
  /* no name leads to an operator, but "+" */
  if (item->function != NULL)
    return item->function->is_kernel
           || (item->function->is_device && g_str_has_prefix (item->function->name, "operator"));
  return (ws_tokens_is (tokens, first, "using") && ws_tokens_is (tokens, first + 1, "namespace"))
         || ws_span_has_word (&item->span, "__global__");
}

/* Items whose names are still to be followed. */
typedef struct {
  WsUserSource *source;
  GHashTable *asked; /* names */
  GArray *queue;     /* WsSpan */
} Keeping;

/* @name: (transfer full) */
static void
ask (const Keeping *self, char *name)
{
  const WsUserMacro *macro;
  const GPtrArray *named;

  if (g_hash_table_contains (self->asked, name))
    {
      g_free (name);
      return;
    }
  g_hash_table_add (self->asked, name);
  macro = g_hash_table_lookup (self->source->macros, name);
  if (macro != NULL)
    {
      WsSpan all = ws_tokens_get_all (macro->tokens);

      g_array_append_val (self->queue, all);
    }
  named = g_hash_table_lookup (self->source->named, name);
  for (guint i = 0; named != NULL && i < named->len; i++)
    {
      WsUserItem *item = g_ptr_array_index (named, i);

      if (item->kept || (item->is_made && !item->is_functor) || is_host_alone (item))
        continue;
      item->kept = TRUE;
      g_array_append_val (self->queue, item->span);
    }
}

static void
keep_span (const Keeping *self, const WsSpan *span)
{
  for (guint i = span->first; i < span->end; i++)
    if (ws_tokens_is_word (span->tokens, i))
      ask (self, ws_tokens_dup (span->tokens, i));
}

/* Follows the names in the queue's items. */
static void
keep_queue (const Keeping *self)
{
  for (guint i = 0; i < self->queue->len; i++)
    {
      const WsSpan span = g_array_index (self->queue, WsSpan, i);

      keep_span (self, &span);
    }
}

static void
keep_needed (WsUserSource *self)
{
  g_autoptr (GHashTable) asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (WsSpan));
  const Keeping keeping = { self, asked, queue };

  for (guint i = 0; i < self->items->len; i++)
    {
      WsUserItem *item = g_ptr_array_index (self->items, i);

      item->kept = is_root (item) && !is_host_alone (item);
      if (item->kept)
        g_array_append_val (queue, item->span);
    }
  keep_queue (&keeping);
}

/**
 * ws_user_source_keep:
 * @expression: a kernel that a compiler is asked for: "reduce<float, Plus>"
 *
 * Also keeps what its arguments depend on: possibly no kernel names it.
 */
void
ws_user_source_keep (WsUserSource *self, const char *expression)
{
  g_autoptr (GHashTable) asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (WsSpan));
  g_autoptr (WsTokens) tokens = ws_tokens_new (expression);
  WsSpan all = ws_tokens_get_all (tokens);
  const Keeping keeping = { self, asked, queue };

  keep_span (&keeping, &all);
  keep_queue (&keeping);
}

/* ---- files ---- */

typedef struct {
  WsUserSource *source;
  WsUserTexts *texts;   /* nullable: if no file may be included */
  gboolean is_optional; /* whether unreadable headers are ignored */
} Including;

static gboolean add_file (const Including *self, const char *name, const char *path,
                          const char *text, GError **error);

static gboolean
has_file (const WsUserSource *self, const char *name)
{
  for (guint i = 0; i < self->files->len; i++)
    if (g_str_equal (((const WsUserFile *)g_ptr_array_index (self->files, i))->name, name))
      return TRUE;
  return FALSE;
}

/* (nullable): a header that lies beside the file that includes it, or beside the source
 * @from: path of the file that includes it, from the source's folder on
 * @path: (out) (transfer full): likewise, of the header */
static GBytes *
read_header (const Including *self, const char *from, const char *name, const char *where,
             char **path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (from);
  g_autoptr (GError) cause = NULL;
  GBytes *bytes;

  if (!g_str_equal (folder, ".") && !g_path_is_absolute (name))
    {
      *path = g_build_filename (folder, name, NULL);
      bytes = ws_user_texts_read (self->texts, *path, where, &cause);
      if (!g_error_matches (cause, WS_INPUT_ERROR, WS_INPUT_ERROR_MISSING))
        {
          if (bytes == NULL)
            g_propagate_error (error, g_steal_pointer (&cause));
          return bytes;
        }
      g_free (*path);
    }
  *path = g_strdup (name);
  return ws_user_texts_read (self->texts, name, where, error);
}

static gboolean
add_header (const Including *self, const char *from, const char *name, const char *where,
            GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) cause = NULL;

  if (has_file (self->source, name))
    return TRUE;
  bytes = read_header (self, from, name, self->is_optional ? NULL : where, &path, &cause);
  /* CUDA may have a header of this name: the compiler reports missing ones */
  if (g_error_matches (cause, WS_INPUT_ERROR, WS_INPUT_ERROR_MISSING))
    return TRUE;
  if (bytes == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  if (self->source->files->len >= WS_USER_MAX_FILES)
    {
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_TOO_LARGE,
                   _ ("Too many headers at “%s”: at most %d files are read."), name,
                   WS_USER_MAX_FILES);
      return FALSE;
    }
  text = ws_input_dup_text (bytes);
  return text != NULL ? add_file (self, name, path, text, error)
                      : ws_compile_refuse_text (name, error);
}

/* @path: of the file, from the source's folder on */
static gboolean
add_includes (const Including *self, const char *name, const char *path, const WsTokens *tokens,
              GError **error)
{
  for (guint i = 0; i < tokens->list->len; i++)
    {
      const guint line = ws_tokens_get (tokens, i)->line;
      g_autofree char *included = NULL;
      g_autofree char *where = g_strdup_printf ("%s:%u", name, line);
      gboolean is_quoted;

      if (ws_tokens_get (tokens, i)->kind != WS_TOKEN_DIRECTIVE
          || (included = ws_user_include_read (tokens, i, &is_quoted)) == NULL)
        continue;
      if ((!is_quoted || self->texts == NULL)
          && !ws_user_include_check (name, line, included, error))
        return FALSE;
      if (is_quoted && self->texts != NULL && ws_user_include_find_host (included) == NULL
          && !add_header (self, path, included, where, error))
        {
          if (error != NULL && (*error)->domain == WS_INPUT_ERROR)
            g_prefix_error (error, "%s: ", where);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
add_file (const Including *self, const char *name, const char *path, const char *text,
          GError **error)
{
  WsUserSource *source = self->source;
  WsUserFile *file;

  if (!g_utf8_validate (text, -1, NULL))
    return ws_compile_refuse_text (name, error);
  file = g_new0 (WsUserFile, 1);
  file->name = g_strdup (name);
  file->tokens = ws_tokens_new (text);
  g_ptr_array_add (source->files, file);
  for (guint i = 0; i < file->tokens->list->len; i++)
    if (ws_tokens_get (file->tokens, i)->kind == WS_TOKEN_DIRECTIVE)
      read_macro (source, file->tokens, i);
  return add_includes (self, name, path, file->tokens, error);
}

/* For all files: the source may use a header's macros. */
static void
read_files (WsUserSource *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      Reader reader = { .source = self, .file = i };

      reader.tokens = ((const WsUserFile *)g_ptr_array_index (self->files, i))->tokens;
      reader.prefix = g_string_new (NULL);
      reader.depths = g_array_new (FALSE, FALSE, sizeof (guint));
      read_items (&reader);
      g_string_free (reader.prefix, TRUE);
      g_array_unref (reader.depths);
    }
}

static WsUserSource *
new_empty (void)
{
  WsUserSource *self = g_new0 (WsUserSource, 1);

  self->files = g_ptr_array_new_with_free_func ((GDestroyNotify)file_free);
  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify)item_free);
  self->named =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->kernels = g_ptr_array_new ();
  self->made = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_tokens_free);
  self->macros =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)macro_free);
  return self;
}

static WsUserSource *
read_source (const char *name, const char *text, WsUserTexts *texts, gboolean is_optional,
             GError **error)
{
  g_autoptr (WsUserSource) self = new_empty ();
  const Including including = { self, texts, is_optional };

  if (strlen (text) > WS_COMPILE_MAX_SOURCE)
    {
      g_set_error (error, WS_COMPILE_ERROR, WS_COMPILE_ERROR_TOO_LARGE,
                   _ ("“%s” has %.1f MB; sources may have up to %u MB."), name,
                   (double)strlen (text) / 1e6, WS_COMPILE_MAX_SOURCE >> 20);
      return NULL;
    }
  if (!add_file (&including, name, name, text, error))
    return NULL;
  read_files (self);
  keep_needed (self);
  return g_steal_pointer (&self);
}

/* (transfer full) (nullable) */
static WsUserTexts *
make_texts (const WsInputScope *scope, const char *name)
{
  return scope != NULL && scope->folder != NULL ? ws_user_texts_new_for_scope (scope, name) : NULL;
}

/* ---- PTX ---- */

static guint32
find_free_file (const WsPtxModule *module)
{
  return MAX (module->files->len, 1);
}

/* Attributes each instruction to its own line of the PTX, whatever its source was. (transfer full)
 * */
static char *
place_in_itself (const WsPtxModule *module, const char *name)
{
  GString *text = g_string_sized_new (module->length * 2);
  guint32 file = find_free_file (module), at = 0;

  for (guint f = 0; f < module->functions->len; f++)
    {
      const WsPtxFunction *function = g_ptr_array_index (module->functions, f);

      for (guint i = 0; i < function->instructions->len; i++)
        {
          const WsPtxInstruction *in = &g_array_index (function->instructions, WsPtxInstruction, i);

          /* a function's end is none that stands there */
          if (in->text_start < at || in->text_end <= in->text_start)
            continue;
          g_string_append_len (text, module->text + at, in->text_start - at);
          g_string_append_printf (text, ".loc %u %u %u ", file, in->ptx_line,
                                  MAX (in->ptx_column, 1));
          at = in->text_start;
        }
    }
  g_string_append_len (text, module->text + at, (gssize)(module->length - at));
  g_string_append_printf (text, "\n.file %u \"%s\"\n", file, name);
  return g_string_free (text, FALSE);
}

/* A Python script: its text, which is not analysed. (transfer full) (nullable) */
static WsUserSource *
read_script (const char *name, const char *text)
{
  g_autoptr (WsUserSource) self = new_empty ();
  WsUserFile *file;

  if (strlen (text) > WS_COMPILE_MAX_SOURCE)
    return NULL;
  file = g_new0 (WsUserFile, 1);
  file->name = g_strdup (name);
  file->tokens = ws_tokens_new (text);
  g_ptr_array_add (self->files, file);
  return g_steal_pointer (&self);
}

/* The source of the PTX, if it is beside it and not newer. (transfer full) (nullable) */
static WsUserSource *
find_origin (const WsPtxModule *module, WsUserTexts *texts)
{
  for (guint i = 0; texts != NULL && i < module->files->len; i++)
    {
      const char *path = g_ptr_array_index (module->files, i);
      g_autofree char *base = path != NULL ? g_path_get_basename (path) : NULL;
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *text = NULL;

      gboolean is_script = base != NULL && g_str_has_suffix (base, ".py");

      if (base == NULL || !(is_script || g_str_has_suffix (base, ".cu"))
          || (bytes = ws_user_texts_read (texts, base, NULL, NULL)) == NULL
          || ws_user_texts_is_newer (texts, base) || (text = ws_input_dup_text (bytes)) == NULL)
        continue;
      return is_script ? read_script (base, text) : read_source (base, text, texts, TRUE, NULL);
    }
  return NULL;
}

/* The kernels as PTX names and numbers them, with the names of the source's parameters, or those
 * that a remark of the PTX has. */
static void
add_entries (WsUserSource *self, const WsPtxModule *module, const WsUserSource *origin,
             const char *text)
{
  for (guint f = 0; f < module->functions->len; f++)
    {
      const WsPtxFunction *entry = g_ptr_array_index (module->functions, f);
      WsUserItem *item;
      WsUserFunction *function;
      const WsUserFunction *written;
      g_autofree char *plain = NULL;
      g_auto (GStrv) remark = NULL;

      if (!entry->is_entry || !entry->has_body)
        continue;
      remark = ws_user_remark_read (text, entry->name, entry->params->len);
      for (guint i = 0; remark != NULL && remark[i] != NULL; i++)
        g_strdelimit (remark[i], ".", '_'); /* a dot stands for a part of a structure */
      item = g_new0 (WsUserItem, 1);
      item->names = g_ptr_array_new_with_free_func (g_free);
      item->prefix = g_strdup ("");
      item->function = function = g_new0 (WsUserFunction, 1);
      function->name = g_strdup (entry->name);
      function->qualified = ws_user_demangle (entry->name);
      plain = g_strndup (function->qualified, strcspn (function->qualified, "<"));
      written = origin != NULL ? ws_user_source_find_kernel (origin, plain) : NULL;
      function->line = origin == NULL ? entry->ptx_line : written != NULL ? written->line : 0;
      function->is_kernel = TRUE;
      function->template_parameters = g_array_new (FALSE, FALSE, sizeof (WsSpan));
      function->parameters = g_array_new (FALSE, FALSE, sizeof (WsUserParameter));
      g_array_set_clear_func (function->parameters, parameter_clear);
      for (guint i = 0; i < entry->params->len; i++)
        {
          WsUserParameter parameter = { 0 };

          if (written != NULL && written->parameters->len == entry->params->len)
            parameter.name =
                g_strdup (g_array_index (written->parameters, WsUserParameter, i).name);
          if (parameter.name == NULL || *parameter.name == '\0')
            {
              g_free (parameter.name);
              parameter.name =
                  remark != NULL ? g_strdup (remark[i]) : g_strdup_printf ("param_%u", i);
            }
          g_array_append_val (function->parameters, parameter);
        }
      g_ptr_array_add (self->items, item);
      g_ptr_array_add (self->kernels, function);
    }
}

/* Its first file is that source, if the PTX names it and it is not newer; else the PTX itself, to
 * which instructions are then attributed. Returns: (transfer full) (nullable): its kernels */
static WsUserSource *
new_for_ptx_with_texts (const char *name, const char *text, WsUserTexts *texts, GError **error)
{
  g_autoptr (WsUserSource) self = new_empty ();
  g_autoptr (WsPtxModule) module = NULL;
  g_autoptr (WsUserSource) origin = NULL;
  WsUserFile *file;

  if (!g_utf8_validate (text, -1, NULL))
    {
      ws_compile_refuse_text (name, error);
      return NULL;
    }
  module = ws_ptx_parse (text, -1, name, error);
  if (module == NULL)
    return NULL;
  origin = find_origin (module, texts);
  file = g_new0 (WsUserFile, 1);
  if (origin != NULL)
    {
      const WsUserFile *from = g_ptr_array_index (origin->files, 0);

      file->name = g_strdup (from->name);
      file->tokens = ws_tokens_new (from->tokens->text);
      self->ptx = g_strdup (text);
    }
  else
    {
      file->name = g_strdup (name);
      file->tokens = ws_tokens_new (text);
      self->ptx = place_in_itself (module, name);
    }
  g_ptr_array_add (self->files, file);
  add_entries (self, module, origin, text);
  return g_steal_pointer (&self);
}

/**
 * ws_user_source_new_for_ptx:
 * @name: of the file: "sum.ptx"
 * @scope: (nullable): in whose folder the source may be that the PTX was compiled from; it is read
 * @error: return location for a #GError: a #WsCompileError or a #WsPtxError
 *
 * Returns: (transfer full) (nullable): its kernels; see new_for_ptx_with_texts()
 */
WsUserSource *
ws_user_source_new_for_ptx (const char *name, const char *text, const WsInputScope *scope,
                            GError **error)
{
  g_autoptr (WsUserTexts) texts = make_texts (scope, name);

  return new_for_ptx_with_texts (name, text, texts, error);
}

/**
 * ws_user_source_read_files:
 * @name: of a CUDA source, or of PTX
 * @texts: (inout) (nullable): what it may name
 * @error: return location for a #GError: a #WsCompileError, a #WsInputError or a #WsPtxError
 *
 * Returns: (transfer full) (nullable): what stands in it, without the structures for its lambdas
 */
WsUserSource *
ws_user_source_read_files (const char *name, const char *text, WsUserTexts *texts, GError **error)
{
  return ws_user_source_is_ptx (name) ? new_for_ptx_with_texts (name, text, texts, error)
                                      : read_source (name, text, texts, FALSE, error);
}

void
ws_user_source_free (WsUserSource *self)
{
  g_clear_pointer (&self->macros, g_hash_table_unref);
  g_clear_pointer (&self->named, g_hash_table_unref);
  g_clear_pointer (&self->kernels, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  /* which the items are of */
  g_clear_pointer (&self->lambdas, g_ptr_array_unref);
  g_clear_pointer (&self->made, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_free (self->ptx);
  g_free (self);
}

/* ---- compiling it ---- */

/* Blanks out everything except line ends and directives. */
static void
leave_out (char *text, const WsSpan *span)
{
  for (guint i = span->first; i < span->end; i++)
    {
      const WsToken *token = ws_tokens_get (span->tokens, i);

      if (token->kind == WS_TOKEN_DIRECTIVE)
        continue;
      for (guint at = token->start; at < token->start + token->length; at++)
        if (text[at] != '\n')
          text[at] = ' ';
    }
}

/* Maps paths outside the source's folder into it for the compiler; names keep their length, and so
 * the columns. */
static void
move_includes (const WsTokens *tokens, char *text)
{
  for (guint i = 0; i < tokens->list->len; i++)
    {
      const WsToken *token = ws_tokens_get (tokens, i);
      g_autofree char *name = NULL;
      g_autofree char *within = NULL;
      gboolean is_quoted;
      char *at;

      if (token->kind != WS_TOKEN_DIRECTIVE
          || (name = ws_user_include_read (tokens, i, &is_quoted)) == NULL || !is_quoted)
        continue;
      within = ws_user_include_move (name);
      at = memchr (text + token->start, '"', token->length);
      memcpy (at + 1, within, strlen (within));
    }
}

/* (transfer full) */
static char *
make_text (const WsUserSource *self, guint file)
{
  const WsUserFile *one = g_ptr_array_index (self->files, file);
  char *text = g_strdup (one->tokens->text);

  for (guint i = 0; i < self->items->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (self->items, i);

      if (item->file == file && !item->kept && !item->is_made)
        leave_out (text, &item->span);
    }
  move_includes (one->tokens, text);
  return text;
}

/* The structures that replace lambdas as arguments, placed after everything that they name. */
static void
append_functors (const WsUserSource *self, GString *text)
{
  for (guint i = 0; i < self->items->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (self->items, i);

      if (item->kept && item->is_functor)
        g_string_append_printf (text, "\n%s", item->span.tokens->text);
    }
}

static void
add_host_headers (const WsUserSource *self, WsCompileRequest *request)
{
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->files->len; i++)
    {
      const WsTokens *tokens = ((const WsUserFile *)g_ptr_array_index (self->files, i))->tokens;

      for (guint j = 0; j < tokens->list->len; j++)
        {
          char *name;
          gboolean is_quoted;

          if (ws_tokens_get (tokens, j)->kind != WS_TOKEN_DIRECTIVE
              || (name = ws_user_include_read (tokens, j, &is_quoted)) == NULL)
            continue;
          if (ws_user_include_find_host (name) != NULL && !g_hash_table_contains (done, name))
            ws_compile_request_add_header (request, name, ws_user_include_find_host (name));
          g_hash_table_add (done, name);
        }
    }
}

/* Returns: (transfer full): the request to compile it: without items that no kernel depends on, and
 * with its headers; line numbers are preserved */
WsCompileRequest *
ws_user_source_make_request (const WsUserSource *self)
{
  const WsUserFile *first = g_ptr_array_index (self->files, 0);
  g_autofree char *text = make_text (self, 0);
  g_autoptr (GString) whole = g_string_new (NULL);
  WsCompileRequest *request;

  g_string_printf (whole, "#include \"" WS_USER_PRELUDE "\"\n#line 1 \"%s\"\n%s", first->name,
                   text);
  append_functors (self, whole);
  request = ws_compile_request_new (first->name, whole->str);

  ws_compile_request_add_header (request, WS_USER_PRELUDE, ws_user_include_get_prelude ());
  for (guint i = 1; i < self->files->len; i++)
    {
      const WsUserFile *file = g_ptr_array_index (self->files, i);
      g_autofree char *header = make_text (self, i);
      g_autofree char *name = ws_user_include_move (file->name);

      ws_compile_request_add_header (request, name, header);
    }
  add_host_headers (self, request);
  return request;
}

/**
 * ws_user_source_name_files:
 * @diagnostics: (inout) (element-type WsDiagnostic): of ws_user_source_make_request()'s request
 *
 * Names headers as the source includes them.
 */
void
ws_user_source_name_files (const WsUserSource *self, GPtrArray *diagnostics)
{
  for (guint i = 1; i < self->files->len; i++)
    {
      const WsUserFile *file = g_ptr_array_index (self->files, i);
      g_autofree char *moved = ws_user_include_move (file->name);

      for (guint j = 0; j < diagnostics->len; j++)
        {
          WsDiagnostic *one = g_ptr_array_index (diagnostics, j);

          if (g_strcmp0 (one->file, moved) != 0)
            continue;
          g_free (one->file);
          one->file = g_strdup (file->name);
        }
    }
}

/**
 * ws_user_source_find_kernel:
 * @name: of a kernel, with or without its namespaces
 *
 * Returns: (transfer none) (nullable): it; the one without "template <>" where there are several
 */
const WsUserFunction *
ws_user_source_find_kernel (const WsUserSource *self, const char *name)
{
  const WsUserFunction *found = NULL;

  for (guint i = 0; i < self->kernels->len; i++)
    {
      const WsUserFunction *kernel = g_ptr_array_index (self->kernels, i);

      if ((g_str_equal (kernel->name, name) || g_str_equal (kernel->qualified, name))
          && (found == NULL || found->is_specialization))
        found = kernel;
    }
  return found;
}

/**
 * ws_user_source_find_item:
 * @name: that an item declares
 *
 * Returns: (transfer none) (nullable): the first item that does
 */
const WsUserItem *
ws_user_source_find_item (const WsUserSource *self, const char *name)
{
  const GPtrArray *named = g_hash_table_lookup (self->named, name);

  return named != NULL ? g_ptr_array_index (named, 0) : NULL;
}

/* Returns: (transfer none) (nullable): the first of this name that has a body */
const WsUserFunction *
ws_user_source_find_function (const WsUserSource *self, const char *name)
{
  const GPtrArray *named = g_hash_table_lookup (self->named, name);

  for (guint i = 0; named != NULL && i < named->len; i++)
    {
      const WsUserItem *item = g_ptr_array_index (named, i);

      if (item->function != NULL && item->function->has_body)
        return item->function;
    }
  return NULL;
}

/* Returns: (transfer none) (nullable): it */
const WsUserMacro *
ws_user_source_find_macro (const WsUserSource *self, const char *name)
{
  return g_hash_table_lookup (self->macros, name);
}
