/* decode-choose.c: which lane loop executes an instruction, and what its words mean for it. */
#include "vm/vm.h"

#include "vm/types.h"

static gboolean
is_clock (WsPtxSpecial special)
{
  return special == WS_PTX_SREG_CLOCK || special == WS_PTX_SREG_CLOCK_HI
         || special == WS_PTX_SREG_CLOCK64 || special == WS_PTX_SREG_GLOBALTIMER
         || special == WS_PTX_SREG_GLOBALTIMER_LO || special == WS_PTX_SREG_GLOBALTIMER_HI;
}

/**
 * ws_decode_immediate_is_wide:
 * @in: an instruction
 * @index: of one of its sources, from 0
 *
 * Whether that source, as an immediate, is 64 bits wide. PTX ISA, the instruction's own section:
 * not all operands have the type that the opcode names.
 */
gboolean
ws_decode_immediate_is_wide (const WsPtxInstruction *in, guint index)
{
  WsPtxType type = in->types[0];

  switch (in->opcode)
    {
    case WS_PTX_SHL:
    case WS_PTX_SHR:
      return index == 0 && ws_type_bits (type) == 64;
    case WS_PTX_BFE:
      return index == 0 && ws_type_bits (type) == 64;
    case WS_PTX_BFI:
      return index < 2 && ws_type_bits (type) == 64;
    case WS_PTX_MUL:
    case WS_PTX_MAD:
      if (ws_ptx_instruction_has_mod (in, WS_PTX_MOD_WIDE))
        return index == 2 && ws_type_bits (type) == 32;
      return ws_type_bits (type) == 64;
    case WS_PTX_SET:
    case WS_PTX_CVT:
      return ws_type_bits (in->types[1]) == 64;
    case WS_PTX_SLCT:
      return index < 2 && ws_type_bits (type) == 64;
    case WS_PTX_SHFL:
    case WS_PTX_BAR:
    case WS_PTX_BARRIER:
    case WS_PTX_BAR_WARP:
    case WS_PTX_VOTE:
    case WS_PTX_REDUX:
    case WS_PTX_ELECT:
    case WS_PTX_BRX:
      return FALSE;
    case WS_PTX_MATCH:
      return index == 0 && ws_type_bits (type) == 64;
    default:
      return in->n_types > 0 && ws_type_bits (type) == 64;
    }
}

/* ---- words ---- */

/**
 * ws_decode_read_words:
 * @inst: an instruction
 * @op: gets what its words mean: rounding, ftz, sat, carry, approximation, and those that go to
 * kind and kind2; words of scope and order mean nothing here
 */
void
ws_decode_read_words (const WsPtxInstruction *inst, WsOp *op)
{
  for (guint i = 0; i < inst->n_mods; i++)
    switch (inst->mods[i])
      {
      case WS_PTX_MOD_RN:
      case WS_PTX_MOD_RZ:
      case WS_PTX_MOD_RM:
      case WS_PTX_MOD_RP:
      case WS_PTX_MOD_RNI:
      case WS_PTX_MOD_RZI:
      case WS_PTX_MOD_RMI:
      case WS_PTX_MOD_RPI:
        op->round = (guint8)inst->mods[i];
        break;
      case WS_PTX_MOD_FTZ:
        op->ftz = TRUE;
        break;
      case WS_PTX_MOD_SAT:
        op->sat = TRUE;
        break;
      case WS_PTX_MOD_CC:
        op->carry_out = TRUE;
        break;
      case WS_PTX_MOD_APPROX:
      case WS_PTX_MOD_FULL:
        op->approx = TRUE;
        break;
      case WS_PTX_MOD_WRAP:
      case WS_PTX_MOD_CLAMP:
      case WS_PTX_MOD_XORSIGN:
      case WS_PTX_MOD_POPC:
        op->kind2 = (guint8)inst->mods[i];
        break;
      case WS_PTX_MOD_SYNC:
      case WS_PTX_MOD_ALIGNED:
      case WS_PTX_MOD_CTA:
      case WS_PTX_MOD_CLUSTER:
      case WS_PTX_MOD_GPU:
      case WS_PTX_MOD_SYS:
      case WS_PTX_MOD_GL:
      case WS_PTX_MOD_WEAK:
      case WS_PTX_MOD_VOLATILE:
      case WS_PTX_MOD_RELAXED:
      case WS_PTX_MOD_ACQUIRE:
      case WS_PTX_MOD_RELEASE:
      case WS_PTX_MOD_ACQ_REL:
      case WS_PTX_MOD_NC:
      case WS_PTX_MOD_TO:
        if (inst->opcode == WS_PTX_CVTA)
          op->kind = (guint8)inst->mods[i];
        break;
      default:
        if (op->kind == WS_PTX_MOD_NONE || inst->opcode == WS_PTX_BAR
            || inst->opcode == WS_PTX_BARRIER)
          op->kind = (guint8)inst->mods[i];
        else if (op->kind2 == WS_PTX_MOD_NONE)
          op->kind2 = (guint8)inst->mods[i];
        break;
      }
}

