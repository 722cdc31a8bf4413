/* scene.h: what the drawing functions draw: a run, what was derived of it, and where the playhead
 * stands.
 *
 * A WsScene is derived once per (run, launch, block) and shared by all views; a WsMoment is a
 * moment of it. A scene of a launch alone has no block: it serves the views of the whole launch. A
 * drawing is a function of (scene, moment, theme, size) and of nothing that was drawn before.
 */
#pragma once

#include "pen/theme.h"
#include "derive/dataflow.h"
#include "derive/divergence.h"
#include "derive/metrics.h"
#include "record/run.h"
#include "derive/stages.h"
#include "derive/timeline.h"

G_BEGIN_DECLS

typedef struct {
  WsRun *run;
  guint launch;
  WsTimeline *timeline; /* NULL where the run does not have the launch's residencies */
  guint block;
  const WsBlockRecord *record; /* NULL, with all that follows, in a scene of a launch alone */
  WsDataflow *dataflow;
  WsStages *stages;
  GArray *metrics;  /* WsMetric, of the launch */
  GPtrArray *warps; /* WsWarpTrace, one per warp of the block */

  /*< private >*/
  struct _WsTreeModel *tree; /* tree-model.h */
  GArray *line_use;          /* WsLineUse */
  gatomicrefcount refs;
} WsScene;

/* (transfer full), reference counted. NULL with an error where the block was not recorded. */
WsScene *ws_scene_new (WsRun *run, guint launch, guint block, GError **error);
/* the same, with a timeline that is there already: nullable, of the same launch */
WsScene *ws_scene_new_with_timeline (WsRun *run, guint launch, guint block, WsTimeline *timeline,
                                     GError **error);
/* (nullable): without a block; NULL where there is no timeline to show */
WsScene *ws_scene_new_for_launch (WsRun *run, guint launch, WsTimeline *timeline);
/* (nullable): of the first block recorded, or of the launch alone */
WsScene *ws_scene_new_first (WsRun *run, guint launch);
WsScene *ws_scene_ref (WsScene *self);
void ws_scene_unref (WsScene *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsScene, ws_scene_unref)

/**
 * WsMoment:
 * @position: where the playhead is, in events of the block: 2.25 is a quarter of the way from event
 * 2 to event 3; events up to and including floor(position) have been executed. From 0 to n_events -
 * 1
 * @time: where the playhead is in the launch, in cycles since it began; that of the event at
 * @position while a block is played
 * @warp: the warp that the weave and the code follow
 * @hover_x: pointer, in pixels of the drawing; negative for none
 *
 * What moves.
 */
typedef struct {
  double position;
  double time;
  guint warp;
  double hover_x;
  double hover_y;
} WsMoment;

guint ws_scene_get_n_events (const WsScene *self);
guint ws_scene_event_at (const WsScene *self, double position);
guint ws_scene_stage_at (const WsScene *self, double position);
double ws_scene_stage_fraction (const WsScene *self,
                                double position); /* 0 at its first event, 1 after its last */
/* where a picture of the stage is best taken: when its last value has just been stored, before the
 * barrier */
double ws_scene_stage_moment (const WsScene *self, guint stage);
/* the launch's time at a position of the block, and the position at a time of the launch; before
 * and after the block, its ends */
double ws_scene_time_at (const WsScene *self, double position);
double ws_scene_position_at (const WsScene *self, double time);
/* nanoseconds of a cycle of the device's SMs */
double ws_scene_get_cycle_ns (const WsScene *self);
/* last event of @warp up to @position, WS_NONE before its first */
guint ws_scene_warp_event_at (const WsScene *self, guint warp, double position);

G_END_DECLS
