/* lesson-deck.h: a lesson as a deck: its steps, what is revealed, what was answered. */
#pragma once

#include "player/lesson-runner.h"
#include "present/deck.h"
#include "playback/playhead.h"

G_BEGIN_DECLS

#define WS_TYPE_LESSON_DECK (ws_lesson_deck_get_type ())
G_DECLARE_FINAL_TYPE (WsLessonDeck, ws_lesson_deck, WS, LESSON_DECK, GObject)

/* Signal "run-wanted" (WsRun *, guint launch, guint block): the step looks at another run, which
 * the playhead is to look at, too. */
WsLessonDeck *ws_lesson_deck_new (WsSession *session, const WsLesson *lesson, WsLessonRuns *runs,
                                  WsPlayhead *playhead);
void ws_lesson_deck_begin (WsLessonDeck *self, guint step);
const WsLesson *ws_lesson_deck_get_lesson (WsLessonDeck *self);
WsLessonRunner *ws_lesson_deck_get_runner (WsLessonDeck *self);
gboolean ws_lesson_deck_is_ready (WsLessonDeck *self);
gboolean ws_lesson_deck_hides (WsLessonDeck *self);
void ws_lesson_deck_follow (WsLessonDeck *self);

G_END_DECLS
