#include "reader/lambda.h"

#include "reader/include.h"
#include "reader/type.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_LAMBDAS 64
#define MAX_BODY    4000              /* tokens of one */
#define MAX_PLACES  200               /* at which a name is looked at */
#define MAX_NAMES   8                 /* that lead to each other: "auto a = b;" */
#define MAX_STEPS   3000              /* tokens examined for one place */
#define MAX_WORK    WS_WORK_MAX_STEPS /* of all lambdas of a source */

typedef struct {
  const WsUserSource *source;
  const WsUserFunction *function; /* that it stands in */
  const WsTokens *tokens;
  WsLambda *lambda;
  WsWork *work;     /* of all lambdas */
  GHashTable *done; /* names that were looked at */
  WsSpan inside;    /* of "[...]" */
  WsSpan parameters;
  WsSpan returned; /* behind "->" */
  WsSpan body;     /* without its braces */
  gboolean is_mutable;
  GString *fields;
} Reading;

/* The kind of a variable. */
typedef struct {
  char *type; /* as in "const float *"; NULL: not known */
  guint at;   /* token of its name; 0 of a parameter */
  gboolean is_address;
  gboolean is_constant; /* whether a compiler computes with it */
  WsValueType value;    /* of a number */
} Variable;

static void
variable_clear (Variable *self)
{
  g_free (self->type);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Variable, variable_clear)

static void
capture_clear (gpointer data)
{
  g_free (((WsLambdaCapture *)data)->name);
}

static void
lambda_free (WsLambda *self)
{
  g_free (self->name);
  g_free (self->refused);
  g_array_unref (self->captures);
  g_clear_pointer (&self->functor, ws_tokens_free);
  g_clear_pointer (&self->call, ws_user_function_free);
  g_free (self);
}

/* Whether so many tokens may still be looked at. */
static gboolean
spend (const Reading *self, guint n_tokens)
{
  self->work->n_steps += MIN (n_tokens, MAX_WORK);
  return self->work->n_steps <= MAX_WORK;
}

/* The first reason counts. @text: (transfer full) */
static void
refuse (Reading *self, char *text)
{
  if (self->lambda->refused == NULL)
    self->lambda->refused = text;
  else
    g_free (text);
}

/* ---- what variables are ---- */

static gboolean read_variable (const Reading *self, const char *name, guint depth,
                               Variable *variable);

/* "const float *" of "static const float *__restrict__": what a field is declared by. */
static char *
spell (const WsSpan *type)
{
  static const char *const left_out[] = { "static",   "register",     "constexpr",
                                          "&",        "__restrict__", "__restrict",
                                          "restrict", "thread_local", "&&" };
  GString *text = g_string_new (NULL);
  gboolean is_address = FALSE;

  for (guint i = type->first; i < type->end; i++)
    {
      g_autofree char *word = ws_tokens_dup (type->tokens, i);
      gboolean is_left_out = is_address && g_str_equal (word, "const");

      for (guint k = 0; k < G_N_ELEMENTS (left_out); k++)
        is_left_out |= g_str_equal (word, left_out[k]);
      is_address |= g_str_equal (word, "*");
      if (!is_left_out)
        g_string_append_printf (text, "%s ", word);
    }
  return g_string_free (text, FALSE);
}

/* A number or an address of numbers; FALSE of others. */
static gboolean
take_type (const Reading *self, const WsSpan *type, gboolean is_address, Variable *variable)
{
  WsUserType known;
  g_autofree char *spelled = spell (type);
  gboolean has_star = ws_span_has_word (type, "*");

  if (!ws_user_type_parse (self->source, spelled, &known) || known.n_fields > 0
      || (has_star && is_address) || (known.is_pointer && !has_star))
    return FALSE;
  variable->is_address = known.is_pointer || is_address;
  variable->is_constant = ws_span_has_word (type, "constexpr");
  variable->value = known.value;
  variable->type = is_address ? g_strconcat (spelled, "*", NULL) : g_steal_pointer (&spelled);
  return TRUE;
}

/* The type of a value, from its parts: "2 * n", "1 << 20", "0.5f * a", "p + n". */
static const struct {
  WsValueType value;
  const char *type;
} ranks[] = {
  { WS_VALUE_S32, "int " },       { WS_VALUE_U32, "unsigned " },
  { WS_VALUE_S64, "long long " }, { WS_VALUE_U64, "unsigned long long " },
  { WS_VALUE_F32, "float " },     { WS_VALUE_F64, "double " },
};

