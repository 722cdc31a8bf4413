/* cause-list.h: why the launch shown takes its time: the causes that would give most, each of which
 * shows itself when it is chosen. */
#pragma once

#include "advice/causes.h"
#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_CAUSE_LIST (ws_cause_list_get_type ())
G_DECLARE_FINAL_TYPE (WsCauseList, ws_cause_list, WS, CAUSE_LIST, WsFollower)

/* Choosing a cause pauses where it is seen, and activates win.show-pane, also of the code where it
 * has a line; its cure is win.kernel. */
const WsCauses *ws_cause_list_get_causes (WsCauseList *self);

G_END_DECLS
