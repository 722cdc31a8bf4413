/* story.h: a deck: the kernel shown as a story: its idea, its stages, and what remains to be
 * improved. */
#pragma once

#include "present/deck.h"
#include "playback/playhead.h"

G_BEGIN_DECLS

#define WS_TYPE_STORY (ws_story_get_type ())
G_DECLARE_FINAL_TYPE (WsStory, ws_story, WS, STORY, GObject)

WsStory *ws_story_new (WsPlayhead *playhead);
void ws_story_set_words (WsStory *self, const char *idea, const char *look, const char *left);
void ws_story_set_layout (WsStory *self, WsPattern layout);

G_END_DECLS
