#include "window/start.h"

/**
 * ws_start_get_place:
 * @self: the initial place of the first run
 * @place: (out caller-allocates): the initial place of the next run: once as given on the command
 * line, then the first block of the first launch
 */
void
ws_start_get_place (const WsStart *self, WsRunPlace *place)
{
  *place = (WsRunPlace)WS_RUN_PLACE_INIT;
  if (self->launch > 1)
    place->launch = (guint)self->launch - 1;
}

/**
 * ws_start_apply:
 * @self: the initial place of the first run
 * @playhead: (transfer none): of a new run
 *
 * The first run of a window starts at the place given on the command line, and plays unless it was
 * to be paused; every other one plays.
 */
void
ws_start_apply (WsStart *self, WsPlayhead *playhead)
{
  WsScene *scene;

  if (self->launch > 1)
    ws_playhead_set_launch (playhead, self->launch - 1);
  scene = ws_playhead_get_scene (playhead);
  if (self->time > 0 && ws_playhead_get_end_time (playhead) > 0)
    {
      ws_playhead_set_clock (playhead, WS_CLOCK_LAUNCH);
      ws_playhead_set_time (playhead, self->time * ws_playhead_get_end_time (playhead));
    }
  else if (scene != NULL && self->stage >= 0 && scene->stages->n_stages > 0)
    ws_playhead_set_position (
        playhead,
        ws_scene_stage_moment (scene, MIN ((guint)self->stage, scene->stages->n_stages - 1)));
  else
    ws_playhead_set_playing (playhead, !self->paused);
  self->stage = -1;
  self->time = 0;
  self->launch = 0;
  self->paused = FALSE;
}
