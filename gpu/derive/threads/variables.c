#include "threads/variables.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 64 /* of an expression */

typedef struct {
  const char *text;
  guint length;
  guint line;
} Token;

/* A number as C has it: of 32 bits, signed or not. */
typedef struct {
  guint32 bits;
  gboolean is_unsigned;
} Number;

typedef struct {
  char *name;
  guint first; /* token of its value, and behind the last */
  guint end;
  guint line;
  gboolean is_unsigned;
  /* of a loop's variable */
  gboolean counts;
  char step; /* '+', '-', '<' or '>' */
  guint32 by;
  guint last_line; /* of the loop */
  guint32 site;    /* that is executed once in a round */
} Variable;

struct _WsVariables {
  const WsRun *run;
  guint launch;
  char *source; /* without comments and what the preprocessor reads */
  GArray *tokens;
  GArray *variables; /* Variable */
};

/* Whose numbers an expression is made of. */
typedef struct {
  const WsVariables *self;
  guint at;
  guint end;
  guint block[3];
  guint thread[3];
  guint depth;
  gboolean failed;
} Reader;

/* ---- tokens ---- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Comments, texts and lines of the preprocessor become spaces. */
static void
blank (char *text)
{
  gboolean begins_line = TRUE;

  for (char *at = text; *at != '\0';)
    {
      char *end = at;

      if (g_str_has_prefix (at, "//") || (begins_line && *at == '#'))
        end = at + strcspn (at, "\n");
      else if (g_str_has_prefix (at, "/*"))
        end = strstr (at + 2, "*/") != NULL ? strstr (at + 2, "*/") + 2 : at + strlen (at);
      else if (*at == '"')
        end = at + 1 + strcspn (at + 1, "\"\n");
      begins_line = *at == '\n' || (begins_line && g_ascii_isspace (*at));
      if (end == at)
        at++;
      for (; at < end; at++)
        if (*at != '\n')
          *at = ' ';
    }
}

static void
split (WsVariables *self)
{
  static const char *const pairs[] = { "<<=", ">>=", "<<", ">>", "++", "--", "+=", "-=",
                                       "*=",  "/=",  "%=", "&=", "|=", "^=", "==", "!=",
                                       "<=",  ">=",  "&&", "||", "->", "::" };
  guint line = 1;

  for (const char *at = self->source; *at != '\0';)
    {
      Token token = { .text = at, .length = 1, .line = line };

      if (g_ascii_isspace (*at))
        {
          line += *at == '\n';
          at++;
          continue;
        }
      for (guint i = 0; i < G_N_ELEMENTS (pairs) && token.length == 1; i++)
        if (g_str_has_prefix (at, pairs[i]))
          token.length = (guint)strlen (pairs[i]);
      while (is_word (*at) && is_word (at[token.length]))
        token.length++;
      g_array_append_val (self->tokens, token);
      at += token.length;
    }
}

static const Token *
get (const WsVariables *self, guint token)
{
  static const Token none = { .text = "", .length = 0 };

  return token < self->tokens->len ? &g_array_index (self->tokens, Token, token) : &none;
}

static gboolean
is (const WsVariables *self, guint token, const char *text)
{
  const Token *there = get (self, token);

  return there->length == strlen (text) && strncmp (there->text, text, there->length) == 0;
}

static gboolean
is_any (const WsVariables *self, guint token, const char *const *texts)
{
  for (; *texts != NULL; texts++)
    if (is (self, token, *texts))
      return TRUE;
  return FALSE;
}

static gboolean
is_name (const WsVariables *self, guint token)
{
  const Token *there = get (self, token);

  return there->length > 0 && is_word (*there->text) && !g_ascii_isdigit (*there->text);
}

/* Behind what closes the bracket at @token. */
static guint
skip_bracket (const WsVariables *self, guint token)
{
  int depth = 0;

  for (; token < self->tokens->len; token++)
    {
      char c = get (self, token)->length == 1 ? *get (self, token)->text : '\0';

      depth += c == '(' || c == '{' || c == '[';
      depth -= c == ')' || c == '}' || c == ']';
      if (depth == 0)
        return token + 1;
    }
  return token;
}

/* ---- numbers ---- */

static Number read_sum (Reader *reader, guint level);

static Number
fail (Reader *reader)
{
  reader->failed = TRUE;
  return (Number){ 0 };
}

