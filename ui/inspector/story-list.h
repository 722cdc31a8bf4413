/* story-list.h: the steps of one thread of the block shown: a field, a lane of the picture, or Alt
 * with an arrow key chooses the thread; the picture shows its state; the current step is marked,
 * and activating one moves the playhead. */
#pragma once

#include "threads/thread-state.h"
#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_STORY_LIST (ws_story_list_get_type ())
G_DECLARE_FINAL_TYPE (WsStoryList, ws_story_list, WS, STORY_LIST, WsFollower)

void ws_story_list_set_lane (WsStoryList *self, guint lane);
guint ws_story_list_get_lane (WsStoryList *self);
const WsThreadStory *ws_story_list_get_story (WsStoryList *self);
WsThreadState *ws_story_list_get_state (WsStoryList *self, guint n_cells);
void ws_story_list_set_theme (WsStoryList *self, WsThemeKind theme);

G_END_DECLS
