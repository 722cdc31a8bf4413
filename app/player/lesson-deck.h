/* lesson-deck.h: a lesson as a deck: its steps, reveals and answers. */
#pragma once

#include "player/lesson-runner.h"
#include "player/tried.h"
#include "present/deck.h"
#include "playback/playhead.h"

G_BEGIN_DECLS

/**
 * WsLessonVerdict:
 * @WS_LESSON_VERDICT_NONE: the step has no answers to choose from
 * @WS_LESSON_VERDICT_OPEN: none was chosen, or the answer is not revealed yet
 * @WS_LESSON_VERDICT_WRONG: a wrong one was chosen
 * @WS_LESSON_VERDICT_RIGHT: the right one was chosen
 */
typedef enum {
  WS_LESSON_VERDICT_NONE,
  WS_LESSON_VERDICT_OPEN,
  WS_LESSON_VERDICT_WRONG,
  WS_LESSON_VERDICT_RIGHT,
} WsLessonVerdict;

#define WS_TYPE_LESSON_DECK (ws_lesson_deck_get_type ())
G_DECLARE_FINAL_TYPE (WsLessonDeck, ws_lesson_deck, WS, LESSON_DECK, GObject)

/* Signal "run-wanted" (WsRun *, guint launch, guint block): the step shows another run, which the
 * playhead should follow. */
WsLessonDeck *ws_lesson_deck_new (WsSession *session, const WsLesson *lesson, WsLessonRuns *runs,
                                  WsPlayhead *playhead);
void ws_lesson_deck_begin (WsLessonDeck *self, guint step);
const WsLesson *ws_lesson_deck_get_lesson (WsLessonDeck *self);
WsLessonRunner *ws_lesson_deck_get_runner (WsLessonDeck *self);
gboolean ws_lesson_deck_is_ready (WsLessonDeck *self);
gboolean ws_lesson_deck_hides (WsLessonDeck *self);
void ws_lesson_deck_follow (WsLessonDeck *self);
void ws_lesson_deck_take_tried (WsLessonDeck *self, WsTried *tried);
const WsTried *ws_lesson_deck_get_tried (WsLessonDeck *self);
void ws_lesson_deck_set_shows_tried (WsLessonDeck *self, gboolean shows);
gboolean ws_lesson_deck_get_shows_tried (WsLessonDeck *self);
WsLessonVerdict ws_lesson_deck_get_verdict (WsLessonDeck *self, guint step);
GVariant *ws_lesson_deck_save_answers (WsLessonDeck *self);
void ws_lesson_deck_restore_answers (WsLessonDeck *self, GVariant *marks);
void ws_lesson_deck_answer_again (WsLessonDeck *self);

G_END_DECLS
