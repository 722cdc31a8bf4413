/* figure.h: a sheet with its title above, its caption and source below, for export. */
#pragma once

#include "sheet/sheet.h"

G_BEGIN_DECLS

void ws_draw_sheet_figure (cairo_t *cr, const WsSheet *sheet, const WsSheetOptions *options,
                           gboolean bare, const WsArea *area);

G_END_DECLS
