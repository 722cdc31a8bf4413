/* instruction.c: one instruction: its shape from isa.def, its operands, its place. PTX ISA,
 * section 9.1. */
#include "ptx/parser.h"

#include <glib/gi18n.h>

static const WsShape *
get_shape (WsParser *self, const WsToken *opcode)
{
  WsAtom *atom = ws_intern_get (&self->atoms, opcode->atom);

  if (atom->shape == WS_NONE)
    {
      WsShape shape;

      ws_isa_decode (atom->start, atom->length, &shape);
      atom->shape = self->shapes->len;
      g_array_append_val (self->shapes, shape);
    }
  return &g_array_index (self->shapes, WsShape, atom->shape);
}

/**
 * ws_parser_add_instruction:
 * @self: a parser that is in a function
 * @token: where the instruction begins
 *
 * Returns: (transfer none): a new instruction at the end of the function, without operands; valid
 * until the next is added
 */
WsPtxInstruction *
ws_parser_add_instruction (WsParser *self, const WsToken *token)
{
  GArray *instructions = self->function->instructions;
  WsPtxInstruction *instruction;

  g_array_set_size (instructions, instructions->len + 1);
  instruction = &g_array_index (instructions, WsPtxInstruction, instructions->len - 1);
  instruction->vector = 1;
  instruction->guard = WS_NONE;
  instruction->text_start = token->start;
  instruction->ptx_line = token->line;
  instruction->ptx_column = token->column;
  instruction->file = self->place.file;
  instruction->line = self->place.line;
  instruction->column = self->place.column;
  instruction->call_line = self->call_line;
  instruction->is_of_many = self->is_of_many;
  instruction->stays_rolled = self->stays_rolled;
  self->stays_rolled = FALSE;
  instruction->reconverge = WS_NONE;
  return instruction;
}

static gboolean
parse_label_operand (WsParser *self, WsPtxOperand *operand, WsPtxOperandKind kind, guint index)
{
  *operand = (WsPtxOperand){ .kind = kind, .reg = WS_NONE, .symbol = WS_NONE, .target = WS_NONE };
  if (self->token.kind != WS_TOKEN_NAME)
    {
      g_autofree char *found = ws_parser_dup_token (self, &self->token);

      return ws_parser_error (self, &self->token, _ ("expected a label, not '%s'"), found);
    }
  ws_parser_add_fixup (self, &self->token, self->function->instructions->len - 1, index);
  ws_parser_next (self);
  return TRUE;
}

/* prototype = name, of a .callprototype or .calltargets: ignored, as the arguments have the same
 * information */
static gboolean
parse_prototype (WsParser *self)
{
  const WsSymbol *symbol =
      self->token.kind == WS_TOKEN_NAME ? ws_parser_find (self, self->token.atom) : NULL;
  g_autofree char *text = ws_parser_dup_token (self, &self->token);

  if (symbol == NULL || symbol->kind != WS_SYMBOL_PROTOTYPE)
    return ws_parser_error (self, &self->token,
                            _ ("expected a .callprototype or .calltargets, not '%s'"), text);
  ws_parser_next (self);
  return TRUE;
}

/* address = register of 64 bits */
static gboolean
check_address (WsParser *self, const WsToken *token, const WsPtxOperand *operand)
{
  const WsPtxRegister *reg =
      &g_array_index (self->function->registers, WsPtxRegister, operand->reg);

  if (ws_ptx_type_get_width (reg->type) == 8 && reg->type != WS_PTX_F64)
    return TRUE;
  return ws_parser_error (self, token, _ ("'%s' is .%s: it cannot hold the address of a function"),
                          reg->name, ws_isa_get_type_name (reg->type));
}

