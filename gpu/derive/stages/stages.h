/* stages.h: cuts the events of one block into stages, from its synchronisation alone.
 *
 * A block barrier, a warp barrier or a shuffle ends a stage; a stage in which nothing was stored or
 * exchanged joins the next one. Knows nothing of any kernel. A shuffle is the first event of its
 * stage, a barrier the last.
 */
#pragma once

#include "dataflow/dataflow.h"

G_BEGIN_DECLS

typedef enum {
  WS_STAGE_LOAD,    /* its nodes come from global memory alone */
  WS_STAGE_COMBINE, /* its nodes combine earlier ones */
  WS_STAGE_STORE,   /* its nodes go to global memory */
  WS_STAGE_OTHER,
} WsStageKind;

/**
 * WsStage:
 * @kind: what happens in it
 * @label: short name for a tick: "load", "1", "2", "64", "store"
 * @title: long name: "load", "stride 2", "shuffle 2", "store"
 * @has_stride: whether all its nodes combine cells at one distance
 * @stride: that distance, in elements
 * @first_event: index, within the block's events, of its first event
 * @last_event: index, within the block's events, of its last event
 * @begin_event: index, within the block's events, at which it becomes the current stage: the first
 * of a warp that works in it, after the telling instant of the previous stage
 * @telling_event: index, within the block's events, of its telling instant: the event at which
 * playback stops to show what the caption says
 * @start: time of the first
 * @end: time of the last
 * @n_nodes: dataflow nodes that it made and that contribute to a result of the block
 * @n_threads: threads that made one of them
 * @n_threads_in_vain: other threads that made nodes, none of which contributes to a result: idle
 * lanes of a warp that works without a branch
 * @n_inputs: inputs of the block that they use directly
 * @n_constants: those of its threads that stored only constants, and so have no element
 * @most_sources: greatest number of sources of one of them
 * @n_warps_working: warps with a thread that made one of them
 * @lanes_working: lanes that stored the last of them, in each warp that diverged; 0 if the warps
 * differ
 * @lanes_waiting: the other lanes of each of those warps
 * @n_warps_active: warps that executed anything in it
 * @n_warps_divergent: warps that diverged at a branch in it
 * @ways: worst bank conflict of its shared-memory accesses: wavefronts over those without a
 * conflict; 0 if it has no access
 * @ways_of_atomic: whether only an atomic needed so many, as its lanes are serialised
 * @pieces: sectors (or segments, if the device moves those) of its worst global access, if at least
 * twice as many as its bytes need; else 0
 * @pieces_needed: that the bytes of that access need
 * @verb: what its threads do, as a verb for a caption: "add", "multiply", "keep the larger", "keep
 * the smaller", "load", "store" and the like
 */
typedef struct {
  WsStageKind kind;
  char *label;
  char *title;
  gboolean has_stride;
  gint64 stride;
  guint first_event;
  guint last_event;
  guint begin_event;
  guint telling_event;
  guint64 start;
  guint64 end;
  guint n_nodes;
  guint n_threads;
  guint n_threads_in_vain;
  guint n_inputs;
  guint n_constants;
  guint most_sources;
  guint n_warps_working;
  guint lanes_working;
  guint lanes_waiting;
  guint n_warps_active;
  guint n_warps_divergent;
  guint ways;
  gboolean ways_of_atomic;
  guint pieces;
  guint pieces_needed;
  const char *verb;
} WsStage;

/**
 * WsStages:
 * @stages: (array length=n_stages): in the order of time
 * @n_stages: how many
 * @stage_of_event: (array length=n_events): index of the stage of each event of the block
 * @n_events: events of the block
 */
typedef struct {
  WsStage *stages;
  guint n_stages;
  guint *stage_of_event;
  guint n_events;
} WsStages;

WsStages *ws_stages_new (const WsRun *run, guint launch, guint block, WsDataflow *dataflow);
void ws_stages_free (WsStages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsStages, ws_stages_free)

char *ws_stages_title_distance (gint64 distance, gboolean is_shuffle);
char *ws_stages_name (const WsStages *self, guint stage);
char *ws_stages_caption (const WsStages *self, const WsRun *run, guint launch, guint block,
                         guint stage);

G_END_DECLS
