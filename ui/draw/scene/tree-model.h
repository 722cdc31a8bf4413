/* tree-model.h: the dataflow of a block sorted into rows and columns. Derived once per scene.
 *
 * A column is an element of shared memory, or of global memory if a block works in place there; if
 * values pass between lanes, it is a thread. A row holds the nodes of one stage, or one level of
 * dependence within it if they depend on each other. A row that only copies values is left out:
 * later rows refer to the originals.
 */
#pragma once

#include "stages/stages.h"

G_BEGIN_DECLS

typedef enum {
  WS_TREE_ROW_INPUTS,  /* inputs; shown if several flow into one cell */
  WS_TREE_ROW_CELLS,   /* shared memory, registers of lanes, or global memory that is read back */
  WS_TREE_ROW_RESULTS, /* global memory */
} WsTreeRowKind;

/**
 * WsTreeRow:
 * @stage: its stage; %WS_NONE for inputs
 * @title: for the left margin
 * @start: event at which it becomes the current row
 * @end: event that stores its last node
 * @first: into WsTreeModel.nodes
 * @n_nodes: in the order of their columns
 * @n_alive: those that reach a result
 * @most_sources: of one of its nodes
 * @n_elements: summed by each node that reaches a result, if equal for all; else 0
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

/* Candidates for the number of visible neighbours, with their sources or without. */
#define WS_TREE_N_NEAR 6

/**
 * WsTreeModel:
 * @dataflow: of the block; if rows are left out, with edges that bypass them
 * @thinned: (nullable): owns @dataflow if rows are left out
 * @by_thread: a column is a thread
 * @has_own_inputs: whether the inputs are in the block's working memory, and have columns of their
 * own
 * @global_base: first address of the range in global memory that the block works in, and
 * @global_end: one past its last; both 0 without one
 * @has_cells: whether there are cells between inputs and results
 * @grouped: each input flows into one cell, and is drawn above it
 * @n_columns: elements; at least 1
 * @nodes: row by row, by column
 * @row_of: per node of the dataflow; %WS_NONE for one that is not shown
 * @column_of: per node of the dataflow
 * @n_elements: per node of the dataflow: number of inputs that it sums
 * @n_wide: vector width of the input loads, if it is above one, equal for all, and few of them flow
 * into a cell; else 0
 * @n_loads: maximum number of such loads per cell
 * @is_stored_over: per node of the dataflow: whether a result overwrites this input; %NULL without
 * cells
 * @width_of: per column: characters of its longest value
 * @inputs_width_of: per column: characters of the inputs above it, side by side; 0 if none, or
 * stacked
 * @longest_value: characters of the longest value of a cell, in full
 * @longest_input: of an input, if at most two flow into a cell; else 0
 * @first_input: into @nodes, @n_columns + 1 of them: inputs above each column, where the first row
 * is inputs
 * @first_of_column: into @column_nodes, @n_columns + 1 of them: cells in the order of their rows
 * @near: the layout's cached analysis of neighbours, independent of the size; %NULL until computed;
 * each is set atomically, and freed with g_free()
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

/* Above this number, sources are shown as one. */
#define WS_TREE_MAX_SOURCES 64
/* Digits of a decimal number that a cell has room for. */
#define WS_TREE_MAX_FLOAT_CHARS 7
/* Above this number, inputs of one cell are drawn as a stack. */
#define WS_TREE_MAX_INPUTS 2
/* Up to this number, vector loads are drawn above each other instead. */
#define WS_TREE_MAX_LOADS 4

char *ws_tree_model_format_value (const WsNode *node, guint max_chars);
guint ws_tree_model_row_at (const WsTreeModel *self, double position);
guint32 ws_tree_model_get_node (const WsTreeModel *self, guint row, guint column);
guint32 ws_tree_model_get_latest (const WsTreeModel *self, guint row, guint column);

G_END_DECLS
