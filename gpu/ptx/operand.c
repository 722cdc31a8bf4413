/* operand.c: parses operands; check.c checks them against their instruction. PTX ISA, chapter 6. */
#include "ptx/parser.h"

#include <glib/gi18n.h>
#include <string.h>

static void
init (WsPtxOperand *operand, WsPtxOperandKind kind)
{
  memset (operand, 0, sizeof *operand);
  operand->kind = kind;
  operand->reg = WS_NONE;
  operand->symbol = WS_NONE;
  operand->target = WS_NONE;
}

/* float = ("+" | "-")? floating-point constant. Returns FALSE, and reads nothing, if there is
 * none. */
static gboolean
accept_float (WsParser *self, WsPtxOperand *operand)
{
  const WsLexer lexer = self->lexer;
  const WsToken token = self->token;
  gboolean negative = ws_parser_is (self, '-');

  if (self->token.kind != WS_TOKEN_FLOAT)
    {
      if (!negative && !ws_parser_is (self, '+'))
        return FALSE;
      ws_parser_next (self);
      if (self->token.kind != WS_TOKEN_FLOAT)
        {
          self->lexer = lexer;
          self->token = token;
          return FALSE;
        }
    }
  init (operand, WS_PTX_OPERAND_IMMEDIATE);
  operand->is_float = TRUE;
  operand->float_bits = self->token.float_bits;
  operand->bits = self->token.bits;
  /* A decimal constant has no width until check.c assigns that of its instruction. */
  if (self->token.is_decimal)
    operand->float_bits = 0;
  if (negative)
    operand->bits ^= self->token.float_bits == 32 ? (guint64)1 << 31 : (guint64)1 << 63;
  ws_parser_next (self);
  return TRUE;
}

/* immediate = float | constant */
static gboolean
parse_immediate (WsParser *self, WsPtxOperand *operand)
{
  WsConstant value;

  if (accept_float (self, operand))
    return TRUE;
  init (operand, WS_PTX_OPERAND_IMMEDIATE);
  if (!ws_parser_constant (self, &value))
    return FALSE;
  operand->bits = value.bits;
  return TRUE;
}

/* offset = (("+" | "-") constant)? */
static gboolean
parse_offset (WsParser *self, WsPtxOperand *operand)
{
  WsConstant value;

  if (!ws_parser_is (self, '+') && !ws_parser_is (self, '-'))
    return TRUE;
  if (!ws_parser_constant (self, &value))
    return FALSE;
  operand->offset = (gint64)value.bits;
  return TRUE;
}

static gboolean
use_symbol (WsParser *self, const WsToken *token, WsPtxOperand *operand)
{
  const WsSymbol *symbol = ws_parser_find (self, token->atom);
  g_autofree char *text = NULL;

  if (symbol != NULL && symbol->kind == WS_SYMBOL_VARIABLE)
    {
      operand->symbol = symbol->index;
      operand->scope = symbol->scope;
      operand->is_local = symbol->scope == WS_PTX_SCOPE_FUNCTION;
      return TRUE;
    }
  text = ws_parser_dup_token (self, token);
  if (symbol == NULL)
    return ws_parser_error (self, token, _ ("'%s' is not declared"), text);
  return ws_parser_error (self, token, _ ("'%s' is not a variable"), text);
}

/* memory = "[" (name offset | constant) "]" */
static gboolean
parse_memory (WsParser *self, WsPtxOperand *operand)
{
  const WsToken name = self->token;
  WsConstant value;

  init (operand, WS_PTX_OPERAND_MEMORY);
  if (name.kind == WS_TOKEN_NAME && name.atom != WS_KW_WARP_SZ)
    {
      operand->reg = ws_parser_find_register (self, name.atom);
      if (operand->reg == WS_NONE && !use_symbol (self, &name, operand))
        return FALSE;
      ws_parser_next (self);
      if (!parse_offset (self, operand))
        return FALSE;
    }
  else
    {
      if (!ws_parser_constant (self, &value))
        return FALSE;
      operand->offset = (gint64)value.bits;
    }
  return ws_parser_expect (self, ']', _ ("after the address"));
}

/* PTX has more special registers than special.def: of clusters, of the driver, of performance
 * counters, and vectors such as %tid. */
