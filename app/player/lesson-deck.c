#include "player/lesson-deck.h"

#include "beside/beside.h"
#include "lesson/job.h"

#include <glib/gi18n.h>

/* What is known of a step. */
typedef struct {
  gboolean revealed;
  int chosen;
} State;

struct _WsLessonDeck {
  GObject parent_instance;

  WsSession *session;
  WsLesson *lesson;
  WsLessonRunner *runner;
  WsPlayhead *playhead;
  State *states;
  guint step;
  WsRun *wanted;   /* the run of the present step; NULL while it is not there, or has none */
  guint launch;    /* of it, that is looked at */
  guint block;     /* of that; WS_NONE where none was recorded */
  guint warp;      /* of that, which is followed */
  double position; /* of it, where the step stands */
  double time;     /* of the launch, likewise */
  gboolean
      of_launch;     /* the launch plays, and not the block: the time is that of a view over time */
  WsBeside *beside;  /* nullable: the two runs of the step */
  gboolean placed;   /* the playhead has been there */
  gboolean glides;   /* it comes from the step before */
  gboolean begun;    /* the first picture has been played up to its instant */
  WsView shown_view; /* in place of the step's; WS_N_VIEWS for its own */
  WsTried *tried;    /* nullable: what was tried at the step's exercise */
  gboolean shows_tried; /* in place of the step's own picture, as soon as it is worked out */
};

enum { RUN_WANTED, N_SIGNALS };

static guint signals[N_SIGNALS];

static void ws_lesson_deck_deck_init (WsDeckInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WsLessonDeck, ws_lesson_deck, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (WS_TYPE_DECK, ws_lesson_deck_deck_init))

/* Whether its picture stands on the slide. */
static gboolean
shows_tried (WsLessonDeck *self)
{
  return self->shows_tried && self->tried->scene != NULL;
}

/* ---- the playhead looks at the step's run ---- */

static gboolean
follows (WsLessonDeck *self)
{
  return self->wanted != NULL && self->placed
         && ws_playhead_get_run (self->playhead) == self->wanted
         && ws_playhead_get_launch (self->playhead) == self->launch
         && (self->block == WS_NONE || ws_playhead_get_block (self->playhead) == self->block);
}

/* The playhead goes where the step stands, if it has the step's run. */
static void
place (WsLessonDeck *self)
{
  if (self->wanted == NULL || ws_playhead_get_run (self->playhead) != self->wanted)
    return;
  ws_playhead_set_playing (self->playhead, FALSE);
  ws_playhead_set_clock (self->playhead, self->of_launch ? WS_CLOCK_LAUNCH : WS_CLOCK_BLOCK);
  ws_playhead_set_launch (self->playhead, self->launch);
  if (self->block != WS_NONE)
    {
      ws_playhead_set_block (self->playhead, self->block);
      ws_playhead_set_warp (self->playhead, self->warp);
    }
  if (self->beside != NULL)
    ws_playhead_set_beside (self->playhead, self->beside->scenes[WS_BESIDE_RIGHT]);
  if (!self->begun)
    ws_playhead_set_position (self->playhead, 0);
  if (self->of_launch)
    ws_playhead_set_time (self->playhead, self->time);
  else if (self->glides || !self->begun)
    ws_playhead_glide_to (self->playhead, self->position);
  else
    ws_playhead_set_position (self->playhead, self->position);
  self->placed = self->begun = TRUE;
  self->glides = FALSE;
  ws_deck_moved (WS_DECK (self));
}

/* The playhead goes on alone. */
static void
leave_pair (WsLessonDeck *self)
{
  if (self->beside != NULL
      && ws_playhead_get_beside (self->playhead) == self->beside->scenes[WS_BESIDE_RIGHT])
    ws_playhead_set_beside (self->playhead, NULL);
  g_clear_pointer (&self->beside, ws_beside_unref);
}

