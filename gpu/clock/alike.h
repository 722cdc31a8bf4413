/* alike.h: how long blocks took that no clock ran along with. */
#pragma once

#include "clock/clock.h"

G_BEGIN_DECLS

typedef struct _WsAlike WsAlike;

WsAlike *ws_alike_new (guint32 n_blocks);
void ws_alike_free (WsAlike *self);

gboolean ws_alike_is_sample (guint32 block, guint32 n_blocks);
void ws_alike_add_timed (WsAlike *self, const WsBlockRun *block, const WsBlockUse *use);
void ws_alike_add (WsAlike *self, const WsBlockRun *block);
void ws_alike_cut (WsAlike *self, guint32 n_blocks);
void ws_alike_resolve (WsAlike *self, guint32 *models);

const WsBlockUse *ws_alike_get_uses (const WsAlike *self);
guint32 ws_alike_get_n_timed (const WsAlike *self);

G_END_DECLS
