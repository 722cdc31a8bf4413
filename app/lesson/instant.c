#include "lesson/instant.h"

#include "accesses/memory-use.h"

#include <glib/gi18n.h>

/* WS_NONE where there is none. */
static guint
find_stage (const WsLessonInstant *self, const WsStages *stages)
{
  for (guint i = 0; i < stages->n_stages; i++)
    {
      const WsStage *stage = &stages->stages[i];

      if (self->kind == WS_LESSON_AT_STAGE ? i + 1 == self->number
          : self->kind == WS_LESSON_AT_STRIDE
              ? stage->has_stride && ABS (stage->stride) == (gint64)self->number
              : stage->kind == WS_STAGE_LOAD)
        return i;
    }
  return WS_NONE;
}

static gboolean
refuse (const WsLessonInstant *self, const WsScene *scene, GError **error)
{
  guint n = scene->stages->n_stages;

  if (self->kind == WS_LESSON_AT_STAGE)
    g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_INSTANT,
                 ngettext ("The block has %1$u stage; there is no stage %2$u.",
                           "The block has %1$u stages; there is no stage %2$u.", n),
                 n, self->number);
  else if (self->kind == WS_LESSON_AT_STRIDE)
    g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_INSTANT,
                 _ ("No stage combines elements at a stride of %u."), self->number);
  else
    g_set_error_literal (error, WS_LESSON_ERROR, WS_LESSON_ERROR_INSTANT, _ ("No stage loads."));
  return FALSE;
}

/* Where to search for the instant. */
typedef struct {
  const WsScene *scene;
  double end;    /* end of everything shown, in cycles: of the longer of two launches */
  double shared; /* until when anything is running: with two launches, on both sides */
} Span;

static Span
get_span (const WsScene *scene)
{
  double end = scene->timeline != NULL ? (double)scene->timeline->end : 0;

  return (Span){ scene, end, end };
}

/* In the launch's time: for views of the whole launch. */
static void
find_time (const WsLessonInstant *self, const Span *span, WsMoment *moment)
{
  const WsTimeline *timeline = span->scene->timeline;

  if (timeline == NULL)
    return;
  switch (self->kind)
    {
    case WS_LESSON_AT_START:
      moment->time = 0;
      break;
    case WS_LESSON_AT_END:
      moment->time = span->end;
      break;
    case WS_LESSON_AT_TIME:
      moment->time = self->share * span->shared;
      break;
    default:
      moment->time = (double)ws_timeline_get_telling (timeline);
      break;
    }
}

/* Of warp 0, at the line: the first event that accesses memory, else the first. @stage: WS_NONE for
 * any. WS_NONE where there is none. */
static guint
find_line (const WsLessonInstant *self, const WsScene *scene, guint stage)
{
  const WsKernel *kernel = ws_run_get_kernel (scene->run, scene->launch);
  const WsEvent *events = &scene->run->events[scene->record->first_event];
  guint found = WS_NONE;

  for (guint i = 0; i < ws_scene_get_n_events (scene); i++)
    {
      const WsSite *site = &kernel->sites[events[i].site];

      if (events[i].warp != 0 || site->line != self->line
          || (stage != WS_NONE && ws_scene_stage_at (scene, i) != stage))
        continue;
      if (ws_memory_request_is_access (site, &events[i]))
        return i;
      if (found == WS_NONE)
        found = i;
    }
  return found;
}

static gboolean
go_to_line (const WsLessonInstant *self, const WsScene *scene, guint stage, WsMoment *moment,
            GError **error)
{
  guint event = find_line (self, scene, stage);

  if (event == WS_NONE)
    {
      g_set_error (error, WS_LESSON_ERROR, WS_LESSON_ERROR_INSTANT,
                   stage == WS_NONE ? _ ("The first warp is never at line %u.")
                                    : _ ("In this stage the first warp is never at line %u."),
                   self->line);
      return FALSE;
    }
  moment->position = event;
  return TRUE;
}

