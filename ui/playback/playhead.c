#include "playback/playhead-private.h"

#include "scene/course.h"

enum {
  PROP_0,
  PROP_RUN,
  PROP_SCENE,
  PROP_LAUNCH,
  PROP_BLOCK,
  PROP_WARP,
  PROP_POSITION,
  PROP_TIME,
  PROP_BESIDE,
  PROP_CLOCK,
  PROP_STAGE,
  PROP_PLAYING,
  PROP_SPEED,
  PROP_MOVING,
  PROP_DERIVING,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (WsPlayhead, ws_playhead, G_TYPE_OBJECT)

/* Stops a glide at the current position. Emits no signal. */
void
ws_playhead_stop_glide (WsPlayhead *self)
{
  self->gliding = FALSE;
}

/* Tells that "moving" may have changed. */
void
ws_playhead_notify_moving (WsPlayhead *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_MOVING]);
}

/* Tells that "clock" may have changed. */
void
ws_playhead_notify_clock (WsPlayhead *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_CLOCK]);
}

/**
 * ws_playhead_move_both:
 * @position: of the block, in events
 * @time: of the launch, in cycles
 *
 * Sets both unchanged, and notifies changes: time, position, stage.
 */
void
ws_playhead_move_both (WsPlayhead *self, double position, double time)
{
  guint before = ws_playhead_get_stage (self);
  gboolean moved = position != self->position;

  self->position = position;
  if (time != self->time)
    {
      self->time = time;
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TIME]);
    }
  if (moved)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_POSITION]);
  if (ws_playhead_get_stage (self) != before)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STAGE]);
}

/**
 * ws_playhead_move_to:
 * @position: of the block, in events; brought inside it
 *
 * Sets the position, and the time to that of its events.
 */
void
ws_playhead_move_to (WsPlayhead *self, double position)
{
  position = CLAMP (position, 0, ws_playhead_get_end (self));
  ws_playhead_move_both (
      self, position, self->scene != NULL ? ws_scene_time_at (self->scene, position) : self->time);
}

static gboolean
is_shown_by (WsPlayhead *self, const WsScene *scene)
{
  return scene->run == self->run && scene->launch == self->launch
         && (scene->record == NULL || scene->block == self->block);
}

/* @made: (nullable): what was derived already */
static void
make_scenes (WsPlayhead *self, WsScene *made)
{
  g_autoptr (WsScene) before = g_steal_pointer (&self->launch_scene);
  g_autoptr (GError) error = NULL;
  WsTimeline *timeline = NULL;

  g_clear_pointer (&self->scene, ws_scene_unref);
  if (self->run == NULL)
    return;
  if (made != NULL && is_shown_by (self, made))
    {
      self->scene = made->record != NULL ? ws_scene_ref (made) : NULL;
      self->launch_scene = made->timeline != NULL ? ws_scene_ref (made) : NULL;
      return;
    }
  if (before != NULL && before->run == self->run && before->launch == self->launch)
    timeline = before->timeline;
  self->scene = ws_scene_new_with_timeline (self->run, self->launch, self->block, timeline, &error);
  if (self->scene == NULL)
    g_info ("No scene: %s", error->message);
  if (self->scene == NULL)
    self->launch_scene = ws_scene_new_for_launch (self->run, self->launch, timeline);
  else if (self->scene->timeline != NULL)
    self->launch_scene = ws_scene_ref (self->scene);
}

/* Derives what the views need for (run, launch, block) and keeps the playhead inside it.
 * @made: (nullable): the scene, where it was derived already
 * @keep_progress: stay at the same part of the same stage, so that blocks can be compared at one
 * moment; with the launch's clock, at the same time. */
static void
update_scene (WsPlayhead *self, WsScene *made, gboolean keep_progress)
{
  double progress = ws_playhead_to_progress (self, self->position);
  WsClock clock = ws_playhead_get_clock (self);

  ws_playhead_stop_glide (self);
  make_scenes (self, made);
  if (self->scene != NULL && self->warp >= self->scene->warps->len)
    {
      self->warp = 0;
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WARP]);
    }
  self->position = keep_progress ? ws_playhead_from_progress (self, progress) : 0;
  self->position = CLAMP (self->position, 0, ws_playhead_get_end (self));
  if (!keep_progress)
    self->time = 0;
  self->time = CLAMP (self->time, 0, ws_playhead_get_end_time (self));
  if (self->scene != NULL && ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH)
    self->position = ws_scene_position_at (self->scene, self->time);
  else if (self->scene != NULL)
    self->time = ws_scene_time_at (self->scene, self->position);
  if (ws_playhead_get_clock (self) != clock)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_CLOCK]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SCENE]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TIME]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_STAGE]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_POSITION]);
}

