/* stalls.h: where the cycles of a launch went: warp and scheduler cycles by stall reason, the lines
 * that warps wait for, and the states of a block's warps over time.
 */
#pragma once

#include "advice/launch-stalls.h"
#include "look/look.h"

G_BEGIN_DECLS

/* No options yet; every view has a struct for them. */
typedef struct {
  guint none;
} WsStallsOptions;

void ws_draw_stalls (cairo_t *cr, const WsLaunchStalls *stalls, const WsArea *area);
WsColor ws_stall_get_color (const WsTheme *theme, WsStall reason);
void ws_stall_fill (cairo_t *cr, const WsTheme *theme, WsStall reason, const WsBox *box,
                    double scale);
char *ws_stalls_subtitle (const WsScene *scene);

extern const WsViewClass ws_view_of_stalls;

G_END_DECLS
