/* story.h: what a kernel does and what it leaves, in the room that the longest of its kind takes.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_STORY (ws_story_get_type ())
G_DECLARE_FINAL_TYPE (WsStory, ws_story, WS, STORY, GtkWidget)

GtkWidget *ws_story_new (void);
void ws_story_add (WsStory *self, const char *idea, const char *left);
void ws_story_show (WsStory *self, const char *idea, const char *left);
const char *ws_story_get_text (WsStory *self);

G_END_DECLS
