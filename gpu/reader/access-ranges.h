/* access-ranges.h: how far a kernel accesses its buffers: the greatest index into each parameter,
 * if the code tells, and whether it reads or writes. */
#pragma once

#include "reader/evaluate.h"
#include "reader/type.h"

G_BEGIN_DECLS

#define WS_REACH_ROW_ELEMENTS 4 /* assumed for a row of a sparse matrix of unknown length */

/**
 * WsReach:
 * @source: of the kernel
 * @kernel: whose body is analysed
 * @grid: blocks along x, y, z
 * @block: threads
 * @number: (nullable): looks up the value of a parameter or template parameter; FALSE if unknown
 * @type: (nullable): looks up the type of a template parameter
 * @data: for @number and @type
 * @element_bytes: of the analysed parameter; 0 if unknown
 * @depth: of nested calls
 * @known: (nullable) for ws_reach_look(): ranges of variables looked up so far
 * @conditions: (nullable) (element-type WsCondition) of ws_reach_look(): the kernel's, as they
 * stand
 * @at: for ws_reach_look(): the token of the current access
 * @steps: (nullable): counts the places visited, for tests
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
 * @length: elements, at least; unknown if an index depends on data
 * @least: elements reached by known indices; 0 if none is known
 * @stored: elements that are written without being read; unknown if one of their indices is; 0 if
 * there are none
 * @reads: whether any is read
 * @writes: whether any is written
 * @adds: whether an atomic operation changes any
 * @is_cut: whether the analysis gave up at the limit of steps
 * @indexes: (nullable): parameter that its elements index
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
