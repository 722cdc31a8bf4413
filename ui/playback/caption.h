/* caption.h: a sentence on what happens at the playhead, or the finding of the visible pane. */
#pragma once

#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_CAPTION (ws_caption_get_type ())
G_DECLARE_FINAL_TYPE (WsCaption, ws_caption, WS, CAPTION, WsFollower)

/* Properties: playhead, finding. */
void ws_caption_set_finding (WsCaption *self, const char *finding);
void ws_caption_set_least_lines (WsCaption *self, guint n_lines);
const char *ws_caption_get_text (WsCaption *self);

G_END_DECLS
