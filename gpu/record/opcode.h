/* opcode.h: what record/ must know of an opcode: how its sources become its result, and no more.
 * Private to record/. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

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

WsCombiner ws_opcode_get_combiner (WsOpClass op_class, const char *opcode);
const char *ws_combiner_get_verb (WsCombiner self);
gboolean ws_opcode_is_plain (const char *opcode);
gboolean ws_combiner_apply (WsCombiner self, WsValueType type, guint64 a, guint64 b,
                            guint64 *result);

G_END_DECLS