/* Finds out which run the step's first picture is of, and where it stands. */
static void
want_run (WsLessonDeck *self)
{
  g_autoptr (WsSlide) slide = ws_deck_make_slide (WS_DECK (self), self->step);
  const WsSlidePart *part = slide->parts->len > 0 ? g_ptr_array_index (slide->parts, 0) : NULL;
  WsScene *scene =
      part != NULL && ws_picture_is_of_view (part->picture) ? part->picture->scene : NULL;
  WsRun *before = self->wanted;
  gboolean same;

  self->wanted = scene != NULL ? ws_run_ref (scene->run) : NULL;
  same = before != NULL && before == self->wanted && self->launch == scene->launch
         && self->block == scene->block;
  g_clear_pointer (&before, ws_run_unref);
  self->placed = FALSE;
  leave_pair (self);
  if (self->wanted == NULL)
    return;
  if (ws_lesson_get_step (self->lesson, self->step)->has_beside && slide->parts->len > 1
      && !shows_tried (self))
    self->beside =
        ws_beside_new (scene, ((WsSlidePart *)g_ptr_array_index (slide->parts, 1))->picture->scene);
  /* one step on in the same block is seen to happen */
  self->glides = self->glides && same && part->picture->moment.position > self->position
                 && ws_playhead_get_run (self->playhead) == self->wanted;
  self->launch = scene->launch;
  self->block = scene->block;
  self->warp = part->picture->moment.warp;
  self->position = part->picture->moment.position;
  self->time = part->picture->moment.time;
  self->of_launch = ws_view_get_class (part->picture->view)->needs == WS_VIEW_OF_LAUNCH
                    && scene->timeline != NULL;
  if (ws_playhead_get_run (self->playhead) == self->wanted)
    place (self);
  else
    g_signal_emit (self, signals[RUN_WANTED], 0, self->wanted, self->launch, self->block);
}

/* The playhead has another run: where it is the step's, it goes where the step stands. What was
 * tried is worked out now, and is played up to there. */
void
ws_lesson_deck_follow (WsLessonDeck *self)
{
  g_return_if_fail (WS_IS_LESSON_DECK (self));

  if (!self->shows_tried
      || !ws_tried_take_scene (self->tried, ws_lesson_get_step (self->lesson, self->step),
                               self->playhead))
    {
      place (self);
      return;
    }
  self->begun = FALSE;
  want_run (self);
  ws_deck_changed (WS_DECK (self));
}

/* What the step needs is run, and then what the next one will need, before it is asked for. */
static void
prepare (WsLessonDeck *self)
{
  ws_lesson_runner_prepare (self->runner, self->step);
  if (ws_lesson_deck_is_ready (self))
    ws_lesson_runner_prepare (self->runner, self->step + 1);
}

static void
result_cb (WsLessonDeck *self)
{
  gboolean was_ready = self->wanted != NULL;

  prepare (self);
  if (!was_ready && !self->shows_tried && ws_lesson_deck_is_ready (self))
    want_run (self);
  ws_deck_changed (WS_DECK (self));
}

static void
devices_cb (WsLessonDeck *self)
{
  prepare (self);
}

/* ---- the deck ---- */

static guint
ws_lesson_deck_get_n_steps (WsDeck *deck)
{
  return ws_lesson_get_n_steps (WS_LESSON_DECK (deck)->lesson);
}

static guint
ws_lesson_deck_get_step (WsDeck *deck)
{
  return WS_LESSON_DECK (deck)->step;
}

static void
forget_tried (WsLessonDeck *self)
{
  g_clear_pointer (&self->tried, ws_tried_free);
  self->shows_tried = FALSE;
}

static void
ws_lesson_deck_go (WsDeck *deck, guint step)
{
  WsLessonDeck *self = WS_LESSON_DECK (deck);

  if (step == self->step)
    return;
  self->glides = step == self->step + 1;
  self->step = step;
  self->shown_view = WS_N_VIEWS;
  forget_tried (self);
  ws_lesson_runner_retry (self->runner);
  prepare (self);
  want_run (self);
  ws_deck_changed (deck);
}

