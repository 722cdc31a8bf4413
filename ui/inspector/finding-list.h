/* finding-list.h: the errors of the kernel shown, a sentence each: its fault, and the findings of a
 * check. Activating one shows its place.
 */
#pragma once

#include "playback/follower.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_FINDING_LIST (ws_finding_list_get_type ())
G_DECLARE_FINAL_TYPE (WsFindingList, ws_finding_list, WS, FINDING_LIST, WsFollower)

/* Signals: lane-chosen (guint): the lane of the activated finding; block-chosen (guint): its block
 * was not recorded yet. */
void ws_finding_list_choose (WsFindingList *self, guint finding);

G_END_DECLS
