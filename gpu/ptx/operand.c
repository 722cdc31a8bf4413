/* operand.c: one operand of an instruction. PTX ISA, chapter 6. */
#include "ptx/parser.h"

static gboolean
unexpected (WsParser *self, const char *what)
{
  g_autofree char *found = ws_parser_dup_token (self, &self->token);

  return ws_parser_error (self, &self->token, "expected %s, not '%s'", what, found);
}

static void
init_operand (WsPtxOperand *operand, WsPtxOperandKind kind)
{
  *operand = (WsPtxOperand){ .kind = kind, .reg = WS_NONE, .symbol = WS_NONE, .target = WS_NONE };
}

/* immediate = float | "-" float | constant */
static gboolean
parse_immediate (WsParser *self, WsPtxOperand *operand)
{
  WsConstant value;

  init_operand (operand, WS_PTX_OPERAND_IMMEDIATE);
  if (self->token.kind == WS_TOKEN_FLOAT)
    {
      operand->is_float = TRUE;
      operand->float_bits = self->token.float_bits;
      operand->bits = self->token.bits;
      ws_parser_next (self);
      return TRUE;
    }
  if (ws_parser_is (self, '-'))
    {
      WsToken minus = self->token;
      WsLexer before = self->lexer;

      ws_parser_next (self);
      if (self->token.kind == WS_TOKEN_FLOAT)
        {
          operand->is_float = TRUE;
          operand->float_bits = self->token.float_bits;
          operand->bits =
              self->token.bits
              ^ (self->token.float_bits == 64 ? G_GUINT64_CONSTANT (1) << 63 : 0x80000000u);
          ws_parser_next (self);
          return TRUE;
        }
      self->lexer = before;
      self->token = minus;
    }
  if (!ws_parser_constant (self, &value))
    return FALSE;
  operand->bits = value.bits;
  return TRUE;
}

static void
set_symbol (WsPtxOperand *operand, const WsSymbol *symbol)
{
  operand->symbol = symbol->index;
  operand->scope = symbol->scope;
  operand->is_local = symbol->scope == WS_PTX_SCOPE_FUNCTION;
}

/* offset = (("+" | "-") constant)? */
static gboolean
parse_offset (WsParser *self, gint64 *offset)
{
  WsConstant value;

  if (!ws_parser_is (self, '+') && !ws_parser_is (self, '-'))
    return TRUE;
  if (ws_parser_is (self, '+'))
    ws_parser_next (self);
  if (!ws_parser_constant (self, &value))
    return FALSE;
  *offset = (gint64)value.bits;
  return TRUE;
}

/* memory = "[" (register | variable | constant) offset "]" */
static gboolean
parse_memory (WsParser *self, WsPtxOperand *operand)
{
  init_operand (operand, WS_PTX_OPERAND_MEMORY);
  ws_parser_next (self);
  if (self->token.kind == WS_TOKEN_NAME && !ws_parser_is_keyword (self, WS_KW_WARP_SZ))
    {
      const WsSymbol *symbol = ws_parser_find (self, self->token.atom);

      operand->reg = ws_parser_find_register (self, self->token.atom);
      if (operand->reg == WS_NONE && (symbol == NULL || symbol->kind != WS_SYMBOL_VARIABLE))
        return unexpected (self, "a register or variable");
      if (operand->reg == WS_NONE)
        set_symbol (operand, symbol);
      ws_parser_next (self);
      if (!parse_offset (self, &operand->offset))
        return FALSE;
    }
  else
    {
      WsConstant value;

      if (!ws_parser_constant (self, &value))
        return FALSE;
      operand->offset = (gint64)value.bits;
    }
  return ws_parser_expect (self, ']', "after the address");
}

static gboolean parse_name (WsParser *self, WsPtxOperand *operand);

/* element = register | immediate | variable | "_" */
static gboolean
parse_element (WsParser *self, WsPtxOperand *operand)
{
  if (self->token.kind == WS_TOKEN_NAME)
    return parse_name (self, operand);
  return parse_immediate (self, operand);
}

static void
append_element (WsParser *self, WsPtxOperand *operand, const WsPtxOperand *element)
{
  if (operand->n_elements == 0)
    operand->first_element = self->function->elements->len;
  g_array_append_val (self->function->elements, *element);
  operand->n_elements++;
}

