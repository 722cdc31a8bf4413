/* context.h: shared by the parts of a window. Each part receives it on creation, and is destroyed
 * with the window. */
#pragma once

#include "dialog/notices.h"
#include "session/session.h"
#include "playback/playhead.h"
#include "window/panes.h"
#include "window/start.h"

G_BEGIN_DECLS

/**
 * WsContext:
 * @window: parent of dialogs; also the #GActionMap of the actions "win.…"
 * @settings: the saved state
 * @catalog: the kernels to choose from
 * @session: runs and recordings
 * @playhead: the shared position
 * @panes: the views
 * @notices: messages to the user
 * @start: initial place of the first run
 */
typedef struct {
  GtkWindow *window;
  GSettings *settings;
  WsCatalog *catalog;
  WsSession *session;
  WsPlayhead *playhead;
  WsPanes *panes;
  WsNotices *notices;
  WsStart *start;
} WsContext;

gpointer ws_context_get_child (const WsContext *self, const char *id);

G_END_DECLS
