/* lanes.h: what the lanes of a block's warps do: the instant of all warps, the paths of the chosen
 * one, and its weave: lanes down, instructions along, so that divergence is seen as gaps in the
 * cloth.
 */
#pragma once

#include "pen/emphasis.h"
#include "scene/painter.h"
#include "look/look.h"

G_BEGIN_DECLS

/* What one lane does at a moment. */
typedef enum {
  WS_LANE_NONE,   /* no thread, not started, or exited */
  WS_LANE_WAITS,  /* on another path */
  WS_LANE_PASSES, /* on this path, but its guard does not hold, or it goes the other way than the
                     active lanes */
  WS_LANE_PARKED, /* arrived at a barrier, where others are awaited */
  WS_LANE_WORKS,  /* active; of a branch: goes where there is something to do */
} WsLaneState;

/**
 * WsLanesOptions:
 * @hide_stack: leaves the divergence stack out
 * @hide_weave: leaves the weave out
 * @first: first instruction of the weave
 * @count: its instructions; 0 for all
 * @beside: (nullable): a block beside which this one is drawn: the same number of instructions is
 * as wide in the weaves of both, and what is right of the shorter one says that it is done
 * @emphasis: what stands out (warps, lanes, threads), and what is kept back: which lanes work now,
 * and in the weave from the present stage on; how many there are
 */
typedef struct {
  gboolean hide_stack;
  gboolean hide_weave;
  guint first;
  guint count;
  const WsScene *beside;
  WsEmphasis emphasis;
} WsLanesOptions;

typedef enum {
  WS_LANES_HIT_NONE,
  WS_LANES_HIT_WARP,  /* a row of the instant, beside its lanes: warp */
  WS_LANES_HIT_LANE,  /* a lane of the instant: warp, lane, event */
  WS_LANES_HIT_PATH,  /* an entry of the divergence stack: path, 0 at the bottom */
  WS_LANES_HIT_WEAVE, /* the weave: lane, instruction, event */
} WsLanesHitKind;

/**
 * WsLanesHit:
 * @warp: of the block
 * @lane: of the warp, %WS_NONE where none is meant
 * @event: within the block's events: where a click puts the playhead; %WS_NONE where the warp has
 * not begun
 * @instruction: of the warp, from 0
 * @path: entry of the stack
 */
typedef struct {
  WsLanesHitKind kind;
  guint warp;
  guint lane;
  guint32 event;
  guint instruction;
  guint path;
} WsLanesHit;

void ws_draw_lanes (cairo_t *cr, const WsFrame *frame, const WsLanesOptions *options);
WsPainter *ws_lanes_painter_new (cairo_t *cr);
void ws_lanes_painter_set (WsPainter *painter, const WsFrame *frame, const WsLanesOptions *options);
gboolean ws_lanes_pick (const WsFrame *frame, const WsLanesOptions *options, double x, double y,
                        WsLanesHit *hit);
guint32 ws_lanes_find (const WsFrame *frame, const WsLanesOptions *options,
                       WsBox boxes[WS_WARP_SIZE]);
char *ws_lanes_hit_describe (const WsScene *scene, const WsMoment *moment, const WsLanesHit *hit);

char *ws_lanes_subtitle (const WsScene *scene, const WsMoment *moment);

guint32 ws_lanes_get_states (const WsScene *scene, guint warp, double position,
                             WsLaneState states[WS_WARP_SIZE]);

extern const WsViewClass ws_view_of_lanes;

G_END_DECLS
