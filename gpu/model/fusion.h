/* fusion.h: PTX instructions that ptxas folds away. */
#pragma once

#include "model/instruction.h"

G_BEGIN_DECLS

/**
 * WsFusionKind:
 * @WS_FUSION_NONE: an instruction, or several
 * @WS_FUSION_FOLDED: no instruction: folded into another one, or a mere alias
 * @WS_FUSION_PREDICATED: a branch around few instructions, replaced by predication
 * @WS_FUSION_TAKES: an instruction that absorbs an earlier, folded one
 *
 * What becomes of an instruction of PTX.
 */
typedef enum {
  WS_FUSION_NONE,
  WS_FUSION_FOLDED,
  WS_FUSION_PREDICATED,
  WS_FUSION_TAKES,
} WsFusionKind;

/**
 * WsFusion:
 * @instruction: what the site says
 * @kind: a #WsFusionKind
 * @loop: index of the innermost unrolled loop whose iterations it counts, plus 1; 0: none
 * @turns: of a branch back: likewise, of the loop that it closes
 * @is_product: a sum fused with a 64-bit product, which takes several instructions
 * @is_half_done: of an integer division with a loop-invariant divisor: the reciprocal is computed
 * before the loop
 *
 * What ptxas makes of a site.
 */
typedef struct {
  WsInstruction instruction;
  guint8 kind;
  guint8 is_product;
  guint8 is_half_done;
  guint16 loop;
  guint16 turns;
} WsFusion;

/* The unroll factor of loops. */
#define WS_UNROLLED_ROUNDS 4
/* Loops of a kernel that are known to be unrolled; others stay as they are. */
#define WS_MAX_LOOPS 64

WsFusion *ws_fusion_new (const WsKernel *kernel, guint *n_loops);

G_END_DECLS
