/* schedule.h: launches made up block by block: blocks of uneven length, taken by whichever slot is
 * free first, their warps leaving one after the other. */
#pragma once

#include "scene/scene.h"

G_BEGIN_DECLS

/**
 * Schedule:
 * @spec: "h200", "k40c", ...
 * @blocks: of the grid
 * @threads: of a block
 * @per_sm: block slots of an SM
 * @cycles: of a block, without what is uneven
 * @uneven: share by which blocks and warps differ
 * @spans: whether the warps' own spans are known
 * @kept: whether block 0 is recorded step by step
 */
typedef struct {
  const char *spec;
  guint blocks;
  guint threads;
  guint per_sm;
  guint cycles;
  double uneven;
  gboolean spans;
  gboolean kept;
} Schedule;

WsRun *schedule_run_new (const Schedule *self);
/* (transfer full): of the launch */
WsScene *schedule_scene_new (const Schedule *self);

G_END_DECLS