static void
ws_playhead_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  WsPlayhead *self = WS_PLAYHEAD (object);

  switch (prop_id)
    {
    case PROP_RUN:
      g_value_set_boxed (value, self->run);
      break;
    case PROP_SCENE:
      g_value_set_boxed (value, self->scene);
      break;
    case PROP_LAUNCH:
      g_value_set_uint (value, self->launch);
      break;
    case PROP_BLOCK:
      g_value_set_uint (value, self->block);
      break;
    case PROP_WARP:
      g_value_set_uint (value, self->warp);
      break;
    case PROP_POSITION:
      g_value_set_double (value, self->position);
      break;
    case PROP_TIME:
      g_value_set_double (value, self->time);
      break;
    case PROP_BESIDE:
      g_value_set_boxed (value, self->beside);
      break;
    case PROP_CLOCK:
      g_value_set_enum (value, ws_playhead_get_clock (self));
      break;
    case PROP_STAGE:
      g_value_set_uint (value, ws_playhead_get_stage (self));
      break;
    case PROP_PLAYING:
      g_value_set_boolean (value, self->playing);
      break;
    case PROP_SPEED:
      g_value_set_double (value, self->speed);
      break;
    case PROP_DERIVING:
      g_value_set_boolean (value, self->deriving != NULL);
      break;
    case PROP_MOVING:
      g_value_set_boolean (value, ws_playhead_is_moving (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_playhead_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  WsPlayhead *self = WS_PLAYHEAD (object);

  switch (prop_id)
    {
    case PROP_RUN:
      ws_playhead_set_run (self, g_value_get_boxed (value));
      break;
    case PROP_LAUNCH:
      ws_playhead_set_launch (self, g_value_get_uint (value));
      break;
    case PROP_BLOCK:
      ws_playhead_set_block (self, g_value_get_uint (value));
      break;
    case PROP_WARP:
      ws_playhead_set_warp (self, g_value_get_uint (value));
      break;
    case PROP_POSITION:
      ws_playhead_set_position (self, g_value_get_double (value));
      break;
    case PROP_TIME:
      ws_playhead_set_time (self, g_value_get_double (value));
      break;
    case PROP_BESIDE:
      ws_playhead_set_beside (self, g_value_get_boxed (value));
      break;
    case PROP_CLOCK:
      ws_playhead_set_clock (self, g_value_get_enum (value));
      break;
    case PROP_PLAYING:
      ws_playhead_set_playing (self, g_value_get_boolean (value));
      break;
    case PROP_SPEED:
      ws_playhead_set_speed (self, g_value_get_double (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ws_playhead_finalize (GObject *object)
{
  WsPlayhead *self = WS_PLAYHEAD (object);

  g_clear_object (&self->deriving);
  g_clear_pointer (&self->scene, ws_scene_unref);
  g_clear_pointer (&self->launch_scene, ws_scene_unref);
  g_clear_pointer (&self->beside, ws_scene_unref);
  g_clear_pointer (&self->run, ws_run_unref);

  G_OBJECT_CLASS (ws_playhead_parent_class)->finalize (object);
}

static void
ws_playhead_class_init (WsPlayheadClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = ws_playhead_get_property;
  object_class->set_property = ws_playhead_set_property;
  object_class->finalize = ws_playhead_finalize;

  props[PROP_RUN] = g_param_spec_boxed ("run", NULL, NULL, WS_TYPE_RUN, flags);
  props[PROP_SCENE] = g_param_spec_boxed ("scene", NULL, NULL, WS_TYPE_SCENE, readable);
  props[PROP_LAUNCH] = g_param_spec_uint ("launch", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_BLOCK] = g_param_spec_uint ("block", NULL, NULL, 0, G_MAXUINT, 0, flags);
  props[PROP_WARP] = g_param_spec_uint ("warp", NULL, NULL, 0, 31, 0, flags);
  props[PROP_POSITION] = g_param_spec_double ("position", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  props[PROP_TIME] = g_param_spec_double ("time", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  props[PROP_BESIDE] = g_param_spec_boxed ("beside", NULL, NULL, WS_TYPE_SCENE, flags);
  props[PROP_CLOCK] = g_param_spec_enum ("clock", NULL, NULL, WS_TYPE_CLOCK, WS_CLOCK_BLOCK, flags);
  props[PROP_STAGE] = g_param_spec_uint ("stage", NULL, NULL, 0, G_MAXUINT, 0, readable);
  props[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE, flags);
  props[PROP_SPEED] = g_param_spec_double ("speed", NULL, NULL, 1. / 64, 64, 1, flags);
  props[PROP_MOVING] = g_param_spec_boolean ("moving", NULL, NULL, FALSE, readable);
  props[PROP_DERIVING] = g_param_spec_boolean ("deriving", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
ws_playhead_init (WsPlayhead *self)
{
  self->speed = 1;
}

/* Returns: (transfer full): a playhead over no run */
WsPlayhead *
ws_playhead_new (void)
{
  return g_object_new (WS_TYPE_PLAYHEAD, NULL);
}

/* ---- another launch, another block ---- */

/* Limits: whatever would block the main loop for more than a tenth of a second is derived in a
 * thread. */
#define MOST_EVENTS      10000  /* of a block */
#define MOST_RESIDENCIES 100000 /* of a launch */

/* Whether the timeline of the launch is there already. */
static gboolean
knows_launch (WsPlayhead *self, const WsRun *run, guint launch)
{
  const WsScene *scene = self->launch_scene;

  return scene != NULL && scene->run == run && scene->launch == launch;
}

static gboolean
is_large (WsPlayhead *self, const WsRun *run, guint launch, guint block)
{
  const WsBlockRecord *record = ws_run_find_block (run, launch, block);

  return (record != NULL && record->n_events > MOST_EVENTS)
         || (!knows_launch (self, run, launch)
             && run->launches[launch].n_residencies > MOST_RESIDENCIES);
}

/* @made: (nullable): the scene, where it was derived already */
static void
show (WsPlayhead *self, guint launch, guint block, WsScene *made)
{
  gboolean keep_progress = self->launch == launch;

  g_object_freeze_notify (G_OBJECT (self));
  if (self->launch != launch)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LAUNCH]);
  self->launch = launch;
  self->block = block;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BLOCK]);
  update_scene (self, made, keep_progress);
  g_object_thaw_notify (G_OBJECT (self));
}

/* @known: (nullable): of the same launch: its timeline is kept; @warp, @position: %WS_NONE and less
 * than 0 for what suits */
typedef struct {
  WsRun *run;
  guint launch;
  guint block;
  guint warp;
  double position;
  WsScene *known;
} Wanted;

static void
wanted_free (Wanted *self)
{
  ws_run_unref (self->run);
  g_clear_pointer (&self->known, ws_scene_unref);
  g_free (self);
}

/* (transfer full) (nullable) */
static WsScene *
derive (const Wanted *wanted, WsTimeline *timeline)
{
  WsScene *scene =
      ws_scene_new_with_timeline (wanted->run, wanted->launch, wanted->block, timeline, NULL);

  return scene != NULL ? scene : ws_scene_new_for_launch (wanted->run, wanted->launch, timeline);
}

static void
derive_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Wanted *wanted = data;

  g_task_return_pointer (task,
                         derive (wanted, wanted->known != NULL ? wanted->known->timeline : NULL),
                         (GDestroyNotify)ws_scene_unref);
}

/* @scene: (nullable): of what is wanted */
static void
take (WsPlayhead *self, const Wanted *wanted, WsScene *scene)
{
  if (self->run != wanted->run)
    ws_playhead_set_run_and_scene (self, wanted->run, scene);
  else
    show (self, wanted->launch, wanted->block, scene);
  if (wanted->warp != WS_NONE)
    ws_playhead_set_warp (self, wanted->warp);
  if (wanted->position >= 0)
    ws_playhead_set_position (self, wanted->position);
}

static void
derived_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WsPlayhead *self = WS_PLAYHEAD (source);
  GTask *task = G_TASK (result);
  const Wanted *wanted = g_task_get_task_data (task);
  g_autoptr (WsScene) scene = NULL;

  if (self->deriving == NULL || self->deriving != g_task_get_cancellable (task))
    return;
  scene = g_task_propagate_pointer (task, NULL);
  g_clear_object (&self->deriving);
  take (self, wanted, scene);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DERIVING]);
}

static void
begin_deriving (WsPlayhead *self, const Wanted *what)
{
  g_autoptr (GTask) task = NULL;
  Wanted *wanted = g_memdup2 (what, sizeof *what);

  ws_run_ref (wanted->run);
  if (knows_launch (self, wanted->run, wanted->launch))
    wanted->known = ws_scene_ref (self->launch_scene);
  self->deriving = g_cancellable_new ();
  task = g_task_new (self, self->deriving, derived_cb, NULL);
  g_task_set_task_data (task, wanted, (GDestroyNotify)wanted_free);
  g_task_run_in_thread (task, derive_thread);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DERIVING]);
}