static gboolean
take (Reader *reader, const char *text)
{
  if (reader->at >= reader->end || !is (reader->self, reader->at, text))
    return FALSE;
  reader->at++;
  return TRUE;
}

static Number
read_literal (Reader *reader)
{
  const Token *token = get (reader->self, reader->at);
  g_autofree char *text = g_strndup (token->text, token->length);
  char *end = NULL;
  guint64 value = g_ascii_strtoull (text, &end, 0);
  gboolean is_unsigned = g_ascii_strcasecmp (end, "u") == 0;

  if (end == text || (*end != '\0' && !is_unsigned)
      || value > (guint64)(is_unsigned ? G_MAXUINT32 : G_MAXINT32)
      || is (reader->self, reader->at + 1, "."))
    return fail (reader);
  reader->at++;
  return (Number){ (guint32)value, is_unsigned };
}

/* threadIdx.x and its like. */
static Number
read_member (Reader *reader)
{
  const WsLaunch *launch = &reader->self->run->launches[reader->self->launch];
  const struct {
    const char *name;
    const guint32 *values;
  } members[] = { { "threadIdx", reader->thread },
                  { "blockIdx", reader->block },
                  { "blockDim", launch->block },
                  { "gridDim", launch->grid } };
  static const char *const axes[] = { "x", "y", "z" };

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (is (reader->self, reader->at, members[i].name) && is (reader->self, reader->at + 1, "."))
      for (guint axis = 0; axis < G_N_ELEMENTS (axes); axis++)
        if (is (reader->self, reader->at + 2, axes[axis]))
          {
            reader->at += 3;
            return (Number){ members[i].values[axis], TRUE };
          }
  return fail (reader);
}

static guint
find_variable (const WsVariables *self, const Token *name, guint below)
{
  for (guint i = 0; i < below; i++)
    {
      const Variable *variable = &g_array_index (self->variables, Variable, i);

      if (!variable->counts && strlen (variable->name) == name->length
          && strncmp (variable->name, name->text, name->length) == 0)
        return i;
    }
  return WS_NONE;
}

static Number
read_whole (Reader *reader, guint first, guint end, gboolean is_unsigned)
{
  Reader inner = *reader;
  Number number;

  inner.at = first;
  inner.end = end;
  inner.depth++;
  number = inner.depth < MOST_DEPTH ? read_sum (&inner, 0) : fail (&inner);
  if (inner.failed || inner.at != end)
    return fail (reader);
  number.is_unsigned = is_unsigned;
  return number;
}

static Number
read_plain (Reader *reader)
{
  const Token *token = get (reader->self, reader->at);
  guint index;

  if (reader->at >= reader->end || reader->failed || reader->depth > MOST_DEPTH)
    return fail (reader);
  if (take (reader, "("))
    {
      Number number;

      reader->depth++;
      number = read_sum (reader, 0);
      reader->depth--;
      return take (reader, ")") ? number : fail (reader);
    }
  if (take (reader, "-"))
    {
      Number number = read_plain (reader);

      number.bits = -number.bits;
      return number;
    }
  if (g_ascii_isdigit (*token->text))
    return read_literal (reader);
  if (take (reader, "warpSize"))
    return (Number){ WS_WARP_SIZE, FALSE };
  index = find_variable (reader->self, token, reader->self->variables->len);
  if (index != WS_NONE && !is (reader->self, reader->at + 1, "(")
      && !is (reader->self, reader->at + 1, "["))
    {
      const Variable *variable = &g_array_index (reader->self->variables, Variable, index);

      reader->at++;
      return read_whole (reader, variable->first, variable->end, variable->is_unsigned);
    }
  return read_member (reader);
}

