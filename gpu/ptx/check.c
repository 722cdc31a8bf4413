/* check.c: checks operands against isa.def, and sets their roles. PTX ISA, section 9.4 (type
 * checking). */
#include "ptx/matrix.h"
#include "ptx/parser.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_ACCESS_BYTES 16 /* bytes of a vector that is read or written */

/* The position of the operand, for messages. */
typedef struct {
  WsParser *parser;
  const WsToken *opcode;
  const WsToken *place;
  const WsPtxInstruction *instruction;
  guint number; /* 1-based */
} Context;

static gboolean
must_be (const Context *context, const char *what)
{
  g_autofree char *opcode = ws_parser_dup_token (context->parser, context->opcode);

  return ws_parser_error (context->parser, context->place, _ ("operand %u of '%s' must be %s"),
                          context->number, opcode, what);
}

/* ---- types ---- */

static gboolean
is_float (WsPtxType type)
{
  return type == WS_PTX_F32 || type == WS_PTX_F64 || type == WS_PTX_F16 || type == WS_PTX_F16X2
         || type == WS_PTX_BF16 || type == WS_PTX_BF16X2;
}

static gboolean
is_bits (WsPtxType type)
{
  return type >= WS_PTX_B8 && type <= WS_PTX_B128;
}

static WsPtxType
rule_type (const WsPtxInstruction *instruction, char type)
{
  switch (type)
    {
    case '0':
      return instruction->types[0];
    case '1':
      return instruction->types[1];
    case 'i':
      return WS_PTX_B32;
    case '2':
      return instruction->types[2];
    case 'q':
      return WS_PTX_B64;
    case 'f':
      return WS_PTX_F32;
    case 'p':
      return WS_PTX_PRED;
    case 'w':
      switch (instruction->types[0])
        {
        case WS_PTX_U16:
          return WS_PTX_U32;
        case WS_PTX_S16:
          return WS_PTX_S32;
        case WS_PTX_U32:
          return WS_PTX_U64;
        default:
          return WS_PTX_S64;
        }
    default:
      return WS_PTX_TYPE_NONE;
    }
}

/* Loads, stores and conversions also take a register wider than the type (PTX ISA 9.4.1). */
static gboolean
may_be_wider (const WsPtxInstruction *instruction)
{
  return instruction->opcode == WS_PTX_LD || instruction->opcode == WS_PTX_LDU
         || instruction->opcode == WS_PTX_ST || instruction->opcode == WS_PTX_CVT
         || instruction->opcode == WS_PTX_SULD_B || instruction->opcode == WS_PTX_SUST_B;
}

static gboolean
check_register (const Context *context, const WsPtxOperand *operand, WsPtxType type)
{
  const WsPtxRegister *reg =
      &g_array_index (context->parser->function->registers, WsPtxRegister, operand->reg);
  guint have = ws_ptx_type_get_width (reg->type);
  guint want = ws_ptx_type_get_width (type);
  g_autofree char *opcode = NULL;

  if (type == WS_PTX_TYPE_NONE && reg->type != WS_PTX_PRED)
    return TRUE;
  if (operand->negated && type != WS_PTX_PRED)
    return must_be (context, _ ("a register without negation"));
  if ((reg->type == WS_PTX_PRED) == (type == WS_PTX_PRED)
      && (have == want || (have > want && may_be_wider (context->instruction)))
      && (is_bits (type) || is_bits (reg->type) || is_float (type) == is_float (reg->type)))
    return TRUE;
  opcode = ws_parser_dup_token (context->parser, context->opcode);
  return ws_parser_error (context->parser, context->place,
                          _ ("operand %u of '%s' is .%s, but '%s' is .%s"), context->number, opcode,
                          type != WS_PTX_TYPE_NONE ? ws_isa_get_type_name (type) : "b64", reg->name,
                          ws_isa_get_type_name (reg->type));
}

/* An immediate of a floating-point instruction becomes the bits of its type, however it was
 * written. */
static gboolean
check_immediate (const Context *context, WsPtxOperand *operand, WsPtxType type)
{
  guint32 word = (guint32)operand->bits;
  float single;
  double value;

  if (type == WS_PTX_PRED && !operand->is_float)
    {
      /* One bit per lane, as a predicate register has them. */
      operand->bits = operand->bits != 0 ? G_MAXUINT32 : 0;
      return TRUE;
    }
  if (!operand->is_float)
    return !is_float (type)
           || must_be (context, _ ("a floating-point constant, such as 0f3F800000"));
  if (is_bits (type) && operand->float_bits == ws_ptx_type_get_width (type) * 8)
    return TRUE;
  if (type != WS_PTX_F32 && type != WS_PTX_F64)
    return must_be (context, _ ("an integer"));
  if (operand->float_bits == 32)
    {
      memcpy (&single, &word, sizeof single);
      value = (double)single;
    }
  else
    {
      memcpy (&value, &operand->bits, sizeof value);
      single = (float)value;
    }
  if (type == WS_PTX_F32 && operand->float_bits != 32)
    {
      memcpy (&word, &single, sizeof word);
      operand->bits = word;
    }
  else if (type == WS_PTX_F64 && operand->float_bits == 32)
    memcpy (&operand->bits, &value, sizeof value);
  operand->float_bits = type == WS_PTX_F32 ? 32 : 64;
  return TRUE;
}

