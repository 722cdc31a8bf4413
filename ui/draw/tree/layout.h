/* layout.h: where everything of a tree stands: a pure function of scene, moment, options and
 * size. Drawing, picking and the tests of its invariants ask the same one.
 */
#pragma once

#include "pen/hazard.h"
#include "pen/text.h"
#include "scene/tree-model.h"
#include "tree/options.h"

G_BEGIN_DECLS

/* Columns seen where not all of a block are. */
#define WS_TREE_MAX_SLOTS 128

/* Rows whose gaps may differ; where there are more, all are alike, and no row has guests. */
#define WS_TREE_MAX_TOPS 128

typedef enum {
  WS_TREE_DETAIL_BARS,   /* columns touch each other */
  WS_TREE_DETAIL_CELLS,  /* cells without values */
  WS_TREE_DETAIL_VALUES, /* cells with values */
} WsTreeDetail;

/**
 * WsTreeLayout:
 * @scale: of the theme's sizes
 * @text_px: row titles
 * @note_px: what is left out, warps of the strip
 * @index_px: element numbers; 0 where there is no room for them
 * @value_px: values; 0 where there is no room for them
 * @value_chars: longest value that fits
 * @thread_px: numbers of threads; 0 where there is no room for them
 * @thread_w: width of a thread's circle, which is longer than high where numbers have three digits
 * @folded: the focus is the columns that are needed, and not neighbours
 * @first, @count: columns of the focus; where it is folded, the first of them and their number
 * @columns: (array length=count): where it is folded, the columns, ascending
 * @lefts, @widths: (array length=count): of their cells
 * @n_folded: columns that are not seen
 * @has_guests: whether values that combinations in view take from folded columns are seen above
 * the thread, as guests
 * @guest_rows: of which rows any combination takes such a value
 * @guest_chars: of the longest of them
 * @guest_px: of them
 * @guest_h: of the line that they stand in
 * @n_wide: inputs of a cell that stand below each other, as one load brought them; 0 where they are
 * no wide loads, or have no room: a stack
 * @input_px: of inputs that stand beside or below each other in a cell
 * @input_most: the largest for which a folded tree has room
 * @inputs_extra: how much higher than others the row of inputs is
 * @pitch_x, @cell_w, @pitch_y, @cell_h: of cells; the gap between rows holds threads and lines;
 * where columns differ, of the narrowest
 * @tops: upper edges of the rows, where they are not alike (@has_tops): long lines need high gaps
 * @present: row being computed; a fraction while the eye is led from one to the next
 * @offset: row at the upper edge; a fraction while rows scroll
 * @n_visible: rows that fit
 * @titles: column of row titles; its height is that of the rows
 * @rows: where rows are seen
 * @cells: columns of the focus, as high as @rows
 * @margin: beside the cells, for what lies outside; no width where nothing does
 * @header: element numbers
 * @earlier, @later: notes that rows are left out; no height where none are
 * @strip: the whole block; no height where it is not shown. @strip_cells: its miniature,
 * @strip_warps: names of the warps below
 * @frame: the focus in the strip
 * @legend: what marks of a check mean; no height where there are none
 */
typedef struct {
  double width;
  double height;
  double scale;
  double pad;
  double text_px;
  double note_px;
  double index_px;
  double value_px;
  guint value_chars;
  double thread_px;
  double thread_w;
  double thread_h;
  WsTreeDetail detail;
  gboolean folded;
  guint first;
  guint count;
  guint n_folded;
  gboolean has_guests;
  guint8 guest_rows[WS_TREE_MAX_TOPS];
  guint guest_chars;
  double guest_px;
  double guest_h;
  guint32 columns[WS_TREE_MAX_SLOTS];
  double lefts[WS_TREE_MAX_SLOTS];
  double widths[WS_TREE_MAX_SLOTS];
  guint n_wide;
  double input_px;
  double input_most;
  double inputs_extra;
  double pitch_x;
  double cell_w;
  double pitch_y;
  double cell_h;
  double tops[WS_TREE_MAX_TOPS];
  gboolean has_tops;
  double present;
  guint row;
  double offset;
  guint n_visible;
  WsBox titles;
  WsBox rows;
  WsBox cells;
  WsBox margin;
  WsBox header;
  WsBox earlier;
  WsBox later;
  WsBox strip;
  WsBox strip_cells;
  WsBox strip_warps;
  WsBox frame;
  WsBox legend;
} WsTreeLayout;

void ws_tree_layout_init (WsTreeLayout *self, WsText *text, const WsFrame *frame,
                          const WsTreeOptions *options);

void ws_tree_layout_set_moment (WsTreeLayout *self, const WsTreeModel *model,
                                const WsMoment *moment);
guint32 ws_tree_layout_get_column (const WsTreeLayout *self, guint slot);
guint ws_tree_layout_get_slot (const WsTreeLayout *self, guint32 column);
guint32 ws_tree_layout_get_folded (const WsTreeLayout *self, const WsTreeModel *model, guint slot,
                                   WsBox *mark);
guint ws_tree_layout_get_fold (const WsTreeLayout *self, const WsTreeModel *model, guint slot,
                               double *x);
WsBox ws_tree_layout_get_cell (const WsTreeLayout *self, guint row, guint column);
gboolean ws_tree_layout_has_stack (const WsTreeLayout *self, guint n_inputs);
WsBox ws_tree_layout_get_input (const WsTreeLayout *self, const WsBox *cell, guint k, guint n);
guint ws_tree_layout_get_guest (const WsTreeLayout *self, const WsTreeModel *model, guint row,
                                guint32 node, guint32 *source, WsBox *box);
double ws_tree_layout_get_gap (const WsTreeLayout *self, guint row);
WsBox ws_tree_layout_get_thread (const WsTreeLayout *self, guint row, guint column);
guint ws_tree_layout_get_reach (const WsTreeLayout *self, const WsTreeModel *model, guint row);
double ws_tree_layout_get_shown (const WsTreeLayout *self, guint row);
gboolean ws_tree_layout_is_free (const WsTreeLayout *self, double y, double px);
WsBox ws_tree_layout_get_band (const WsTreeLayout *self);
WsBox ws_tree_layout_get_strip_cell (const WsTreeLayout *self, const WsTreeModel *model, guint row,
                                     guint column);

G_END_DECLS
