/* lesson-bar.h: below the slide of a lesson: which lesson, where in it, and the buttons to go on;
 * at the end a card with the score, which is presented, too. */
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
