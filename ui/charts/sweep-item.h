/* sweep-item.h: a sweep as an item of a list model. */
#pragma once

#include "timing/sweep.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_SWEEP_ITEM (ws_sweep_item_get_type ())
G_DECLARE_FINAL_TYPE (WsSweepItem, ws_sweep_item, WS, SWEEP_ITEM, GObject)

/* Properties: sweep; chosen: whether the sweep shown is compared with it. @shown: whether it is the
 * sweep shown */
WsSweepItem *ws_sweep_item_new (WsSweep *sweep, gboolean shown);
WsSweep *ws_sweep_item_get_sweep (WsSweepItem *self);
gboolean ws_sweep_item_is_shown (WsSweepItem *self);
void ws_sweep_item_set_chosen (WsSweepItem *self, gboolean chosen);
gboolean ws_sweep_item_get_chosen (WsSweepItem *self);

G_END_DECLS
