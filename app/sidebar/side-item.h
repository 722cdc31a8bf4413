/* side-item.h: a row of the sidebar, as an item of a list model: its heading, its text, and the
 * window action that it activates. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_SIDE_ITEM (ws_side_item_get_type ())
G_DECLARE_FINAL_TYPE (WsSideItem, ws_side_item, WS, SIDE_ITEM, GObject)

WsSideItem *ws_side_item_new (const char *section, const char *label, const char *tip,
                              const char *action, const char *target);
const char *ws_side_item_get_section (WsSideItem *self);
const char *ws_side_item_get_label (WsSideItem *self);
const char *ws_side_item_get_tip (WsSideItem *self);
void ws_side_item_set_words (WsSideItem *self, const char *words);
char *ws_side_item_dup_text (WsSideItem *self);
const char *ws_side_item_get_action (WsSideItem *self);
const char *ws_side_item_get_target (WsSideItem *self);
gboolean ws_side_item_does (WsSideItem *self, const char *action, const char *target);

G_END_DECLS
