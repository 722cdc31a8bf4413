/* hazard.h: marks a value that a check found wrong: a frame in the warning colour, and striped tape
 * below it, as on a building site. So it is recognisable in black and white, and the value above
 * the tape stays readable.
 */
#pragma once

#include "pen/text.h"

G_BEGIN_DECLS

void ws_hazard_draw_cells (cairo_t *cr, const WsTheme *theme, const WsBox *boxes, guint n_boxes,
                           double radius, double scale);
void ws_hazard_stroke (cairo_t *cr, const WsTheme *theme, double width);
double ws_hazard_get_legend_height (double px);
void ws_hazard_draw_legend (WsText *text, const WsTheme *theme, const WsBox *box, double px,
                            double scale, const char *words);

G_END_DECLS
