/* evaluate.h: what an expression of C comes to, where its names are known; of a kernel's own
 * variables, between which bounds. */
#pragma once

#include "reader/source.h"

G_BEGIN_DECLS

/**
 * WsRange:
 * @known: whether anything is
 * @is_float: whether a division keeps its fraction
 * @low: least value
 * @high: greatest value; @low where it is one number
 */
typedef struct {
  gboolean known;
  gboolean is_float;
  double low;
  double high;
} WsRange;

/**
 * WsScope:
 * @source: (nullable): whose functions, macros and types may be named
 * @lookup: (nullable): says what a name stands for, as in "n" or "block.x", a call, "rank()", an
 * array's elements, "a[]", or "sizeof T"; FALSE where it does not know; then macros are asked
 * @data: for @lookup
 * @has_powers: whether "2^20" is a power, as where the user types a number; in C it is an XOR
 * @depth: of calls and names that led here
 * @work: (nullable): what has been looked at on the way; %NULL of the first
 */
typedef struct _WsScope WsScope;
typedef gboolean (*WsScopeLookup) (const WsScope *scope, const char *name, WsRange *range);
struct _WsScope {
  const WsUserSource *source;
  WsScopeLookup lookup;
  gpointer data;
  gboolean has_powers;
  guint depth;
  WsWork *work;
};

#define WS_RANGE_MAX_COUNT 9e15 /* of what is counted */
#define WS_SCOPE_MAX_DEPTH 24
#define WS_SCOPE_MAX_STEPS 500 /* expressions that one leads to */

WsRange ws_range_new (double value);
WsRange ws_range_new_between (double low, double high);
gboolean ws_range_get_count (const WsRange *self, guint64 *count);
WsRange ws_evaluate (const WsScope *scope, const WsSpan *span);
WsRange ws_evaluate_text (const WsScope *scope, const char *text);

G_END_DECLS
