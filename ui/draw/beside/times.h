/* times.h: how long two runs take, as two bars on one axis, before above after: their lengths are
 * the times. The playhead is a line through both where both stand at one instant; where they stand
 * at one stage instead, each bar has a mark where that side comes to it.
 */
#pragma once

#include "beside/beside.h"
#include "pen/paint.h"

G_BEGIN_DECLS

/* Heights of its text that the strip takes. */
#define WS_BESIDE_TIMES_LINES 7.3

/**
 * WsBesideTimes:
 * @ns: of each side, in nanoseconds; NAN where not known
 * @n_launches: whose times that is, of each side
 * @launch: of which, from 0, where it is one of several; %WS_NONE where it is all of them
 * @now_ns: where the playhead of each side stands, from the beginning of @ns; NAN where not known
 * @one_now: whether that is one instant
 *
 * Of all launches. But where a later launch is shown than the first, of that one, as the playhead
 * has its time from its beginning.
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
 * @plot: the bars stand in it
 * @end_ns: of the axis, which begins at 0 at the left of @plot
 * @bars: as long as the times; without a width where none is known
 * @nows: where the playhead stands, x; NAN where not known
 *
 * Where everything stands.
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
