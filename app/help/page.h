/* page.h: a page of the manual as a widget: its blocks below each other, with pictures and links.
 * */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_HELP_RESOURCES "/org/warpstage/manual/"

#define WS_TYPE_HELP_PAGE (ws_help_page_get_type ())
G_DECLARE_FINAL_TYPE (WsHelpPage, ws_help_page, WS, HELP_PAGE, GtkWidget)

GtkWidget *ws_help_page_new (const char *text);
gboolean ws_help_page_show_anchor (WsHelpPage *self, const char *anchor);

G_END_DECLS
