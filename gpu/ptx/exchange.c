#include "ptx/exchange.h"

/**
 * ws_ptx_shuffle_from:
 * @mode: up, down, bfly or idx
 * @lane: the lane that receives
 * @b: the instruction's lane operand
 * @c: its clamp and segment mask
 * @source: (out): the lane that it receives from
 *
 * PTX ISA, 9.7.9.6 (shfl.sync). A lane whose source would be outside its segment reads itself.
 *
 * Returns: whether the source is inside the segment
 */
gboolean
ws_ptx_shuffle_from (WsPtxMod mode, guint lane, guint32 b, guint32 c, guint *source)
{
  guint32 segment = (c >> 8) & 31;
  gint32 last = (gint32)((lane & segment) | (c & 31 & ~segment));
  gint32 from;
  gboolean inside;

  b &= 31;
  switch (mode)
    {
    case WS_PTX_MOD_UP:
      from = (gint32)lane - (gint32)b;
      inside = from >= last;
      break;
    case WS_PTX_MOD_DOWN:
      from = (gint32)(lane + b);
      inside = from <= last;
      break;
    case WS_PTX_MOD_BFLY:
      from = (gint32)(lane ^ b);
      inside = from <= last;
      break;
    default:
      from = (gint32)((lane & segment) | (b & ~segment));
      inside = from <= last;
      break;
    }
  *source = inside ? (guint)from & 31 : lane;
  return inside;
}

/**
 * ws_ptx_shuffle_source:
 * @instruction: a shuffle
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
