/* lesson-score.h: a card at the end of a lesson: the number of right answers, links to the wrong
 * ones, the next lesson, and free exploration. */
#pragma once

#include "player/lesson-deck.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_LESSON_SCORE (ws_lesson_score_get_type ())
G_DECLARE_FINAL_TYPE (WsLessonScore, ws_lesson_score, WS, LESSON_SCORE, GtkWidget)

void ws_lesson_score_set_deck (WsLessonScore *self, WsLessonDeck *deck);
const char *ws_lesson_score_get_sentence (WsLessonScore *self);
GtkWidget *ws_lesson_score_get_button (WsLessonScore *self, guint i);
GtkWidget *ws_lesson_score_get_again (WsLessonScore *self);
void ws_lesson_score_set_presenting (WsLessonScore *self, gboolean presenting);
void ws_lesson_score_set_next (WsLessonScore *self, const WsLesson *next);
GtkWidget *ws_lesson_score_get_try (WsLessonScore *self);
GtkWidget *ws_lesson_score_get_next (WsLessonScore *self);

G_END_DECLS
