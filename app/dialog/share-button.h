/* share-button.h: the button Share: copies and saves what is shown, in the theme and size chosen
 * below; its picture can be dragged out. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SHARE_BUTTON (ws_share_button_get_type ())
G_DECLARE_FINAL_TYPE (WsShareButton, ws_share_button, WS, SHARE_BUTTON, GtkWidget)

/* Signal: drag, whose handler returns a GdkContentProvider (transfer full) (nullable): what is
 * dragged out of it. Its menu activates win.copy-picture, win.copy-animation, win.export,
 * win.export-animation, win.export-figures and win.export-page. */
GMenuModel *ws_share_button_get_menu (WsShareButton *self);

G_END_DECLS
