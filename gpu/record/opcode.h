/* opcode.h: what record/ needs of an opcode: how its result depends on its sources. Private to
 * record/. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/**
 * WsConversion:
 * @from: width of the integer that is converted, in bits
 * @to: width of the result
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
 * @chain: length of their dependency chain, in latencies of simple ones: a predicate costs three
 * @n_special: number of them that the special function unit executes
 *
 * The hardware instructions of a PTX instruction.
 */
typedef struct {
  guint8 count;
  guint8 chain;
  guint8 n_special;
} WsExpansion;

typedef enum {
  WS_COMBINER_NONE, /* its result carries no data of its sources: comparisons, votes, special
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
  WS_COMBINER_EXCHANGE, /* atomics whose new value does not depend on the old one */
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
