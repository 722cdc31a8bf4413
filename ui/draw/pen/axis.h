/* axis.h: the frame of a chart: grid lines, ticks, labels. */
#pragma once

#include "pen/ticks.h"

G_BEGIN_DECLS

typedef enum { WS_AXIS_BOTTOM, WS_AXIS_LEFT } WsAxisSide;

/**
 * WsAxis:
 * @side: of @plot on which it stands
 * @scale: places along it
 * @ticks: what is round
 * @plot: the area that it belongs to
 * @px: of its labels
 * @room: how far a label may reach past the plot's ends
 * @room_behind: likewise past the maximum's end, of an axis below; 0: @room
 * @grid: whether lines go across the plot
 * @bare: whether it has neither ticks nor labels
 */
typedef struct {
  WsAxisSide side;
  WsScale scale;
  WsTicksOptions ticks;
  WsBox plot;
  double px;
  double room;
  double room_behind;
  gboolean grid;
  gboolean bare;
} WsAxis;

double ws_axis_get_size (const WsAxis *self, WsText *text);
void ws_draw_axis (cairo_t *cr, WsText *text, const WsAxis *self, const WsTheme *theme,
                   double line);

G_END_DECLS
