/* playhead-private.h: what playhead.c (the object), playhead-motion.c (how it moves) and
 * playhead-launch.c (the launch's time) share. */
#pragma once

#include "playback/playhead.h"

G_BEGIN_DECLS

struct _WsPlayhead {
  GObject parent_instance;

  WsRun *run;
  WsScene *scene;
  WsScene *launch_scene; /* the same, or without a block; NULL if there is no timeline */
  WsScene *beside;       /* nullable: of a launch that plays beside this one */
  guint launch;
  guint block;
  guint warp;
  double position;
  double time;   /* of the launch, in cycles: of the position, or set independently */
  WsClock clock; /* wanted */
  double speed;
  gboolean playing;

  gboolean gliding;
  double glide_from; /* positions, or times with the launch's clock */
  double glide_to;
  double glide_progress;
  double held_seconds; /* time since the last jump, if animations are off */

  GCancellable *deriving; /* the next scene is being derived in a thread; NULL for none */
};

void ws_playhead_move_to (WsPlayhead *self, double position);
void ws_playhead_stop_glide (WsPlayhead *self);
void ws_playhead_notify_moving (WsPlayhead *self);
void ws_playhead_notify_clock (WsPlayhead *self);
void ws_playhead_move_both (WsPlayhead *self, double position, double time);

/* playhead-launch.c */
void ws_playhead_move_time (WsPlayhead *self, double time);
double ws_playhead_step_time (WsPlayhead *self, WsPlayheadStep step, int direction);
void ws_playhead_advance_launch (WsPlayhead *self, double seconds, gboolean smooth);

G_END_DECLS
