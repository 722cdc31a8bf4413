/* exchange.h: which lane a shuffle reads from, and which lanes vote together. For all code that
 * executes or records one. */
#pragma once

#include "ptx/ptx.h"

G_BEGIN_DECLS

/**
 * ws_ptx_shuffle_from:
 * @mode: up, down, bfly or idx
 * @lane: the lane that receives
 * @b: the instruction's lane operand
 * @c: its clamp and segment mask
 * @source: (out): the lane that it receives from
 *
 * PTX ISA, 9.7.9.6 (shfl.sync). A lane whose source would be outside its segment reads itself. Here
 * in the header for loops over lanes.
 *
 * Returns: whether the source is inside the segment
 */
static inline __attribute__ ((always_inline)) gboolean
ws_ptx_shuffle_from (WsPtxMod mode, guint lane, guint32 b, guint32 c, guint *source)
{
  guint32 segment = (c >> 8) & 31;
  gint32 last = (gint32)((lane & segment) | (c & 31 & ~segment));
  gint32 by = (gint32)(b & 31);
  gint32 from = mode == WS_PTX_MOD_UP     ? (gint32)lane - by
                : mode == WS_PTX_MOD_DOWN ? (gint32)lane + by
                : mode == WS_PTX_MOD_BFLY ? (gint32)lane ^ by
                                          : (gint32)((lane & segment) | ((guint32)by & ~segment));
  gboolean inside = mode == WS_PTX_MOD_UP ? from >= last : from <= last;

  *source = inside ? (guint)from & 31 : lane;
  return inside;
}

const WsPtxOperand *ws_ptx_exchange_members (const WsPtxInstruction *instruction);
gboolean ws_ptx_shuffle_source (const WsPtxInstruction *instruction, guint lane, guint32 b,
                                guint32 c, guint64 *source);

G_END_DECLS