/* call = ("(" elements ")" ",")? (function | register) ("," "(" elements ")")? ("," prototype)? */
static gboolean
parse_call (WsParser *self, WsPtxInstruction *instruction)
{
  WsPtxOperand *operands = instruction->operands;
  g_autofree char *text = NULL;
  WsToken callee;

  instruction->n_operands = 3;
  operands[0] = operands[2] =
      (WsPtxOperand){ .kind = WS_PTX_OPERAND_VECTOR, .reg = WS_NONE, .symbol = WS_NONE };
  if (ws_parser_accept (self, '(')
      && (!ws_parser_elements (self, &operands[0], ')', "after the results")
          || !ws_parser_expect (self, ',', _ ("after the results"))))
    return FALSE;
  callee = self->token;
  if (callee.kind != WS_TOKEN_NAME)
    {
      text = ws_parser_dup_token (self, &callee);
      return ws_parser_error (self, &callee, _ ("expected a function, not '%s'"), text);
    }
  if (!ws_parser_operand (self, &operands[1]))
    return FALSE;
  text = ws_parser_dup_token (self, &callee);
  if (operands[1].kind == WS_PTX_OPERAND_REGISTER)
    {
      if (!check_address (self, &callee, &operands[1]))
        return FALSE;
      operands[1].role = WS_PTX_ROLE_ADDRESS;
    }
  else if (operands[1].kind != WS_PTX_OPERAND_FUNCTION)
    return ws_parser_error (self, &callee, _ ("'%s' is not a function"), text);
  if (ws_parser_accept (self, ','))
    {
      gboolean has_arguments = ws_parser_accept (self, '(');

      if (has_arguments && !ws_parser_elements (self, &operands[2], ')', _ ("after the arguments")))
        return FALSE;
      if (!has_arguments && operands[1].kind == WS_PTX_OPERAND_FUNCTION)
        return ws_parser_expect (self, '(', _ ("before the arguments"));
      if ((!has_arguments || ws_parser_accept (self, ',')) && !parse_prototype (self))
        return FALSE;
    }
  ws_parser_set_role (self, &operands[0], WS_PTX_ROLE_DEF);
  ws_parser_set_role (self, &operands[2], WS_PTX_ROLE_USE);
  return TRUE;
}

/* texture = "[" object "," coordinates "]": two operands */
static gboolean
parse_texture (WsParser *self, WsPtxInstruction *instruction, WsToken *places)
{
  guint n = instruction->n_operands;

  if (n + 2 > WS_PTX_MAX_OPERANDS || !ws_parser_expect (self, '[', _ ("before the object")))
    return FALSE;
  places[n] = self->token;
  if (!ws_parser_operand (self, &instruction->operands[n])
      || !ws_parser_expect (self, ',', _ ("after the object")))
    return FALSE;
  places[n + 1] = self->token;
  instruction->n_operands += 2;
  return ws_parser_operand (self, &instruction->operands[n + 1])
         && ws_parser_expect (self, ']', _ ("after the coordinates"));
}

/* operands = (operand ("," operand)*)? */
static gboolean
parse_operands (WsParser *self, const WsToken *opcode, const WsShape *shape,
                WsPtxInstruction *instruction)
{
  const WsOperandList *list = &shape->lists[0];
  WsToken places[WS_PTX_MAX_OPERANDS];

  if (list->n > 0 && list->rules[0].kind == 'c')
    return parse_call (self, instruction);
  if (!ws_parser_is (self, ';'))
    do
      {
        guint n = instruction->n_operands;
        char kind = n < list->n ? list->rules[n].kind : '-';
        gboolean ok;

        if (n == WS_PTX_MAX_OPERANDS)
          return ws_parser_error (self, &self->token, _ ("more than %d operands"),
                                  WS_PTX_MAX_OPERANDS);
        if (kind == 'o')
          {
            if (!parse_texture (self, instruction, places))
              return FALSE;
            continue;
          }
        places[n] = self->token;
        if (kind == 'l')
          ok = parse_label_operand (self, &instruction->operands[n], WS_PTX_OPERAND_LABEL, n);
        else if (kind == 't')
          ok = parse_label_operand (self, &instruction->operands[n], WS_PTX_OPERAND_VECTOR, n);
        else
          ok = ws_parser_operand (self, &instruction->operands[n]);
        if (!ok)
          return FALSE;
        instruction->n_operands++;
      }
    while (ws_parser_accept (self, ','));
  return ws_parser_check (self, opcode, shape, instruction, places);
}

