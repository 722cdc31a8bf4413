/* line-gutter.h: the code's gutter: an arrow at the current line, a bar for the share of active
 * lanes, and the selected columns of figures. */
#pragma once

#include "pen/theme.h"

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_LINE_GUTTER (ws_line_gutter_get_type ())
G_DECLARE_FINAL_TYPE (WsLineGutter, ws_line_gutter, WS, LINE_GUTTER, GtkSourceGutterRenderer)

WsLineGutter *ws_line_gutter_new (void);
void ws_line_gutter_set_shares (WsLineGutter *self, GArray *line_uses);
void ws_line_gutter_set_origins (WsLineGutter *self, GArray *lines);
void ws_line_gutter_set_columns (WsLineGutter *self, guint columns);
guint ws_line_gutter_get_columns (WsLineGutter *self);
void ws_line_gutter_set_line (WsLineGutter *self, guint line);
void ws_line_gutter_set_theme (WsLineGutter *self, WsThemeKind theme);

G_END_DECLS
