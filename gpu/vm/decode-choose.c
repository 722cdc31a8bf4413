/* decode-choose.c: selects the lane loop of an instruction, and decodes its modifiers. */
#include "vm/atomic.h"
#include "vm/lanes.h"
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
    case WS_PTX_BMSK:
    case WS_PTX_TEX:
      return FALSE;
    case WS_PTX_SULD_B:
    case WS_PTX_SUST_B:
      return index == 0 && ws_type_bits (type) == 64;
    case WS_PTX_CREATEPOLICY:
      return ws_ptx_instruction_has_mod (in, WS_PTX_MOD_CVT);
    case WS_PTX_MATCH:
      return index == 0 && ws_type_bits (type) == 64;
    default:
      return in->n_types > 0 && ws_type_bits (type) == 64;
    }
}

/* ---- words ---- */

/**
 * ws_decode_read_words:
 * @op: receives its modifiers: rounding, ftz, sat, carry, approximation, and those stored in kind
 * and kind2; scopes and memory orders are ignored here
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
      case WS_PTX_MOD_RNA:
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
        op->approx = TRUE;
        break;
      case WS_PTX_MOD_FULL:
        op->approx = TRUE;
        op->kind2 = (guint8)inst->mods[i];
        break;
      case WS_PTX_MOD_WRAP:
      case WS_PTX_MOD_CLAMP:
      case WS_PTX_MOD_TRAP:
      case WS_PTX_MOD_ZERO:
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
      case WS_PTX_MOD_L1_EVICT_NORMAL:
      case WS_PTX_MOD_L1_EVICT_UNCHANGED:
      case WS_PTX_MOD_L1_EVICT_FIRST:
      case WS_PTX_MOD_L1_EVICT_LAST:
      case WS_PTX_MOD_L1_NO_ALLOCATE:
      case WS_PTX_MOD_L2_CACHE_HINT:
      case WS_PTX_MOD_MMIO:
      case WS_PTX_MOD_NOFTZ:
      case WS_PTX_MOD_TO:
        if (inst->opcode == WS_PTX_CVTA)
          op->kind = (guint8)inst->mods[i];
        break;
      case WS_PTX_MOD_NAN:
        op->carries_nan = TRUE;
        G_GNUC_FALLTHROUGH;
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
 * @op: receives sync, arrive or red as its kind, and the operator of red as its kind2
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

#define WIDE_u8  0
#define WIDE_s8  0
#define WIDE_u16 0
#define WIDE_s16 0
#define WIDE_u32 0
#define WIDE_s32 0
#define WIDE_z32 0
#define WIDE_f32 0
#define WIDE_h16 0
#define WIDE_no  0
#define WIDE_u64 1
#define WIDE_s64 1
#define WIDE_f64 1

#define ROWS_u8  1
#define ROWS_s8  1
#define ROWS_u16 1
#define ROWS_s16 1
#define ROWS_u32 1
#define ROWS_s32 1
#define ROWS_z32 1
#define ROWS_f32 1
#define ROWS_h16 1
#define ROWS_no  0
#define ROWS_u64 1
#define ROWS_s64 1
#define ROWS_f64 1

#define WHEN_0  WS_WHEN_CARRY
#define WHEN_1  WS_WHEN_CARRY
#define WHEN_cf WS_WHEN_ALWAYS

#define T(type)                   (1u << WS_PTX_##type)
#define ANY_TYPE                  ~0u
#define WS_PTX_MOD_EVERY          WS_ANY_WORD
#define OF_EACH(what, d, a, b, c) (what##_##d | what##_##a << 1 | what##_##b << 2 | what##_##c << 3)

const WsLanesRow ws_lanes_rows[WS_N_LANES] = {
#define WS_LANE_ROW(id, name, of, of2, mod, under, cost, d, a, b, c, ...) \
  [WS_LANES_##id] = { .opcode = WS_PTX_##name,                            \
                      .also = WS_PTX_##name,                              \
                      .types = of,                                        \
                      .types2 = of2,                                      \
                      .word = WS_PTX_MOD_##mod,                           \
                      .when = WS_WHEN_##under,                            \
                      .work = cost,                                       \
                      .wide = OF_EACH (WIDE, d, a, b, c),                 \
                      .rows = OF_EACH (ROWS, d, a, b, c) },
#define WS_CAREFUL_ROW(id, name, of, of2, mod, under, cost, d, a, b, c, odd, exact, ...) \
  WS_LANE_ROW (id, name, of, of2, mod, under, cost, d, a, b, c, )
#define WS_SQUEEZER_ROW(id, name, of, of2, mod, under, cost, d, a, b, c, small, of_small, ...) \
  WS_LANE_ROW (id, name, of, of2, mod, under, cost, d, a, b, c, )
#define WS_CARRY_ROW(id, name, of, mod, cost, view, x, y, carry)      \
  [WS_LANES_##id] = { .opcode = WS_PTX_##name,                        \
                      .also = WS_PTX_##name,                          \
                      .types = of,                                    \
                      .types2 = ANY_TYPE,                             \
                      .word = WS_PTX_MOD_##mod,                       \
                      .when = WHEN_##carry,                           \
                      .work = cost,                                   \
                      .wide = OF_EACH (WIDE, view, view, view, view), \
                      .rows = OF_EACH (ROWS, view, view, view, view) },
#define WS_HOLDS_ROW(id, name, other, of, which, mod, a, b, ...) \
  [WS_LANES_##id] = { .opcode = WS_PTX_##name,                   \
                      .also = WS_PTX_##other,                    \
                      .types = ANY_TYPE,                         \
                      .types2 = of,                              \
                      .compares = which,                         \
                      .word = WS_PTX_MOD_##mod,                  \
                      .when = WS_WHEN_ALWAYS,                    \
                      .work = 1,                                 \
                      .wide = OF_EACH (WIDE, no, a, b, no),      \
                      .rows = OF_EACH (ROWS, no, a, b, no) },
#define WS_PAIR_ROW(id, name, other, of) WS_HOLDS_ROW (id, name, other, of, ~0u, EVERY, u32, u32, )
#include "vm/lanes.def"
};

static gboolean
is_when (const WsOp *op, guint8 when)
{
  switch (when)
    {
    case WS_WHEN_PLAIN:
      return !op->ftz && !op->sat && !op->carry_out;
    case WS_WHEN_SAT:
      return op->sat;
    case WS_WHEN_FLUSHED:
      return op->ftz;
    case WS_WHEN_APPROX:
      return op->approx && op->kind2 != WS_PTX_MOD_FULL;
    case WS_WHEN_CARRY:
      return op->carry_out;
    default:
      return TRUE;
    }
}

static gboolean
is_whole_rounding (const WsOp *op)
{
  return op->round >= WS_PTX_MOD_RNI && op->round <= WS_PTX_MOD_RPI;
}

static gboolean
fits (const WsLanesRow *row, const WsOp *op)
{
  guint word = is_whole_rounding (op) ? op->round : op->kind;

  return (row->opcode == op->opcode || row->also == op->opcode)
         && (row->types & (1u << op->type)) != 0 && (row->types2 & (1u << op->type2)) != 0
         && (row->compares == 0 || (row->compares & (1u << op->compare)) != 0)
         && (row->word == WS_ANY_WORD || row->word == word) && is_when (op, row->when);
}

/* Rounding to nearest is the host's default; rounding to an integer has a row per mode. */
static gboolean
has_own_rounding (const WsOp *op)
{
  return op->round == WS_PTX_MOD_RZ || op->round == WS_PTX_MOD_RM || op->round == WS_PTX_MOD_RP;
}

