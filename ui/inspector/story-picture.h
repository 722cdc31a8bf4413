/* story-picture.h: one thread at one moment, drawn: its variables, memory, loads and stores.
 * Clicking a lane of its warp emits "lane-chosen". */
#pragma once

#include "story/story.h"
#include "toolkit/drawing.h"

G_BEGIN_DECLS

#define WS_TYPE_STORY_PICTURE (ws_story_picture_get_type ())
G_DECLARE_FINAL_TYPE (WsStoryPicture, ws_story_picture, WS, STORY_PICTURE, WsDrawing)

void ws_story_picture_show (WsStoryPicture *self, const WsThreadStory *story,
                            const WsVariables *variables, guint32 event);
WsThreadState *ws_story_picture_get_state (WsStoryPicture *self, guint n_cells);

G_END_DECLS
