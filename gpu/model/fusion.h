/* fusion.h: what ptxas leaves no instruction of. */
#pragma once

#include "model/instruction.h"

G_BEGIN_DECLS

/**
 * WsFusionKind:
 * @WS_FUSION_NONE: an instruction, or several
 * @WS_FUSION_FOLDED: no instruction: part of another one, or a name of what is there
 * @WS_FUSION_PREDICATED: a branch around few instructions, which are executed under a predicate
 * @WS_FUSION_TAKES: an instruction that does what one before it was folded from, too
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
 * @loop: number of the innermost loop that is unrolled and that the instruction counts the rounds
 * of, plus 1; 0: none
 * @turns: of a branch back: likewise, of the loop that it closes
 * @is_product: a sum that takes a product of 64 bits along, which is several instructions
 * @is_half_done: of a division of integers in a loop that does not change the divisor: its
 * reciprocal is found before the loop
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

/* Rounds of a loop that become one where it is unrolled. */
#define WS_UNROLLED_ROUNDS 4
/* Loops of a kernel that are known to be unrolled; others stay as they are. */
#define WS_MAX_LOOPS 64

WsFusion *ws_fusion_new (const WsKernel *kernel, guint *n_loops);

G_END_DECLS
