/* help.h: the manual (docs/manual) in a window of its own: a list of pages, and the page that is
 * chosen. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define WS_TYPE_HELP (ws_help_get_type ())
G_DECLARE_FINAL_TYPE (WsHelp, ws_help, WS, HELP, AdwWindow)

guint ws_help_get_n_pages (void);
const char *ws_help_get_page_file (guint index);
void ws_help_show (GtkWindow *parent);
gboolean ws_help_go (WsHelp *self, const char *target);

G_END_DECLS
