/* private.h: what the files of stalls/ share. */
#pragma once

#include "stalls/stalls.h"

G_BEGIN_DECLS

#define WS_STALLS_MOST_LINES 6

/**
 * WsStallsLayout:
 * @scale: of lengths
 * @px: of text
 * @small: of explanations
 * @pad: round all
 * @bars: that of the warps, and below it that of the schedulers
 * @names: right end of their names
 * @row_h: of a reason, and of a line
 * @reasons: (array length=n_reasons): the longest first
 * @list: the list of them
 * @lines: the lines; no width without any
 * @n_lines: that fit
 * @strips: of the warps over time; no height for lack of room
 * @axis_h: below them
 * @end: cycle after the last one drawn
 *
 * The layout.
 */
typedef struct {
  double scale;
  double px;
  double small;
  double pad;
  WsBox bars[2];
  double names;
  double row_h;
  WsStall reasons[WS_N_STALLS];
  guint n_reasons;
  WsBox list;
  WsBox lines;
  guint n_lines;
  WsBox strips;
  double axis_h;
  guint64 end;
} WsStallsLayout;

void ws_stalls_layout_init (WsStallsLayout *self, WsText *text, const WsLaunchStalls *stalls,
                            const WsArea *area);
WsData *ws_data_new_for_stalls (const WsScene *scene);

G_END_DECLS