static guint
find_rank (WsValueType value)
{
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    if (ranks[i].value == value)
      return i;
  return value == WS_VALUE_B8 || value == WS_VALUE_B16 ? 0 : G_N_ELEMENTS (ranks);
}

/* Of "1u", "2.5f", "1e6". */
static WsValueType
read_number (const char *word)
{
  gboolean is_hex = g_str_has_prefix (word, "0x") || g_str_has_prefix (word, "0X");

  if (!is_hex && strpbrk (word, ".eE") != NULL)
    return strpbrk (word, "fF") != NULL ? WS_VALUE_F32 : WS_VALUE_F64;
  if (strpbrk (word, "lL") != NULL)
    return strpbrk (word, "uU") != NULL ? WS_VALUE_U64 : WS_VALUE_S64;
  return strpbrk (word, "uU") != NULL ? WS_VALUE_U32 : WS_VALUE_S32;
}

static gboolean
infer (const Reading *self, const WsSpan *span, guint depth, Variable *variable)
{
  static const char signs[] = "+-*/%()";
  guint rank = 0;
  gboolean has_number = FALSE;

  for (guint i = span->first; i < span->end; i++)
    {
      g_autofree char *word = ws_tokens_dup (span->tokens, i);
      g_auto (Variable) one = { 0 };
      WsTokenKind kind = ws_tokens_get (span->tokens, i)->kind;

      if (kind == WS_TOKEN_NUMBER)
        one.value = read_number (word);
      else if (kind == WS_TOKEN_WORD
               && (ws_tokens_is (span->tokens, i + 1, "(")
                   || !read_variable (self, word, depth + 1, &one) || one.type == NULL))
        return FALSE;
      else if (kind != WS_TOKEN_WORD)
        {
          if (strlen (word) == 1 ? strchr (signs, *word) == NULL : !g_str_equal (word, "<<"))
            return FALSE;
          continue;
        }
      if (one.is_address && variable->type == NULL)
        {
          variable->is_address = TRUE;
          variable->type = g_steal_pointer (&one.type);
          continue;
        }
      rank = MAX (rank, find_rank (one.value));
      if (rank == G_N_ELEMENTS (ranks))
        return FALSE;
      has_number = TRUE;
    }
  if (variable->is_address && span->end == span->first + 1)
    return TRUE;
  /* where "p + n" lies is not followed here */
  g_clear_pointer (&variable->type, g_free);
  if (variable->is_address || !has_number)
    return FALSE;
  variable->value = ranks[rank].value;
  variable->type = g_strdup (ranks[rank].type);
  return TRUE;
}

/* Where the statement begins that a token is in. */
static guint
find_statement (const Reading *self, guint first, guint at)
{
  const WsTokens *tokens = self->tokens;

  while (at > first && spend (self, 1) && !ws_tokens_is (tokens, at - 1, ";")
         && !ws_tokens_is (tokens, at - 1, "{") && !ws_tokens_is (tokens, at - 1, "}"))
    {
      guint open = ws_tokens_get_partner (tokens, at - 1);

      if (open >= at && ws_tokens_is (tokens, at - 1, "("))
        break;
      at = MIN (open, at - 1);
    }
  return at;
}

/* Behind the type that a statement begins with: at its first name or "*". */
static guint
find_type_end (const WsTokens *tokens, guint first, guint name)
{
  guint at = first;

  while (at < name)
    if (ws_tokens_is (tokens, at, "<"))
      {
        guint behind = ws_tokens_skip_angles (tokens, at);

        /* "i < n" is no type */
        if (behind <= at || behind > name)
          return first;
        at = behind;
      }
    else if (ws_tokens_is (tokens, at, "::")
             || (ws_tokens_is_word (tokens, at)
                 && (ws_tokens_is_word (tokens, at + 1) || ws_tokens_is (tokens, at + 1, "*")
                     || ws_tokens_is (tokens, at + 1, "&") || ws_tokens_is (tokens, at + 1, "<")
                     || ws_tokens_is (tokens, at + 1, "::"))))
      at++;
    else
      break;
  return at;
}

