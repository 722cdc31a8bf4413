/* function.c: an entry or function: its head, and the statements of its body. PTX ISA, chapters 4,
 * 5 and 11.2 to 11.4. */
#include "ptx/parser.h"

#include <string.h>

static WsPtxFunction *
new_function (WsParser *self, const WsToken *name, gboolean is_entry)
{
  const WsAtom *atom = ws_intern_get (&self->atoms, name->atom);
  WsPtxFunction *function = g_new0 (WsPtxFunction, 1);

  function->name = g_string_chunk_insert_len (self->module->strings, atom->start, atom->length);
  function->is_entry = is_entry;
  function->ptx_line = name->line;
  function->params = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_variable_free);
  function->returns = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_variable_free);
  function->variables = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_variable_free);
  function->registers = g_array_new (FALSE, TRUE, sizeof (WsPtxRegister));
  function->instructions = g_array_new (FALSE, TRUE, sizeof (WsPtxInstruction));
  function->elements = g_array_new (FALSE, TRUE, sizeof (WsPtxOperand));
  function->blocks = g_array_new (FALSE, TRUE, sizeof (WsPtxBlock));
  function->edges = g_array_new (FALSE, TRUE, sizeof (guint32));
  return function;
}

void
ws_ptx_function_free (WsPtxFunction *self)
{
  g_ptr_array_unref (self->params);
  g_ptr_array_unref (self->returns);
  g_ptr_array_unref (self->variables);
  g_array_unref (self->registers);
  g_array_unref (self->instructions);
  g_array_unref (self->elements);
  g_array_unref (self->blocks);
  g_array_unref (self->edges);
  g_free (self->diagnostic);
  g_free (self);
}

/* ---- the body ---- */

/* A name is a label if ':' follows. */
static gboolean
is_label (const WsParser *self)
{
  guint32 at = self->lexer.at;

  while (at < self->lexer.length && (self->lexer.text[at] == ' ' || self->lexer.text[at] == '\t'))
    at++;
  return self->token.kind == WS_TOKEN_NAME && self->lexer.text[at] == ':'
         && self->lexer.text[at + 1] != ':';
}

/* targets = ".branchtargets" label ("," label)* ";" */
static gboolean
parse_targets (WsParser *self, const WsToken *name)
{
  guint32 first = self->function->elements->len;
  WsSymbol *symbol;

  do
    {
      WsPtxOperand label = {
        .kind = WS_PTX_OPERAND_LABEL, .reg = WS_NONE, .symbol = WS_NONE, .target = WS_NONE
      };

      if (self->token.kind != WS_TOKEN_NAME)
        return ws_parser_error (self, &self->token, "expected a label");
      g_array_append_val (self->function->elements, label);
      ws_parser_add_fixup (self, &self->token, WS_NONE, self->function->elements->len - 1);
      ws_parser_next (self);
    }
  while (ws_parser_accept (self, ','));
  symbol = ws_parser_declare (self, name, WS_SYMBOL_TARGETS, first);
  if (symbol == NULL)
    return FALSE;
  symbol->count = self->function->elements->len - first;
  return ws_parser_expect (self, ';', "after the targets");
}

/* label = name ":" (targets | prototype)? */
static gboolean
parse_label (WsParser *self)
{
  const WsToken name = self->token;

  ws_parser_next (self);
  ws_parser_next (self);
  if (ws_parser_accept_keyword (self, WS_KW_BRANCHTARGETS))
    return parse_targets (self, &name);
  if (ws_parser_is_keyword (self, WS_KW_CALLPROTOTYPE)
      || ws_parser_is_keyword (self, WS_KW_CALLTARGETS))
    {
      if (ws_parser_declare (self, &name, WS_SYMBOL_PROTOTYPE, 0) == NULL)
        return FALSE;
      ws_parser_skip_statement (self);
      return TRUE;
    }
  return ws_parser_declare (self, &name, WS_SYMBOL_LABEL, self->function->instructions->len)
         != NULL;
}

/* guard = "@" "!"? predicate */
static gboolean
parse_guard (WsParser *self, guint32 *guard, gboolean *negated)
{
  *negated = ws_parser_accept (self, '!');
  if (self->token.kind == WS_TOKEN_NAME)
    *guard = ws_parser_find_register (self, self->token.atom);
  if (*guard == WS_NONE
      || g_array_index (self->function->registers, WsPtxRegister, *guard).type != WS_PTX_PRED)
    {
      g_autofree char *found = ws_parser_dup_token (self, &self->token);

      return ws_parser_error (self, &self->token, "expected a predicate register, not '%s'", found);
    }
  ws_parser_next (self);
  return TRUE;
}

