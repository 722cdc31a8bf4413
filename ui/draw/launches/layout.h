/* layout.h: the layout of the blocks of a plan: a pure function of scene, options and size.
 */
#pragma once

#include "dataflow/pyramid.h"
#include "pen/text.h"
#include "launches/launches.h"

G_BEGIN_DECLS

#define WS_LAUNCHES_MOST_ROWS  16
#define WS_LAUNCHES_MOST_ITEMS 48 /* of a row */

/**
 * WsLaunchesItem:
 * @node: index into the blocks of the pyramid; %WS_NONE of a fold
 * @block: its index in the grid; of a fold, that of its first block
 * @n_folded: number of blocks in a fold; 0 for a block
 * @box: where it is
 */
typedef struct {
  guint32 node;
  guint32 block;
  guint32 n_folded;
  WsBox box;
} WsLaunchesItem;

/**
 * WsLaunchesRow:
 * @launch: index of the launch
 * @items: (array length=n_items): from left to right, in the order of their numbers
 * @title: room for its name
 * @y: top of its boxes
 */
typedef struct {
  guint launch;
  guint n_items;
  WsLaunchesItem items[WS_LAUNCHES_MOST_ITEMS];
  WsBox title;
  double y;
} WsLaunchesRow;

/**
 * WsLaunchesLayout:
 * @scale: of the theme's sizes
 * @text_px: titles and values
 * @note_px: everything else
 * @box_w, @box_h: of a block; @fold_w: of a fold
 * @cells: room for the boxes of all rows
 * @lines: before each row: 3, or 2 for lack of room
 * @n_rows: launches in view
 * @earlier, @later: room for the number of launches left out above and below; no height if none is
 * @note: room for a line below; no height if there is none
 * @result: room beside the only block of the last launch; no width without one
 */
typedef struct {
  double width;
  double height;
  double scale;
  double pad;
  double text_px;
  double note_px;
  double box_w;
  double box_h;
  double fold_w;
  WsBox cells;
  guint lines;
  guint n_rows;
  WsLaunchesRow rows[WS_LAUNCHES_MOST_ROWS];
  WsBox earlier;
  WsBox later;
  WsBox note;
  WsBox result;
} WsLaunchesLayout;

void ws_launches_layout_init (WsLaunchesLayout *self, WsText *text, const WsFrame *frame);
const WsLaunchesItem *ws_launches_layout_find (const WsLaunchesLayout *self,
                                               const WsPyramid *pyramid, guint32 node);
double ws_launches_get_indent (const WsLaunchesLayout *self, const WsRun *run, guint launch);
double ws_launches_get_title_height (const WsLaunchesLayout *self, guint n_lines);
WsBox ws_launches_layout_get_band (const WsLaunchesLayout *self, guint launch);

G_END_DECLS