/* Keywords that begin statements other than declarations. */
static gboolean
is_other_statement (const WsTokens *tokens, guint at)
{
  static const char *const words[] = { "return", "delete", "throw", "goto", "case",
                                       "else",   "using",  "new",   "do",   "typedef" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (ws_tokens_is (tokens, at, words[i]))
      return TRUE;
  return FALSE;
}

/* Whether the name at @at is declared there, in a statement of its own or in a loop's head.
 * @variable: (out): what as; its type is not known of what is neither a number nor an address */
static gboolean
read_declaration (const Reading *self, guint first, guint at, guint depth, Variable *variable)
{
  const WsTokens *tokens = self->tokens;
  guint begin = find_statement (self, first, at);
  WsSpan type = { tokens, begin, find_type_end (tokens, begin, at) };
  WsSpan value = { tokens, at + 2, at + 2 };
  gboolean follows_star = FALSE;
  guint before = at;

  /* "int a = b * c" declares no c */
  for (;
       before > type.end
       && (ws_tokens_is (tokens, before - 1, "*") || ws_tokens_is (tokens, before - 1, "&")
           || ws_tokens_is (tokens, before - 1, "&&") || ws_tokens_is (tokens, before - 1, "const")
           || ws_tokens_is (tokens, before - 1, "__restrict__"));
       before--)
    follows_star |= ws_tokens_is (tokens, before - 1, "*");
  if (type.end == type.first || is_other_statement (tokens, begin)
      || !(before == type.end || ws_tokens_is (tokens, before - 1, ","))
      || !(ws_tokens_is (tokens, at + 1, "=") || ws_tokens_is (tokens, at + 1, ",")
           || ws_tokens_is (tokens, at + 1, ";") || ws_tokens_is (tokens, at + 1, "{")
           || ws_tokens_is (tokens, at + 1, "(") || ws_tokens_is (tokens, at + 1, "[")
           || ws_tokens_is (tokens, at + 1, ":")))
    return FALSE;
  variable->at = at;
  if (ws_tokens_is (tokens, at + 1, "["))
    return TRUE;
  if (!ws_span_has_word (&type, "auto"))
    {
      take_type (self, &type, follows_star, variable);
      return TRUE;
    }
  while (value.end < self->function->body.end && !ws_tokens_is (tokens, value.end, ";")
         && !ws_tokens_is (tokens, value.end, ","))
    value.end = MAX (ws_tokens_get_partner (tokens, value.end), value.end) + 1;
  if (ws_tokens_is (tokens, at + 1, "=") && depth < MAX_NAMES)
    infer (self, &value, depth, variable);
  return TRUE;
}

/* Later declarations are not visible to the lambda. Returns: whether it is local to the function */
static gboolean
read_variable (const Reading *self, const char *name, guint depth, Variable *variable)
{
  const WsSpan *body = &self->function->body;
  gboolean found = FALSE;
  guint n = 0;

  for (guint i = ws_tokens_find (self->tokens, body->first, name);
       depth < MAX_NAMES && i < self->lambda->at && n++ < MAX_PLACES && spend (self, 1);
       i = ws_tokens_find (self->tokens, i + 1, name))
    {
      Variable one = { 0 };

      if (!read_declaration (self, body->first, i, depth, &one))
        continue;
      variable_clear (variable);
      *variable = one;
      found = TRUE;
    }
  for (guint i = 0; !found && i < self->function->parameters->len; i++)
    {
      const WsUserParameter *one = &g_array_index (self->function->parameters, WsUserParameter, i);

      if (!g_str_equal (one->name, name))
        continue;
      take_type (self, &one->type, one->is_array, variable);
      found = TRUE;
    }
  return found;
}

/* Whether "a += 2", "a++", "--a", "&a" stands at @at. */
static gboolean
is_counted (const WsTokens *tokens, guint at)
{
  static const char *const behind[] = { "++", "--", "+=",  "-=",  "*=", "/=",
                                        "%=", "|=", "<<=", ">>=", "&=", "^=" };

  for (guint i = 0; i < G_N_ELEMENTS (behind); i++)
    if (ws_tokens_is (tokens, at + 1, behind[i]))
      return TRUE;
  return ws_tokens_is (tokens, at - 1, "++") || ws_tokens_is (tokens, at - 1, "--")
         || (ws_tokens_is (tokens, at - 1, "&")
             && (ws_tokens_is (tokens, at - 2, "(") || ws_tokens_is (tokens, at - 2, ",")));
}

/* The value of a number before the lambda: conditional assignments do not count, as elsewhere in
 * host code. */
static void
find_value (const Reading *self, guint declared, WsLambdaCapture *capture)
{
  const WsSpan *body = &self->function->body;
  guint n = 0;

  for (guint i = ws_tokens_find (self->tokens, MAX (declared + 1, body->first), capture->name);
       i < self->lambda->at && n++ < MAX_PLACES;
       i = ws_tokens_find (self->tokens, i + 1, capture->name))
    {
      WsSpan value = { self->tokens, i + 2, i + 2 };
      guint n_steps;

      if (ws_tokens_is (self->tokens, i - 1, ".") || ws_tokens_is (self->tokens, i - 1, "->"))
        continue;
      capture->is_changed |= is_counted (self->tokens, i);
      if (!ws_tokens_is (self->tokens, i + 1, "="))
        continue;
      if (ws_span_is_conditional (body, i, self->lambda->at, MAX_STEPS, &n_steps)
          || !spend (self, n_steps))
        continue;
      while (value.end < body->end && !ws_tokens_is (self->tokens, value.end, ";")
             && !ws_tokens_is (self->tokens, value.end, ","))
        value.end = MAX (ws_tokens_get_partner (self->tokens, value.end), value.end) + 1;
      capture->is_changed = ws_span_has_word (&value, capture->name);
      capture->value = value;
    }
}

/* ---- what it captures ---- */

static void
add_capture (Reading *self, const WsLambdaCapture *capture, const Variable *variable)
{
  const WsUserType *type;

  if (strlen (capture->name) >= sizeof type->fields[0].name)
    refuse (self, g_strdup_printf (_ ("The name of “%s” is too long."), capture->name));
  if (self->lambda->captures->len == WS_USER_MAX_FIELDS)
    {
      refuse (self,
              g_strdup_printf (_ ("It captures more than %d variables."), WS_USER_MAX_FIELDS));
      g_free (capture->name);
      return;
    }
  g_string_append_printf (self->fields, "  %s%s;\n", variable->type, capture->name);
  g_array_append_val (self->lambda->captures, *capture);
}

/* "constexpr int N = 16;" may be an array's length, which no field can be. Returns: whether it is
 * that, of numbers alone and of what stands at the top level */
static gboolean
add_constant (Reading *self, const char *name, const Variable *variable)
{
  WsSpan value = { self->tokens, variable->at + 2, variable->at + 2 };
  g_autofree char *text = NULL;

  if (!variable->is_constant || !ws_tokens_is (self->tokens, variable->at + 1, "="))
    return FALSE;
  for (;
       !ws_tokens_is (self->tokens, value.end, ";") && !ws_tokens_is (self->tokens, value.end, ",");
       value.end++)
    {
      g_autofree char *word = ws_tokens_dup (self->tokens, value.end);
      g_auto (Variable) one = { 0 };

      if (value.end == self->lambda->at || read_variable (self, word, 0, &one))
        return FALSE;
    }
  text = ws_span_dup_text (&value);
  g_string_append_printf (self->fields, "  static constexpr %s%s = %s;\n", variable->type, name,
                          text);
  return TRUE;
}

/* @at: where it is named */
static void
capture_name (Reading *self, guint at, gboolean is_asked)
{
  g_autofree char *name = ws_tokens_dup (self->tokens, at);
  g_auto (Variable) variable = { 0 };
  WsLambdaCapture capture = { .value = { self->tokens, at, at + 1 } };

  if (!g_hash_table_add (self->done, g_strdup (name)))
    return;
  if (!read_variable (self, name, 0, &variable))
    {
      if (is_asked)
        refuse (self, g_strdup_printf (_ ("Where it captures “%s”, no declaration of it is found."),
                                       name));
      return;
    }
  if (variable.type == NULL)
    {
      refuse (self,
              g_strdup_printf (_ ("It captures “%s”, whose type is not known to be a number or a "
                                  "pointer to numbers."),
                               name));
      return;
    }
  if (add_constant (self, name, &variable))
    return;
  capture.name = g_strdup (name);
  capture.is_address = variable.is_address;
  if (!variable.is_address)
    find_value (self, variable.at, &capture);
  add_capture (self, &capture, &variable);
}

/* "[k = 2 * n]", "[k {3}]" */
static void
capture_initial (Reading *self, const WsSpan *part)
{
  WsSpan value = { self->tokens, part->first + 2, part->end };
  g_auto (Variable) variable = { 0 };
  g_autofree char *text = ws_span_dup_text (part);
  WsLambdaCapture capture = { 0 };

  if (!ws_tokens_is (self->tokens, part->first + 1, "="))
    value.end--;
  if (!infer (self, &value, 0, &variable) || variable.is_address)
    {
      refuse (self,
              g_strdup_printf (_ ("It captures “%s”, which is not known to be a number."), text));
      return;
    }
  capture.name = ws_tokens_dup (self->tokens, part->first);
  capture.value = value;
  g_hash_table_add (self->done, g_strdup (capture.name));
  add_capture (self, &capture, &variable);
}

/* The lambda's own names are not captures. */
static void
skip_own (Reading *self)
{
  g_autoptr (GArray) parts = ws_span_split (&self->parameters, ",");

  for (guint i = 0; i < parts->len; i++)
    {
      const WsSpan *part = &g_array_index (parts, WsSpan, i);

      if (part->end > part->first)
        g_hash_table_add (self->done, ws_tokens_dup (self->tokens, part->end - 1));
    }
  for (guint i = self->body.first; i < self->body.end; i++)
    {
      g_autofree char *name = ws_tokens_dup (self->tokens, i);
      g_auto (Variable) variable = { 0 };

      /* before it is declared it would be another */
      if (ws_tokens_is_word (self->tokens, i)
          && ws_tokens_find (self->tokens, self->body.first, name) == i
          && read_declaration (self, self->body.first, i, MAX_NAMES, &variable))
        g_hash_table_add (self->done, g_steal_pointer (&name));
    }
}

static void
capture_all (Reading *self)
{
  skip_own (self);
  for (guint i = self->body.first; i < self->body.end; i++)
    if (ws_tokens_is (self->tokens, i, "this"))
      refuse (self, g_strdup (_ ("It captures “this”, an object of the host.")));
    else if (ws_tokens_is_word (self->tokens, i) && !ws_tokens_is (self->tokens, i - 1, ".")
             && !ws_tokens_is (self->tokens, i - 1, "->")
             && !ws_tokens_is (self->tokens, i + 1, "::")
             && !ws_tokens_is (self->tokens, i - 1, "::"))
      capture_name (self, i, FALSE);
}

static void
read_captures (Reading *self)
{
  g_autoptr (GArray) parts = ws_span_split (&self->inside, ",");
  gboolean takes_all = FALSE;

  for (guint i = 0; i < parts->len; i++)
    {
      const WsSpan *part = &g_array_index (parts, WsSpan, i);
      g_autofree char *text = ws_span_dup_text (part);

      if (ws_tokens_is (self->tokens, part->first, "&"))
        refuse (self, g_strdup_printf (_ ("It captures by reference (“%s”), and a kernel has no "
                                          "access to variables of the host: capture by value."),
                                       text));
      else if (g_str_equal (text, "="))
        takes_all = TRUE;
      else if (part->end == part->first + 1 && !g_str_equal (text, "this")
               && ws_tokens_is_word (self->tokens, part->first))
        capture_name (self, part->first, TRUE);
      else if (ws_tokens_is_word (self->tokens, part->first)
               && (ws_tokens_is (self->tokens, part->first + 1, "=")
                   || ws_tokens_get_partner (self->tokens, part->first + 1) == part->end - 1))
        capture_initial (self, part);
      else if (part->end > part->first)
        refuse (self, g_strdup_printf (_ ("It captures “%s”, which is not supported."), text));
    }
  if (takes_all)
    capture_all (self);
}

/* ---- lambdas ---- */

/* Whether a lambda with __device__ begins there: its parts. */
static gboolean
read_parts (Reading *self, guint at, guint end)
{
  const WsTokens *tokens = self->tokens;
  guint close = ws_tokens_get_partner (tokens, at);
  guint i = close + 1;
  gboolean is_device = FALSE;

  if (!ws_tokens_is (tokens, at, "[") || close == at
      || (at > 0
          && (ws_tokens_is_word (tokens, at - 1) || ws_tokens_is (tokens, at - 1, "]")
              || ws_tokens_is (tokens, at - 1, ")"))
          && !ws_tokens_is (tokens, at - 1, "return")))
    return FALSE;
  for (; ws_tokens_is (tokens, i, "__device__") || ws_tokens_is (tokens, i, "__host__"); i++)
    is_device |= ws_tokens_is (tokens, i, "__device__");
  if (!is_device)
    return FALSE;
  self->inside = (WsSpan){ tokens, at + 1, close };
  self->parameters = self->returned = (WsSpan){ tokens, i, i };
  if (ws_tokens_is (tokens, i, "("))
    {
      self->parameters = (WsSpan){ tokens, i + 1, ws_tokens_get_partner (tokens, i) };
      i = MAX (self->parameters.end, i) + 1;
    }
  for (; ws_tokens_is (tokens, i, "mutable") || ws_tokens_is (tokens, i, "noexcept")
         || ws_tokens_is (tokens, i, "constexpr");
       i++)
    self->is_mutable |= ws_tokens_is (tokens, i, "mutable");
  if (ws_tokens_is (tokens, i, "->"))
    {
      self->returned = (WsSpan){ tokens, i + 1, MIN (ws_tokens_find (tokens, i, "{"), end) };
      i = self->returned.end;
    }
  self->body = (WsSpan){ tokens, i + 1, ws_tokens_get_partner (tokens, i) };
  return ws_tokens_is (tokens, i, "{") && self->body.end > i && self->body.end <= end;
}

/* "std::function<void (int)> f = [=] ..." is another type than the lambda's. */
static gboolean
is_kept_otherwise (const WsTokens *tokens, guint at)
{
  guint name = at - 2;
  guint before = name - 1;

  if (at < 4 || !ws_tokens_is_word (tokens, name))
    return FALSE;
  if (ws_tokens_is (tokens, at - 1, "="))
    {
      while (ws_tokens_is (tokens, before, "const") || ws_tokens_is (tokens, before, "&")
             || ws_tokens_is (tokens, before, "&&"))
        before--;
      return !ws_tokens_is (tokens, before, "auto");
    }
  return (ws_tokens_is (tokens, at - 1, "(") || ws_tokens_is (tokens, at - 1, "{"))
         && (ws_tokens_is (tokens, before, ">")
             || (ws_tokens_is_word (tokens, before) && !ws_tokens_is (tokens, before, "auto")
                 && !is_other_statement (tokens, before)));
}

static void
check (Reading *self)
{
  const WsSpan whole = { self->tokens, self->lambda->at, self->body.end };

  if (is_kept_otherwise (self->tokens, self->lambda->at))
    refuse (self,
            g_strdup (_ ("It is kept in a variable of another type, as “std::function”: declare "
                         "the variable as “auto”.")));
  if (ws_span_has_word (&self->parameters, "auto"))
    refuse (self, g_strdup (_ ("It is generic: write its parameters’ types instead of “auto”.")));
  if (self->body.end - self->body.first > MAX_BODY)
    refuse (self, g_strdup (_ ("It is too long.")));
  for (guint i = 0; i < self->function->template_parameters->len; i++)
    {
      const WsSpan *one = &g_array_index (self->function->template_parameters, WsSpan, i);
      guint end = MIN (ws_tokens_find (one->tokens, one->first, "="), one->end);
      g_autofree char *name = ws_tokens_dup (one->tokens, end - 1);

      if (ws_span_has_word (&whole, name))
        refuse (self,
                g_strdup_printf (_ ("It uses “%s”, a parameter of the template that it stands "
                                    "in."),
                                 name));
    }
}

/* Its namespaces: "image::" */
static char *
dup_prefix (const WsUserFunction *function)
{
  return g_strndup (function->qualified, strlen (function->qualified) - strlen (function->name));
}

static void
append_place (const Reading *self, guint at, GString *text)
{
  const WsUserFile *file = g_ptr_array_index (self->source->files, self->lambda->file);
  g_autofree char *name = self->lambda->file > 0 ? ws_user_include_move (file->name) : NULL;

  g_string_append_printf (text, "\n#line %u \"%s\"\n", ws_tokens_get (self->tokens, at)->line,
                          name != NULL ? name : file->name);
}

/* Compiler messages and recordings refer to the lambda's own lines and columns. */
static void
write_functor (Reading *self)
{
  g_autofree char *prefix = dup_prefix (self->function);
  g_autofree char *parameters = ws_span_dup_text (&self->parameters);
  g_autofree char *returned = ws_span_dup_text (&self->returned);
  g_autoptr (GString) text = g_string_new (NULL);
  const WsToken *open = ws_tokens_get (self->tokens, self->body.first - 1);
  const WsToken *close = ws_tokens_get (self->tokens, self->body.end);
  const char *line = self->tokens->text + open->start;

  if (*prefix != '\0')
    g_string_append_printf (text, "namespace %.*s {\n", (int)strlen (prefix) - 2, prefix);
  append_place (self, self->lambda->at, text);
  g_string_append_printf (text, "struct %s {\n%s  __device__ %s operator() (%s)%s%s%s",
                          self->lambda->name + strlen (prefix), self->fields->str, "auto",
                          parameters, self->is_mutable ? "" : " const",
                          *returned != '\0' ? " -> " : "", returned);
  append_place (self, self->body.first - 1, text);
  while (line > self->tokens->text && line[-1] != '\n')
    line--;
  g_string_append_printf (text, "%*s", (int)(self->tokens->text + open->start - line), "");
  g_string_append_len (text, self->tokens->text + open->start,
                       close->start + close->length - open->start);
  g_string_append_printf (text, "\n};\n%s", *prefix != '\0' ? "}\n" : "");
  self->lambda->functor = ws_tokens_new (text->str);
}

/* A unique name. (transfer full) */
static char *
make_name (const WsUserSource *source, const char *prefix, guint number)
{
  g_autoptr (GString) name = g_string_new (NULL);

  g_string_printf (name, "lambda_%u", number);
  while (ws_user_source_find_item (source, name->str) != NULL
         || ws_user_source_find_macro (source, name->str) != NULL)
    g_string_append_c (name, '_');
  return g_strconcat (prefix, name->str, NULL);
}

/* Returns: behind it; @at where no lambda for a kernel begins */
static guint
read_lambda (const WsUserSource *source, const WsUserFunction *function, guint at, WsWork *work,
             GPtrArray *list)
{
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) fields = g_string_new (NULL);
  g_autofree char *prefix = dup_prefix (function);
  Reading reading = { .source = source,
                      .function = function,
                      .tokens = function->body.tokens,
                      .work = work,
                      .done = done,
                      .fields = fields };

  if (!read_parts (&reading, at, function->body.end))
    return at;
  reading.lambda = g_new0 (WsLambda, 1);
  reading.lambda->file = function->file;
  reading.lambda->tokens = reading.tokens;
  reading.lambda->at = at;
  reading.lambda->name = make_name (source, prefix, list->len + 1);
  reading.lambda->captures = g_array_new (FALSE, FALSE, sizeof (WsLambdaCapture));
  g_array_set_clear_func (reading.lambda->captures, capture_clear);
  g_ptr_array_add (list, reading.lambda);
  check (&reading);
  if (reading.lambda->refused == NULL)
    read_captures (&reading);
  if (!spend (&reading, 0))
    refuse (&reading, g_strdup (_ ("It is too much to read.")));
  if (reading.lambda->refused == NULL)
    write_functor (&reading);
  return reading.body.end + 1;
}

