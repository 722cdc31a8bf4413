/* function.c: .entry and .func, and the statements in their bodies. PTX ISA, sections 11.2
 * (entries, functions) and 4.3. */
#include "ptx/parser.h"

#include <glib/gi18n.h>
#include <string.h>

static WsPtxFunction *
new_function (void)
{
  WsPtxFunction *function = g_new0 (WsPtxFunction, 1);

  function->params = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_variable_free);
  function->returns = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_variable_free);
  function->registers = g_array_new (FALSE, TRUE, sizeof (WsPtxRegister));
  function->variables = g_ptr_array_new_with_free_func ((GDestroyNotify)ws_ptx_variable_free);
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
  g_array_unref (self->registers);
  g_ptr_array_unref (self->variables);
  g_array_unref (self->instructions);
  g_array_unref (self->elements);
  g_array_unref (self->blocks);
  g_array_unref (self->edges);
  g_free (self->diagnostic);
  g_free (self);
}

/* ---- statements ---- */

/* targets = label ":" ".branchtargets" name ("," name)* ";" */
static gboolean
parse_branch_targets (WsParser *self, const WsToken *label)
{
  guint32 first = self->function->elements->len;
  WsSymbol *symbol = ws_parser_declare (self, label, WS_SYMBOL_TARGETS, first);

  if (symbol == NULL)
    return FALSE;
  do
    {
      WsPtxOperand element = {
        .kind = WS_PTX_OPERAND_LABEL, .reg = WS_NONE, .symbol = WS_NONE, .target = WS_NONE
      };

      if (self->token.kind != WS_TOKEN_NAME)
        {
          g_autofree char *found = ws_parser_dup_token (self, &self->token);

          return ws_parser_error (self, &self->token, _ ("expected a label, not '%s'"), found);
        }
      ws_parser_add_fixup (self, &self->token, WS_NONE, self->function->elements->len);
      if (!ws_parser_add_element (self, &element))
        return FALSE;
      ws_parser_next (self);
    }
  while (ws_parser_accept (self, ','));
  ws_parser_find (self, label->atom)->count = self->function->elements->len - first;
  return ws_parser_expect (self, ';', "after the branch targets");
}

/* label = name ":" (targets | ".callprototype" ... ";" | ".calltargets" ... ";")? */
static gboolean
parse_label (WsParser *self, const WsToken *label)
{
  if (ws_parser_accept_keyword (self, WS_KW_BRANCHTARGETS))
    return parse_branch_targets (self, label);
  if (ws_parser_is_keyword (self, WS_KW_CALLPROTOTYPE)
      || ws_parser_is_keyword (self, WS_KW_CALLTARGETS))
    {
      /* They belong to indirect calls, which report their own error. */
      ws_parser_skip_statement (self);
      return ws_parser_declare (self, label, WS_SYMBOL_PROTOTYPE, 0) != NULL;
    }
  self->last_label = self->function->instructions->len;
  /* Even if the name is taken, the statement after it can be parsed. */
  ws_parser_declare (self, label, WS_SYMBOL_LABEL, self->last_label);
  return TRUE;
}

/* guard = "@" "!"? register */
static gboolean
parse_guard (WsParser *self, guint32 *guard, gboolean *negated)
{
  g_autofree char *text = NULL;
  guint32 reg = WS_NONE;
  const WsPtxRegister *r;

  *negated = ws_parser_accept (self, '!');
  text = ws_parser_dup_token (self, &self->token);
  if (self->token.kind == WS_TOKEN_NAME)
    reg = ws_parser_find_register (self, self->token.atom);
  if (reg == WS_NONE)
    return ws_parser_error (self, &self->token, _ ("expected a predicate, not '%s'"), text);
  r = &g_array_index (self->function->registers, WsPtxRegister, reg);
  if (r->type != WS_PTX_PRED)
    return ws_parser_error (self, &self->token, _ ("'%s' is .%s, not a predicate"), text,
                            ws_isa_get_type_name (r->type));
  *guard = reg;
  ws_parser_next (self);
  return TRUE;
}