/* ---- kinds ---- */

static gboolean
check_source (const Context *context, WsPtxOperand *operand, WsPtxType type)
{
  switch (operand->kind)
    {
    case WS_PTX_OPERAND_REGISTER:
      return check_register (context, operand, type);
    case WS_PTX_OPERAND_IMMEDIATE:
      return check_immediate (context, operand, type);
    case WS_PTX_OPERAND_SPECIAL:
      if (context->instruction->opcode == WS_PTX_CVT)
        return TRUE;
      return must_be (context,
                      _ ("a register or a constant; only mov and cvt read special registers"));
    default:
      return must_be (context,
                      type == WS_PTX_PRED ? _ ("a predicate") : _ ("a register or a constant"));
    }
}

/* The result of an atomic or an arrival may be discarded. */
static gboolean
may_be_left (WsPtxOpcode opcode)
{
  return opcode == WS_PTX_ATOM || opcode == WS_PTX_MBARRIER_ARRIVE
         || opcode == WS_PTX_MBARRIER_ARRIVE_DROP;
}

static gboolean
check_destination (const Context *context, const WsPtxOperand *operand, WsPtxType type)
{
  if (operand->kind == WS_PTX_OPERAND_REGISTER && !operand->negated)
    return check_register (context, operand, type);
  if (operand->kind == WS_PTX_OPERAND_NOTHING && may_be_left (context->instruction->opcode))
    return TRUE;
  return must_be (context, type == WS_PTX_PRED ? _ ("a predicate register") : _ ("a register"));
}

static gboolean
check_pair (const Context *context, WsPtxOperand *operand, WsPtxType type)
{
  const WsPtxOperand *pair =
      &g_array_index (context->parser->function->elements, WsPtxOperand, operand->first_element);
  const WsPtxType types[2] = { type, WS_PTX_PRED };

  for (guint i = 0; i < 2; i++)
    {
      if (pair[i].kind == WS_PTX_OPERAND_NOTHING)
        continue;
      if (pair[i].kind != WS_PTX_OPERAND_REGISTER)
        return must_be (context, _ ("a pair of registers"));
      if (!check_register (context, &pair[i], types[i]))
        return FALSE;
    }
  return TRUE;
}

/* The type of each of the @n elements of a @type: mov.b64 {a, b} has two of 32 bits. */
static WsPtxType
element_type (WsPtxType type, guint n)
{
  guint width = ws_ptx_type_get_width (type) / MAX (n, 1);

  if (!is_bits (type) || (n != 2 && n != 4))
    return WS_PTX_TYPE_NONE;
  return width == 1   ? WS_PTX_B8
         : width == 2 ? WS_PTX_B16
         : width == 4 ? WS_PTX_B32
                      : WS_PTX_TYPE_NONE;
}

static gboolean
check_vector (const Context *context, const WsPtxOperand *operand, WsPtxType type,
              gboolean is_written)
{
  for (guint i = 0; i < operand->n_elements; i++)
    {
      WsPtxOperand *element = &g_array_index (context->parser->function->elements, WsPtxOperand,
                                              operand->first_element + i);

      if (is_written && element->kind == WS_PTX_OPERAND_NOTHING)
        continue;
      if (element->kind == WS_PTX_OPERAND_REGISTER)
        {
          if (!check_register (context, element, type))
            return FALSE;
        }
      else if (is_written || element->kind != WS_PTX_OPERAND_IMMEDIATE)
        return must_be (context, _ ("a vector of registers"));
      else if (!check_immediate (context, element, type))
        return FALSE;
    }
  return TRUE;
}

/* Moving 32 bytes at once needs sm_100 and PTX 8.8: ptxas rejects it for earlier ones. */
static gboolean
is_too_wide (const Context *context, guint n_bytes)
{
  g_autofree char *opcode = ws_parser_dup_token (context->parser, context->opcode);

  return ws_parser_unsupported (
      context->parser, context->opcode,
      _ ("'%s' in %s '%s' moves %u bytes at once, more than the supported %d"), opcode,
      ws_parser_owner (context->parser), context->parser->function->name, n_bytes,
      MAX_ACCESS_BYTES);
}

