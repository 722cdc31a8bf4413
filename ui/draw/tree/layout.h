/* layout.h: the layout of a tree: a pure function of scene, moment, options and size, shared by
 * drawing, picking and the tests of its invariants.
 */
#pragma once

#include "pen/hazard.h"
#include "pen/text.h"
#include "scene/tree-model.h"
#include "tree/options.h"

G_BEGIN_DECLS

/* Visible columns if not all of a block fit. */
#define WS_TREE_MAX_SLOTS 128

/* Maximum rows with individual gaps; with more, all gaps are equal, and no row has guests. */
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
 * @note_px: notes of omissions, warps of the strip
 * @index_px: element numbers; 0 if they do not fit
 * @value_px: values; 0 if they do not fit
 * @value_chars: maximum length of a value that fits
 * @thread_px: thread numbers; 0 if they do not fit
 * @thread_w: width of a thread's circle, which is oblong for numbers of three digits
 * @folded: whether the focus has the needed columns instead of neighbours
 * @first, @count: columns of the focus; if folded, the first of them and their number
 * @columns: (array length=count): if folded, the columns, ascending
 * @lefts, @widths: (array length=count): of their cells
 * @n_folded: number of hidden columns
 * @has_guests: whether values that visible combinations take from folded columns are shown above
 * the thread, as guests
 * @guest_rows: rows in which a combination takes such a value
 * @guest_chars: of the longest of them
 * @guest_px: of them
 * @guest_h: of their line
 * @n_wide: inputs of a cell drawn below each other, as one vector load reads them; 0 without vector
 * loads, or if they only fit as a stack
 * @input_px: of inputs drawn beside or below each other in a cell
 * @input_most: maximum size of these in a folded tree
 * @inputs_extra: how much higher than others the row of inputs is
 * @pitch_x, @cell_w, @pitch_y, @cell_h: of cells; the gap between rows holds threads and lines; if
 * columns differ, of the narrowest
 * @tops: upper edges of the rows, if gaps differ (@has_tops): long lines need high gaps
 * @present: row being computed; fractional during the transition to the next
 * @offset: row at the upper edge; fractional while rows scroll
 * @n_visible: rows that fit
 * @titles: column of row titles; its height is that of the rows
 * @rows: area of the rows
 * @cells: columns of the focus, as high as @rows
 * @margin: beside the cells, for nodes outside; no width without any
 * @header: element numbers
 * @earlier, @later: notes of omitted rows; no height without any
 * @strip: the whole block; no height if hidden. @strip_cells: its miniature,
 * @strip_warps: names of the warps below
 * @frame: the focus in the strip
 * @legend: meaning of a check's marks; no height without any
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
