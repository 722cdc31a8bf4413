/* figure.h: a sheet with its title above, and below its caption and where its figures come
 * from: what export writes. */
#pragma once

#include "sheet/sheet.h"

G_BEGIN_DECLS

void ws_draw_sheet_figure (cairo_t *cr, const WsSheet *sheet, const WsSheetOptions *options,
                           gboolean bare, const WsArea *area);

G_END_DECLS
