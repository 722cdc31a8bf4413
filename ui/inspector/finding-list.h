/* finding-list.h: what the kernel shown did wrong, a sentence each: what stopped it, and what a
 * check found. Each shows itself when it is chosen.
 */
#pragma once

#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_FINDING_LIST (ws_finding_list_get_type ())
G_DECLARE_FINAL_TYPE (WsFindingList, ws_finding_list, WS, FINDING_LIST, WsFollower)

/* Signals: lane-chosen (guint): the lane of the warp that a finding is about, which was chosen;
 * block-chosen (guint): its block was not recorded, and is to be. */
void ws_finding_list_choose (WsFindingList *self, guint finding);

G_END_DECLS
