/* opcode.h: what record/ must know of an opcode: how its sources become its result, and no more.
 * Private to record/. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsConversion:
 * @from: width of the integer that is converted, in bits
 * @to: width of what it becomes
 * @is_signed: whether it has a sign, which is kept
 */
typedef struct {
  guint8 from;
  guint8 to;
  gboolean is_signed;
} WsConversion;

/**
 * WsExpansion:
 * @count: instructions of the hardware
 * @chain: how many of them follow from each other, in latencies of simple ones: what waits for a
 * predicate waits for three
 * @n_special: how many of them the special function unit executes
 *
 * What a GPU makes of an instruction of PTX.
 */
typedef struct {
  guint8 count;
  guint8 chain;
  guint8 n_special;
} WsExpansion;

typedef enum {
  WS_COMBINER_NONE, /* its result carries none of its sources' data: comparisons, votes, special
                       registers */
  WS_COMBINER_COPY, /* its result is its source */
  WS_COMBINER_ADD,
  WS_COMBINER_MULTIPLY,
  WS_COMBINER_MAX,
  WS_COMBINER_MIN,
  WS_COMBINER_AND,
  WS_COMBINER_OR,
  WS_COMBINER_XOR,
  WS_COMBINER_SUBTRACT,
  WS_COMBINER_MULTIPLY_ADD,
  WS_COMBINER_SELECT,
  WS_COMBINER_EXCHANGE, /* atomics: what was there is not part of what is there then */
  WS_COMBINER_OTHER,
} WsCombiner;

guint ws_opcode_get_operations (const char *opcode);
WsCombiner ws_opcode_get_combiner (WsOpClass op_class, const char *opcode);
const char *ws_combiner_get_verb (WsCombiner self);
gboolean ws_opcode_is_plain (const char *opcode);
gboolean ws_opcode_get_conversion (const char *opcode, WsConversion *conversion);
guint64 ws_conversion_apply (const WsConversion *self, guint64 bits);
guint ws_opcode_get_shift (const char *opcode);
guint64 ws_shift_left (guint width, guint64 bits, guint64 by);
gboolean ws_opcode_get_constant (const char *text, guint64 *bits);
WsExpansion ws_opcode_get_expansion (const char *opcode, WsValueType type, gboolean approx);
gboolean ws_opcode_is_approx (const char *opcode);
gboolean ws_combiner_apply (WsCombiner self, WsValueType type, guint64 a, guint64 b,
                            guint64 *result);

G_END_DECLS
