/* own-checker.h: looks for mistakes in what the user runs, behind his back: a checked recording
 * takes several times as long as the picture may, so the picture comes first. */
#pragma once

#include "session/queue.h"

G_BEGIN_DECLS

#define WS_TYPE_OWN_CHECKER (ws_own_checker_get_type ())
G_DECLARE_FINAL_TYPE (WsOwnChecker, ws_own_checker, WS, OWN_CHECKER, GObject)

/* Signal: found (WsRun *): the same as was handed to it, with what it does wrong. */
WsOwnChecker *ws_own_checker_new (WsQueue *queue);
void ws_own_checker_check (WsOwnChecker *self, const char *device, WsJob *job);
void ws_own_checker_cancel (WsOwnChecker *self);
gboolean ws_own_checker_is_busy (WsOwnChecker *self);

G_END_DECLS
