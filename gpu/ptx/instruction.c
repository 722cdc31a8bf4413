/* instruction.c: an opcode with its operands. PTX ISA, chapter 9. */
#include "ptx/parser.h"

/**
 * ws_parser_add_instruction:
 * @self: a parser inside a function
 * @token: first token of the instruction, its guard included
 *
 * Returns: (transfer none): a new instruction, with its place in PTX and source; valid until the
 * next one
 */
WsPtxInstruction *
ws_parser_add_instruction (WsParser *self, const WsToken *token)
{
  WsPtxInstruction instruction = {
    .vector = 1,
    .guard = WS_NONE,
    .text_start = token->start,
    .ptx_line = token->line,
    .ptx_column = token->column,
    .file = self->place.file,
    .line = self->place.line,
    .column = self->place.column,
    .reconverge = WS_NONE,
  };

  g_array_append_val (self->function->instructions, instruction);
  return &g_array_index (self->function->instructions, WsPtxInstruction,
                         self->function->instructions->len - 1);
}

/* Each spelling is looked up in isa.def once. */
static const WsShape *
get_shape (WsParser *self, const WsToken *opcode)
{
  WsAtom *atom = ws_intern_get (&self->atoms, opcode->atom);

  if (atom->shape == WS_NONE)
    {
      WsShape shape;

      ws_isa_decode (self->module->text + opcode->start, opcode->length, &shape);
      atom->shape = self->shapes->len;
      g_array_append_val (self->shapes, shape);
    }
  return &g_array_index (self->shapes, WsShape, atom->shape);
}

static void
apply_shape (const WsShape *shape, WsPtxInstruction *instruction)
{
  instruction->opcode = shape->opcode;
  for (guint i = 0; i < G_N_ELEMENTS (shape->types); i++)
    instruction->types[i] = shape->types[i];
  instruction->n_types = shape->n_types;
  for (guint i = 0; i < shape->n_mods; i++)
    instruction->mods[i] = shape->mods[i];
  instruction->n_mods = shape->n_mods;
  instruction->compare = shape->compare;
  instruction->space = shape->space;
  instruction->vector = MAX (shape->vector, 1);
}

/* Labels of bra and brx wait until their scope ends. */
static void
await_label (WsParser *self, const WsShape *shape, WsPtxOperand *operand, const WsToken *place,
             guint32 index)
{
  if (operand->kind != WS_PTX_OPERAND_LABEL)
    return;
  if (shape->opcode == WS_PTX_BRX)
    operand->kind = WS_PTX_OPERAND_VECTOR;
  if (shape->opcode == WS_PTX_BRA || shape->opcode == WS_PTX_BRX)
    ws_parser_add_fixup (self, place, self->function->instructions->len - 1, index);
}

static gboolean
unknown (WsParser *self, const WsToken *opcode)
{
  g_autofree char *text = ws_parser_dup_token (self, opcode);

  ws_parser_unsupported (self, opcode, "unknown instruction '%s' in %s '%s'", text,
                         ws_parser_owner (self), self->function->name);
  ws_parser_skip_statement (self);
  return TRUE;
}

/* instruction = guard? opcode (operand ("," operand)*)? ";" */
gboolean
ws_parser_instruction (WsParser *self, const WsToken *start, guint32 guard, gboolean guard_negated,
                       const WsToken *opcode)
{
  const WsShape *known = get_shape (self, opcode);
  const WsShape shape = *known;
  WsToken places[WS_PTX_MAX_OPERANDS];
  WsPtxInstruction *instruction;
  guint n = 0;

  if (shape.state != WS_SHAPE_KNOWN)
    return unknown (self, opcode);
  instruction = ws_parser_add_instruction (self, start);
  instruction->guard = guard;
  instruction->guard_negated = guard_negated;
  apply_shape (&shape, instruction);
  if (!ws_parser_is (self, ';'))
    do
      {
        WsPtxOperand operand;

        if (n == WS_PTX_MAX_OPERANDS)
          return ws_parser_error (self, &self->token, "too many operands");
        places[n] = self->token;
        if (!ws_parser_operand (self, &operand))
          return FALSE;
        await_label (self, &shape, &operand, &places[n], n);
        instruction = &g_array_index (self->function->instructions, WsPtxInstruction,
                                      self->function->instructions->len - 1);
        instruction->operands[n++] = operand;
        instruction->n_operands = n;
      }
    while (ws_parser_accept (self, ','));
  instruction->text_end = self->token.start + 1;
  if (!ws_parser_expect (self, ';', "after the instruction"))
    return FALSE;
  return ws_parser_check (self, opcode, &shape, instruction, places);
}
