/* playhead-motion.c: how the playhead moves: steps, glides, plays; and stages as a measure of time.
 */
#include "playback/playhead-private.h"

#include "pen/paint.h"
#include "scene/course.h"

#include <math.h>

/* Duration of a glide at speed 1. With the frame before it and the one after it, the picture is
 * settled 150 ms after a key. */
#define SETTLING_SECONDS 0.12
/* Duration scaled to speed 1 if a lower speed is chosen, so that values are seen moving: 1.2 s at a
 * half. */
#define WATCHED_SECONDS 0.6

static double
step_instruction (WsPlayhead *self, int direction)
{
  const WsWarpTrace *trace = g_ptr_array_index (self->scene->warps, self->warp);
  guint low = 0;
  guint high = trace->n_events;
  double floor_position = floor (self->position);

  /* first event of the warp beyond the position */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (trace->events[middle] <= floor_position)
        low = middle + 1;
      else
        high = middle;
    }
  if (direction > 0)
    return low < trace->n_events ? trace->events[low] : ws_playhead_get_end (self);
  if (low > 0 && trace->events[low - 1] == self->position)
    low--;
  return low > 0 ? trace->events[low - 1] : 0;
}

/* Stops at each stage's telling instant; after the last one, at the end. */
static double
step_stage (WsPlayhead *self, int direction)
{
  /* during a glide, continue from its target: three quick presses are three stages */
  double target = self->gliding ? self->glide_to : self->position;
  guint stage = ws_scene_stage_at (self->scene, target);
  guint last = self->scene->stages->n_stages - 1;

  if (direction > 0)
    {
      if (stage == last && target >= ws_scene_stage_moment (self->scene, last))
        return ws_playhead_get_end (self);
      if (target >= ws_scene_stage_moment (self->scene, stage))
        stage++;
      return ws_scene_stage_moment (self->scene, MIN (stage, last));
    }
  if (target > ws_scene_stage_moment (self->scene, stage))
    return ws_scene_stage_moment (self->scene, stage);
  return stage > 0 ? ws_scene_stage_moment (self->scene, stage - 1) : 0;
}

/* @target: a position, or with the launch's clock a time */
static void
glide (WsPlayhead *self, double target)
{
  gboolean launch = ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH;

  self->glide_from = launch ? self->time : self->position;
  self->glide_to =
      CLAMP (target, 0, launch ? ws_playhead_get_end_time (self) : ws_playhead_get_end (self));
  self->glide_progress = 0;
  self->gliding = self->glide_to != self->glide_from;
  ws_playhead_notify_moving (self);
}

/* Moves what the clock counts. */
static void
move (WsPlayhead *self, double target)
{
  if (ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH)
    ws_playhead_move_time (self, target);
  else
    ws_playhead_move_to (self, target);
}

/**
 * ws_playhead_jump:
 * @to_end: to the end, or to the beginning
 *
 * Pauses and goes to an end of the block, or of the launch, whichever plays.
 */
void
ws_playhead_jump (WsPlayhead *self, gboolean to_end)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  ws_playhead_set_playing (self, FALSE);
  if (ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH)
    ws_playhead_set_time (self, to_end ? ws_playhead_get_end_time (self) : 0);
  else
    ws_playhead_set_position (self, to_end ? ws_playhead_get_end (self) : 0);
}

/**
 * ws_playhead_step:
 * @direction: 1 forwards, -1 backwards
 *
 * Pauses and steps. A step of a stage glides where motion is on.
 */
void
ws_playhead_step (WsPlayhead *self, WsPlayheadStep step, int direction)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH)
    {
      ws_playhead_set_playing (self, FALSE);
      if (step == WS_PLAYHEAD_STEP_STAGE)
        glide (self, ws_playhead_step_time (self, step, direction));
      else
        ws_playhead_set_time (self, ws_playhead_step_time (self, step, direction));
      return;
    }
  if (self->scene == NULL || self->scene->stages->n_stages == 0)
    return;
  ws_playhead_set_playing (self, FALSE);
  switch (step)
    {
    case WS_PLAYHEAD_STEP_EVENT:
      ws_playhead_set_position (self, direction > 0 ? floor (self->position) + 1
                                                    : ceil (self->position) - 1);
      break;
    case WS_PLAYHEAD_STEP_INSTRUCTION:
      ws_playhead_set_position (self, step_instruction (self, direction));
      break;
    case WS_PLAYHEAD_STEP_STAGE:
    default:
      ws_playhead_glide_to (self, step_stage (self, direction));
      break;
    }
}

