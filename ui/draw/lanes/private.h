/* private.h: the layout of the lanes, and the state of one drawing.
 */
#pragma once

#include "lanes/lanes.h"
#include "pen/text.h"

G_BEGIN_DECLS

/**
 * WsLanesLayout:
 * @n_columns: columns of warps in the instant
 * @n_rows: rows of warps in a column
 * @label_w, @mask_w: of a row, beside its lanes; @mask_w may be 0
 * @lane_w: one lane of the instant
 * @row_h: one warp of the instant
 * @numbers: lane numbers above the instant
 * @instant: rows of warps
 * @legend: what fills and hatches mean
 * @stack_title: above the paths; @stack: the paths, @n_slots of them, @slot_h high
 * @weave_title: above the weave
 * @ticks: names of stages; @depth: the line of the stack's depth; @cloth: the weave; @axis: below
 * it
 * @done: right of the cloth, if it is shorter than the other one
 * @first: first instruction in the cloth, and @count: their number
 *
 * Boxes of no height are not shown.
 */
typedef struct {
  double width;
  double height;
  double scale;
  double pad;
  double text_px;
  double note_px;
  double mask_px;
  guint n_columns;
  guint n_rows;
  double column_w;
  double column_gap;
  double label_w;
  double mask_w;
  double lane_w;
  double row_h;
  WsBox numbers;
  WsBox instant;
  WsBox legend;
  WsBox stack_title;
  WsBox stack;
  guint n_slots;
  double slot_h;
  WsBox weave_title;
  WsBox ticks;
  WsBox depth;
  WsBox cloth;
  WsBox axis;
  WsBox done;
  guint first;
  guint count;
} WsLanesLayout;

void ws_lanes_layout_init (WsLanesLayout *self, WsText *text, const WsFrame *frame,
                           const WsLanesOptions *options);
WsBox ws_lanes_layout_get_row (const WsLanesLayout *self, guint warp);
WsBox ws_lanes_layout_get_lane (const WsLanesLayout *self, guint warp, guint lane);
WsBox ws_lanes_layout_get_slot (const WsLanesLayout *self, guint slot);
WsBox ws_lanes_layout_get_slot_lane (const WsLanesLayout *self, guint slot, guint lane);
WsBox ws_lanes_layout_get_thread (const WsLanesLayout *self, guint lane);
double ws_lanes_layout_get_column (const WsLanesLayout *self);

/* Of a divergence stack: more than its masks, which are nested or disjoint, can be. */
#define WS_LANES_MAX_PATHS 64

typedef struct {
  cairo_t *cr;
  const WsScene *scene;
  const WsMoment *moment;
  const WsTheme *theme;
  const WsEmphasis *emphasis;
  const WsKernel *kernel;
  const WsEvent *events;    /* of the block */
  const WsWarpTrace *trace; /* of the chosen warp */
  guint warp;
  guint32 instruction; /* of the trace, WS_NONE before its first */
  WsText *text;
  WsLanesLayout layout;
} WsLanes;

gboolean ws_lanes_init (WsLanes *self, const WsScene *scene, const WsMoment *moment,
                        const WsTheme *theme);
guint ws_lanes_get_warp (const WsScene *scene, const WsMoment *moment);
guint32 ws_lanes_get_instruction (const WsWarpTrace *trace, guint event);
guint ws_lanes_get_paths (const WsLanes *self, WsPath paths[]);
guint ws_lanes_count_working (const WsLanes *self);
char *ws_lanes_get_source_line (const WsKernel *kernel, guint line);

/* ---- the parts of a drawing ---- */

void ws_lanes_draw_row (WsLanes *self, guint warp);
void ws_lanes_draw_numbers (WsLanes *self);
void ws_lanes_draw_legend (WsLanes *self);
void ws_lanes_draw_stack (WsLanes *self);

gboolean ws_lanes_hides (const WsLanes *self, guint hide);
void ws_lanes_draw_instant_highlights (WsLanes *self);
void ws_lanes_draw_weave_highlights (WsLanes *self);
gboolean ws_lanes_get_weave_veil (const WsLanes *self, WsBox *box);
void ws_lanes_draw_weave_veil (WsLanes *self);

guint ws_lanes_get_past (const WsLanes *self);
void ws_lanes_draw_present_stage (WsLanes *self);
void ws_lanes_draw_cloth (WsLanes *self);
void ws_lanes_draw_past (WsLanes *self, guint from, guint to);
void ws_lanes_draw_weft (WsLanes *self);
void ws_lanes_draw_depth (WsLanes *self);
void ws_lanes_draw_ticks (WsLanes *self);
void ws_lanes_draw_weave_title (WsLanes *self);
void ws_lanes_draw_weave_side (WsLanes *self);
void ws_lanes_draw_weave_axis (WsLanes *self);
void ws_lanes_draw_weave_done (WsLanes *self);
gboolean ws_lanes_get_hover (const WsLanes *self, WsBox *box);
void ws_lanes_draw_hover (WsLanes *self);
gboolean ws_lanes_get_playhead (const WsLanes *self, WsBox *box);
void ws_lanes_draw_playhead (WsLanes *self);

WsData *ws_data_new_for_lanes (const WsScene *scene);

G_END_DECLS
