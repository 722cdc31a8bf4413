/* lesson-bar.h: below the slide of a lesson: the lesson, the step, and the buttons to continue; at
 * the end a card with the score, also when presenting. */
#pragma once

#include "player/lesson-score.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WS_TYPE_LESSON_BAR (ws_lesson_bar_get_type ())
G_DECLARE_FINAL_TYPE (WsLessonBar, ws_lesson_bar, WS, LESSON_BAR, GtkWidget)

void ws_lesson_bar_set_deck (WsLessonBar *self, WsLessonDeck *deck);
void ws_lesson_bar_set_presenting (WsLessonBar *self, gboolean presenting);
WsLessonScore *ws_lesson_bar_get_score (WsLessonBar *self);

G_END_DECLS