/* The first matching row of lanes.def. */
static gboolean
choose_lanes (WsOp *op)
{
  for (guint i = 0; i < WS_N_LANES; i++)
    if (fits (&ws_lanes_rows[i], op))
      {
        const WsLanesRow *row = &ws_lanes_rows[i];
        guint rows = row->rows & ((2u << op->n_source) - 1);

        op->lanes = (guint16)i;
        op->exec = ((op->wide ^ row->wide) & rows) != 0 ? WS_X_LANES_RESIZED
                   : has_own_rounding (op)              ? WS_X_LANES_ROUNDED
                                                        : WS_X_LANES;
        return TRUE;
      }
  return FALSE;
}

/* Instructions beyond reading and writing registers of the own lane. */
static const struct {
  WsPtxOpcode opcode;
  WsExec exec;
} others[] = {
  { WS_PTX_ISSPACEP, WS_X_ISSPACEP },
  { WS_PTX_LD, WS_X_LD },
  { WS_PTX_LDU, WS_X_LD },
  { WS_PTX_ST, WS_X_ST },
  { WS_PTX_ATOM, WS_X_ATOM },
  { WS_PTX_RED, WS_X_ATOM },
  { WS_PTX_SHFL, WS_X_SHFL },
  { WS_PTX_VOTE, WS_X_VOTE },
  { WS_PTX_ACTIVEMASK, WS_X_VOTE },
  { WS_PTX_MATCH, WS_X_MATCH },
  { WS_PTX_REDUX, WS_X_REDUX },
  { WS_PTX_ELECT, WS_X_ELECT },
  { WS_PTX_BRA, WS_X_BRA },
  { WS_PTX_BRX, WS_X_BRX },
  { WS_PTX_BAR, WS_X_BAR },
  { WS_PTX_BARRIER, WS_X_BAR },
  { WS_PTX_BAR_WARP, WS_X_BAR_WARP },
  { WS_PTX_RET, WS_X_EXIT },
  { WS_PTX_EXIT, WS_X_EXIT },
  { WS_PTX_TRAP, WS_X_TRAP },
  { WS_PTX_CP_ASYNC, WS_X_COPY },
  { WS_PTX_CP_ASYNC_COMMIT_GROUP, WS_X_COPY_GROUP },
  { WS_PTX_CP_ASYNC_WAIT_GROUP, WS_X_COPY_GROUP },
  { WS_PTX_CP_ASYNC_WAIT_ALL, WS_X_COPY_GROUP },
  { WS_PTX_CP_ASYNC_MBARRIER_ARRIVE, WS_X_MBARRIER },
  { WS_PTX_MBARRIER_INIT, WS_X_MBARRIER },
  { WS_PTX_MBARRIER_INVAL, WS_X_NOP },
  { WS_PTX_MBARRIER_EXPECT_TX, WS_X_MBARRIER },
  { WS_PTX_MBARRIER_COMPLETE_TX, WS_X_MBARRIER },
  { WS_PTX_MBARRIER_ARRIVE, WS_X_MBARRIER },
  { WS_PTX_MBARRIER_ARRIVE_DROP, WS_X_MBARRIER },
  { WS_PTX_MBARRIER_TEST_WAIT, WS_X_MBARRIER },
  { WS_PTX_MBARRIER_TRY_WAIT, WS_X_MBARRIER },
  { WS_PTX_MBARRIER_PENDING_COUNT, WS_X_MBARRIER },
  { WS_PTX_MOVMATRIX, WS_X_MATRIX },
  { WS_PTX_PREFETCH, WS_X_NOP },
  { WS_PTX_PREFETCHU, WS_X_NOP },
  { WS_PTX_NANOSLEEP, WS_X_SLEEP },
  { WS_PTX_TEX, WS_X_TEXTURE },
  { WS_PTX_SULD_B, WS_X_TEXTURE },
  { WS_PTX_SUST_B, WS_X_TEXTURE },
  { WS_PTX_ALLOCA, WS_X_STACK },
  { WS_PTX_STACKSAVE, WS_X_STACK },
  { WS_PTX_STACKRESTORE, WS_X_STACK },
  { WS_PTX_BRKPT, WS_X_NOP },
  { WS_PTX_PMEVENT, WS_X_NOP },
  { WS_PTX_APPLYPRIORITY, WS_X_NOP },
  { WS_PTX_DISCARD, WS_X_NOP },
  { WS_PTX_MEMBAR, WS_X_NOP },
  { WS_PTX_FENCE, WS_X_NOP },
  { WS_PTX_GRIDDEPCONTROL, WS_X_NOP },
  { WS_PTX_SETMAXNREG, WS_X_NOP },
};