/* pragma = ".pragma" string ";": with "nounroll", the next instruction is marked. */
static void
parse_pragma (WsParser *self)
{
  g_autofree char *text = NULL;

  ws_parser_next (self);
  text = ws_parser_dup_token (self, &self->token);
  self->stays_rolled = strstr (text, "nounroll") != NULL;
  ws_parser_skip_statement (self);
}

/* directive = registers | variables | location | file | ".pragma" string ";" */
static gboolean
parse_directive (WsParser *self)
{
  gboolean is_extern = FALSE;

  if (ws_parser_is_keyword (self, WS_KW_REG))
    return ws_parser_registers (self);
  if (ws_parser_accept_keyword (self, WS_KW_LOC))
    return ws_parser_location (self);
  if (ws_parser_accept_keyword (self, WS_KW_FILE))
    return ws_parser_file (self);
  if (ws_parser_is_keyword (self, WS_KW_PRAGMA))
    {
      parse_pragma (self);
      return TRUE;
    }
  is_extern = ws_parser_accept_keyword (self, WS_KW_EXTERN);
  if (ws_parser_is_keyword (self, WS_KW_SHARED) || ws_parser_is_keyword (self, WS_KW_LOCAL)
      || ws_parser_is_keyword (self, WS_KW_PARAM) || ws_parser_is_keyword (self, WS_KW_GLOBAL)
      || ws_parser_is_keyword (self, WS_KW_CONST))
    return ws_parser_variables (self, is_extern);
  else
    {
      g_autofree char *found = ws_parser_dup_token (self, &self->token);

      return ws_parser_error (self, &self->token, _ ("unknown directive '%s'"), found);
    }
}

/* statement = directive | label | guard? instruction */
static gboolean
parse_statement (WsParser *self)
{
  const WsToken start = self->token;
  WsToken opcode;
  guint32 guard = WS_NONE;
  gboolean negated = FALSE;

  if (start.kind == WS_TOKEN_DIRECTIVE)
    return parse_directive (self);
  if (ws_parser_accept (self, '@') && !parse_guard (self, &guard, &negated))
    return FALSE;
  if (self->token.kind != WS_TOKEN_NAME)
    {
      g_autofree char *found = ws_parser_dup_token (self, &self->token);

      return ws_parser_error (self, &self->token, _ ("expected an instruction, not '%s'"), found);
    }
  ws_lexer_extend_opcode (&self->lexer, &self->token);
  opcode = self->token;
  ws_parser_next (self);
  if (guard == WS_NONE && ws_parser_accept (self, ':'))
    return parse_label (self, &opcode);
  return ws_parser_instruction (self, &start, guard, negated, &opcode);
}

/* Control never runs off the end of a function: PTX allows that, and treats it as ret. */
static void
add_last_return (WsParser *self, const WsToken *end)
{
  GArray *instructions = self->function->instructions;
  const WsPtxInstruction *last;
  WsPtxInstruction *added;

  /* A label may follow the last instruction. */
  if (instructions->len > 0 && self->last_label != instructions->len)
    {
      last = &g_array_index (instructions, WsPtxInstruction, instructions->len - 1);
      if (ws_ptx_instruction_ends_block (last) && last->guard == WS_NONE)
        return;
    }
  added = ws_parser_add_instruction (self, end);
  added->opcode = WS_PTX_RET;
  added->text_end = end->start;
}

