/* launch-private.h: what the files of a launch share. */
#pragma once

#include "clock/clock.h"
#include "virtual/launch.h"

G_BEGIN_DECLS

/* What was recorded of a block. */
typedef struct {
  guint32 block;
  WsRecords events;
  WsRecords lanes;
  gboolean cut;
} WsRecorded;

void ws_recorded_free (WsRecorded *self);

/* State of a host thread, or of a suspended block. */
typedef struct {
  WsVirtualLaunch *launch;
  WsBlockRun *block;
  WsClock *clock;
  WsTrace *trace; /* of the block that it runs; NULL: not traced */
  guint slot;     /* of the device, if blocks wait for each other */
  guint64 seen;   /* number of the block's writes when last checked */
} WsBlockRunner;

/* The progress of a block. */
typedef enum {
  WS_HAND_ENDED,
  WS_HAND_WAITS, /* probably for another block */
  WS_HAND_STOPS, /* and so does the launch */
} WsBlockRunnerState;

WsBlockRunner *ws_block_runner_new (WsVirtualLaunch *launch);
void ws_block_runner_free (WsBlockRunner *self);
void ws_block_runner_begin (WsBlockRunner *self, guint32 block);
WsBlockRunnerState ws_block_runner_run (WsBlockRunner *self, gboolean may_wait);
gboolean ws_block_runner_check (WsVirtualLaunch *launch);
void ws_block_runner_add_counts (WsBlockRunner *self);
gpointer ws_block_runner_work (gpointer data);

/* co-residency.c */
void ws_co_residency_run (WsVirtualLaunch *self, WsBlockRunner *first);

G_END_DECLS