/* What stands where a question will be answered. (transfer full) (nullable) */
static char *
make_hint (WsLessonDeck *self, guint step)
{
  if (!ws_lesson_step_is_ready (self->lesson, step, ws_lesson_runner_get_runs (self->runner)))
    {
      const char *sentence = ws_lesson_runner_get_sentence (self->runner);

      return sentence != NULL ? g_markup_escape_text (sentence, -1) : g_strdup (_ ("Running…"));
    }
  if (!ws_lesson_step_can_reveal (ws_lesson_get_step (self->lesson, step)))
    return NULL;
  return g_strdup (_ ("What do you think? Space reveals it."));
}

static WsSlide *
ws_lesson_deck_make_slide (WsDeck *deck, guint step)
{
  WsLessonDeck *self = WS_LESSON_DECK (deck);
  const State *state = &self->states[step];
  WsSlide *slide =
      ws_lesson_make_slide (self->lesson, step, ws_lesson_runner_get_runs (self->runner),
                            state->revealed, state->chosen, NULL);

  slide->hint = make_hint (self, step);
  if (step == self->step && shows_tried (self))
    ws_tried_fill_slide (self->tried, ws_lesson_get_step (self->lesson, step), slide);
  if (step == self->step && self->shown_view != WS_N_VIEWS && slide->parts->len > 0)
    {
      WsSlidePart *part = g_ptr_array_index (slide->parts, 0);

      if (!ws_view_shows (self->shown_view, part->picture->scene))
        return slide;
      part->picture->view = self->shown_view;
      slide->shows_warps = self->shown_view == WS_VIEW_TREE && slide->parts->len == 1;
    }
  return slide;
}

static gboolean
ws_lesson_deck_get_moment (WsDeck *deck, guint part, WsMoment *moment)
{
  WsLessonDeck *self = WS_LESSON_DECK (deck);
  gboolean is_beside =
      part > 0 && ws_lesson_get_step (self->lesson, self->step)->has_beside && !shows_tried (self);
  WsMoment left;

  if (!follows (self) || (is_beside && self->beside == NULL))
    return FALSE;
  ws_playhead_get_moment (self->playhead, moment);
  left = *moment;
  if (is_beside)
    ws_beside_moment_of (self->beside, &left, moment);
  return TRUE;
}

/* Where it stands at the step's instant, from the begin; where not, on. */
static void
ws_lesson_deck_play (WsDeck *deck)
{
  WsLessonDeck *self = WS_LESSON_DECK (deck);

  if (follows (self))
    ws_playhead_set_playing (self->playhead, !ws_playhead_get_playing (self->playhead));
}

static gboolean
ws_lesson_deck_reveal (WsDeck *deck)
{
  WsLessonDeck *self = WS_LESSON_DECK (deck);

  if (!ws_lesson_deck_hides (self))
    return FALSE;
  self->states[self->step].revealed = TRUE;
  ws_deck_changed (deck);
  return TRUE;
}

static gboolean
ws_lesson_deck_choose (WsDeck *deck, guint answer)
{
  WsLessonDeck *self = WS_LESSON_DECK (deck);

  if (answer >= ws_lesson_get_step (self->lesson, self->step)->answers->len)
    return FALSE;
  if (!self->states[self->step].revealed)
    {
      self->states[self->step].chosen = (int)answer;
      ws_deck_changed (deck);
    }
  return TRUE;
}

static void
ws_lesson_deck_count (WsDeck *deck, WsDeckScore *score)
{
  WsLessonDeck *self = WS_LESSON_DECK (deck);

  for (guint i = 0; i < ws_lesson_get_n_steps (self->lesson); i++)
    {
      WsLessonVerdict verdict = ws_lesson_deck_get_verdict (self, i);

      score->n_questions += verdict != WS_LESSON_VERDICT_NONE;
      score->n_answered += verdict >= WS_LESSON_VERDICT_WRONG;
      score->n_right += verdict == WS_LESSON_VERDICT_RIGHT;
    }
}