static void
list_lambdas (const WsUserSource *source, GPtrArray *list)
{
  WsWork work = { 0 };

  for (guint k = 0; k < source->items->len; k++)
    {
      const WsUserFunction *one =
          ((const WsUserItem *)g_ptr_array_index (source->items, k))->function;

      if (one == NULL || !one->has_body || one->is_kernel || one->is_device)
        continue;
      for (guint i = ws_tokens_find (one->body.tokens, one->body.first, "[");
           i < one->body.end && list->len < MAX_LAMBDAS;
           i = ws_tokens_find (one->body.tokens, i, "["))
        {
          guint behind = read_lambda (source, one, i, &work, list);

          i = MAX (behind, i + 1);
        }
    }
}

/* Adds the lambdas that host code passes to kernels, and the structures that replace them.
 */
void
ws_lambda_add_all (WsUserSource *source)
{
  source->lambdas = g_ptr_array_new_with_free_func ((GDestroyNotify)lambda_free);
  list_lambdas (source, source->lambdas);
  for (guint i = 0; i < source->lambdas->len; i++)
    {
      WsLambda *lambda = g_ptr_array_index (source->lambdas, i);

      if (lambda->functor != NULL)
        lambda->call = ws_user_source_add_functor (source, lambda->file, lambda->functor);
    }
}

/* Returns: (transfer none) (nullable): the one whose "[" stands there */
const WsLambda *
ws_lambda_find (const WsUserSource *source, const WsTokens *tokens, guint at)
{
  for (guint i = 0; source->lambdas != NULL && i < source->lambdas->len; i++)
    {
      const WsLambda *one = g_ptr_array_index (source->lambdas, i);

      if (one->tokens == tokens && one->at == at)
        return one;
    }
  return NULL;
}