/* What ld writes and st reads: a vector for .v2 or .v4, otherwise one value. */
static gboolean
check_loaded (const Context *context, WsPtxOperand *operand, WsPtxType type, gboolean is_written)
{
  guint vector = context->instruction->vector;

  if (vector > 1)
    {
      if (vector * ws_ptx_type_get_width (type) > MAX_ACCESS_BYTES)
        return is_too_wide (context, vector * ws_ptx_type_get_width (type));
      if (operand->kind != WS_PTX_OPERAND_VECTOR || operand->n_elements != vector)
        return must_be (context, vector == 2 ? _ ("a vector of two") : _ ("a vector of four"));
      return check_vector (context, operand, type, is_written);
    }
  /* A vector of one element is one value in braces. */
  if (operand->kind == WS_PTX_OPERAND_VECTOR && operand->n_elements == 1)
    *operand =
        g_array_index (context->parser->function->elements, WsPtxOperand, operand->first_element);
  return is_written ? check_destination (context, operand, type)
                    : check_source (context, operand, type);
}

static gboolean
check_packed (const Context *context, const WsPtxOperand *operand, WsPtxType type,
              gboolean is_written)
{
  WsPtxType each = element_type (type, operand->n_elements);

  if (each == WS_PTX_TYPE_NONE)
    return must_be (context, _ ("a register or a vector of registers"));
  return check_vector (context, operand, each, is_written);
}

/* What mov reads: an address, a special register, a vector to be packed, or what other sources are.
 */
static gboolean
check_moved (const Context *context, WsPtxOperand *operand, WsPtxType type)
{
  switch (operand->kind)
    {
    case WS_PTX_OPERAND_VECTOR:
      return check_packed (context, operand, type, FALSE);
    case WS_PTX_OPERAND_SPECIAL:
      return (type != WS_PTX_PRED && !is_float (type))
             || must_be (context, _ ("a register or a constant"));
    case WS_PTX_OPERAND_SYMBOL:
      return ws_ptx_type_get_width (type) >= 4 || must_be (context, _ ("a register or a constant"));
    case WS_PTX_OPERAND_FUNCTION:
      return (ws_ptx_type_get_width (type) == 8 && !is_float (type))
             || must_be (context, _ ("a register or a constant"));
    default:
      return check_source (context, operand, type);
    }
}

static gboolean
check_memory (const Context *context, const WsPtxOperand *operand, WsSpace space)
{
  WsParser *parser = context->parser;
  const WsPtxVariable *variable;
  const WsPtxRegister *reg;
  g_autofree char *opcode = NULL;

  if (operand->kind != WS_PTX_OPERAND_MEMORY)
    return must_be (context, _ ("an address in brackets"));
  if (operand->reg != WS_NONE)
    {
      reg = &g_array_index (parser->function->registers, WsPtxRegister, operand->reg);
      if (reg->type == WS_PTX_PRED || is_float (reg->type) || ws_ptx_type_get_width (reg->type) < 4)
        return must_be (context, _ ("an address in a 64-bit or 32-bit register"));
      return TRUE;
    }
  if (operand->symbol == WS_NONE)
    return TRUE;
  variable = ws_ptx_operand_get_variable (parser->module, parser->function, operand);
  if (space == WS_SPACE_GENERIC || variable == NULL || variable->space == space)
    return TRUE;
  opcode = ws_parser_dup_token (parser, context->opcode);
  return ws_parser_error (parser, context->place,
                          _ ("'%s' is not in the state space that '%s' accesses"), variable->name,
                          opcode);
}

/* For one dimension, a register or a vector of one; for three, a fourth is ignored. */
static gboolean
check_coordinates (const Context *context, WsPtxOperand *operand, WsPtxType type)
{
  static const guint n_elements[] = { 0, 1, 2, 4 };
  guint n = n_elements[ws_ptx_instruction_get_dimensions (context->instruction)];
  g_autofree char *what = NULL;

  if (n == 1 && operand->kind != WS_PTX_OPERAND_VECTOR)
    return check_source (context, operand, type);
  if (operand->kind == WS_PTX_OPERAND_VECTOR && operand->n_elements == n)
    return check_vector (context, operand, type, FALSE);
  what =
      g_strdup_printf (ngettext ("a vector of %u coordinate", "a vector of %u coordinates", n), n);
  return must_be (context, what);
}

/* A lane's registers for a matrix: as many as its shape requires. */
static gboolean
check_matrix (const Context *context, const WsPtxOperand *operand, char which, gboolean is_written)
{
  guint n = ws_matrix_count_registers (context->instruction, which);
  WsPtxType of = ws_matrix_get_type (context->instruction, which);
  WsPtxType type = of == WS_PTX_F32 || of == WS_PTX_F64 ? of : WS_PTX_B32;
  g_autofree char *what = NULL;

  if (operand->kind == WS_PTX_OPERAND_REGISTER && n == 1)
    return check_register (context, operand, type);
  if (operand->kind == WS_PTX_OPERAND_VECTOR && operand->n_elements == n)
    return check_vector (context, operand, type, is_written);
  what = g_strdup_printf (ngettext ("a vector of %u register", "a vector of %u registers", n), n);
  return must_be (context, what);
}

