/* launch-private.h: what the files of a launch share. */
#pragma once

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

/* One host thread's own, or that of a block which waits for others. */
typedef struct {
  WsVirtualLaunch *launch;
  WsBlockRun *block;
  WsClock *clock;
  guint slot;   /* of the device, where blocks wait for each other */
  guint64 seen; /* what the block had written when it was looked at last */
} WsHand;

/* How far a block has come. */
typedef enum {
  WS_HAND_ENDED,
  WS_HAND_WAITS, /* for another block, as it seems */
  WS_HAND_STOPS, /* and so does the launch */
} WsHandState;

WsHand *ws_hand_new (WsVirtualLaunch *launch);
void ws_hand_free (WsHand *self);
void ws_hand_begin (WsHand *self, guint32 block);
WsHandState ws_hand_run (WsHand *self, gboolean may_wait);
gboolean ws_hand_check (WsVirtualLaunch *launch);
void ws_hand_add_counts (WsHand *self);
gpointer ws_hand_work (gpointer data);

/* turns.c */
void ws_turns_run (WsVirtualLaunch *self, WsHand *first);

G_END_DECLS