/* C17, 6.5.5 to 6.5.12, of integers of 32 bits: the signed ones as a GPU has them. */
static Number
compute (Reader *reader, char op, Number a, Number b)
{
  gboolean is_unsigned = a.is_unsigned || b.is_unsigned;
  gint64 x = is_unsigned ? (gint64)a.bits : (gint64)(gint32)a.bits;
  gint64 y = is_unsigned ? (gint64)b.bits : (gint64)(gint32)b.bits;
  gboolean is_shift = op == '<' || op == '>';

  if (((op == '/' || op == '%') && y == 0) || (is_shift && b.bits > 31))
    return fail (reader);
  switch (op)
    {
    case '+':
      return (Number){ a.bits + b.bits, is_unsigned };
    case '-':
      return (Number){ a.bits - b.bits, is_unsigned };
    case '*':
      return (Number){ a.bits * b.bits, is_unsigned };
    case '/':
      return (Number){ (guint32)(x / y), is_unsigned };
    case '%':
      return (Number){ (guint32)(x % y), is_unsigned };
    case '<':
      return (Number){ a.bits << b.bits, a.is_unsigned };
    case '>':
      return (Number){ a.is_unsigned ? a.bits >> b.bits : (guint32)((gint32)a.bits >> b.bits),
                       a.is_unsigned };
    case '&':
      return (Number){ a.bits & b.bits, is_unsigned };
    case '^':
      return (Number){ a.bits ^ b.bits, is_unsigned };
    default:
      return (Number){ a.bits | b.bits, is_unsigned };
    }
}

/* What binds least first. */
static const char *const levels[][4] = {
  { "|" }, { "^" }, { "&" }, { "<<", ">>" }, { "+", "-" }, { "*", "/", "%" },
};

static Number
read_sum (Reader *reader, guint level)
{
  Number number;
  gboolean more = TRUE;

  if (level == G_N_ELEMENTS (levels))
    return read_plain (reader);
  number = read_sum (reader, level + 1);
  while (more && !reader->failed)
    {
      more = FALSE;
      for (guint i = 0; i < 4 && levels[level][i] != NULL && !more; i++)
        if (take (reader, levels[level][i]))
          {
            number = compute (reader, *levels[level][i], number, read_sum (reader, level + 1));
            more = TRUE;
          }
    }
  return number;
}

/* Whether @variable has a value in a thread; then in @number. */
static gboolean
evaluate (const WsVariables *self, const Variable *variable, guint block, guint thread,
          Number *number)
{
  const WsLaunch *launch = &self->run->launches[self->launch];
  Reader reader = {
    .self = self,
    .block = { block % launch->grid[0], block / launch->grid[0] % launch->grid[1],
               block / launch->grid[0] / launch->grid[1] },
    .thread = { thread % launch->block[0], thread / launch->block[0] % launch->block[1],
                thread / launch->block[0] / launch->block[1] },
  };

  *number = read_whole (&reader, variable->first, variable->end, variable->is_unsigned);
  return !reader.failed;
}

/* ---- declarations ---- */

/* Whether the name at @token is set there, or its address taken. */
static gboolean
is_set (const WsVariables *self, guint token)
{
  static const char *const after[] = { "=",  "+=", "-=",  "*=",  "/=", "%=", "&=",
                                       "|=", "^=", "<<=", ">>=", "++", "--", NULL };
  static const char *const before[] = { "++", "--", NULL };
  static const char *const unary[] = { "(", ",", "=", "&&", "return", NULL };

  return is_any (self, token + 1, after) || is_any (self, token - 1, before)
         || (is (self, token - 1, "&") && is_any (self, token - 2, unary));
}

static guint
count_set (const WsVariables *self, const Token *name, guint first, guint end)
{
  guint n = 0;

  for (guint i = MAX (first, 2); i < end; i++)
    if (get (self, i)->length == name->length
        && strncmp (get (self, i)->text, name->text, name->length) == 0 && !is (self, i - 1, ".")
        && !is (self, i - 1, "->"))
      n += is_set (self, i);
  return n;
}

/* Whether @token begins the type of a whole number of 32 bits; then in @name the token behind. */
static gboolean
read_type (const WsVariables *self, guint token, guint *name, gboolean *is_unsigned)
{
  static const char *const before[] = { "const", "constexpr", "static", NULL };
  gboolean is_int = FALSE;

  *is_unsigned = FALSE;
  while (is_any (self, token, before))
    token++;
  if (is (self, token, "unsigned"))
    {
      *is_unsigned = is_int = TRUE;
      token++;
    }
  if (is (self, token, "int"))
    {
      is_int = TRUE;
      token++;
    }
  *name = token;
  return is_int && is_name (self, token) && is (self, token + 1, "=");
}

/* Behind the statement at @token. */
static guint
skip_statement (const WsVariables *self, guint token)
{
  static const char *const heads[] = { "for", "while", "if", NULL };

  if (is (self, token, "{"))
    return skip_bracket (self, token);
  if (is_any (self, token, heads))
    {
      token = skip_statement (self, skip_bracket (self, token + 1));
      return is (self, token, "else") ? skip_statement (self, token + 1) : token;
    }
  while (token < self->tokens->len && !is (self, token, ";"))
    token = is (self, token, "(") || is (self, token, "{") || is (self, token, "[")
                ? skip_bracket (self, token)
                : token + 1;
  return token + 1;
}