/* Keeps the current view: stops waiting for the launch or block that is being derived. */
void
ws_playhead_stop_deriving (WsPlayhead *self)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (self->deriving == NULL)
    return;
  g_cancellable_cancel (self->deriving);
  g_clear_object (&self->deriving);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_DERIVING]);
}

/* Whether what is to be shown next is derived in a thread. */
gboolean
ws_playhead_is_deriving (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), FALSE);
  return self->deriving != NULL;
}

static void
go_to (WsPlayhead *self, const Wanted *wanted)
{
  g_autoptr (WsScene) scene = NULL;

  if (is_large (self, wanted->run, wanted->launch, wanted->block))
    {
      begin_deriving (self, wanted);
      return;
    }
  if (self->run != wanted->run)
    scene = derive (wanted, NULL);
  take (self, wanted, scene);
}

/**
 * ws_playhead_look_at:
 * @run: (transfer none): what to look at; the run shown, or another
 * @block: of the launch
 * @warp: of the block, or %WS_NONE for the one that is followed
 * @position: within the block; less than 0 for what suits
 *
 * Shows one place of a run: at once, or after deriving it, if that takes a while; see "deriving".
 */
void
ws_playhead_look_at (WsPlayhead *self, WsRun *run, guint launch, guint block, guint warp,
                     double position)
{
  const Wanted wanted = { run, launch, block, warp, position, NULL };

  g_return_if_fail (WS_IS_PLAYHEAD (self) && run != NULL);

  ws_playhead_stop_deriving (self);
  if (launch < run->n_launches)
    go_to (self, &wanted);
}

