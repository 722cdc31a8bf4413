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
 * @stage: one of its stages
 *
 * Returns: the position at which @stage is done and the next has not begun
 */
double
ws_course_stage_end (const WsScene *scene, guint stage)
{
  guint n = get_n_stages (scene);

  if (stage >= n)
    return 0;
  if (stage + 1 < n)
    return MAX (scene->stages->stages[stage + 1].first_event, 1) - 1;
  return get_end (scene);
}

/**
 * ws_course_to_progress:
 * @scene: of a block
 * @position: in events
 *
 * Returns: @position in stages: 2 is the end of the second stage
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
  /* between the last event of a stage and the first of the next, the next has begun */
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
 * ws_course_get_seconds:
 * @scene: of what
 * @of_launch: whether the launch plays, and not the block
 *
 * Returns: how long it plays at speed 1, in seconds; 0 where there is nothing to play
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
 * @scene: of what
 * @of_launch: whether the launch plays, and not the block
 * @seconds: since it began, at speed 1; beyond the end, the end
 * @moment: (inout): position and time are set
 */
void
ws_course_get_moment (const WsScene *scene, gboolean of_launch, double seconds, WsMoment *moment)
{
  g_return_if_fail (scene != NULL && moment != NULL);

  if (of_launch)
    {
      double end = scene->timeline != NULL ? (double)scene->timeline->end : 0;

      moment->time = CLAMP (seconds / WS_SECONDS_PER_LAUNCH, 0, 1) * end;
      if (scene->record != NULL)
        moment->position = ws_scene_position_at (scene, moment->time);
      return;
    }
  moment->position = ws_course_from_progress (scene, seconds / WS_SECONDS_PER_STAGE);
  moment->time = ws_scene_time_at (scene, moment->position);
}
