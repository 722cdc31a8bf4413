/* instruction.h: decodes the opcode and the text of a site for the timing model. */
#pragma once

#include "record/run.h"

G_BEGIN_DECLS

/* Classes of opcodes that the model distinguishes. */
typedef enum {
  WS_DOES_OTHER,
  WS_DOES_ADD, /* sub, too */
  WS_DOES_MUL,
  WS_DOES_MAD, /* fma, too */
  WS_DOES_SHIFT_LEFT,
  WS_DOES_LOGIC,
  WS_DOES_SIGN, /* neg, abs */
  WS_DOES_MOVE,
  WS_DOES_ADDRESS, /* cvta */
  WS_DOES_CONVERT,
  WS_DOES_COMPARE,
  WS_DOES_DIVIDE,    /* rem, too */
  WS_DOES_PARAMETER, /* ld.param, st.param */
} WsDoes;

typedef enum {
  WS_KIND_BITS, /* integers */
  WS_KIND_FLOAT,
  WS_KIND_HALF,
  WS_KIND_PREDICATE,
} WsKind;

/**
 * WsInstruction:
 * @does: a #WsDoes
 * @kind: a #WsKind, of the first type
 * @bits: likewise
 * @from: of a conversion: #WsKind of the source
 * @from_bits: likewise
 * @has_immediate: whether one of its operands is a number
 * @is_special: whether it reads a special register
 * @is_index: whether that register varies between threads or blocks, or over time
 *
 * What the opcode and the text of a site say.
 */
typedef struct {
  guint8 does;
  guint8 kind;
  guint8 bits;
  guint8 from;
  guint8 from_bits;
  guint8 has_immediate;
  guint8 is_special;
  guint8 is_index;
} WsInstruction;

const guint32 *ws_instruction_get_registers (const WsKernel *kernel, const WsSite *site);
void ws_instruction_read (const WsKernel *kernel, const WsSite *site, WsInstruction *self);

G_END_DECLS