/* body = "{" (statement | "{" ... "}")* "}" */
static gboolean
parse_body (WsParser *self, const char *name)
{
  const WsToken open = self->token;
  guint depth = 0;

  if (!ws_parser_expect (self, '{', "before the body"))
    return FALSE;
  self->last_label = WS_NONE;
  for (;;)
    {
      if (self->token.kind == WS_TOKEN_END)
        {
          while (depth-- > 0)
            ws_parser_pop_scope (self);
          return ws_parser_error (self, &open, _ ("unterminated body of '%s'"), name);
        }
      if (ws_parser_is (self, '}'))
        {
          if (depth == 0)
            break;
          ws_parser_pop_scope (self);
          ws_parser_next (self);
          depth--;
        }
      else if (ws_parser_is (self, '{'))
        {
          if (depth == WS_MAX_DEPTH)
            {
              ws_parser_error (self, &self->token, _ ("the braces are nested too deeply"));
              ws_parser_skip_section (self);
              continue;
            }
          ws_parser_push_scope (self);
          ws_parser_next (self);
          depth++;
        }
      else if (!ws_parser_accept (self, ';') && !parse_statement (self))
        ws_parser_skip_statement (self);
    }
  add_last_return (self, &self->token);
  ws_parser_next (self);
  return TRUE;
}

/* ---- functions ---- */

static gboolean
parse_dimensions (WsParser *self, guint32 dimensions[3])
{
  guint n = 0;

  for (guint i = 0; i < 3; i++)
    dimensions[i] = 1;
  do
    {
      guint64 value = 0;

      if (n == 3)
        return ws_parser_error (self, &self->token, _ ("more than three dimensions"));
      if (!ws_parser_read_number (self, G_MAXINT32, _ ("a number of threads"), &value))
        return FALSE;
      dimensions[n++] = (guint32)value;
    }
  while (ws_parser_accept (self, ','));
  return TRUE;
}

/* performance = (".maxntid" numbers | ".reqntid" numbers | ".minnctapersm" number | ... |
 * ".noreturn" | ".pragma" string ";")* */
static gboolean
parse_performance (WsParser *self)
{
  guint32 ignored[3];

  while (self->token.kind == WS_TOKEN_DIRECTIVE)
    {
      if (ws_parser_accept_keyword (self, WS_KW_MAXNTID))
        {
          if (!parse_dimensions (self, self->function->max_ntid))
            return FALSE;
        }
      else if (ws_parser_accept_keyword (self, WS_KW_REQNTID))
        {
          if (!parse_dimensions (self, self->function->req_ntid))
            return FALSE;
        }
      else if (ws_parser_accept_keyword (self, WS_KW_MINNCTAPERSM)
               || ws_parser_accept_keyword (self, WS_KW_MAXNCTAPERSM)
               || ws_parser_accept_keyword (self, WS_KW_MAXNREG)
               || ws_parser_accept_keyword (self, WS_KW_MAXCLUSTERRANK)
               || ws_parser_accept_keyword (self, WS_KW_REQNCTAPERCLUSTER))
        {
          if (!parse_dimensions (self, ignored))
            return FALSE;
        }
      else if (ws_parser_is_keyword (self, WS_KW_PRAGMA))
        ws_parser_skip_statement (self);
      else if (!ws_parser_accept_keyword (self, WS_KW_NORETURN)
               && !ws_parser_accept_keyword (self, WS_KW_EXPLICITCLUSTER))
        {
          g_autofree char *found = ws_parser_dup_token (self, &self->token);

          return ws_parser_error (self, &self->token, _ ("unknown directive '%s'"), found);
        }
    }
  return TRUE;
}

/* The return values precede the function's name, but belong to its scope: they are declared again
 * there. */
static void
declare_returns (WsParser *self)
{
  for (guint i = 0; i < self->function->returns->len; i++)
    {
      const WsPtxVariable *variable = g_ptr_array_index (self->function->returns, i);
      WsToken token = self->token;
      WsSymbol *symbol;

      token.atom = ws_intern_add (&self->atoms, variable->name, strlen (variable->name));
      if (token.atom == WS_KW_UNDERSCORE)
        continue;
      symbol = ws_parser_declare (self, &token, WS_SYMBOL_VARIABLE, i);
      if (symbol != NULL)
        symbol->scope = WS_PTX_SCOPE_RETURN;
    }
}

static gboolean
parse_returns (WsParser *self)
{
  gboolean ok;

  ws_parser_push_scope (self);
  ok = ws_parser_parameters (self, self->function->returns, WS_PTX_SCOPE_RETURN,
                             &self->function->return_bytes);
  ws_parser_pop_scope (self);
  return ok;
}

