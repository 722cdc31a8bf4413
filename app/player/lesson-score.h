/* lesson-score.h: at the end of a lesson: how many answers were right, and the way back to the
 * others. */
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

G_END_DECLS