/* The step of "s >>= 1" and its like, where it is a literal. */
static gboolean
read_step (const WsVariables *self, guint token, guint end, const Token *name, Variable *variable)
{
  static const struct {
    const char *sign;
    char step;
  } signs[] = { { "+=", '+' }, { "-=", '-' }, { "<<=", '<' }, { ">>=", '>' },
                { "*=", '*' }, { "/=", '/' }, { "++", '+' },  { "--", '-' } };
  Reader reader = { .self = self, .end = end };
  Number number = { 1, FALSE };
  guint sign = is (self, token, "++") || is (self, token, "--") ? token : token + 1;
  guint at = sign == token ? token + 1 : token;

  if (get (self, at)->length != name->length
      || strncmp (get (self, at)->text, name->text, name->length) != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (is (self, sign, signs[i].sign))
      variable->step = signs[i].step;
  reader.at = MAX (sign, at) + 1;
  if (reader.at < end)
    number = read_literal (&reader);
  if (variable->step == 0 || reader.failed || reader.at != end || number.bits == 0)
    return FALSE;
  variable->by = number.bits;
  if (variable->step == '*' || (variable->step == '/' && variable->is_unsigned))
    {
      if ((number.bits & (number.bits - 1)) != 0)
        return FALSE;
      variable->step = variable->step == '*' ? '<' : '>';
      variable->by = (guint32)__builtin_ctz (number.bits);
    }
  return variable->step != '/' && (variable->step != '>' || variable->is_unsigned);
}

/* (nullable): the operand behind the last comma */
static const char *
get_last_operand (const char *text)
{
  const char *comma = strrchr (text, ',');

  return comma != NULL ? comma + 1 + strspn (comma + 1, " \t") : NULL;
}

/* Whether the site adds to a register of 32 bits, or shifts it, by what the loop's step says. */
static gboolean
is_step (const WsKernel *kernel, const WsSite *site, const Variable *variable)
{
  static const struct {
    char step;
    const char *opcode;
  } opcodes[] = { { '+', "add." }, { '-', "add." }, { '<', "shl." }, { '>', "shr." } };
  const char *text = ws_kernel_get_string (kernel, site->text);
  const char *operand = get_last_operand (text);
  gint64 by = variable->step == '-' ? -(gint64)variable->by : (gint64)variable->by;
  const guint32 *registers = kernel->registers + site->first_register;

  if (site->line != variable->line || site->op_class != WS_OP_ALU || site->n_defs != 1
      || site->n_uses != 1 || registers[0] != registers[1] || operand == NULL
      || (site->flags & WS_SITE_GUARDED) != 0
      || (site->value_type != WS_VALUE_U32 && site->value_type != WS_VALUE_S32)
      || g_ascii_strtoll (operand, NULL, 10) != by)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (opcodes); i++)
    if (opcodes[i].step == variable->step
        && g_str_has_prefix (ws_kernel_get_string (kernel, site->opcode), opcodes[i].opcode))
      return TRUE;
  return FALSE;
}

/* A loop's variable whose rounds one instruction of its line counts. */
static gboolean
read_loop (const WsVariables *self, guint token, const Token *name, guint body_end,
           Variable *variable)
{
  const WsKernel *kernel = ws_run_get_kernel (self->run, self->launch);
  guint close = skip_bracket (self, token) - 1;
  guint end = skip_statement (self, close + 1);
  guint semicolon = variable->end;
  guint n = 0;

  while (++semicolon < close && !is (self, semicolon, ";"))
    ;
  if (semicolon >= close || end > body_end
      || !read_step (self, semicolon + 1, close, name, variable))
    return FALSE;
  variable->counts = TRUE;
  variable->last_line = get (self, end - 1)->line;
  for (guint s = 0; s < kernel->n_sites; s++)
    if (is_step (kernel, &kernel->sites[s], variable))
      {
        variable->site = s;
        n++;
      }
  return n == 1;
}

/* Adds what is declared at @token, where its value is sure. @loop: the bracket of a "for" that it
 * is in, or WS_NONE. */
