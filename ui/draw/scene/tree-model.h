/* tree-model.h: the dataflow of a block sorted into rows and columns. Derived once per scene.
 *
 * A column is an element of shared memory, or of global memory where a block works there over its
 * input; where values go from lane to lane, it is a thread. A row
 * is what one stage made, and where its nodes depend on each other (no synchronisation between
 * them), one level of that. A row in which all values stay what they are is left out: what
 * comes after it takes them from where they were made.
 */
#pragma once

#include "stages/stages.h"

G_BEGIN_DECLS

typedef enum {
  WS_TREE_ROW_INPUTS,  /* values that were there before; shown where several flow into one cell */
  WS_TREE_ROW_CELLS,   /* shared memory, the lanes' registers, global memory that is read again */
  WS_TREE_ROW_RESULTS, /* global memory */
} WsTreeRowKind;

/**
 * WsTreeRow:
 * @stage: that made it; of inputs: %WS_NONE
 * @title: for the left margin
 * @start: event from which it is the present row
 * @end: event that stores its last node
 * @first: into WsTreeModel.nodes
 * @n_nodes: in the order of their columns
 * @n_alive: those that reach a result
 * @most_sources: of one of its nodes
 * @n_elements: that each node which reaches a result sums, where all sum as many; else 0
 */
typedef struct {
  WsTreeRowKind kind;
  guint stage;
  guint level;
  char *title;
  guint start;
  guint end;
  guint first;
  guint n_nodes;
  guint n_alive;
  guint most_sources;
  guint n_elements;
} WsTreeRow;

/* Numbers of neighbours that are tried, with what they take values from or without. */
#define WS_TREE_N_NEAR 6

/**
 * WsTreeModel:
 * @dataflow: of the block; where rows are left out, with the edges past them
 * @thinned: (nullable): @dataflow where rows are left out
 * @by_thread: a column is a thread
 * @has_own_inputs: whether the inputs lie where the block works, and have columns of their own
 * @global_base: where the block works in global memory, and
 * @global_end: one past it; both 0 where it does not
 * @has_cells: whether values stand anywhere on their way from inputs to results
 * @grouped: each input flows into one cell, and stands above it
 * @n_columns: elements; at least 1
 * @nodes: row by row, by column
 * @row_of: per node of the dataflow; %WS_NONE for one that is not shown
 * @column_of: per node of the dataflow
 * @n_elements: per node of the dataflow: inputs that have gone into it
 * @n_wide: elements that each load of an input brings at once, where that is more than one, the
 * same for all, and few of them flow into a cell; else 0
 * @n_loads: such loads that flow into a cell, at most
 * @is_stored_over: per node of the dataflow: an input in the place of a result; %NULL without cells
 * @width_of: per column: characters of its longest value
 * @inputs_width_of: per column: characters of the inputs above it, side by side; 0 where they are
 * none, or a stack
 * @longest_value: characters of the longest value of a cell, in full
 * @longest_input: of an input, where no more than two flow into a cell; else 0
 * @first_input: into @nodes, @n_columns + 1 of them: inputs above each column, where the first row
 * is inputs
 * @first_of_column: into @column_nodes, @n_columns + 1 of them: cells in the order of their rows
 * @near: what the layout found of its neighbours once, whatever the size; %NULL until then; each is
 * set atomically, and freed with g_free()
 */
typedef struct _WsTreeModel {
  const WsDataflow *dataflow;
  WsDataflow *thinned; /* owned */
  gboolean by_thread;
  gboolean has_own_inputs;
  guint64 global_base;
  guint64 global_end;
  gboolean has_cells;
  gboolean grouped;
  guint n_columns;
  guint n_threads;
  guint longest_value;
  guint longest_input;
  guint n_wide;
  guint n_loads;
  WsTreeRow *rows;
  guint n_rows;
  guint32 *nodes;
  guint32 *row_of;
  guint32 *column_of;
  guint32 *n_elements;
  guint8 *is_stored_over;
  guint8 *width_of;
  guint8 *inputs_width_of;
  guint32 *first_input;
  guint32 *first_of_column;
  guint32 *column_nodes;
  gpointer near[WS_TREE_N_NEAR];
} WsTreeModel;

WsTreeModel *ws_tree_model_new (const WsRun *run, guint launch, const WsDataflow *dataflow,
                                const WsStages *stages);
void ws_tree_model_free (WsTreeModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsTreeModel, ws_tree_model_free)

/* More sources than these are shown as one, not one by one. */
#define WS_TREE_MAX_SOURCES 64
/* Digits of a number with a point that a cell makes room for. */
#define WS_TREE_MAX_FLOAT_CHARS 7
/* More inputs of one cell than these are drawn as a stack. */
#define WS_TREE_MAX_INPUTS 2
/* But so many loads of several elements stand above each other. */
#define WS_TREE_MAX_LOADS 4

char *ws_tree_model_format_value (const WsNode *node, guint max_chars);
guint ws_tree_model_row_at (const WsTreeModel *self, double position);
guint32 ws_tree_model_get_node (const WsTreeModel *self, guint row, guint column);
guint32 ws_tree_model_get_latest (const WsTreeModel *self, guint row, guint column);

G_END_DECLS