/**
 * ws_decode_read_bar_words:
 * @inst: a bar or barrier
 * @op: gets which of sync, arrive and red it is as its kind, the operator of red as its kind2
 */
void
ws_decode_read_bar_words (const WsPtxInstruction *inst, WsOp *op)
{
  op->kind = WS_PTX_MOD_SYNC;
  op->kind2 = WS_PTX_MOD_NONE;
  for (guint i = 0; i < inst->n_mods; i++)
    {
      if (inst->mods[i] == WS_PTX_MOD_ARRIVE || inst->mods[i] == WS_PTX_MOD_RED)
        op->kind = (guint8)inst->mods[i];
      if (inst->mods[i] == WS_PTX_MOD_POPC || inst->mods[i] == WS_PTX_MOD_AND
          || inst->mods[i] == WS_PTX_MOD_OR)
        op->kind2 = (guint8)inst->mods[i];
    }
}

/* ---- which lane loop ---- */

static gboolean
is_narrow (const WsOp *op)
{
  return op->wide == 0;
}

static WsExec
choose_integer (const WsPtxInstruction *inst, const WsOp *op)
{
  WsPtxType type = inst->types[0];
  gboolean plain = !op->sat && !op->carry_out && is_narrow (op);
  gboolean int32 = type == WS_PTX_U32 || type == WS_PTX_S32 || type == WS_PTX_B32;

  switch (inst->opcode)
    {
    case WS_PTX_ADD:
      if ((type == WS_PTX_S64 || type == WS_PTX_U64) && !op->carry_out && op->wide == 7)
        return WS_X_ADD64;
      return int32 && plain ? WS_X_ADD32 : WS_X_LANE;
    case WS_PTX_SUB:
      return int32 && plain ? WS_X_SUB32 : WS_X_LANE;
    case WS_PTX_MUL:
      if (int32 && op->kind == WS_PTX_MOD_WIDE && op->wide == 1)
        return type == WS_PTX_S32 ? WS_X_MUL_WIDE_S32 : WS_X_MUL_WIDE_U32;
      return int32 && plain && op->kind == WS_PTX_MOD_LO ? WS_X_MUL32 : WS_X_LANE;
    case WS_PTX_MAD:
      return int32 && plain && op->kind == WS_PTX_MOD_LO ? WS_X_MAD32 : WS_X_LANE;
    case WS_PTX_REM:
      return type == WS_PTX_U32 && plain ? WS_X_REM_U32 : WS_X_LANE;
    case WS_PTX_MIN:
    case WS_PTX_MAX:
      if (!int32 || !plain || op->kind != WS_PTX_MOD_NONE)
        return WS_X_LANE;
      if (inst->opcode == WS_PTX_MIN)
        return type == WS_PTX_S32 ? WS_X_MIN_S32 : WS_X_MIN_U32;
      return type == WS_PTX_S32 ? WS_X_MAX_S32 : WS_X_MAX_U32;
    case WS_PTX_AND:
      return int32 && plain ? WS_X_AND32 : WS_X_LANE;
    case WS_PTX_OR:
      return int32 && plain ? WS_X_OR32 : WS_X_LANE;
    case WS_PTX_XOR:
      return int32 && plain ? WS_X_XOR32 : WS_X_LANE;
    case WS_PTX_SHL:
      return int32 && plain ? WS_X_SHL32 : WS_X_LANE;
    case WS_PTX_SHR:
      return int32 && plain ? (type == WS_PTX_S32 ? WS_X_SHR_S32 : WS_X_SHR_U32) : WS_X_LANE;
    default:
      return WS_X_LANE;
    }
}

static WsExec
choose_compare (const WsPtxInstruction *inst, const WsOp *op)
{
  WsPtxType type = inst->types[0];
  gboolean plain =
      op->n_source == 2 && op->d[1] == WS_NO_ROW && op->d[0] != WS_NO_ROW && is_narrow (op);

  if (plain && type == WS_PTX_S32)
    return WS_X_SETP_S32;
  if (plain && (type == WS_PTX_U32 || type == WS_PTX_B32))
    return WS_X_SETP_U32;
  return WS_X_SETP;
}

