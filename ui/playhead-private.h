/* playhead-private.h: what playhead.c (the object) and playhead-motion.c (how it moves) share. */
#pragma once

#include "ui/playhead.h"

G_BEGIN_DECLS

struct _WsPlayhead {
  GObject parent_instance;

  WsRun *run;
  WsScene *scene;
  guint launch;
  guint block;
  guint warp;
  double position;
  double speed;
  gboolean playing;

  gboolean gliding;
  double glide_from;
  double glide_to;
  double glide_progress;
  double held_seconds; /* time since the last jump, where motion is off */
};

void ws_playhead_move_to (WsPlayhead *self, double position);
void ws_playhead_stop_glide (WsPlayhead *self);
void ws_playhead_notify_moving (WsPlayhead *self);

G_END_DECLS
