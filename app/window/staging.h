/* staging.h: what stands round the pane that is large: over its head the switcher, below it the
 * ribbon of the others, as far as the window has room. */
#pragma once

#include "toolkit/pane.h"
#include "window/ribbon.h"

G_BEGIN_DECLS

#define WS_TYPE_STAGING (ws_staging_get_type ())
G_DECLARE_FINAL_TYPE (WsStaging, ws_staging, WS, STAGING, GObject)

/* Signal: chosen (int id): of a button or a card. */
WsStaging *ws_staging_new (GtkBox *box, WsRibbon *ribbon);
void ws_staging_add (WsStaging *self, int id, const char *label, const char *tip);
gboolean ws_staging_set_room (WsStaging *self, int width, int height);
void ws_staging_place (WsStaging *self, gboolean is_shown, int id, WsPane *pane);

G_END_DECLS
