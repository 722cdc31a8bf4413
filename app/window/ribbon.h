/* ribbon.h: the views that are not on the stage, in miniature, at the same instant, each with its
 * main figure; a click moves one to the stage. */
#pragma once

#include "charts/sheet-view.h"
#include "playback/canvas.h"

G_BEGIN_DECLS

#define WS_TYPE_RIBBON (ws_ribbon_get_type ())
G_DECLARE_FINAL_TYPE (WsRibbon, ws_ribbon, WS, RIBBON, GtkWidget)

/* Signal: chosen (int id): a card was clicked. */
void ws_ribbon_set_playhead (WsRibbon *self, WsPlayhead *playhead);
void ws_ribbon_add_view (WsRibbon *self, int id, const char *title, WsCanvas *source);
void ws_ribbon_add_sheet (WsRibbon *self, int id, const char *title);
void ws_ribbon_set_sheet (WsRibbon *self, WsSheet *sheet);
void ws_ribbon_set_on_stage (WsRibbon *self, int id);
GtkWidget *ws_ribbon_get_card (WsRibbon *self, int id);
void ws_ribbon_set_theme (WsRibbon *self, WsThemeKind theme);

G_END_DECLS
