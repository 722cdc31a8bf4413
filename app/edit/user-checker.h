/* user-checker.h: looks for mistakes in what the user runs, behind his back: a checked recording
 * takes several times as long as the picture may, so the picture comes first. */
#pragma once

#include "session/queue.h"

G_BEGIN_DECLS

#define WS_TYPE_USER_CHECKER (ws_user_checker_get_type ())
G_DECLARE_FINAL_TYPE (WsUserChecker, ws_user_checker, WS, USER_CHECKER, GObject)

/* Signal: found (WsRun *): the same as was handed to it, with what it does wrong. */
WsUserChecker *ws_user_checker_new (WsQueue *queue);
void ws_user_checker_check (WsUserChecker *self, const char *device, WsJob *job);
void ws_user_checker_cancel (WsUserChecker *self);
gboolean ws_user_checker_is_busy (WsUserChecker *self);

G_END_DECLS
