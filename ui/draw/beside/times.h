/* times.h: the durations of two runs as two bars on one axis, before above after. If both stand at
 * one instant, the playhead is a line through both; if they stand at one stage, each bar has a mark
 * at that side's time.
 */
#pragma once

#include "beside/beside.h"
#include "pen/paint.h"

G_BEGIN_DECLS

/* Height of the strip, in heights of its text. */
#define WS_BESIDE_TIMES_LINES 7.3

/**
 * WsBesideTimes:
 * @ns: of each side, in nanoseconds; NAN if unknown
 * @n_launches: number of launches timed, of each side
 * @launch: index of the launch, if it is one of several; %WS_NONE for all of them
 * @now_ns: the playhead of each side, from the beginning of @ns; NAN if unknown
 * @one_now: whether that is one instant
 *
 * Covers all launches; or only the launch shown, if it is not the first, as the playhead's time
 * starts at its beginning.
 */
typedef struct {
  double ns[WS_BESIDE_N_SIDES];
  guint n_launches[WS_BESIDE_N_SIDES];
  guint launch;
  double now_ns[WS_BESIDE_N_SIDES];
  gboolean one_now;
} WsBesideTimes;

void ws_beside_times_init (WsBesideTimes *self, const WsBeside *beside, const WsMoment *left,
                           gboolean over_time);
char *ws_beside_times_say_what (const WsBesideTimes *self);
char *ws_beside_times_say_ratio (const WsBesideTimes *self);
char *ws_beside_times_say_now (const WsBesideTimes *self);
char *ws_beside_times_say (const WsBesideTimes *self, const WsBeside *beside);

/**
 * WsBesideTimesLayout:
 * @px: size of its text
 * @plot: area of the bars
 * @end_ns: of the axis, which begins at 0 at the left of @plot
 * @bars: as long as the times; zero width if unknown
 * @nows: x of the playhead; NAN if unknown
 *
 * The positions of all parts.
 */
typedef struct {
  double px;
  WsBox plot;
  double end_ns;
  WsBox bars[WS_BESIDE_N_SIDES];
  double nows[WS_BESIDE_N_SIDES];
} WsBesideTimesLayout;

void ws_beside_times_layout (const WsBesideTimes *self, const WsTheme *theme, double width,
                             double height, WsBesideTimesLayout *l);
void ws_draw_beside_times (cairo_t *cr, const WsBesideTimes *self, const WsBeside *beside,
                           const WsTheme *theme, double width, double height);

G_END_DECLS
