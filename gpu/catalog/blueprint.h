/* blueprint.h: the shape of an experiment, as a plan "launches" of catalog.ini describes it: its
 * buffers, its launches with their arguments and the expected results, all as expressions of the
 * user's choices. */
#pragma once

#include "catalog/expression.h"
#include "catalog/kernel.h"
#include "catalog/reference.h"
#include "keys/section.h"

G_BEGIN_DECLS

/* Names that every shape has; options and the names that "let" defines follow. */
typedef enum {
  WS_BLUEPRINT_N,
  WS_BLUEPRINT_BLOCK,
  WS_BLUEPRINT_REPEATS,
  WS_BLUEPRINT_MAX_GRID,
  WS_BLUEPRINT_STEP,
  WS_BLUEPRINT_N_NAMES
} WsBlueprintName;

#define WS_BLUEPRINT_MAX_NUMBERS 4 /* that describe the contents of a buffer */

/**
 * WsBlueprintLet:
 * @name: index of the name that it gives a value
 * @expression: that value
 */
typedef struct {
  guint name;
  WsExpression *expression;
} WsBlueprintLet;

/**
 * WsBlueprintNeed:
 * @relation: what must hold
 * @words: the sentence shown where it does not
 */
typedef struct {
  WsExpression *relation;
  char *words;
} WsBlueprintNeed;

/**
 * WsBlueprintBuffer:
 * @name: as in "in"
 * @typed: whether its elements are of @type; otherwise of the type that the user chose
 * @type: of its elements
 * @length: elements
 * @columns: (nullable): elements of a row, if it is two-dimensional
 * @use: #WsBufferUse
 * @kind: how its contents are generated
 * @numbers: (nullable): its parameters: 1 for a constant, 2 for a ramp; for random numbers minimum,
 * maximum, divisor and offset
 * @maker: (nullable): a function that makes them; then @kind is %WS_CONTENTS_VALUES
 * @begins: (element-type gint64): first elements of seed 0, whatever else it holds
 * @symbol: (nullable): the variable of the PTX that it is
 */
typedef struct {
  char *name;
  gboolean typed;
  WsValueType type;
  WsExpression *length;
  WsExpression *columns;
  guint use;
  WsContentsKind kind;
  WsExpression *numbers[WS_BLUEPRINT_MAX_NUMBERS];
  const WsReference *maker;
  GArray *begins;
  char *symbol;
} WsBlueprintBuffer;

/**
 * WsBlueprintArgument:
 * @name: of the parameter
 * @buffer: index; -1 of a number
 * @type: of a number
 * @value: (nullable): the number; of a buffer the element that the address is of
 */
typedef struct {
  char *name;
  int buffer;
  WsValueType type;
  WsExpression *value;
} WsBlueprintArgument;

/**
 * WsBlueprintLaunch:
 * @entry: pattern of the PTX entry
 * @call: pattern of the kernel's displayed name
 * @times: number of launches, with "step" 0, 1 ...
 * @grid: blocks along x, y, z
 * @block: threads along x, y, z
 * @shared: bytes of dynamic shared memory
 * @elements: that it works on
 * @results: that it leaves
 * @arguments: (element-type WsBlueprintArgument)
 */
typedef struct {
  char *entry;
  char *call;
  WsExpression *times;
  WsExpression *grid[3];
  WsExpression *block[3];
  WsExpression *shared;
  WsExpression *elements;
  WsExpression *results;
  GArray *arguments;
} WsBlueprintLaunch;

/**
 * WsBlueprintCheck:
 * @kind: how it is known
 * @buffer: index of the buffer that is looked at
 * @reference: (nullable): for %WS_CHECK_EQUALS: computes the expected values
 * @of: for %WS_CHECK_FOLD: index of the buffer that is folded in the same way
 * @count: elements that are looked at
 * @roundings: of %WS_CHECK_FOLD: see ws_fold()
 */
typedef struct {
  WsCheckKind kind;
  guint buffer;
  const WsReference *reference;
  guint of;
  WsExpression *count;
  WsExpression *roundings;
} WsBlueprintCheck;

/**
 * WsBlueprint:
 * @names: (element-type utf8): what expressions may name
 * @lets: (element-type WsBlueprintLet): in their order
 * @needs: (element-type WsBlueprintNeed): what must hold of what the user chooses
 * @buffers: (element-type WsBlueprintBuffer)
 * @launches: (element-type WsBlueprintLaunch)
 * @checks: (element-type WsBlueprintCheck)
 */
struct _WsBlueprint {
  GPtrArray *names;
  GArray *lets;
  GArray *needs;
  GArray *buffers;
  GArray *launches;
  GArray *checks;
};

WsBlueprint *ws_blueprint_read (const WsSection *section, const WsCatalogKernel *kernel);
void ws_blueprint_free (WsBlueprint *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsBlueprint, ws_blueprint_free)

gboolean ws_blueprint_uses (const WsBlueprint *self, WsBlueprintName name);
gboolean ws_blueprint_plan (WsPlan *plan, GError **error);
gboolean ws_blueprint_count_bytes (const WsPlan *plan, guint64 *n_bytes, GError **error);
gboolean ws_blueprint_add_to_job (const WsPlan *plan, WsJob *job, GError **error);

G_END_DECLS
