/* private.h: the layout of the SMs, and the state of one drawing. */
#pragma once

#include "sms/sms.h"
#include "pen/text.h"

G_BEGIN_DECLS

#define WS_SMS_N_COLORS 4 /* colours of waves, repeating */

/**
 * WsSmsLayout:
 * @grid: the SMs, or the slots of one SM over time
 * @label_w: left of the grid's rows, and of the plot
 * @n_columns: SMs beside each other
 * @n_rows: rows of SMs
 * @sm_w: from an SM to the next, and @sm_h
 * @sm_head: above an SM, for its number; 0 with one number per row
 * @sm_pad: round the slots of an SM
 * @place_columns: block slots beside each other in an SM, and @place_rows below each other
 * @warp_columns: warps beside each other in a block, and @warp_rows below each other
 * @cell_w: from a warp to the next, and @cell_h
 * @cell_gap: between warps
 * @place_gap: between blocks
 * @legend: above the plot
 * @plot: the chart
 * @ribbon: waves, below the plot
 * @axis: labels of the time
 * @figures: beside the chart
 * @n_places: drawn block slots of an SM: as many as its warps can fill
 * @n_usable: those of them that blocks of this launch can occupy
 * @n_sms: SMs
 * @from: first cycle shown
 * @to: the cycle after the last, possibly after the launch's end
 * @end: end of the launch's visible part, at most @to
 * @issue: the schedulers of an SM, below all else; a text if unknown
 * @lanes: of it, a row for each scheduler, over the cycles of a block
 * @lane_h: of a row
 * @n_lanes: rows
 * @shares: right of @lanes, issue share of each
 * @warps: right of these, the warps of each at the moment
 * @warp_w: of a warp
 * @key: the legend of both, in rows of @key_h
 * @run: the part of @plot before the launch's end
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
  WsBox grid;
  double label_w;
  guint n_columns;
  guint n_rows;
  double sm_w;
  double sm_h;
  double sm_gap;
  double sm_head;
  double sm_pad;
  guint place_columns;
  guint place_rows;
  guint warp_columns;
  guint warp_rows;
  double cell_w;
  double cell_h;
  double cell_gap;
  double place_gap;
  WsBox legend;
  WsBox plot;
  WsBox ribbon;
  WsBox axis;
  WsBox figures;
  guint n_places;
  guint n_usable;
  guint n_sms;
  double from;
  double to;
  double end;
  WsBox issue;
  WsBox lanes;
  double lane_h;
  guint n_lanes;
  WsBox shares;
  WsBox warps;
  double warp_w;
  WsBox key;
  double key_h;
  WsBox run;
} WsSmsLayout;

void ws_sms_layout_init (WsSmsLayout *self, WsText *text, const WsFrame *frame,
                         const WsSmsOptions *options);
WsBox ws_sms_layout_get_sm (const WsSmsLayout *self, guint sm);
WsBox ws_sms_layout_get_place (const WsSmsLayout *self, const WsBox *sm, guint place);
WsBox ws_sms_layout_get_lane (const WsSmsLayout *self, guint slot);
double ws_sms_layout_time_to_x (const WsSmsLayout *self, double time);
double ws_sms_layout_x_to_time (const WsSmsLayout *self, double x);

typedef struct {
  cairo_t *cr;
  const WsScene *scene;
  const WsMoment *moment;
  const WsSmsOptions *options;
  const WsTheme *theme;
  const WsTimeline *timeline;
  guint64 time;
  WsColor wave[WS_SMS_N_COLORS];
  WsColor wave_soft[WS_SMS_N_COLORS];
  WsText *text;
  WsSmsLayout layout;
} WsSms;

gboolean ws_sms_is_single (const WsScene *scene, const WsSmsOptions *options);

/* ---- the parts of a drawing ---- */

guint64 ws_sms_get_state (const WsSms *self, guint sm);
void ws_sms_draw_sm (WsSms *self, guint sm);
void ws_sms_name_rows (WsSms *self);
guint ws_sms_get_pointed (const WsSms *self);
void ws_sms_draw_pointed (WsSms *self, guint sm);
void ws_sms_draw_keyboard (WsSms *self);
gboolean ws_sms_get_shown_block (const WsSms *self, WsBox *box);
void ws_sms_draw_shown_block (WsSms *self);
void ws_sms_draw_gantt (WsSms *self);
void ws_sms_name_slots (WsSms *self);
void ws_sms_draw_chart (WsSms *self);
void ws_sms_draw_axis (WsSms *self);
gboolean ws_sms_get_done (const WsSms *self, WsBox *box, double *words_x);
void ws_sms_draw_done (WsSms *self);
gboolean ws_sms_get_hover (const WsSms *self, WsBox *box);
void ws_sms_draw_hover (WsSms *self);
gboolean ws_sms_get_playhead (const WsSms *self, WsBox *box);
void ws_sms_draw_playhead (WsSms *self);
void ws_sms_draw_figures (WsSms *self);
gboolean ws_sms_hides (const WsSms *self, guint hide);
void ws_sms_draw_highlights (WsSms *self);

/* ---- what the schedulers of an SM do ---- */

void ws_sms_place_issue (WsSmsLayout *self, WsText *text, const WsFrame *frame);
guint ws_sms_get_looked_at (const WsScene *scene, const WsSmsOptions *options);
gboolean ws_sms_find_cycle (const WsScene *scene, guint sm, double time, guint64 *cycle);
guint ws_sms_get_n_bins (const WsSmsLayout *self);
WsBox ws_sms_get_warp (const WsSmsLayout *self, guint warp);
gboolean ws_sms_pick_issue (const WsSmsLayout *self, const WsScene *scene, double x, double y,
                            WsSmsHit *hit);
gboolean ws_sms_get_now (const WsSms *self, WsBox *box);
guint64 ws_sms_get_warps_state (const WsSms *self);
void ws_sms_draw_issue (WsSms *self);
void ws_sms_draw_now (WsSms *self);
void ws_sms_draw_warps (WsSms *self);
const char *ws_sms_say_no_issue (const WsScene *scene);
char *ws_sms_describe_issue (const WsScene *scene, const WsSmsHit *hit);
char *ws_sms_describe_warp (const WsScene *scene, const WsSmsHit *hit, double time);

WsBox ws_sms_get_mark (const WsBox *box, double most, guint color);
/**
 * WsSmsFigure:
 * @title: of the figure
 * @value: with its unit
 */
typedef struct {
  const char *title;
  char value[32];
} WsSmsFigure;

#define WS_SMS_N_FIGURES 4
void ws_sms_get_figures (const WsScene *scene, WsSmsFigure figures[WS_SMS_N_FIGURES]);

G_END_DECLS
