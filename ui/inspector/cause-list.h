/* cause-list.h: why the launch shown takes its time: the causes with the largest gains; activating
 * one shows its place. */
#pragma once

#include "advice/causes.h"
#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_CAUSE_LIST (ws_cause_list_get_type ())
G_DECLARE_FINAL_TYPE (WsCauseList, ws_cause_list, WS, CAUSE_LIST, WsFollower)

/* Activating a cause pauses at its place, and activates win.show-pane, also for the code if it has
 * a line; its remedy activates win.kernel. */
const WsCauses *ws_cause_list_get_causes (WsCauseList *self);

G_END_DECLS