/* statement = label | guard? instruction | declaration | directive */
static gboolean
parse_statement (WsParser *self)
{
  const WsToken start = self->token;
  guint32 guard = WS_NONE;
  gboolean negated = FALSE;
  WsToken opcode;

  if (ws_parser_accept (self, ';'))
    return TRUE;
  if (ws_parser_is_keyword (self, WS_KW_REG))
    return ws_parser_registers (self);
  if (ws_parser_is_keyword (self, WS_KW_LOCAL) || ws_parser_is_keyword (self, WS_KW_SHARED)
      || ws_parser_is_keyword (self, WS_KW_PARAM) || ws_parser_is_keyword (self, WS_KW_GLOBAL)
      || ws_parser_is_keyword (self, WS_KW_CONST))
    return ws_parser_variables (self, FALSE);
  if (ws_parser_accept_keyword (self, WS_KW_LOC))
    return ws_parser_location (self);
  if (ws_parser_accept_keyword (self, WS_KW_FILE))
    return ws_parser_file (self);
  if (ws_parser_is_keyword (self, WS_KW_PRAGMA))
    {
      ws_parser_skip_statement (self);
      return TRUE;
    }
  if (is_label (self))
    return parse_label (self);
  if (ws_parser_accept (self, '@') && !parse_guard (self, &guard, &negated))
    return FALSE;
  if (self->token.kind != WS_TOKEN_NAME)
    {
      g_autofree char *found = ws_parser_dup_token (self, &self->token);

      return ws_parser_error (self, &self->token, "expected an instruction, not '%s'", found);
    }
  ws_lexer_extend_opcode (&self->lexer, &self->token);
  opcode = self->token;
  ws_parser_next (self);
  return ws_parser_instruction (self, &start, guard, negated, &opcode);
}

/* body = "{" (statement | body)* "}" */
static gboolean
parse_body (WsParser *self)
{
  const WsToken open = self->token;
  guint32 depth = 0;

  do
    {
      guint32 before = self->token.start;

      if (self->token.kind == WS_TOKEN_END)
        {
          if (!self->stopped)
            ws_parser_error (self, &open, "the braces do not end");
          break;
        }
      if (ws_parser_accept (self, '{'))
        {
          if (depth >= WS_MAX_DEPTH)
            return ws_parser_error (self, &self->token, "scopes are nested too deeply");
          if (depth++ > 0)
            ws_parser_push_scope (self);
          continue;
        }
      if (ws_parser_is (self, '}'))
        {
          /* the outermost scope, with the parameters, is closed by the caller */
          if (--depth > 0)
            ws_parser_pop_scope (self);
          ws_parser_next (self);
          continue;
        }
      if (!parse_statement (self))
        {
          if (self->token.start == before)
            ws_parser_next (self);
          ws_parser_skip_statement (self);
        }
    }
  while (depth > 0);
  for (; depth > 1; depth--)
    ws_parser_pop_scope (self);
  return TRUE;
}

/* ---- the head ---- */

/* performance = ".maxntid" n ("," n)* | ".reqntid" n ("," n)* | ".minnctapersm" n | ... |
 * ".noreturn" | ".pragma" ... */
static gboolean
parse_directives (WsParser *self)
{
  while (self->token.kind == WS_TOKEN_DIRECTIVE)
    {
      gboolean is_max = ws_parser_is_keyword (self, WS_KW_MAXNTID);
      gboolean is_required = ws_parser_is_keyword (self, WS_KW_REQNTID);
      guint32 values[3] = { 1, 1, 1 };
      guint n = 0;

      if (ws_parser_is_keyword (self, WS_KW_PRAGMA))
        {
          ws_parser_skip_statement (self);
          continue;
        }
      ws_parser_next (self);
      while (self->token.kind == WS_TOKEN_INTEGER)
        {
          guint64 value;

          if (!ws_parser_read_number (self, G_MAXUINT32, "the value", &value))
            return FALSE;
          if (n < 3)
            values[n++] = (guint32)value;
          if (!ws_parser_accept (self, ','))
            break;
        }
      if (is_max)
        memcpy (self->function->max_ntid, values, sizeof values);
      if (is_required)
        memcpy (self->function->req_ntid, values, sizeof values);
    }
  return TRUE;
}

