/* lanes.h: the lanes of a block's warps: the current instant of all warps, the paths of the chosen
 * one, and its weave: lanes down, instructions across, so that divergence shows as gaps in the
 * cloth.
 */
#pragma once

#include "pen/emphasis.h"
#include "scene/painter.h"
#include "look/look.h"

G_BEGIN_DECLS

/* The state of a lane at a moment. */
typedef enum {
  WS_LANE_NONE,   /* no thread, not started, or exited */
  WS_LANE_WAITS,  /* on another path */
  WS_LANE_PASSES, /* on this path, but predicated off, or taking the other way than the active lanes
                   */
  WS_LANE_PARKED, /* waiting at a barrier */
  WS_LANE_WORKS,  /* active; at a branch: goes where there is work */
} WsLaneState;

/**
 * WsLanesOptions:
 * @hide_stack: leaves the divergence stack out
 * @hide_weave: leaves the weave out
 * @first: first instruction of the weave
 * @count: its instructions; 0 for all
 * @beside: (nullable): a second block drawn side by side: instructions are equally wide in both
 * weaves, and the room right of the shorter one says that it is done
 * @emphasis: highlights (warps, lanes, threads), and what is hidden: which lanes work now, and in
 * the weave from the current stage on; their number
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
 * @lane: of the warp, %WS_NONE for none
 * @event: index within the block's events to which a click moves the playhead; %WS_NONE if the warp
 * has not begun
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
