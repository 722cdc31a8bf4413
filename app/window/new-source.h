/* new-source.h: creates a source of the user's own: a copy of the kernel shown, or of a template.
 * Its actions: edit-copy, new-kernel. */
#pragma once

#include "window/editing.h"

G_BEGIN_DECLS

#define WS_TYPE_NEW_SOURCE (ws_new_source_get_type ())
G_DECLARE_FINAL_TYPE (WsNewSource, ws_new_source, WS, NEW_SOURCE, GObject)

WsNewSource *ws_new_source_new (const WsContext *context, WsEditing *editing);

G_END_DECLS
