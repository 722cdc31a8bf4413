/* beside-page.h: two runs beside each other on one playhead: a page for the window. The left one is
 * the window's; the right one is chosen, and recorded if necessary. */
#pragma once

#include "export/picture.h"
#include "session/session.h"
#include "playback/playhead.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_BESIDE_PAGE (ws_beside_page_get_type ())
G_DECLARE_FINAL_TYPE (WsBesidePage, ws_beside_page, WS, BESIDE_PAGE, GtkWidget)

/* Signal: changed: its texts. */
GtkWidget *ws_beside_page_new (WsSession *session, WsPlayhead *playhead, GSettings *settings);
const char *ws_beside_page_get_finding (WsBesidePage *self);
const char *ws_beside_page_get_title (WsBesidePage *self);
gboolean ws_beside_page_shows_launch (WsBesidePage *self);
gboolean ws_beside_page_get_picture (WsBesidePage *self, WsPicture *picture);
void ws_beside_page_show_run (WsBesidePage *self, WsRun *run);
void ws_beside_page_set_narrow (WsBesidePage *self, gboolean narrow);
void ws_beside_page_set_theme (WsBesidePage *self, WsThemeKind theme);

G_END_DECLS