static gboolean
find_position (const WsLessonInstant *self, const Span *span, WsMoment *moment, GError **error)
{
  const WsScene *scene = span->scene;
  guint n_stages = scene->stages->n_stages;
  guint stage = WS_NONE;

  switch (self->kind)
    {
    case WS_LESSON_AT_START:
      moment->position = 0;
      break;
    case WS_LESSON_AT_END:
      moment->position = MAX (ws_scene_get_n_events (scene), 1) - 1;
      break;
    case WS_LESSON_AT_TIME:
      if (scene->timeline != NULL)
        moment->position = ws_scene_position_at (scene, self->share * span->shared);
      break;
    case WS_LESSON_AT_RESULT:
      if (n_stages > 0)
        moment->position = ws_scene_stage_moment (scene, n_stages - 1);
      break;
    case WS_LESSON_AT_LINE:
      break;
    case WS_LESSON_AT_LOAD:
    case WS_LESSON_AT_STAGE:
    case WS_LESSON_AT_STRIDE:
    default:
      stage = find_stage (self, scene->stages);
      if (stage == WS_NONE)
        return refuse (self, scene, error);
      moment->position = ws_scene_stage_moment (scene, stage);
      break;
    }
  if (self->line > 0 && !go_to_line (self, scene, stage, moment, error))
    return FALSE;
  moment->time = ws_scene_time_at (scene, moment->position);
  return TRUE;
}

static gboolean
find (const WsLessonInstant *self, const Span *span, gboolean of_launch, WsMoment *moment,
      GError **error)
{
  gboolean of_block = self->kind == WS_LESSON_AT_LOAD || self->kind == WS_LESSON_AT_STAGE
                      || self->kind == WS_LESSON_AT_STRIDE || self->kind == WS_LESSON_AT_LINE;

  *moment = (WsMoment){ .hover_x = -1, .hover_y = -1 };
  if (span->scene->record != NULL && !find_position (self, span, moment, error))
    return FALSE;
  if (span->scene->record == NULL || (of_launch && !of_block))
    find_time (self, span, moment);
  return TRUE;
}

/**
 * ws_lesson_instant_find:
 * @of_launch: whether only views of the whole launch are shown: then "result" is the moment that
 * explains the launch's figures; otherwise that of the block
 * @moment: (out): that moment, without a pointer
 * @error: return location: %WS_LESSON_ERROR_INSTANT if the block has no such stage
 *
 * Returns: %FALSE if there is no such instant; @moment is the first then
 */
gboolean
ws_lesson_instant_find (const WsLessonInstant *self, const WsScene *scene, gboolean of_launch,
                        WsMoment *moment, GError **error)
{
  Span span = get_span (scene);

  return find (self, &span, of_launch, moment, error);
}

/**
 * ws_lesson_instant_find_beside:
 * @scenes: the left one, which defines the instant, and the one next to it
 * @side: of which of them
 * @of_launch: as for ws_lesson_instant_find()
 * @moment: (inout): position and time are set: of the left one, or of the right one at that time
 *
 * A fraction of the time refers to the shorter launch, so that both are running; the end is that of
 * the longer one.
 *
 * Returns: whether the left one has it
 */
gboolean
ws_lesson_instant_find_beside (const WsLessonInstant *self,
                               WsScene *const scenes[WS_BESIDE_N_SIDES], WsBesideSide side,
                               gboolean of_launch, WsMoment *moment, GError **error)
{
  WsScene *left = scenes[WS_BESIDE_LEFT];
  WsScene *right = scenes[WS_BESIDE_RIGHT];
  g_autoptr (WsBeside) beside = ws_beside_new (left, right);
  Span span = get_span (left);
  WsMoment there = { 0 };

  if (left->timeline != NULL && right->timeline != NULL)
    {
      span.end = ws_scene_get_end_beside (left, right);
      span.shared = ws_beside_get_shared_end (beside);
    }
  if (!find (self, &span, of_launch, &there, error))
    return FALSE;
  if (side == WS_BESIDE_LEFT)
    *moment = there;
  else
    ws_beside_moment_of (beside, &there, moment);
  return TRUE;
}
