#include "beside/beside.h"

#include "beside/private.h"
#include "scene/course.h"

#define JUST_BEFORE 1e-3 /* of an event, before it begins */

G_DEFINE_BOXED_TYPE (WsBeside, ws_beside, ws_beside_ref, ws_beside_unref)

static guint
count_stages (const WsScene *scene)
{
  return scene->stages != NULL ? scene->stages->n_stages : 0;
}

/**
 * ws_beside_new:
 * @left: (transfer none): what leads
 * @right: (transfer none): the second run
 */
WsBeside *
ws_beside_new (WsScene *left, WsScene *right)
{
  WsBeside *self;

  g_return_val_if_fail (left != NULL && right != NULL, NULL);

  self = g_new0 (WsBeside, 1);
  g_atomic_ref_count_init (&self->refs);
  self->scenes[WS_BESIDE_LEFT] = ws_scene_ref (left);
  self->scenes[WS_BESIDE_RIGHT] = ws_scene_ref (right);
  if (count_stages (left) == 0 || count_stages (right) == 0)
    return self;
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    self->n_stages[i] = count_stages (self->scenes[i]);
  self->stage_of = ws_beside_align (left, right);
  return self;
}

WsBeside *
ws_beside_ref (WsBeside *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
ws_beside_unref (WsBeside *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < WS_BESIDE_N_SIDES; i++)
    ws_scene_unref (self->scenes[i]);
  g_free (self->stage_of);
  g_free (self);
}

/**
 * ws_beside_get_stage:
 * @side: of which
 * @stage: one of the left; or %WS_NONE
 *
 * Returns: (transfer none) (nullable): what @side does there; %NULL if no stage is meant
 */
const WsStage *
ws_beside_get_stage (const WsBeside *self, WsBesideSide side, guint stage)
{
  if (stage >= self->n_stages[WS_BESIDE_LEFT])
    return NULL;
  return &self->scenes[side]
              ->stages->stages[side == WS_BESIDE_LEFT ? stage : self->stage_of[stage]];
}

/**
 * ws_beside_get_launch:
 * @side: of which
 */
const WsLaunch *
ws_beside_get_launch (const WsBeside *self, WsBesideSide side)
{
  const WsScene *scene = self->scenes[side];

  return &scene->run->launches[scene->launch];
}

/* ---- one playhead ---- */

/* The stretch between two stops of the left, and that of the right. */
typedef struct {
  double from[WS_BESIDE_N_SIDES];
  double to[WS_BESIDE_N_SIDES];
} Stretch;

static void
find_stretch (const WsBeside *self, double position, Stretch *stretch)
{
  const WsScene *left = self->scenes[WS_BESIDE_LEFT];
  const WsScene *right = self->scenes[WS_BESIDE_RIGHT];

  *stretch = (Stretch){ { 0, 0 },
                        { (double)MAX (ws_scene_get_n_events (left), 1) - 1,
                          (double)MAX (ws_scene_get_n_events (right), 1) - 1 } };
  for (guint i = 0; i < self->n_stages[WS_BESIDE_LEFT]; i++)
    {
      double at[] = { ws_scene_stage_moment (left, i),
                      ws_scene_stage_moment (right, self->stage_of[i]) };
      double *ends = position <= at[WS_BESIDE_LEFT] ? stretch->to : stretch->from;

      ends[WS_BESIDE_LEFT] = at[WS_BESIDE_LEFT];
      ends[WS_BESIDE_RIGHT] = at[WS_BESIDE_RIGHT];
      if (ends == stretch->to)
        return;
    }
}

/* A stage begins on both sides at once: what is said of it holds for both. Stages of the right that
 * the left does not have go with the next that it has. */
static double
keep_to_stage (const WsBeside *self, double left_position, double position)
{
  const WsStages *stages = self->scenes[WS_BESIDE_RIGHT]->stages;
  guint stage = ws_scene_stage_at (self->scenes[WS_BESIDE_LEFT], left_position);
  guint last = self->stage_of[stage];
  guint first = stage > 0 ? MIN (self->stage_of[stage - 1] + 1, last) : 0;
  double least = stage > 0 ? stages->stages[first].begin_event : 0;

  if (last + 1 < stages->n_stages)
    position = MIN (position, stages->stages[last + 1].begin_event - JUST_BEFORE);
  return MAX (position, least);
}

/* Where the right stands, by the share of the way between two stops. */
static double
go_along (const WsBeside *self, double position)
{
  const WsScene *left = self->scenes[WS_BESIDE_LEFT];
  const WsScene *right = self->scenes[WS_BESIDE_RIGHT];
  Stretch at;
  double first;
  double whole;
  double share;

  find_stretch (self, position, &at);
  if (position <= at.from[WS_BESIDE_LEFT])
    return at.from[WS_BESIDE_RIGHT];
  if (position >= at.to[WS_BESIDE_LEFT])
    return at.to[WS_BESIDE_RIGHT];
  first = ws_course_to_progress (left, at.from[WS_BESIDE_LEFT]);
  whole = ws_course_to_progress (left, at.to[WS_BESIDE_LEFT]) - first;
  share = whole > 0 ? (ws_course_to_progress (left, position) - first) / whole : 0;
  first = ws_course_to_progress (right, at.from[WS_BESIDE_RIGHT]);
  whole = ws_course_to_progress (right, at.to[WS_BESIDE_RIGHT]) - first;
  return CLAMP (ws_course_from_progress (right, first + CLAMP (share, 0, 1) * whole),
                at.from[WS_BESIDE_RIGHT], at.to[WS_BESIDE_RIGHT]);
}

/**
 * ws_beside_position_of:
 * @position: of the left's playhead, in its events
 *
 * Returns: where the right stands then, in its own events: at a stage's telling instant, where the
 * left is; between two, the same share of the way, in the stage that belongs to that of the left
 */
double
ws_beside_position_of (const WsBeside *self, double position)
{
  return self->stage_of != NULL ? keep_to_stage (self, position, go_along (self, position)) : 0;
}

/**
 * ws_beside_time_of:
 * @time: of the left's playhead, in its cycles
 *
 * Returns: the same instant, in cycles of the right; it may be after the right's end
 */
double
ws_beside_time_of (const WsBeside *self, double time)
{
  return ws_scene_convert_time (self->scenes[WS_BESIDE_LEFT], time, self->scenes[WS_BESIDE_RIGHT]);
}

/* Returns: until when both run: the end of the shorter one, in cycles of the left; 0 if unknown */
double
ws_beside_get_shared_end (const WsBeside *self)
{
  const WsScene *left = self->scenes[WS_BESIDE_LEFT];
  const WsScene *right = self->scenes[WS_BESIDE_RIGHT];

  if (left->timeline == NULL || right->timeline == NULL)
    return 0;
  return MIN ((double)left->timeline->end,
              ws_scene_convert_time (right, (double)right->timeline->end, left));
}

/**
 * ws_beside_moment_of:
 * @right: (out): moment of the right: of the same warp, as far as there is one, and without a
 * pointer; its position is aligned, its time is the same instant
 */
void
ws_beside_moment_of (const WsBeside *self, const WsMoment *left, WsMoment *right)
{
  const WsScene *scene = self->scenes[WS_BESIDE_RIGHT];

  *right = (WsMoment){ .warp = left->warp, .hover_x = -1, .hover_y = -1 };
  right->warp = scene->warps->len > 0 ? MIN (left->warp, scene->warps->len - 1) : 0;
  right->position = ws_beside_position_of (self, left->position);
  right->time = ws_beside_time_of (self, left->time);
}