/**
 * ws_playhead_glide_to:
 * @position: where to
 *
 * Moves to @position during calls of ws_playhead_advance(), over any distance: at speed 1 and above
 * almost instantly, below it slowly enough to watch the movement.
 */
void
ws_playhead_glide_to (WsPlayhead *self, double position)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH && self->scene != NULL)
    position = ws_scene_time_at (self->scene, position);
  glide (self, position);
}

/* Returns: whether ws_playhead_advance() has anything to do */
gboolean
ws_playhead_is_moving (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), FALSE);
  return self->playing || self->gliding;
}

static double
get_glide_seconds (WsPlayhead *self)
{
  return (self->speed < 1 ? WATCHED_SECONDS : SETTLING_SECONDS) / self->speed;
}

static void
advance_glide (WsPlayhead *self, double seconds, gboolean smooth)
{
  gboolean launch = ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH;
  double from = self->glide_from;
  double to = self->glide_to;
  double eased;

  self->glide_progress = smooth ? self->glide_progress + seconds / get_glide_seconds (self) : 1;
  if (self->glide_progress >= 1)
    {
      ws_playhead_stop_glide (self);
      move (self, self->glide_to);
      ws_playhead_notify_moving (self);
      return;
    }
  eased = ws_ease (self->glide_progress);
  if (launch)
    {
      move (self, from + (to - from) * eased);
      return;
    }
  /* a stage takes as long as any other, whatever the number of its events */
  from = ws_playhead_to_progress (self, from);
  to = ws_playhead_to_progress (self, to);
  move (self, ws_playhead_from_progress (self, from + (to - from) * eased));
}

static void
advance_play (WsPlayhead *self, double seconds, gboolean smooth)
{
  double progress = ws_playhead_to_progress (self, self->position);
  double last = ws_course_get_last (self->scene, FALSE);
  double end = ws_playhead_to_progress (self, last);

  if (smooth)
    progress += seconds * self->speed / WS_SECONDS_PER_STAGE;
  else
    {
      self->held_seconds += seconds;
      if (self->held_seconds * self->speed < WS_SECONDS_PER_STAGE)
        return;
      self->held_seconds = 0;
      progress = floor (progress + 1e-9) + 1;
    }
  ws_playhead_move_to (self, progress >= end ? last : ws_playhead_from_progress (self, progress));
  if (progress >= end)
    ws_playhead_set_playing (self, FALSE);
}

/**
 * ws_playhead_advance:
 * @seconds: time since the last call
 * @smooth: whether to move; if not, it jumps from stage to stage (gtk-enable-animations is off)
 *
 * Advances by the elapsed time.
 */
void
ws_playhead_advance (WsPlayhead *self, double seconds, gboolean smooth)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (self->gliding)
    advance_glide (self, seconds, smooth);
  else if (self->playing && ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH)
    ws_playhead_advance_launch (self, seconds, smooth);
  else if (self->scene == NULL || self->scene->stages->n_stages == 0)
    return;
  else if (self->playing)
    advance_play (self, seconds, smooth);
}

/**
 * ws_playhead_to_progress:
 * @position: in events
 *
 * Stages last as long as each other on the transport's track, whatever the number of their events.
 *
 * Returns: @position in stages: 2 is the telling instant of the second stage, if it is not the last
 */
double
ws_playhead_to_progress (WsPlayhead *self, double position)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return self->scene != NULL ? ws_course_to_progress (self->scene, position) : 0;
}

/**
 * ws_playhead_from_progress:
 * @progress: in stages
 *
 * Returns: the position, in events; the inverse of ws_playhead_to_progress()
 */
double
ws_playhead_from_progress (WsPlayhead *self, double progress)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return self->scene != NULL ? ws_course_from_progress (self->scene, progress) : 0;
}