static WsPtxFunction *
declare_function (WsParser *self, const WsToken *name, gboolean is_entry)
{
  WsSymbol *symbol = ws_parser_find (self, name->atom);
  WsPtxFunction *function;

  if (symbol != NULL && symbol->kind == WS_SYMBOL_FUNCTION)
    {
      WsPtxFunction *old = g_ptr_array_index (self->module->functions, symbol->index);

      if (old->has_body)
        {
          g_autofree char *text = ws_parser_dup_token (self, name);

          ws_parser_error (self, name, "'%s' is defined twice", text);
          return NULL;
        }
      /* what was only declared before is now said in full */
      function = new_function (self, name, is_entry);
      self->module->functions->pdata[symbol->index] = function;
      ws_ptx_function_free (old);
      self->function_index = symbol->index;
      return function;
    }
  symbol = ws_parser_declare (self, name, WS_SYMBOL_FUNCTION, self->module->functions->len);
  if (symbol == NULL)
    return NULL;
  function = new_function (self, name, is_entry);
  self->function_index = self->module->functions->len;
  g_ptr_array_add (self->module->functions, function);
  return function;
}

/* The results of a .func stand before its name, when there is no function yet to take them. */
static gboolean
parse_results (WsParser *self, GPtrArray **returns, guint32 *bytes)
{
  *returns = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_variable_free);
  if (!ws_parser_is (self, '('))
    return TRUE;
  return ws_parser_parameters (self, *returns, WS_PTX_SCOPE_RETURN, bytes);
}

/* function = results? name parameters? directive* (";" | body) */
gboolean
ws_parser_function (WsParser *self, gboolean is_entry, gboolean is_extern)
{
  g_autoptr (GPtrArray) returns = NULL;
  guint32 return_bytes = 0;
  gboolean ok = FALSE;
  WsToken name;
  GPtrArray *swap;

  while (ws_parser_is_keyword (self, WS_KW_ATTRIBUTE)
         || ws_parser_is_keyword (self, WS_KW_NORETURN))
    {
      ws_parser_next (self);
      if (ws_parser_is (self, '('))
        while (self->token.kind != WS_TOKEN_END && !ws_parser_accept (self, ')'))
          ws_parser_next (self);
    }
  /* names of results and parameters live in the function's scope, its own name outside */
  ws_parser_push_scope (self);
  if (!parse_results (self, &returns, &return_bytes))
    goto out;
  name = self->token;
  if (name.kind != WS_TOKEN_NAME)
    {
      g_autofree char *found = ws_parser_dup_token (self, &name);

      ws_parser_error (self, &name, "expected the name of a function, not '%s'", found);
      goto out;
    }
  {
    /* declare it one scope further out: close this one, whose names are declared again below */
    g_array_index (self->scopes, WsScope, self->scopes->len - 1).first_fixup = self->fixups->len;
    ws_parser_pop_scope (self);
    self->function = declare_function (self, &name, is_entry);
    ws_parser_push_scope (self);
  }
  if (self->function == NULL)
    goto out;
  swap = self->function->returns;
  self->function->returns = g_steal_pointer (&returns);
  returns = swap;
  self->function->return_bytes = return_bytes;
  for (guint i = 0; i < self->function->returns->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (self->function->returns, i);
      WsToken token = name;
      WsSymbol *symbol;

      token.atom = ws_intern_add (&self->atoms, variable->name, strlen (variable->name));
      if (token.atom == WS_KW_UNDERSCORE)
        continue;
      symbol = ws_parser_declare (self, &token, WS_SYMBOL_VARIABLE, i);
      if (symbol != NULL)
        symbol->scope = WS_PTX_SCOPE_RETURN;
    }
  ws_parser_next (self);
  ws_parser_reset_location (self);
  if (ws_parser_is (self, '(')
      && !ws_parser_parameters (self, self->function->params, WS_PTX_SCOPE_PARAM,
                                &self->function->param_bytes))
    goto out;
  if (!parse_directives (self))
    goto out;
  if (ws_parser_accept (self, ';'))
    {
      ok = TRUE;
      goto out;
    }
  if (!ws_parser_is (self, '{'))
    {
      ws_parser_expect (self, '{', "before the body");
      goto out;
    }
  self->function->has_body = TRUE;
  ok = parse_body (self);

out:
  ws_parser_pop_scope (self);
  self->function = NULL;
  self->function_index = WS_NONE;
  return ok;
}
