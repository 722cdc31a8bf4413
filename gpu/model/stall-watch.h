/* stall-watch.h: observes each instruction that an SM issues, and attributes the cycles that its
 * warp waited. */
#pragma once

#include "model/scoreboard.h"
#include "model/stalls.h"

G_BEGIN_DECLS

typedef struct _WsStallWatch WsStallWatch;

/* An instruction that a scheduler is about to issue, or has issued. */
typedef struct {
  guint warp;
  guint scheduler;
  guint32 op;
  const WsCost *cost;
  guint flags;      /* WsStepFlags */
  const WsAsk *ask; /* NULL without a memory request */
} WsIssue;

WsStallWatch *ws_stall_watch_new (WsStalls *stalls, const WsScoreboard *scoreboard, guint n_warps);
void ws_stall_watch_free (WsStallWatch *self);
void ws_stall_watch_begin (WsStallWatch *self, guint warp, gboolean is_first, guint64 now);
void ws_stall_watch_before (WsStallWatch *self, const WsIssue *issue, guint64 now);
void ws_stall_watch_after (WsStallWatch *self, const WsIssue *issue, guint64 now, guint64 then);
void ws_stall_watch_release (WsStallWatch *self, guint warp, guint64 then);
void ws_stall_watch_end (WsStallWatch *self, guint warp, guint64 drained);

G_END_DECLS