static void
add_variable (WsVariables *self, guint token, guint loop, guint first, guint end)
{
  Variable variable = { .site = WS_NONE };
  Number number;
  guint name;

  if (!read_type (self, token, &name, &variable.is_unsigned))
    return;
  variable.first = variable.end = name + 2;
  while (variable.end < end && !is (self, variable.end, ";"))
    variable.end++;
  variable.line = get (self, name)->line;
  if (find_variable (self, get (self, name), self->variables->len) != WS_NONE
      || count_set (self, get (self, name), first, end) != (loop != WS_NONE ? 2 : 1)
      || !evaluate (self, &variable, 0, 0, &number)
      || (loop != WS_NONE && !read_loop (self, loop, get (self, name), end, &variable)))
    return;
  variable.name = g_strndup (get (self, name)->text, get (self, name)->length);
  g_array_append_val (self->variables, variable);
}

/* The body of the kernel: the last one that begins before its instructions end. */
static gboolean
find_body (const WsVariables *self, guint *first, guint *end)
{
  const WsKernel *kernel = ws_run_get_kernel (self->run, self->launch);
  guint last_line = 0;
  guint first_line = G_MAXUINT;
  guint begin = 0;

  for (guint s = 0; s < kernel->n_sites; s++)
    {
      const guint line = ws_site_get_kernel_line (&kernel->sites[s]);

      if (line == 0 || line == WS_NONE)
        continue;
      last_line = MAX (last_line, line);
      first_line = MIN (first_line, line);
    }
  for (guint i = 0; i < self->tokens->len; i++)
    if (is (self, i, "__global__") && get (self, i)->line <= first_line)
      begin = i;
  while (begin < self->tokens->len && !is (self, begin, "{") && !is (self, begin, ";"))
    begin++;
  *first = begin;
  *end = skip_bracket (self, begin);
  return is (self, begin, "{") && get (self, *end - 1)->line >= last_line;
}

/* Constants of the file stand outside all brackets; in the kernel's body, what is declared inside a
 * loop is left out, but for the variable of the outermost one. */
static void
find_variables (WsVariables *self)
{
  static const char *const loops[] = { "for", "while", "do", NULL };
  guint first;
  guint end;
  guint inside = 0; /* of the loops, that which ends last */

  if (!find_body (self, &first, &end))
    return;
  for (guint i = 0; i < first; i++)
    if (is (self, i, "{"))
      i = skip_bracket (self, i) - 1;
    else if (is (self, i, "constexpr") || is (self, i, "const"))
      add_variable (self, i, WS_NONE, 0, first);
  for (guint i = first; i < end; i++)
    {
      gboolean begins = is (self, i - 1, ";") || is (self, i - 1, "{") || is (self, i - 1, "}");

      if (is (self, i, "for") && i >= inside)
        add_variable (self, i + 2, i + 1, first, end);
      if (is_any (self, i, loops))
        inside = MAX (inside,
                      is (self, i, "do") ? skip_statement (self, i + 1) : skip_statement (self, i));
      else if (begins && i >= inside)
        add_variable (self, i, WS_NONE, first, end);
    }
}

static void
clear_variable (gpointer data)
{
  g_free (((Variable *)data)->name);
}

/**
 * ws_variables_new:
 * @run: a run; it must outlive them
 *
 * Reads the source of the launch's kernel.
 *
 * Returns: (transfer full): the variables of which the values are sure; none where the source is
 * not known, or the preprocessor leaves out or replaces parts of it
 */
WsVariables *
ws_variables_new (const WsRun *run, guint launch)
{
  const WsKernel *kernel = ws_run_get_kernel (run, launch);
  WsVariables *self = g_new0 (WsVariables, 1);

  self->run = run;
  self->launch = launch;
  self->source = g_strdup (kernel->source != NULL ? kernel->source : "");
  self->tokens = g_array_new (FALSE, FALSE, sizeof (Token));
  self->variables = g_array_new (FALSE, FALSE, sizeof (Variable));
  g_array_set_clear_func (self->variables, clear_variable);
  if (strstr (self->source, "#if") != NULL || strstr (self->source, "#define") != NULL)
    return self;
  blank (self->source);
  split (self);
  find_variables (self);
  return self;
}

void
ws_variables_free (WsVariables *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->variables);
  g_array_unref (self->tokens);
  g_free (self->source);
  g_free (self);
}

