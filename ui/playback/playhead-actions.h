/* playhead-actions.h: the playhead's moves as actions, for buttons, keys and menus alike. */
#pragma once

#include "playback/playhead.h"

G_BEGIN_DECLS

GActionGroup *ws_playhead_actions_new (WsPlayhead *playhead);

G_END_DECLS
