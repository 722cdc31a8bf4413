/* command-palette.h: an entry over a list, at the top of a window: typing finds commands by their
 * words, the best first. */
#pragma once

#include "palette/palette-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_COMMAND_PALETTE_MAX 50 /* that are shown */

#define WS_TYPE_COMMAND_PALETTE (ws_command_palette_get_type ())
G_DECLARE_FINAL_TYPE (WsCommandPalette, ws_command_palette, WS, COMMAND_PALETTE, GtkPopover)

/* Signal: chosen (WsPaletteItem *): activate it; the palette has closed by then. */
WsCommandPalette *ws_command_palette_new (void);
void ws_command_palette_open (WsCommandPalette *self, GListModel *commands,
                              const char *const *recent);
GListModel *ws_command_palette_get_found (WsCommandPalette *self);

G_END_DECLS
