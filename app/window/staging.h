/* staging.h: the surroundings of the large pane: the switcher above it, the ribbon of the others
 * below, if they fit. */
#pragma once

#include "toolkit/pane.h"
#include "window/ribbon.h"

G_BEGIN_DECLS

#define WS_TYPE_STAGING (ws_staging_get_type ())
G_DECLARE_FINAL_TYPE (WsStaging, ws_staging, WS, STAGING, GObject)

/* Signal: chosen (int id): a button or a card was clicked. */
WsStaging *ws_staging_new (GtkBox *box, WsRibbon *ribbon);
void ws_staging_add (WsStaging *self, int id, const char *label, const char *tip);
gboolean ws_staging_set_room (WsStaging *self, int width, int height);
void ws_staging_place (WsStaging *self, gboolean is_shown, int id, WsPane *pane);

G_END_DECLS
