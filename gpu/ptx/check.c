/* check.c: whether the operands of an instruction are those that isa.def asks for, and what each is
 * for. */
#include "ptx/parser.h"

#include <string.h>

static gboolean
is_listed (const WsPtxOperand *operand)
{
  return operand->kind == WS_PTX_OPERAND_VECTOR || operand->kind == WS_PTX_OPERAND_PAIR;
}

static void
set_role (WsParser *self, WsPtxOperand *operand, WsPtxRole role)
{
  operand->role = role;
  for (guint i = 0; is_listed (operand) && i < operand->n_elements; i++)
    g_array_index (self->function->elements, WsPtxOperand, operand->first_element + i).role = role;
}

static WsPtxRole
role_of (char kind)
{
  switch (kind)
    {
    case 'd':
    case 'v':
    case 'y':
      return WS_PTX_ROLE_DEF;
    case 'k':
    case 'm':
      return WS_PTX_ROLE_ADDRESS;
    case 'l':
    case 't':
    case 'c':
      return WS_PTX_ROLE_NONE;
    default:
      return WS_PTX_ROLE_USE;
    }
}

static WsPtxType
type_of (const WsPtxInstruction *instruction, char type)
{
  switch (type)
    {
    case '0':
    case 'w':
      return instruction->types[0];
    case '1':
      return instruction->types[1];
    case 'i':
      return WS_PTX_B32;
    case 'p':
      return WS_PTX_PRED;
    default:
      return WS_PTX_TYPE_NONE;
    }
}

/* An immediate of a floating-point instruction holds the bits of its type, however it was written.
 */
static void
convert_immediate (WsPtxOperand *operand, WsPtxType type)
{
  double value;
  float single;
  guint32 word;

  if (operand->kind != WS_PTX_OPERAND_IMMEDIATE || (type != WS_PTX_F32 && type != WS_PTX_F64))
    return;
  if (operand->is_float && operand->float_bits == 32)
    {
      word = (guint32)operand->bits;
      memcpy (&single, &word, 4);
      value = single;
      if (type == WS_PTX_F32)
        return;
    }
  else if (operand->is_float)
    memcpy (&value, &operand->bits, 8);
  else
    value = (double)(gint64)operand->bits;
  operand->is_float = TRUE;
  if (type == WS_PTX_F64)
    {
      operand->float_bits = 64;
      memcpy (&operand->bits, &value, 8);
      return;
    }
  single = (float)value;
  memcpy (&word, &single, 4);
  operand->float_bits = 32;
  operand->bits = word;
}

/* Loads, stores and conversions take registers wider than their type (PTX ISA 9.4.1); where a type
 * gives no width, nothing is asked. */