static gboolean
check_operand (const Context *context, const WsOperandRule *rule, WsPtxOperand *operand)
{
  WsPtxType type = rule_type (context->instruction, rule->type);

  switch (rule->kind)
    {
    case 'd':
      if (rule->pair && operand->kind == WS_PTX_OPERAND_PAIR)
        return check_pair (context, operand, type);
      return check_destination (context, operand, type);
    case 'v':
      return check_loaded (context, operand, type, TRUE);
    case 'w':
      return check_loaded (context, operand, type, FALSE);
    case 'y':
      if (operand->kind == WS_PTX_OPERAND_VECTOR)
        return check_packed (context, operand, type, TRUE);
      return check_destination (context, operand, type);
    case 'x':
      return check_moved (context, operand, type);
    case 'm':
      return check_memory (context, operand, context->instruction->space);
    case 'F':
    case 'G':
      return check_matrix (context, operand, rule->type, rule->kind == 'F');
    case 'o':
      return operand->kind == WS_PTX_OPERAND_REGISTER
                 ? check_register (context, operand, type)
                 : must_be (context, _ ("a texture or surface object in a register"));
    case 'u':
      return check_coordinates (context, operand, type);
    case 'M':
      return check_memory (context, operand, WS_SPACE_SHARED);
    case 'n':
      return operand->kind == WS_PTX_OPERAND_IMMEDIATE ? check_immediate (context, operand, type)
                                                       : must_be (context, _ ("a constant"));
    case 'l':
    case 't':
      return TRUE;
    default:
      return check_source (context, operand, type);
    }
}

static WsPtxRole
rule_role (char kind)
{
  switch (kind)
    {
    case 'd':
    case 'v':
    case 'y':
    case 'F':
      return WS_PTX_ROLE_DEF;
    case 'k':
    case 'm':
    case 'M':
    case 'o':
    case 'u':
      return WS_PTX_ROLE_ADDRESS;
    case 'l':
    case 't':
      return WS_PTX_ROLE_NONE;
    default:
      return WS_PTX_ROLE_USE;
    }
}

/**
 * ws_parser_set_role:
 * @operand: an operand of the current function
 * @role: what its instruction does with it
 *
 * Sets the role of an operand, and of the elements of a vector or pair.
 */
void
ws_parser_set_role (WsParser *self, WsPtxOperand *operand, WsPtxRole role)
{
  operand->role = role;
  /* The elements of a branch table are labels, found later. */
  if (role != WS_PTX_ROLE_NONE)
    for (guint i = 0; i < operand->n_elements; i++)
      g_array_index (self->function->elements, WsPtxOperand, operand->first_element + i).role =
          role;
}

static gboolean
wrong_count (WsParser *self, const WsToken *opcode, const WsShape *shape, guint n)
{
  g_autofree char *text = ws_parser_dup_token (self, opcode);
  guint first = shape->lists[0].n;

  if (shape->n_lists > 1)
    return ws_parser_error (self, opcode, _ ("'%s' takes %u or %u operands, not %u"), text, first,
                            shape->lists[1].n, n);
  if (first == 0)
    return ws_parser_error (self, opcode, _ ("'%s' takes no operands"), text);
  return ws_parser_error (self, opcode, _ ("'%s' takes %u operand%s, not %u"), text, first,
                          first == 1 ? "" : "s", n);
}

/**
 * ws_parser_check:
 * @opcode: token of the opcode, for messages
 * @shape: its row of isa.def
 * @instruction: the parsed instruction; its operands receive their roles
 * @places: (array): the first token of each operand
 *
 * Checks the operands against isa.def. PTX ISA, section 9.4 (type checking).
 *
 * Returns: %FALSE once it has reported an error
 */
gboolean
ws_parser_check (WsParser *self, const WsToken *opcode, const WsShape *shape,
                 WsPtxInstruction *instruction, const WsToken *places)
{
  const WsOperandList *list = NULL;

  for (guint i = 0; i < shape->n_lists && list == NULL; i++)
    if (shape->lists[i].n == instruction->n_operands)
      list = &shape->lists[i];
  if (list == NULL)
    return wrong_count (self, opcode, shape, instruction->n_operands);
  for (guint i = 0; i < list->n; i++)
    {
      const Context context = { self, opcode, &places[i], instruction, i + 1 };

      if (!check_operand (&context, &list->rules[i], &instruction->operands[i]))
        return FALSE;
      ws_parser_set_role (self, &instruction->operands[i], rule_role (list->rules[i].kind));
    }
  return TRUE;
}
