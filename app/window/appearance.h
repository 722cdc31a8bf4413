/* appearance.h: the theme of a window, and the size of its text while it presents. Its action:
 * theme. */
#pragma once

#include "window/context.h"
#include "window/exporter.h"

G_BEGIN_DECLS

#define WS_TYPE_APPEARANCE (ws_appearance_get_type ())
G_DECLARE_FINAL_TYPE (WsAppearance, ws_appearance, WS, APPEARANCE, GObject)

WsAppearance *ws_appearance_new (const WsContext *context, WsExporter *exporter, const char *asked);
void ws_appearance_apply (WsAppearance *self);
WsThemeKind ws_appearance_get_theme (WsAppearance *self);
void ws_appearance_set_presenting (WsAppearance *self, gboolean presenting);
void ws_appearance_scale_type (WsAppearance *self);
void ws_appearance_follow_size (WsAppearance *self);
int ws_appearance_get_type_px (WsAppearance *self);

G_END_DECLS
