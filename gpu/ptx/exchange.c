#include "ptx/exchange.h"

/**
 * ws_ptx_exchange_members:
 * @instruction: a vote, match, activemask, redux or elect
 *
 * Returns: (nullable): its member mask, which is its last operand; %NULL if it names none
 */
const WsPtxOperand *
ws_ptx_exchange_members (const WsPtxInstruction *instruction)
{
  if (instruction->opcode == WS_PTX_ACTIVEMASK || instruction->n_operands == 0)
    return NULL;
  return &instruction->operands[instruction->n_operands - 1];
}

/**
 * ws_ptx_shuffle_source:
 * @lane: the lane that receives
 * @b: value of its lane operand
 * @c: value of its clamp and segment mask
 * @source: (out): the lane that it receives from
 *
 * Returns: whether the source is inside the segment
 */
gboolean
ws_ptx_shuffle_source (const WsPtxInstruction *instruction, guint lane, guint32 b, guint32 c,
                       guint64 *source)
{
  static const WsPtxMod modes[] = { WS_PTX_MOD_UP, WS_PTX_MOD_DOWN, WS_PTX_MOD_BFLY,
                                    WS_PTX_MOD_IDX };
  guint from = lane;
  gboolean inside = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (ws_ptx_instruction_has_mod (instruction, modes[i]))
      inside = ws_ptx_shuffle_from (modes[i], lane, b, c, &from);
  *source = from;
  return inside;
}
