/* beside-panel.h: one of two runs side by side: its description, a view of it, its figures. */
#pragma once

#include "playback/playhead.h"
#include "view/view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_BESIDE_PANEL (ws_beside_panel_get_type ())
G_DECLARE_FINAL_TYPE (WsBesidePanel, ws_beside_panel, WS, BESIDE_PANEL, GtkWidget)

GtkWidget *ws_beside_panel_new (WsPlayhead *playhead, GtkSizeGroup *level);
void ws_beside_panel_set_view (WsBesidePanel *self, WsView view);
GtkWidget *ws_beside_panel_get_view (WsBesidePanel *self);
void ws_beside_panel_set_heading (WsBesidePanel *self, const char *heading);
void ws_beside_panel_set_note (WsBesidePanel *self, const char *markup);
void ws_beside_panel_set_message (WsBesidePanel *self, const char *message, double fraction);
void ws_beside_panel_show_note (WsBesidePanel *self, gboolean show);
void ws_beside_panel_set_theme (WsBesidePanel *self, WsThemeKind theme);
void ws_beside_panel_get_options (WsBesidePanel *self, WsFigureOptions *options);

G_END_DECLS
