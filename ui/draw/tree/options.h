/* options.h: options of a dataflow's drawing, and its hits. */
#pragma once

#include "pen/emphasis.h"
#include "dataflow/pattern.h"
#include "scene/scene.h"

G_BEGIN_DECLS

/**
 * WsTreeFocus:
 * @WS_TREE_FOCUS_FOLDED: the elements that the combinations nearest to the result need, as many as
 * fit; all others fold into marks
 * @WS_TREE_FOCUS_WINDOW: neighbours
 * @WS_TREE_FOCUS_FULL: the whole block
 */
typedef enum {
  WS_TREE_FOCUS_FOLDED,
  WS_TREE_FOCUS_WINDOW,
  WS_TREE_FOCUS_FULL,
} WsTreeFocus;

/**
 * WsTreeOptions:
 * @focus: what is shown large
 * @first: first element of a window; for planes in rows, its first column
 * @first_row: of planes in rows: first row of a window
 * @count: elements in a window; 0 chooses 16 to 32 by the width
 * @show_strip: whether the whole block is shown below the focus; never if the focus is the whole
 * block
 * @layout: the pattern that it is drawn as; %WS_PATTERN_AUTO for the best match. Ignored for planes
 * in rows
 * @zoom: shows @count / @zoom elements; 0 is 1
 * @emphasis: highlights (warps, threads, elements, rows), and what is hidden: values of the rows
 * from the current one on, or with counts these rows altogether
 */
typedef struct {
  WsTreeFocus focus;
  guint first;
  guint first_row;
  guint count;
  gboolean show_strip;
  double zoom;
  WsPattern layout;
  WsEmphasis emphasis;
} WsTreeOptions;

#define WS_TREE_OPTIONS_INIT      \
  {                               \
    .show_strip = TRUE, .zoom = 1 \
  }

typedef enum {
  WS_TREE_HIT_NONE,
  WS_TREE_HIT_CELL,   /* row, element; node if it has a value */
  WS_TREE_HIT_THREAD, /* circle: row, element, node, thread */
  WS_TREE_HIT_FRAME,  /* of the focus, in the strip: element under the pointer */
  WS_TREE_HIT_STRIP,  /* the strip beside the frame: element under the pointer */
  WS_TREE_HIT_FOLD,   /* mark of folded columns: element is the first of them */
  WS_TREE_HIT_BLOCK,  /* of a plan: launch, block; of folded blocks the first, and their number */
} WsTreeHitKind;

/**
 * WsTreeHit:
 * @row: of the tree
 * @element: column: the array element, or for shuffles the thread
 * @node: in the dataflow; %WS_NONE for none
 * @thread: of the block; %WS_NONE for none
 * @n_folded: number of columns that a mark represents
 * @launch: of a block of the plan: index of its launch
 * @block: of a plan: its linear index in the grid
 * @strip_element: exact place in the strip, to drag the frame: 3.5 is in the middle of element 3
 * @strip_row: likewise vertically, if the strip is a map of planes in rows
 */
typedef struct {
  WsTreeHitKind kind;
  guint row;
  guint element;
  guint32 node;
  guint32 thread;
  guint n_folded;
  guint launch;
  guint32 block;
  double strip_element;
  double strip_row;
} WsTreeHit;

G_END_DECLS