static gboolean
width_is_free (const WsPtxInstruction *instruction)
{
  switch (instruction->opcode)
    {
    case WS_PTX_LD:
    case WS_PTX_LDU:
    case WS_PTX_ST:
    case WS_PTX_CVT:
    case WS_PTX_CVTA:
    case WS_PTX_ISSPACEP:
    case WS_PTX_MOV:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
check_register (WsParser *self, const WsToken *opcode, const WsPtxInstruction *instruction,
                const WsPtxOperand *operand, const WsToken *place, char type)
{
  const WsPtxRegister *reg;
  WsPtxType wanted = type_of (instruction, type);
  guint want_bytes = ws_ptx_type_get_width (wanted) * (type == 'w' ? 2 : 1);
  g_autofree char *text = NULL;

  if (operand->kind != WS_PTX_OPERAND_REGISTER || wanted == WS_PTX_TYPE_NONE)
    return TRUE;
  reg = &g_array_index (self->function->registers, WsPtxRegister, operand->reg);
  if ((reg->type == WS_PTX_PRED) != (wanted == WS_PTX_PRED))
    {
      text = ws_parser_dup_token (self, opcode);
      return ws_parser_error (self, place, "'%s' takes %s here, and '%s' is %s", text,
                              wanted == WS_PTX_PRED ? "a predicate" : "a number", reg->name,
                              reg->type == WS_PTX_PRED ? "a predicate" : "none");
    }
  if (wanted == WS_PTX_PRED || width_is_free (instruction)
      || ws_ptx_type_get_width (reg->type) == want_bytes)
    return TRUE;
  text = ws_parser_dup_token (self, opcode);
  return ws_parser_error (self, place, "'%s' takes %u bits here, and '%s' has %u", text,
                          want_bytes * 8, reg->name, ws_ptx_type_get_width (reg->type) * 8);
}

static gboolean
kind_fits (const WsPtxOperand *operand, const WsOperandRule *rule)
{
  switch (rule->kind)
    {
    case 'm':
      return operand->kind == WS_PTX_OPERAND_MEMORY;
    case 'l':
      return operand->kind == WS_PTX_OPERAND_LABEL;
    case 't':
      return operand->kind == WS_PTX_OPERAND_VECTOR;
    case 'n':
      return operand->kind == WS_PTX_OPERAND_IMMEDIATE;
    case 'v':
    case 'w':
    case 'y':
      return operand->kind != WS_PTX_OPERAND_MEMORY && operand->kind != WS_PTX_OPERAND_LABEL
             && operand->kind != WS_PTX_OPERAND_FUNCTION;
    case 'd':
      return operand->kind == WS_PTX_OPERAND_REGISTER || operand->kind == WS_PTX_OPERAND_NOTHING
             || (rule->pair && operand->kind == WS_PTX_OPERAND_PAIR);
    case 'a':
    case 'k':
    case 'p':
      return operand->kind == WS_PTX_OPERAND_REGISTER || operand->kind == WS_PTX_OPERAND_IMMEDIATE
             || operand->kind == WS_PTX_OPERAND_SPECIAL || operand->kind == WS_PTX_OPERAND_SYMBOL;
    default:
      return operand->kind != WS_PTX_OPERAND_MEMORY && operand->kind != WS_PTX_OPERAND_LABEL;
    }
}

static gboolean
check_operand (WsParser *self, const WsToken *opcode, WsPtxInstruction *instruction, guint i,
               const WsOperandRule *rule, const WsToken *place)
{
  WsPtxOperand *operand = &instruction->operands[i];
  g_autofree char *text = NULL;

  if (!kind_fits (operand, rule))
    {
      text = ws_parser_dup_token (self, opcode);
      return ws_parser_error (self, place, "operand %u of '%s' cannot be this", i + 1, text);
    }
  set_role (self, operand, role_of (rule->kind));
  convert_immediate (operand, type_of (instruction, rule->type));
  if (operand->kind == WS_PTX_OPERAND_PAIR)
    {
      const WsPtxOperand *pair =
          &g_array_index (self->function->elements, WsPtxOperand, operand->first_element);

      return check_register (self, opcode, instruction, &pair[0], place, rule->type)
             && check_register (self, opcode, instruction, &pair[1], place, 'p');
    }
  if (operand->kind == WS_PTX_OPERAND_VECTOR)
    {
      for (guint e = 0; e < operand->n_elements; e++)
        convert_immediate (
            &g_array_index (self->function->elements, WsPtxOperand, operand->first_element + e),
            instruction->types[0]);
      if ((rule->kind == 'v' || rule->kind == 'w') && operand->n_elements != instruction->vector)
        {
          text = ws_parser_dup_token (self, opcode);
          return ws_parser_error (self, place, "'%s' takes %u elements here, not %u", text,
                                  instruction->vector, operand->n_elements);
        }
      return TRUE;
    }
  if ((rule->kind == 'v' || rule->kind == 'w') && instruction->vector > 1)
    {
      text = ws_parser_dup_token (self, opcode);
      return ws_parser_error (self, place, "'%s' takes %u elements here", text,
                              instruction->vector);
    }
  return check_register (self, opcode, instruction, operand, place, rule->type);
}

/* call (results)?, function, (arguments)?: results are written, arguments read, where they are
 * registers. */
static gboolean
check_call (WsParser *self, const WsToken *opcode, WsPtxInstruction *instruction)
{
  gboolean seen = FALSE;

  for (guint i = 0; i < instruction->n_operands; i++)
    {
      WsPtxOperand *operand = &instruction->operands[i];

      if (operand->kind == WS_PTX_OPERAND_VECTOR)
        set_role (self, operand, seen ? WS_PTX_ROLE_USE : WS_PTX_ROLE_DEF);
      else
        {
          seen = TRUE;
          operand->role =
              operand->kind == WS_PTX_OPERAND_REGISTER ? WS_PTX_ROLE_ADDRESS : WS_PTX_ROLE_NONE;
        }
    }
  return seen || ws_parser_error (self, opcode, "a call needs a function");
}

gboolean
ws_parser_check (WsParser *self, const WsToken *opcode, const WsShape *shape,
                 WsPtxInstruction *instruction, const WsToken *places)
{
  g_autofree char *text = NULL;

  if (shape->opcode == WS_PTX_CALL)
    return check_call (self, opcode, instruction);
  for (guint l = 0; l < shape->n_lists; l++)
    {
      const WsOperandList *list = &shape->lists[l];

      if (list->n != instruction->n_operands)
        continue;
      for (guint i = 0; i < list->n; i++)
        if (!check_operand (self, opcode, instruction, i, &list->rules[i], &places[i]))
          return FALSE;
      return TRUE;
    }
  text = ws_parser_dup_token (self, opcode);
  return ws_parser_error (self, opcode, "'%s' takes %u operands, not %u", text,
                          shape->n_lists > 0 ? shape->lists[0].n : 0, instruction->n_operands);
}
