/* layout.h: the layout of the planes: a pure function of scene, options and size.
 */
#pragma once

#include "pen/hazard.h"
#include "pen/text.h"
#include "scene/planes.h"
#include "tree/options.h"

G_BEGIN_DECLS

#define WS_PLANES_MOST 16

/**
 * WsPlaneBox:
 * @title: room for the plane's name
 * @cells: room for the cells in view, with the ghosts beyond the edges
 * @first_row, @n_rows: in view; of the plane's
 * @first_column, @n_columns: in view; of the plane's
 * @ghost_left, @ghost_right, @ghost_above, @ghost_below: cells beyond the edges that are in view
 * @stacks: room for the stacks above the cells; no height if there are none
 */
typedef struct {
  WsBox title;
  WsBox cells;
  guint first_row;
  guint n_rows;
  guint first_column;
  guint n_columns;
  guint ghost_left;
  guint ghost_right;
  guint ghost_above;
  guint ghost_below;
  WsBox stacks;
} WsPlaneBox;

/**
 * WsPlanesLayout:
 * @scale: of the theme's sizes
 * @text_px: titles
 * @value_px: values; 0 if they do not fit
 * @index_px: numbers of rows and columns
 * @cell_w, @cell_h: of a cell; @pitch_x, @pitch_y: with the gap behind it
 * @across: planes are side by side, from left to right
 * @boxes: one for each plane
 * @count: visible columns of the longest row, @n_columns: their total, @first: the first visible;
 * side by side, of @mapped
 * @count_rows, @n_rows, @first_row: the same of rows; 1, 1 and 0 if planes are above each other
 * @mapped: plane that the strip maps, if side by side
 * @index_w: room for the numbers of rows
 * @strip: the whole block, if only part is in view: a line of columns, or with planes side by side
 * a map of rows and columns; else no height. @frame: the part in view
 * @legend: meaning of a check's marks; no height without any
 */
typedef struct {
  double width;
  double height;
  double scale;
  double pad;
  double text_px;
  double value_px;
  double index_px;
  double cell_w;
  double cell_h;
  double pitch_x;
  double pitch_y;
  double index_w;
  gboolean across;
  guint n_boxes;
  WsPlaneBox boxes[WS_PLANES_MOST];
  guint first;
  guint count;
  guint n_columns;
  guint first_row;
  guint count_rows;
  guint n_rows;
  guint mapped;
  WsBox strip;
  WsBox strip_cells;
  WsBox frame;
  WsBox legend;
} WsPlanesLayout;

void ws_planes_layout_init (WsPlanesLayout *self, WsText *text, const WsFrame *frame, guint event,
                            const WsTreeOptions *options);
gboolean ws_planes_layout_is_same (const WsPlanesLayout *self, const WsPlanesLayout *other);
char *ws_planes_layout_name_strip (const WsPlanesLayout *self, const WsPlanes *planes);
gboolean ws_planes_layout_get_cell (const WsPlanesLayout *self, const WsPlanes *planes,
                                    guint32 cell, WsBox *box);
WsBox ws_planes_layout_get_place (const WsPlanesLayout *self, guint plane, int row, int column);
gboolean ws_planes_layout_get_stack (const WsPlanesLayout *self, const WsPlanes *planes,
                                     guint32 cell, guint k, WsBox *box);

G_END_DECLS
