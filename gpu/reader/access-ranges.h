/* access-ranges.h: how far a kernel reaches into what it is given: the greatest index of each
 * parameter, where the code says it, and what is done there. */
#pragma once

#include "reader/evaluate.h"
#include "reader/type.h"

G_BEGIN_DECLS

#define WS_REACH_ROW_ELEMENTS 4 /* of a sparse matrix's row, where nothing says how many */

/**
 * WsReach:
 * @source: of the kernel
 * @kernel: whose body is looked at
 * @grid: blocks along x, y, z
 * @block: threads
 * @number: (nullable): says what a parameter or a template's parameter is; FALSE where it does not
 * know
 * @type: (nullable): what a template's parameter stands for
 * @data: for @number and @type
 * @element_bytes: of what is looked at; 0 where it is not known
 * @depth: of parameters that led here
 * @known: (nullable) of ws_reach_look(): what the variables are, as far as that was asked
 * @conditions: (nullable) (element-type WsCondition) of ws_reach_look(): the kernel's, as they
 * stand
 * @at: of ws_reach_look(): the token of the access that is looked at
 * @steps: (nullable): counts the places that are looked at, for tests
 */
typedef struct {
  const WsUserSource *source;
  const WsUserFunction *kernel;
  guint32 grid[3];
  guint32 block[3];
  gboolean (*number) (const char *name, WsRange *range, gpointer data);
  WsUserTypeLookup type;
  gpointer data;
  guint element_bytes;
  guint depth;
  GHashTable *known;
  GArray *conditions;
  guint at;
  guint *steps;
} WsReach;

/**
 * WsAccessed:
 * @length: elements, at least; unknown where an index depends on what is read
 * @least: elements that are reached by indexes that are known; 0 where none is
 * @stored: elements that are written without being read; unknown where one of these indexes is, and
 * 0 where there are none
 * @reads: whether any is read
 * @writes: whether any is written
 * @adds: whether one is changed by an atomic operation
 * @is_cut: whether it was given up, as it took more steps than are allowed
 * @indexes: (nullable): parameter that is indexed by its elements
 */
typedef struct {
  WsRange length;
  double least;
  WsRange stored;
  gboolean reads;
  gboolean writes;
  gboolean adds;
  gboolean is_cut;
  char *indexes;
} WsAccessed;

void ws_reach_look (const WsReach *self, const char *name, WsAccessed *accessed);
void ws_accessed_clear (WsAccessed *self);
gboolean ws_reach_is_size (const WsUserFunction *kernel, const char *name, guint *line);
gboolean ws_reach_is_row_start (const char *name);
guint ws_reach_count_axes (const WsUserFunction *kernel);

G_END_DECLS