/* list = open (element ("," element)*)? close */
static gboolean
parse_list (WsParser *self, WsPtxOperand *operand, char close)
{
  gboolean is_brace = close == '}';

  init_operand (operand, WS_PTX_OPERAND_VECTOR);
  operand->first_element = self->function->elements->len;
  ws_parser_next (self);
  self->open_braces = is_brace;
  if (!ws_parser_is (self, (guint)close))
    do
      {
        WsPtxOperand element;

        if (!parse_element (self, &element))
          return FALSE;
        append_element (self, operand, &element);
      }
    while (ws_parser_accept (self, ','));
  if (!ws_parser_expect (self, (guint)close, "after the list"))
    return FALSE;
  self->open_braces = 0;
  return TRUE;
}

/* name = register ("|" register)? | special | variable offset | function | label | "WARP_SZ" | "_"
 */
static gboolean
parse_name (WsParser *self, WsPtxOperand *operand)
{
  const WsToken token = self->token;
  const WsAtom *atom = ws_intern_get (&self->atoms, token.atom);
  const WsSymbol *symbol = ws_parser_find (self, token.atom);
  WsPtxSpecial special;

  if (ws_parser_is_keyword (self, WS_KW_UNDERSCORE))
    {
      init_operand (operand, WS_PTX_OPERAND_NOTHING);
      ws_parser_next (self);
      return TRUE;
    }
  if (ws_parser_is_keyword (self, WS_KW_WARP_SZ))
    return parse_immediate (self, operand);
  init_operand (operand, WS_PTX_OPERAND_REGISTER);
  operand->reg = ws_parser_find_register (self, token.atom);
  if (operand->reg != WS_NONE)
    {
      ws_parser_next (self);
      return TRUE;
    }
  special = ws_isa_find_special (atom->start, atom->length);
  if (special != WS_PTX_N_SREGS)
    {
      init_operand (operand, WS_PTX_OPERAND_SPECIAL);
      operand->special = special;
      ws_parser_next (self);
      return TRUE;
    }
  if (symbol != NULL && symbol->kind == WS_SYMBOL_VARIABLE)
    {
      init_operand (operand, WS_PTX_OPERAND_SYMBOL);
      set_symbol (operand, symbol);
      ws_parser_next (self);
      return parse_offset (self, &operand->offset);
    }
  if (symbol != NULL && symbol->kind == WS_SYMBOL_FUNCTION)
    {
      init_operand (operand, WS_PTX_OPERAND_FUNCTION);
      operand->symbol = symbol->index;
      ws_parser_next (self);
      return TRUE;
    }
  if (token.length > 0 && self->module->text[token.start] == '%')
    return unexpected (self, "a register that is declared");
  /* a label, known where its scope ends */
  init_operand (operand, WS_PTX_OPERAND_LABEL);
  ws_parser_next (self);
  return TRUE;
}

/* operand = memory | "{" list | "(" list | "!" register | immediate | name ("|" name)? */
gboolean
ws_parser_operand (WsParser *self, WsPtxOperand *operand)
{
  if (ws_parser_is (self, '['))
    return parse_memory (self, operand);
  if (ws_parser_is (self, '{'))
    return parse_list (self, operand, '}');
  if (ws_parser_is (self, '('))
    return parse_list (self, operand, ')');
  if (ws_parser_accept (self, '!'))
    {
      if (self->token.kind != WS_TOKEN_NAME || !parse_name (self, operand))
        return unexpected (self, "a predicate register");
      operand->negated = TRUE;
      return operand->kind == WS_PTX_OPERAND_REGISTER ? TRUE
                                                      : unexpected (self, "a predicate register");
    }
  if (self->token.kind != WS_TOKEN_NAME)
    return parse_immediate (self, operand);
  if (!parse_name (self, operand))
    return FALSE;
  if (ws_parser_is (self, '|'))
    {
      WsPtxOperand first = *operand;
      WsPtxOperand second;

      ws_parser_next (self);
      if (self->token.kind != WS_TOKEN_NAME || !parse_name (self, &second))
        return unexpected (self, "a second register");
      init_operand (operand, WS_PTX_OPERAND_PAIR);
      append_element (self, operand, &first);
      append_element (self, operand, &second);
    }
  return TRUE;
}