static gboolean
is_other_special (const char *name, gsize length)
{
  static const char *const prefixes[] = { "%envreg",
                                          "%pm",
                                          "%cluster",
                                          "%ncluster",
                                          "%is_explicit_cluster",
                                          "%aggr_smem_size",
                                          "%reserved_smem_offset",
                                          "%current_graph_exec",
                                          "%tid",
                                          "%ntid",
                                          "%ctaid",
                                          "%nctaid" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (length >= strlen (prefixes[i]) && memcmp (name, prefixes[i], strlen (prefixes[i])) == 0)
      return TRUE;
  return FALSE;
}

/* name = "_" | register | symbol offset | function | special register */
static gboolean
parse_name (WsParser *self, WsPtxOperand *operand)
{
  const WsToken name = self->token;
  const WsSymbol *symbol;
  WsPtxSpecial special;
  g_autofree char *text = NULL;

  ws_parser_next (self);
  if (name.atom == WS_KW_UNDERSCORE)
    {
      init (operand, WS_PTX_OPERAND_NOTHING);
      return TRUE;
    }
  init (operand, WS_PTX_OPERAND_REGISTER);
  operand->reg = ws_parser_find_register (self, name.atom);
  if (operand->reg != WS_NONE)
    return TRUE;
  symbol = ws_parser_find (self, name.atom);
  if (symbol != NULL && symbol->kind == WS_SYMBOL_FUNCTION)
    {
      operand->kind = WS_PTX_OPERAND_FUNCTION;
      operand->symbol = symbol->index;
      return TRUE;
    }
  special = symbol == NULL ? ws_isa_find_special (self->module->text + name.start, name.length)
                           : WS_PTX_N_SREGS;
  if (special != WS_PTX_N_SREGS)
    {
      operand->kind = WS_PTX_OPERAND_SPECIAL;
      operand->special = special;
      return TRUE;
    }
  if (symbol == NULL && is_other_special (self->module->text + name.start, name.length))
    {
      text = ws_parser_dup_token (self, &name);
      return ws_parser_unsupported (self, &name, _ ("unknown special register '%s' in %s '%s'"),
                                    text, ws_parser_owner (self), self->function->name);
    }
  operand->kind = WS_PTX_OPERAND_SYMBOL;
  return use_symbol (self, &name, operand) && parse_offset (self, operand);
}

/* element = name | immediate */
static gboolean
parse_element (WsParser *self, WsPtxOperand *operand)
{
  if (self->token.kind == WS_TOKEN_NAME && self->token.atom != WS_KW_WARP_SZ)
    return parse_name (self, operand);
  return parse_immediate (self, operand);
}

/**
 * ws_parser_add_element:
 * @self: a parser that is in a function
 * @element: element of a vector, a pair or a branch table; copied to the end of the function's
 * elements
 *
 * Returns: %FALSE once it has reported that there are too many
 */
gboolean
ws_parser_add_element (WsParser *self, const WsPtxOperand *element)
{
  if (++self->n_elements > WS_MAX_ELEMENTS)
    return ws_parser_give_up (self, &self->token, _ ("vector elements"), WS_MAX_ELEMENTS);
  g_array_append_val (self->function->elements, *element);
  return TRUE;
}

/**
 * ws_parser_elements:
 * @self: a parser, after the opening character
 * @operand: (out): a vector of the elements
 * @close: the closing character, also consumed
 * @what: where it is missing, for the message, as in "after the vector"
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_elements (WsParser *self, WsPtxOperand *operand, guint close, const char *what)
{
  init (operand, WS_PTX_OPERAND_VECTOR);
  operand->first_element = self->function->elements->len;
  if (!ws_parser_is (self, close))
    do
      {
        WsPtxOperand element;

        if (!parse_element (self, &element) || !ws_parser_add_element (self, &element))
          return FALSE;
        operand->n_elements++;
      }
    while (ws_parser_accept (self, ','));
  return ws_parser_expect (self, close, what);
}

/* pair = name "|" name, its first name read */
static gboolean
parse_pair (WsParser *self, WsPtxOperand *operand)
{
  const WsPtxOperand first = *operand;
  WsPtxOperand second;
  g_autofree char *found = NULL;

  if (self->token.kind != WS_TOKEN_NAME)
    {
      found = ws_parser_dup_token (self, &self->token);
      return ws_parser_error (self, &self->token, _ ("expected a predicate after '|', not '%s'"),
                              found);
    }
  if (!parse_name (self, &second))
    return FALSE;
  init (operand, WS_PTX_OPERAND_PAIR);
  operand->first_element = self->function->elements->len;
  operand->n_elements = 2;
  return ws_parser_add_element (self, &first) && ws_parser_add_element (self, &second);
}

/**
 * ws_parser_operand:
 * @operand: (out): the operand, without a role
 *
 * operand = "[" memory | "{" elements "}" | "!" register | name ("|" name)? | immediate
 *
 * PTX ISA, chapter 6. ws_parser_check() checks it against its instruction.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_operand (WsParser *self, WsPtxOperand *operand)
{
  if (ws_parser_accept (self, '['))
    return parse_memory (self, operand);
  if (ws_parser_accept (self, '{'))
    {
      self->open_braces++;
      if (!ws_parser_elements (self, operand, '}', "after the vector"))
        return FALSE;
      self->open_braces--;
      return TRUE;
    }
  if (self->token.kind == WS_TOKEN_NAME && self->token.atom != WS_KW_WARP_SZ)
    {
      if (!parse_name (self, operand))
        return FALSE;
      return !ws_parser_accept (self, '|') || parse_pair (self, operand);
    }
  if (ws_parser_is (self, '!'))
    {
      const WsLexer lexer = self->lexer;
      const WsToken token = self->token;

      ws_parser_next (self);
      if (self->token.kind == WS_TOKEN_NAME && self->token.atom != WS_KW_WARP_SZ)
        {
          operand->negated = FALSE;
          if (!parse_name (self, operand))
            return FALSE;
          operand->negated = TRUE;
          return TRUE;
        }
      self->lexer = lexer;
      self->token = token;
    }
  return parse_immediate (self, operand);
}
