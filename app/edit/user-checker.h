/* user-checker.h: checks the user's runs in the background: a checked recording takes several times
 * as long, so the picture comes first. */
#pragma once

#include "session/queue.h"

G_BEGIN_DECLS

#define WS_TYPE_USER_CHECKER (ws_user_checker_get_type ())
G_DECLARE_FINAL_TYPE (WsUserChecker, ws_user_checker, WS, USER_CHECKER, GObject)

/* Signal: found (WsRun *): the same run, with its findings. */
WsUserChecker *ws_user_checker_new (WsQueue *queue);
void ws_user_checker_check (WsUserChecker *self, const char *device, WsJob *job);
void ws_user_checker_cancel (WsUserChecker *self);
gboolean ws_user_checker_is_busy (WsUserChecker *self);

G_END_DECLS