/* Unsupported families of instructions, by prefix. */
static const struct {
  const char *start;
  const char *why;
} left_out[] = {
  { "tex.", N_ ("mipmapped, layered, cube and half-precision textures") },
  { "tld4.", N_ ("texture gather") },
  { "txq.", N_ ("texture queries") },
  { "suld.", N_ ("layered surfaces") },
  { "sust.", N_ ("layered and formatted surface stores") },
  { "sured.", N_ ("surface reductions") },
  { "suq.", N_ ("surface queries") },
  { "cp.async.bulk", N_ ("bulk asynchronous copies") },
  { "cp.reduce.async.bulk", N_ ("bulk asynchronous copies") },
  { "tensormap.", N_ ("tensor maps") },
  { "prefetch.tensormap", N_ ("tensor maps") },
  { "wgmma.", N_ ("warpgroup matrix instructions") },
  { "tcgen05.", N_ ("tensor memory") },
};

static const char *
why_unsupported (const char *spelling)
{
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (g_str_has_prefix (spelling, left_out[i].start))
      return left_out[i].why;
  return NULL;
}

/**
 * ws_parser_instruction:
 * @self: a parser, after the opcode
 * @start: the first token of the instruction, or of its guard
 * @guard: index of the register that guards it, %WS_NONE for none
 * @guard_negated: whether it is executed if that is not set
 * @opcode: token of the opcode with its modifiers
 *
 * instruction = opcode operands ";", its guard and opcode read
 *
 * PTX ISA, section 9.1. An opcode missing from isa.def is not an error: its function cannot be run.
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_instruction (WsParser *self, const WsToken *start, guint32 guard, gboolean guard_negated,
                       const WsToken *opcode)
{
  const WsShape *shape = get_shape (self, opcode);
  WsPtxInstruction *instruction;

  if (shape->state != WS_SHAPE_KNOWN)
    {
      g_autofree char *text = ws_parser_dup_token (self, opcode);
      const char *why = why_unsupported (text);

      if (why != NULL)
        return ws_parser_unsupported (self, opcode, _ ("'%s' in %s '%s' is not supported (%s)"),
                                      text, ws_parser_owner (self), self->function->name, _ (why));

      if (shape->state == WS_SHAPE_UNKNOWN_MNEMONIC)
        return ws_parser_unsupported (self, opcode, _ ("unknown instruction '%s' in %s '%s'"), text,
                                      ws_parser_owner (self), self->function->name);
      return ws_parser_unsupported (
          self, opcode, _ ("unknown form '%s' of instruction '%s' in %s '%s'"), text,
          ws_ptx_opcode_get_name (shape->opcode), ws_parser_owner (self), self->function->name);
    }

  if (++self->n_instructions > WS_MAX_INSTRUCTIONS)
    return ws_parser_give_up (self, opcode, "instructions", WS_MAX_INSTRUCTIONS);
  instruction = ws_parser_add_instruction (self, start);
  instruction->guard = guard;
  instruction->guard_negated = guard_negated;
  instruction->opcode = shape->opcode;
  instruction->n_types = shape->n_types;
  instruction->n_mods = shape->n_mods;
  instruction->compare = shape->compare;
  instruction->space = shape->space;
  instruction->vector = shape->vector;
  for (guint i = 0; i < shape->n_types; i++)
    instruction->types[i] = shape->types[i];
  for (guint i = 0; i < shape->n_mods; i++)
    instruction->mods[i] = shape->mods[i];
  if (!parse_operands (self, opcode, shape, instruction))
    return FALSE;
  instruction->text_end = self->token.start + self->token.length;
  return ws_parser_expect (self, ';', "after the instruction");
}
