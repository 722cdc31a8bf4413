/* palette-menu.h: the entries of a menu, as commands. */
#pragma once

#include "palette/palette-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ws_palette_item_add_menu (GListStore *list, GMenuModel *menu, GtkWindow *window);

G_END_DECLS