static gboolean
ws_lesson_deck_show_view (WsDeck *deck, WsView view, gboolean beside)
{
  WsLessonDeck *self = WS_LESSON_DECK (deck);

  if (self->wanted == NULL || beside)
    return FALSE;
  self->shown_view = view;
  ws_deck_changed (deck);
  return TRUE;
}

static void
ws_lesson_deck_deck_init (WsDeckInterface *iface)
{
  iface->get_n_steps = ws_lesson_deck_get_n_steps;
  iface->get_step = ws_lesson_deck_get_step;
  iface->go = ws_lesson_deck_go;
  iface->make_slide = ws_lesson_deck_make_slide;
  iface->get_moment = ws_lesson_deck_get_moment;
  iface->play = ws_lesson_deck_play;
  iface->reveal = ws_lesson_deck_reveal;
  iface->choose = ws_lesson_deck_choose;
  iface->count = ws_lesson_deck_count;
  iface->show_view = ws_lesson_deck_show_view;
}

/* ---- the object ---- */

static void
ws_lesson_deck_dispose (GObject *object)
{
  WsLessonDeck *self = WS_LESSON_DECK (object);

  if (self->runner != NULL)
    ws_lesson_runner_cancel (self->runner);
  if (self->playhead != NULL)
    leave_pair (self);
  g_clear_object (&self->runner);
  g_clear_object (&self->session);
  g_clear_object (&self->playhead);

  G_OBJECT_CLASS (ws_lesson_deck_parent_class)->dispose (object);
}

static void
ws_lesson_deck_finalize (GObject *object)
{
  WsLessonDeck *self = WS_LESSON_DECK (object);

  forget_tried (self);
  g_clear_pointer (&self->wanted, ws_run_unref);
  g_clear_pointer (&self->lesson, ws_lesson_unref);
  g_free (self->states);

  G_OBJECT_CLASS (ws_lesson_deck_parent_class)->finalize (object);
}

static void
ws_lesson_deck_class_init (WsLessonDeckClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ws_lesson_deck_dispose;
  G_OBJECT_CLASS (klass)->finalize = ws_lesson_deck_finalize;
  signals[RUN_WANTED] =
      g_signal_new ("run-wanted", WS_TYPE_LESSON_DECK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, WS_TYPE_RUN, G_TYPE_UINT, G_TYPE_UINT);
}

static void
ws_lesson_deck_init (WsLessonDeck *self)
{
  self->shown_view = WS_N_VIEWS;
}

static void
moved_cb (WsLessonDeck *self)
{
  if (follows (self))
    ws_deck_moved (WS_DECK (self));
}

/**
 * ws_lesson_deck_new:
 * @session: (transfer none): whose devices run it
 * @runs: (nullable): what has been run for it already, as of a bundle
 * @playhead: (transfer none): which moves the pictures of the run that it looks at, too
 *
 * Returns: (transfer full): the lesson, at its first step
 */
