/* share.h: copying, saving and dragging the visible pane or the slide, by the button Share. Its
 * actions: copy-picture, copy-animation. */
#pragma once

#include "window/exporter.h"
#include "window/presentation.h"

G_BEGIN_DECLS

#define WS_TYPE_SHARE (ws_share_get_type ())
G_DECLARE_FINAL_TYPE (WsShare, ws_share, WS, SHARE, GObject)

WsShare *ws_share_new (const WsContext *context, WsExporter *exporter,
                       WsPresentation *presentation);

G_END_DECLS
