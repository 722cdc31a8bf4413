#include "scene/course.h"

static double
get_end (const WsScene *scene)
{
  return MAX (ws_scene_get_n_events (scene), 1) - 1;
}

static guint
get_n_stages (const WsScene *scene)
{
  return scene->stages != NULL ? scene->stages->n_stages : 0;
}

/**
 * ws_course_stage_end:
 * @scene: of a block
 *
 * Returns: the stop position of @stage: its telling instant; for the last stage, the end, which is
 * later
 */
double
ws_course_stage_end (const WsScene *scene, guint stage)
{
  guint n = get_n_stages (scene);

  if (stage >= n)
    return 0;
  if (stage + 1 < n)
    return scene->stages->stages[stage].telling_event;
  return get_end (scene);
}

/**
 * ws_course_to_progress:
 * @scene: of a block
 * @position: in events
 *
 * Returns: @position in stages: 2 is the telling instant of the second stage, if it is not the last
 */
double
ws_course_to_progress (const WsScene *scene, double position)
{
  guint n = get_n_stages (scene);
  guint stage;
  double from;
  double to;

  if (n == 0)
    return 0;
  stage = ws_scene_stage_at (scene, position);
  while (stage > 0 && position <= ws_course_stage_end (scene, stage - 1))
    stage--;
  /* after its telling instant, a stage leads to the next */
  while (stage + 1 < n && position > ws_course_stage_end (scene, stage))
    stage++;
  from = stage > 0 ? ws_course_stage_end (scene, stage - 1) : 0;
  to = ws_course_stage_end (scene, stage);
  return to > from ? stage + CLAMP ((position - from) / (to - from), 0, 1) : stage + 1;
}

/**
 * ws_course_from_progress:
 * @scene: of a block
 * @progress: in stages
 *
 * Returns: the position, in events; the inverse of ws_course_to_progress()
 */
double
ws_course_from_progress (const WsScene *scene, double progress)
{
  guint n = get_n_stages (scene);
  guint stage;
  double from;
  double to;

  if (n == 0 || progress <= 0)
    return 0;
  if (progress >= n)
    return get_end (scene);
  stage = (guint)progress;
  from = stage > 0 ? ws_course_stage_end (scene, stage - 1) : 0;
  to = ws_course_stage_end (scene, stage);
  return from + (to - from) * (progress - stage);
}

/**
 * ws_course_get_last:
 * @of_launch: whether the launch plays, rather than the block
 *
 * Playing ends when the last stage, or the launch's figure, is explained, not with warps and SMs
 * that are idle.
 *
 * Returns: the position, or of a launch the time, at which it stops; 0 if nothing plays
 */
double
ws_course_get_last (const WsScene *scene, gboolean of_launch)
{
  guint n = get_n_stages (scene);

  if (of_launch)
    return scene->timeline != NULL ? (double)ws_timeline_get_telling (scene->timeline) : 0;
  return n > 0 ? ws_scene_stage_moment (scene, n - 1) : 0;
}

/**
 * ws_course_get_last_beside:
 * @scene: of a launch
 * @beside: (nullable): of a launch that plays next to it and starts together with it
 *
 * Returns: the time, in cycles of @scene, at which playing stops: when the later of both launches
 * is explained
 */
double
ws_course_get_last_beside (const WsScene *scene, const WsScene *beside)
{
  double last = ws_course_get_last (scene, TRUE);

  if (beside == NULL || beside->timeline == NULL)
    return last;
  return MAX (last, ws_scene_convert_time (beside, ws_course_get_last (beside, TRUE), scene));
}

/**
 * ws_course_get_seconds:
 * @of_launch: whether the launch plays, rather than the block
 *
 * Returns: how long it plays at speed 1, in seconds; 0 if there is nothing to play
 */
double
ws_course_get_seconds (const WsScene *scene, gboolean of_launch)
{
  g_return_val_if_fail (scene != NULL, 0);

  if (of_launch)
    return scene->timeline != NULL ? WS_SECONDS_PER_LAUNCH : 0;
  return get_n_stages (scene) * WS_SECONDS_PER_STAGE;
}

/**
 * ws_course_get_moment:
 * @of_launch: whether the launch plays, rather than the block
 * @seconds: since the start, at speed 1; after the end, when playing stops
 * @moment: (inout): position and time are set, the rest is unchanged
 */
void
ws_course_get_moment (const WsScene *scene, gboolean of_launch, double seconds, WsMoment *moment)
{
  g_return_if_fail (scene != NULL && moment != NULL);

  if (of_launch)
    {
      ws_course_get_moment_beside (scene, NULL, seconds, moment);
      return;
    }
  moment->position = MIN (ws_course_from_progress (scene, seconds / WS_SECONDS_PER_STAGE),
                          ws_course_get_last (scene, FALSE));
  moment->time = ws_scene_time_at (scene, moment->position);
}

/**
 * ws_course_get_moment_beside:
 * @scene: of a launch
 * @beside: (nullable): of a launch that plays next to it and starts together with it
 * @seconds: since the start, at speed 1; after the end, when playing stops
 * @moment: (inout): position and time are set, the rest is unchanged; the time may be after the end
 * of
 * @scene
 */
void
ws_course_get_moment_beside (const WsScene *scene, const WsScene *beside, double seconds,
                             WsMoment *moment)
{
  g_return_if_fail (scene != NULL && moment != NULL);

  moment->time =
      CLAMP (seconds / WS_SECONDS_PER_LAUNCH, 0, 1) * ws_course_get_last_beside (scene, beside);
  if (scene->record != NULL)
    moment->position = ws_scene_position_at (scene, moment->time);
}