/**
 * ws_playhead_set_run:
 * @run: (nullable) (transfer none): what to look at
 *
 * Shows @run from its beginning: first launch, first block recorded in full, first warp.
 */
void
ws_playhead_set_run (WsPlayhead *self, WsRun *run)
{
  ws_playhead_set_run_and_scene (self, run, NULL);
}

/**
 * ws_playhead_set_run_and_scene:
 * @run: (nullable) (transfer none): what to look at
 * @scene: (nullable) (transfer none): what was derived of it, in another thread perhaps; with %NULL
 * it is derived now
 *
 * Shows @run from the beginning of @scene's launch, or the first.
 */
void
ws_playhead_set_run_and_scene (WsPlayhead *self, WsRun *run, WsScene *scene)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (self->run == run)
    return;
  ws_playhead_stop_deriving (self);
  if (run != NULL)
    ws_run_ref (run);
  g_clear_pointer (&self->run, ws_run_unref);
  self->run = run;
  self->launch = scene != NULL ? scene->launch : 0;
  self->block = 0;
  if (scene != NULL && scene->record != NULL)
    self->block = scene->block;
  else if (run != NULL)
    self->block = ws_run_get_first_block (run, self->launch);
  self->warp = 0;
  g_object_freeze_notify (G_OBJECT (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_RUN]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LAUNCH]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BLOCK]);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WARP]);
  update_scene (self, scene, FALSE);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Returns: (transfer none) (nullable): the run shown */
WsRun *
ws_playhead_get_run (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), NULL);
  return self->run;
}

/* Returns: (transfer none) (nullable): what was derived for the block shown; %NULL if there is
 * no run or the block was not recorded in full */
WsScene *
ws_playhead_get_scene (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), NULL);
  return self->scene;
}

/**
 * ws_playhead_set_launch:
 * @launch: index of a launch of the run
 *
 * Shows the first recorded block of @launch from its beginning: at once, or after deriving it, if
 * that takes a while; see "deriving". An index beyond the plan is ignored.
 */
void
ws_playhead_set_launch (WsPlayhead *self, guint launch)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (self->run == NULL || launch >= self->run->n_launches)
    return;
  if (self->launch != launch)
    ws_playhead_look_at (self, self->run, launch, ws_run_get_first_block (self->run, launch),
                         WS_NONE, -1);
  else
    ws_playhead_stop_deriving (self);
}