guint
ws_variables_get_n (const WsVariables *self)
{
  return self->variables->len;
}

/**
 * ws_variables_get_name:
 * @variable: one of them, from 0
 *
 * Returns: (transfer none): its name, as in "tid"
 */
const char *
ws_variables_get_name (const WsVariables *self, guint variable)
{
  return g_array_index (self->variables, Variable, variable).name;
}

/* Returns: the line of the source, from 1, where it is declared */
guint
ws_variables_get_line (const WsVariables *self, guint variable)
{
  return g_array_index (self->variables, Variable, variable).line;
}

/* Returns: whether the kernel sets the name in one place alone, so that it keeps what it got */
gboolean
ws_variables_is_set_once (const WsVariables *self, const char *name)
{
  const Token token = { .text = name, .length = (guint)strlen (name) };
  guint first;
  guint end;

  return self->tokens->len > 0 && find_body (self, &first, &end)
         && count_set (self, &token, first, end) == 1;
}

/**
 * ws_variables_find:
 * @line: of the source, from 1, where it is used
 *
 * Returns: the variable that the name means there, or %WS_NONE
 */
guint
ws_variables_find (const WsVariables *self, const char *name, guint line)
{
  for (guint i = 0; i < self->variables->len; i++)
    {
      const Variable *variable = &g_array_index (self->variables, Variable, i);

      if (g_str_equal (variable->name, name) && line >= variable->line
          && (!variable->counts || line <= variable->last_line))
        return i;
    }
  return WS_NONE;
}

static Number
go_round (const Variable *variable, Number number)
{
  guint32 bits = number.bits;

  number.bits = variable->step == '+'   ? bits + variable->by
                : variable->step == '-' ? bits - variable->by
                : variable->step == '<' ? bits << variable->by
                                        : bits >> variable->by;
  return number;
}

/* Per lane, its rounds by @until. Returns: the lanes that are in the loop then */
static guint32
count_rounds (const WsVariables *self, const Variable *variable, const WsBlockRecord *block,
              guint warp, guint32 until, guint rounds[WS_WARP_SIZE])
{
  const WsKernel *kernel = ws_run_get_kernel (self->run, self->launch);
  guint32 inside = 0;

  for (guint32 e = 0; e <= until && e < block->n_events; e++)
    {
      const WsEvent *event = &self->run->events[block->first_event + e];
      guint line = ws_site_get_kernel_line (&kernel->sites[event->site]);

      if (event->warp != warp)
        continue;
      if (line < variable->line || line > variable->last_line)
        inside &= ~event->active;
      else
        inside |= event->active;
      for (guint lane = 0; event->site == variable->site && lane < WS_WARP_SIZE; lane++)
        rounds[lane] += event->taken >> lane & 1;
    }
  return inside;
}

/**
 * ws_variables_get_values:
 * @block: of the launch, recorded in full
 * @warp: of the block
 * @until: of the block's events: the last that counts
 * @values: (out caller-allocates): what the lanes have in it then
 *
 * Computes it from the source, lane by lane; of a loop, from as many rounds as the warp has made.
 *
 * Returns: %FALSE if no lane has it then
 */
gboolean
ws_variables_get_values (const WsVariables *self, guint variable, const WsBlockRecord *block,
                         guint warp, guint32 until, WsLaneValues *values)
{
  const Variable *what = &g_array_index (self->variables, Variable, variable);
  const WsLaunch *launch = &self->run->launches[self->launch];
  guint rounds[WS_WARP_SIZE] = { 0 };

  *values = (WsLaneValues){ .event = until,
                            .site = WS_NONE,
                            .lanes = ws_launch_get_warp_mask (launch, warp),
                            .value_type = what->is_unsigned ? WS_VALUE_U32 : WS_VALUE_S32,
                            .name = what->name };
  if (what->counts)
    values->lanes &= count_rounds (self, what, block, warp, until, rounds);
  for (guint lane = 0; lane < WS_WARP_SIZE; lane++)
    {
      Number number;

      if ((values->lanes & 1u << lane) == 0)
        continue;
      if (!evaluate (self, what, block->block, warp * WS_WARP_SIZE + lane, &number))
        values->lanes &= ~(1u << lane);
      for (guint i = 0; i < rounds[lane]; i++)
        number = go_round (what, number);
      values->values[lane] = number.bits;
    }
  return values->lanes != 0;
}
