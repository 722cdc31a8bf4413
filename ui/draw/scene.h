/* scene.h: what the drawing functions draw: a run, what was derived of it, and where the playhead
 * stands.
 *
 * A WsScene is derived once per (run, launch, block) and shared by all views; a WsView is a moment
 * of it. A drawing is a function of (scene, moment, theme, size) and of nothing that was drawn
 * before.
 */
#pragma once

#include "draw/theme.h"
#include "record/dataflow.h"
#include "record/divergence.h"
#include "record/metrics.h"
#include "record/run.h"
#include "record/stages.h"

G_BEGIN_DECLS

typedef struct {
  WsRun *run;
  guint launch;
  guint block;
  const WsBlockRecord *record; /* NULL where the block was not recorded in full */
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
WsScene *ws_scene_ref (WsScene *self);
void ws_scene_unref (WsScene *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsScene, ws_scene_unref)

/**
 * WsMoment:
 * @position: where the playhead is, in events of the block: 2.25 is a quarter of the way from event
 * 2 to event 3; events up to and including floor(position) have been executed. From 0 to n_events -
 * 1
 * @warp: the warp that the weave and the code follow
 * @hover_x: pointer, in pixels of the drawing; negative for none
 *
 * What moves.
 */
typedef struct {
  double position;
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
/* last event of @warp up to @position, WS_NONE before its first */
guint ws_scene_warp_event_at (const WsScene *self, guint warp, double position);

G_END_DECLS
