/* kernel-text.h: the PTX of a micro-benchmark, made of its parts. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WS_KERNEL_TEXT_ENTRY "probe"

/**
 * WsKernelParts:
 * @before: (nullable): what each thread does once, outside the timed section
 * @turn: (nullable): what it does at the beginning of each iteration
 * @body: (nullable): the timed section, repeated within an iteration
 * @after: (nullable): leaves in %r20 a value that depends on all copies, so that no compiler
 * removes them
 * @is_untimed: whether it reads no clock: times are taken from event to event. A virtual GPU runs
 * the clock with few blocks of such a grid
 *
 * Statements of PTX. %rd2 is the buffer; %r1 the number of rounds, %r2 to %r5 the thread, block,
 * threads and blocks, %r6 and %r7 the numbers that the launch hands over, %r9 the round, %r21 zero,
 * which no compiler knows. Free are %r10 to %r19, %rd8 to %rd15, %f, %fd and %p3; `tile` is shared
 * memory.
 */
typedef struct {
  const char *before;
  const char *turn;
  const char *body;
  const char *after;
  gboolean is_untimed;
} WsKernelParts;

/**
 * WsKernelParameters:
 * @out: address of the times: for each warp its first and last cycle, and the computed value
 * @buffer: address of the accessed memory
 * @rounds: of the loop
 * @a: %r6
 * @b: %r7
 * @zero: 0
 *
 * The parameters of the entry, as it declares them.
 */
typedef struct {
  guint64 out;
  guint64 buffer;
  guint32 rounds;
  guint32 a;
  guint32 b;
  guint32 zero;
} WsKernelParameters;

/* What each warp writes at @out. */
typedef struct {
  guint64 start;
  guint64 end;
  guint64 computed;
} WsKernelTimes;

char *ws_kernel_text_new (const WsKernelParts *parts, guint copies);

G_END_DECLS
