/* private.h: what the parts of a sheet share. */
#pragma once

#include "chart/private.h"
#include "sheet/sheet.h"

G_BEGIN_DECLS

/**
 * WsSheetLayout:
 * @side: unused if @side_box has no width
 * @table_px: size of the table's text
 */
typedef struct {
  WsBox main_box;
  WsBox side_box;
  WsBox table_box;
  WsChartLayout main;
  WsChartLayout side;
  WsChartOptions side_options;
  double table_px;
} WsSheetLayout;

void ws_sheet_table_draw (const WsSheetTable *self, const WsChartOptions *options, cairo_t *cr,
                          WsText *text, const WsTheme *theme, const WsSheetLayout *layout);

void ws_sheet_layout_init (WsSheetLayout *self, const WsSheet *sheet, const WsSheetOptions *options,
                           const WsArea *area, WsText *text);

/* ---- sheet-table.c ---- */

void ws_sheet_table_measure (const WsSheetTable *self, WsText *text, double px, double *width,
                             double *height);

G_END_DECLS
