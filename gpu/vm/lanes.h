/* lanes.h: the rows of lanes.def: a lane loop each, and the condition that selects it. */
#pragma once

#include "vm/vm.h"

G_BEGIN_DECLS

typedef enum {
#define WS_LANE_ROW(id, ...)     WS_LANES_##id,
#define WS_CAREFUL_ROW(id, ...)  WS_LANES_##id,
#define WS_SQUEEZER_ROW(id, ...) WS_LANES_##id,
#define WS_CARRY_ROW(id, ...)    WS_LANES_##id,
#define WS_HOLDS_ROW(id, ...)    WS_LANES_##id,
#define WS_PAIR_ROW(id, ...)     WS_LANES_##id,
#include "vm/lanes.def"
#undef WS_LANE_ROW
#undef WS_CAREFUL_ROW
#undef WS_SQUEEZER_ROW
#undef WS_CARRY_ROW
#undef WS_HOLDS_ROW
#undef WS_PAIR_ROW
  WS_N_LANES
} WsLanesId;

/* Which modifiers of an instruction a lane loop implements. */
typedef enum {
  WS_WHEN_PLAIN,   /* neither .ftz nor .sat, .cc or .approx of other forms */
  WS_WHEN_SAT,     /* with .sat */
  WS_WHEN_FLUSHED, /* with .ftz */
  WS_WHEN_APPROX,  /* with .approx, not with .full */
  WS_WHEN_CARRY,   /* with .cc, or a carry that comes in */
  WS_WHEN_ALWAYS,
} WsWhen;

/**
 * WsLanesRow:
 * @opcode: a #WsPtxOpcode
 * @also: another one that it executes, or the same
 * @types: set of #WsPtxType, as bits: the first or only type
 * @types2: set of #WsPtxType: the second type, or the only one
 * @compares: set of #WsPtxCompare; 0 if none is compared
 * @word: a #WsPtxMod that tells forms apart; %WS_ANY_WORD if none does
 * @when: a #WsWhen
 * @work: cost on the host, in plain instructions
 * @wide: as WsOp.wide: which rows have 64 bits a lane
 * @rows: as WsOp.wide: which of them there are
 */
typedef struct {
  guint16 opcode;
  guint16 also;
  guint32 types;
  guint32 types2;
  guint32 compares;
  guint8 word;
  guint8 when;
  guint8 work;
  guint8 wide;
  guint8 rows;
} WsLanesRow;

#define WS_ANY_WORD 255

/* Executes one; the stepper has them, for its instruction set. */
typedef void (*WsLaneLoop) (WsWarp *warp, const WsOp *op, guint32 lanes);

extern const WsLanesRow ws_lanes_rows[WS_N_LANES];

G_END_DECLS