/* Returns: index of the launch shown */
guint
ws_playhead_get_launch (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return self->launch;
}

/**
 * ws_playhead_set_block:
 * @block: linear index of a block of the launch
 *
 * Shows @block at the same part of the same stage, as ws_playhead_set_launch() does. A block that
 * was not recorded in full leaves the scene empty.
 */
void
ws_playhead_set_block (WsPlayhead *self, guint block)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  ws_playhead_stop_deriving (self);
  if (self->block == block)
    return;
  if (self->run != NULL)
    ws_playhead_look_at (self, self->run, self->launch, block, WS_NONE, -1);
  else
    show (self, self->launch, block, NULL);
}

/* Returns: linear index of the block shown */
guint
ws_playhead_get_block (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return self->block;
}

/**
 * ws_playhead_set_warp:
 * @warp: the warp that the weave and the code follow; one beyond the block is ignored
 */
void
ws_playhead_set_warp (WsPlayhead *self, guint warp)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (self->warp == warp || self->scene == NULL || warp >= self->scene->warps->len)
    return;
  self->warp = warp;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_WARP]);
}

/* Returns: the warp that is chosen, of the block */
guint
ws_playhead_get_warp (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return self->warp;
}

/**
 * ws_playhead_set_position:
 * @position: in events of the block; clamped to it
 *
 * Moves at once; a running glide ends.
 */
void
ws_playhead_set_position (WsPlayhead *self, double position)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  if (self->gliding)
    {
      ws_playhead_stop_glide (self);
      ws_playhead_notify_moving (self);
    }
  self->held_seconds = 0;
  ws_playhead_move_to (self, position);
}

/* Returns: events of the block that have been executed; a fraction of one is on its way */
double
ws_playhead_get_position (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return self->position;
}

/* Returns: index of the stage that the position is in; 0 without a scene */
guint
ws_playhead_get_stage (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  return self->scene != NULL ? ws_scene_stage_at (self->scene, self->position) : 0;
}

/**
 * ws_playhead_set_playing:
 * @playing: whether it moves by itself; starting at the end begins anew
 */
void
ws_playhead_set_playing (WsPlayhead *self, gboolean playing)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  playing = playing && ws_playhead_get_launch_scene (self) != NULL;
  if (self->playing == playing)
    return;
  self->playing = playing;
  ws_playhead_stop_glide (self);
  self->held_seconds = 0;
  if (playing && ws_playhead_get_clock (self) == WS_CLOCK_LAUNCH)
    {
      if (self->time >= ws_course_get_last_beside (self->launch_scene, self->beside))
        ws_playhead_move_time (self, 0);
    }
  else if (playing && self->scene != NULL
           && self->position >= ws_course_get_last (self->scene, FALSE))
    ws_playhead_move_to (self, 0);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
  ws_playhead_notify_moving (self);
}

/* Whether it plays. */
gboolean
ws_playhead_get_playing (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), FALSE);
  return self->playing;
}

/**
 * ws_playhead_set_speed:
 * @speed: 1 gives a stage about two seconds, and a launch eight
 */
void
ws_playhead_set_speed (WsPlayhead *self, double speed)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  speed = CLAMP (speed, 1. / 64, 64);
  if (self->speed == speed)
    return;
  self->speed = speed;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SPEED]);
}

/* Returns: how fast it plays: 1 is a stage, or a launch, in the time that course.h says */
double
ws_playhead_get_speed (WsPlayhead *self)
{
  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 1);
  return self->speed;
}

/* Returns: the greatest position */
double
ws_playhead_get_end (WsPlayhead *self)
{
  guint n;

  g_return_val_if_fail (WS_IS_PLAYHEAD (self), 0);
  n = self->scene != NULL ? ws_scene_get_n_events (self->scene) : 0;
  return n > 0 ? n - 1 : 0;
}

/**
 * ws_playhead_get_moment:
 * @moment: (out): what the drawing functions need
 */
void
ws_playhead_get_moment (WsPlayhead *self, WsMoment *moment)
{
  g_return_if_fail (WS_IS_PLAYHEAD (self));

  *moment = (WsMoment){
    .position = self->position, .time = self->time, .warp = self->warp, .hover_x = -1, .hover_y = -1
  };
}
