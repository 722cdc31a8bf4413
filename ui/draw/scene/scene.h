/* scene.h: the input of drawing functions: a run, everything derived from it, and the position of
 * the playhead.
 *
 * A WsScene is derived once per (run, launch, block) and shared by all views; a WsMoment is a
 * moment of it. A scene of a launch alone has no block: it serves the views of the whole launch. A
 * drawing is a function of (scene, moment, theme, size), independent of earlier ones.
 */
#pragma once

#include "pen/theme.h"
#include "advice/launch-stalls.h"
#include "dataflow/dataflow.h"
#include "stages/divergence.h"
#include "dataflow/hazards.h"
#include "accesses/memory-use.h"
#include "metrics/metrics.h"
#include "record/run.h"
#include "stages/stages.h"
#include "schedule/timeline.h"

G_BEGIN_DECLS

/**
 * WsScene:
 * @run: of what
 * @launch: index of the launch
 * @timeline: (nullable): %NULL if the run lacks the launch's residencies, for example if it never
 * began
 * @block: linear index of the block
 * @record: (nullable): %NULL in a scene of a launch alone, like all that follow
 * @dataflow: of the block
 * @stages: of the block
 * @metrics: (element-type WsMetric): of the launch
 * @warps: (element-type WsWarpTrace): one for each warp of the block
 * @memory: use of memory by the launch and the block
 * @hazards: (nullable): values of @dataflow that a check found wrong
 * @tree: see tree-model.h
 * @planes: see planes.h
 * @pyramid: (nullable): dataflow between the blocks of the plan; %NULL if it has one launch
 * @line_use: (element-type WsLineUse)
 * @stalls: (nullable): see ws_scene_get_stalls()
 * @refs: see ws_scene_ref()
 *
 * All fields are read-only.
 */
typedef struct {
  WsRun *run;
  guint launch;
  WsTimeline *timeline;
  guint block;
  const WsBlockRecord *record;
  WsDataflow *dataflow;
  WsStages *stages;
  GArray *metrics;
  GPtrArray *warps;
  WsMemoryUse *memory;
  WsHazards *hazards;

  /*< private >*/
  struct _WsTreeModel *tree;
  struct _WsPlanes *planes;
  struct _WsPyramid *pyramid;
  GArray *line_use;
  WsLaunchStalls *stalls;
  gatomicrefcount refs;
} WsScene;

#define WS_TYPE_SCENE (ws_scene_get_type ())
GType ws_scene_get_type (void);

WsScene *ws_scene_new (WsRun *run, guint launch, guint block, GError **error);
WsScene *ws_scene_new_with_timeline (WsRun *run, guint launch, guint block, WsTimeline *timeline,
                                     GError **error);
WsScene *ws_scene_new_for_launch (WsRun *run, guint launch, WsTimeline *timeline);
WsScene *ws_scene_new_first (WsRun *run, guint launch);
WsScene *ws_scene_new_for_source (WsRun *run, guint launch);
const WsLaunchStalls *ws_scene_get_stalls (const WsScene *self);
const WsLaunchStalls *ws_scene_peek_stalls (const WsScene *self);
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
 * @warp: the warp shown in weave and code
 * @hover_x: pointer, in pixels of the drawing; negative for none
 *
 * The state that changes during playback.
 */
typedef struct {
  double position;
  double time;
  guint warp;
  double hover_x;
  double hover_y;
} WsMoment;

/**
 * WsFrame:
 * @scene: of what
 * @moment: when
 * @theme: in which colours
 * @width: of the drawing
 * @height: of the drawing
 *
 * One picture of a scene: the common input of drawing, layout and picking. A view's options are
 * separate. Borrowed.
 */
typedef struct {
  const WsScene *scene;
  const WsMoment *moment;
  const WsTheme *theme;
  double width;
  double height;
} WsFrame;

guint ws_scene_get_n_events (const WsScene *self);
guint ws_scene_event_at (const WsScene *self, double position);
guint ws_scene_stage_at (const WsScene *self, double position);
double ws_scene_stage_moment (const WsScene *self, guint stage);
double ws_scene_time_at (const WsScene *self, double position);
double ws_scene_position_at (const WsScene *self, double time);
double ws_scene_get_cycle_ns (const WsScene *self);
double ws_scene_convert_time (const WsScene *self, double time, const WsScene *other);
double ws_scene_get_end_beside (const WsScene *self, const WsScene *beside);
char *ws_scene_say_host (const WsScene *self);
char *ws_scene_caption (const WsScene *self, guint stage, gboolean tells_findings);
const char *ws_scene_say_hazards (const WsScene *self);
guint ws_scene_warp_event_at (const WsScene *self, guint warp, double position);

G_END_DECLS
