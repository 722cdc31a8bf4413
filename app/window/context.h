/* context.h: what the parts of a window share. Each part is given it when it is made, and ends with
 * the window. */
#pragma once

#include "dialog/notices.h"
#include "session/session.h"
#include "playback/playhead.h"
#include "window/panes.h"
#include "window/start.h"

G_BEGIN_DECLS

/**
 * WsContext:
 * @window: above each dialog; it is a #GActionMap of the actions "win.…", too
 * @settings: what is remembered
 * @catalog: the kernels to choose from
 * @session: runs and records
 * @playhead: what is looked at
 * @panes: where it is shown
 * @notices: what the user is told
 * @start: where the first run stands
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
