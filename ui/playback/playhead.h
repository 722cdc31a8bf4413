/* playhead.h: the shared position of all views: run, launch, block, warp and position in one
 * object.
 *
 * Every view follows it and every view may move it. A position is counted in events of the block
 * shown (scene.h), so that time runs backwards as easily as forwards; it has a time in the launch,
 * which can also be set directly. The playhead has no clock: the owner of a frame clock calls
 * ws_playhead_advance().
 */
#pragma once

#include "scene/scene.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define WS_TYPE_PLAYHEAD (ws_playhead_get_type ())
G_DECLARE_FINAL_TYPE (WsPlayhead, ws_playhead, WS, PLAYHEAD, GObject)

WsPlayhead *ws_playhead_new (void);

void ws_playhead_set_run (WsPlayhead *self, WsRun *run);
void ws_playhead_set_run_and_scene (WsPlayhead *self, WsRun *run, WsScene *scene);
WsRun *ws_playhead_get_run (WsPlayhead *self);
WsScene *ws_playhead_get_scene (WsPlayhead *self);
WsScene *ws_playhead_get_launch_scene (WsPlayhead *self);

void ws_playhead_set_launch (WsPlayhead *self, guint launch);
guint ws_playhead_get_launch (WsPlayhead *self);
void ws_playhead_set_block (WsPlayhead *self, guint block);
guint ws_playhead_get_block (WsPlayhead *self);
/* @warp: WS_NONE, and @position: negative, for the default */
void ws_playhead_look_at (WsPlayhead *self, WsRun *run, guint launch, guint block, guint warp,
                          double position);
/* Large launches and blocks are derived in a thread. */
gboolean ws_playhead_is_deriving (WsPlayhead *self);
void ws_playhead_stop_deriving (WsPlayhead *self);
void ws_playhead_set_warp (WsPlayhead *self, guint warp);
guint ws_playhead_get_warp (WsPlayhead *self);
void ws_playhead_set_position (WsPlayhead *self, double position);
double ws_playhead_get_position (WsPlayhead *self);
guint ws_playhead_get_stage (WsPlayhead *self);
void ws_playhead_set_playing (WsPlayhead *self, gboolean playing);
gboolean ws_playhead_get_playing (WsPlayhead *self);
void ws_playhead_set_speed (WsPlayhead *self, double speed);
double ws_playhead_get_speed (WsPlayhead *self);

/* What is played, stepped through and shown on the transport's track. */
typedef enum {
  WS_CLOCK_BLOCK,  /* the block shown, event by event */
  WS_CLOCK_LAUNCH, /* all blocks of the launch, in its time */
} WsClock;

#define WS_TYPE_CLOCK (ws_clock_get_type ())
GType ws_clock_get_type (void);

void ws_playhead_set_clock (WsPlayhead *self, WsClock clock);
WsClock ws_playhead_get_clock (WsPlayhead *self);
void ws_playhead_set_beside (WsPlayhead *self, WsScene *beside);
WsScene *ws_playhead_get_beside (WsPlayhead *self);
void ws_playhead_set_time (WsPlayhead *self, double time);
double ws_playhead_get_time (WsPlayhead *self);
double ws_playhead_get_end_time (WsPlayhead *self);

/* Units of manual steps. With the launch's clock: arrivals and departures of blocks; instead of
 * stages, begins of waves and of the tail. */
typedef enum {
  WS_PLAYHEAD_STEP_EVENT,       /* the next event of any warp of the block */
  WS_PLAYHEAD_STEP_INSTRUCTION, /* the next instruction of the chosen warp */
  WS_PLAYHEAD_STEP_STAGE,       /* the telling instant of the next stage */
} WsPlayheadStep;

void ws_playhead_step (WsPlayhead *self, WsPlayheadStep step, int direction);
void ws_playhead_jump (WsPlayhead *self, gboolean to_end);
void ws_playhead_glide_to (WsPlayhead *self, double position);
gboolean ws_playhead_is_moving (WsPlayhead *self);
void ws_playhead_advance (WsPlayhead *self, double seconds, gboolean smooth);

double ws_playhead_get_end (WsPlayhead *self);
double ws_playhead_to_progress (WsPlayhead *self, double position);
double ws_playhead_from_progress (WsPlayhead *self, double progress);
void ws_playhead_get_moment (WsPlayhead *self, WsMoment *moment);

G_END_DECLS
