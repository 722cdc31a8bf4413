/* sheet-view.h: a sheet in a widget: values under the pointer, zoom and pan, points by the keys.
 *
 * The wheel zooms at the pointer, dragging pans, dragging with Shift or the right button zooms to a
 * box, and a double click, 0 or Escape shows everything. Ctrl with + and - zooms, Left and Right
 * walk the points of a series, Up and Down the series; all four the cells.
 */
#pragma once

#include "sheet/sheet.h"
#include "toolkit/drawing.h"

G_BEGIN_DECLS

#define WS_TYPE_SHEET_VIEW (ws_sheet_view_get_type ())
G_DECLARE_FINAL_TYPE (WsSheetView, ws_sheet_view, WS, SHEET_VIEW, WsDrawing)

/* Signals: zoomed: the visible part has changed; picked (WsSheetPart part, guint series, guint
 * point): a mark was clicked, or activated by Enter; series and point as in WsChartPick. */
GtkWidget *ws_sheet_view_new (void);
/* The zoom is kept if the sheet has the same name. */
void ws_sheet_view_set_sheet (WsSheetView *self, WsSheet *sheet);
WsSheet *ws_sheet_view_get_sheet (WsSheetView *self);
gboolean ws_sheet_view_is_zoomed (WsSheetView *self);
gboolean ws_sheet_view_has_side (WsSheetView *self);
void ws_sheet_view_show_all (WsSheetView *self);
/* What is shown, to export the same: without pointer and focus. */
void ws_sheet_view_get_options (WsSheetView *self, WsSheetOptions *options);

/* ---- for tests ---- */

/* The wheel at a place: above 1 it zooms in. */
void ws_sheet_view_zoom (WsSheetView *self, double x, double y, double factor);
/* A drag by the pointer; @box: with Shift. */
void ws_sheet_view_drag (WsSheetView *self, double x, double y, double to_x, double to_y,
                         gboolean box);

G_END_DECLS
