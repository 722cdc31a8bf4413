/* palette-item.h: something that the window can show or do, as an item of a list model. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_PALETTE_ITEM (ws_palette_item_get_type ())
G_DECLARE_FINAL_TYPE (WsPaletteItem, ws_palette_item, WS, PALETTE_ITEM, GObject)

WsPaletteItem *ws_palette_item_new (const char *kind, const char *label, const char *more,
                                    const char *action, GVariant *target);
void ws_palette_item_set_aside (WsPaletteItem *self, const char *aside);
const char *ws_palette_item_get_kind (WsPaletteItem *self);
const char *ws_palette_item_get_label (WsPaletteItem *self);
const char *ws_palette_item_get_more (WsPaletteItem *self);
const char *ws_palette_item_get_aside (WsPaletteItem *self);
const char *ws_palette_item_get_id (WsPaletteItem *self);
void ws_palette_item_add (GListStore *list, const char *kind, const char *label, const char *more,
                          const char *action, const char *target);

G_END_DECLS
