/* evaluate.h: evaluates expressions of C; for a kernel's own variables, to a range. */
#pragma once

#include "reader/source.h"

G_BEGIN_DECLS

/**
 * WsRange:
 * @known: whether it is known at all
 * @is_float: whether a division keeps its fraction
 * @low: least value
 * @high: greatest value; equals @low for a single number
 */
typedef struct {
  gboolean known;
  gboolean is_float;
  double low;
  double high;
} WsRange;

/**
 * WsScope:
 * @source: (nullable): whose functions, macros and types are in scope
 * @lookup: (nullable): looks up a name, such as "n" or "block.x", a call, "rank()", an array's
 * elements, "a[]", or "sizeof T"; FALSE if unknown, in which case macros are tried
 * @data: for @lookup
 * @has_powers: whether "2^20" is a power, as in numbers that the user types; in C it is an XOR
 * @depth: of nested calls and names
 * @work: (nullable): the work done so far; %NULL at the top
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
