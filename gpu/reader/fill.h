/* fill.h: what host code writes into an array: "h[i] = i % 7" in a loop over i. */
#pragma once

#include "reader/evaluate.h"

G_BEGIN_DECLS

typedef enum {
  WS_FILL_UNKNOWN, /* nothing is said */
  WS_FILL_OTHER,   /* in an unknown way */
  WS_FILL_ZEROS,
  WS_FILL_CONSTANT,   /* first */
  WS_FILL_RAMP,       /* first, step */
  WS_FILL_RANDOM,     /* whole numbers from first up to, but not, first + step */
  WS_FILL_UNIFORM,    /* fractions, likewise */
  WS_FILL_EXPRESSION, /* text, of the index i */
  WS_FILL_VALUES,     /* text */
} WsFillKind;

/**
 * WsFill:
 * @kind: how it is filled
 * @first: see @kind
 * @step: see @kind
 * @text: (nullable): numbers between commas, or an expression of i
 * @line: where that stands; 0 if nothing does
 * @is_partial: whether it may be only some of the elements
 */
typedef struct {
  WsFillKind kind;
  double first;
  double step;
  char *text;
  guint line;
  gboolean is_partial;
} WsFill;

void ws_fill_read (const WsScope *scope, const WsUserFunction *function, guint at, WsWork *work,
                   WsFill *fill);
void ws_fill_clear (WsFill *self);

G_END_DECLS