/**
 * ws_decode_choose:
 * @op: its operation, with types, rows and modifiers set; receives how to execute it
 *
 * Returns: %FALSE if it is not supported
 */
gboolean
ws_decode_choose (const WsPtxInstruction *inst, WsOp *op)
{
  if (inst->opcode == WS_PTX_MOV
      && (inst->operands[0].kind == WS_PTX_OPERAND_VECTOR
          || inst->operands[1].kind == WS_PTX_OPERAND_VECTOR))
    op->exec = WS_X_PACK;
  else if (inst->opcode == WS_PTX_MOV && inst->operands[1].kind == WS_PTX_OPERAND_SPECIAL
           && is_clock (inst->operands[1].special))
    {
      op->exec = WS_X_CLOCK;
      op->kind = (guint8)inst->operands[1].special;
    }
  else if ((inst->opcode == WS_PTX_LD || inst->opcode == WS_PTX_LDU) && op->space == WS_SPACE_PARAM)
    op->exec = WS_X_LD_PARAM;
  else
    {
      for (guint i = 0; i < G_N_ELEMENTS (others); i++)
        if (others[i].opcode == inst->opcode)
          {
            op->exec = (guint8)others[i].exec;
            return op->exec != WS_X_ATOM
                   || ws_atomic_find ((WsPtxMod)op->kind, (WsPtxType)op->type, &op->lanes);
          }
      if (inst->types[0] != WS_PTX_PRED
          && (inst->opcode != WS_PTX_LOP3 || op->kind == WS_PTX_MOD_NONE))
        return choose_lanes (op);
      op->exec = WS_X_PREDICATE;
    }
  return TRUE;
}

/**
 * ws_decode_call_list:
 * @before: whether to return the list of results, before the function, rather than the arguments
 * after it
 *
 * Returns: (transfer none) (nullable): that operand list; %NULL if there is none
 */
const WsPtxOperand *
ws_decode_call_list (const WsPtxInstruction *inst, gboolean before)
{
  return inst->n_operands == 3 ? &inst->operands[before ? 0 : 2] : NULL;
}
