/* start.h: the initial place of a window's first run, as given on the command line; later runs
 * start at the beginning. */
#pragma once

#include "session/session.h"
#include "playback/playhead.h"

G_BEGIN_DECLS

/**
 * WsStart:
 * @launch: launch to show, counted from 1; 0 for the first
 * @stage: stage to stop at the end of, counted from 0; -1 to play
 * @time: share of the launch's time to stop at, up to 1; 0 for the block's own
 * @paused: whether to start paused
 */
typedef struct {
  int launch;
  int stage;
  double time;
  gboolean paused;
} WsStart;

#define WS_START_INIT \
  {                   \
    .stage = -1       \
  }

void ws_start_get_place (const WsStart *self, WsRunPlace *place);
void ws_start_apply (WsStart *self, WsPlayhead *playhead);

G_END_DECLS