/* Finds the function's index in the module, which a prototype may already have. */
static gboolean
declare_function (WsParser *self, const WsToken *name)
{
  const WsSymbol *symbol = ws_parser_find (self, name->atom);

  if (symbol != NULL && symbol->kind == WS_SYMBOL_FUNCTION)
    {
      self->function_index = symbol->index;
      return TRUE;
    }
  self->function_index = self->module->functions->len;
  if (ws_parser_declare (self, name, WS_SYMBOL_FUNCTION, self->function_index) == NULL)
    return FALSE;
  g_ptr_array_add (self->module->functions, NULL);
  return TRUE;
}

/* Puts the definition in the place of its prototype, if there is one. */
static gboolean
keep_function (WsParser *self, const WsToken *name)
{
  WsPtxFunction *function = g_steal_pointer (&self->function);
  WsPtxFunction *old = g_ptr_array_index (self->module->functions, self->function_index);
  const WsPtxPrototype prototype = { .function = self->function_index,
                                     .n_params = function->params->len,
                                     .params_end = function->params_end,
                                     .text_start = function->text_start,
                                     .text_end = function->text_end };

  if (!function->has_body)
    g_array_append_val (self->module->prototypes, prototype);
  if (old != NULL && !function->has_body)
    {
      ws_ptx_function_free (function);
      return TRUE;
    }
  if (old != NULL && old->has_body)
    {
      ws_parser_error (self, name, _ ("function '%s' is defined twice"), function->name);
      ws_ptx_function_free (function);
      return FALSE;
    }
  if (old != NULL)
    ws_ptx_function_free (old);
  g_ptr_array_index (self->module->functions, self->function_index) = function;
  return TRUE;
}

/* rest = parameters? performance (";" | body) */
static gboolean
parse_rest (WsParser *self)
{
  WsPtxFunction *function = self->function;

  if (ws_parser_is (self, '('))
    {
      if (!ws_parser_parameters (self, function->params, WS_PTX_SCOPE_PARAM,
                                 &function->param_bytes))
        return FALSE;
      function->params_end = self->previous.start;
    }
  if (!parse_performance (self))
    return FALSE;
  if (ws_parser_accept (self, ';'))
    return TRUE;
  function->has_body = TRUE;
  function->body_start = self->token.start;
  return parse_body (self, function->name);
}

/**
 * ws_parser_function:
 * @self: a parser, after ".entry" or ".func"
 * @is_entry: whether it is a kernel
 * @is_extern: whether ".extern" preceded it
 *
 * function = returns? name rest
 *
 * Reads a function and adds it to the module. PTX ISA, sections 11.2 and 4.3.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_function (WsParser *self, gboolean is_entry, gboolean is_extern)
{
  WsToken name;
  gboolean ok;

  self->function = new_function ();
  self->function->is_entry = is_entry;
  self->function->text_start = self->item_start;
  self->function->params_end = WS_NONE;
  ws_parser_reset_location (self);
  if (!is_entry && ws_parser_is (self, '(') && !parse_returns (self))
    {
      g_clear_pointer (&self->function, ws_ptx_function_free);
      return FALSE;
    }
  name = self->token;
  if (name.kind != WS_TOKEN_NAME)
    {
      g_autofree char *found = ws_parser_dup_token (self, &name);

      g_clear_pointer (&self->function, ws_ptx_function_free);
      return ws_parser_error (self, &name, _ ("expected the name of a function, not '%s'"), found);
    }
  self->function->name = g_string_chunk_insert_len (self->module->strings,
                                                    self->module->text + name.start, name.length);
  self->function->ptx_line = name.line;
  if (!declare_function (self, &name))
    {
      g_clear_pointer (&self->function, ws_ptx_function_free);
      return FALSE;
    }
  ws_parser_next (self);
  ws_parser_push_scope (self);
  declare_returns (self);
  ok = parse_rest (self);
  self->function->text_end = self->previous.start + self->previous.length;
  ws_parser_pop_scope (self);
  return keep_function (self, &name) && ok;
}
