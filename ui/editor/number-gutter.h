/* number-gutter.h: the numbers of a text's lines. GtkSourceView 5.6 draws the numbers of hidden
 * lines on top of each other.
 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define WS_TYPE_NUMBER_GUTTER (ws_number_gutter_get_type ())
G_DECLARE_FINAL_TYPE (WsNumberGutter, ws_number_gutter, WS, NUMBER_GUTTER,
                      GtkSourceGutterRendererText)

WsNumberGutter *ws_number_gutter_new (void);

G_END_DECLS
