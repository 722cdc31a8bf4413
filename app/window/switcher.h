/* switcher.h: a row of toggle buttons for the pane to show. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_SWITCHER (ws_switcher_get_type ())
G_DECLARE_FINAL_TYPE (WsSwitcher, ws_switcher, WS, SWITCHER, GObject)

/* Signal: chosen (int id): a button was pressed. */
WsSwitcher *ws_switcher_new (GtkBox *box);
void ws_switcher_add (WsSwitcher *self, int id, const char *label, const char *tip);
void ws_switcher_set_chosen (WsSwitcher *self, int id);

G_END_DECLS