WsLessonDeck *
ws_lesson_deck_new (WsSession *session, const WsLesson *lesson, WsLessonRuns *runs,
                    WsPlayhead *playhead)
{
  WsLessonDeck *self = g_object_new (WS_TYPE_LESSON_DECK, NULL);

  self->session = g_object_ref (session);
  self->lesson = ws_lesson_ref ((WsLesson *)lesson);
  self->playhead = g_object_ref (playhead);
  self->runner = ws_lesson_runner_new (session, lesson, runs);
  self->states = g_new0 (State, ws_lesson_get_n_steps (lesson));
  for (guint i = 0; i < ws_lesson_get_n_steps (lesson); i++)
    self->states[i].chosen = -1;
  g_signal_connect_object (self->runner, "changed", G_CALLBACK (result_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "devices-changed", G_CALLBACK (devices_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (playhead, "notify::position", G_CALLBACK (moved_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (playhead, "notify::warp", G_CALLBACK (moved_cb), self,
                           G_CONNECT_SWAPPED);
  prepare (self);
  return self;
}

/**
 * ws_lesson_deck_begin:
 * @self: a deck that is new
 * @step: that is shown first, from 0
 *
 * To be called when the signals are connected: where the step's run is there already, the playhead
 * is to look at it.
 */
void
ws_lesson_deck_begin (WsLessonDeck *self, guint step)
{
  g_return_if_fail (WS_IS_LESSON_DECK (self) && step < ws_lesson_get_n_steps (self->lesson));

  if (step != self->step)
    ws_deck_go (WS_DECK (self), step);
  else if (ws_lesson_deck_is_ready (self))
    want_run (self);
}

const WsLesson *
ws_lesson_deck_get_lesson (WsLessonDeck *self)
{
  g_return_val_if_fail (WS_IS_LESSON_DECK (self), NULL);
  return self->lesson;
}

WsLessonRunner *
ws_lesson_deck_get_runner (WsLessonDeck *self)
{
  g_return_val_if_fail (WS_IS_LESSON_DECK (self), NULL);
  return self->runner;
}

/* Returns: whether all that the present step needs has been run */
gboolean
ws_lesson_deck_is_ready (WsLessonDeck *self)
{
  g_return_val_if_fail (WS_IS_LESSON_DECK (self), FALSE);
  return ws_lesson_step_is_ready (self->lesson, self->step,
                                  ws_lesson_runner_get_runs (self->runner));
}

/* Returns: whether the present step has anything that is not revealed yet */
gboolean
ws_lesson_deck_hides (WsLessonDeck *self)
{
  g_return_val_if_fail (WS_IS_LESSON_DECK (self), FALSE);
  return !self->states[self->step].revealed
         && ws_lesson_step_can_reveal (ws_lesson_get_step (self->lesson, self->step));
}

/* ---- what was tried at the step's exercise ---- */

/* The slide has another picture now; where it has none, nothing plays. */
static void
change_picture (WsLessonDeck *self)
{
  ws_playhead_set_playing (self->playhead, FALSE);
  want_run (self);
  ws_deck_changed (WS_DECK (self));
}

/**
 * ws_lesson_deck_take_tried:
 * @self: a deck whose present step is an exercise
 * @tried: (transfer full) (nullable): what was tried; %NULL to forget it
 *
 * It is worked out, and then stands on the slide in place of the step's own picture, until the
 * step is left.
 */
void
ws_lesson_deck_take_tried (WsLessonDeck *self, WsTried *tried)
{
  gboolean was_shown;

  g_return_if_fail (WS_IS_LESSON_DECK (self));

  was_shown = self->shows_tried;
  forget_tried (self);
  self->tried = tried;
  self->shows_tried = tried != NULL;
  if (tried != NULL)
    g_signal_emit (self, signals[RUN_WANTED], 0, tried->run, tried->launch, tried->block);
  else if (was_shown)
    change_picture (self);
}

/* Returns: (transfer none) (nullable): what was tried at the exercise of the present step */
const WsTried *
ws_lesson_deck_get_tried (WsLessonDeck *self)
{
  g_return_val_if_fail (WS_IS_LESSON_DECK (self), NULL);
  return self->tried;
}

/**
 * ws_lesson_deck_set_shows_tried:
 * @self: a deck
 * @shows: whether what was tried stands on the slide, if anything was, or the step's own picture
 */
void
ws_lesson_deck_set_shows_tried (WsLessonDeck *self, gboolean shows)
{
  g_return_if_fail (WS_IS_LESSON_DECK (self));

  if (self->tried == NULL || self->shows_tried == shows)
    return;
  self->shows_tried = shows;
  change_picture (self);
}

/* Returns: whether what was tried stands on the slide, or will once it is worked out */
gboolean
ws_lesson_deck_get_shows_tried (WsLessonDeck *self)
{
  g_return_val_if_fail (WS_IS_LESSON_DECK (self), FALSE);
  return self->shows_tried;
}

/* ---- answers ---- */

/**
 * ws_lesson_deck_get_verdict:
 * @self: a deck
 * @step: of it, from 0
 *
 * Returns: what became of its question; an answer counts once the right one has been revealed
 */
WsLessonVerdict
ws_lesson_deck_get_verdict (WsLessonDeck *self, guint step)
{
  GPtrArray *answers;
  const State *state;

  g_return_val_if_fail (WS_IS_LESSON_DECK (self), WS_LESSON_VERDICT_NONE);

  answers = ws_lesson_get_step (self->lesson, step)->answers;
  state = &self->states[step];
  if (answers->len == 0)
    return WS_LESSON_VERDICT_NONE;
  if (state->chosen < 0 || !state->revealed)
    return WS_LESSON_VERDICT_OPEN;
  return ((const WsLessonAnswer *)g_ptr_array_index (answers, state->chosen))->is_right
             ? WS_LESSON_VERDICT_RIGHT
             : WS_LESSON_VERDICT_WRONG;
}

/**
 * ws_lesson_deck_save_answers:
 * @self: a deck
 *
 * Returns: (transfer floating): marks of the answers that were given, as "au"
 */
GVariant *
ws_lesson_deck_save_answers (WsLessonDeck *self)
{
  GVariantBuilder builder;

  g_return_val_if_fail (WS_IS_LESSON_DECK (self), NULL);

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("au"));
  for (guint i = 0; i < ws_lesson_get_n_steps (self->lesson); i++)
    if (ws_lesson_deck_get_verdict (self, i) >= WS_LESSON_VERDICT_WRONG)
      g_variant_builder_add (&builder, "u",
                             ws_lesson_step_make_mark (ws_lesson_get_step (self->lesson, i),
                                                       (guint)self->states[i].chosen));
  return g_variant_builder_end (&builder);
}

/* The answer of the step that one of the marks stands for; -1 if none does. */
static int
find_marked (const WsLessonStep *step, const guint32 *marks, gsize n_marks)
{
  for (guint i = 0; i < step->answers->len; i++)
    for (gsize k = 0; k < n_marks; k++)
      if (ws_lesson_step_make_mark (step, i) == marks[k])
        return (int)i;
  return -1;
}

/**
 * ws_lesson_deck_restore_answers:
 * @self: a deck
 * @marks: as "au", of this lesson, which may have been rewritten since
 *
 * Gives the answers again, as far as the questions are the same and have not been answered yet.
 */
void
ws_lesson_deck_restore_answers (WsLessonDeck *self, GVariant *marks)
{
  const guint32 *all;
  gsize n;

  g_return_if_fail (WS_IS_LESSON_DECK (self) && marks != NULL);

  all = g_variant_get_fixed_array (marks, &n, sizeof *all);
  for (guint i = 0; i < ws_lesson_get_n_steps (self->lesson); i++)
    {
      int answer = find_marked (ws_lesson_get_step (self->lesson, i), all, n);

      if (answer >= 0 && ws_lesson_deck_get_verdict (self, i) == WS_LESSON_VERDICT_OPEN)
        self->states[i] = (State){ .revealed = TRUE, .chosen = answer };
    }
  if (n > 0)
    ws_deck_changed (WS_DECK (self));
}

/* Takes all answers back, and goes to the first question. */
void
ws_lesson_deck_answer_again (WsLessonDeck *self)
{
  guint first = WS_NONE;

  g_return_if_fail (WS_IS_LESSON_DECK (self));

  for (guint i = 0; i < ws_lesson_get_n_steps (self->lesson); i++)
    if (ws_lesson_deck_get_verdict (self, i) != WS_LESSON_VERDICT_NONE)
      {
        self->states[i] = (State){ .chosen = -1 };
        first = MIN (first, i);
      }
  if (first != WS_NONE && first != self->step)
    ws_deck_go (WS_DECK (self), first);
  else
    ws_deck_changed (WS_DECK (self));
}
