/* playhead-launch.c: the launch's time: where the playhead is among all blocks on all SMs.
 *
 * Time and position are two readings of one playhead. While a block is played, the time is that of
 * its events; while the launch is played, the position is where that time lies in the block shown.
 */
#include "playback/playhead-private.h"

#include "scene/course.h"

#include <math.h>

#define SECONDS_PER_JUMP 0.5 /* where motion is off */
#define MAX_CHAPTERS     24

G_DEFINE_ENUM_TYPE (WsClock, ws_clock, G_DEFINE_ENUM_VALUE (WS_CLOCK_BLOCK, "block"),
                    G_DEFINE_ENUM_VALUE (WS_CLOCK_LAUNCH, "launch"))

/* The end of the launch, or of the one beside it if later; 0 if residencies are unknown. */
static double
get_last_time (WsPlayhead *self)
{
  return self->launch_scene != NULL ? ws_scene_get_end_beside (self->launch_scene, self->beside)
                                    : 0;
}

/**
 * ws_playhead_set_beside:
 * @beside: (nullable) (transfer none): of a launch that plays beside this one, and begins with it;
 * %NULL if this one is alone
 *
 * The launch's time continues until both are over.
 */
void
ws_playhead_set_beside (WsPlayhead *self, WsScene *beside)
{
  WsScene *before;

  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (self->beside == beside)
    return;
  before = self->beside;
  self->beside = beside != NULL ? ws_scene_ref (beside) : NULL;
  g_clear_pointer (&before, ws_scene_unref);
  if (self->time > get_last_time (self))
    ws_playhead_move_time (self, get_last_time (self));
  g_object_notify (G_OBJECT (self), "beside");
}

/* Returns: (transfer none) (nullable): of a launch that plays beside this one */
WsScene *
ws_playhead_get_beside (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), NULL);
  return self->beside;
}

/* Returns: (transfer none) (nullable): what views of the whole launch show: the scene, or where the
 * block was not recorded, one without a block; %NULL if neither is known */
WsScene *
ws_playhead_get_launch_scene (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), NULL);
  return self->launch_scene != NULL ? self->launch_scene : self->scene;
}

/* Returns: what plays and steps: the block, or the launch if chosen, or if there is no block */
WsClock
ws_playhead_get_clock (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), WS_CLOCK_BLOCK);
  return self->launch_scene != NULL && (self->clock == WS_CLOCK_LAUNCH || self->scene == NULL)
             ? WS_CLOCK_LAUNCH
             : WS_CLOCK_BLOCK;
}

/**
 * ws_playhead_set_clock:
 * @clock: what is to be played and stepped through
 *
 * Without residencies the launch cannot be played, and the block's clock is kept.
 */
void
ws_playhead_set_clock (WsPlayhead *self, WsClock clock)
{
  WsClock before;

  g_return_if_fail (WS_IS_PLAYHEAD (self));

  before = ws_playhead_get_clock (self);
  self->clock = clock;
  if (ws_playhead_get_clock (self) == before)
    return;
  if (self->gliding)
    {
      ws_playhead_stop_glide (self);
      ws_playhead_notify_moving (self);
    }
  self->held_seconds = 0;
  ws_playhead_notify_clock (self);
}

/**
 * ws_playhead_set_time:
 * @time: cycles since the launch began; clamped to ws_playhead_get_end_time()
 *
 * Moves at once, with the position if the shown block is resident at that time; ends a running
 * glide.
 */
void
ws_playhead_set_time (WsPlayhead *self, double time)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (self->gliding)
    {
      ws_playhead_stop_glide (self);
      ws_playhead_notify_moving (self);
    }
  self->held_seconds = 0;
  ws_playhead_move_time (self, time);
}

/* Returns: cycles since the launch began; may lie between two */
double
ws_playhead_get_time (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return self->time;
}

/* Returns: cycles from the launch's begin to its end, or to that of the one beside it where that is
 * later; 0 if unknown */
double
ws_playhead_get_end_time (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return get_last_time (self);
}

/**
 * ws_playhead_move_time:
 * @time: cycles since the launch began; brought inside it
 *
 * Sets the time, and the position to where that lies in the block shown.
 */
void
ws_playhead_move_time (WsPlayhead *self, double time)
{
  time = CLAMP (time, 0, get_last_time (self));
  if (time == self->time || isnan (time))
    return;
  ws_playhead_move_both (
      self, self->scene != NULL ? ws_scene_position_at (self->scene, time) : self->position, time);
}

/**
 * ws_playhead_step_time:
 * @self: a playhead with a timeline
 * @step: with %WS_PLAYHEAD_STEP_STAGE chapters of the launch, and the instant that explains it;
 * else where a block comes or leaves
 * @direction: 1 or -1
 *
 * Returns: the time to step to, cycles; the launch's beginning or end where there is no further
 * step
 */
double
ws_playhead_step_time (WsPlayhead *self, WsPlayheadStep step, int direction)
{
  const WsTimeline *timeline = self->launch_scene->timeline;
  double target = self->gliding ? self->glide_to : self->time;
  double telling = (double)ws_timeline_get_telling (timeline);
  guint64 chapters[MAX_CHAPTERS];
  guint n;

  if (direction > 0 && target >= (double)timeline->end)
    return get_last_time (self); /* the other launch continues */
  if (step != WS_PLAYHEAD_STEP_STAGE)
    return (double)ws_timeline_next_change (
        timeline, ws_double_to_count (direction > 0 ? floor (self->time) : ceil (self->time)),
        direction);
  n = ws_timeline_get_chapters (timeline, MAX_CHAPTERS, chapters);
  if (direction > 0)
    {
      for (guint i = 0; i < n; i++)
        if ((double)chapters[i] > target)
          return (double)chapters[i];
      return target < telling ? telling : get_last_time (self);
    }
  if (target > telling)
    return telling;
  while (n > 0)
    if ((double)chapters[--n] < target)
      return (double)chapters[n];
  return 0;
}

/**
 * ws_playhead_advance_launch:
 * @self: a playhead that plays the launch
 * @seconds: since the last time
 * @smooth: else in jumps: where motion is off
 *
 * Moves the time on as the speed says; in the instant that explains the launch it stops playing.
 */
void
ws_playhead_advance_launch (WsPlayhead *self, double seconds, gboolean smooth)
{
  double last = ws_course_get_last_beside (self->launch_scene, self->beside);
  double time = self->time;

  if (smooth)
    time += seconds * self->speed / WS_SECONDS_PER_LAUNCH * last;
  else
    {
      self->held_seconds += seconds;
      if (self->held_seconds < SECONDS_PER_JUMP)
        return;
      time += self->held_seconds * self->speed / WS_SECONDS_PER_LAUNCH * last;
      self->held_seconds = 0;
    }
  ws_playhead_move_time (self, MIN (time, last));
  if (time >= last)
    ws_playhead_set_playing (self, FALSE);
}
