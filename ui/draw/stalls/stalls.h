/* stalls.h: where the cycles of a launch went: those of its warps and of the schedulers by reason,
 * the lines that are waited for, and what each warp of a block did over time.
 */
#pragma once

#include "advice/launch-stalls.h"
#include "look/look.h"

G_BEGIN_DECLS

/* Nothing to choose yet: a view has options. */
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