static WsExec
choose_float (const WsPtxInstruction *inst, const WsOp *op)
{
  gboolean plain = !op->ftz && !op->sat && (op->round == 0 || op->round == WS_PTX_MOD_RN)
                   && op->kind == WS_PTX_MOD_NONE && op->kind2 == WS_PTX_MOD_NONE && is_narrow (op);

  if (!plain || inst->types[0] != WS_PTX_F32)
    return WS_X_LANE;
  switch (inst->opcode)
    {
    case WS_PTX_ADD:
      return WS_X_ADD_F32;
    case WS_PTX_MUL:
      return WS_X_MUL_F32;
    case WS_PTX_FMA:
      return WS_X_FMA_F32;
    case WS_PTX_MIN:
      return WS_X_MIN_F32;
    case WS_PTX_MAX:
      return WS_X_MAX_F32;
    default:
      return WS_X_LANE;
    }
}

static WsExec
choose_mov (const WsPtxInstruction *inst, const WsOp *op)
{
  if (inst->operands[0].kind == WS_PTX_OPERAND_VECTOR
      || inst->operands[1].kind == WS_PTX_OPERAND_VECTOR)
    return WS_X_PACK;
  if (inst->types[0] == WS_PTX_PRED)
    return WS_X_PREDICATE;
  if (inst->operands[1].kind == WS_PTX_OPERAND_SPECIAL && is_clock (inst->operands[1].special))
    return WS_X_CLOCK;
  if (is_narrow (op))
    return WS_X_MOV32;
  return op->wide == 3 ? WS_X_MOV64 : WS_X_LANE;
}

/**
 * ws_decode_choose:
 * @inst: an instruction
 * @op: its operation, whose types, rows and words are there
 *
 * Returns: the lane loop that executes it; %WS_X_LANE where it has none of its own
 */
WsExec
ws_decode_choose (const WsPtxInstruction *inst, const WsOp *op)
{
  switch (inst->opcode)
    {
    case WS_PTX_MOV:
      return choose_mov (inst, op);
    case WS_PTX_SETP:
      return choose_compare (inst, op);
    case WS_PTX_TESTP:
      return WS_X_SETP;
    case WS_PTX_SELP:
      return is_narrow (op) ? WS_X_SELP32 : WS_X_LANE;
    case WS_PTX_AND:
    case WS_PTX_OR:
    case WS_PTX_XOR:
    case WS_PTX_NOT:
      return inst->types[0] == WS_PTX_PRED ? WS_X_PREDICATE : choose_integer (inst, op);
    case WS_PTX_CVTA:
      return WS_X_CVTA;
    case WS_PTX_ISSPACEP:
      return WS_X_ISSPACEP;
    case WS_PTX_LD:
    case WS_PTX_LDU:
      return op->space == WS_SPACE_PARAM ? WS_X_LD_PARAM : WS_X_LD;
    case WS_PTX_ST:
      return WS_X_ST;
    case WS_PTX_ATOM:
    case WS_PTX_RED:
      return WS_X_ATOM;
    case WS_PTX_SHFL:
      return WS_X_SHFL;
    case WS_PTX_VOTE:
    case WS_PTX_ACTIVEMASK:
      return WS_X_VOTE;
    case WS_PTX_MATCH:
      return WS_X_MATCH;
    case WS_PTX_REDUX:
      return WS_X_REDUX;
    case WS_PTX_ELECT:
      return WS_X_ELECT;
    case WS_PTX_BRA:
      return WS_X_BRA;
    case WS_PTX_BRX:
      return WS_X_BRX;
    case WS_PTX_BAR:
    case WS_PTX_BARRIER:
      return WS_X_BAR;
    case WS_PTX_BAR_WARP:
      return WS_X_BAR_WARP;
    case WS_PTX_RET:
    case WS_PTX_EXIT:
      return WS_X_EXIT;
    case WS_PTX_TRAP:
      return WS_X_TRAP;
    case WS_PTX_PREFETCH:
    case WS_PTX_PREFETCHU:
    case WS_PTX_NANOSLEEP:
    case WS_PTX_MEMBAR:
    case WS_PTX_FENCE:
    case WS_PTX_GRIDDEPCONTROL:
      return WS_X_NOP;
    default:
      return inst->types[0] == WS_PTX_F32 || inst->types[0] == WS_PTX_F64
                 ? choose_float (inst, op)
                 : choose_integer (inst, op);
    }
}

/**
 * ws_decode_call_list:
 * @inst: a call
 * @before: whether the list before the function, of results, is meant, and not the one behind it,
 * of arguments
 *
 * Returns: (transfer none) (nullable): that operand list; %NULL where there is none
 */
const WsPtxOperand *
ws_decode_call_list (const WsPtxInstruction *inst, gboolean before)
{
  gboolean seen = FALSE;

  for (guint i = 0; i < inst->n_operands; i++)
    {
      if (inst->operands[i].kind == WS_PTX_OPERAND_FUNCTION)
        seen = TRUE;
      else if (inst->operands[i].kind == WS_PTX_OPERAND_VECTOR && seen != before)
        return &inst->operands[i];
    }
  return NULL;
}
